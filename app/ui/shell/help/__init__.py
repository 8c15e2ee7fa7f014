"""Help for the organizer: the manual, the shortcuts, the version and fault reports."""
