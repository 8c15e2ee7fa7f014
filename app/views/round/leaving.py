"""The ways to settle a game that has not begun when one of its players leaves the event."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.draw import TakeOut
from app.engine.acts.players import DropPlayer
from app.engine.language import say
from app.engine.rounds.field import game_not_begun, is_of_teams
from app.engine.state import Stage, State
from app.engine.text import shorten

LONGEST = 32


class WayToLeave(Struct, frozen=True):
    """A choice: the text of its button with the Alt letter marked, and its command."""

    words: str
    command: Command


def ways_to_leave(state: State, command: Command) -> tuple[WayToLeave, ...]:
    """Return the choices before a player drops; none for other commands, and none if no game of
    theirs waits.
    """
    if not isinstance(command, DropPlayer):
        return ()
    game = game_not_begun(state, command.number)
    round_ = state.latest
    if game is None or round_ is None:
        return ()
    other = next(number for number in game.players if number != command.number)
    name = _on_button(state, other)
    ways = []
    if round_.stage is not Stage.DRAWN:
        wins = DropPlayer(command.number, opponent_wins=True)
        ways.append(WayToLeave(say("{name} &wins, as over a no-show", name=name), wins))
    if is_of_teams(state):
        return tuple(ways)
    words = say("{name} has the &bye", name=name)
    if round_.bye is not None:
        words = say(
            "{name} &plays {partner}, who has the bye",
            name=name,
            partner=_on_button(state, round_.bye.player),
        )
    return (*ways, WayToLeave(words, TakeOut(command.number)))


def _on_button(state: State, number: int) -> str:
    return shorten(state.name(number), LONGEST).replace("&", "&&")
