"""A chess clock on the table: what it says is taken, and how its switches are read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.clock_face import face
from app.engine.commands import NoticeGap
from app.engine.device_commands import (
    AdoptTimes,
    HoldTime,
    PressLever,
    ReadSwitch,
    ReportFlag,
    ReportStop,
)
from app.engine.device_events import TimeHeld
from app.engine.due import deadline, is_heard
from app.engine.game import Game
from app.engine.history_view import describe
from app.engine.packet import ClockOut
from app.engine.results import Settings
from app.engine.side import Pair, Side
from app.engine.switches_view import last_switch, switches
from app.engine.table_acts import open_words
from app.engine.table_commands import PauseClock, ResumeClock, ScoreTurn, StartClock, Tap
from app.engine.table_events import Holding, Question
from app.engine.table_view import table_view
from app.engine.verdict import table_result
from tests.engine.event import Desk, under_way
from tests.engine.event import settings as chosen

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


def test_who_keeps_the_time_changes_only_while_the_clock_stands():
    desk = playing(holds=False)
    assert not game(desk).play.clock_holds
    assert desk.refused(HoldTime(1, by_clock=True)).startswith("Pause the clock first")
    desk.do(PauseClock(1, "clock brought"))
    desk.do(HoldTime(1, by_clock=True))
    assert game(desk).play.clock_holds
    assert desk.ask(HoldTime(1, by_clock=True)) == ()
    desk.do(ResumeClock(1))
    assert desk.refused(Tap(1, RED)) == "The clock on the table keeps the time. Press that one."


def test_who_keeps_the_time_is_kept_when_the_clock_is_started_anew():
    desk = playing()
    desk.do(StartClock(1, BLUE), insist=True)
    assert game(desk).play.clock_holds


def test_a_chess_clock_keeps_no_turns():
    desk = under_way(2, Settings("x", "sr2014", 50, 1), packet=_packet("sr2014"))
    assert "another timing" in desk.refused(HoldTime(1, by_clock=True))


def _packet(key: str):
    from tests.engine.event import PACKETS

    return PACKETS[key]


def test_four_presses_are_the_deployment_and_the_fifth_ends_the_first_turn():
    desk = playing(4)
    assert game(desk).play.step == 4
    press(desk, RED, 60)
    assert (game(desk).play.step, game(desk).play.runner) == (5, BLUE)


def test_deployment_may_be_quick():
    desk = playing()
    for side in (RED, BLUE, RED, BLUE):
        press(desk, side, 3)
    assert game(desk).play.step == 4
    press(desk, RED, 3)  # too short a turn, but a clock cannot be told so
    assert game(desk).play.step == 5


def test_a_press_back_within_the_shortest_turn_was_an_interrupt():
    desk = playing(6)
    press(desk, RED, 60)
    press(desk, BLUE, 14)
    play = game(desk).play
    assert (play.step, play.runner, play.interrupted) == (6, RED, False)
    assert [row.words for row in switches(game(desk))[-2:]] == [
        "interrupt",
        "handed the clock back",
    ]
    press(desk, RED, 30)
    assert game(desk).play.step == 7


def test_a_press_after_the_shortest_turn_ends_it():
    desk = playing(6)
    press(desk, RED, 60)
    press(desk, BLUE, 15)
    assert game(desk).play.step == 8


def test_the_side_whose_time_does_not_run_cannot_press():
    desk = playing(4)
    assert desk.refused(PressLever(1, BLUE)) == "Blue pressed, but Red's time was running."


def test_any_switch_can_be_read_in_another_way_and_the_turns_follow():
    desk = playing(8)
    (third, fourth) = switches(game(desk))[2:4]
    assert (third.side, third.turn, third.words) == (RED, "Red's turn 2", "ended the turn")
    desk.do(ReadSwitch(1, None, third.at_ms, interrupt=True))
    assert game(desk).play.step == 6
    assert [row.words for row in switches(game(desk))] == [
        "ended the turn",
        "ended the turn",
        "interrupt",
        "handed the clock back",
    ]
    desk.do(ReadSwitch(1, RED, third.at_ms, interrupt=False))
    assert game(desk).play.step == 8
    assert desk.ask(ReadSwitch(1, RED, third.at_ms, interrupt=False)) == ()
    said = describe(desk.records[-1], desk.state)
    assert said == "Table 1: the switch 1:00 before was the end of a turn"
    assert fourth.words == "ended the turn"


def test_a_tap_overtaken_by_one_that_came_late_stays_nothing_when_switches_are_read_anew():
    desk = playing(8, holds=False)
    desk.do(Tap(1, BLUE), desk.now_ms - 30_000)
    assert game(desk).play.step == 8
    desk.do(ReadSwitch(1, None, switches(game(desk))[0].at_ms, interrupt=True))
    assert game(desk).play.step == 6
    assert len(switches(game(desk))) == 4


def test_a_switch_that_handed_back_is_read_through_the_one_before():
    desk = playing(6)
    press(desk, RED, 60)
    press(desk, BLUE, 5)
    back, lent = switches(game(desk))[-1], last_switch(game(desk))
    assert lent is not None
    assert desk.refused(ReadSwitch(1, None, back.at_ms, interrupt=True)).startswith("That switch")
    desk.do(ReadSwitch(1, None, lent.at_ms, interrupt=False))
    assert game(desk).play.step == 8
    assert desk.refused(ReadSwitch(1, None, 17, interrupt=True)).startswith("There is no such")


def test_a_deployment_switch_means_one_thing_only():
    desk = playing(5)
    first = game(desk).marks[2].at_ms
    assert desk.refused(ReadSwitch(1, None, first, interrupt=True)).startswith("There is no such")
    assert len(switches(game(desk))) == 1
    assert last_switch(playing(2).game()) is None


def test_what_was_scored_keeps_its_place_when_a_switch_is_read_anew():
    desk = playing(9)
    desk.do(ScoreTurn(1, None, 7, (Holding("zone-1", BLUE),)))
    desk.do(ScoreTurn(1, RED, 8, (Holding("zone-2", RED),)))
    assert set(game(desk).play.scores) == {7, 8}
    desk.do(ReadSwitch(1, None, switches(game(desk))[0].at_ms, interrupt=True))
    assert set(game(desk).play.scores) == {5, 6}
    assert game(desk).play.step == 7


def test_the_clocks_numbers_are_taken_over():
    desk = playing(4)
    desk.now_ms += 10_000
    desk.do(AdoptTimes(1, Pair(3_000_000, 2_999_000)))
    clock = game(desk).play.clock
    assert clock is not None
    assert [clock.remaining(side, desk.now_ms) for side in Side] == [3_000_000, 2_999_000]
    assert desk.ask(AdoptTimes(1, Pair(3_000_000, 2_999_000))) == ()
    said = describe(desk.records[-1], desk.state)
    assert said == "Table 1: the clock says 50:00 and 49:59 left"


def test_the_programs_time_is_not_overwritten_by_a_clock_that_does_not_keep_it():
    desk = playing(holds=False)
    for command in (
        AdoptTimes(1, Pair(1, 1)),
        ReportFlag(1, RED),
        ReportStop(1, stands=True),
    ):
        assert desk.refused(command).startswith("The program keeps")


def test_a_plunger_alone_works_like_a_tap_of_the_program():
    desk = playing(holds=False)
    press(desk, RED, 60)
    assert game(desk).play.step == 1
    desk.do(PauseClock(1, "dispute"))
    assert desk.refused(PressLever(1, BLUE)).startswith("This clock is paused")


def test_no_flag_falls_by_the_programs_reckoning_while_the_clock_keeps_the_time():
    desk = playing(4)
    assert deadline(game(desk)) is None
    desk.now_ms += 90 * MINUTE
    desk.do(ReportStop(1, stands=False))
    assert game(desk).play.flag is None


def test_a_table_whose_clock_runs_is_waited_for():
    desk = playing(4)
    assert is_heard(game(desk))
    desk.do(PauseClock(1, "dispute"))
    assert not is_heard(game(desk))
    assert is_heard(playing(4, holds=False).game())


def test_the_clocks_flag_is_the_games():
    desk = playing(4)
    desk.now_ms += 50 * MINUTE
    desk.do(ReportFlag(1, RED))
    assert game(desk).play.ending is not None
    result = table_result(game(desk))
    assert result is None or result.winner is BLUE
    assert desk.refused(ReportFlag(1, RED)).startswith("The game is over")
    assert desk.refused(PressLever(1, RED)).startswith("The game is over")
    assert desk.ask(AdoptTimes(1, Pair(0, 5))) == ()


def test_a_flag_of_the_side_that_did_not_run_is_questioned():
    desk = playing(4)
    assert desk.refused(ReportFlag(1, BLUE)) == "The clock shows Blue's flag in Red's time."


def test_a_flag_that_may_be_saved_asks_both_players():
    desk = playing(8)
    desk.do(ScoreTurn(1, None, 7, tuple(Holding(f"zone-{n}", BLUE) for n in (1, 2, 3))))
    press(desk, RED, 60)
    desk.now_ms += 50 * MINUTE
    desk.do(ReportFlag(1, BLUE))
    assert game(desk).play.question in {Question.CLOCK_OUT, Question.RESULT}


def test_a_clock_stopped_on_the_table_is_paused_and_says_so():
    desk = playing(4)
    desk.do(ReportStop(1, stands=True))
    play = game(desk).play
    assert play.pause is not None
    assert open_words(game(desk), Pair("A", "B")).startswith("Somebody stopped the clock")
    shown = face(game(desk), table_view(desk.state, game(desk)), RED, desk.now_ms)
    assert shown.word == "Stopped at the clock"
    assert desk.ask(ReportStop(1, stands=True)) == ()
    desk.do(ReportStop(1, stands=False))
    assert game(desk).play.ticking
    assert desk.ask(ReportStop(1, stands=False)) == ()


@pytest.mark.parametrize("act", ["press", "flag"])
def test_a_clock_that_is_used_runs_whatever_was_said_before(act):
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
    desk.do(ReadSwitch(1, RED, lent.at_ms, interrupt=True))
    assert game(desk).play.interrupted
    press(desk, BLUE, 120)
    assert (game(desk).play.step, game(desk).play.runner) == (6, RED)


def test_the_machines_sleep_is_nothing_to_a_clock_that_keeps_its_own_time():
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


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), max_size=15), st.data())
def test_however_switches_are_read_the_same_side_runs_and_no_time_is_lost(taps, data):
    desk = playing(4, how=chosen(200, clock_out=ClockOut.WARN))
    for seconds, reread in taps:
        if game(desk).play.ending is not None:
            break
        press(desk, game(desk).play.runner, seconds)
        rows = [row for row in switches(game(desk)) if not row.back]
        if reread and rows:
            row = data.draw(st.sampled_from(rows))
            runner = game(desk).play.runner
            desk.do(ReadSwitch(1, None, row.at_ms, interrupt=not row.interrupt))
            if game(desk).play.ending is None:
                assert game(desk).play.runner is runner
    clock = game(desk).play.clock
    assert clock is not None
    total = sum(clock.used(side, desk.now_ms) for side in Side) + clock.paused(desk.now_ms)
    assert total == clock.elapsed(desk.now_ms)


def test_a_table_whose_clock_keeps_the_time_says_where_to_press():
    desk = playing(6)

    def note(side: Side) -> str:
        return face(game(desk), table_view(desk.state, game(desk)), side, desk.now_ms).note

    assert note(RED) == "Press your plunger to end your turn"
    press(desk, RED, 60)
    lent = last_switch(game(desk))
    assert lent is not None
    desk.do(ReadSwitch(1, RED, lent.at_ms, interrupt=True))
    assert note(BLUE) == "Press the clock to hand it back to Red"


def test_the_history_says_who_keeps_the_time():
    desk = playing()
    desk.do(PauseClock(1, "clock away"))
    desk.do(HoldTime(1, by_clock=False))
    rows = [one for one in desk.records if isinstance(one.event, TimeHeld)]
    assert [describe(one, desk.state) for one in rows] == [
        "Table 1: the clock on the table keeps the time",
        "Table 1: the program keeps the time",
    ]
