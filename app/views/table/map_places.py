"""Where things are drawn on a scenario's map; the pages' maps do the same (resources/web/scoring).

Places are in inches from the upper left corner of the map. What draws them is elsewhere.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from app.engine.packet.scenario import UNKNOWN_BASE_INCHES, Area, Element

NEARLY = Decimal("0.02")
"""So much a base's size in inches is rounded."""
Point: TypeAlias = tuple[Decimal, Decimal]


@dataclass(frozen=True, slots=True)
class MapPlace:
    """A box on the map, in inches."""

    left: Decimal
    top: Decimal
    width: Decimal
    height: Decimal


def place_on_map(
    area: Area, table: int, across: Decimal = UNKNOWN_BASE_INCHES, *, turned: bool = False
) -> MapPlace:
    """Return where an area of a table that is ``table`` inches wide is drawn.

    ``across``: the width of what has none. ``turned``: the second player sits at the lower edge.
    """
    width = area.width or across
    height = area.height or width
    by_middle = area.circle or not area.width
    left = area.x - width / 2 if by_middle else area.x
    low = area.y - height / 2 if by_middle else area.y
    if turned:
        return MapPlace(table - left - width, low, width, height)
    return MapPlace(left, table - low - height, width, height)


@dataclass(frozen=True, slots=True)
class Measure:
    """A line from an edge of the table to the near edge of a base."""

    inches: int
    edge: Point
    base: Point

    def part(self, reach: int, part: Decimal) -> Point:
        """Return a place of the line up to the circle within which something counts."""
        (x, y), (to_x, to_y) = self.edge, self.base
        part *= 1 - Decimal(reach) / self.inches
        return x + (to_x - x) * part, y + (to_y - y) * part


def measures(element: Element, table: int, *, turned: bool = False) -> tuple[Measure, ...]:
    """Return how an element is placed: as the packet does, in whole inches across and along."""
    if element.area is None or not element.base_mm:
        return ()
    place = place_on_map(element.area, table, element.across_inches, turned=turned)
    x, y = place.left + place.width / 2, place.top + place.height / 2
    right, low = place.left + place.width, place.top + place.height
    size, none = Decimal(table), Decimal(0)
    pairs = (
        (((none, y), (place.left, y)), ((size, y), (right, y))),
        (((x, none), (x, place.top)), ((x, size), (x, low))),
    )
    found = (_first_whole(lines) for lines in pairs)
    return tuple(one for one in found if one is not None)


def _first_whole(lines: tuple[tuple[Point, Point], ...]) -> Measure | None:
    for edge, base in lines:
        inches = abs(edge[0] - base[0]) + abs(edge[1] - base[1])
        if abs(inches - round(inches)) < NEARLY:
            return Measure(round(inches), edge, base)
    return None
