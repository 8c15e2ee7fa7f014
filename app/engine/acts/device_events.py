"""The marks of a chess clock that stands on a table: who keeps the time, and what it says."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class TimeHeld:
    """From now on the clock on the table keeps the time (``by_clock``), or the program does."""

    game: int
    at_ms: int
    by_clock: bool


@dataclass(frozen=True, slots=True)
class TimesAdopted:
    """What the clock on the table said was left of each side's time."""

    game: int
    at_ms: int
    left_ms: Pair[int]


@dataclass(frozen=True, slots=True)
class SwitchRead:
    """What the switch of the clock at ``switch_ms`` meant: an interrupt, or the end of the turn.

    ``by`` None is the EO, or the program when a switch came back within the shortest turn.
    """

    game: int
    at_ms: int
    by: Side | None
    switch_ms: int
    interrupt: bool


DeviceMark: TypeAlias = TimeHeld | TimesAdopted | SwitchRead
