"""Dice down: at every table of a round at once, or at a table that was started later."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.rounds import CallDiceDown, DiceDownCalled
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import PutDiceDown
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.packet.timing import MINUTE_MS
from app.engine.state import Round, State, TableActKind
from app.engine.subjects.act import Act, Reach
from app.engine.subjects.rounds.changes import with_round
from app.engine.table.game import Game
from app.engine.table.marks import list_fallen_flags

PROMPT_MS = 5_000  # a later call means that nobody was there at the time


def _call(state: State, _command: CallDiceDown, at_ms: int, *, insist: bool) -> Decision:
    """Call dice down at every table at the same instant: the one at which it was due, if that was
    only seconds ago; otherwise now.
    """
    latest = state.round_under_way
    if latest is None:
        return Refused(say("There is no round under way."))
    if latest.dice_down_ms is not None:
        return _where_not_down(state, latest, at_ms)
    due_ms = latest.dice_down_due_ms
    if not insist and due_ms is None:
        return Refused(say("This round has no dice down: the clocks end it."), insistable=True)
    if not insist and due_ms is not None and at_ms < due_ms:
        minutes = -(-(due_ms - at_ms) // MINUTE_MS)
        return Refused(
            plural(
                minutes,
                "The round has {count} minute to go.",
                "The round has {count} minutes to go.",
            ),
            insistable=True,
        )
    if due_ms is not None and 0 <= at_ms - due_ms <= PROMPT_MS:
        at_ms = due_ms
    playing = [game for game in state.games_of(latest) if game.play.in_progress]
    fallen_flags = [flag for game in playing for flag in list_fallen_flags(game, at_ms)[1]]
    downs = [PutDiceDown(game.number, at_ms=at_ms) for game in playing]
    return (DiceDownCalled(latest.number, at_ms), *fallen_flags, *downs)


def _where_not_down(state: State, latest: Round, at_ms: int) -> Decision:
    """Call dice down at the tables that were started or reopened since the first call."""
    late = [
        game
        for game in state.games_of(latest)
        if game.play.in_progress and game.play.dice_down_ms is None
    ]
    if not late:
        return Refused(say("Dice are already down."))
    flags = [flag for game in late for flag in list_fallen_flags(game, at_ms)[1]]
    return (*flags, *(PutDiceDown(game.number, at_ms=at_ms) for game in late))


def dice_down_at(
    state: State, game: Game, command: PutDiceDown, _at_ms: int, *, insist: bool
) -> Decision:
    """Put dice down at a single table, which was started or reopened after the others."""
    round_ = state.round_of(game)
    if not game.play.in_progress:
        return Refused(say("Nobody plays at this table now."))
    if game.play.dice_down_ms is not None:
        return Refused(say("Dice are already down at this table."))
    if round_.dice_down_ms is None and not insist:
        return Refused(say("Dice are not down in this round."), insistable=True)
    return (command,)


def _apply_call(state: State, event: DiceDownCalled) -> State:
    return with_round(
        state, event.round_number, lambda round_: replace(round_, dice_down_ms=event.at_ms)
    )


ACTS = (
    Act(
        CallDiceDown, DiceDownCalled, kind="dice_down_called", by=Role.SCOREKEEPER,
        reach=Reach.NO_GAME, decide=_call, apply=_apply_call,
        words=say("Round {round_number}: dice down"), undo=None, insist=say("Call &dice down"),
        passed_over=TableActKind.DICE_DOWN,
    ),
)  # fmt: skip
