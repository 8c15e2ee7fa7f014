"""Flagfall without windows: replays, simulations, checks and plain tables. No Qt here."""
