"""The draw while it can still be changed: its review, swaps and wishes."""
