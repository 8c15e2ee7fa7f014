"""Acts at one table, and the results of its game."""
