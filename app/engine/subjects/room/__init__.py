"""Acts at many tables at once."""
