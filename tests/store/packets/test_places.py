"""Places of elements that the organizer set once, for all their events."""

from decimal import Decimal
from pathlib import Path

import pytest

from app.engine.packet.scenario import Area, Seat
from app.store.own_folder import FOLDER
from app.store.packets.files import packets
from app.store.packets.places import (
    keep_picture,
    keep_places,
    own_places,
    picture_file,
    placed_elements,
    places_file,
    way_key,
)
from tests.engine.event import PACKETS

CIRCLE = Area(Decimal(24), Decimal("23.5"), Decimal(12), circle=True)


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep places in a folder of the test's own."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "state"))


def test_places_set_once_appear_in_the_packet_of_every_later_event() -> None:
    assert packets()["sr2017"].scenarios[0].elements[2].area is None
    keep_places("sr2017", 1, {"zone-3": CIRCLE})
    pit, standoff, *_ = packets()["sr2017"].scenarios
    assert {element.key: element.area for element in pit.elements if element.area} == {
        "zone-3": CIRCLE
    }
    assert not any(element.area for element in standoff.elements)
    keep_places("sr2017", 2, {"zone-1": CIRCLE})
    assert own_places()["sr2017"].keys() == {"1", "2"}


def test_places_given_by_the_packet_cannot_be_overridden() -> None:
    before = packets()["sr2014"]
    element = next(one for one in before.scenarios[0].elements if one.area)
    keep_places("sr2014", before.scenarios[0].number, {element.key: CIRCLE})
    assert packets()["sr2014"] == before


def test_a_damaged_places_file_places_nothing() -> None:
    keep_places("sr2017", 1, {"zone-3": CIRCLE})
    wrong, deep = (
        b'{"sr2017": {"1": {"zone-3": {"x": "far"}}}}',
        b'{"a":{"b":{"c":{"d":' + b"[" * 5_000,
    )
    for damaged in (b"{", b"[]", wrong, deep, b"\xff\xfe"):
        places_file().write_bytes(damaged)
        assert packets()["sr2017"].scenarios[0].elements[2].area is None


def test_a_damaged_places_file_is_kept_aside_when_new_places_are_set() -> None:
    keep_places("sr2017", 1, {"zone-3": CIRCLE})
    damaged = places_file().read_bytes()[:-5]
    places_file().write_bytes(damaged)
    keep_places("sr2017", 2, {"zone-1": CIRCLE})
    assert own_places()["sr2017"].keys() == {"2"}
    assert places_file().with_name("places.broken.json").read_bytes() == damaged


def test_a_place_beyond_the_table_is_ignored() -> None:
    keep_places("sr2017", 1, {"zone-3": Area(Decimal(60), Decimal(2), Decimal(12), circle=True)})
    assert packets()["sr2017"].scenarios[0].elements[2].area is None


def test_flank_deployment_placed_once_appears_in_the_packet_of_every_later_event() -> None:
    flank = packets()["sr2012"].briefing.deployment("flank")
    assert flank is not None
    assert not flank.zones
    first = Area(Decimal(18), Decimal(0), Decimal(30), Decimal(7))
    keep_places("sr2012", way_key("flank"), {"deployment-first": first})
    flank, standard = map(packets()["sr2012"].briefing.deployment, ("flank", "standard"))
    assert flank is not None
    assert [(zone.seat, zone.area) for zone in flank.zones] == [(Seat.FIRST, first)]
    assert standard == PACKETS["sr2012"].briefing.deployment("standard")


def test_a_picture_is_kept_until_it_is_removed() -> None:
    keep_picture("sr2017", 2, b"picture")
    assert picture_file("sr2017", 2).read_bytes() == b"picture"
    assert not picture_file("sr2017", 1).exists()
    keep_picture("sr2017", 2, b"another")
    keep_picture("sr2017", 3, b"third")
    assert picture_file("sr2017", 2).read_bytes() == b"another"
    keep_picture("sr2017", 2, b"")
    keep_picture("sr2017", 2, b"")
    assert not picture_file("sr2017", 2).exists()
    assert picture_file("sr2017", 3).read_bytes() == b"third"


@pytest.mark.parametrize(
    ("x", "y", "is_there"),
    [
        (0, 0, True),
        (48, 48, True),
        (-1, 24, False),
        (24, -1, False),
        (49, 24, False),
        (24, 49, False),
    ],
)
def test_an_element_that_would_lie_beyond_the_table_has_no_place(
    x: int, y: int, is_there: bool
) -> None:
    area = Area(Decimal(x), Decimal(y), Decimal(12), circle=True)
    pit = placed_elements(PACKETS["sr2017"].scenarios[0], {"zone-3": area})
    assert [element.area for element in pit.elements if element.area] == [area] * is_there


@pytest.mark.parametrize("letters", [80, 81])
def test_a_pictures_name_has_the_first_eighty_letters_of_its_packets_key(letters: int) -> None:
    assert picture_file("x" * letters, 12).name == f"{'x' * 80}-12.png"
