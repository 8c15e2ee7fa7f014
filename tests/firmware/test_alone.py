"""A clock without a host: it is set and started by its own plungers, and beeps by itself."""

import pytest

from tests.firmware.bench import LEFT, PAUSE, RIGHT, WRAP, Clock, started

MINUTE_MS = 60_000
ALONE_MS = 10_000


def set_by_hand(clock: Clock, left: int, right: int) -> None:
    """Minutes a side, by short pushes."""
    clock.contact(PAUSE, True)
    clock.wait(2_100, step=1)
    clock.let_go(PAUSE)
    assert clock.is_setting
    for button, minutes in ((LEFT, left), (RIGHT, right)):
        for _ in range(minutes):
            clock.press(button)
    clock.press(PAUSE)
    assert not clock.is_setting


@pytest.mark.parametrize("start", [0, WRAP - 5_000])
def test_a_clock_is_set_and_started_by_its_own_plungers(start: int) -> None:
    clock = Clock(start)
    set_by_hand(clock, 3, 2)
    assert clock.times() == (3 * MINUTE_MS, 2 * MINUTE_MS)
    assert [event.split()[3] for event in clock.events()] == ["k=BTN", "k=ADJ"]
    pressed = clock.now
    clock.press(RIGHT)
    clock.wait(10_000 - 80)
    assert clock.running == "L"
    assert clock.times() == (3 * MINUTE_MS - (clock.now - pressed), 2 * MINUTE_MS)
    clock.press(LEFT)
    assert clock.running == "R"
    clock.close()


def test_a_plunger_that_is_held_adds_five_minutes_at_a_time(clock: Clock) -> None:
    clock.contact(PAUSE, True)
    clock.wait(2_100, step=1)
    clock.let_go(PAUSE)
    clock.contact(LEFT, True)
    clock.wait(800 + 11 * 400 + 10, step=1)
    clock.let_go(LEFT)
    assert clock.times() == (60 * MINUTE_MS, 0)


def test_more_than_three_hours_begin_again_at_none(clock: Clock) -> None:
    set_by_hand(clock, 181, 180)
    assert clock.times() == (0, 180 * MINUTE_MS)


def test_setting_ends_by_itself_and_leaves_the_times(clock: Clock) -> None:
    started(clock, 90_000, 60_000)
    clock.does("PAUSE")
    before = clock.times()
    clock.contact(PAUSE, True)
    clock.wait(2_100, step=1)
    clock.let_go(PAUSE)
    assert clock.is_setting
    clock.wait(20_000)
    assert not clock.is_setting
    assert (clock.times(), clock.running) == (before, "P")
    assert clock.events() == []


def test_orders_wait_while_somebody_sets_the_times(clock: Clock) -> None:
    clock.contact(PAUSE, True)
    clock.wait(2_100, step=1)
    for order in ("SET 1 1", "RUN L", "PAUSE", "RESUME", "END", "MODE B"):
        assert clock.say(order) == f"ER {clock.id} 5 busy"
    assert clock.say("PING 1").startswith("PO ")


def test_nobody_sets_times_while_a_side_counts(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.contact(PAUSE, True)
    clock.wait(5_000, step=1)
    assert not clock.is_setting
    assert clock.running == "P"


def test_with_a_host_a_plunger_starts_no_game_and_without_one_it_does(clock: Clock) -> None:
    clock.does("SET 600000 600000")
    clock.press(LEFT)
    assert clock.running == "N"
    clock.wait(ALONE_MS)
    clock.press(LEFT)
    assert clock.running == "R"
    assert [event.split()[3] for event in clock.events()] == ["k=IGN", "k=PRESS"]


def test_without_a_host_the_pause_button_also_resumes_when_released(clock: Clock) -> None:
    set_by_hand(clock, 5, 5)
    clock.press(LEFT)
    clock.wait(ALONE_MS)
    clock.press(PAUSE)
    assert clock.running == "P"
    clock.contact(PAUSE, True)
    clock.wait(300, step=1)
    assert clock.running == "P"
    clock.let_go(PAUSE)
    assert clock.running == "R"


def test_it_beeps_at_a_minute_and_at_zero_and_once_each(clock: Clock) -> None:
    started(clock, 62_000, 600_000)
    clock.wait(1_999, step=1)
    assert clock.beeps == 0
    clock.wait(1, step=1)
    assert (clock.beeps, clock.core.told(clock.at)) == (1, b"BEEP 300")
    for button in (LEFT, RIGHT, LEFT, RIGHT):
        clock.press(button)
    assert clock.beeps == 1
    clock.wait(60_000)
    assert (clock.beeps, clock.core.told(clock.at)) == (2, b"BEEP 2000")
    clock.wait(60_000)
    assert clock.beeps == 2


def test_a_game_of_less_than_a_minute_beeps_at_zero_only(clock: Clock) -> None:
    started(clock, 30_000, 30_000)
    clock.wait(31_000)
    assert clock.beeps == 1
