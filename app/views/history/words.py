"""The name of each act: "Undo result of table 3"."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from app.engine.acts.events import Event
from app.engine.acts.late import LateChange, LeaveOutPresses, LeaveOutTablets, PressesCounted
from app.engine.language import say
from app.engine.state import State
from app.engine.subjects.every import RECORDS
from app.engine.subjects.words import act_name, table_words

Words: TypeAlias = Callable[[State, Any], str]


def act_words(state: State, event: Event) -> str:
    """Return a few words for ``event``, to stand after "Undo" and "Redo"."""
    act = RECORDS.get(type(event))
    if act is not None and act.undo is not None:
        return act_name(act.undo, event, state)
    words = ACT_WORDS.get(type(event))
    return words(state, event) if words else say("last step")


def _at(what: str) -> Words:
    """Return words with the table: "result of table 3"."""

    def words(state: State, event: LateChange) -> str:
        game = state.games.get(event.game)
        where = table_words(state, game) if game else say("a table no longer there")
        return what.format(table=where)

    return words


ACT_WORDS: Mapping[type, Words] = {
    PressesCounted: _at(say("counting the late presses at {table}")),
    LeaveOutPresses: _at(say("leaving out the late presses at {table}")),
    LeaveOutTablets: _at(say("going on without tablets at {table}")),
}
"""What every act that undo takes back is called."""
