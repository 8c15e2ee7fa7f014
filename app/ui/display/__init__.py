"""The room display: its window on the wall, and what the organizer sets about it."""
