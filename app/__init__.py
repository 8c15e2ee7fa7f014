"""Flagfall: the desk, the clocks and the referee of a Steamroller event."""

VERSION = "0.1.0"
