"""A scenario as frozen data: what stands on the table, what it scores, what wins.

Lengths are inches from the lower left corner of the table, seen from the first player's edge.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

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
    DOMINATED = "dominated"
    CONTESTED = "contested"
    DESTROYED = "destroyed"
    MET = "met"


@dataclass(frozen=True, slots=True)
class Area:
    """Where an element stands. ``width`` and ``height`` 0: a point (a flag, an objective).

    A rectangle is given by its lower left corner, a circle and a point by the middle; a circle's
    ``width`` is its diameter.
    """

    x: Decimal
    y: Decimal
    width: Decimal = Decimal(0)
    height: Decimal = Decimal(0)
    circle: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """A zone, flag or objective. The numbers are control points.

    ``owner``: to whom it is friendly. ``scored_by``: who alone scores it; neutral: either side.
    ``control`` and ``dominate`` go to a side to which it is not friendly, ``own_control`` and
    ``own_dominate`` to its owner; ``own_dominate_takes`` is what the owner's domination takes from
    the opponent before the turn is scored. ``destroyed`` scores a single time: for the enemy of its
    owner, for whoever did it when it is neutral. ``once``: a zone or flag that scores a single
    time in a game. ``after``: it appears when that element was destroyed. ``across``: a rectangle
    without a known place lies with its long side along the players' edges.
    """

    key: str
    name: str
    kind: ElementKind
    owner: Seat = Seat.NEUTRAL
    scored_by: Seat = Seat.NEUTRAL
    control: int = 0
    dominate: int = 0
    own_control: int = 0
    own_dominate: int = 0
    own_dominate_takes: int = 0
    destroyed: int = 0
    once: bool = False
    after: str = ""
    across: bool = False
    area: Area | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A state of the table that a way of scoring asks for; ``name`` is the question's words."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class Need:
    """That a side has ``held`` of the element, or met the condition, called ``key``.

    A destruction holds from its turn on for the rest of the game.
    """

    held: Held
    key: str


@dataclass(frozen=True, slots=True)
class Way:
    """``points`` for the side in ``seat`` when all of ``needs`` hold; one way a turn, the best."""

    seat: Seat
    points: int
    needs: tuple[Need, ...]


@dataclass(frozen=True, slots=True)
class Win:
    """A scenario win: at least ``points`` control points and ``lead`` more than the opponent."""

    points: int
    lead: int

    def reached(self, mine: int, other: int) -> bool:
        return mine >= self.points and mine - other >= self.lead


@dataclass(frozen=True, slots=True)
class Scenario:
    """``win`` None is the packet's. ``group``: of its group none is played twice before the others.

    ``most_a_turn``: control points a side may score in a turn; 0 is no limit. ``vanishing``: one of
    these, at random, leaves the table at the end of the second player's first turn. ``reopens``:
    when both sides reach the win in one turn, what scores once may score again and the win is that
    much further. ``reinforcements``: armies are reinforced, which gives more time. ``area``: what
    the third tiebreak counts in, in words. ``table``: its side in inches.
    """

    number: int
    name: str
    kill_box: bool
    elements: tuple[Element, ...]
    conditions: tuple[Condition, ...] = ()
    ways: tuple[Way, ...] = ()
    win: Win | None = None
    group: str = ""
    most_a_turn: int = 0
    vanishing: tuple[str, ...] = ()
    reopens: bool = False
    reinforcements: bool = False
    area: str = ""
    deployment: str = ""
    table: int = 48

    def element(self, key: str) -> Element | None:
        return next((element for element in self.elements if element.key == key), None)

    def condition(self, key: str) -> Condition | None:
        return next((condition for condition in self.conditions if condition.key == key), None)
