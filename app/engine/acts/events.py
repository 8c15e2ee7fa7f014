"""The base of all records of an event, and a row of the log.

Each class of event is one kind of log row. Most classes are in the modules of their subjects,
beside this module.
"""

from msgspec import Struct

from app.engine.remarks import Remark


class Event:
    """A record of an event."""

    __slots__ = ()


class RowLost(Event, Struct, frozen=True):
    """A placeholder for a row that a repair could not read, so that the other rows keep their
    numbers.
    """

    words: Remark
    """The part of the row's text that the repair could read."""


ORGANIZER = "EO"
"""The actor of the organizer's commands."""


class Record(Struct, frozen=True):
    """One row of the log."""

    seq: int
    act: int
    """The number (`seq`) of the first row that was written by the same command."""
    at_ms: int
    station: str
    actor: str
    event: Event
