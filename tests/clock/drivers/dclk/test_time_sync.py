import pytest

from app.clock.drivers.dclk.time_sync import DeviceTime

BLIND_MS = 50
WRAP = 1 << 32
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


def test_an_old_ping_is_used_when_there_is_no_newer_one() -> None:
    time = DeviceTime()
    time.ping(HOST_MS, HOST_MS + 10, 5)
    assert time.dated(60_000, HOST_MS + 90_000) == (HOST_MS + 60_000, 6)


def test_no_event_is_dated_later_than_it_was_heard() -> None:
    time = DeviceTime()
    time.ping(HOST_MS, HOST_MS + 10, 5)
    assert time.dated(5000, HOST_MS + 20)[0] == HOST_MS + 20


def test_dating_works_across_a_counter_wrap() -> None:
    time = measured(0, 150, start_t=WRAP - 60_000)
    assert time.ppm() == 0
    assert time.dated(90_000, HOST_MS + 151_000)[0] == HOST_MS + 150_000
    assert time.dated(WRAP - 1000, HOST_MS + 151_000)[0] == HOST_MS + 59_000


def test_a_counter_going_back_is_noticed_beyond_normal_line_delay() -> None:
    time = measured(0, 10)
    assert [time.behind(t) for t in (10_000, 9000, 12_000, 7000)] == [False, False, False, True]
    assert not DeviceTime().behind(5)


@pytest.mark.parametrize("ppm", [-8000, -1501, -201, 0, 50, 1500, 8000])
def test_the_rate_is_found_within_a_few_parts_per_million(ppm: int) -> None:
    found = measured(ppm, 180).ppm()
    assert found is not None
    assert abs(found - ppm) <= 8


def test_slow_pings_do_not_spoil_the_measured_rate() -> None:
    found = measured(100, 300, jitter=8).ppm()
    assert found is not None
    assert abs(found - 100) <= 60


def test_a_rate_needs_two_minutes() -> None:
    assert measured(500, 115).ppm() is None
    assert DeviceTime().ppm() is None


def test_a_known_rate_dates_events_far_from_their_ping() -> None:
    time = measured(1000, 180)
    time.ppm()
    assert abs(time.dated(210_210, HOST_MS + 211_000)[0] - (HOST_MS + 210_000)) <= 1


def test_an_impossible_change_is_a_jump_and_restarts_the_measurement() -> None:
    time = measured(0, 180)
    time.ping(HOST_MS + 3_000_000, HOST_MS + 3_000_008, 186_000)
    assert time.ppm() is None
    assert time.count == 0


def test_lines_may_be_two_seconds_late_and_no_more() -> None:
    time = measured(0, 10)
    half = WRAP // 2
    late_ms = (0, 2000, 2001, half, half + 1)
    assert [time.behind((10_000 - ms) % WRAP) for ms in late_ms] == [
        False,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(("after_ms", "off_ms"), [(30_000, 3), (30_001, 51)])
def test_a_ping_is_fresh_for_half_a_minute(after_ms: int, off_ms: int) -> None:
    time = DeviceTime()
    time.ping(HOST_MS - 2, HOST_MS + 2, 1000)
    time.ping(HOST_MS + 10_000, HOST_MS + 10_100, 11_050)
    assert time.dated(20_000, HOST_MS + after_ms)[1] == off_ms


def test_without_a_ping_a_line_is_assumed_up_to_50_ms_late() -> None:
    assert DeviceTime().dated(77, HOST_MS) == (HOST_MS, 50)


def test_two_minutes_are_enough_for_a_rate() -> None:
    assert measured(0, 120).ppm() == 0


@pytest.mark.parametrize(("way_ms", "counts"), [(21, True), (22, False)])
def test_a_ping_is_used_if_it_took_little_more_than_twice_the_quickest(
    way_ms: int, counts: bool
) -> None:
    time = measured(0, 150)
    time.ping(HOST_MS + 155_000, HOST_MS + 155_000 + way_ms, 156_000)
    assert (time.ppm() != 0) is counts


@pytest.mark.parametrize(("ppm", "rate"), [(20_000, 20_000), (-20_000, -20_000), (20_100, None)])
def test_a_measured_rate_may_be_off_by_at_most_two_percent(ppm: int, rate: int | None) -> None:
    assert measured(ppm, 180).ppm() == rate


def test_at_most_240_pings_are_remembered() -> None:
    assert measured(0, 5 * 300).count == 240


def test_a_rate_of_1000_ppm_corrects_the_elapsed_time_by_a_thousandth() -> None:
    time = measured(1000, 180)
    assert time.ppm() == 1000
    ping_ms = 155_000  # the first of the last half minute
    assert time.dated(155_155 + 26_000, HOST_MS + 182_000)[0] == HOST_MS + ping_ms + 26_000 - 26


def test_without_a_measured_rate_a_clock_is_assumed_accurate() -> None:
    time = DeviceTime()
    time.ping(HOST_MS, HOST_MS + 10, 5)
    assert time.dated(2_000_005, HOST_MS + 3_000_000)[0] == HOST_MS + 2_000_005
