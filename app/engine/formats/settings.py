"""The organizer's settings of an event."""

from enum import Enum

from msgspec import Struct

from app.engine.match_up.procedure import Procedure
from app.engine.packet.keywords import AnnouncedKeyword, Artifice
from app.engine.packet.packet import ClockOut
from app.engine.packet.ranking import RankingColumn, Schedule

ROW_VERSION = 34
"""The version of the rows that hold settings and their packet. Each new field of either raises it
by one, so that an older Flagfall refuses the file instead of losing the field.
"""

MOST_ROUNDS, MOST_TABLES, MOST_LEAD = 20, 200, 20
"""The highest values that an organizer may set; older files may have higher ones."""


class CheckInItem(Enum):
    """An item that the check-in desk ticks off for a player."""

    PAID = "paid"
    PAINTED = "painted"
    LISTS = "lists"
    OBJECTIVE = "objective"
    OWN_PAINTING = "own_painting"


class Break(Struct, frozen=True):
    """A longer break after a round."""

    after_round: int
    minutes: int


class Late(Enum):
    """The value of each round that a late player missed."""

    LOSSES = "losses"
    BYES = "byes"


class PaintingCategory(Enum):
    """The category of the *Best Painted* award, as announced before the event."""

    NONE = "none"
    """No category was announced."""
    MODEL = "model"
    BATTLEGROUP = "battlegroup"
    UNIT = "unit"
    ARMY = "army"


class LevelMatch(Enum):
    """The result of a match of two teams with equal numbers of wins."""

    DRAW = "draw"
    POINTS = "points"
    """Control points decide, then army points; if both are equal, the match is a draw."""


class Settings(Struct, frozen=True):
    """The organizer's choices for an event."""

    name: str
    packet: str
    """The key of the packet, as in `Packet.key`."""
    size: int
    """The army size in points; 0 for battlegroup games."""
    seed: int
    """The seed of draws, scenarios and round lengths."""
    tables: int = 0
    """The number of tables in the hall; 0 for no limit."""
    rounds: int = 0
    """The number of rounds; 0 leaves the number to the packet."""
    lead: int = 0
    """The lead in control points that a scenario win needs; 0 takes the packet's number."""
    clock_out: ClockOut = ClockOut.PACKET
    timing: str = ""
    """The key of one of the packet's timings; empty for the packet's first one."""
    limits: str = ""
    """The key of one of the packet's limits; empty for none."""
    extensions: bool = True
    """True if players may take extensions, where the timing has them."""
    reinforcements: bool = True
    variants: tuple[AnnouncedKeyword, ...] = ()
    """The announced keywords that no other setting stores."""
    order: tuple[RankingColumn, ...] = ()
    """The columns that rank players, the strictest first; empty for the packet's order."""
    schedule: Schedule = Schedule.POINTS
    """The way in which strength of schedule is counted."""
    finals_tables: bool = False
    cut: int = 0
    """The number of players who play on after the cut; 0 without a cut."""
    cut_by_seed: bool = True
    """True if players inside the cut are paired by their seeds; False if they are paired by the
    draw.
    """
    kill_box: bool = True
    disputed_wins: bool = True
    """True if a lead wins in scenarios in which sources differ on whether a lead wins
    (`Scenario.win_disputed`).
    """
    artifices: tuple[Artifice, ...] = ()
    assassination: bool = True
    tiebreakers: bool = True
    battlegroup: bool = False
    scenarios: tuple[int, ...] = ()
    """The numbers of the scenarios played at this event; empty for all."""
    in_order: bool = False
    """True if the scenarios are played in the order of `scenarios`; False if they are
    rolled for.
    """
    scenarios_public: bool = False
    """True if the chosen scenarios are announced before the event."""
    team_order: tuple[RankingColumn, ...] = ()
    """The columns that rank teams, the strictest first; empty for the usual order."""
    absences: int = 2
    """The number of no-shows in a row after which the organizer is asked to drop a player; 0 for
    never.
    """
    late: Late = Late.LOSSES
    """The value of each round that a late player missed: a loss or a bye."""
    starts: int = 600
    """The start of round 1, in minutes after midnight."""
    turnaround: int = 15
    """The minutes between two rounds."""
    breaks: tuple[Break, ...] = ()
    unasked: tuple[CheckInItem, ...] = ()
    """Items of the packet that this event's check-in desk does not ask for."""
    painting: PaintingCategory = PaintingCategory.NONE
    lists_hidden: bool = False
    """True if players see their opponents' lists only after both have chosen. Every packet lets
    them see the lists at any time.
    """
    team_seats: int = 0
    """The number of players of a team who play in each round; 0 if players play for themselves and
    a team has the sum of its players' points.
    """
    level_match: LevelMatch = LevelMatch.DRAW
    drawn_match_half: bool = False
    """True if a drawn match counts as half a win; False if it counts as none."""
    match_up: Procedure | None = None
    """The procedure by which captains choose the pairings of a match; None to pair by seat. Like
    the packet, it is stored in the log.
    """
    team_substitutes: int = 2
    """The number of players that a team may have beyond its seats. If a team has more, the
    organizer is asked about it (our decision).
    """
    team_casters_differ: bool = False
    """True if a caster may lead the lists of only one player in a team."""
    team_characters_differ: bool = False
    """True if a character may be in the lists of only one player in a team."""
    lists_to_captains: bool = False
    """True if captains see the lists of the team that their own team meets, even if `lists_hidden`
    is set.
    """
    date: str = ""
    """The day of round 1, such as 2026-12-05; empty if it is not set."""
    venue: str = ""
    fee: str = ""
    """The price of a place in the organizer's words, such as 15 €. The program does not calculate
    with it.
    """
