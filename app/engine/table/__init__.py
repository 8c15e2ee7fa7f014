"""One game at one table: clock, turns, scoring, claims, verdict."""
