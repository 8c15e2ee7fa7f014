"""A packet's scenario reference in our own words: how each kind of element is contested, controlled
and dominated, where players deploy, and what objectives do.
"""

from decimal import Decimal
from enum import Enum

from msgspec import Struct

from app.engine.language import Vocabulary
from app.engine.packet.scenario import Area, Element, ElementKind, Seat, demand_lengths


class Place(Enum):
    """The subject of a part of the reference: elements of a kind, zones of a shape, or the kill
    box.
    """

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


class Reference(Struct, frozen=True):
    """The rules about elements of one kind; for the kill box only ``more`` is used. A sentence is
    empty if the packet has none.
    """

    at: Place
    contest: str = ""
    control: str = ""
    dominate: str = ""
    more: str = ""
    reach: int = 0
    """The distance from the element's base within which models count, in inches. The map shows this
    distance around the base.
    """


class Card(Struct, frozen=True):
    """The card of an objective."""

    name: str
    does: str = ""
    """The card's effect in one line; empty if only the card itself gives it."""


class DeploymentZone(Struct, frozen=True):
    """The zone in which a player deploys. The part of the zone beyond the table does not count."""

    seat: Seat
    area: Area


class ReinforcementLine(Struct, frozen=True):
    """A line near which a player places reinforcements. Lengths are inches, as in `Area`."""

    seat: Seat
    x: Decimal
    y: Decimal
    to_x: Decimal
    to_y: Decimal

    def __post_init__(self) -> None:
        demand_lengths(self.x, self.y, self.to_x, self.to_y)


class Deployment(Struct, frozen=True):
    """One of a packet's ways to deploy."""

    key: str
    """The name by which scenarios refer to this deployment."""
    says: str
    zones: tuple[DeploymentZone, ...] = ()
    """The zones; empty if only the packet's own diagram shows them."""
    lines: tuple[ReinforcementLine, ...] = ()


class Word(Struct, frozen=True):
    """A packet's own word in place of one that the program uses."""

    usual: str
    """The program's word: "caster", "casters", "control point", "control points", "CP", "first
    player" or "second player".
    """
    own: str


class TimedReminder(Struct, frozen=True):
    """A reminder for players under one timing."""

    timing: str
    """The key of the timing."""
    says: str


class Briefing(Struct, frozen=True):
    """The packet's texts for players, in addition to the numbers of a scenario."""

    reference: tuple[Reference, ...] = ()
    reminders: tuple[str, ...] = ()
    """Reminders for every game, such as what happens when a marker is moved."""
    reinforcements: tuple[str, ...] = ()
    """A reminder for games with reinforcements."""
    cards: tuple[Card, ...] = ()
    deployments: tuple[Deployment, ...] = ()
    words: tuple[Word, ...] = ()
    timed: tuple[TimedReminder, ...] = ()

    @property
    def vocabulary(self) -> Vocabulary:
        """The packet's own words as pairs of the usual word and the packet's, for translating
        texts.
        """
        return tuple((word.usual, word.own) for word in self.words)

    def reach(self, kind: ElementKind) -> int:
        """Return the distance from an element's base within which models count, in inches; 0 if the
        packet does not say.
        """
        return next((entry.reach for entry in self.reference if entry.at.value == kind.value), 0)

    def deployment(self, key: str) -> Deployment | None:
        return next((deployment for deployment in self.deployments if deployment.key == key), None)

    def card(self, name: str) -> Card:
        """Return the card with this name, in any spelling of capitals. Return a card without text
        if none is known.
        """
        return next(
            (card for card in self.cards if card.name.casefold() == name.casefold()), Card(name)
        )


NO_BRIEFING = Briefing()
