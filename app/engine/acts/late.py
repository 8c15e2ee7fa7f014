"""What is asked about presses that come late, and about tables whose tablets are out of touch."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.table import TableCommand


@dataclass(frozen=True, slots=True)
class HandIn:
    """A device's press, which may have been made long ago.

    ``follows``: it was made while the device was out of touch, so it goes with those set aside.
    ``doubted``: nobody knows the device at this table, so the press may take nobody's time.
    """

    game: int
    press: TableCommand
    device: str
    follows: bool = False
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class CountPresses:
    """The EO has late presses count; all devices' where ``device`` is empty."""

    game: int
    device: str = ""


@dataclass(frozen=True, slots=True)
class LeaveOutPresses:
    """The EO leaves late presses out; all devices' where ``device`` is empty."""

    game: int
    device: str = ""


@dataclass(frozen=True, slots=True)
class LeaveOutTablets:
    """The EO has a table go on without its tablets."""

    game: int


LateCommand: TypeAlias = HandIn | CountPresses | LeaveOutPresses | LeaveOutTablets
