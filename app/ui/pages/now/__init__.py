"""The desk's first page: what needs the organizer now."""
