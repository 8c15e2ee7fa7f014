"""A chess clock on the table: what it says is taken for the game."""

import pytest

from app.engine.acts.chess_clock import (
    AdoptTimes,
    HoldTime,
    PressLever,
    RelabelPress,
    ReportFlag,
    ReportStop,
)
from app.engine.acts.commands import NoticeGap
from app.engine.acts.table import (
    ClockStarted,
    HandBack,
    Holding,
    Interrupt,
    PauseClock,
    Question,
    ResumeClock,
    ScoreTurn,
    StartClock,
    Tap,
    TurnEnded,
)
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.engine.table import turns
from app.engine.table.deadlines import deadline, is_running_here
from app.engine.table.game import Game
from app.engine.table.marks import as_read
from app.engine.table.verdict import table_result
from app.views.history.rows import describe
from app.views.table.clock_face import face
from app.views.table.clock_presses import last_switch
from app.views.table.organizer_acts import open_words
from app.views.table.table import table_view
from tests.engine.event import PACKETS, Desk, under_way

RED, BLUE = Side.RED, Side.BLUE
MINUTE = 60_000


def playing(steps: int = 0, *, holds: bool = True, how: Settings | None = None) -> Desk:
    """Red went first; so many phases and turns of a minute are over, all by the lever."""
    desk = under_way(2, how)
    if holds:
        desk.do(HoldTime(1, by_clock=True))
    desk.do(StartClock(1, RED))
    for step in range(steps):
        press(desk, RED if step % 2 == 0 else BLUE, 60)
    return desk


def press(desk: Desk, side: Side, seconds: int) -> None:
    desk.now_ms += seconds * 1000
    desk.do(PressLever(1, side))


def game(desk: Desk) -> Game:
    return desk.game()


def test_timekeeping_can_be_handed_over_only_while_the_clock_is_stopped():
    desk = playing(holds=False)
    assert not game(desk).play.clock_holds
    assert desk.refused(HoldTime(1, by_clock=True)).startswith("Pause the clock first")
    desk.do(PauseClock(1, "clock brought"))
    desk.do(HoldTime(1, by_clock=True))
    assert game(desk).play.clock_holds
    assert desk.ask(HoldTime(1, by_clock=True)) == ()
    desk.do(ResumeClock(1))
    assert desk.refused(Tap(1, RED)) == "The clock on the table keeps the time. Press that one."


def test_restarting_a_clock_does_not_change_who_keeps_the_time():
    desk = playing()
    desk.do(StartClock(1, BLUE), insist=True)
    assert game(desk).play.clock_holds


def test_a_chess_clock_cannot_keep_timed_turns():
    desk = under_way(2, Settings("x", "sr2014", 50, 1), packet=_packet("sr2014"))
    assert "another timing" in desk.refused(HoldTime(1, by_clock=True))


def _packet(key: str):
    return PACKETS[key]


def test_the_side_whose_time_is_not_running_cannot_press():
    desk = playing(4)
    assert desk.refused(PressLever(1, BLUE)) == "Blue pressed, but Red’s time was running."


def test_the_times_shown_on_a_chess_clock_are_adopted():
    desk = playing(4)
    desk.now_ms += 10_000
    desk.do(AdoptTimes(1, Pair(3_000_000, 2_999_000)))
    clock = game(desk).play.clock
    assert clock is not None
    assert [clock.remaining(side, desk.now_ms) for side in Side] == [3_000_000, 2_999_000]
    assert desk.ask(AdoptTimes(1, Pair(3_000_000, 2_999_000))) == ()
    words = describe(desk.records[-1], desk.state)
    assert words == "Table 1: the clock says 50:00 and 49:59 left"


def test_reports_of_a_chess_clock_that_does_not_keep_the_time_are_refused():
    desk = playing(holds=False)
    for command in (
        AdoptTimes(1, Pair(1, 1)),
        ReportFlag(1, RED),
        ReportStop(1, stands=True),
    ):
        assert desk.refused(command).startswith("The program keeps")


def test_a_press_of_a_plunger_alone_works_like_a_tap_on_the_screen():
    desk = playing(holds=False)
    press(desk, RED, 60)
    assert game(desk).play.step == 1
    desk.do(PauseClock(1, "dispute"))
    assert desk.refused(PressLever(1, BLUE)).startswith("This clock is paused")


def test_no_flag_falls_by_flagfalls_own_time_while_a_chess_clock_keeps_it():
    desk = playing(4)
    assert deadline(game(desk)) is None
    desk.now_ms += 90 * MINUTE
    desk.do(ReportStop(1, stands=False))
    assert game(desk).play.flag is None


def test_a_table_counts_as_running_only_while_its_chess_clock_runs():
    desk = playing(4)
    assert is_running_here(game(desk))
    desk.do(PauseClock(1, "dispute"))
    assert not is_running_here(game(desk))
    assert is_running_here(playing(4, holds=False).game())


def test_a_flag_on_the_chess_clock_ends_the_game():
    desk = playing(4)
    desk.now_ms += 50 * MINUTE
    desk.do(ReportFlag(1, RED))
    assert game(desk).play.ending is not None
    result = table_result(game(desk))
    assert result is None or result.winner is BLUE
    assert desk.refused(ReportFlag(1, RED)).startswith("The game is over")
    assert desk.refused(PressLever(1, RED)).startswith("The game is over")
    assert desk.ask(AdoptTimes(1, Pair(0, 5))) == ()


def test_a_flag_of_the_side_whose_time_was_not_running_is_refused():
    desk = playing(4)
    assert desk.refused(ReportFlag(1, BLUE)) == "The clock shows Blue’s flag in Red’s time."


def test_a_flag_that_may_not_lose_the_game_asks_both_players():
    desk = playing(8)
    desk.do(ScoreTurn(1, None, 7, tuple(Holding(f"zone-{n}", BLUE) for n in (1, 2, 3))))
    press(desk, RED, 60)
    desk.now_ms += 50 * MINUTE
    desk.do(ReportFlag(1, BLUE))
    assert game(desk).play.question in {Question.CLOCK_OUT, Question.RESULT}


def test_a_chess_clock_stopped_by_hand_pauses_the_game_and_says_so():
    desk = playing(4)
    desk.do(ReportStop(1, stands=True))
    play = game(desk).play
    assert play.pause is not None
    assert open_words(table_view(desk.state, game(desk))).startswith("Somebody stopped the clock")
    shown = face(game(desk), table_view(desk.state, game(desk)), RED, desk.now_ms)
    assert shown.word == "Stopped at the clock"
    assert desk.ask(ReportStop(1, stands=True)) == ()
    desk.do(ReportStop(1, stands=False))
    assert game(desk).play.ticking
    assert desk.ask(ReportStop(1, stands=False)) == ()


@pytest.mark.parametrize("act", ["press", "flag"])
def test_a_press_or_flag_on_a_paused_chess_clock_ends_the_pause(act):
    desk = playing(6)
    desk.do(PauseClock(1, "dispute"))
    desk.now_ms += 60_000
    desk.do(PressLever(1, RED) if act == "press" else ReportFlag(1, RED))
    assert game(desk).play.pause is None


def test_an_interrupt_survives_a_pause_and_a_press_hands_it_back():
    desk = playing(6)
    press(desk, RED, 60)
    lent = last_switch(game(desk))
    assert lent is not None
    desk.do(RelabelPress(1, RED, lent.at_ms, interrupt=True))
    assert game(desk).play.interrupted
    press(desk, BLUE, 120)
    assert (game(desk).play.step, game(desk).play.runner) == (6, RED)


def test_a_sleeping_computer_makes_no_gap_for_a_chess_clock_that_keeps_the_time():
    desk = playing(4)
    desk.now_ms += 60_000
    assert desk.ask(NoticeGap(desk.now_ms - 30_000, desk.now_ms)) == ()
    assert game(desk).play.ticking


def test_a_press_before_the_start_is_refused():
    desk = under_way(2)
    for command in (PressLever(1, RED), ReportStop(1, stands=True)):
        desk.state.games[1]
        assert desk.refused(command)
    desk.do(HoldTime(1, by_clock=True))
    assert desk.refused(ReportFlag(1, RED)).startswith("The game has not begun")
    assert desk.ask(AdoptTimes(1, Pair(5, 5))) == ()


def test_a_table_with_a_chess_clock_tells_players_which_plunger_to_press():
    desk = playing(6)

    def note(side: Side) -> str:
        return face(game(desk), table_view(desk.state, game(desk)), side, desk.now_ms).note

    assert note(RED) == "Press your plunger to end your turn"
    press(desk, RED, 60)
    lent = last_switch(game(desk))
    assert lent is not None
    desk.do(RelabelPress(1, RED, lent.at_ms, interrupt=True))
    assert note(BLUE) == "Press the clock to hand it back to Red"


def test_the_history_says_who_keeps_the_time():
    desk = playing()
    desk.do(PauseClock(1, "clock away"))
    desk.do(HoldTime(1, by_clock=False))
    rows = [record for record in desk.records if isinstance(record.event, HoldTime)]
    assert [describe(row, desk.state) for row in rows] == [
        "Table 1: the clock on the table keeps the time",
        "Table 1: the program keeps the time",
    ]


def test_a_press_keeps_its_uncertainty_when_reread_as_an_interrupt():
    desk = playing(4)
    desk.now_ms += 60_000
    desk.do(PressLever(1, RED, 1_000))
    ended = game(desk).marks[-1]
    assert ended == TurnEnded(1, desk.now_ms, RED, 1_000)
    desk.do(RelabelPress(1, RED, ended.at_ms, interrupt=True))
    assert Interrupt(1, at_ms=ended.at_ms, uncertain_ms=1_000) in as_read(game(desk))
    desk.now_ms += 30_000
    desk.do(PressLever(1, BLUE, 900))
    assert game(desk).marks[-1] == HandBack(1, at_ms=desk.now_ms, uncertain_ms=900)
    assert as_read(game(desk))[-1] == game(desk).marks[-1]


def test_the_start_of_a_clock_keeps_the_uncertainty_of_its_press():
    desk = under_way(2)
    desk.do(StartClock(1, RED, by_lever=True, uncertain_ms=700))
    assert game(desk).marks[-1] == ClockStarted(1, desk.now_ms, RED, 700)


def without_shortest_turn(steps: int) -> Desk:
    """Steamroller 2026 has no shortest turn; plungers alone, so many phases and turns on."""
    desk = under_way(2, Settings("x", "sr2026", 75, 1), packet=_packet("sr2026"))
    assert not game(desk).terms.time.minimum_turn_ms
    desk.do(StartClock(1, RED))
    for step in range(steps):
        press(desk, RED if step % 2 == 0 else BLUE, 60)
    return desk


def test_with_no_minimum_turn_a_press_back_within_15_seconds_is_an_interrupt():
    desk = without_shortest_turn(5)
    assert game(desk).play.step == turns.FIRST_TURN_STEP + 1
    press(desk, BLUE, 14)
    play = game(desk).play
    assert (play.step, play.runner) == (turns.FIRST_TURN_STEP, RED)
    assert [type(record.event) for record in desk.records[-2:]] == [RelabelPress, HandBack]


def test_with_no_minimum_turn_a_press_after_15_seconds_ends_the_turn():
    desk = without_shortest_turn(5)
    press(desk, BLUE, 15)
    assert (game(desk).play.step, game(desk).play.runner) == (turns.FIRST_TURN_STEP + 2, RED)


def test_a_short_turn_counts_once_a_player_confirms_it_was_a_turn():
    desk = without_shortest_turn(5)
    ended_ms = desk.now_ms
    press(desk, BLUE, 6)
    desk.now_ms += 1000
    desk.do(RelabelPress(1, RED, ended_ms, interrupt=False))
    play = game(desk).play
    assert (play.step, play.runner) == (turns.FIRST_TURN_STEP + 2, RED)


def test_in_deployment_each_press_ends_a_phase_however_soon_it_comes():
    desk = without_shortest_turn(1)
    for side in (BLUE, RED, BLUE):
        press(desk, side, 2)
    assert (game(desk).play.step, game(desk).play.runner) == (turns.FIRST_TURN_STEP, RED)
    press(desk, RED, 2)
    assert (game(desk).play.step, game(desk).play.runner) == (turns.FIRST_TURN_STEP + 1, BLUE)
