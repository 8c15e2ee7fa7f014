"""The name of each act: "Undo result of table 3"."""

from app.engine.acts.events import Event
from app.engine.language import say
from app.engine.state import State
from app.engine.subjects.every import RECORDS
from app.engine.subjects.words import act_name


def act_words(state: State, event: Event) -> str:
    """Return the name of an act, in a form that follows "Undo" and "Redo"."""
    name = RECORDS[type(event)].undo
    return say("last step") if name is None else act_name(name, event, state)
