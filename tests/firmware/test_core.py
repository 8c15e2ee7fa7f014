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
    clock.push(LEFT)
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
        clock.wait(now - clock.now, step=1)
        clock.contact(LEFT, closed)
    clock.wait(2, step=1)
    assert [event.split()[2] for event in clock.events()] == ["t=0", "t=80"]


def test_both_plungers_at_once_hand_over_once(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.contact(RIGHT, True)
    clock.wait(1)
    clock.push(LEFT)
    kinds = [event.split()[3] for event in clock.events()]
    assert (kinds, clock.running) == (["k=IGN", "k=PRESS"], "R")


@pytest.mark.parametrize("state", ["N", "P", "L"])
def test_a_press_out_of_turn_changes_nothing(clock: Clock, state: str) -> None:
    started(clock, 60_000, 60_000)
    if state != "L":
        clock.does("PAUSE" if state == "P" else "END")
    clock.now += 5
    left, right = clock.times()
    clock.push(RIGHT)
    assert clock.events()[0].startswith(f"EV s=1 t=5 k=IGN by=R run={state} ")
    assert (clock.running, clock.times()) == (state, (left - 2 * (state == "L"), right))


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
    clock.push(LEFT)
    assert clock.events() == ["EV s=1 t=4999 k=PRESS by=L run=R l=1 r=60000"]
    clock.does("PAUSE")
    started(clock, 60_000, 5_000, "R")
    clock.now += 5_000
    clock.push(RIGHT)
    assert clock.fallen == "R"


def test_a_glitch_just_before_the_end_does_not_hold_up_the_flag(clock: Clock) -> None:
    started(clock, 5_000, 60_000)
    clock.now = 4_999
    clock.contact(LEFT, True)
    clock.wait(1)
    clock.contact(LEFT, False)
    clock.wait(20, step=1)
    assert clock.events() == ["EV s=1 t=5000 k=FLAG by=L run=N l=0 r=60000"]


def test_a_glitch_of_one_look_is_no_press(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    for apart in (1, 3, 15, 50):
        clock.contact(LEFT, True)
        clock.contact(LEFT, False) if apart == 1 else clock.core.contact(
            clock.at, LEFT, False, clock.stamp
        )
        clock.down.discard(LEFT)
        clock.wait(apart, step=1)
    assert clock.events() == []


def test_a_contact_that_chatters_while_it_closes_is_a_press_at_its_first_edge(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.now = 1_000
    for _ in range(6):
        clock.contact(LEFT, True)
        clock.wait(1, step=1)
        clock.contact(LEFT, False)
        clock.wait(3, step=1)
    clock.push(LEFT)
    assert clock.events() == ["EV s=1 t=1000 k=PRESS by=L run=R l=59000 r=60000"]


def test_a_glitch_well_before_a_press_does_not_date_it(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    for _ in range(20):
        clock.contact(LEFT, True)
        clock.contact(LEFT, False)
        clock.wait(9, step=1)
    clock.wait(20, step=1)
    at = clock.now
    clock.push(LEFT)
    assert clock.events()[0].split()[2] == f"t={at}"


def test_a_press_that_a_command_overtook_invents_no_time(clock: Clock) -> None:
    started(clock, 60_000, 60_000)
    clock.wait(1_000)
    clock.contact(LEFT, True)
    clock.wait(1, step=1)
    clock.does("RUN L")
    clock.wait(2, step=1)
    assert sum(clock.times()) == 120_000 - clock.now


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
    clock.press(PAUSE)
    resumed = clock.now - 40
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
    """40,000 random acts a seed: used by left, used by right and stopped are all that passed."""
    lot = random.Random(seed)
    clock = Clock(WRAP - lot.randrange(10_000_000))
    orders = ("PAUSE", "RESUME", "RUN L", "RUN R", "PING 1", "END")
    flags, fallen = 0, False
    for _ in range(40_000):
        side, before, was = clock.running, clock.times(), clock.now
        clock.wait(lot.choice((0, 1, 39, 40, 41, 700, lot.randrange(30_000))), step=30_000)
        if lot.random() < 0.9:
            button = lot.choice((LEFT, RIGHT, PAUSE))
            if button == PAUSE:  # held, it would set the times
                clock.press(PAUSE)
            else:
                clock.contact(button, lot.random() < 0.6)
            clock.wait(12, step=1)  # it is decided by then
        else:
            clock.order(lot.choice(orders))
        used = sum(before) - sum(clock.times())
        events = clock.events()
        stood = side not in "LR" and not any("RESUME" in event for event in events)
        ran = side in "LR" and clock.running in "LR" and not any("PAUSE" in e for e in events)
        assert 0 <= used <= clock.now - was
        assert not ran or used == clock.now - was
        assert not stood or used == 0 or clock.running in "LR"
        fell = [event for event in events if "k=FLAG" in event]
        assert len(fell) == (clock.fallen != "-" and not fallen)
        fallen = clock.fallen != "-"
        flags += len(fell)
        if clock.running not in "LR" and (0 in clock.times() or lot.random() < 0.1):
            started(clock, 90_000, 70_000, lot.choice("LR"))
            fallen = False
    assert flags > 50
    clock.close()
