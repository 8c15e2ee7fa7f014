"""A scenario as frozen data: what stands on the table, what it scores, what wins.

Lengths are inches from the lower left corner of the table, seen from the first player's edge.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from app.engine.language import mark_text
from app.engine.side import Side

MM_AN_INCH = Decimal("25.4")
NO_DEPLOYMENT = "none"
"""The deployment of games that begin with the first turn."""
UNKNOWN_BASE_INCHES = Decimal(3)
"""How wide a point is drawn whose base the packet does not say."""


class ElementKind(Enum):
    ZONE = "zone"
    FLAG = "flag"
    OBJECTIVE = "objective"
    CACHE = "cache"
    """Leaves the table once it is scored."""


class Seat(Enum):
    """Whose something is, by order of play."""

    FIRST = "first"
    SECOND = "second"
    NEUTRAL = "neutral"

    def side(self, first: Side) -> Side | None:
        """Return the side in this seat when ``first`` plays first; None for neutral."""
        if self is Seat.NEUTRAL:
            return None
        return first if self is Seat.FIRST else first.other


class Held(Enum):
    """What a side has of an element at the end of a turn.

    Domination includes control (one element dominated a caster). ``MET`` belongs to conditions.
    ``ARRIVED``: its owner has moved it to where it was to go.
    """

    CONTROLLED = "controlled"
    DOMINATED = mark_text("dominated")
    CONTESTED = mark_text("contested")
    DESTROYED = mark_text("destroyed")
    MET = "met"
    ARRIVED = mark_text("arrived")


@dataclass(frozen=True, slots=True)
class Area:
    """The place of an element, in inches. A rectangle is given by its
    lower left corner, a circle and a point by their middle.
    """

    x: Decimal
    y: Decimal
    width: Decimal = Decimal(0)
    """For a circle its diameter; 0 for a point, such as a flag or an objective."""
    height: Decimal = Decimal(0)
    """0 for a point."""
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Countdown:
    """Countdown tokens on an element, taken off before a turn is scored (`Fuse`)."""

    tokens: int
    """How many lie on it when the game begins."""
    at_zero: int = 0
    """Points more for controlling it once none is left."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens that the owner of an element may add, one after each scoring in which they control it.
    The goal is looked at once in a game, when a side first reaches it: if both reach it in the same
    scoring, nobody scores.
    """

    needed: int
    points: int


@dataclass(frozen=True, slots=True)
class Journey:
    """The way that an element's owner may move it after a scoring in which they control it."""

    inches: int
    """The most inches a turn."""
    each: int = 0
    """Inches more for each other objective that the owner controls."""
    points: int = 0
    """Points for its arrival. It then leaves the table."""


@dataclass(frozen=True, slots=True)
class Element:
    """A zone, flag, objective or cache. Its numbers are control points."""

    key: str
    name: str
    kind: ElementKind
    owner: Seat = Seat.NEUTRAL
    """The side to which it is friendly."""
    scored_by: Seat = Seat.NEUTRAL
    """The only side that scores it; neutral for both."""
    control: int = 0
    """For a side that controls it and to which it is not friendly."""
    dominate: int = 0
    """For a side that dominates it and to which it is not friendly."""
    own_control: int = 0
    """For its owner's control."""
    own_dominate: int = 0
    """For its owner's domination."""
    own_dominate_takes: int = 0
    """What its owner's domination takes from the opponent before the turn is scored."""
    destroyed: int = 0
    """For destroying it, once: scored by its owner's enemy or, if it is neutral, by the side that
    destroyed it.
    """
    once: bool = False
    """Whether a zone or flag scores only once in a game."""
    after: str = ""
    """The key of the element whose destruction makes it appear; empty for none."""
    across: bool = False
    """Whether a rectangle without a known place has its long side along the players' edges."""
    area: Area | None = None
    base_mm: int = 0
    """The size of its base in millimetres; 0 for a zone, and where the packet does not say."""
    countdown: Countdown | None = None
    tokens: Tokens | None = None
    journey: Journey | None = None

    @property
    def across_inches(self) -> Decimal:
        """Return the width of a flag, objective or cache on the map, in inches: its base to
        scale.
        """
        return self.base_mm / MM_AN_INCH if self.base_mm else UNKNOWN_BASE_INCHES


@dataclass(frozen=True, slots=True)
class Condition:
    """A state of the table that a way of scoring asks for."""

    key: str
    name: str
    """The words of the question."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a side must have for a way of scoring. A destruction holds from its turn on for the
    rest of the game.
    """

    held: Held
    key: str
    """The key of the element or condition."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of scoring. Of several in a turn only the best counts, and those that add up."""

    seat: Seat
    """The side that scores."""
    points: int
    """Control points."""
    needs: tuple[Need, ...]
    """What must hold."""
    least: int = 0
    """How many of the needs must hold; 0 for all."""
    adds: bool = False
    """Whether it counts beside every other way."""


@dataclass(frozen=True, slots=True)
class Win:
    """A scenario win."""

    points: int
    """The least control points for it; 0 where no score wins before the game's length."""
    lead: int
    """How many more than the opponent's they must be."""

    def reached(self, mine: int, other: int) -> bool:
        return 0 < self.points <= mine and mine - other >= self.lead


@dataclass(frozen=True, slots=True)
class Fuse:
    """Who takes tokens off a countdown before a turn is scored, and how many.

    The side that controls the element ``key`` takes a die's number from a countdown of its choice;
    where both do, each of them. If nobody controls it, the die chooses the countdown, in the order
    of the file, and one token goes.
    """

    key: str
    sides: int
    """The sides of the die."""
    says: str = ""
    """What happens when a countdown ends, in our own words."""


@dataclass(frozen=True, slots=True)
class Growth:
    """How the kill box grows."""

    from_turn: int
    """The first player's turn that is the first to begin with a larger one."""
    inches: int
    """How much it grows with each of the first player's turns from then on."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario of a packet."""

    number: int
    name: str
    kill_box: bool
    elements: tuple[Element, ...]
    conditions: tuple[Condition, ...] = ()
    ways: tuple[Way, ...] = ()
    win: Win | None = None
    """The scenario win; None takes the packet's."""
    group: str = ""
    """Its group. No group is played a second time before the other groups."""
    most_a_turn: int = 0
    """The most control points that a side may score in a turn; 0 for no limit."""
    vanishing: tuple[str, ...] = ()
    """The keys of elements of which one, at random, leaves the table at the end of the second
    player's first turn.
    """
    reopens: bool = False
    """Whether, when both sides reach the win in one turn, what scores once may score again and the
    win is that much further.
    """
    reinforcements: bool = False
    """Whether armies are reinforced, which gives more time."""
    reinforced_deployment: str = ""
    """How armies deploy when reinforcements are added; empty leaves the deployment as it is."""
    area: str = ""
    """What the third tiebreak counts in, in words."""
    deployment: str = ""
    table: int = 48
    """The length of the table's side in inches."""
    objective: str = ""
    """The card of its objectives, where the scenario names one."""
    says: tuple[str, ...] = ()
    """What else players must know of it, in our own words."""
    after_scoring: str = ""
    """What befalls models once a turn has scored, in our own words: entered as losses."""
    fuse: Fuse | None = None
    kill_box_grows: Growth | None = None
    wins: bool = True
    """Whether control points can win before the game's length."""
    win_disputed: bool = False
    """Whether sources differ on that; the organizer decides."""

    def element(self, key: str) -> Element | None:
        return next((element for element in self.elements if element.key == key), None)

    def condition(self, key: str) -> Condition | None:
        return next((condition for condition in self.conditions if condition.key == key), None)
