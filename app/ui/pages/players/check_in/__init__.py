"""The list of players at check-in, and their army lists."""
