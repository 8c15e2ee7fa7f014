"""Commands and records of undo and redo."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


class Undo(Command, Struct, frozen=True):
    """A request to take back the organizer's latest act that still counts."""

    act: int | None = None
    """The number of the first row of the act that the organizer was shown; None if they were shown
    none. The request is refused if another act has become the latest one since.
    """


class Undone(Event, Struct, frozen=True):
    """An act of the organizer no longer counts."""

    act: int
    """The number of the act's first row."""


class Redo(Command, Struct, frozen=True):
    """A request to redo the act that was undone last."""

    act: int | None = None
    """The number of the act's first row, as in `Undo.act`."""


class Redone(Event, Struct, frozen=True):
    """An act of the organizer counts again."""

    act: int
    """The number of the act's first row."""
