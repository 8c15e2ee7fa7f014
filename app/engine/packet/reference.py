"""A packet's scenario reference in our own words: what contests, controls and dominates each kind
of element, where players deploy, what objectives do.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from app.engine.language import Vocabulary
from app.engine.packet.scenario import Area, Element, ElementKind, Seat


class Place(Enum):
    """What a part of the reference is about: elements of a kind, a zone's shape, the kill box."""

    ZONE = "zone"
    CIRCLE = "circle"
    RECTANGLE = "rectangle"
    FLAG = "flag"
    OBJECTIVE = "objective"
    CACHE = "cache"
    KILL_BOX = "kill_box"


def places_of(element: Element) -> tuple[Place, ...]:
    """Return the parts of the reference that are about an element, the most general first."""
    if element.kind is not ElementKind.ZONE:
        return (Place(element.kind.value),)
    if element.area is not None:
        round_ = element.area.circle
    else:
        round_ = "circle" in element.name.casefold()
    return (Place.ZONE, Place.CIRCLE if round_ else Place.RECTANGLE)


@dataclass(frozen=True, slots=True)
class Reference:
    """What has an effect on elements of one kind; of the kill box only ``more``. A sentence is
    empty where the packet has none.
    """

    at: Place
    contest: str = ""
    control: str = ""
    dominate: str = ""
    more: str = ""
    reach: int = 0
    """How near to its base something counts, in inches: drawn around it on the map."""


@dataclass(frozen=True, slots=True)
class Card:
    """An objective's card."""

    name: str
    does: str = ""
    """What it does, in a line; empty where only the card itself says it."""


@dataclass(frozen=True, slots=True)
class DeploymentZone:
    """The zone in which a player deploys. What reaches beyond the table does not count."""

    seat: Seat
    area: Area


@dataclass(frozen=True, slots=True)
class ReinforcementLine:
    """Near this line a player's reinforcements are placed. Inches, as in an area."""

    seat: Seat
    x: Decimal
    y: Decimal
    to_x: Decimal
    to_y: Decimal


@dataclass(frozen=True, slots=True)
class Deployment:
    """One of a packet's ways to deploy."""

    key: str
    """What scenarios call it."""
    says: str
    zones: tuple[DeploymentZone, ...] = ()
    """Empty where only the packet's own diagram shows them."""
    lines: tuple[ReinforcementLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Word:
    """A packet's own word for one that the program uses."""

    usual: str
    """"caster", "casters", "control point", "control points", "CP", "first player" or "second
    player".
    """
    own: str


@dataclass(frozen=True, slots=True)
class TimedReminder:
    """What players have to mind under one timing."""

    timing: str
    """The key of the timing."""
    says: str


@dataclass(frozen=True, slots=True)
class Briefing:
    """The packet's texts for players, beside the numbers of a scenario."""

    reference: tuple[Reference, ...] = ()
    reminders: tuple[str, ...] = ()
    """What holds in every game, such as what happens when a marker is moved."""
    reinforcements: tuple[str, ...] = ()
    """What holds where armies are reinforced."""
    cards: tuple[Card, ...] = ()
    deployments: tuple[Deployment, ...] = ()
    words: tuple[Word, ...] = ()
    timed: tuple[TimedReminder, ...] = ()

    @property
    def vocabulary(self) -> Vocabulary:
        """The packet's own words, as texts are said with them."""
        return tuple((word.usual, word.own) for word in self.words)

    def reach(self, kind: ElementKind) -> int:
        """Return how near to an element's base something counts, in inches; 0 if it is not said."""
        return next((entry.reach for entry in self.reference if entry.at.value == kind.value), 0)

    def deployment(self, key: str) -> Deployment | None:
        return next((deployment for deployment in self.deployments if deployment.key == key), None)

    def card(self, name: str) -> Card:
        """Return the card of this name, whatever its capitals; one that says nothing if none is
        known.
        """
        return next(
            (card for card in self.cards if card.name.casefold() == name.casefold()), Card(name)
        )


NO_BRIEFING = Briefing()
