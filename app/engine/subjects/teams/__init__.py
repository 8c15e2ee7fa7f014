"""Acts of teams: who is in them, in which seat, and whether they are in the event."""
