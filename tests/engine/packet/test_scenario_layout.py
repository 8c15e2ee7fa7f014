"""The organizer's own layout of a scenario."""

from decimal import Decimal

import pytest

from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.reference import ReinforcementLine
from app.engine.packet.scenario import Area, Element, ElementKind, Scenario, Seat
from app.engine.packet.scenario_layout import (
    CIRCLE,
    DEPLOYS,
    RECTANGLE,
    middle,
    mirror_areas,
    move_area,
    pairs,
    turn_area,
    usual_area,
    with_deployment,
    with_layout,
    with_zones,
)
from app.engine.packet.terrain_rules import Sizes
from app.views.event.format import layout_rows
from tests.engine.event import PACKETS, SR2017

PIT = SR2017.scenarios[0]


def at(x: float, y: float) -> Area:
    return Area(Decimal(str(x)), Decimal(str(y)))


def test_an_element_begins_in_the_middle_in_its_usual_size() -> None:
    sizes = {element.key: usual_area(element, 48) for element in PIT.elements}
    assert all(middle(area) == (24, 24) for area in sizes.values())
    assert (sizes["zone-1"].width, sizes["zone-1"].height) == (6, 12)
    assert (sizes["zone-3"].width, sizes["zone-3"].circle) == (12, True)
    assert sizes["objective-first"].width == 0


def test_no_element_can_be_moved_off_the_table() -> None:
    assert middle(move_area(CIRCLE, Decimal(1), Decimal(60), 48)) == (6, 42)
    assert middle(move_area(RECTANGLE, Decimal(-5), Decimal(20), 48)) == (3, 20)


def test_the_second_element_of_a_pair_is_placed_opposite_the_first() -> None:
    areas = mirror_areas(
        PIT,
        {
            "objective-first": at(18, 12.5),
            "zone-1": move_area(RECTANGLE, Decimal(12), Decimal(20), 48),
            "zone-3": at(24, 24),
        },
    )
    assert areas["objective-second"] == at(30, 35.5)
    assert middle(areas["zone-2"]) == (36, 28)
    assert areas["zone-3"] == at(24, 24)
    assert set(areas) == {"objective-first", "objective-second", "zone-1", "zone-2", "zone-3"}


@pytest.mark.parametrize(
    ("key", "number", "expected"),
    [
        ("sr2017", 1, {("zone-1", "zone-2"), ("objective-first", "objective-second")}),
        ("sr2017", 2, {("zone-1", "zone-2"), ("zone-3", "zone-4")}),
        ("sr2017", 4, {("zone-2", "zone-3")}),
        ("sr2017-rumble", 1, {("zone-2", "zone-3")}),
        ("sr2017-rumble", 2, {("flag-1", "flag-2")}),
        ("sr2012", 7, {("flag-left", "flag-right")}),
        ("sr2012", 8, {("zone-left", "zone-right")}),
        ("sr2014", 8, {("zone-first", "zone-second"), ("objective-first", "objective-second")}),
    ],
)
def test_pairs_of_elements_are_found_by_kind_and_position(
    key: str, number: int, expected: set[tuple[str, str]]
) -> None:
    scenario = PACKETS[key].scenario(number)
    assert scenario is not None
    assert expected <= set(pairs(scenario))


@pytest.mark.parametrize("key", PACKETS)
def test_mirroring_never_changes_the_shape_of_an_element(key: str) -> None:
    for scenario in PACKETS[key].scenarios:
        areas = {element.key: usual_area(element, scenario.table) for element in scenario.elements}
        after = mirror_areas(scenario, areas)
        assert {name: area.circle for name, area in after.items()} == {
            name: area.circle for name, area in areas.items()
        }


def test_mirroring_without_placed_elements_does_nothing() -> None:
    assert mirror_areas(PIT, {}) == {}


def test_mirroring_leaves_elements_placed_by_the_packet_unchanged() -> None:
    for scenario in PACKETS["sr2014"].scenarios:
        areas = {element.key: element.area for element in scenario.elements if element.area}
        assert mirror_areas(scenario, areas) == areas


def test_a_rectangle_turns_around_its_middle() -> None:
    put = move_area(RECTANGLE, Decimal(20), Decimal(30), 48)
    after = turn_area(put, 48)
    assert (middle(after), after.width, after.height) == ((20, 30), 12, 6)
    assert turn_area(CIRCLE, 48) == CIRCLE
    scenario = PACKETS["sr2017-rumble"].scenario(3)
    assert scenario is not None
    area = usual_area(scenario.elements[0], scenario.table)
    assert (area.width, area.height) == (12, 6)


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [((6, 12), (6, 12), True), ((6, 12), (12, 6), True), ((6, 12), (8, 12), False),
     ((6, 12), (6, 10), False), ((6, 6), (6, 12), False)],
)  # fmt: skip
def test_rectangles_are_counterparts_only_if_their_sides_are_equal(
    first: tuple[int, int], second: tuple[int, int], alike: bool
) -> None:
    zone, other = (element for element in PIT.elements if element.key in {"zone-1", "zone-2"})

    def about(x: int, y: int, size: tuple[int, int]) -> Area:
        width, height = map(Decimal, size)
        return Area(x - width / 2, y - height / 2, width, height)

    placed = (
        replace(zone, area=about(13, 16, first)),
        replace(other, area=about(48 - 13, 48 - 16, second)),
    )
    scenario = replace(PIT, elements=placed)
    assert bool(pairs(scenario)) is alike


def test_a_layout_changes_the_places_of_its_scenario_only() -> None:
    packet = with_layout(SR2017, 1, {"zone-1": at(20, 20)})
    assert packet.scenarios[1:] == SR2017.scenarios[1:]
    assert packet.scenarios[0].elements[0].area == at(20, 20)
    assert packet.scenarios[0].elements[1].area is None


def test_only_deployment_zones_shown_in_a_diagram_are_placed_with_the_elements() -> None:
    packet = PACKETS["sr2012"]
    bunkers = next(one for one in packet.scenarios if one.name == "Bunkers")
    flank, standard = map(packet.briefing.deployment, ("flank", "standard"))
    assert with_deployment(bunkers, None, {}) is bunkers
    assert with_deployment(bunkers, standard, {}) is bunkers
    added = with_deployment(bunkers, flank, {}).elements[len(bunkers.elements) :]
    assert [(one.key, one.area) for one in added] == [(key, None) for key in DEPLOYS]
    first, second = (usual_area(one, 48) for one in added)
    assert (first.y, first.height, second.y, second.height) == (0, 7, 38, 10)
    placed = with_zones(packet, "flank", {"deployment-first": first})
    moved = {"deployment-first": replace(first, x=Decimal(2))}
    again = with_deployment(bunkers, placed.briefing.deployment("flank"), moved)
    assert again.elements[-2].area == moved["deployment-first"]


def test_the_format_page_names_scenarios_whose_elements_are_not_placed() -> None:
    rows = dict(layout_rows(SR2017, Settings("Open", "sr2017", 75, 1)))
    assert rows["The Pit II: not placed"] == 1
    plain = PACKETS["sr2012"]
    words = [words for words, _ in layout_rows(plain, Settings("Open", "sr2012", 50, 1))]
    assert "Bunkers: not placed" in words
    assert "Overrun" in words
    bare = replace(plain, scenarios=tuple(replace(one, elements=()) for one in plain.scenarios))
    assert layout_rows(bare, Settings("Open", "sr2012", 50, 1)) == ()


def test_four_equal_elements_form_two_pairs() -> None:
    flags = tuple(Element(key, key, ElementKind.FLAG, control=1) for key in "abcd")
    assert pairs(Scenario(1, "Four", False, flags)) == (("a", "b"), ("c", "d"))


@pytest.mark.parametrize(
    "length", ["NaN", "sNaN", "-Infinity", "1000.1", "-1001", "1E+999999", "1E-999999"]
)
def test_a_length_that_no_table_has_is_refused(length: str) -> None:
    for lengths in ((length, "1"), ("1", length)):
        x, y = map(Decimal, lengths)
        with pytest.raises(ValueError, match="inches"):
            Area(x, y)
        with pytest.raises(ValueError, match="inches"):
            Area(Decimal(1), Decimal(1), x, y)
        with pytest.raises(ValueError, match="inches"):
            Sizes(x, y)
        with pytest.raises(ValueError, match="inches"):
            ReinforcementLine(Seat.FIRST, x, y, Decimal(0), Decimal(0))
    assert Area(Decimal(-1_000), Decimal("0.1")).x == -1_000
