"""Presses and reports of a table that could not be saved."""

from dataclasses import dataclass

from app.engine.acts.commands import Command


@dataclass(frozen=True, slots=True)
class Unsaved:
    """One press or report, in the form of its command."""

    station: str
    at_ms: int
    who: str
    what: Command
