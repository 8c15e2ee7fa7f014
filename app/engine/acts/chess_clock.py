"""A chess clock on a table: everything that it reports and that is recorded of it."""

from dataclasses import dataclass, field
from typing import TypeAlias

from app.engine.acts import NOT_YET
from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class HoldTime:
    """Changes who keeps the time of a game."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by_clock: bool
    """Whether the chess clock on the table keeps it, or the program."""


@dataclass(frozen=True, slots=True)
class PressLever:
    """A plunger went down on the chess clock."""

    game: int
    side: Side
    """Whose plunger it was."""


@dataclass(frozen=True, slots=True)
class AdoptTimes:
    """The chess clock reports what is left of each side's time."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    left_ms: Pair[int]
    """The time left to each side, in milliseconds."""


@dataclass(frozen=True, slots=True)
class ReportFlag:
    """The chess clock shows a flag."""

    game: int
    side: Side
    """Whose flag it is."""


@dataclass(frozen=True, slots=True)
class ReportStop:
    """Somebody stopped the chess clock, or started it again."""

    game: int
    stands: bool
    """Whether it is stopped."""


@dataclass(frozen=True, slots=True)
class RelabelPress:
    """A press was an interrupt, or ended the turn after all."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    """Who says so; None for the organizer, and for the program when a second press came within the
    shortest turn.
    """
    switch_ms: int
    """The instant of the press."""
    interrupt: bool
    """Whether it was an interrupt."""


DeviceCommand: TypeAlias = (
    HoldTime | PressLever | AdoptTimes | ReportFlag | ReportStop | RelabelPress
)


DeviceMark: TypeAlias = HoldTime | AdoptTimes | RelabelPress
