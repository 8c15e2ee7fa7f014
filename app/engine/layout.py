"""The EO's own layout of a scenario: where its elements stand, in half inches."""

import re
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from app.engine.packet import Packet
from app.engine.scenario import Area, Element, ElementKind, Scenario

CIRCLE = Area(Decimal(0), Decimal(0), Decimal(12), circle=True)
RECTANGLE = Area(Decimal(0), Decimal(0), Decimal(6), Decimal(12))
POINT = Area(Decimal(0), Decimal(0))


def usual_area(element: Element, table: int) -> Area:
    """An element in the middle of the table, in the size the packets use."""
    if element.kind is not ElementKind.ZONE:
        shape = POINT
    else:
        shape = CIRCLE if "circle" in element.name.casefold() else RECTANGLE
    return moved(shape, Decimal(table) / 2, Decimal(table) / 2, table)


def moved(area: Area, x: Decimal, y: Decimal, table: int) -> Area:
    """``area`` with its middle at a place, as near as it can be without leaving the table."""
    half_width, half_height = area.width / 2, (area.height or area.width) / 2
    x = min(max(x, half_width), table - half_width)
    y = min(max(y, half_height), table - half_height)
    if area.circle or not area.width:
        return replace(area, x=x, y=y)
    return replace(area, x=x - half_width, y=y - half_height)


def middle(area: Area) -> tuple[Decimal, Decimal]:
    if area.circle or not area.width:
        return area.x, area.y
    return area.x + area.width / 2, area.y + area.height / 2


def mirrored(scenario: Scenario, areas: Mapping[str, Area]) -> dict[str, Area]:
    """Of every pair the second is put opposite the first, through the table's middle.

    A pair is told by its keys: "-first" and "-second", or "-1" and "-2".
    """
    keys = {one.key for one in scenario.elements}
    result = dict(areas)
    for key, area in areas.items():
        other = re.sub(r"-first$", "-second", re.sub(r"-1$", "-2", key))
        if other != key and other in keys:
            x, y = middle(area)
            result[other] = moved(area, scenario.table - x, scenario.table - y, scenario.table)
    return result


def with_layout(packet: Packet, number: int, areas: Mapping[str, Area]) -> Packet:
    """The packet with the elements of a scenario where the EO put them."""
    scenarios = tuple(
        _placed(one, areas) if one.number == number else one for one in packet.scenarios
    )
    return replace(packet, scenarios=scenarios)


def _placed(scenario: Scenario, areas: Mapping[str, Area]) -> Scenario:
    elements = tuple(replace(one, area=areas.get(one.key)) for one in scenario.elements)
    return replace(scenario, elements=elements)
