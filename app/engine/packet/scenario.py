"""A scenario as frozen data: the elements on the table, their points, and what wins.

Lengths are inches from the lower left corner of the table, seen from the first player's edge.
"""

from decimal import Decimal
from enum import Enum

from msgspec import Struct

from app.engine.language import mark_text
from app.engine.side import Side

MM_AN_INCH = Decimal("25.4")
NO_DEPLOYMENT = "none"
"""The deployment of games that begin with the first turn."""
UNKNOWN_BASE_INCHES = Decimal(3)
"""The width at which a point is drawn if the packet does not give its base size."""
MOST_INCHES = 1_000
FINEST = -100
"""The power of ten below which a length is too precise to calculate with."""


class ElementKind(Enum):
    ZONE = "zone"
    FLAG = "flag"
    OBJECTIVE = "objective"
    CACHE = "cache"
    """A cache leaves the table once it is scored."""


class Seat(Enum):
    """The side that something belongs to: the first player, the second player, or neither."""

    FIRST = "first"
    SECOND = "second"
    NEUTRAL = "neutral"

    def side(self, first: Side) -> Side | None:
        """Return the side in this seat when ``first`` plays first; None for neutral."""
        if self is Seat.NEUTRAL:
            return None
        return first if self is Seat.FIRST else first.other


class Held(Enum):
    """The way in which a side holds an element at the end of a turn.

    Domination includes control. Each caster can dominate one element. ``MET``: the side meets a
    condition, which is no element. ``ARRIVED``: the element's owner has moved it to its
    destination.
    """

    CONTROLLED = "controlled"
    DOMINATED = mark_text("dominated")
    CONTESTED = mark_text("contested")
    DESTROYED = mark_text("destroyed")
    MET = "met"
    ARRIVED = mark_text("arrived")


def demand_lengths(*lengths: Decimal) -> None:
    """Raise ValueError for lengths that no table has. A damaged file may have some that are no
    numbers, or that take hours to calculate with.
    """
    for length in lengths:
        if not length.is_finite() or abs(length) > MOST_INCHES:
            raise ValueError(f"{length} inches are not on any table")
        if length and length.adjusted() < FINEST:
            raise ValueError(f"{length} inches cannot be measured")


class Area(Struct, frozen=True):
    """The place of an element, in inches. A rectangle is given by its lower left corner, a circle
    and a point by their middle.
    """

    x: Decimal
    y: Decimal
    width: Decimal = Decimal(0)
    """The width; for a circle the diameter, and 0 for a point such as a flag or an objective."""
    height: Decimal = Decimal(0)
    """The height; 0 for a point."""
    circle: bool = False

    def __post_init__(self) -> None:
        demand_lengths(self.x, self.y, self.width, self.height)


class Countdown(Struct, frozen=True):
    """Countdown tokens on an element, which are taken off before a turn is scored (`Fuse`)."""

    tokens: int
    """The number of tokens on the element when the game begins."""
    at_zero: int = 0
    """The additional points for controlling the element once no token is left."""


class Tokens(Struct, frozen=True):
    """Tokens that an element's owner may add, one after each scoring in which they control it. The
    goal is checked once in a game, when a side first reaches it. If both sides reach it in the same
    scoring, nobody scores.
    """

    needed: int
    points: int


class Journey(Struct, frozen=True):
    """The distance by which an element's owner may move it after a scoring in which they control
    it.
    """

    inches: int
    """The most inches by which the element may move in a turn."""
    each: int = 0
    """The additional inches for each other objective that the owner controls."""
    points: int = 0
    """The points for the element's arrival at its destination. The element then leaves the
    table.
    """


class Element(Struct, frozen=True):
    """A zone, flag, objective or cache. Its numbers are control points unless stated otherwise."""

    key: str
    name: str
    kind: ElementKind
    owner: Seat = Seat.NEUTRAL
    """The side to which the element is friendly."""
    scored_by: Seat = Seat.NEUTRAL
    """The only side that scores the element; neutral if both sides do."""
    control: int = 0
    """The points for a side that controls the element, unless the element is friendly to that
    side.
    """
    dominate: int = 0
    """The points for a side that dominates the element, unless the element is friendly to that
    side.
    """
    own_control: int = 0
    """The points for the element's owner for controlling it."""
    own_dominate: int = 0
    """The points for the element's owner for dominating it."""
    own_dominate_takes: int = 0
    """The points that the opponent loses, before the turn is scored, if the element's owner
    dominates it.
    """
    destroyed: int = 0
    """The points for destroying the element, given once. The points go to the enemy of the
    element's owner or, for a neutral element, to the side that destroyed it.
    """
    once: bool = False
    """True if a zone or flag scores only once in a game."""
    after: str = ""
    """The key of the element whose destruction makes this one appear; empty for none."""
    across: bool = False
    """True if a rectangle without a known place has its long side parallel to the players'
    edges.
    """
    area: Area | None = None
    base_mm: int = 0
    """The size of the element's base in millimetres; 0 for a zone, or if the packet does not give
    the size.
    """
    countdown: Countdown | None = None
    tokens: Tokens | None = None
    journey: Journey | None = None

    @property
    def across_inches(self) -> Decimal:
        """The width of a flag, objective or cache on the map, in inches: its base to scale."""
        return self.base_mm / MM_AN_INCH if self.base_mm else UNKNOWN_BASE_INCHES


class Condition(Struct, frozen=True):
    """A state of the table that a way of scoring requires."""

    key: str
    name: str
    """The question about the condition."""


class Need(Struct, frozen=True):
    """A way in which a side must hold an element, or a condition that it must meet, to score. A
    destruction counts from its turn to the end of the game.
    """

    held: Held
    key: str
    """The key of the element or condition."""


class Way(Struct, frozen=True):
    """A way of scoring. If several apply in a turn, only the best one counts, together with every
    way that `adds` its points.
    """

    seat: Seat
    """The side that scores."""
    points: int
    """The control points of this way of scoring."""
    needs: tuple[Need, ...]
    """The needs that a side must meet for this way of scoring."""
    least: int = 0
    """The number of needs that must be met; 0 for all."""
    adds: bool = False
    """True if the points of this way are added to those of every other way."""


class Win(Struct, frozen=True):
    """A scenario win."""

    points: int
    """The control points that a win needs; 0 if no score wins before the game's length."""
    lead: int
    """The control points by which the winner must lead."""

    def reached(self, mine: int, other: int) -> bool:
        return 0 < self.points <= mine and mine - other >= self.lead


class Fuse(Struct, frozen=True):
    """The rule for taking tokens off a countdown before a turn is scored.

    The side that controls the element ``key`` takes a die's number of tokens from a countdown of
    its choice. If both sides control it, each of them does. If nobody controls it, the die chooses
    the countdown, in the order of the file, and one token is taken.
    """

    key: str
    sides: int
    """The number of sides of the die."""
    says: str = ""
    """The effect of the end of a countdown, in our own words."""


class Growth(Struct, frozen=True):
    """The growth of the kill box."""

    from_turn: int
    """The first player's turn from which the kill box is larger."""
    inches: int
    """The inches by which the kill box grows with each of the first player's turns from then on."""


class Scenario(Struct, frozen=True):
    """A scenario of a packet."""

    number: int
    name: str
    kill_box: bool
    elements: tuple[Element, ...]
    conditions: tuple[Condition, ...] = ()
    ways: tuple[Way, ...] = ()
    win: Win | None = None
    """The scenario win; None for the packet's."""
    group: str = ""
    """The group of the scenario. No group is played twice before all other groups were played."""
    most_a_turn: int = 0
    """The most control points that a side may score in a turn; 0 for no limit."""
    vanishing: tuple[str, ...] = ()
    """The keys of the elements of which one, chosen at random, leaves the table at the end of the
    second player's first turn.
    """
    reopens: bool = False
    """True if elements that score once may score again, and the win moves further away, if both
    sides reach the win in the same turn.
    """
    reinforcements: bool = False
    """True if armies are reinforced, which gives players more time."""
    reinforced_deployment: str = ""
    """The key of the deployment with reinforcements; empty if the deployment stays the same."""
    area: str = ""
    """The area in which the third tiebreak counts, in words."""
    deployment: str = ""
    table: int = 48
    """The length of the table's side in inches."""
    objective: str = ""
    """The card of the objectives, if the scenario names one."""
    says: tuple[str, ...] = ()
    """Anything else that players must know about the scenario, in our own words."""
    after_scoring: str = ""
    """The rules for models after a turn is scored, in our own words. Players enter the effects as
    losses.
    """
    fuse: Fuse | None = None
    kill_box_grows: Growth | None = None
    wins: bool = True
    """True if control points can win before the game's length."""
    win_disputed: bool = False
    """True if sources differ on `wins`; the organizer decides then."""

    def element(self, key: str) -> Element | None:
        return next((element for element in self.elements if element.key == key), None)

    def condition(self, key: str) -> Condition | None:
        return next((condition for condition in self.conditions if condition.key == key), None)
