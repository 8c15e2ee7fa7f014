"""Acts of players: entries, check-in, lists, rulings, and leaving the event."""
