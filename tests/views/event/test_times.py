from app.engine.acts.events import Record
from app.engine.acts.setup import ShiftTimes
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Redone
from app.engine.side import Side
from app.engine.state import State
from app.views.event.times import (
    Stretch,
    describe_change,
    overlap_words,
    running_words,
    shift_of,
    stretches,
)
from tests.engine.event import MINUTE, registered, under_way

HOUR = 60 * MINUTE
NOON = 1_800_000_000_000


def rows(*at_ms: int) -> list[Record]:
    return [Record(n, n, at, "desk", "EO", Redone(1)) for n, at in enumerate(at_ms, start=1)]


def test_the_choices_are_all_times_and_the_times_before_and_after_each_break() -> None:
    parts = stretches(rows(NOON, NOON + MINUTE, NOON + 3 * HOUR, NOON + 4 * HOUR))
    assert parts == (
        Stretch(0, None, 4, NOON, NOON + 4 * HOUR),
        Stretch(NOON + 3 * HOUR, None, 2, NOON + 3 * HOUR, NOON + 4 * HOUR, None, 179 * MINUTE),
        Stretch(0, NOON + 3 * HOUR, 2, NOON, NOON + MINUTE, NOON + 3 * HOUR, 179 * MINUTE),
        Stretch(NOON + 4 * HOUR, None, 1, NOON + 4 * HOUR, NOON + 4 * HOUR, None, HOUR),
        Stretch(0, NOON + 4 * HOUR, 3, NOON, NOON + 3 * HOUR, NOON + 4 * HOUR, HOUR),
    )
    assert stretches([]) == ()


def test_of_many_breaks_only_the_longest_are_offered_in_chronological_order() -> None:
    at = [NOON]
    for hours in (1, 6, 2, 5, 4, 3):
        at.append(at[-1] + hours * HOUR)
    breaks = [part.break_ms // HOUR for part in stretches(rows(*at)) if part.since_ms]
    assert breaks == [6, 5, 4, 3]


def test_the_shift_command_makes_the_current_time_or_the_last_row_correct() -> None:
    whole, since, before = stretches(rows(NOON, NOON + 2 * HOUR))
    now_ms, right_ms = NOON + 3 * HOUR, NOON - 23 * HOUR
    assert shift_of(State(), whole, now_ms, right_ms, right_ms) == ShiftTimes(-26 * HOUR)
    assert shift_of(State(), since, now_ms, right_ms, right_ms) == ShiftTimes(
        -26 * HOUR, NOON + 2 * HOUR
    )
    wrong = shift_of(State(), whole, now_ms, right_ms, now_ms)
    assert wrong == ShiftTimes(-26 * HOUR, computer_ahead_ms=26 * HOUR)
    command = shift_of(State(), before, now_ms, NOON + HOUR, now_ms)
    assert command == ShiftTimes(HOUR, 0, NOON + 2 * HOUR)


def test_the_effect_of_a_time_shift_is_described_in_a_sentence() -> None:
    whole, since, before = stretches(rows(NOON, NOON + 2 * HOUR))
    assert describe_change(whole, -26 * HOUR) == (
        "2 rows of the history will be shown 26 h earlier."
    )
    assert describe_change(since, 61_000) == "1 row of the history will be shown 1 min 1 s later."
    assert describe_change(whole, 0) == "Nothing changes."
    assert overlap_words(whole, -26 * HOUR) == ""
    assert overlap_words(since, -2 * HOUR) == overlap_words(before, 2 * HOUR) == ""
    assert overlap_words(since, 3 * HOUR) == overlap_words(before, -3 * HOUR) == ""
    overlaps = "The break was only 2 h long, so times on both sides of it would overlap."
    assert overlap_words(since, -3 * HOUR) == overlap_words(before, 3 * HOUR) == overlaps


def test_the_dialog_says_that_running_clocks_keep_their_time() -> None:
    keeps = "Every clock keeps its time, and no deadline moves."
    assert running_words(State()) == f"No round is under way. {keeps}"
    assert running_words(registered(4).state) == f"No round is under way. {keeps}"
    desk = under_way(4)
    assert running_words(desk.state) == f"Round 1 is under way. {keeps}"
    desk.do(StartClock(1, Side.RED))
    assert running_words(desk.state) == f"Round 1 is under way, one clock is running. {keeps}"
    desk.do(StartClock(2, Side.RED))
    assert running_words(desk.state) == f"Round 1 is under way, 2 clocks are running. {keeps}"
