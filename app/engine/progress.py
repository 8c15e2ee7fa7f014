"""The progress of long work, and how it is cancelled."""

from collections.abc import Callable

from app.engine.language import plural

Progress = Callable[[float], None]
"""Called now and then with the finished part, from 0 to 1. An exception from it ends the work."""

SHOWN_IN_SECONDS = 90
"""What takes longer is said in minutes."""


class Cancelled(Exception):
    """The work was cancelled."""


def no_progress(_part: float) -> None:
    """Report nothing, for work whose progress nobody watches."""


def share_of(report_progress: Progress, begin: float, end: float) -> Progress:
    """Return the report of work that is a part of another, from ``begin`` to ``end`` of it."""
    return lambda part: report_progress(begin + (end - begin) * part)


def left_words(part: float, passed_s: float) -> str:
    """Return the remaining time at the present pace, in words."""
    left_s = round(passed_s * (1 - part) / max(part, 0.01))
    if left_s > SHOWN_IN_SECONDS:
        return plural(round(left_s / 60), "{count} minute left", "{count} minutes left")
    return plural(left_s, "{count} second left", "{count} seconds left")
