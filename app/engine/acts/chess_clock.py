"""A chess clock on a table: everything that it reports and that is recorded of it."""

from dataclasses import dataclass

from app.engine.acts.table import RequestedMark, TableCommand
from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class HoldTime(RequestedMark):
    """Changes who keeps the time of a game."""

    by_clock: bool
    """Whether the chess clock on the table keeps it, or the program."""


@dataclass(frozen=True, slots=True)
class PressLever(TableCommand):
    """A plunger went down on the chess clock."""

    game: int
    side: Side
    """Whose plunger it was."""
    uncertain_ms: int = 0
    """As of a `Tap`."""


@dataclass(frozen=True, slots=True)
class AdoptTimes(RequestedMark):
    """The chess clock reports what is left of each side's time."""

    left_ms: Pair[int]
    """The time left to each side, in milliseconds."""


@dataclass(frozen=True, slots=True)
class ReportFlag(TableCommand):
    """The chess clock shows a flag."""

    game: int
    side: Side
    """Whose flag it is."""


@dataclass(frozen=True, slots=True)
class ReportStop(TableCommand):
    """Somebody stopped the chess clock, or started it again."""

    game: int
    stands: bool
    """Whether it is stopped."""


@dataclass(frozen=True, slots=True)
class RelabelPress(RequestedMark):
    """A press was an interrupt, or ended the turn after all."""

    by: Side | None
    """Who says so; None for the organizer, and for the program when a second press came within the
    shortest turn.
    """
    switch_ms: int
    """The instant of the press."""
    interrupt: bool
    """Whether it was an interrupt."""
