"""Switches of a clock on the table: what each is read as, and how it is read anew."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.table import Holding, ScoreTurn, Tap
from app.engine.packet.packet import ClockOut
from app.engine.side import Side
from app.views.history.rows import describe
from app.views.table.clock_presses import clock_presses, last_switch
from tests.engine.event import settings as chosen
from tests.engine.table.test_chess_clock import BLUE, RED, game, playing, press


def test_four_presses_end_deployment_and_the_fifth_ends_the_first_turn():
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


def test_a_press_back_within_the_minimum_turn_length_counts_as_an_interrupt():
    desk = playing(6)
    press(desk, RED, 60)
    press(desk, BLUE, 14)
    play = game(desk).play
    assert (play.step, play.runner, play.interrupted) == (6, RED, False)
    assert [row.words for row in clock_presses(game(desk))[-2:]] == [
        "interrupt",
        "handed the clock back",
    ]
    press(desk, RED, 30)
    assert game(desk).play.step == 7


def test_a_press_after_the_minimum_turn_length_ends_the_turn():
    desk = playing(6)
    press(desk, RED, 60)
    press(desk, BLUE, 15)
    assert game(desk).play.step == 8


def test_any_switch_can_be_reinterpreted_and_the_turn_count_follows():
    desk = playing(8)
    (third, fourth) = clock_presses(game(desk))[2:4]
    assert (third.side, third.turn, third.words) == (RED, "Red’s turn 2", "ended the turn")
    assert third.otherwise == "was an interrupt"
    desk.do(RelabelPress(1, None, third.at_ms, interrupt=True))
    assert game(desk).play.step == 6
    assert [row.words for row in clock_presses(game(desk))] == [
        "ended the turn",
        "ended the turn",
        "interrupt",
        "handed the clock back",
    ]
    desk.do(RelabelPress(1, RED, third.at_ms, interrupt=False))
    assert game(desk).play.step == 8
    assert desk.ask(RelabelPress(1, RED, third.at_ms, interrupt=False)) == ()
    words = describe(desk.records[-1], desk.state)
    assert words == "Table 1: the switch 1:00 before was the end of a turn"
    assert fourth.words == "ended the turn"


def test_a_tap_voided_by_a_late_one_stays_void_when_switches_are_reinterpreted():
    desk = playing(8, holds=False)
    desk.do(Tap(1, BLUE), desk.now_ms - 30_000)
    assert game(desk).play.step == 8
    desk.do(RelabelPress(1, None, clock_presses(game(desk))[0].at_ms, interrupt=True))
    assert game(desk).play.step == 6
    assert len(clock_presses(game(desk))) == 4


def test_a_switch_that_handed_back_is_reinterpreted_via_the_previous_one():
    desk = playing(6)
    press(desk, RED, 60)
    press(desk, BLUE, 5)
    back, lent = clock_presses(game(desk))[-1], last_switch(game(desk))
    assert lent is not None
    assert (lent.otherwise, back.words) == ("ended the turn", "handed the clock back")
    assert desk.refused(RelabelPress(1, None, back.at_ms, interrupt=True)).startswith("That switch")
    desk.do(RelabelPress(1, None, lent.at_ms, interrupt=False))
    assert game(desk).play.step == 8
    assert desk.refused(RelabelPress(1, None, 17, interrupt=True)).startswith("There is no such")


def test_a_deployment_switch_cannot_be_reinterpreted():
    desk = playing(5)
    first = game(desk).marks[2].at_ms
    assert desk.refused(RelabelPress(1, None, first, interrupt=True)).startswith("There is no such")
    assert len(clock_presses(game(desk))) == 1
    assert last_switch(playing(2).game()) is None


def test_scores_move_with_their_turns_when_a_switch_is_reinterpreted():
    desk = playing(9)
    desk.do(ScoreTurn(1, None, 7, (Holding("zone-1", BLUE),)))
    desk.do(ScoreTurn(1, RED, 8, (Holding("zone-2", RED),)))
    assert set(game(desk).play.scores) == {7, 8}
    desk.do(RelabelPress(1, None, clock_presses(game(desk))[0].at_ms, interrupt=True))
    assert set(game(desk).play.scores) == {5, 6}
    assert game(desk).play.step == 7


@pytest.mark.long
@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 40), st.booleans()), max_size=15), st.data())
def test_reinterpreting_switches_never_changes_whose_clock_runs_or_loses_time(taps, data):
    desk = playing(4, how=chosen(200, clock_out=ClockOut.WARN))
    for seconds, reread in taps:
        if game(desk).play.ending is not None:
            break
        press(desk, game(desk).play.runner, seconds)
        rows = [row for row in clock_presses(game(desk)) if not row.back]
        if reread and rows:
            row = data.draw(st.sampled_from(rows))
            runner = game(desk).play.runner
            desk.do(RelabelPress(1, None, row.at_ms, interrupt=not row.interrupt))
            if game(desk).play.ending is None:
                assert game(desk).play.runner is runner
    clock = game(desk).play.clock
    assert clock is not None
    total = sum(clock.used(side, desk.now_ms) for side in Side) + clock.paused(desk.now_ms)
    assert total == clock.elapsed(desk.now_ms)
