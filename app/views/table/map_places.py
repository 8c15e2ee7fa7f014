"""The places of things on a scenario's map. The pages have the same code (resources/web/scoring).

Places are in inches from the upper left corner of the map. Drawing is done elsewhere.
"""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import TypeAlias

from msgspec import Struct

from app.engine.packet.packet import GameRules
from app.engine.packet.scenario import UNKNOWN_BASE_INCHES, Area, Element
from app.engine.side import Side
from app.engine.table import scoring

NEARLY = Decimal("0.02")
"""The greatest error, in inches, that comes from rounding the size of a base."""
NUMBER = re.compile(r"(?:^|\s)(\d+)(?=\s(?!mm)|$)")
Point: TypeAlias = tuple[Decimal, Decimal]


class MapPlace(Struct, frozen=True):
    """A rectangle on the map, in inches."""

    left: Decimal
    top: Decimal
    width: Decimal
    height: Decimal

    def meets(self, other: "MapPlace") -> bool:
        """Tell whether both rectangles overlap."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


class KillBoxLine(Struct, frozen=True):
    """The line of the kill box at the end of a turn."""

    inches: int
    of: Side | None
    """The side from whose edge the line is measured; None for all edges."""


def kill_box_line(terms: GameRules, step: int, side: Side) -> KillBoxLine:
    """Return the depth of the kill box of ``side`` at the end of a turn."""
    of = side if terms.kill_box.own_edge else None
    return KillBoxLine(scoring.kill_box_inches(terms, step), of)


def kill_boxes(terms: GameRules, step: int) -> tuple[KillBoxLine, ...]:
    """Return the kill boxes of the scenario at the end of a turn: one for each player, or a common
    one.
    """
    every = (kill_box_line(terms, step, side) for side in Side if terms.scenario.kill_box)
    return tuple(dict.fromkeys(every))


class Ring(Struct, frozen=True):
    """A circle on the map."""

    middle: Point
    radius: Decimal

    def crosses(self, place: MapPlace) -> bool:
        """Tell whether the line of the circle crosses a rectangle."""
        (x, y), right, low = self.middle, place.left + place.width, place.top + place.height
        near = (max(place.left - x, x - right, Decimal(0)), max(place.top - y, y - low, Decimal(0)))
        far = (max(abs(place.left - x), abs(right - x)), max(abs(place.top - y), abs(low - y)))
        return sum(way * way for way in near) < self.radius**2 < sum(way * way for way in far)


def number_of(name: str) -> str:
    """Return the number in an element's name that distinguishes the element from similar ones;
    empty if there is none. The size of a base is no such number.
    """
    found = NUMBER.search(name)
    return found.group(1) if found else ""


def place_on_map(
    area: Area, table: int, across: Decimal = UNKNOWN_BASE_INCHES, *, turned: bool = False
) -> MapPlace:
    """Return where an area is drawn, on a table that is ``table`` inches wide.

    ``across`` is the width of areas without a width of their own. ``turned`` puts the second player
    at the lower edge.
    """
    width = area.width or across
    height = area.height or width
    by_middle = area.circle or not area.width
    left = area.x - width / 2 if by_middle else area.x
    low = area.y - height / 2 if by_middle else area.y
    if turned:
        return MapPlace(table - left - width, low, width, height)
    return MapPlace(left, table - low - height, width, height)


class Measure(Struct, frozen=True):
    """A line from an edge of the table to the near edge of a base."""

    inches: int
    edge: Point
    base: Point

    def part(self, reach: int, part: Decimal) -> Point:
        """Return the point that lies the share ``part`` of the way from the table's edge to the
        circle of ``reach`` inches around the base.
        """
        (x, y), (to_x, to_y) = self.edge, self.base
        part *= 1 - Decimal(reach) / self.inches
        return x + (to_x - x) * part, y + (to_y - y) * part


def measures(element: Element, table: int, *, turned: bool = False) -> tuple[Measure, ...]:
    """Return the lines between the table's edges and an element's base, one across and one along. A
    line is left out unless its length is in whole inches, as packets give it.
    """
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


def reach_rings(terms: GameRules) -> tuple[Ring, ...]:
    """Return the circles around elements within which models count."""
    size, found = terms.scenario.table, list[Ring]()
    for element in terms.scenario.elements:
        reach = terms.briefing.reach(element.kind)
        if reach and element.area is not None:
            place = place_on_map(element.area, size, element.across_inches)
            middle = place.left + place.width / 2, place.top + place.height / 2
            found.append(Ring(middle, element.across_inches / 2 + reach))
    return tuple(found)


def place_line_words(
    line: Decimal, wide: Decimal, high: Decimal, terms: GameRules, taken: Iterable[MapPlace]
) -> MapPlace:
    """Return where the label of a line across the map is placed: beside the line, preferably
    towards the middle, where it crosses no circle and covers nothing in ``taken``, if possible.
    """
    size, rings = Decimal(terms.scenario.table), reach_rings(terms)
    there = (*taken, *_deployment_edges(terms))
    tops = (line, line - high) if line < size / 2 else (line - high, line)
    lefts = [Decimal(part) / 4 for part in range(2, int((size - wide) * 4))]
    places = [MapPlace(left, top, wide, high) for top in tops for left in lefts]

    def faults(place: MapPlace) -> int:
        crossed = sum(ring.crosses(place) for ring in rings)
        return crossed + sum(place.meets(other) for other in there)

    clear = next((place for place in places if not faults(place)), None)
    return clear or min(places, key=faults)


def _deployment_edges(terms: GameRules) -> Iterator[MapPlace]:
    """Yield the lines that bound the players' deployment zones."""
    size = terms.scenario.table
    deployment = terms.briefing.deployment(terms.scenario.deployment)
    for zone in deployment.zones if deployment else ():
        place = place_on_map(zone.area, size)
        for top in (place.top, place.top + place.height):
            yield MapPlace(place.left, top, place.width, Decimal(0))
