"""Rounds: who plays, the draw asked and applied, edits, no-shows, corrections, the schedule."""
