"""Exact plane geometry of what lies on a table: no floating point, and no rounding before a
comparison.

Lengths are in quarter inches: whole numbers for anything placed on half inches, fractions for
anything else.
"""

from decimal import Decimal
from fractions import Fraction
from math import isqrt

from msgspec import Struct

from app.engine.packet.scenario import Area

Length = int | Fraction
FINE = 10**6


def quarters(inches: Decimal | int | Fraction) -> Length:
    above, below = inches.as_integer_ratio()
    whole, rest = divmod(4 * above, below)
    return Fraction(4 * above, below) if rest else whole


class Shape(Struct, frozen=True):
    """All points within a radius of a box. The box of a circle is a point, and the radius of a
    rectangle is 0.
    """

    left: Length
    low: Length
    right: Length
    high: Length
    radius: Length = 0

    def inside(self, left: Length, low: Length, right: Length, high: Length) -> bool:
        """Tell whether the whole shape lies in a box; it may touch the sides."""
        r = self.radius
        return (
            self.left - r >= left
            and self.low - r >= low
            and self.right + r <= right
            and self.high + r <= high
        )

    def to_edge(self, table: Length) -> Length:
        """Return the distance to the nearest edge of the table; negative beyond it."""
        near = min(self.left, self.low, table - self.right, table - self.high)
        return near - self.radius


def point(x: Length, y: Length, radius: Length = 0) -> Shape:
    return Shape(x, y, x, y, radius)


def shape(area: Area, base_mm: int = 0) -> Shape:
    """Return the shape of an area of the table. If the area is a point with a round base,
    ``base_mm`` is the diameter of the base.
    """
    x, y = quarters(area.x), quarters(area.y)
    width, height = quarters(area.width), quarters(area.height)
    if area.circle:
        return point(x, y, quarters(Fraction(area.width) / 2))
    return Shape(x, y, x + width, y + height, Fraction(base_mm * 20, 254) if base_mm else 0)


def _square(outline: Shape, other: Shape) -> Length:
    """Return the square of the distance between the boxes of two shapes."""
    across = max(outline.left - other.right, other.left - outline.right, 0)
    up = max(outline.low - other.high, other.low - outline.high, 0)
    return across * across + up * up


def nearer(outline: Shape, other: Shape, reach: Length) -> bool:
    """Tell whether two shapes are less than ``reach`` apart."""
    room = reach + outline.radius + other.radius
    return _square(outline, other) < room * room


def is_within(outline: Shape, other: Shape, reach: Length) -> bool:
    """Tell whether any part of one shape is at most ``reach`` away from the other."""
    room = reach + outline.radius + other.radius
    return _square(outline, other) <= room * room


def overlaps(outline: Shape, other: Shape) -> bool:
    """Tell whether two shapes share more than a border."""
    if outline.radius or other.radius:
        return nearer(outline, other, 0)
    across = outline.left < other.right and other.left < outline.right
    return across and outline.low < other.high and other.low < outline.high


def tenths_apart(outline: Shape, other: Shape) -> int:
    """Return the distance between two shapes in tenths of an inch, rounded down; 0 if they meet."""
    square = Fraction(_square(outline, other)) * FINE * FINE
    fine = isqrt(square.numerator // square.denominator)
    apart = Fraction(fine, FINE) - outline.radius - other.radius
    return max(apart * 10 // 4, 0)
