"""Views of the whole event: event, format, players, check-in, standings, awards."""
