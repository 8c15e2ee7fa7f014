"""Flagfall: the desk, the clocks and the referee of a Steamroller event."""
