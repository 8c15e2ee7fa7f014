"""The pieces of a table's own window: the clock's halves, the strip between them, the sheets."""
