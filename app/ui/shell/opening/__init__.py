"""Opening an event: the start page, a new event and opening a file."""
