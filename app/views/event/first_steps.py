"""The first steps of a new user in the sample event: which are done, and what makes the next one
possible.
"""

from collections.abc import Iterator
from enum import Enum

from app.engine.acts.commands import Command
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.language import mark_text
from app.engine.rounds.field import missing_results
from app.engine.side import Pair, Side
from app.engine.state import Stage, State
from app.views.table.table import awaits_judge

USUAL = Result(Side.RED, How.ASSASSINATION, Pair(5, 3), Pair(75, 48))
PUBLIC = frozenset({Stage.PUBLISHED, Stage.STARTED, Stage.FINISHED})
BEGUN = frozenset({Stage.STARTED, Stage.FINISHED})


class FirstStep(Enum):
    """The steps in the order in which the sample suggests them. The value is a step's name."""

    JUDGE = mark_text("Judge call")
    RESULT = mark_text("Result")
    DRAW = mark_text("Draw")
    PUBLISH = mark_text("Show draw")
    START = mark_text("Start")


def list_steps_done(before: State, state: State) -> frozenset[FirstStep]:
    """Return the steps that were taken since ``before``."""
    latest, last = state.latest, before.latest
    is_new = latest is not None and (last is None or latest.number > last.number)
    stage = latest.stage if latest is not None and is_new else None
    done = {
        FirstStep.JUDGE: _count_calls(state) < _count_calls(before),
        FirstStep.RESULT: _count_results(state) > _count_results(before),
        FirstStep.DRAW: is_new,
        FirstStep.PUBLISH: stage in PUBLIC,
        FirstStep.START: stage in BEGUN,
    }
    return frozenset(step for step, is_done in done.items() if is_done)


def _count_calls(state: State) -> int:
    stages = {round_.number: round_.stage for round_ in state.rounds}
    return sum(awaits_judge(game, stages[game.round_number]) for game in state.games.values())


def _count_results(state: State) -> int:
    return sum(game.reported is not None for game in state.games.values())


def finish_games(state: State) -> Iterator[Command]:
    """Yield commands that finish the round under way, with the usual result at every table that has
    none.
    """
    latest = state.round_under_way
    if latest is None:
        return
    for game in missing_results(state, latest):
        yield ReportResult(game.number, USUAL)
    yield FinishRound()
