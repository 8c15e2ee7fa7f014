"""The answer of every decider: events, or a refusal."""

from collections.abc import Callable
from typing import TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.events import Event

Decision: TypeAlias = tuple[Event, ...] | Refused
"""The events to write, in order (empty if nothing would change), or a refusal."""

Decider: TypeAlias = Callable[..., Decision]
"""A function of the state, the command, its instant and ``insist``, which is whether the organizer
insists.
"""
