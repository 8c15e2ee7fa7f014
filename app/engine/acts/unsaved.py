"""Presses and reports of a table that could not be saved."""

from msgspec import Struct

from app.engine.acts.commands import Command


class Unsaved(Struct, frozen=True):
    """One press or report, in the form of its command."""

    station: str
    at_ms: int
    who: str
    what: Command
