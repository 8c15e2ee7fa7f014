"""The progress of long work, and how it is cancelled."""

from collections.abc import Callable

from app.engine.language import plural

Progress = Callable[[float], None]
"""A function that is called from time to time with the finished share, from 0 to 1. If it raises an
exception, the work ends.
"""

SHOWN_IN_SECONDS = 90
"""The seconds up to which the remaining time is given in seconds instead of minutes."""


class Cancelled(Exception):
    """The user has cancelled the work."""


def no_progress(_part: float) -> None:
    """Report nothing, for work whose progress nobody watches."""


def share_of(report_progress: Progress, begin: float, end: float) -> Progress:
    """Return a progress function for a part of the work, from ``begin`` to ``end`` of the whole."""
    return lambda part: report_progress(begin + (end - begin) * part)


def left_words(part: float, passed_s: float) -> str:
    """Return the remaining time in words, if the work continues at the same speed."""
    left_s = round(passed_s * (1 - part) / max(part, 0.01))
    if left_s > SHOWN_IN_SECONDS:
        return plural(round(left_s / 60), "{count} minute left", "{count} minutes left")
    return plural(left_s, "{count} second left", "{count} seconds left")
