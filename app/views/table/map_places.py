"""Where things are drawn on a scenario's map; the pages' maps do the same (resources/web/scoring).

Places are in inches from the upper left corner of the map. What draws them is elsewhere.
"""

from dataclasses import dataclass
from decimal import Decimal

from app.engine.packet.scenario import UNKNOWN_BASE_INCHES, Area


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
