"""Changes the state by events of the room display. Total, like all of ``evolve``."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.engine.acts.display import Announced, ArrangeDisplay, TakeBackAnnouncement
from app.engine.state import State


def _arranged(state: State, event: ArrangeDisplay) -> State:
    return replace(state, display=event)


def _announced(state: State, event: Announced) -> State:
    return replace(state, announcements={**state.announcements, event.number: event.text})


def _taken_back(state: State, event: TakeBackAnnouncement) -> State:
    shown = state.announcements.items()
    left = {number: text for number, text in shown if number != event.number}
    return replace(state, announcements=left)


EVOLVERS: Mapping[type, Callable[[State, Any], State]] = {
    ArrangeDisplay: _arranged,
    Announced: _announced,
    TakeBackAnnouncement: _taken_back,
}
