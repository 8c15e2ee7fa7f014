"""A pattern for each kind of terrain, in SVG lines and dots that stay clear in black and white."""

from collections.abc import Iterator
from math import ceil, cos, floor, hypot, radians, sin, sqrt

from msgspec import Struct

from app.engine.packet.terrain_rules import Kind
from app.reports import paper

DOT = 0.17
CLEAR = 0.05  # inches between a line and the outline


class Pattern(Struct, frozen=True):
    """The look of a kind of terrain: lines at these angles, ``apart`` inches from each other, or
    ``dots``.
    """

    angles: tuple[int, ...] = ()
    apart: float = 0.9
    width: float = 0.08
    dots: bool = False
    ground: str = paper.PAPER


PATTERNS = {
    Kind.FOREST: Pattern(dots=True, apart=0.7),
    Kind.DENSE_FOG: Pattern(dots=True, apart=1.4, ground=paper.TERRAIN),
    Kind.HILL: Pattern(ground=paper.TERRAIN),
    Kind.ROUGH: Pattern((45,)),
    Kind.SHALLOW_WATER: Pattern((0,)),
    Kind.TRENCH: Pattern((90,)),
    Kind.WRECK: Pattern((45, 135)),
    Kind.RUBBLE: Pattern((0, 90)),
    Kind.HAZARD: Pattern((45,), 0.6, 0.22),
    Kind.OBSTRUCTION: Pattern(ground=paper.DENSE),
    Kind.OBSTACLE: Pattern((135,)),
    Kind.LINEAR_OBSTACLE: Pattern((135,), 0.45),
    Kind.IMPASSABLE: Pattern((0, 90), 0.5, 0.16),
}


class Shape(Struct, frozen=True):
    """A box, or the circle inside it, measured in inches from the left and the top, as in SVG."""

    x: float
    y: float
    width: float
    height: float
    circle: bool = False

    def outline(self, look: str) -> str:
        if self.circle:
            x, y = self.middle
            return f'<circle cx="{x:g}" cy="{y:g}" r="{self.width / 2:g}" {look}/>'
        size = f'width="{self.width:g}" height="{self.height:g}"'
        return f'<rect x="{self.x:g}" y="{self.y:g}" {size} {look}/>'

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


def draw_pattern(shape: Shape, kind: Kind) -> Iterator[str]:
    """Yield the SVG of a shape filled with the pattern of its kind, with its outline on top."""
    pattern = PATTERNS[kind]
    yield shape.outline(f'fill="{pattern.ground}" stroke="none"')
    strokes = [line for angle in pattern.angles for line in _lines(shape, pattern, angle)]
    if strokes:
        yield f'<path d="{"".join(strokes)}" stroke="{paper.INK}" stroke-width="{pattern.width}"/>'
    if pattern.dots:
        yield from _dots(shape, pattern)
    yield shape.outline(f'fill="none" stroke="{paper.INK}" stroke-width="0.25"')


def _lines(shape: Shape, pattern: Pattern, angle: int) -> Iterator[str]:
    """Yield the pattern's lines at one angle, cut off at the shape, because not every program that
    shows SVG supports patterns.
    """
    mx, my = shape.middle
    along, up = cos(radians(angle)), -sin(radians(angle))
    reach = hypot(shape.width, shape.height) / 2
    for place in range(ceil(-reach / pattern.apart), floor(reach / pattern.apart) + 1):
        off = place * pattern.apart
        x, y = mx - up * off, my + along * off
        ends = _inside(shape, x, y, along, up)
        if ends is not None:
            first, last = ends[0] + CLEAR, ends[1] - CLEAR
            begin, end = (x + along * first, y + up * first), (x + along * last, y + up * last)
            yield f"M{begin[0]:.2f} {begin[1]:.2f}L{end[0]:.2f} {end[1]:.2f}"


def _inside(
    shape: Shape, x: float, y: float, along: float, up: float
) -> tuple[float, float] | None:
    """Return the two ends of the part of a line that lies inside the shape, as distances from the
    point (``x``, ``y``). Return None if no part lies inside.
    """
    if shape.circle:
        mx, my = shape.middle
        near = (mx - x) * along + (my - y) * up
        square = (shape.width / 2) ** 2 - ((mx - x) ** 2 + (my - y) ** 2 - near**2)
        half = sqrt(square) if square > 0 else 0.0
        first, last = near - half, near + half
    else:
        first, last = -1e9, 1e9
        sides = (
            (x, along, shape.x, shape.x + shape.width),
            (y, up, shape.y, shape.y + shape.height),
        )
        for at, step, low, high in sides:
            if abs(step) < 1e-9:
                if not low < at < high:
                    return None
                continue
            ends = sorted(((low - at) / step, (high - at) / step))
            first, last = max(first, ends[0]), min(last, ends[1])
    return (first, last) if last - first > 2 * CLEAR else None


def _dots(shape: Shape, pattern: Pattern) -> Iterator[str]:
    """Yield the dots in rows. Every second row is shifted by half the distance between two dots."""
    mx, my = shape.middle
    rows = floor((shape.height / 2 - 2 * DOT) / pattern.apart)
    columns = floor((shape.width / 2 - 2 * DOT) / pattern.apart) + 1
    for row in range(-rows, rows + 1):
        for column in range(-columns, columns + 1):
            x = mx + (column + (0.5 if row % 2 else 0)) * pattern.apart
            y = my + row * pattern.apart
            if _holds(shape, x, y):
                yield f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{DOT}" fill="{paper.INK}"/>'


def _holds(shape: Shape, x: float, y: float) -> bool:
    mx, my = shape.middle
    if shape.circle:
        return hypot(x - mx, y - my) < shape.width / 2 - 2 * DOT
    return abs(x - mx) < shape.width / 2 - 2 * DOT and abs(y - my) < shape.height / 2 - 2 * DOT
