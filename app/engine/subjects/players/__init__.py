"""Acts of players: their entries, check-in, lists, rulings on them, leaving the event."""
