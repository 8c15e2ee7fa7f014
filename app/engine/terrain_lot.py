"""What lies on a table while terrain is set out by lot, and where the next piece may go."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import shake_256

from app.engine.scenario import Area, Scenario
from app.engine.shapes import Shape, nearer, overlaps, point, quarters
from app.engine.terrain import Ground, grounds
from app.engine.terrain_layout import Piece
from app.engine.terrain_rules import Kind, TerrainRules

TRIES = 80  # places tried for a piece
BLOCK = 1024

Wanted = Callable[[Shape], bool]
Box = tuple[int, int, int, int]  # left, low, right, high in half inches


class Dice:
    """An endless stream of even rolls from a text."""

    def __init__(self, key: str) -> None:
        self._key, self._block, self._bytes = key, 0, b""

    def roll(self, sides: int) -> int:
        """0 to ``sides`` − 1."""
        if not self._bytes:
            self._bytes = shake_256(f"{self._key}|{self._block}".encode()).digest(BLOCK)
            self._block += 1
        taken, self._bytes = self._bytes[:4], self._bytes[4:]
        return int.from_bytes(taken, "big") % sides

    def between(self, least: int, most: int) -> int:
        return least + self.roll(max(most - least, 0) + 1)


@dataclass(frozen=True, slots=True)
class Body:
    """A piece before it has a place; half inches."""

    kind: Kind
    width: int
    height: int
    circle: bool = False

    def at(self, left: int, low: int) -> Piece:
        x, y, width, height = (Decimal(one) / 2 for one in (left, low, self.width, self.height))
        if self.circle:
            return Piece(self.kind, Area(x + width / 2, y + width / 2, width, circle=True))
        return Piece(self.kind, Area(x, y, width, height))


class Table:
    """What lies on a table so far, and where the next piece may go."""

    def __init__(self, rules: TerrainRules, scenario: Scenario, dice: Dice) -> None:
        self.rules, self.dice = rules, dice
        self.half_inches = 2 * scenario.table
        self.pieces: list[Piece] = []
        self.shapes: list[Shape] = []
        self._keeping: dict[Kind, list[Ground]] = {
            kind: [one for one in grounds(rules, scenario) if rules.kept_out(kind, one.whom)]
            for kind in rules.kinds
        }
        self._edge = quarters(rules.edge) + 1 if rules.edge else 0

    @property
    def middle(self) -> Shape:
        return point(self.half_inches, self.half_inches)  # half the side, in quarters

    def fits(self, piece: Piece) -> bool:
        at = piece.shape
        if at.to_edge(2 * self.half_inches) < self._edge:
            return False
        for ground in self._keeping[piece.kind]:
            if nearer(at, ground.shape, quarters(ground.reach) + 1):
                return False
            if overlaps(at, ground.shape):
                return False
        return not any(
            nearer(at, there, quarters(self.rules.gap_between(piece.kind, other.kind)) + 1)
            for other, there in zip(self.pieces, self.shapes, strict=True)
        )

    def put(self, piece: Piece) -> bool:
        """Whether the piece fits; then it lies there."""
        if not self.fits(piece):
            return False
        self.pieces.append(piece)
        self.shapes.append(piece.shape)
        return True

    def place(self, body: Body, box: Box, wanted: Wanted) -> bool:
        """Somewhere in a box, by lot."""
        inset = -int(-self._edge // 2)
        left, low = max(box[0], inset), max(box[1], inset)
        right, high = (min(one, self.half_inches - inset) for one in box[2:])
        for _ in range(TRIES):
            x = self.dice.between(left, right - body.width)
            y = self.dice.between(low, high - body.height)
            piece = body.at(x, y)
            if wanted(piece.shape) and self.put(piece):
                return True
        return False

    def place_opposite(self, twin: Piece) -> bool:
        """The same piece through the table's middle: both players have as much of it."""
        area, side = twin.area, Decimal(self.half_inches) / 2
        x, y = side - area.x, side - area.y
        if not area.circle:
            x, y = x - area.width, y - area.height
        return self.put(Piece(twin.kind, replace(area, x=x, y=y)))
