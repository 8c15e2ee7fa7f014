"""A judge's word that they go to a table that calls."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


@dataclass(frozen=True, slots=True)
class GoToTable(Command, Event):
    """A judge is on the way to a table; another who says so takes the call over."""

    game: int
    judge: str = ""
    """The device or the station of the judge; empty for the desk of an event in a file."""
