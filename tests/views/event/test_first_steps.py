"""The first steps in the sample: each is marked by what was done since it was opened."""

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import CallJudge, DismissJudge
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.views.event.first_steps import FirstStep, finish_games, list_steps_done
from tests.engine.event import latest, under_way

WON = Result(Side.BLUE, How.ASSASSINATION, Pair(2, 3), Pair(10, 40))


def test_each_step_is_marked_once_it_is_taken() -> None:
    desk = under_way(6)
    desk.do(CallJudge(2, Side.RED))
    before, taken = desk.state, set[FirstStep]()

    def found() -> set[FirstStep]:
        return {*list_steps_done(before, desk.state)}

    assert found() == taken
    desk.do(DismissJudge(2))
    taken.add(FirstStep.JUDGE)
    assert found() == taken
    desk.do(ReportResult(1, WON))
    taken.add(FirstStep.RESULT)
    assert found() == taken
    for command in finish_games(desk.state):
        desk.ask(command, insist=True)
    assert latest(desk).stage is Stage.FINISHED
    assert found() == taken
    for act, step in (
        (DrawRound(5), FirstStep.DRAW),
        (PublishRound(), FirstStep.PUBLISH),
        (StartRound(), FirstStep.START),
    ):
        desk.do(act)
        taken.add(step)
        assert found() == taken


def test_before_the_first_round_no_step_is_done_and_no_game_can_be_finished() -> None:
    assert list_steps_done(State(), State()) == frozenset()
    assert list(finish_games(State())) == []
    drawn = under_way(4)
    for command in finish_games(drawn.state):
        drawn.ask(command, insist=True)
    assert list(finish_games(drawn.state)) == []
    assert FirstStep.DRAW in list_steps_done(State(), drawn.state)
