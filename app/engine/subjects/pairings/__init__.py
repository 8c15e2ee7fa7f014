"""Acts of pairings: the wishes for draws, set pairs, and changes after a draw."""
