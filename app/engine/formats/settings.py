"""What the organizer chose for the event."""

from dataclasses import dataclass
from enum import Enum

from app.engine.packet.keywords import Announced, Artifice
from app.engine.packet.packet import ClockOut
from app.engine.packet.ranking import RankingColumn, Schedule


class CheckInItem(Enum):
    """What the check-in desk ticks off for a player."""

    PAID = "paid"
    PAINTED = "painted"
    LISTS = "lists"
    OBJECTIVE = "objective"


@dataclass(frozen=True, slots=True)
class Break:
    """A longer break of the day, after a round."""

    after_round: int
    minutes: int


class Late(Enum):
    """What the rounds before a player's first one are worth to him."""

    LOSSES = "losses"
    BYES = "byes"


@dataclass(frozen=True, slots=True)
class Settings:
    """The EO's choices. ``rounds`` 0 leaves the number to the packet; ``tables`` 0 is no limit.

    ``lead`` 0 takes the packet's scenario win. ``timing`` and ``limits`` are keys of the packet's
    tables, empty for its baseline. ``variants`` holds the announced keywords that no other setting
    stands for. ``order`` and ``team_order``: what ranks, empty for the packet's and ours.
    ``cut`` X: the cut to the top X, 0 without one; inside it ``cut_by_seed``, else by the draw.
    ``scenarios``: those played at this event, empty for all; ``in_order``: one after the other.
    ``absences``: no-shows in a row after which the EO is asked to drop a player, 0 for never.
    ``starts``: minutes from midnight to round 1; ``turnaround``: minutes between two rounds.
    ``unasked``: what nobody has to bring to the check-in desk of this event.
    ``lists_hidden``: players do not see their opponents' lists before both have chosen; in every
    packet they may.
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
    variants: tuple[Announced, ...] = ()
    order: tuple[RankingColumn, ...] = ()
    schedule: Schedule = Schedule.POINTS
    finals_tables: bool = False
    cut: int = 0
    cut_by_seed: bool = True
    kill_box: bool = True
    artifices: tuple[Artifice, ...] = ()
    assassination: bool = True
    tiebreakers: bool = True
    battlegroup: bool = False
    scenarios: tuple[int, ...] = ()
    in_order: bool = False
    scenarios_public: bool = False
    team_order: tuple[RankingColumn, ...] = ()
    absences: int = 2
    late: Late = Late.LOSSES
    starts: int = 600
    turnaround: int = 15
    breaks: tuple[Break, ...] = ()
    unasked: tuple[CheckInItem, ...] = ()
    lists_hidden: bool = False
