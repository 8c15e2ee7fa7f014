"""The act of a judge who goes to a table that called."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.judge import GoToTable
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.state import State
from app.engine.subjects.act import Act, Reach
from app.engine.subjects.table.sentences import AtTable
from app.engine.table.game import Game
from app.engine.table.sentences import NameOf


def _go(state: State, command: GoToTable, _at_ms: int, *, insist: bool) -> Decision:
    game = state.games.get(command.game)
    if game is None or not game.play.judge_called:
        return Refused(say("This table no longer calls the judge."))
    return (command,)


def _going(state: State, event: GoToTable) -> State:
    game = state.games.get(event.game)
    if game is None:
        return state
    changed = replace(game, taken=True, taker=event.judge)
    return replace(state, games=with_changes(state.games, {game.number: changed}))


def _going_words(_event: GoToTable, _name: NameOf, _game: Game | None) -> str:
    return say("a judge is on the way")


ACTS = (
    Act(
        GoToTable, GoToTable, kind="judge_goes", by=Role.JUDGE, reach=Reach.ONE_GAME,
        decide=_go, apply=_going, words=AtTable(_going_words),
        undo=None, insist=None,
    ),
)  # fmt: skip
