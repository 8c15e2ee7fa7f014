"""The clock check: presses before a round count for it, and none of them reaches a game."""

import pytest

from app.clock.drivers.driver import (
    Abilities,
    Doubted,
    Drift,
    Fact,
    Hand,
    Noted,
    Pressed,
    Restarted,
    Touched,
)
from app.clock.hall.clock import Seat
from app.clock.hall.clock_check import (
    BOUNCE_MS,
    PRESSES,
    SLOW_MS,
    UNSURE_MS,
    CheckFault,
    ClockCheck,
    find_check_faults,
)
from app.emulators.device import DeviceSide
from app.engine.acts.rounds import StartRound
from tests.clock.games import MINUTE, RED, room_with
from tests.clock.hall.one_clock import Hall
from tests.clock.hall.test_bank import KINDS

PLUNGERS = Abilities(holds_time=False, touched=True)


def checked(hall: Hall) -> ClockCheck:
    assert hall.bank.check is not None
    return hall.bank.check.of("c")


def faults(hall: Hall) -> tuple[CheckFault, ...]:
    assert hall.bank.check is not None
    return find_check_faults(hall.it, checked(hall), hall.bank.check.begun_ms)


def press_both_sides(hall: Hall, times: int) -> None:
    for _ in range(times):
        for hand in Hand:
            hall.hear(Touched(hall.later(600), hand))


def test_ten_presses_a_side_complete_the_check_of_a_working_clock() -> None:
    hall = Hall(PLUNGERS, started=False)
    hall.bank.begin_check()
    press_both_sides(hall, 9)
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    assert not checked(hall).is_complete
    hall.hear(Touched(hall.later(600), Hand.RIGHT))
    assert checked(hall).is_complete
    assert (checked(hall).left.presses, checked(hall).right.presses) == (10, 10)
    assert faults(hall) == ()


def test_a_press_during_the_check_does_not_decide_who_goes_first() -> None:
    hall = Hall(PLUNGERS, started=False)
    hall.bank.begin_check()
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    assert hall.it.first is None
    hall.bank.end_check()
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    assert hall.it.first is RED.other
    assert checked(hall).left.presses == 1


def test_a_press_in_a_round_that_began_during_the_check_starts_its_game() -> None:
    hall = Hall(started=False)
    hall.bank.begin_check()
    hall.hear(Pressed(hall.later(600), Hand.LEFT))
    assert hall.game().play.clock is None
    hall.do(StartRound(1))
    hall.hear(Pressed(hall.later(600), Hand.LEFT))
    assert hall.game().play.clock is not None
    assert checked(hall).left.presses == 1


def test_a_press_for_a_waiting_table_binds_its_clock_during_the_check() -> None:
    hall = Hall(PLUNGERS, started=False)
    assert hall.bank.seating.seat("c", None) == ""
    hall.bank.begin_check()
    hall.bank.seating.await_press(1)
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    assert hall.it.seat == Seat(1)
    assert checked(hall) == ClockCheck()


def test_a_clock_without_a_table_is_checked_too() -> None:
    hall = Hall(PLUNGERS, started=False)
    assert hall.bank.seating.seat("c", None) == ""
    hall.bank.begin_check()
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    assert checked(hall).left.presses == 1


def test_a_repeated_press_is_a_bounce_unless_the_other_side_pressed_in_between() -> None:
    hall = Hall(PLUNGERS, started=False)
    hall.bank.begin_check()
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    hall.hear(Touched(hall.later(BOUNCE_MS - 1), Hand.LEFT))
    assert (checked(hall).left.presses, checked(hall).bounces) == (1, 1)
    assert faults(hall) == (CheckFault.BOUNCES,)
    hall.bank.begin_check()
    hall.hear(Touched(hall.later(600), Hand.LEFT))
    hall.hear(Touched(hall.later(20), Hand.RIGHT))
    hall.hear(Touched(hall.later(20), Hand.LEFT))
    hall.hear(Touched(hall.later(BOUNCE_MS), Hand.LEFT))
    assert (checked(hall).left.presses, checked(hall).bounces) == (3, 0)


@pytest.mark.parametrize(("late_ms", "found"), [(SLOW_MS, ()), (SLOW_MS + 1, (CheckFault.SLOW,))])
def test_a_clock_whose_presses_are_heard_late_is_slow(
    late_ms: int, found: tuple[CheckFault, ...]
) -> None:
    hall = Hall(PLUNGERS, started=False)
    hall.bank.begin_check()
    for hand in Hand:
        at_ms = hall.later(600)
        hall.later(late_ms)
        hall.hear(Touched(at_ms, hand))
    assert checked(hall).delay_ms == late_ms
    assert faults(hall) == found


def test_the_check_uses_the_median_delay_and_not_a_single_slow_press() -> None:
    hall = Hall(PLUNGERS, started=False)
    hall.bank.begin_check()
    for delay_ms in (30, 20, 9000):
        at_ms = hall.later(600)
        hall.later(delay_ms)
        hall.hear(Touched(at_ms, Hand.LEFT))
    assert checked(hall).delay_ms == 30


@pytest.mark.parametrize(
    ("message", "found"),
    [
        (Restarted(0), CheckFault.RESTARTED),
        (Noted(0, Fact.BATTERY_LOW, "9 %"), CheckFault.BATTERY_LOW),
        (Noted(0, Fact.UNPLUGGED), CheckFault.UNPLUGGED),
        (Drift(0, 1501), CheckFault.WRONG),
        (Doubted(0, "Its lever is stuck.", lasting=True), CheckFault.DOUBTED),
        (Pressed(0, Hand.LEFT, late_ms=UNSURE_MS + 1), CheckFault.UNSURE),
    ],
)
def test_a_problem_the_clock_reports_is_a_fault_in_the_check(
    message: object, found: CheckFault
) -> None:
    hall = Hall(started=False)
    hall.bank.begin_check()
    hall.hear(message)
    assert found in faults(hall)


def test_a_changed_battery_and_a_reset_before_the_check_are_no_faults() -> None:
    hall = Hall(started=False)
    hall.hear(Restarted(hall.later(600)))
    hall.hear(Noted(hall.later(600), Fact.BATTERY_LOW))
    hall.hear(Noted(hall.later(600), Fact.BATTERY_FINE))
    hall.bank.seating.seat("c", None)  # what its row says of the reset is of its table
    hall.later(1)
    hall.bank.begin_check()
    assert faults(hall) == ()


def test_a_clock_that_went_away_fails_the_check() -> None:
    hall = Hall(started=False)
    hall.bank.begin_check()
    hall.bank.went("c", "The cable was pulled.")
    assert faults(hall)[0] is CheckFault.AWAY


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_clock_has_its_presses_counted_and_then_its_game_s_times_restored(
    kind: str,
) -> None:
    """By emulators that were written from the clocks' documents and recordings."""
    room, port = room_with(kind, started=False)
    before = room.lines[port].truth(room.now_ms)
    room.bank.begin_check()
    room.run(5000)
    for _ in range(PRESSES + 2):
        for hand in DeviceSide:
            room.press(port, hand)
            room.run(2500)
    clock, check = room.clock(port), room.bank.check
    assert clock is not None
    assert check is not None
    found = check.of(clock.name)
    assert found.is_complete
    assert find_check_faults(clock, found, check.begun_ms) == ()
    room.bank.end_check()
    room.run(5000)
    assert room.game().play.clock is None
    truth = room.lines[port].truth(room.now_ms)
    if clock.abilities.runs:
        assert truth.running is None
    if clock.abilities.sets:  # it was run for the check, or has kept its times
        hour = 60 * MINUTE
        shown = (truth.left_ms, truth.right_ms)
        assert shown in {(hour, hour), (before.left_ms, before.right_ms)}


@pytest.mark.parametrize("kind", ["upd", "hourglass"])
def test_a_clock_that_runs_for_its_check_is_set_for_its_game_when_the_round_starts(
    kind: str,
) -> None:
    room, port = room_with(kind, started=False)
    room.bank.begin_check()
    room.run(5000)
    room.press(port, DeviceSide.LEFT)
    room.run(2500)
    room.do(StartRound(1))
    room.run(5000)
    truth = room.lines[port].truth(room.now_ms)
    assert truth.running is None
    assert (truth.left_ms, truth.right_ms) == (60 * MINUTE, 60 * MINUTE)
    assert room.game().play.clock is None
    room.bank.end_check()
    room.run(5000)
    assert room.lines[port].truth(room.now_ms) == truth
