"""Acts of players' phones."""
