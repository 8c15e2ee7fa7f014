"""A table's terrain as values: its pieces in order, and breaches of rules."""

from decimal import Decimal
from enum import Enum

from msgspec import Struct

from app.engine.language import say
from app.engine.packet.scenario import Area
from app.engine.packet.terrain_rules import Kind, Method
from app.engine.terrain.shapes import Shape, shape


class LayoutRule(Enum):
    """The rules that a layout can break."""

    COUNT = "count"
    BLOCKERS = "blockers"
    MOSTLY = "mostly"
    KIND = "kind"
    SIZE = "size"
    TABLE = "table"
    EDGE = "edge"
    GAP = "gap"
    DEPLOYMENT = "deployment"
    ZONE = "zone"
    FLAG = "flag"
    OBJECTIVE = "objective"
    METHOD = "method"


class Piece(Struct, frozen=True):
    """A piece of terrain: a rectangle parallel to the table's edges, or a circle."""

    kind: Kind
    area: Area

    @property
    def shape(self) -> Shape:
        return shape(self.area)

    @property
    def height(self) -> Decimal:
        return self.area.width if self.area.circle else self.area.height

    @property
    def size_words(self) -> str:
        """The size in words: "5 × 4", "4 across"."""
        wide = inches_words(self.area.width)
        return (
            say("{wide} across", wide=wide)
            if self.area.circle
            else f"{wide} × {inches_words(self.area.height)}"
        )


class Layout(Struct, frozen=True):
    """The pieces on a table, in the order in which they are set up."""

    pieces: tuple[Piece, ...] = ()
    method: Method | None = None
    """The method by which the pieces were set up; None for no method."""
    seed: int = 0
    """The seed of the proposal's dice; 0 for pieces that were set up by hand."""

    def name(self, number: int) -> str:
        return f"{number} {self.pieces[number - 1].kind.words}"


class Breach(Struct, frozen=True):
    """A terrain rule that a layout breaks."""

    rule: LayoutRule
    piece: int
    """The number of the piece, from 1 in the order of setting up; 0 for none."""
    words: str
    """The breach in a sentence for the organizer."""
    other: int = 0
    """The number of the other piece; 0 for none."""
    needed: Decimal | None = None
    """The distance in inches that the rule requires; None if the rule is not about a distance."""
    measured: Decimal | None = None
    """The actual distance in inches, rounded to a tenth; None if the rule is not about a
    distance.
    """
    advice: bool = False
    """True if the packet only advises the rule."""


def inches_words(inches: Decimal) -> str:
    """Return inches without trailing zeros: 3, 2.5."""
    whole, _point, part = f"{inches.normalize():f}".partition(".")
    return say("{whole}.{part}", whole=whole, part=part) if part else whole
