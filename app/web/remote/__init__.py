"""A table's window on another computer."""
