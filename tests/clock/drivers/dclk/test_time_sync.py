import pytest

from app.clock.drivers.dclk.time_sync import BLIND_MS, WRAP, DeviceTime

HOST_MS = 1_700_000_000_000


def measured(ppm: int, seconds: int, start_t: int = 0, jitter: int = 0) -> DeviceTime:
    time = DeviceTime()
    for second in range(0, seconds + 1, 5):
        at_ms = second * 1000
        late = jitter * (second % 3)
        t = (start_t + at_ms + at_ms * ppm // 1_000_000) % WRAP
        time.ping(HOST_MS + at_ms - 4, HOST_MS + at_ms + 4 + late, t)
    return time


def test_without_a_ping_a_line_is_dated_by_its_arrival() -> None:
    assert DeviceTime().dated(77, HOST_MS) == (HOST_MS, BLIND_MS)


def test_a_press_is_dated_by_the_quickest_ping_of_the_last_half_minute() -> None:
    time = DeviceTime()
    time.ping(HOST_MS, HOST_MS + 100, 5050)
    time.ping(HOST_MS + 1000, HOST_MS + 1004, 6002)
    time.ping(HOST_MS + 2000, HOST_MS + 2300, 7111)
    assert time.dated(7500, HOST_MS + 2900) == (HOST_MS + 2500, 3)


def test_an_old_ping_serves_when_there_is_no_other() -> None:
    time = DeviceTime()
    time.ping(HOST_MS, HOST_MS + 10, 5)
    assert time.dated(60_000, HOST_MS + 90_000) == (HOST_MS + 60_000, 6)


def test_nothing_happens_after_it_was_heard() -> None:
    time = DeviceTime()
    time.ping(HOST_MS, HOST_MS + 10, 5)
    assert time.dated(5000, HOST_MS + 20)[0] == HOST_MS + 20


def test_the_counter_wraps_without_anybody_noticing() -> None:
    time = measured(0, 150, start_t=WRAP - 60_000)
    assert time.ppm() == 0
    assert time.dated(90_000, HOST_MS + 151_000)[0] == HOST_MS + 150_000
    assert time.dated(WRAP - 1000, HOST_MS + 151_000)[0] == HOST_MS + 59_000


def test_a_counter_that_goes_back_is_noticed_beyond_what_lines_may_overtake() -> None:
    time = measured(0, 10)
    assert [time.behind(t) for t in (10_000, 9000, 12_000, 7000)] == [False, False, False, True]
    assert not DeviceTime().behind(5)


@pytest.mark.parametrize("ppm", [-8000, -1501, -201, 0, 50, 1500, 8000])
def test_the_rate_is_found_within_a_few_parts_per_million(ppm: int) -> None:
    found = measured(ppm, 180).ppm()
    assert found is not None
    assert abs(found - ppm) <= 8


def test_slow_ways_do_not_spoil_the_rate() -> None:
    found = measured(100, 300, jitter=8).ppm()
    assert found is not None
    assert abs(found - 100) <= 60


def test_a_rate_needs_two_minutes() -> None:
    assert measured(500, 115).ppm() is None
    assert DeviceTime().ppm() is None


def test_a_known_rate_dates_what_is_far_from_its_ping() -> None:
    time = measured(1000, 180)
    time.ppm()
    assert abs(time.dated(210_210, HOST_MS + 211_000)[0] - (HOST_MS + 210_000)) <= 1


def test_what_no_crystal_does_is_a_jump_and_all_is_measured_anew() -> None:
    time = measured(0, 180)
    time.ping(HOST_MS + 3_000_000, HOST_MS + 3_000_008, 186_000)
    assert time.ppm() is None
    assert time.count == 0
