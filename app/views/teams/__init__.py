"""Views of an event of teams: its matches, and what teams have scored."""
