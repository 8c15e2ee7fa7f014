"""Help for the organizer: the manual, the shortcuts, the version and the report of a fault."""
