"""What lies on a table while terrain is set out by lot, and where the next piece may go."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from hashlib import shake_256

from app.engine.packet.scenario import Area, Scenario
from app.engine.packet.terrain_rules import Kind, TerrainRules
from app.engine.terrain.check import grounds
from app.engine.terrain.layout import Piece
from app.engine.terrain.shapes import Shape, nearer, point, quarters

TRIES = 80  # places tried for a piece
BLOCK = 1024

Wanted = Callable[[Shape], bool]
Box = tuple[int, int, int, int]  # left, low, right, high in half inches


class Dice:
    """An endless stream of even rolls from a text."""

    def __init__(self, key: str) -> None:
        self._key, self._block = key, 0
        self._numbers: list[int] = []

    def roll(self, sides: int) -> int:
        """0 to ``sides`` − 1."""
        if not self._numbers:
            block = shake_256(f"{self._key}|{self._block}".encode()).digest(BLOCK)
            self._numbers = [int.from_bytes(block[at : at + 4]) for at in range(0, BLOCK, 4)]
            self._block += 1
        return self._numbers.pop() % sides

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

    def shape(self, left: int, low: int) -> Shape:
        """That of the piece `at` the same place, without making it."""
        if self.circle:
            return point(2 * left + self.width, 2 * low + self.width, self.width)
        return Shape(2 * left, 2 * low, 2 * (left + self.width), 2 * (low + self.height))


class Site:
    """A scenario's table as the rules see it: what keeps which kind how far away, worked out once.

    Distances are quarters, a little more than the packet's.
    """

    def __init__(self, rules: TerrainRules, scenario: Scenario) -> None:
        self.half_inches = 2 * scenario.table
        self.middle = point(self.half_inches, self.half_inches)  # half the side, in quarters
        self.edge = quarters(rules.edge) + 1 if rules.edge else 0
        self.keeping = {
            kind: [
                (one.shape, quarters(one.reach) + 1)
                for one in grounds(rules, scenario)
                if rules.kept_out(kind, one.whom)
            ]
            for kind in rules.kinds
        }
        self.gaps = {
            (one, other): quarters(rules.gap_between(one, other)) + 1
            for one in rules.kinds
            for other in rules.kinds
        }


class Table:
    """What lies on a table so far, and where the next piece may go.

    ``steps`` are the places it may still look at; with none left nothing more fits.
    """

    def __init__(self, site: Site, dice: Dice, steps: int) -> None:
        self.site, self.dice, self.steps = site, dice, steps
        self.half_inches, self.middle = site.half_inches, site.middle
        self.pieces: list[Piece] = []
        self.shapes: list[Shape] = []
        self._put: list[tuple[Body, int, int]] = []

    def fits(self, kind: Kind, at: Shape) -> bool:
        site = self.site
        if at.to_edge(2 * site.half_inches) < site.edge:
            return False
        if any(nearer(at, ground, reach) for ground, reach in site.keeping[kind]):
            return False
        return not any(
            nearer(at, there, site.gaps[kind, other.kind])
            for other, there in zip(self.pieces, self.shapes, strict=True)
        )

    def put(self, body: Body, left: int, low: int) -> bool:
        """Whether a piece fits there; then it lies there."""
        self.steps -= 1
        at = body.shape(left, low)
        if self.steps < 0 or not self.fits(body.kind, at):
            return False
        self.pieces.append(body.at(left, low))
        self.shapes.append(at)
        self._put.append((body, left, low))
        return True

    def place(self, body: Body, box: Box, wanted: Wanted) -> bool:
        """Somewhere in a box, by lot."""
        inset = -int(-self.site.edge // 2)
        left, low = max(box[0], inset), max(box[1], inset)
        right, high = (min(one, self.half_inches - inset) for one in box[2:])
        right, high = right - body.width, high - body.height
        if right < left or high < low:
            return False
        for _ in range(min(TRIES, self.steps)):
            x, y = self.dice.between(left, right), self.dice.between(low, high)
            if not wanted(body.shape(x, y)):
                self.steps -= 1
            elif self.put(body, x, y):
                return True
        return False

    def place_opposite(self, number: int) -> bool:
        """A piece once more, through the table's middle: both players have as much of it."""
        body, left, low = self._put[number]
        side = self.half_inches
        return self.put(body, side - left - body.width, side - low - body.height)
