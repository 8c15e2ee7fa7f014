"""A scenario as frozen data: what stands on the table, what it scores, what wins.

Lengths are inches from the lower left corner of the table, seen from the first player's edge.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from app.engine.language import marked
from app.engine.side import Side


class ElementKind(Enum):
    ZONE = "zone"
    FLAG = "flag"
    OBJECTIVE = "objective"


class Seat(Enum):
    """Whose something is, by order of play."""

    FIRST = "first"
    SECOND = "second"
    NEUTRAL = "neutral"

    def side(self, first: Side) -> Side | None:
        """The side in this seat when ``first`` plays first; None for neutral."""
        if self is Seat.NEUTRAL:
            return None
        return first if self is Seat.FIRST else first.other


class Held(Enum):
    """What a side has of an element at the end of a turn.

    Domination includes control (one element dominated a caster). ``MET`` belongs to conditions.
    """

    CONTROLLED = "controlled"
    DOMINATED = marked("dominated")
    CONTESTED = marked("contested")
    DESTROYED = marked("destroyed")
    MET = "met"


@dataclass(frozen=True, slots=True)
class Area:
    """Where an element stands, in inches. A rectangle is given by its lower left corner, a circle
    and a point by their middle.
    """

    x: Decimal
    y: Decimal
    width: Decimal = Decimal(0)
    """For a circle its diameter; 0 for a point, such as a flag or an objective."""
    height: Decimal = Decimal(0)
    """0 for a point."""
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """A zone, flag or objective. Its numbers are control points."""

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
    """A way of scoring. Of several in a turn only the best counts."""

    seat: Seat
    """The side that scores."""
    points: int
    """Control points."""
    needs: tuple[Need, ...]
    """What must all hold."""


@dataclass(frozen=True, slots=True)
class Win:
    """A scenario win."""

    points: int
    """The least control points for it."""
    lead: int
    """How many more than the opponent's they must be."""

    def reached(self, mine: int, other: int) -> bool:
        return mine >= self.points and mine - other >= self.lead


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

    def element(self, key: str) -> Element | None:
        return next((element for element in self.elements if element.key == key), None)

    def condition(self, key: str) -> Condition | None:
        return next((condition for condition in self.conditions if condition.key == key), None)
