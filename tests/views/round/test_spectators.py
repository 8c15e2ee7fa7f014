"""What spectators see of a table: clock, score and turn, and nothing secret."""

from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.table import NoticeFlag, PauseClock, Tap
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.state import State
from app.views.round.spectators import SpectatorTable, spectator_round
from tests.engine.event import MINUTE, Desk, registered, settings, start_clock, under_way

HOUR = 60 * MINUTE


def table_of(desk: Desk, table: int = 1) -> SpectatorTable:
    (shown,) = spectator_round(desk.state, desk.now_ms, table).tables
    return shown


def test_spectators_get_the_end_time_of_a_running_clock() -> None:
    desk = under_way(4)
    start_clock(desk, 1, Side.BLUE)
    desk.now_ms = 90_000
    shown = table_of(desk)
    assert shown.runs is Side.BLUE
    assert (shown.sides.blue.left_ms, shown.sides.blue.ends_ms) == (None, HOUR)
    assert (shown.sides.red.left_ms, shown.sides.red.ends_ms) == (HOUR, None)
    assert (shown.turn, shown.words) == ("Blue’s deployment", "")
    later = desk.now_ms
    desk.now_ms += 5_000
    assert table_of(desk) == shown, later


def test_spectators_get_the_remaining_time_of_a_paused_clock() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    desk.do(PauseClock(number, "Fire alarm"), 2 * MINUTE)
    shown = table_of(desk)
    assert shown.runs is None
    assert (shown.sides.red.left_ms, shown.sides.red.ends_ms) == (58 * MINUTE, None)
    assert shown.words


def test_spectators_see_the_turn_and_score_the_players_see() -> None:
    desk = under_way(2)
    number = start_clock(desk)
    for step in range(4):
        desk.do(Tap(number, (Side.RED, Side.BLUE)[step % 2]), (step + 1) * MINUTE)
    shown = table_of(desk)
    assert shown.turn == "Red’s turn 1"
    assert shown.scored
    assert shown.sides.map(lambda side: side.cp) == Pair(0, 0)


def test_an_overrun_clock_counts_below_zero_for_spectators() -> None:
    desk = under_way(2, settings(clock_out=ClockOut.WARN))
    number = start_clock(desk)
    desk.do(NoticeFlag(number), HOUR)
    desk.now_ms = HOUR + 3_000
    red = table_of(desk).sides.red
    assert (red.ends_ms, red.overruns) == (HOUR, True)


def test_spectators_see_a_result_without_clocks() -> None:
    desk = under_way(2)
    desk.report(1, Side.RED, How.SCENARIO, (6, 1))
    shown = table_of(desk)
    assert (shown.won, shown.turn, shown.runs, shown.scored) == (Side.RED, "", None, True)
    assert shown.sides.map(lambda side: side.cp) == Pair(6, 1)
    assert shown.sides.map(lambda side: side.left_ms) == Pair(None, None)
    assert "scenario" in shown.words.casefold()


def test_spectators_get_all_tables_in_order() -> None:
    desk = under_way(6)
    shown = spectator_round(desk.state, desk.now_ms)
    assert [table.table for table in shown.tables] == [1, 2, 3]
    assert shown.round_number == 1
    assert shown.event
    assert spectator_round(desk.state, desk.now_ms, 9).tables == ()


def test_a_draw_is_secret_until_it_is_published() -> None:
    desk = registered(2)
    desk.do(DrawRound(7))
    assert spectator_round(desk.state, desk.now_ms).tables == ()
    desk.do(PublishRound())
    shown = table_of(desk)
    assert (shown.turn, shown.words, shown.scored) == ("", "Waiting", False)


def test_spectators_see_nothing_without_an_event() -> None:
    empty = spectator_round(State(), 0)
    assert (empty.event, empty.round_number, empty.tables) == ("", 0, ())
