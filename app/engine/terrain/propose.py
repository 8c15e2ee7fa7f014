"""Proposes a legal layout for a table, at random and repeatably by its seed.

Pieces are tried one after the other, in the order of the method. They keep a little more than the
required distances, so that a layout is legal whichever way "within" is understood.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from hashlib import shake_256
from math import ceil

from msgspec import Struct

from app.engine.packet.scenario import Area, Scenario
from app.engine.packet.terrain_rules import Kind, Method, SetupRules, TerrainRules
from app.engine.terrain.check import centre, check, grounds, quadrants
from app.engine.terrain.layout import Layout, Piece
from app.engine.terrain.shapes import Length, Shape, is_within, nearer, point, quarters

TRIES = 80  # places tried for a piece
BLOCK = 1024

Wanted = Callable[[Shape], bool]
Box = tuple[int, int, int, int]  # left, low, right, high in half inches


class Dice:
    """An endless stream of fair rolls, derived from a text."""

    def __init__(self, key: str) -> None:
        self._key, self._block = key, 0
        self._numbers: list[int] = []

    def roll(self, sides: int) -> int:
        """Return a random number from 0 to ``sides`` − 1."""
        if not self._numbers:
            block = shake_256(f"{self._key}|{self._block}".encode()).digest(BLOCK)
            self._numbers = [int.from_bytes(block[at : at + 4]) for at in range(0, BLOCK, 4)]
            self._block += 1
        return self._numbers.pop() % sides

    def between(self, least: int, most: int) -> int:
        return least + self.roll(max(most - least, 0) + 1)


class Body(Struct, frozen=True):
    """A piece without a place yet; lengths are half inches."""

    kind: Kind
    width: int
    height: int
    circle: bool = False

    def at(self, left: int, low: int) -> Piece:
        x, y, width, height = (
            Decimal(half_inches) / 2 for half_inches in (left, low, self.width, self.height)
        )
        if self.circle:
            return Piece(self.kind, Area(x + width / 2, y + width / 2, width, circle=True))
        return Piece(self.kind, Area(x, y, width, height))

    def shape(self, left: int, low: int) -> Shape:
        """Return the shape of the piece that `at` would create."""
        if self.circle:
            return point(2 * left + self.width, 2 * low + self.width, self.width)
        return Shape(2 * left, 2 * low, 2 * (left + self.width), 2 * (low + self.height))


class Site:
    """The table of a scenario as the rules see it: the distance that each kind keeps from
    everything, worked out once.

    Distances are quarter inches, a little more than the packet's.
    """

    def __init__(self, rules: TerrainRules, scenario: Scenario) -> None:
        self.half_inches = 2 * scenario.table
        self.middle = point(self.half_inches, self.half_inches)  # half the side, in quarters
        self.edge = quarters(rules.edge) + 1 if rules.edge else 0
        self.keeping = {
            kind: [
                (ground.shape, quarters(ground.reach) + 1)
                for ground in grounds(rules, scenario)
                if rules.kept_out(kind, ground.whom)
            ]
            for kind in rules.kinds
        }
        self.gaps = {
            (kind, other): quarters(rules.gap_between(kind, other)) + 1
            for kind in rules.kinds
            for other in rules.kinds
        }


class Table:
    """The pieces on a table so far, and the search for places for more.

    ``steps`` is the number of places that may still be tried; at 0 nothing more fits.
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
        """Put a piece at this place if it fits, and tell whether it did."""
        self.steps -= 1
        at = body.shape(left, low)
        if self.steps < 0 or not self.fits(body.kind, at):
            return False
        self.pieces.append(body.at(left, low))
        self.shapes.append(at)
        self._put.append((body, left, low))
        return True

    def place(self, body: Body, box: Box, wanted: Wanted) -> bool:
        """Put a piece at a random place in a box. Tell whether there was room."""
        inset = -int(-self.site.edge // 2)
        left, low = max(box[0], inset), max(box[1], inset)
        right, high = (min(bound, self.half_inches - inset) for bound in box[2:])
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
        """Put a copy of a piece opposite the piece, mirrored at the table's middle, so that both
        players have the same terrain. Tell whether there was room.
        """
        body, left, low = self._put[number]
        side = self.half_inches
        return self.put(body, side - left - body.width, side - low - body.height)


STEPS = 24_000  # places looked at for all numbers of pieces together; then there is no room
ATTEMPTS = 200  # layouts tried for a number of pieces before one piece fewer is tried
SHRINKING = 20  # attempts until every piece has its smallest size
THIN = 2  # half inches across a line
DIRECTIONS = 6  # of a deviation template


def propose(
    rules: TerrainRules, scenario: Scenario, seed: int, method: Method | None = None
) -> Layout | None:
    """Return a layout in which `check` finds no breach; the same arguments give the same layout.

    Return None if the organizer's own rules or elements leave no room for one, or if the packet
    does not have the method.
    """
    setup = rules.setup(method)
    if method is not None and setup is None:
        return None
    dice = Dice(f"terrain|{seed}|{scenario.number}|{scenario.name}|{method}")
    site, counts = Site(rules, scenario), _counts(rules, setup, dice)
    for count in counts:
        steps = STEPS // len(counts)
        for attempt in range(ATTEMPTS):
            table = Table(site, dice, steps)
            if _set_out(table, _bodies(rules, dice, count, attempt), setup):
                layout = Layout(tuple(table.pieces), method, seed)
                if not check(rules, scenario, layout):
                    return layout
            steps = table.steps
            if steps <= 0:
                break
    return None


def _counts(rules: TerrainRules, setup: SetupRules | None, dice: Dice) -> Sequence[int]:
    """Return how many pieces to try, the best count first."""
    least, most = rules.count.least, rules.count.most
    if setup is not None:
        least, most = max(least, setup.least), min(most, setup.most)
    first = min(rules.count.advised, most) or dice.between(least, most)
    return range(first, least - 1, -1)


def _bodies(rules: TerrainRules, dice: Dice, count: int, attempt: int) -> list[Body]:
    """Choose kinds and sizes at random. The more attempts have failed, the smaller the pieces
    are.
    """
    kinds = _kinds(rules, dice, count)
    least, most = ceil(2 * rules.size.least), int(2 * rules.size.most)
    most = max(least, most - attempt * (most - least) // SHRINKING)
    bodies = []
    for kind in kinds:
        sides = dice.between(least, most), dice.between(least, most)
        if kind in rules.lines:
            sides = (sides[0], THIN) if dice.roll(2) else (THIN, sides[0])
        elif not dice.roll(3) and sides[0] - sides[0] % 2 >= least:
            wide = sides[0] - sides[0] % 2  # its middle, too, lies on a half inch
            bodies.append(Body(kind, wide, wide, circle=True))
            continue
        bodies.append(Body(kind, *sides))
    return bodies


def _kinds(rules: TerrainRules, dice: Dice, count: int) -> list[Kind]:
    """Return random kinds of pieces: first the required line of sight blockers. At most a third of
    the pieces are of restricted kinds.
    """
    kinds: list[Kind] = []
    for i in range(count):
        held = sum(kind in rules.restricted for kind in kinds)
        choice = rules.unrestricted
        if i < rules.least_blockers:
            choice = rules.blockers
        elif rules.restricted and (held + 1) * 3 <= count and not dice.roll(3):
            choice = rules.restricted
        kinds.append((choice or rules.kinds)[dice.roll(len(choice or rules.kinds))])
    return kinds


def _set_out(table: Table, bodies: list[Body], setup: SetupRules | None) -> bool:
    if setup is None:
        return _freely(table, bodies)
    return METHODS[setup.method](table, bodies, setup)


def _anywhere(_at: Shape) -> bool:
    return True


def _freely(table: Table, bodies: list[Body]) -> bool:
    """Place the pieces in pairs opposite each other. If their number is odd, the first is placed
    near the middle. Tell whether there was room.
    """
    side = table.half_inches
    whole: Box = (0, 0, side, side)
    inner: Box = (side // 3, side // 3, side - side // 3, side - side // 3)
    odd = len(bodies) % 2
    for i, body in enumerate(bodies):
        if i == 0 and odd:
            done = table.place(body, inner, _anywhere) or table.place(body, whole, _anywhere)
        elif i % 2 == odd:
            done = table.place(body, whole, _anywhere)
        else:
            done = table.place_opposite(-1) or table.place(body, whole, _anywhere)
        if not done:
            return False
    return True


def _near(reach: Length, *others: Shape) -> Wanted:
    return lambda at: all(is_within(at, shape, reach) for shape in others)


def _touching_middle(table: Table, body: Body, box: Box) -> bool:
    """Place a piece within ``box`` so that it touches the middle. Tell whether there was room."""
    mid, wide, high = table.half_inches // 2, body.width, body.height
    left, low = max(box[0], mid - wide), max(box[1], mid - high)
    right, top = min(box[2], mid + wide), min(box[3], mid + high)
    return table.place(body, (left, low, right, top), _near(0, table.middle))


def _cluster(table: Table, bodies: list[Body], setup: SetupRules) -> bool:
    """Place the cluster from the middle towards one corner, and the other pieces in the opposite
    corner. Tell whether there was room.
    """
    across, up, reach = table.dice.roll(2), table.dice.roll(2), quarters(setup.near)
    shapes, side = table.shapes, table.half_inches
    box = _toward(side, side // 2 + side // 5, 1 - across, 1 - up)
    if not _touching_middle(table, bodies[0], box):
        return False
    for body in bodies[1 : setup.core]:
        last = table.middle if len(shapes) == 1 else shapes[-1]
        room = _around(last, reach, body, box)
        if not table.place(body, room, _near(reach, last, shapes[0])):
            return False
    box, core = _toward(side, side * 7 // 16, across, up), shapes[: setup.core]
    apart = quarters(setup.apart) + 1

    def wanted(at: Shape) -> bool:
        near = all(is_within(at, shape, reach) for shape in shapes[setup.core :])
        return near and not any(nearer(at, shape, apart) for shape in core)

    return all(table.place(body, box, wanted) for body in bodies[setup.core :])


def _around(of: Shape, reach: Length, body: Body, box: Box) -> Box:
    """Return the part of ``box`` in which a piece may lie to be within ``reach`` of a shape."""
    sides = (of.left - reach, of.low - reach, of.right + reach, of.high + reach)
    left, low, right, high = (int(side) // 2 for side in sides)
    near = (left - body.width, low - body.height)
    far = (right + body.width, high + body.height)
    return max(box[0], near[0]), max(box[1], near[1]), min(box[2], far[0]), min(box[3], far[1])


def _toward(side: int, long: int, across: int, up: int) -> Box:
    """Return a square with a side of ``long`` in one of the table's corners."""
    left, low = across * (side - long), up * (side - long)
    return left, low, left + long, low + long


def _quadrant(table: Table, bodies: list[Body], setup: SetupRules) -> bool:
    """Place pieces around the middle, then around the middles of the quarters. If possible,
    opposite quarters get the same pieces. Tell whether there was room.
    """
    reach, boxes = quarters(setup.near), quadrants(table.half_inches // 2)
    for start in (0, 4):
        for i, body in enumerate(bodies[start : start + 4]):
            if i >= 2 and table.place_opposite(start + i - 2):
                continue
            to = centre(boxes[i]) if start else table.middle
            sides = (boxes[i].left, boxes[i].low, boxes[i].right, boxes[i].high)
            left, low, right, high = (int(side) // 2 for side in sides)
            if not table.place(body, (left, low, right, high), _near(reach, to)):
                return False
    return True


def _scatter(table: Table, bodies: list[Body], setup: SetupRules) -> bool:
    """Place one piece on the middle, one scattered from the middle of each quarter, and the others
    near the first. Tell whether there was room.
    """
    side, reach = table.half_inches, quarters(setup.near)
    if not _touching_middle(table, bodies[0], (0, 0, side, side)):
        return False
    for body, box in zip(bodies[1:5], quadrants(table.half_inches // 2), strict=False):
        if not any(_lay_scattered(table, body, centre(box), setup) for _ in range(TRIES)):
            return False
    return all(
        table.place(body, (0, 0, side, side), _near(reach, table.shapes[0])) for body in bodies[5:]
    )


def _lay_scattered(table: Table, body: Body, on: Shape, setup: SetupRules) -> bool:
    """Place a piece on a point and move it as rolled, or less far if that is not legal. Tell
    whether there was room.
    """
    dice = table.dice
    x = int(on.left) // 2 - dice.roll(body.width + 1)
    y = int(on.low) // 2 - dice.roll(body.height + 1)
    if not is_within(body.shape(x, y), on, 0):
        table.steps -= 1
        return False
    direction, distance = dice.roll(DIRECTIONS), 1 + dice.roll(setup.deviation)
    return any(
        table.put(body, x + across, y + up)
        for across, up in (_scale_step(direction, halves) for halves in range(2 * distance, -1, -1))
    )


def _scale_step(direction: int, halves: int) -> tuple[int, int]:
    """Return the step along one of six directions, rounded down to half inches."""
    if direction % 3 == 0:
        return (halves if direction == 0 else -halves), 0
    across = halves // 2 * (1 if direction in {1, 5} else -1)
    up = halves * 13 // 15 * (1 if direction in {1, 2} else -1)
    return across, up


METHODS: Mapping[Method, Callable[[Table, list[Body], SetupRules], bool]] = {
    Method.CLUSTER: _cluster,
    Method.QUADRANT: _quadrant,
    Method.SCATTER: _scatter,
}
