"""The time of day by this computer's clock, which is in the hall's time zone."""

from datetime import datetime

LATEST_MS = 253_370_764_800_000
"""An instant at the end of the year 9998. Later ones have no date in some time zones."""


def clock_time(shown_ms: int) -> str:
    """Return a time such as "14:03"."""
    return f"{local_time(shown_ms):%H:%M}"


def clock_seconds(shown_ms: int) -> str:
    """Return a time such as "14:03:07"."""
    return f"{local_time(shown_ms):%H:%M:%S}"


def minute_of_day(shown_ms: int) -> int:
    """Return the number of minutes since midnight."""
    at = local_time(shown_ms)
    return at.hour * 60 + at.minute


def local_time(shown_ms: int) -> datetime:
    """Return the date and time of an instant. A damaged file may have instants before 1970 or after
    the last year; for these, the first or the last date is returned.
    """
    return datetime.fromtimestamp(min(max(shown_ms, 0), LATEST_MS) / 1000)
