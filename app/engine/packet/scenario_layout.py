"""The organizer's own layout of a scenario: the places of its elements, in half inches."""

from collections.abc import Mapping
from decimal import Decimal

from app.engine.frozen import replace
from app.engine.language import mark_text
from app.engine.packet.packet import Packet
from app.engine.packet.reference import Deployment, DeploymentZone
from app.engine.packet.scenario import Area, Element, ElementKind, Scenario, Seat

CIRCLE = Area(Decimal(0), Decimal(0), Decimal(12), circle=True)
RECTANGLE = Area(Decimal(0), Decimal(0), Decimal(6), Decimal(12))
POINT = Area(Decimal(0), Decimal(0))
DEPLOYS = {
    "deployment-first": (Seat.FIRST, mark_text("First player’s deployment"), Decimal(7)),
    "deployment-second": (Seat.SECOND, mark_text("Second player’s deployment"), Decimal(10)),
}
"""The elements that stand for deployment zones while a layout is made: seat, name, and the depth in
inches that the packets give.
"""
USUAL_WIDTH = Decimal(36)
DEPLOYMENT = mark_text("deployment")


def usual_area(element: Element, table: int) -> Area:
    """Return an element's area in the middle of the table, in the size that the packets use; a
    deployment zone is at its player's edge.
    """
    if element.key in DEPLOYS:
        seat, _, depth = DEPLOYS[element.key]
        low = Decimal(0) if seat is Seat.FIRST else table - depth
        return Area((table - USUAL_WIDTH) / 2, low, USUAL_WIDTH, depth)
    if element.kind is not ElementKind.ZONE:
        shape = POINT
    else:
        shape = CIRCLE if "circle" in element.name.casefold() else RECTANGLE
        shape = turn_area(shape, table) if element.across else shape
    return move_area(shape, Decimal(table) / 2, Decimal(table) / 2, table)


def move_area(area: Area, x: Decimal, y: Decimal, table: int) -> Area:
    """Return ``area`` with its middle at ``x`` and ``y``, or as near as the table allows."""
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


def turn_area(area: Area, table: int) -> Area:
    """Return a rectangle turned by 90 degrees around its middle."""
    if area.circle or not area.width:
        return area
    return move_area(replace(area, width=area.height, height=area.width), *middle(area), table)


def mirror_areas(scenario: Scenario, areas: Mapping[str, Area]) -> dict[str, Area]:
    """Place the second element of every pair opposite the first, mirrored at the table's middle."""
    result = dict(areas)
    for key, other in pairs(scenario):
        if key in areas:
            x, y = middle(areas[key])
            result[other] = move_area(
                areas[key], scenario.table - x, scenario.table - y, scenario.table
            )
    return result


def pairs(scenario: Scenario) -> tuple[tuple[str, str], ...]:
    """Return the keys of the elements that correspond, the first player's first: of the same kind,
    shape and size, with mirrored owners. Elements with a place are opposite each other; for others
    the next one in the packet's order is taken.
    """
    table, matched = scenario.table, list[tuple[str, str]]()
    left = list(scenario.elements)
    while left:
        element = left.pop(0)
        like = [other for other in left if _alike(element, other, table)]
        if element.area is not None:
            x, y = middle(element.area)
            like = [o for o in like if o.area and middle(o.area) == (table - x, table - y)]
        if like:
            left.remove(like[0])
            both = sorted((element, like[0]), key=lambda each: Seat.SECOND in _seats(each))
            matched.append((both[0].key, both[1].key))
    return tuple(matched)


def _seats(element: Element) -> set[Seat]:
    return {element.owner, element.scored_by}


def _alike(element: Element, other: Element, table: int) -> bool:
    shapes = [each.area or usual_area(each, table) for each in (element, other)]
    seats = {Seat.FIRST: Seat.SECOND, Seat.SECOND: Seat.FIRST}
    mirrors = [seats.get(seat, seat) for seat in (element.owner, element.scored_by)]
    return (
        element.kind is other.kind
        and shapes[0].circle is shapes[1].circle
        and {shapes[0].width, shapes[0].height} == {shapes[1].width, shapes[1].height}
        and mirrors == [other.owner, other.scored_by]
    )


def with_layout(packet: Packet, number: int, areas: Mapping[str, Area]) -> Packet:
    """Return the packet with the elements of a scenario at the organizer's places."""
    scenarios = tuple(
        _place_elements(scenario, areas) if scenario.number == number else scenario
        for scenario in packet.scenarios
    )
    return replace(packet, scenarios=scenarios)


def _place_elements(scenario: Scenario, areas: Mapping[str, Area]) -> Scenario:
    elements = tuple(replace(element, area=areas.get(element.key)) for element in scenario.elements)
    return replace(scenario, elements=elements)


def with_deployment(
    scenario: Scenario, deployment: Deployment | None, areas: Mapping[str, Area]
) -> Scenario:
    """Return the scenario with its deployment zones among its elements, if only the packet's
    diagram shows them. ``areas`` has the organizer's earlier places.
    """
    if deployment is None or (deployment.zones and not areas):
        return scenario
    zones = tuple(
        Element(key, name, ElementKind.ZONE, owner=seat, area=areas.get(key))
        for key, (seat, name, _) in DEPLOYS.items()
    )
    return replace(scenario, elements=(*scenario.elements, *zones))


def with_zones(packet: Packet, way: str, areas: Mapping[str, Area]) -> Packet:
    """Return the packet with the deployment zones of the way ``way`` at the organizer's places."""
    zones = tuple(
        DeploymentZone(seat, areas[key]) for key, (seat, _, _) in DEPLOYS.items() if key in areas
    )
    deployments = tuple(
        replace(known, zones=zones) if known.key == way else known
        for known in packet.briefing.deployments
    )
    return replace(packet, briefing=replace(packet.briefing, deployments=deployments))


def list_unplaced(scenario: Scenario, deployment: Deployment | None) -> tuple[str, ...]:
    """Return the names of the elements that only the packet's diagram places, and the name of the
    deployment if only the diagram places its zones.
    """
    names = [element.name for element in scenario.elements if element.area is None]
    open_zones = deployment is not None and not deployment.zones
    return (*names, *([DEPLOYMENT] if open_zones else []))
