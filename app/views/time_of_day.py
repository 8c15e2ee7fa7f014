"""The time of day by this computer's clock, which is in the hall's time zone."""

from datetime import datetime


def clock_time(shown_ms: int) -> str:
    """Return a time such as "14:03"."""
    return f"{_local(shown_ms):%H:%M}"


def clock_seconds(shown_ms: int) -> str:
    """Return a time such as "14:03:07"."""
    return f"{_local(shown_ms):%H:%M:%S}"


def minute_of_day(shown_ms: int) -> int:
    """Return the number of minutes since midnight."""
    at = _local(shown_ms)
    return at.hour * 60 + at.minute


def _local(shown_ms: int) -> datetime:
    return datetime.fromtimestamp(shown_ms / 1000)
