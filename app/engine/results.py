"""What a finished game is worth, whoever decided it."""

from dataclasses import dataclass
from enum import Enum

from app.engine.packet import ClockOut
from app.engine.side import Pair, Side


class How(Enum):
    """The way a game was decided."""

    SCENARIO = "scenario"
    ASSASSINATION = "assassination"
    CLOCK_OUT = "clock_out"
    CASTERS = "casters"
    CONTROL_POINTS = "control_points"
    AREA = "area"
    ARMY_LEFT = "army_left"
    ARMY_POINTS_DESTROYED = "army_points_destroyed"
    PRESENCE = "presence"
    CONCESSION = "concession"
    DISQUALIFICATION = "disqualification"
    NO_SHOW = "no_show"
    TIME = "time"
    TIE = "tie"
    UNRECORDED = "unrecorded"

    @property
    def is_assassination(self) -> bool:
        """Counts as an assassination win; a clock-out is scored as one (`rules.md` 5.6)."""
        return self in {How.ASSASSINATION, How.CLOCK_OUT}


@dataclass(frozen=True, slots=True)
class Result:
    """A game's report. ``cp`` and ``apd`` are what each side scored; no winner is a tie."""

    winner: Side | None
    how: How
    cp: Pair[int]
    apd: Pair[int]


class Status(Enum):
    """Where an entry stands in the event."""

    REGISTERED = "registered"
    CHECKED_IN = "checked_in"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"

    @property
    def has_left(self) -> bool:
        """Dropped or disqualified."""
        return self in {Status.DROPPED, Status.DISQUALIFIED}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player writes on the sign-up sheet."""

    name: str
    club: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The EO's choices. ``rounds`` 0 leaves the number to the packet; ``tables`` 0 is no limit.

    ``lead`` 0 takes the packet's scenario win. ``timing`` and ``limits`` are keys of the packet's
    tables, empty for its baseline.
    """

    name: str
    packet: str
    size: int
    seed: int
    tables: int = 0
    rounds: int = 0
    lead: int = 0
    clock_out: ClockOut = ClockOut.PACKET
    timing: str = ""
    limits: str = ""
    extensions: bool = True
    reinforcements: bool = True
