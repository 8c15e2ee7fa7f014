"""The time of day that is shown."""

from datetime import datetime

import pytest

from app.views.time_of_day import clock_seconds, clock_time, local_time, minute_of_day

SHORTLY_AFTER_TWO_MS = round(datetime(2026, 12, 5, 14, 3, 7).timestamp() * 1000) + 999


def test_times_of_day_are_local_and_never_rounded_up() -> None:
    assert clock_time(SHORTLY_AFTER_TWO_MS) == "14:03"
    assert clock_seconds(SHORTLY_AFTER_TWO_MS) == "14:03:07"
    assert minute_of_day(SHORTLY_AFTER_TWO_MS) == 14 * 60 + 3


def test_the_small_hours_have_two_digits() -> None:
    at_ms = round(datetime(2026, 12, 5, 0, 5).timestamp() * 1000)

    assert (clock_time(at_ms), clock_seconds(at_ms)) == ("00:05", "00:05:00")
    assert minute_of_day(at_ms) == 5


@pytest.mark.parametrize(("shown_ms", "year"), [(-1, 1970), (2**63 - 1, 9999), (2**90, 9999)])
def test_an_instant_in_a_damaged_file_has_the_nearest_date(shown_ms: int, year: int) -> None:
    assert abs(local_time(shown_ms).year - year) <= 1
    assert len(clock_seconds(shown_ms)) == len("14:03:07")
    assert 0 <= minute_of_day(shown_ms) < 24 * 60
