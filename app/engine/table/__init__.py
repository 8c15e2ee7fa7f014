"""One game at a table: clock, turns, scoring, claims and verdict."""
