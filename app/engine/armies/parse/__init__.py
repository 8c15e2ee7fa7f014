"""Army lists read from text as people paste it."""
