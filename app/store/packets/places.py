"""Where the organizer put elements whose places a packet leaves to its diagrams: kept on this
laptop beside their own packets, for all their events.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec

from app.engine.packet.packet import Packet
from app.engine.packet.scenario import Area, Scenario
from app.engine.packet.scenario_layout import with_zones
from app.store import sharing
from app.store.file_names import file_stem
from app.store.own_folder import own_folder
from app.store.whole_file import write_whole_file

Places = dict[str, dict[str, dict[str, Area]]]
"""By the packet's key, the scenario's number or a way to deploy, and the element's key."""


def places_file() -> Path:
    """Return the file; it may not be there yet."""
    return own_folder("packets") / "places.json"


def picture_file(packet: str, scenario: int) -> Path:
    """Return the organizer's picture of a scenario's diagram; it may not be there."""
    return own_folder("packets") / "pictures" / f"{file_stem(packet, 80)}-{scenario}.png"


def keep_picture(packet: str, scenario: int, content: bytes) -> None:
    """Keep a picture for all events, or take it away where ``content`` is empty. A disk that
    refuses costs nothing but choosing it again.
    """
    path = picture_file(packet, scenario)
    with suppress(OSError):
        if content:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole_file(path, content)
        else:
            sharing.remove_file(path, missing_ok=True)


def own_places() -> Places:
    """Return the places; a broken file is kept aside as ``places.broken.json``."""
    with suppress(OSError):
        return _read()
    return {}


def _read() -> Places:
    """Raise OSError where a file is that cannot be read."""
    try:
        return msgspec.json.decode(sharing.read_file(places_file()), type=Places)
    except FileNotFoundError:
        return {}
    except (msgspec.DecodeError, UnicodeError):
        with suppress(OSError):
            sharing.replace(places_file(), places_file().with_suffix(".broken.json"))
        return {}


def keep_places(packet: str, scenario: int | str, areas: Mapping[str, Area]) -> None:
    """Keep the places of a scenario's elements, or the zones of a way to deploy (`way_key`). A disk
    that refuses, or a file that another program holds, costs nothing but placing them again at the
    next event.
    """
    with suppress(OSError):
        places = _read()
        places.setdefault(packet, {})[str(scenario)] = dict(areas)
        places_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(places_file(), msgspec.json.format(msgspec.json.encode(places)))


def way_key(way: str) -> str:
    """Return what stands for a way to deploy beside the numbers of scenarios."""
    return f"deployment {way}"


def with_places(packet: Packet, places: Places) -> Packet:
    """Return the packet with each element that has no place of its own where the organizer put
    it.
    """
    kept = places.get(packet.key)
    if not kept:
        return packet
    scenarios = tuple(
        placed_elements(scenario, kept.get(str(scenario.number), {}))
        for scenario in packet.scenarios
    )
    packet = replace(packet, scenarios=scenarios)
    for deployment in packet.briefing.deployments:
        areas = kept.get(way_key(deployment.key), {})
        if areas and not deployment.zones:
            packet = with_zones(packet, deployment.key, areas)
    return packet


def placed_elements(scenario: Scenario, areas: Mapping[str, Area]) -> Scenario:
    """Return the scenario with these places; what would lie beyond the table has none."""
    elements = tuple(
        replace(element, area=element.area or _on_table(areas.get(element.key), scenario.table))
        for element in scenario.elements
    )
    return replace(scenario, elements=elements)


def _on_table(area: Area | None, table: int) -> Area | None:
    fits = area is not None and min(area.x, area.y) >= 0 and max(area.x, area.y) <= table
    return area if fits else None
