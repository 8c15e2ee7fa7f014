"""Commands and records of the organizer's acts at many tables."""

from enum import Enum

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.side import Side


class RoomAct(Enum):
    """An act that is done at every table where it is possible."""

    PAUSE = "pause"
    RESUME = "resume"  # clocks that the organizer paused
    COUNT_GAP = "count_gap"  # charge a time gap to the clock that ran
    IGNORE_GAP = "ignore_gap"
    TAKE_BACK_FLAGS = "take_back_flags"  # reopen games that a clock ended, their times restored
    ACCEPT = "accept"  # results that only one of the two players has confirmed
    START = "start"  # games that wait for their start, where it is known who goes first
    GIVE_TIME = "give_time"  # to both players, wherever a clock can still run out


class ActAtTables(Command, Struct, frozen=True):
    """The organizer does one act at many tables."""

    act: RoomAct
    games: tuple[int, ...] = ()
    """The numbers of the games; empty for every game of the rounds under way."""
    reason: str = ""
    since_ms: int | None = None
    """The instant up to which the times were right, for `TAKE_BACK_FLAGS`. If it is None, the last
    press before the flag at each table counts.
    """
    firsts: tuple[tuple[int, Side], ...] = ()
    delta_ms: int = 0


class RoomActed(Event, Struct, frozen=True):
    """The row that precedes the rows of one act at many tables."""

    at_ms: int
    act: RoomAct
    games: tuple[int, ...]
    """The numbers of the games where the act did something."""
    reason: str = ""


def can_be_undone(acted: RoomActed) -> bool:
    """Tell whether undo may take the act back. It may not if the act reopened games: play may have
    gone on since, so each game needs a ruling at its table.
    """
    return acted.act is not RoomAct.TAKE_BACK_FLAGS
