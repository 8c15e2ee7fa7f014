"""Commands and records of undo and redo."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back the latest act of the EO that counts."""

    act: int | None = None
    """The number of its first row, where the EO has seen which one it is; it is refused when
    another one is the latest by now.
    """


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """An act of the organizer no longer counts."""

    act: int
    """The number of the act's first row."""


@dataclass(frozen=True, slots=True)
class Redo(Command):
    """Bring back the act that was undone last."""

    act: int | None = None
    """The number of its first row, as `Undo` has it."""


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """An act of the organizer counts again."""

    act: int
    """The number of the act's first row."""
