"""What the packets' texts say of terrain, checked with shapely and apart from `app.engine`.

Nothing of the engine's rules or geometry is used here: the figures stand in this file.
"""

from collections.abc import Iterator

from shapely import LineString, MultiLineString, Point, box
from shapely.geometry.base import BaseGeometry

from app.engine.packet.scenario import Scenario
from app.engine.terrain.layout import Layout, Piece

NEAR = 1e-9
INCH_MM = 25.4

OPEN = {"forest", "hill", "rough", "shallow_water", "trench"}
HARD = {
    "sr2012": {"impassable"},
    "sr2014": {"obstruction", "impassable"},
    "sr2015": {"obstruction", "linear_obstacle"},
    "sr2017": {"hazard", "obstruction", "obstacle"},
    "sr2026": {"obstruction"},
}
SOFT = {
    "sr2012": OPEN | {"obstruction", "linear_obstacle"},
    "sr2014": OPEN | {"linear_obstacle"},
    "sr2015": OPEN | {"wreck"},
    "sr2017": OPEN | {"dense_fog", "rubble"},
    "sr2026": OPEN | {"dense_fog", "rubble", "hazard", "obstacle"},
}
PIECES = {
    "sr2012": (5, 7),
    "sr2014": (5, 7),
    "sr2015": (5, 7),
    "sr2017": (6, 8),
    "sr2026": (10, 14),
}
INCHES = {
    "sr2012": (4, 8),
    "sr2014": (4, 7),
    "sr2015": (3, 6),
    "sr2017": (3, 6),
    "sr2026": (3, 6),
}
FROM_EDGE = {"sr2017": 6, "sr2026": 3}
BLOCKERS = {"sr2017": 2, "sr2026": 4}
FROM_MARKERS = {"sr2014": 4, "sr2015": 5}
THIN = {"linear_obstacle", "obstacle"}
SIGHT = {"forest", "dense_fog", "obstruction"}


def _body(piece: Piece) -> tuple[BaseGeometry, float]:
    """The bones of a piece and how far its flesh reaches."""
    a = piece.area
    x, y, w = float(a.x), float(a.y), float(a.width)
    if a.circle:
        return Point(x, y), w / 2
    return box(x, y, x + w, y + float(a.height)), 0.0


def _apart(one: tuple[BaseGeometry, float], other: tuple[BaseGeometry, float]) -> float:
    return float(one[0].distance(other[0])) - one[1] - other[1]


def _covers(one: tuple[BaseGeometry, float], other: tuple[BaseGeometry, float]) -> bool:
    """Whether they share some ground."""
    if one[1] or other[1]:
        return _apart(one, other) < -NEAR
    return float(one[0].intersection(other[0]).area) > NEAR


def faults(key: str, scenario: Scenario, layout: Layout) -> Iterator[str]:
    """Whatever a layout of the packet ``key`` does that its text does not allow."""
    packet, side = key.partition("-")[0], float(scenario.table)
    bodies = [_body(piece) for piece in layout.pieces]
    kinds = [piece.kind.value for piece in layout.pieces]
    hard = HARD[packet]
    least, most = PIECES[packet]
    if not least <= len(bodies) <= most:
        yield f"{len(bodies)} pieces"
    rim = LineString([(0, 0), (side, 0), (side, side), (0, side), (0, 0)])
    for kind, (core, radius), piece in zip(kinds, bodies, layout.pieces, strict=True):
        if kind not in hard | SOFT[packet]:
            yield f"{kind} is unknown"
        width, height = _extent(core, radius)
        short, long = sorted((width, height))
        if long > INCHES[packet][1] or (long if kind in THIN else short) < INCHES[packet][0]:
            yield f"{kind} {width} by {height}"
        if any(float(2 * one) % 1 for one in (piece.area.x, piece.area.y)):
            yield f"{kind} is off the half inches"
        if not box(0, 0, side, side).covers(core):
            yield f"{kind} is off the table"
        edge = float(rim.distance(core)) - radius
        if edge < FROM_EDGE.get(key, 0) - NEAR:
            yield f"{kind} {edge} from the edge"
    yield from _gaps(packet, kinds, bodies)
    yield from _places(key, scenario, kinds, bodies)
    if sum(kind in SIGHT for kind in kinds) < BLOCKERS.get(packet, 0):
        yield "too little blocks line of sight"
    if packet == "sr2017":
        yield from _method(layout, side, kinds, bodies)


def _extent(core: BaseGeometry, radius: float) -> tuple[float, float]:
    left, low, right, high = core.bounds
    return right - left + 2 * radius, high - low + 2 * radius


def _gaps(packet: str, kinds: list[str], bodies: list[tuple[BaseGeometry, float]]) -> Iterator[str]:
    for i, one in enumerate(bodies):
        for j in range(i):
            needed = {"sr2012": 3, "sr2014": 3, "sr2026": 0}.get(packet, 2)
            if packet == "sr2026" and kinds[i] in HARD[packet] and kinds[j] in HARD[packet]:
                needed = 6
            if needed == 2 and kinds[i] in HARD[packet] and kinds[j] in HARD[packet]:
                needed = 5
            if needed == 2 and kinds[i] == kinds[j] == "trench":
                needed = 0
            if _apart(one, bodies[j]) < needed - NEAR or _covers(one, bodies[j]):
                yield f"{kinds[i]} {_apart(one, bodies[j])} from {kinds[j]}"


def _deployment(key: str, scenario: Scenario) -> list[tuple[BaseGeometry, float]]:
    side = float(scenario.table)
    if scenario.deployment == "radial":
        corners = ((0, 0), (0, side), (side, 0), (side, side))
        return [(Point(corner), 20.0) for corner in corners]
    if scenario.deployment == "flank":
        frame = box(0, 0, side, side).difference(box(10, 10, side - 10, side - 10))
        return [(frame, 0.0)]
    first, second = (6, 6) if key == "sr2017-rumble" else (7, 10)
    return [(box(0, 0, side, first), 0.0), (box(0, side - second, side, side), 0.0)]


def _places(
    key: str, scenario: Scenario, kinds: list[str], bodies: list[tuple[BaseGeometry, float]]
) -> Iterator[str]:
    packet = key.partition("-")[0]
    for kind, body in zip(kinds, bodies, strict=True):
        held = kind in HARD[packet]
        if packet != "sr2026" and (held or packet != "sr2017"):
            for zone in _deployment(key, scenario):
                if _covers(body, zone):
                    yield f"{kind} in a deployment zone"
        if not held or packet in {"sr2017", "sr2026"}:
            continue
        for element in scenario.elements:
            a = element.area
            if a is None:
                continue
            x, y = float(a.x), float(a.y)
            if element.kind.value == "zone":
                w, h = float(a.width), float(a.height)
                zone = (Point(x, y), w / 2) if a.circle else (box(x, y, x + w, y + h), 0.0)
                if _covers(body, zone):
                    yield f"{kind} in {element.name}"
            else:
                base = (40 if element.kind.value == "flag" else 50) / INCH_MM / 2
                apart = _apart(body, (Point(x, y), base))
                if apart < FROM_MARKERS.get(packet, -1e9) - NEAR:
                    yield f"{kind} {apart} from {element.name}"


def _method(
    layout: Layout, side: float, kinds: list[str], bodies: list[tuple[BaseGeometry, float]]
) -> Iterator[str]:
    middle = (Point(side / 2, side / 2), 0.0)
    cross = MultiLineString([[(side / 2, 0), (side / 2, side)], [(0, side / 2), (side, side / 2)]])
    hearts = [(Point(x * side / 4, y * side / 4), 0.0) for x, y in ((1, 1), (3, 1), (3, 3), (1, 3))]
    method = layout.method.value if layout.method else ""
    if method in {"cluster", "scatter"}:
        if kinds[0] not in SIGHT:
            yield "the first piece does not block line of sight"
        if _apart(bodies[0], middle) > NEAR:
            yield "the first piece is off the middle"
    if method == "cluster":
        for i in range(1, 5):
            before = middle if i == 1 else bodies[i - 1]
            if max(_apart(bodies[i], before), _apart(bodies[i], bodies[0])) > 6 + NEAR:
                yield f"{i + 1} is far from the cluster"
        for i in range(5, len(bodies)):
            if min(_apart(bodies[i], body) for body in bodies[:5]) < 8 - NEAR:
                yield f"{i + 1} is near the cluster"
            if any(_apart(bodies[i], body) > 6 + NEAR for body in bodies[5:]):
                yield f"{i + 1} is far from the others"
    elif method == "quadrant":
        if len(bodies) != 8:
            yield f"{len(bodies)} pieces for quadrants"
        for group in (bodies[:4], bodies[4:]):
            seats = [
                min(range(4), key=lambda n, one=one: one[0].centroid.distance(hearts[n][0]))
                for one in group
            ]
            if sorted(seats) != [0, 1, 2, 3]:
                yield f"quadrants {seats}"
            for seat, one in zip(seats, group, strict=True):
                straddles = one[1] - float(one[0].distance(cross)) > NEAR
                if straddles or float(one[0].buffer(-NEAR).intersection(cross).length) > NEAR:
                    yield "a piece lies across quadrants"
                to = middle if group[0] is bodies[0] else hearts[seat]
                if _apart(one, to) > 5 + NEAR:
                    yield "a piece is far from its middle"
    elif method == "scatter":
        for heart in hearts:
            if min(_apart(body, heart) for body in bodies[1:5]) > 3 + NEAR:
                yield "a quadrant has no piece"
        if any(_apart(body, bodies[0]) > 10 + NEAR for body in bodies[5:]):
            yield "a piece is far from the first"
