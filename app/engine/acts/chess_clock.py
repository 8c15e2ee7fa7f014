"""Commands and marks of a chess clock on a table: everything that the clock reports or does to the
game.
"""

from msgspec import Struct

from app.engine.acts.table import RequestedMark, TableCommand
from app.engine.side import Pair, Side


class HoldTime(RequestedMark, frozen=True):
    """A request to change who keeps the time of a game: the chess clock or the program."""

    by_clock: bool
    """True if the chess clock on the table keeps the time; False if the program does."""


class PressLever(TableCommand, Struct, frozen=True):
    """A plunger went down on the chess clock."""

    game: int
    side: Side
    """The side whose plunger went down."""
    uncertain_ms: int = 0
    """The milliseconds by which the instant may be off, earlier or later; 0 if not known."""


class AdoptTimes(RequestedMark, frozen=True):
    """The chess clock reports how much time each side has left."""

    left_ms: Pair[int]
    """The time that each side has left, in milliseconds."""


class ReportFlag(TableCommand, Struct, frozen=True):
    """The chess clock shows a flag."""

    game: int
    side: Side
    """The side whose flag the clock shows."""


class ReportStop(TableCommand, Struct, frozen=True):
    """Somebody stopped the chess clock, or started it again."""

    game: int
    stands: bool
    """True if the clock was stopped; False if it was started again."""


class RelabelPress(RequestedMark, frozen=True):
    """A correction of what a press meant: either an interrupt or the end of a turn."""

    by: Side | None
    """The side that made the correction. None for the organizer, and for the program when a second
    press came within the shortest turn.
    """
    switch_ms: int
    """The instant of the press."""
    interrupt: bool
    """True if the press was an interrupt. If not, it ended a turn."""
