from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.events import Event, Record
from app.engine.acts.rounds import RoundPublished
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import ClockStarted, TurnEnded
from app.engine.evolve import fold
from app.engine.state import State
from app.views.history.rows import changes_earlier_rows, describe
from tests.views.history.test_rows import (
    ADDED,
    BLUE,
    DRAWN,
    PACKET,
    RED,
    SETTINGS,
    log,
    row,
)


def tapping(*events: Event) -> State:
    return fold(log((CreateEvent(SETTINGS, PACKET), ADDED, DRAWN, *events)))


def test_a_tap_names_the_phase_or_turn_that_it_ended() -> None:
    taps = [TurnEnded(1, 10 * n, BLUE if n % 2 else RED) for n in range(1, 8)]
    state = tapping(ClockStarted(1, 4, BLUE), *taps)
    assert [describe(row(tap), state).removeprefix("Table 4: ") for tap in taps] == [
        "Bo tapped at the end of deployment",
        "Ann tapped at the end of deployment",
        "Bo tapped at the end of advance deployment",
        "Ann tapped at the end of advance deployment",
        "Bo tapped at the end of turn 1",
        "Ann tapped at the end of turn 1",
        "Bo tapped at the end of turn 2",
    ]


def test_a_tap_that_ended_nothing_names_no_turn() -> None:
    again = TurnEnded(1, 11, RED)
    state = tapping(ClockStarted(1, 4, RED), TurnEnded(1, 10, RED), again)
    assert describe(row(again), state) == "Table 4: Ann tapped"


def test_taps_are_described_by_the_current_reading_of_the_switches() -> None:
    taps = [TurnEnded(1, 10 * n, BLUE if n % 2 else RED) for n in range(1, 9)]
    read = RelabelPress(1, RED, 50, interrupt=True, at_ms=85)
    before = tapping(ClockStarted(1, 4, BLUE), *taps)
    after = tapping(ClockStarted(1, 4, BLUE), *taps, read)
    assert describe(row(taps[7]), before) == "Table 4: Ann tapped at the end of turn 2"
    assert describe(row(taps[4]), after) == "Table 4: Bo tapped"
    assert describe(row(taps[6]), after) == "Table 4: Bo tapped at the end of turn 1"
    assert describe(row(taps[7]), after) == "Table 4: Ann tapped at the end of turn 1"


def test_late_events_and_reinterpreted_switches_may_change_earlier_rows() -> None:
    assert changes_earlier_rows(Record(1, 1, 90, "table 4", "Red", TurnEnded(1, 10, RED)))
    assert changes_earlier_rows(
        Record(1, 1, 90, "desk", "EO", RelabelPress(1, None, 50, interrupt=True, at_ms=90))
    )
    assert not changes_earlier_rows(Record(1, 1, 90, "table 4", "Red", TurnEnded(1, 90, RED)))
    assert not changes_earlier_rows(row(RoundPublished(1)))
