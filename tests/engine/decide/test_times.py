"""The event's times after the computer's clock was wrong: what is shown changes, nothing else."""

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import FlagFell, NoticeFlag, StartClock
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold
from app.engine.rounds.schedule import day_plan
from app.engine.side import Side
from app.engine.subjects.setup.times import shift_words
from tests.engine.event import MINUTE, Desk, under_way

LATEST_MS = 4_102_444_800_000
HOUR = 60 * MINUTE
NOW = 1_800_000_000_000


def at_noon() -> Desk:
    desk = under_way(4)
    desk.now_ms = NOW
    return desk


@pytest.mark.parametrize("by_ms", [-26 * HOUR, 26 * HOUR])
def test_correcting_the_times_changes_what_is_shown_but_no_clock(by_ms: int) -> None:
    desk = at_noon()
    desk.do(StartClock(1, Side.RED))
    games, rounds = desk.state.games, desk.state.rounds
    desk.do(ShiftTimes(by_ms), NOW + MINUTE)
    assert (desk.state.games, desk.state.rounds) == (games, rounds)
    assert desk.state.shown_ms(NOW) == NOW + by_ms
    assert desk.state.shown_ms(NOW + HOUR) == NOW + HOUR + by_ms
    assert desk.state.shift_ms == by_ms
    assert fold(desk.records) == desk.state
    clock = desk.state.games[1].play.clock
    assert clock is not None
    due_ms = clock.deadline()
    assert due_ms == NOW + HOUR
    assert desk.do(NoticeFlag(1), due_ms)[0] == FlagFell(1, due_ms, Side.RED)


def test_the_latest_possible_date_is_checked_against_the_shown_times() -> None:
    desk = at_noon()
    desk.do(ShiftTimes(LATEST_MS - NOW - HOUR), NOW)
    desk.do(ShiftTimes(HOUR), NOW)
    assert "No event takes place on that date" in desk.refused(ShiftTimes(1))


def test_the_day_plan_follows_the_corrected_times() -> None:
    desk = at_noon()
    desk.do(ShiftTimes(90 * MINUTE))
    began = [
        day_plan(desk.state, lambda at_ms: at_ms // MINUTE % 1440)[0].began,
        day_plan(desk.state, lambda at_ms: desk.state.shown_ms(at_ms) // MINUTE % 1440)[0].began,
    ]
    assert None not in began
    assert began[1] - began[0] == 90


def test_a_correction_shifts_only_the_period_that_was_wrong() -> None:
    desk = at_noon()
    desk.do(ShiftTimes(-26 * HOUR, NOW - HOUR), NOW)
    assert desk.state.shown_ms(NOW - HOUR - 1) == NOW - HOUR - 1
    assert desk.state.shown_ms(NOW - HOUR) == NOW - 27 * HOUR
    desk.do(ShiftTimes(3 * HOUR, 0, NOW - 2 * HOUR), NOW)
    assert desk.state.shown_ms(NOW - 3 * HOUR) == NOW
    assert desk.state.shown_ms(NOW - 2 * HOUR) == NOW - 2 * HOUR
    assert desk.state.shift_ms == -26 * HOUR


def test_the_computers_error_is_taken_from_the_last_correction_of_the_present() -> None:
    desk = at_noon()
    assert desk.state.computer_ahead_ms == 0
    desk.do(ShiftTimes(-26 * HOUR, computer_ahead_ms=26 * HOUR))
    desk.do(ShiftTimes(3 * HOUR, 0, NOW - 2 * HOUR))
    assert desk.state.computer_ahead_ms == 26 * HOUR
    desk.do(ShiftTimes(HOUR))
    assert desk.state.computer_ahead_ms == 0
    desk.do(Undo())
    assert desk.state.computer_ahead_ms == 26 * HOUR


def test_correcting_the_times_can_be_undone_and_redone() -> None:
    desk = at_noon()
    desk.do(ShiftTimes(-HOUR))
    desk.do(Undo())
    assert (desk.state.shift_ms, desk.state.shown_ms(NOW)) == (0, NOW)
    desk.do(Redo())
    assert desk.state.shown_ms(NOW) == NOW - HOUR
    desk.do(ShiftTimes(-HOUR))
    assert desk.state.time_shifts == (ShiftTimes(-HOUR), ShiftTimes(-HOUR))
    assert desk.state.shown_ms(NOW) == NOW - 2 * HOUR


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (ShiftTimes(0), "already right"),
        (ShiftTimes(HOUR, NOW + 1), "Choose a stretch"),
        (ShiftTimes(HOUR, -1), "Choose a stretch"),
        (ShiftTimes(HOUR, 5, 4), "Choose a stretch"),
        (ShiftTimes(HOUR, 0, NOW + 1), "Choose a stretch"),
        (ShiftTimes(-NOW - 1), "No event takes place"),
        (ShiftTimes(NOW + NOW), "No event takes place"),
        (ShiftTimes(-6, 0, 5), "No event takes place"),
    ],
)
def test_an_impossible_time_correction_is_refused(command: ShiftTimes, said: str) -> None:
    decision = at_noon().ask(command)
    assert isinstance(decision, Refused)
    assert said in decision.sentence


def test_no_time_is_shown_before_1970() -> None:
    desk = at_noon()
    desk.do(ShiftTimes(-NOW))
    assert desk.state.shown_ms(5) == 0


@pytest.mark.parametrize(("by_ms", "words"), [(1, "0 s later"), (-1, "0 s earlier")])
def test_a_shift_by_less_than_a_second_still_has_its_direction(by_ms: int, words: str) -> None:
    assert shift_words(by_ms) == words
