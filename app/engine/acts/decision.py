"""The answer of every decider: events, or a refusal."""

from collections.abc import Callable
from typing import TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.events import Event

Decision: TypeAlias = tuple[Event, ...] | Refused
"""The events to write, in order, none where nothing would change; or why it is not done."""

Decider: TypeAlias = Callable[..., Decision]
"""Called with the state, the command, its instant and ``insist``: whether the EO insists."""
