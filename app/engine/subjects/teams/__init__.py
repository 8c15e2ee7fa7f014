"""Acts of teams: their players and seats, and leaving the event."""
