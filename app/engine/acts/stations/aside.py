"""Acts that a station did while the server was away, and that could not be added afterwards."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.remarks import Remark


@dataclass(frozen=True, slots=True)
class ActSetAside(Command, Event):
    """What was done at a station while the server was away does not go with what other stations
    did meanwhile. It waits for the organizer to have read it.
    """

    at_ms: int
    """When it was done."""
    station: str
    actor: str
    what: Remark
    """The act."""
    why: Remark
    """Why it could not be added."""


@dataclass(frozen=True, slots=True)
class SettleActs(Command, Event):
    """The organizer has read the first so many acts that were set aside."""

    acts: int
