"""Presses and reports of a table that could not be saved."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unsaved:
    """One press or report. ``what`` is a command of a window or the report of a chess clock."""

    station: str
    at_ms: int
    who: str
    what: object
