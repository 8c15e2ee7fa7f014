"""The organizer's own layout of a scenario."""

from decimal import Decimal

from app.engine.layout import CIRCLE, RECTANGLE, middle, mirrored, moved, usual_area, with_layout
from app.engine.scenario import Area
from tests.engine.event import SR2017

PIT = SR2017.scenarios[0]


def at(x: float, y: float) -> Area:
    return Area(Decimal(str(x)), Decimal(str(y)))


def test_an_element_begins_in_the_middle_in_its_usual_size() -> None:
    sizes = {one.key: usual_area(one, 48) for one in PIT.elements}
    assert all(middle(area) == (24, 24) for area in sizes.values())
    assert (sizes["zone-1"].width, sizes["zone-1"].height) == (6, 12)
    assert (sizes["zone-3"].width, sizes["zone-3"].circle) == (12, True)
    assert sizes["objective-first"].width == 0


def test_nothing_leaves_the_table() -> None:
    assert middle(moved(CIRCLE, Decimal(1), Decimal(60), 48)) == (6, 42)
    assert middle(moved(RECTANGLE, Decimal(-5), Decimal(20), 48)) == (3, 20)


def test_the_second_of_a_pair_goes_opposite_the_first() -> None:
    areas = mirrored(
        PIT,
        {
            "objective-first": at(18, 12.5),
            "zone-1": moved(RECTANGLE, Decimal(12), Decimal(20), 48),
            "zone-3": at(24, 24),
        },
    )
    assert areas["objective-second"] == at(30, 35.5)
    assert middle(areas["zone-2"]) == (36, 28)
    assert areas["zone-3"] == at(24, 24)
    assert set(areas) == {"objective-first", "objective-second", "zone-1", "zone-2", "zone-3"}


def test_a_layout_changes_the_places_of_its_scenario_only() -> None:
    packet = with_layout(SR2017, 1, {"zone-1": at(20, 20)})
    assert packet.scenarios[1:] == SR2017.scenarios[1:]
    assert packet.scenarios[0].elements[0].area == at(20, 20)
    assert packet.scenarios[0].elements[1].area is None
