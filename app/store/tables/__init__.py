"""Players and games from tables: files and the clipboard."""
