"""The time of day by this computer's clock, whose zone is the hall's."""

from datetime import datetime


def clock_time(shown_ms: int) -> str:
    """Return "14:03"."""
    return f"{_local(shown_ms):%H:%M}"


def clock_seconds(shown_ms: int) -> str:
    """Return "14:03:07"."""
    return f"{_local(shown_ms):%H:%M:%S}"


def minute_of_day(shown_ms: int) -> int:
    """Return how many minutes have passed since midnight."""
    at = _local(shown_ms)
    return at.hour * 60 + at.minute


def _local(shown_ms: int) -> datetime:
    return datetime.fromtimestamp(shown_ms / 1000)
