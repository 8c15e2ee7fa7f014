"""Commands and records of undo and redo."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """A request to take back the organizer's latest act that still counts."""

    act: int | None = None
    """The number of the act's first row, if the organizer has seen which act it is. The request is
    refused if another act has become the latest one since.
    """


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """An act of the organizer no longer counts."""

    act: int
    """The number of the act's first row."""


@dataclass(frozen=True, slots=True)
class Redo(Command):
    """A request to redo the act that was undone last."""

    act: int | None = None
    """The number of the act's first row, as in `Undo.act`."""


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """An act of the organizer counts again."""

    act: int
    """The number of the act's first row."""
