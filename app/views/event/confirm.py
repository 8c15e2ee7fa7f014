"""The question to the organizer when a command is doubtful: the texts of both buttons, and a note
about undo.
"""

from typing import Any

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.undo import Undo
from app.engine.language import say
from app.engine.state import State
from app.engine.subjects.act import Act, Request
from app.engine.subjects.every import REQUESTS
from app.views.history.words import act_words

CANCEL = say("&Cancel")
RECORDED = say("It goes into the history, and undo takes it back.")
NO_TIME = say("It goes into the history. Undo takes it back, but not the time on the clocks.")
FOR_GOOD = say("It goes into the history. Undo does not take it back.")

GO_AHEAD = say("&Go ahead")
"""The text of the button that carries out a doubtful command nevertheless, for commands without a
text of their own.
"""


class Question(Struct, frozen=True):
    """The question whether a doubtful command is to be carried out nevertheless."""

    leave: str
    """The text of the button that cancels, with its Alt letter marked."""
    do: str
    """The text of the button that carries out the command nevertheless, with its Alt
    letter marked.
    """
    note: str


def question(state: State, command: Command) -> Question:
    return Question(CANCEL, do_words(state, command), consequence(state, command))


def do_words(state: State, command: Command) -> str:
    """Return the text of the button that carries out a doubtful command nevertheless."""
    if isinstance(command, Undo) and state.done:
        undone = act_words(state, state.done[-1].event)
        return say("&Undo {act}", act=undone.replace("&", "&&"))
    act = REQUESTS[type(command)]
    if act.insist is None:
        return GO_AHEAD
    return act.insist if isinstance(act.insist, str) else act.insist(command, state)


def consequence(state: State, command: Command) -> str:
    """Return a note about what happens if the act was a mistake."""
    act = REQUESTS[type(command)]
    if _is_for_good(act):
        return FOR_GOOD
    ticking = any(game.play.ticking for game in state.games.values())
    return NO_TIME if ticking and act.stops_games else RECORDED


def _is_for_good(act: Act[Any, Any] | Request[Any]) -> bool:
    """Tell whether an act cannot be undone."""
    return act.undo is None if isinstance(act, Act) else act.for_good
