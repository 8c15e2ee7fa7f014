"""Acts of a station that had lost the server: setting them aside, and having read them."""

from collections.abc import Mapping

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.stations import ActSetAside, SettleActs
from app.engine.language import say
from app.engine.state import State

NOTHING_ASIDE = Refused(say("No act waits to be read."))


def _set_aside(_state: State, command: ActSetAside, _at_ms: int, *, insist: bool) -> Decision:
    return (command,)


def _settle(state: State, command: SettleActs, _at_ms: int, *, insist: bool) -> Decision:
    if not 0 < command.acts <= len(state.acts_aside):
        return NOTHING_ASIDE
    return (command,)


DECIDERS: Mapping[type, Decider] = {ActSetAside: _set_aside, SettleActs: _settle}
