"""The three methods of setting terrain out, as far as a finished layout shows them (SR2017).

A piece's part in a method is its place in the order of setting out.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal

from app.engine.packet.terrain_rules import Method, SetupRules, TerrainRules
from app.engine.terrain.layout import Breach, Layout, Rule, said
from app.engine.terrain.shapes import Shape, nearer, point, quarters, tenths_apart, within

CENTRE = "the middle of the table"


def quadrants(table: int) -> tuple[Shape, ...]:
    """The table's quarters, going round from the lower left."""
    half, whole = quarters(table) // 2, quarters(table)
    return (
        Shape(0, 0, half, half),
        Shape(half, 0, whole, half),
        Shape(half, half, whole, whole),
        Shape(0, half, half, whole),
    )


def centre(box: Shape) -> Shape:
    return point((box.left + box.right) // 2, (box.low + box.high) // 2)


def method_breaches(rules: TerrainRules, table: int, layout: Layout) -> Iterator[Breach]:
    """What a layout breaks of the method it says it follows."""
    setup = rules.setup(layout.method)
    if setup is None:
        return
    many = len(layout.pieces)
    if not setup.least <= many <= setup.most:
        room = str(setup.least)
        if setup.most > setup.least:
            room += f" to {setup.most}"
        words = f"{setup.method.words} is for {room} pieces; there are {many}."
        yield Breach(Rule.METHOD, 0, words)
    shapes = [one.shape for one in layout.pieces]
    if setup.method is not Method.QUADRANT:
        yield from _starts(rules, table, layout)
    yield from METHODS[setup.method](setup, table, layout, shapes)


def _starts(rules: TerrainRules, table: int, layout: Layout) -> Iterator[Breach]:
    """The first piece blocks line of sight and touches the middle."""
    if not layout.pieces:
        return
    if layout.pieces[0].kind not in rules.blockers:
        words = f"{layout.name(1)} does not block line of sight; the first piece must."
        yield Breach(Rule.METHOD, 1, words)
    middle = centre(Shape(0, 0, quarters(table), quarters(table)))
    yield from _far(layout, 1, middle, CENTRE, 0)


def _cluster(
    setup: SetupRules, table: int, layout: Layout, shapes: list[Shape]
) -> Iterator[Breach]:
    middle = centre(Shape(0, 0, quarters(table), quarters(table)))
    for i in range(1, min(setup.core, len(shapes))):
        if i == 1:
            yield from _far(layout, 2, middle, CENTRE, setup.near)
        else:
            yield from _far(layout, i + 1, shapes[i - 1], i, setup.near)
        yield from _far(layout, i + 1, shapes[0], 1, setup.near)
    for i, one in enumerate(shapes[setup.core :], start=setup.core):
        for j in range(setup.core, i):
            yield from _far(layout, i + 1, shapes[j], j + 1, setup.near)
        for j, other in enumerate(shapes[: setup.core]):
            if nearer(one, other, quarters(setup.apart)):
                found = Decimal(tenths_apart(one, other)) / 10
                first, second = layout.name(i + 1), layout.name(j + 1)
                words = f"{first} is {said(found)} inches from {second};"
                words += f" Cluster keeps them {setup.apart} apart."
                yield Breach(Rule.METHOD, i + 1, words, j + 1, Decimal(setup.apart), found)


def _quadrant(
    setup: SetupRules, table: int, layout: Layout, shapes: list[Shape]
) -> Iterator[Breach]:
    """The first four pieces and the next four: one in each quarter."""
    boxes = quadrants(table)
    middle = centre(Shape(0, 0, quarters(table), quarters(table)))
    for start in (0, 4):
        taken: set[Shape] = set()
        for i, one in enumerate(shapes[start : start + 4], start=start):
            name = layout.name(i + 1)
            box = next((box for box in boxes if _lies_in(one, box)), None)
            if box is None:
                words = f"{name} is not completely within a quarter of the table."
                yield Breach(Rule.METHOD, i + 1, words)
                continue
            if box in taken:
                words = f"{name} is in a quarter that already has its piece."
                yield Breach(Rule.METHOD, i + 1, words)
            taken.add(box)
            if start:
                to, name_of = centre(box), "the middle of its quarter"
            else:
                to, name_of = middle, CENTRE
            yield from _far(layout, i + 1, to, name_of, setup.near)


def _scatter(
    setup: SetupRules, table: int, layout: Layout, shapes: list[Shape]
) -> Iterator[Breach]:
    left = [centre(box) for box in quadrants(table)]
    reach = quarters(setup.deviation)
    for i, one in enumerate(shapes[1:5], start=1):
        mine = next((to for to in left if within(one, to, reach)), None)
        if mine is not None:
            left.remove(mine)
            continue
        nearest = min(left, key=lambda to: tenths_apart(one, to))
        name_of = "the middle of a quarter without a piece"
        yield from _far(layout, i + 1, nearest, name_of, setup.deviation)
    for i in range(5, len(shapes)):
        yield from _far(layout, i + 1, shapes[0], 1, setup.near)


def _lies_in(one: Shape, box: Shape) -> bool:
    return one.inside(box.left, box.low, box.right, box.high)


def _far(layout: Layout, number: int, to: Shape, name: str | int, reach: int) -> Iterator[Breach]:
    """``name`` is a piece's number or what the piece should be near to."""
    one = layout.pieces[number - 1].shape
    if within(one, to, quarters(reach)):
        return
    found = Decimal(max(tenths_apart(one, to), 10 * reach + 1)) / 10
    other = name if isinstance(name, int) else 0
    of = layout.name(name) if isinstance(name, int) else name
    allowed = f"at most {reach} are allowed" if reach else "it must touch it"
    words = f"{layout.name(number)} is {said(found)} inches from {of}; {allowed}."
    yield Breach(Rule.METHOD, number, words, other, Decimal(reach), found)


METHODS: Mapping[Method, Callable[[SetupRules, int, Layout, list[Shape]], Iterator[Breach]]] = {
    Method.CLUSTER: _cluster,
    Method.QUADRANT: _quadrant,
    Method.SCATTER: _scatter,
}
