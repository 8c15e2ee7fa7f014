"""A chess clock on a table: everything that it reports and that is recorded of it."""

from dataclasses import dataclass, field
from typing import TypeAlias

from app.engine.acts import NOT_YET
from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class HoldTime:
    """From now on the clock on the table keeps the time (``by_clock``), or the program does."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by_clock: bool


@dataclass(frozen=True, slots=True)
class PressLever:
    """``side``'s plunger went down on the clock on the table."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class AdoptTimes:
    """The clock on the table says what is left of each side's time."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    left_ms: Pair[int]


@dataclass(frozen=True, slots=True)
class ReportFlag:
    """The clock on the table shows ``side``'s flag."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class ReportStop:
    """Somebody stopped the clock on the table (``stands``), or it is running again."""

    game: int
    stands: bool


@dataclass(frozen=True, slots=True)
class RelabelPress:
    """The switch at ``switch_ms`` was an interrupt, or ended the turn after all.

    ``by`` None is the EO, or the program when a switch came back within the shortest turn.
    """

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    switch_ms: int
    interrupt: bool


DeviceCommand: TypeAlias = (
    HoldTime | PressLever | AdoptTimes | ReportFlag | ReportStop | RelabelPress
)


DeviceMark: TypeAlias = HoldTime | AdoptTimes | RelabelPress
