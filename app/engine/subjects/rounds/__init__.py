"""Acts of rounds: draw, scenario, start, dice down and end."""
