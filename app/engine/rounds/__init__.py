"""Rounds: the field, the draw's request and result, edits, no-shows, corrections, the schedule."""
