"""The time the core keeps: presses, pauses, flags, the wrap of its milliseconds."""

import random

import pytest

from tests.firmware.bench import LEFT, PAUSE, RIGHT, SPARE, WRAP, Clock, started


def test_only_the_side_that_runs_loses_time(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.wait(1_234)
    assert clock.times() == (58_766, 60_000)


def test_a_press_hands_over_at_its_first_edge(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.now += 7_001
    clock.contact(LEFT, True)
    assert clock.events() == ["EV s=1 t=7001 k=PRESS by=L run=R l=52999 r=60000"]


def test_a_bouncing_contact_is_one_press(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    for closed in (True, False, True, False, True):
        clock.contact(LEFT, closed)
        clock.now += 9
    clock.now = 500
    for closed in (False, True, False, True, False):
        clock.contact(LEFT, closed)
        clock.now += 9
    clock.now = 600
    clock.contact(LEFT, False)
    assert clock.events() == ["EV s=1 t=0 k=PRESS by=L run=R l=60000 r=60000"]


def test_a_button_counts_again_after_40_ms(clock: Clock) -> None:
    for now, closed in ((0, True), (39, False), (40, False), (79, True), (80, True)):
        clock.now = now
        clock.contact(LEFT, closed)
    assert [event.split()[2] for event in clock.events()] == ["t=0", "t=80"]


def test_both_plungers_at_once_hand_over_once(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.contact(RIGHT, True)
    clock.contact(LEFT, True)
    kinds = [event.split()[3] for event in clock.events()]
    assert (kinds, clock.running) == (["k=IGN", "k=PRESS"], "R")


@pytest.mark.parametrize("state", ["N", "P", "L"])
def test_a_press_out_of_turn_changes_nothing(clock: Clock, state: str) -> None:
    started(clock, 60_000, 60_000)
    if state != "L":
        clock.does("PAUSE" if state == "P" else "END")
    clock.now += 5
    before = clock.times()
    clock.contact(RIGHT, True)
    assert clock.events()[0].startswith(f"EV s=1 t=5 k=IGN by=R run={state} ")
    assert (clock.running, clock.times()) == (state, before)


def test_a_flag_falls_when_the_time_is_used_up_however_late_that_is_seen(clock: Clock) -> None:
    started(clock, 5_000, 60_000)
    clock.now = 5_700
    clock.contact(LEFT, True)
    clock.wait(3_000)
    assert clock.events() == [
        "EV s=1 t=5000 k=FLAG by=L run=N l=0 r=60000",
        "EV s=2 t=5700 k=IGN by=L run=N l=0 r=60000",
    ]


def test_a_press_at_the_very_end_comes_too_late_and_a_millisecond_before_does_not(
    clock: Clock,
) -> None:
    started(clock, 5_000, 60_000)
    clock.now = 4_999
    clock.contact(LEFT, True)
    assert clock.running == "R"
    clock.does("PAUSE")
    started(clock, 60_000, 5_000, "R")
    clock.now = 9_999
    clock.contact(RIGHT, True)
    assert clock.fallen == "R"


def test_a_fallen_flag_stays_until_the_times_are_set(clock: Clock) -> None:
    started(clock, 100, 100)
    clock.wait(200)
    assert clock.say("RUN R") == f"ER {clock.id} 3 badstate"
    assert clock.fallen == "L"
    started(clock, 100, 100)
    assert (clock.fallen, clock.running) == ("-", "L")


def test_the_pause_button_pauses_and_resumes_the_same_side(clock: Clock) -> None:
    started(clock, 60_000, 60_000, "R")
    clock.now = 1_000
    clock.press(PAUSE)
    clock.wait(10_000)
    resumed = clock.now
    clock.press(PAUSE)
    assert clock.events() == [
        "EV s=1 t=1000 k=PAUSE run=P l=60000 r=59000",
        f"EV s=2 t={resumed} k=RESUME run=R l=60000 r=59000",
    ]


def test_other_buttons_are_reported_by_their_number(clock: Clock) -> None:
    clock.press(PAUSE)
    clock.press(SPARE)
    clock.contact(9, True)
    assert [event.split()[3:5] for event in clock.events()] == [
        ["k=BTN", "by=0"],
        ["k=BTN", "by=1"],
    ]


def test_times_set_on_the_device_are_reported(clock: Clock) -> None:
    assert clock.core.adjust(clock.at, 1_000, 2_000, clock.stamp) == 0
    assert clock.core.adjust(clock.at, 1_000, 360_000_000, clock.stamp) == 2
    assert clock.events() == ["EV s=1 t=0 k=ADJ run=N l=1000 r=2000"]
    clock.does("RUN L")
    assert clock.core.adjust(clock.at, 5, 5, clock.stamp) == 3


def test_times_set_on_the_device_take_back_a_flag(clock: Clock) -> None:
    started(clock, 100, 100)
    clock.wait(100)
    assert clock.fallen == "L"
    clock.core.adjust(clock.at, 1_000, 1_000, clock.stamp)
    assert clock.fallen == "-"


def test_a_low_battery_is_reported(clock: Clock) -> None:
    clock.core.battery_low(clock.at, clock.stamp)
    clock.core.battery(clock.at, 9)
    assert clock.events() == ["EV s=1 t=0 k=LOWBAT run=N l=0 r=0"]
    clock.wait(1_000)
    assert clock.lines()[-1].endswith(" bat=9")


@pytest.mark.parametrize("start", [WRAP - 2_500, WRAP - 1, 0, WRAP // 2 - 2_500])
def test_the_wrap_of_the_milliseconds_goes_unnoticed(start: int) -> None:
    clock = Clock(start)
    started(clock, 5_000, 5_000)
    clock.wait(2_000)
    clock.press(LEFT)
    clock.wait(4_920)
    pressed = (start + 2_000) % WRAP
    flagged = (start + 7_000) % WRAP
    assert clock.events() == [
        f"EV s=1 t={pressed} k=PRESS by=L run=R l=3000 r=5000",
        f"EV s=2 t={flagged} k=FLAG by=R run=N l=3000 r=0",
    ]
    clock.close()


def test_a_clock_left_on_for_weeks_still_keeps_time(clock: Clock) -> None:
    clock.wait(60 * 86_400_000, step=86_400_000)
    started(clock, 359_999_999, 1)
    clock.wait(359_999_998, step=3_600_000)
    assert clock.times() == (1, 1)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_time_is_neither_made_nor_lost_over_random_play(seed: int) -> None:
    """25,000 random acts a seed: used by left, used by right and stopped are all that passed."""
    lot = random.Random(seed)
    clock = Clock(WRAP - lot.randrange(10_000_000))
    orders = ("PAUSE", "RESUME", "RUN L", "RUN R", "PING 1", "END")
    flags = 0
    for _ in range(25_000):
        side, before, was = clock.running, clock.times(), clock.now
        clock.now += lot.choice((0, 1, 39, 40, 41, 700, lot.randrange(30_000)))
        expected = list(before)
        if side in "LR":
            index = "LR".index(side)
            expected[index] = max(0, before[index] - (clock.now - was))
        due = side in "LR" and expected["LR".index(side)] == 0
        if lot.random() < 0.9:
            clock.contact(lot.choice((LEFT, RIGHT, PAUSE)), lot.random() < 0.6)
        else:
            clock.order(lot.choice(orders))
        clock.core.tick(clock.at, clock.stamp)
        assert list(clock.times()) == expected
        assert sum("k=FLAG" in line for line in clock.lines()) == due
        flags += due
        if clock.running not in "LR" and (0 in expected or lot.random() < 0.1):
            started(clock, 90_000, 70_000, lot.choice("LR"))
    assert flags > 50
    clock.close()
