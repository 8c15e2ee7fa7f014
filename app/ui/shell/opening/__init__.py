"""Opening an event: the start page, new events, files, servers and backups."""
