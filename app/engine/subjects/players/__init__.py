"""Acts of players' entries."""
