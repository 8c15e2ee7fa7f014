"""Where things stand on a scenario's map, for either player."""

from decimal import Decimal

import pytest

from app.engine.packet.scenario import Area
from app.views.table.map_places import MapPlace, place_on_map

RECTANGLE = Area(Decimal(10), Decimal(8), Decimal(6), Decimal(4))
CIRCLE = Area(Decimal(12), Decimal(20), Decimal(8), circle=True)
FLAG = Area(Decimal(24), Decimal(24))


@pytest.mark.parametrize(
    ("area", "turned", "place"),
    [
        (RECTANGLE, False, (10, 36, 6, 4)),
        (RECTANGLE, True, (32, 8, 6, 4)),
        (CIRCLE, False, (8, 24, 8, 8)),
        (CIRCLE, True, (32, 16, 8, 8)),
        (FLAG, False, (23, 23, 2, 2)),
        (FLAG, True, (23, 23, 2, 2)),
    ],
)
def test_a_place_is_where_its_player_sees_it(
    area: Area, turned: bool, place: tuple[int, int, int, int]
) -> None:
    assert place_on_map(area, 48, Decimal(2), turned=turned) == MapPlace(*map(Decimal, place))
