"""What happened, in words: one row an act."""
