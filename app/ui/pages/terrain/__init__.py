"""The terrain of the tables: map, pieces, proposals, printing."""
