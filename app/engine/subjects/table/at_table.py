"""Deciders of commands to one table, whose game must exist."""

from collections.abc import Callable
from functools import wraps
from typing import Protocol, TypeVar

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.table import RequestedMark, TableCommand
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.subjects.act import Decide
from app.engine.table.game import Game
from app.engine.table.marks import as_of, list_fallen_flags

C = TypeVar("C", bound=TableCommand)
C_contra = TypeVar("C_contra", bound=TableCommand, contravariant=True)


class DecideAtTable(Protocol[C_contra]):
    """Returns the events of a command at its table, or a refusal."""

    def __call__(
        self, state: State, game: Game, command: C_contra, at_ms: int, /, *, insist: bool
    ) -> Decision: ...


class Entered(Protocol):
    """A command that players and the organizer can enter."""

    @property
    def by(self) -> Side | None:
        """The side of the player who entered the command; None for the organizer."""
        ...


def is_by_player(command: Entered) -> bool:
    """Tell whether a player entered the command."""
    return command.by is not None


def is_by_organizer(command: Entered) -> bool:
    """Tell whether the organizer entered the command."""
    return command.by is None


def at_table(
    rule: DecideAtTable[C],
    *,
    in_round: bool = False,
    by_player: Callable[[C], bool] = lambda _: False,
) -> Decide[C]:
    """Return the decider of a command to a table: it finds the game and calls ``rule``.

    A command that arrives late is decided by the table as it was at the command's instant. If
    ``in_round`` is true, the command is refused once the round is finished. ``by_player`` tells
    whether a player entered the command; a player's command is refused once the round is finished
    or the result is confirmed.
    """

    @wraps(rule)
    def decide(state: State, command: C, at_ms: int, /, *, insist: bool) -> Decision:
        game = state.games.get(command.game)
        if game is None:
            return Refused(wording.NO_GAME_WAIT)
        player = by_player(command)
        if (in_round or player) and state.round_of(game).stage is Stage.FINISHED:
            return Refused(
                say(
                    "Round {round_number} is finished. Call the judge.",
                    round_number=game.round_number,
                )
            )
        if player and game.play.confirmed:
            return Refused(str(wording.RESULT_IS_CONFIRMED))
        game, flags = list_fallen_flags(as_of(game, at_ms), at_ms)
        decision = rule(state, game, _stamp(command, at_ms), at_ms, insist=insist)
        return decision if isinstance(decision, Refused) else (*flags, *decision)

    return decide


def by_game(rule: Callable[[Game, C, int], Decision]) -> DecideAtTable[C]:
    """Return a decider at a table for a ``rule`` that needs only the game and the command. Nobody
    may insist on such a command.
    """

    @wraps(rule)
    def decide(_state: State, game: Game, command: C, at_ms: int, /, *, insist: bool) -> Decision:
        return rule(game, command, at_ms)

    return decide


def _stamp(command: C, at_ms: int) -> C:
    """Return a command that the log records unchanged, with its instant; return any other command
    as it is.
    """
    return replace(command, at_ms=at_ms) if isinstance(command, RequestedMark) else command
