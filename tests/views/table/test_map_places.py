"""Where things stand on a scenario's map, for either player."""

from decimal import Decimal

import pytest

from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.packet import GameRules, Packet
from app.engine.packet.scenario import Area, Element, ElementKind
from app.engine.side import Side
from app.views.table.map_places import (
    MapPlace,
    Measure,
    Ring,
    kill_boxes,
    measures,
    number_of,
    place_line_words,
    place_on_map,
    reach_rings,
)
from tests.engine.event import PACKETS, SR2017

SR2026 = PACKETS["sr2026"]
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
def test_a_map_place_is_converted_to_the_players_point_of_view(
    area: Area, turned: bool, place: tuple[int, int, int, int]
) -> None:
    assert place_on_map(area, 48, Decimal(2), turned=turned) == MapPlace(*map(Decimal, place))


PLACED = {
    "Trench Warfare": "L12 T21, L22 T12, L20 T18, R6 T15, R12 B25, R22 B14, R20 B22, L6 B17",
    "Two Fronts": "L12 T19, R12 T17, L8 B20, R8 B19, L23 T24",
    "Wolves at Our Heels": "L12 T20, R19 T20, R8 T15, L19 B24, L8 B20, R12 B20",
    "Pressure Point": "L12 T20, R12 T20, L6 T31, R6 T31, R23 B22",
    "High Stakes": "L8 T23, R8 B20, R23 T22, R14 T17, L14 B18",
    "Fault Line": "R8 T15, R23 T20, L8 T25, L8 B15, L23 B20, R8 B25",
    "Payload": "L9 T16, L20 T20, R16 T19, R9 B16, R20 B20, L16 B19",
}
"""Of Steamroller 2026: inches from the left or right edge and from the top or the bottom."""


def edge_of(one: Measure) -> str:
    (x, y), (to_x, _) = one.edge, one.base
    across = ("L", "R") if x != to_x else ("T", "B")
    return f"{across[(x if x != to_x else y) > 0]}{one.inches}"


@pytest.mark.parametrize("name", PLACED)
def test_an_element_is_measured_from_the_edges_that_the_packet_names(name: str) -> None:
    scenario = next(one for one in PACKETS["sr2026"].scenarios if one.name == name)
    sentences = [" ".join(map(edge_of, measures(one, 48))) for one in scenario.elements]
    assert ", ".join(sentences) == PLACED[name]


def test_elements_without_a_base_a_position_or_whole_inches_are_not_measured() -> None:
    zone = Element("zone", "Zone", ElementKind.ZONE, area=RECTANGLE)
    base = replace(zone, kind=ElementKind.FLAG, base_mm=30, area=FLAG)
    assert measures(zone, 48) == measures(replace(base, area=None), 48) == ()
    assert measures(base, 48) == ()


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Defender’s 40 mm objective 1", "1"),
        ("40‑mm‑Ziel 2 des Verteidigers", "2"),
        ("Terrain 3", "3"),
        ("50 mm objective", ""),
        ("50‑mm‑Ziel", ""),
        ("Terrain", ""),
    ],
)
def test_a_size_in_an_elements_name_is_not_taken_for_its_number(name: str, number: str) -> None:
    assert number_of(name) == number


def test_a_distance_label_lies_on_the_line_outside_the_elements_reach() -> None:
    line = Measure(8, (Decimal(0), Decimal(20)), (Decimal(8), Decimal(20)))
    assert line.part(4, Decimal("0.5")) == (2, 20)


@pytest.mark.parametrize(
    ("key", "number", "boxes"),
    [
        ("sr2026", 1, {(12, Side.RED), (12, Side.BLUE)}),  # 12" of their table edge
        ("sr2015", 1, {(14, None)}),
    ],
)
def test_kill_boxes_are_drawn_once_per_player_or_once_for_both(
    key: str, number: int, boxes: set[tuple[int, Side | None]]
) -> None:
    rules = rules_of(PACKETS[key], number)
    assert {(box.inches, box.of) for box in kill_boxes(rules, 1)} == boxes


def rules_of(packet: Packet, number: int) -> GameRules:
    return terms_for(packet, Settings("Open", packet.key, packet.sizes[-1], 1), number)


def box(left: str, top: str, width: str, height: str) -> MapPlace:
    return MapPlace(*map(Decimal, (left, top, width, height)))


@pytest.mark.parametrize(
    ("place", "meets"),
    [
        (box("1", "1", "2", "2"), True),
        (box("3.9", "1", "2", "2"), True),
        (box("4", "1", "2", "2"), False),
        (box("-2", "1", "2", "2"), False),
        (box("1", "4", "2", "2"), False),
        (box("1", "-2", "2", "2"), False),
    ],
)
def test_places_meet_if_they_overlap(place: MapPlace, meets: bool) -> None:
    assert box("0", "0", "4", "4").meets(place) is meets
    assert place.meets(box("0", "0", "4", "4")) is meets


@pytest.mark.parametrize(
    ("place", "crosses"),
    [
        (box("-1", "-1", "2", "2"), False),
        (box("6", "0", "2", "2"), False),
        (box("0", "-8", "2", "2"), False),
        (box("3.6", "3.6", "1", "1"), False),
        (box("4", "-1", "2", "2"), True),
        (box("-1", "4.5", "2", "2"), True),
        (box("-9", "-9", "18", "18"), True),
    ],
)
def test_a_ring_crosses_a_place_only_if_its_line_runs_through_it(
    place: MapPlace, crosses: bool
) -> None:
    assert Ring((Decimal(0), Decimal(0)), Decimal(5)).crosses(place) is crosses


@pytest.mark.parametrize("name", PLACED)
def test_line_labels_are_placed_where_no_circle_crosses_them(name: str) -> None:
    number = next(one.number for one in SR2026.scenarios if one.name == name)
    terms = rules_of(SR2026, number)
    for line in (12, 14, 34, 36):
        place = place_line_words(Decimal(line), Decimal(11), Decimal(2), terms, ())
        assert line in {place.top, place.top + place.height}
        assert not any(ring.crosses(place) for ring in reach_rings(terms)), line
        assert not any(place.top < edge < place.top + place.height for edge in (11, 42)), line


def test_line_labels_are_placed_towards_the_middle_and_clear_of_elements() -> None:
    terms = rules_of(SR2017, 3)
    words = Decimal(10), Decimal(2)
    assert place_line_words(Decimal(12), *words, terms, ()) == box("0.5", "12", "10", "2")
    assert place_line_words(Decimal(36), *words, terms, ()) == box("0.5", "34", "10", "2")
    there = [box("0", "12", "20", "5"), box("20", "12", "28", "5")]
    assert place_line_words(Decimal(12), *words, terms, there[:1]) == box("20", "12", "10", "2")
    assert place_line_words(Decimal(12), *words, terms, there) == box("0.5", "10", "10", "2")
