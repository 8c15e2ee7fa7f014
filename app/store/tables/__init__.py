"""Reading players and games from tables in files and on the clipboard."""
