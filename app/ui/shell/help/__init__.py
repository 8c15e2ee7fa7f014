"""What helps the organizer: the guide, the shortcuts, the version and the report of a fault."""
