"""Views of the whole event: setup, format, players, check-in, standings, awards, exports."""
