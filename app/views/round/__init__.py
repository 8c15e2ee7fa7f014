"""Views of one round: its tables, its draw, its results, its notices, and the room display."""
