"""Exact plane geometry of what lies on a table: no floats, no rounding before a comparison.

Lengths are quarter inches: whole numbers for anything on half inches, fractions otherwise.
"""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isqrt

from app.engine.packet.scenario import Area

Length = int | Fraction
FINE = 10**6


def quarters(inches: Decimal | int | Fraction) -> Length:
    above, below = inches.as_integer_ratio()
    whole, rest = divmod(4 * above, below)
    return Fraction(4 * above, below) if rest else whole


@dataclass(frozen=True, slots=True)
class Shape:
    """All that is within ``radius`` of a box: a circle's box is a point, a rectangle's radius 0."""

    left: Length
    low: Length
    right: Length
    high: Length
    radius: Length = 0

    def inside(self, left: Length, low: Length, right: Length, high: Length) -> bool:
        """Whether the whole of it lies in a box, its sides included."""
        r = self.radius
        return (
            self.left - r >= left
            and self.low - r >= low
            and self.right + r <= right
            and self.high + r <= high
        )

    def to_edge(self, table: Length) -> Length:
        """From the nearest edge of the table; negative beyond it."""
        near = min(self.left, self.low, table - self.right, table - self.high)
        return near - self.radius


def point(x: Length, y: Length, radius: Length = 0) -> Shape:
    return Shape(x, y, x, y, radius)


def shape(area: Area, base_mm: int = 0) -> Shape:
    """An area of the table; a point stands on a round base."""
    x, y = quarters(area.x), quarters(area.y)
    width, height = quarters(area.width), quarters(area.height)
    if area.circle:
        return point(x, y, quarters(Fraction(area.width) / 2))
    return Shape(x, y, x + width, y + height, Fraction(base_mm * 20, 254) if base_mm else 0)


def _square(one: Shape, other: Shape) -> Length:
    """The square of the distance between the boxes of two shapes."""
    across = max(one.left - other.right, other.left - one.right, 0)
    up = max(one.low - other.high, other.low - one.high, 0)
    return across * across + up * up


def nearer(one: Shape, other: Shape, reach: Length) -> bool:
    """Whether they are less than ``reach`` apart."""
    room = reach + one.radius + other.radius
    return _square(one, other) < room * room


def within(one: Shape, other: Shape, reach: Length) -> bool:
    """Whether any part of one is at most ``reach`` away from the other."""
    room = reach + one.radius + other.radius
    return _square(one, other) <= room * room


def overlaps(one: Shape, other: Shape) -> bool:
    """Whether they share more than a border."""
    if one.radius or other.radius:
        return nearer(one, other, 0)
    across = one.left < other.right and other.left < one.right
    return across and one.low < other.high and other.low < one.high


def tenths_apart(one: Shape, other: Shape) -> int:
    """The distance in tenths of an inch, rounded down; 0 where they meet."""
    square = Fraction(_square(one, other)) * FINE * FINE
    fine = isqrt(square.numerator // square.denominator)
    apart = Fraction(fine, FINE) - one.radius - other.radius
    return max(apart * 10 // 4, 0)
