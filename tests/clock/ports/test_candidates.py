"""Who is asked on which port, and in which order."""

import pytest

from app.clock.drivers.catalog import PRODUCTS, Product
from app.clock.drivers.hourglass import Hourglass
from app.clock.links.serial import PortInfo
from app.clock.ports.candidates import ROUNDS_OF_ASKING, Attempt, attempts
from app.clock.ports.port import Port, PortSettings


def of(vid: int | None, pid: int | None = None, product: str = "", *, listens: bool = False):
    port = Port(PortInfo("COM3", "COM3", "", vid, pid), wish=PortSettings(product=product))
    return attempts(port, PRODUCTS, listens=listens)


def bauds(ways: tuple[Attempt, ...]) -> list[int]:
    return [way.baud for way in ways]


@pytest.mark.parametrize(
    ("vid", "pid", "first"),
    [
        (0x0403, 0x6001, 9600),  # the chip of DGT's boards
        (0x045B, 0x8111, 9600),
        (0x0403, 0x6015, 115200),
        (0x2341, 0x0043, 115200),
        (None, None, 115200),
    ],
)
def test_the_likeliest_product_for_a_usb_maker_is_asked_first(vid, pid, first):
    ways = of(vid, pid)
    assert bauds(ways)[0] == first
    assert set(bauds(ways)) == {9600, 57600, 115200}


def test_every_speed_is_tried_briefly_first_and_then_patiently():
    ways = of(0x2341)
    assert [way.glance for way in ways] == [True] * 3 + [False] * 3 * ROUNDS_OF_ASKING
    assert sum(way.most_ms or 0 for way in ways[:3]) < 5000
    asked = {product.name for way in ways[:3] for product in way.products}
    assert asked == {product.name for product in PRODUCTS if product.guessed}


KINDS = """
dclk 115200 listens
hourglass 9600 listens mute
upd 9600 listens
dgt 9600
dgt-bus 9600 chosen
openchess 57600 listens mute
buzz 0 chosen listens
pads 0 chosen listens waits
livechess 0 chosen listens waits
"""


def test_each_product_is_searched_for_in_its_own_way() -> None:
    """Its speed, and whether it must be chosen, speaks first, cannot be asked, comes and goes."""
    kinds = [
        [
            product.name,
            str(product.baud),
            *["chosen"] * (not product.guessed),
            *["listens"] * product.listens,
            *["mute"] * (product.mute is not None),
            *["waits"] * product.waits,
        ]
        for product in PRODUCTS
    ]
    assert kinds == [line.split() for line in KINDS.strip().splitlines()]


@pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product.name)
def test_a_driver_has_the_speed_at_which_its_product_is_asked(product: Product) -> None:
    assert product.make().baud == product.baud


def test_bus_boards_and_products_without_a_serial_line_are_never_searched_for():
    asked = {product.name for way in of(0x0403, 0x6001) for product in way.products}
    assert asked & {"dgt-bus", "buzz", "pads", "livechess"} == set()


def test_a_remembered_product_is_asked_alone_and_at_once():
    (way,) = of(0x2341, product="dgt-bus")
    assert ([product.name for product in way.products], way.quiet_ms, way.named) == (
        ["dgt-bus"],
        0,
        True,
    )


def test_after_all_products_stayed_silent_only_those_that_speak_are_listened_for():
    (way,) = of(0x0403, listens=True)
    names = {product.name for product in way.products}
    assert {"hourglass", "upd"} <= names
    assert "dgt" not in names
    assert way.most_ms is None


def test_a_product_that_must_be_chosen_is_not_listened_for():
    chosen = Product("chosen", "A clock", 9600, Hourglass, guessed=False, listens=True)
    port = Port(PortInfo("COM3", "COM3", "", 0x0403))
    for listens in (False, True):
        ways = attempts(port, (*PRODUCTS, chosen), listens=listens)
        assert chosen not in {product for way in ways for product in way.products}
