"""Everything that can be recorded of an event.

Each class is one kind of log row; most are in the modules of their subjects beside this one.
"""

from dataclasses import dataclass

from app.engine.remarks import Remark


class Event:
    """A record of an event."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class RowLost(Event):
    """Stands for a row that a repair could not read, so that the others keep their numbers."""

    words: Remark
    """What the repair could read of it."""


ORGANIZER = "EO"
"""Who the organizer's commands are by."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the log."""

    seq: int
    act: int
    """The `seq` of the first row of the same command."""
    at_ms: int
    station: str
    actor: str
    event: Event
