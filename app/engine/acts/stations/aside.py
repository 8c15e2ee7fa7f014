"""Acts that a station did while the server was away and that could not be added afterwards."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.remarks import Remark


class ActSetAside(Command, Event, Struct, frozen=True):
    """An act that a station did while the server was away and that contradicts what other stations
    did meanwhile. It waits until the organizer has read it.
    """

    at_ms: int
    """The instant at which the act was done."""
    station: str
    actor: str
    what: Remark
    """A description of the act."""
    why: Remark
    """The reason why the act could not be added."""


class SettleActs(Command, Event, Struct, frozen=True):
    """The organizer has read a number of the acts that were set aside, the earliest first."""

    acts: int
