"""The draw while it can still be changed: review, swaps, wishes."""
