"""How far work is that takes its time."""

from collections.abc import Callable

from app.engine.language import plural

Tell = Callable[[float], None]
"""Hears now and then which part is done, from 0 to 1. What it raises ends the work."""


class GivenUp(Exception):
    """Nobody waits for the work any more."""


def untold(_part: float) -> None:
    """Nobody waits for it."""


def left_words(part: float, passed_s: float) -> str:
    """How long the rest takes if it goes on like this."""
    left_s = round(passed_s * (1 - part) / max(part, 0.01))
    return plural(left_s, "{count} second left", "{count} seconds left")
