"""Checks a table's terrain for breaches of the rules.

A distance that equals the packet's limit is allowed. A breach is only advice if it depends on a
deployment whose picture we do not have, or if it breaks a mere recommendation of the packet.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from math import floor

from msgspec import Struct

from app.engine.language import packet_text, plural, say
from app.engine.packet.scenario import ElementKind, Scenario
from app.engine.packet.terrain_rules import Method, SetupRules, TerrainRules, Whom
from app.engine.terrain.layout import Breach, Layout, LayoutRule, inches_words
from app.engine.terrain.shapes import (
    Shape,
    is_within,
    nearer,
    overlaps,
    point,
    quarters,
    shape,
    tenths_apart,
)

CENTRE = say("the middle of the table")


def quadrants(table: int) -> tuple[Shape, ...]:
    """Return the table's quarters, anticlockwise from the lower left."""
    half, whole = quarters(table) // 2, quarters(table)
    return (
        Shape(0, 0, half, half),
        Shape(half, 0, whole, half),
        Shape(half, half, whole, whole),
        Shape(0, half, half, whole),
    )


def middle_of(table: int) -> Shape:
    half = quarters(table) // 2
    return point(half, half)


def centre(box: Shape) -> Shape:
    return point((box.left + box.right) // 2, (box.low + box.high) // 2)


def method_breaches(rules: TerrainRules, table: int, layout: Layout) -> Iterator[Breach]:
    """Yield the breaches of the setup method that a layout claims to follow."""
    setup = rules.setup(layout.method)
    if setup is None:
        return
    many = len(layout.pieces)
    if not setup.least <= many <= setup.most:
        room = str(setup.least)
        if setup.most > setup.least:
            room = say("{least} to {most}", least=setup.least, most=setup.most)
        words = say(
            "{method} is for {room} pieces; there are {many}.",
            method=setup.method.words,
            room=room,
            many=many,
        )
        yield Breach(LayoutRule.METHOD, 0, words)
    shapes = [piece.shape for piece in layout.pieces]
    if setup.method is not Method.QUADRANT:
        yield from _starts(rules, table, layout)
    yield from METHODS[setup.method](setup, table, layout, shapes)


def _starts(rules: TerrainRules, table: int, layout: Layout) -> Iterator[Breach]:
    """Yield breaches of the rule that the first piece must block line of sight and touch the
    middle.
    """
    if not layout.pieces:
        return
    if layout.pieces[0].kind not in rules.blockers:
        words = say(
            "{name} does not block line of sight; the first piece must.", name=layout.name(1)
        )
        yield Breach(LayoutRule.METHOD, 1, words)
    middle = middle_of(table)
    yield from _far(layout, 1, middle, CENTRE, 0)


def _cluster(
    setup: SetupRules, table: int, layout: Layout, shapes: list[Shape]
) -> Iterator[Breach]:
    middle = middle_of(table)
    for i in range(1, min(setup.core, len(shapes))):
        if i == 1:
            yield from _far(layout, 2, middle, CENTRE, setup.near)
        else:
            yield from _far(layout, i + 1, shapes[i - 1], i, setup.near)
        yield from _far(layout, i + 1, shapes[0], 1, setup.near)
    for i, outline in enumerate(shapes[setup.core :], start=setup.core):
        for j in range(setup.core, i):
            yield from _far(layout, i + 1, shapes[j], j + 1, setup.near)
        for j, other in enumerate(shapes[: setup.core]):
            if nearer(outline, other, quarters(setup.apart)):
                inches = Decimal(tenths_apart(outline, other)) / 10
                first, second = layout.name(i + 1), layout.name(j + 1)
                words = say(
                    "{first} is {inches} inches from {second}; Cluster keeps them {apart} apart.",
                    first=first,
                    inches=inches_words(inches),
                    second=second,
                    apart=setup.apart,
                )
                yield Breach(LayoutRule.METHOD, i + 1, words, j + 1, Decimal(setup.apart), inches)


def _quadrant(
    setup: SetupRules, table: int, layout: Layout, shapes: list[Shape]
) -> Iterator[Breach]:
    """Yield breaches of the quadrant method: each quarter has one of the first four pieces, and one
    of the next four.
    """
    boxes = quadrants(table)
    middle = middle_of(table)
    for start in (0, 4):
        taken: set[Shape] = set()
        for i, outline in enumerate(shapes[start : start + 4], start=start):
            name = layout.name(i + 1)
            box = next((box for box in boxes if _lies_in(outline, box)), None)
            if box is None:
                words = say("{name} is not completely within a quarter of the table.", name=name)
                yield Breach(LayoutRule.METHOD, i + 1, words)
                continue
            if box in taken:
                words = say("{name} is in a quarter that already has its piece.", name=name)
                yield Breach(LayoutRule.METHOD, i + 1, words)
            taken.add(box)
            if start:
                to, name_of = centre(box), say("the middle of its quarter")
            else:
                to, name_of = middle, CENTRE
            yield from _far(layout, i + 1, to, name_of, setup.near)


def _scatter(
    setup: SetupRules, table: int, layout: Layout, shapes: list[Shape]
) -> Iterator[Breach]:
    left = [centre(box) for box in quadrants(table)]
    reach = quarters(setup.deviation)
    for i, outline in enumerate(shapes[1:5], start=1):
        mine = next((to for to in left if is_within(outline, to, reach)), None)
        if mine is not None:
            left.remove(mine)
            continue
        nearest = min(left, key=lambda to: tenths_apart(outline, to))
        name_of = say("the middle of a quarter without a piece")
        yield from _far(layout, i + 1, nearest, name_of, setup.deviation)
    for i in range(5, len(shapes)):
        yield from _far(layout, i + 1, shapes[0], 1, setup.near)


def _lies_in(outline: Shape, box: Shape) -> bool:
    return outline.inside(box.left, box.low, box.right, box.high)


def _far(layout: Layout, number: int, to: Shape, name: str | int, reach: int) -> Iterator[Breach]:
    """Yield a breach if the piece is too far from ``to``. ``name`` is the number of the piece at
    ``to``, or the words for another place.
    """
    outline = layout.pieces[number - 1].shape
    if is_within(outline, to, quarters(reach)):
        return
    inches = Decimal(max(tenths_apart(outline, to), 10 * reach + 1)) / 10
    other = name if isinstance(name, int) else 0
    of = layout.name(name) if isinstance(name, int) else name
    allowed = say("at most {reach} are allowed", reach=reach) if reach else say("it must touch it")
    words = say(
        "{name} is {inches} inches from {of}; {allowed}.",
        name=layout.name(number),
        inches=inches_words(inches),
        of=of,
        allowed=allowed,
    )
    yield Breach(LayoutRule.METHOD, number, words, other, Decimal(reach), inches)


METHODS: Mapping[Method, Callable[[SetupRules, int, Layout, list[Shape]], Iterator[Breach]]] = {
    Method.CLUSTER: _cluster,
    Method.QUADRANT: _quadrant,
    Method.SCATTER: _scatter,
}


ZERO = Decimal(0)


class Ground(Struct, frozen=True):
    """A place from which pieces have to keep a distance."""

    rule: LayoutRule
    name: str
    shape: Shape
    whom: Whom
    reach: Decimal = ZERO
    """The least distance in inches; 0 if pieces may touch it."""
    sure: bool = True


def grounds(rules: TerrainRules, scenario: Scenario) -> tuple[Ground, ...]:
    """Return every place of a scenario from which some kind of terrain has to keep a distance, as
    far as the places are known.
    """
    return (*_deployment(rules, scenario), *_elements(rules, scenario))


def _deployment(rules: TerrainRules, scenario: Scenario) -> Iterator[Ground]:
    table, whom = quarters(scenario.table), rules.out_of_deployment
    near, far = quarters(rules.deployment.first), quarters(rules.deployment.second)
    deep = max(near, far)
    if whom is Whom.NONE:
        return
    if scenario.deployment == "radial" and rules.radial is not None:
        # The picture is missing in our copy; this is enough for every corner.
        round_ = quarters(max(rules.radial.first, rules.radial.second))
        for x in (0, table):
            for y in (0, table):
                corner = Shape(x, y, x, y, round_)
                yield Ground(LayoutRule.DEPLOYMENT, say("a corner"), corner, whom, sure=False)
    elif scenario.deployment == "flank":
        strips = (
            Shape(0, 0, table, deep),
            Shape(0, table - deep, table, table),
            Shape(0, 0, deep, table),
            Shape(table - deep, 0, table, table),
        )
        for strip in strips:
            yield Ground(LayoutRule.DEPLOYMENT, say("a flank"), strip, whom, sure=False)
    else:
        yield Ground(
            LayoutRule.DEPLOYMENT, say("the first player’s"), Shape(0, 0, table, near), whom
        )
        other = Shape(0, table - far, table, table)
        yield Ground(LayoutRule.DEPLOYMENT, say("the second player’s"), other, whom)


def _elements(rules: TerrainRules, scenario: Scenario) -> Iterator[Ground]:
    whom = Whom.RESTRICTED
    for element in scenario.elements:
        if element.area is None:
            continue
        match element.kind:
            case ElementKind.ZONE if rules.out_of_zones is not Whom.NONE:
                yield Ground(
                    LayoutRule.ZONE,
                    packet_text(element.name),
                    shape(element.area),
                    rules.out_of_zones,
                )
            case ElementKind.FLAG if rules.flags:
                at = shape(element.area, rules.flag_base_mm)
                yield Ground(LayoutRule.FLAG, packet_text(element.name), at, whom, rules.flags)
            case ElementKind.OBJECTIVE if rules.objectives:
                at = shape(element.area, rules.objective_base_mm)
                yield Ground(
                    LayoutRule.OBJECTIVE, packet_text(element.name), at, whom, rules.objectives
                )
            case _:
                pass


def check(rules: TerrainRules, scenario: Scenario, layout: Layout) -> tuple[Breach, ...]:
    """Return the breaches of a layout: those of the whole table first, then piece by piece."""
    keeping = grounds(rules, scenario)
    shapes = [piece.shape for piece in layout.pieces]
    single = [
        breach
        for number in range(1, len(shapes) + 1)
        for breach in (
            *_piece(rules, layout, number),
            *_edge(rules, scenario.table, layout.name(number), number, shapes[number - 1]),
            *_grounds(rules, keeping, layout, number, shapes[number - 1]),
        )
    ]
    pairs = _gaps(rules, layout, shapes)
    by_piece = sorted((*single, *pairs), key=lambda breach: breach.piece)
    method = method_breaches(rules, scenario.table, layout)
    return (*_whole(rules, layout), *by_piece, *method)


def _whole(rules: TerrainRules, layout: Layout) -> Iterator[Breach]:
    count, many = rules.count, len(layout.pieces)
    if not count.least <= many <= count.most:
        room = say("{least} to {most}", least=count.least, most=count.most)
        yield Breach(
            LayoutRule.COUNT,
            0,
            say("{pieces} on the table; the packet wants {room}.", pieces=_pieces(many), room=room),
        )
    blocking = sum(piece.kind in rules.blockers for piece in layout.pieces)
    if blocking < rules.least_blockers:
        words = plural(
            blocking,
            "{count} piece blocks line of sight; at least {least_blockers} must.",
            "{count} pieces block line of sight; at least {least_blockers} must.",
            least_blockers=rules.least_blockers,
        )
        yield Breach(LayoutRule.BLOCKERS, 0, words)
    held = sum(piece.kind in rules.restricted for piece in layout.pieces)
    if rules.mostly_unrestricted and held and 2 * held >= many:
        words = say(
            "{held} of {pieces} restricted; most should be unrestricted.",
            held=held,
            pieces=_pieces(many),
        )
        yield Breach(LayoutRule.MOSTLY, 0, words, advice=True)


def _pieces(count: int) -> str:
    return plural(count, "{count} piece", "{count} pieces")


def _piece(rules: TerrainRules, layout: Layout, number: int) -> Iterator[Breach]:
    piece, name = layout.pieces[number - 1], layout.name(number)
    if piece.kind not in rules.kinds:
        yield Breach(
            LayoutRule.KIND,
            number,
            say("{name} is not a kind of terrain in this packet.", name=name),
        )
    small, large = sorted((piece.area.width, piece.height))
    thin = piece.kind in rules.lines
    if large > rules.size.most or (large if thin else small) < rules.size.least:
        best = say(
            "{least} to {most} inches",
            least=inches_words(rules.size.least),
            most=inches_words(rules.size.most),
        )
        measured = say("long") if thin else say("each way")
        size = say("{longer} by {shorter}", longer=inches_words(large), shorter=inches_words(small))
        words = say(
            "{name} measures {size}; {best} {measured} are best.",
            name=name,
            size=size,
            best=best,
            measured=measured,
        )
        yield Breach(LayoutRule.SIZE, number, words, advice=True)


def _edge(rules: TerrainRules, table: int, name: str, number: int, at: Shape) -> Iterator[Breach]:
    edge = at.to_edge(quarters(table))
    inches = Decimal(floor(edge * 10 // 4)) / 10
    if edge < 0:
        yield Breach(
            LayoutRule.TABLE,
            number,
            say("{name} reaches beyond the table.", name=name),
            measured=inches,
        )
    elif edge < quarters(rules.edge):
        apart = say("{inches} inches from a table edge", inches=inches_words(inches))
        words = _near_words(name, apart, rules.edge)
        yield Breach(LayoutRule.EDGE, number, words, needed=rules.edge, measured=inches)


def _near_words(name: str, apart: str, needed: Decimal) -> str:
    """Return the sentence that the piece ``name`` is too near to something. ``apart`` is a text
    with the distance and that thing.
    """
    return say(
        "{name} is {apart}; {inches} are needed.",
        name=name,
        apart=apart,
        inches=inches_words(needed),
    )


def _grounds(
    rules: TerrainRules, keeping: Sequence[Ground], layout: Layout, number: int, at: Shape
) -> Iterator[Breach]:
    for ground in keeping:
        if rules.kept_out(layout.pieces[number - 1].kind, ground.whom):
            yield from _ground(ground, number, layout.name(number), at)


def _ground(ground: Ground, number: int, name: str, at: Shape) -> Iterator[Breach]:
    if ground.reach:
        if nearer(at, ground.shape, quarters(ground.reach)):
            inches = Decimal(tenths_apart(at, ground.shape)) / 10
            apart = say(
                "{inches} inches from {ground}", inches=inches_words(inches), ground=ground.name
            )
            words = _near_words(name, apart, ground.reach)
            yield Breach(ground.rule, number, words, needed=ground.reach, measured=inches)
    elif overlaps(at, ground.shape):
        if ground.rule is LayoutRule.ZONE:
            words = say(
                "{name} lies in a zone it must stay out of: {ground}.",
                name=name,
                ground=ground.name,
            )
        elif ground.sure:
            words = say("{name} lies in {ground} deployment zone.", name=name, ground=ground.name)
        else:
            words = say(
                "{name} may lie in a deployment zone: it is too close to {ground}.",
                name=name,
                ground=ground.name,
            )
        yield Breach(ground.rule, number, words, measured=ZERO, advice=not ground.sure)


_GAPS = {
    (True, True): say("{first} lies over {second}; {needed} are needed."),
    (True, False): say("{first} lies over {second}; they may only touch."),
    (False, True): say("{first} is {inches} inches from {second}; {needed} are needed."),
    (False, False): say("{first} is {inches} inches from {second}; they may only touch."),
}
"""The sentences, by whether two pieces meet and whether they need a gap."""


def _gaps(rules: TerrainRules, layout: Layout, shapes: list[Shape]) -> Iterator[Breach]:
    for (i, piece), (j, other) in combinations(enumerate(layout.pieces), 2):
        gap = rules.gap_between(piece.kind, other.kind)
        meet = overlaps(shapes[i], shapes[j])
        if meet or nearer(shapes[i], shapes[j], quarters(gap)):
            inches = Decimal(tenths_apart(shapes[i], shapes[j])) / 10
            first, second = layout.name(i + 1), layout.name(j + 1)
            words = _GAPS[meet, bool(gap)].format(
                first=first,
                second=second,
                inches=inches_words(inches),
                needed=inches_words(gap),
            )
            yield Breach(LayoutRule.GAP, i + 1, words, j + 1, gap, inches)
