"""Changes the state by acts that were set aside. Total, like all of ``evolve``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.acts.stations.aside import ActSetAside, SettleActs
from app.engine.state import State


def _set_aside(state: State, event: ActSetAside) -> State:
    return replace(state, acts_aside=(*state.acts_aside, event))


def _settled(state: State, event: SettleActs) -> State:
    return replace(state, acts_aside=state.acts_aside[event.acts :])


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    ActSetAside: _set_aside,
    SettleActs: _settled,
}
