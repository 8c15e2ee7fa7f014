"""The progress of long work, and how it is cancelled."""

from collections.abc import Callable

from app.engine.language import plural

Progress = Callable[[float], None]
"""Called now and then with the finished part, from 0 to 1. An exception from it ends the work."""


class Cancelled(Exception):
    """The work was cancelled."""


def no_progress(_part: float) -> None:
    """For work whose progress nobody watches."""


def left_words(part: float, passed_s: float) -> str:
    """The remaining time at the present pace, in words."""
    left_s = round(passed_s * (1 - part) / max(part, 0.01))
    return plural(left_s, "{count} second left", "{count} seconds left")
