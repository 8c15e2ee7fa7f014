"""Acts of rounds: their draw, their scenario, their start, dice down and their end."""
