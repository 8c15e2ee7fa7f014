"""How far work is that takes its time."""

from collections.abc import Callable

Tell = Callable[[float], None]
"""Hears now and then which part is done, from 0 to 1. What it raises ends the work."""


def untold(_part: float) -> None:
    """Nobody waits for it."""
