"""Where the elements of every scenario are drawn on its map, from either player's edge."""

from collections.abc import Iterator
from typing import Any

from app.store.packets.files import packets
from app.views.table.map_places import place_on_map
from tests.vectors.plain import plain


def map_cases() -> Iterator[dict[str, Any]]:
    for packet in packets().values():
        for scenario in packet.scenarios:
            for element in scenario.elements:
                for turned in (False, True):
                    if element.area is None:
                        continue
                    place = place_on_map(
                        element.area, scenario.table, element.across_inches, turned=turned
                    )
                    yield {
                        "name": f"{packet.key}, {scenario.name}: {element.key}"
                        f"{', turned' * turned}",
                        "element": plain(element),
                        "table": scenario.table,
                        "turned": turned,
                        "place": {
                            "x": float(place.left),
                            "y": float(place.top),
                            "width": float(place.width),
                            "height": float(place.height),
                        },
                    }
