"""Between two turns nobody's time runs: continuous effects are resolved, then the player starts."""

import pytest

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.table import Interrupt, StartClock, Tap, TurnStarted
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.table.marks import advance
from app.views.history.rows import describe
from app.views.round.live import live_row
from app.views.table.clock_face import Mood, face
from app.views.table.table import table_view
from tests.engine.event import MINUTE, PACKETS, Desk, settings, under_way
from tests.engine.script import with_started_turns

RED, BLUE = Side.RED, Side.BLUE


def deployed(steps: int = 4) -> Desk:
    desk = under_way(2, settings(50), 10, packet=with_started_turns(PACKETS["sr2014"]))
    desk.do(StartClock(1, RED))
    for step in range(steps):
        desk.now_ms += MINUTE
        desk.do(Tap(1, RED if step % 2 == 0 else BLUE))
    return desk


def test_the_time_between_two_turns_is_charged_to_nobody_and_not_lost() -> None:
    desk = deployed()
    desk.now_ms += 2 * MINUTE
    desk.do(Tap(1, RED))
    desk.now_ms += 3 * MINUTE
    clock, now_ms = desk.game().play.clock, desk.now_ms
    assert clock is not None
    assert clock.paused(now_ms) == 2 * MINUTE
    assert clock.remaining(RED, now_ms) == 7 * MINUTE
    assert sum(clock.used(side, now_ms) for side in Side) + clock.paused(now_ms) == clock.elapsed(
        now_ms
    )


@pytest.mark.parametrize(
    ("side", "mood", "word", "note"),
    [
        (
            RED,
            Mood.HELD,
            "Your turn’s time waits",
            "Resolve continuous effects, then tap here to start your turn",
        ),
        (
            BLUE,
            Mood.RESTING,
            "Red’s turn is next",
            "Red resolves continuous effects. No clock is running",
        ),
    ],
)
def test_between_turns_both_players_are_told_who_starts_the_next_turn(
    side: Side, mood: Mood, word: str, note: str
) -> None:
    desk = deployed()
    shown = face(desk.game(), table_view(desk.state, desk.game()), side, desk.now_ms)
    assert (shown.mood, shown.word, shown.note, shown.digits) == (mood, word, note, "10:00")


def test_the_organizer_sees_that_a_turn_has_not_started() -> None:
    desk = deployed()

    def turn() -> str:
        return live_row(table_view(desk.state, desk.game()), desk.now_ms).explanation

    assert turn() == "Red’s turn 1, not started"
    desk.do(Tap(1, RED))
    assert turn() == "Red’s turn 1"


def test_players_start_their_own_turns_only_in_timed_turn_formats() -> None:
    for packet in PACKETS.values():
        for timing in packet.timings:
            assert timing.player_starts_turn is (timing.kind is TimingKind.TURNS), packet.key


def test_a_start_or_an_interrupt_out_of_place_changes_nothing() -> None:
    game = deployed().game()
    assert advance(game.terms, game.play, TurnStarted(1, 0, BLUE)) is game.play
    assert advance(game.terms, game.play, Interrupt(1, at_ms=0)) is game.play
    begun = advance(game.terms, game.play, TurnStarted(1, 5 * MINUTE, RED))
    assert not begun.awaits_start
    assert advance(game.terms, begun, TurnStarted(1, 6 * MINUTE, RED)) is begun


def test_a_physical_clock_has_no_time_between_two_turns() -> None:
    game = deployed().game()
    held = advance(game.terms, game.play, HoldTime(1, by_clock=True, at_ms=4 * MINUTE))
    assert not held.awaits_start


def test_the_history_records_the_start_of_a_turns_time() -> None:
    desk = deployed()
    (started,) = desk.do(Tap(1, RED))
    assert isinstance(started, TurnStarted)
    assert "started the turn’s time" in describe(desk.records[-1], desk.state)
