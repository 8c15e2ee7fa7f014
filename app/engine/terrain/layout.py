"""A table's terrain as values: pieces in their order, and rule breaches."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

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


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle along the table's edges, or a circle."""

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
        """ "5 × 4", "4 across"."""
        wide = inches_words(self.area.width)
        return (
            say("{wide} across", wide=wide)
            if self.area.circle
            else f"{wide} × {inches_words(self.area.height)}"
        )


@dataclass(frozen=True, slots=True)
class Layout:
    """The pieces on a table, in the order they are set out."""

    pieces: tuple[Piece, ...] = ()
    method: Method | None = None
    """How they were set out; None for freely."""
    seed: int = 0
    """What the proposal was rolled from; 0 for pieces set out by hand."""

    def name(self, number: int) -> str:
        return f"{number} {self.pieces[number - 1].kind.words}"


@dataclass(frozen=True, slots=True)
class Breach:
    """A terrain rule that a layout breaks."""

    rule: LayoutRule
    piece: int
    """The piece's number, from 1 in the order of setting out; 0 for none."""
    words: str
    """A sentence for the organizer."""
    other: int = 0
    """The other piece's number; 0 for none."""
    needed: Decimal | None = None
    """The distance in inches that the rule needs; None if the rule is no distance."""
    measured: Decimal | None = None
    """The distance in inches, rounded to a tenth; None if the rule is no distance."""
    advice: bool = False
    """Whether the packet only advises it."""


def inches_words(inches: Decimal) -> str:
    """Write inches without zeros nobody needs: 3, 2.5."""
    return f"{inches.normalize():f}"
