"""The act of a judge who goes to a table that called."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


class GoToTable(Command, Event, Struct, frozen=True):
    """A judge is on the way to a table that called. If another judge later does the same, that
    judge takes over the call.
    """

    game: int
    judge: str = ""
    """The judge's device or station; empty for the desk of an event in a file."""
