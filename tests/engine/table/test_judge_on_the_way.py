"""A judge says that they go to a table; the call keeps that until it is answered."""

from app.engine.acts.events import Record
from app.engine.acts.judge import GoToTable
from app.engine.acts.table import CallJudge, DismissJudge, Tap
from app.engine.evolve import evolve
from app.engine.side import Side
from app.engine.state import State
from app.views.history.rows import describe
from tests.engine.event import MINUTE, Desk, start_clock, under_way


def called() -> tuple[Desk, int]:
    desk = under_way(4)
    game = start_clock(desk, 1)
    desk.do(CallJudge(game, None), MINUTE)
    return desk, game


def test_a_taken_call_stays_taken_until_the_judge_is_done() -> None:
    desk, game = called()
    assert not desk.game(1).taken
    desk.do(GoToTable(game, "phone-1"))
    desk.do(Tap(game, Side.RED), 2 * MINUTE)
    assert (desk.game(1).taken, desk.game(1).taker) == (True, "phone-1")
    desk.do(GoToTable(game, "phone-2"))
    assert desk.game(1).taker == "phone-2"
    desk.do(DismissJudge(game), 3 * MINUTE)
    assert (desk.game(1).taken, desk.game(1).taker) == (False, "")
    desk.do(CallJudge(game, None), 4 * MINUTE)
    assert not desk.game(1).taken, "another call is another one"


def test_the_history_says_that_a_judge_is_on_the_way() -> None:
    desk, game = called()
    desk.do(GoToTable(game, "phone-1"))
    said = describe(desk.records[-1], desk.state)
    assert said == "Table 1: a judge is on the way"


def test_a_judge_cannot_take_a_call_that_is_not_open() -> None:
    desk = under_way(4)
    start_clock(desk, 1)
    for game in (1, 99):
        assert desk.refused(GoToTable(game)) == "This table no longer calls the judge."


def test_a_record_about_a_missing_game_changes_nothing() -> None:
    assert evolve(State(), Record(1, 1, 0, "", "EO", GoToTable(7))) == State()
