"""Decides commands: returns events, or a refusal with its reason. Total; changes nothing."""

from app.engine.acts.commands import Command, Refused
from app.engine.acts.decision import Decision
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.decide.texts import refuse_long_texts
from app.engine.state import State
from app.engine.subjects.every import DECIDERS
from app.engine.subjects.setup.event import NO_EVENT

BEFORE_THE_EVENT = (CreateEvent, ChangeSettings)  # these look for themselves


def decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    """Return the events that ``command`` at ``at_ms`` leads to. ``insist``: the EO wants it
    anyway.
    """
    decision = refuse_long_texts(command) or _decide(state, command, at_ms)
    if isinstance(decision, Refused) and decision.insistable and insist:
        return _decide(state, command, at_ms, insist=True)
    return decision


def _decide(state: State, command: Command, at_ms: int, *, insist: bool = False) -> Decision:
    if state.settings is None and not isinstance(command, BEFORE_THE_EVENT):
        return NO_EVENT
    return DECIDERS[type(command)](state, command, at_ms, insist=insist)
