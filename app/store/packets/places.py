"""The places of elements that a packet shows only in its diagrams, as the organizer set them. These
places are stored on this laptop beside the user's own packets, for all events.
"""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.packet.scenario import Area, Scenario
from app.engine.packet.scenario_layout import with_zones
from app.store import sharing
from app.store.file_names import file_stem
from app.store.own_folder import own_folder
from app.store.whole_file import write_whole_file

Places = dict[str, dict[str, dict[str, Area]]]
"""The places by the packet's key, then by the scenario's number or a way to deploy, then by the
element's key.
"""


def places_file() -> Path:
    """Return the file with the places, which may not exist yet."""
    return own_folder("packets") / "places.json"


def picture_file(packet: str, scenario: int) -> Path:
    """Return the organizer's picture of a scenario's diagram. The file may not exist."""
    return own_folder("packets") / "pictures" / f"{file_stem(packet, 80)}-{scenario}.png"


def keep_picture(packet: str, scenario: int, content: bytes) -> None:
    """Store a picture for all events, or delete the stored one if ``content`` is empty. If the disk
    refuses, the organizer only has to choose the picture again.
    """
    path = picture_file(packet, scenario)
    with suppress(OSError):
        if content:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole_file(path, content)
        else:
            sharing.remove_file(path, missing_ok=True)


def own_places() -> Places:
    """Return the places. A broken file is renamed to ``places.broken.json``."""
    with suppress(OSError):
        return _read()
    return {}


def _read() -> Places:
    """Read the places. Raises OSError if the file exists but cannot be read."""
    try:
        return msgspec.json.decode(sharing.read_file(places_file()), type=Places)
    except FileNotFoundError:
        return {}
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        with suppress(OSError):
            sharing.replace(places_file(), places_file().with_suffix(".broken.json"))
        return {}


def keep_places(packet: str, scenario: int | str, areas: Mapping[str, Area]) -> None:
    """Store the places of a scenario's elements, or the zones of a way to deploy, whose key is its
    `way_key`. If the file cannot be written, the organizer only has to place them again at the next
    event.
    """
    with suppress(OSError):
        places = _read()
        places.setdefault(packet, {})[str(scenario)] = dict(areas)
        places_file().parent.mkdir(parents=True, exist_ok=True)
        write_whole_file(places_file(), msgspec.json.format(msgspec.json.encode(places)))


def way_key(way: str) -> str:
    """Return the key of a way to deploy. It is stored among the numbers of scenarios."""
    return f"deployment {way}"


def with_places(packet: Packet, places: Places) -> Packet:
    """Return the packet with the organizer's place for each element that has no place of its
    own.
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
    """Return the scenario with these places, except for elements that would lie beyond the
    table.
    """
    elements = tuple(
        replace(element, area=element.area or _on_table(areas.get(element.key), scenario.table))
        for element in scenario.elements
    )
    return replace(scenario, elements=elements)


def _on_table(area: Area | None, table: int) -> Area | None:
    fits = area is not None and min(area.x, area.y) >= 0 and max(area.x, area.y) <= table
    return area if fits else None
