"""What a command leads to; every ``decide_*`` answers with one."""

from typing import TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.events import Event

Decision: TypeAlias = tuple[Event, ...] | Refused
"""The events to write, in order, none where nothing would change; or why it is not done."""
