"""What each clock can do, and what a driver's messages mean where they leave something out."""

import pytest
from msgspec import NODEFAULT, structs

from app.clock.drivers import (
    buzz,
    driver,
    hourglass,
    livechess,
    open_chess_clock,
    pads,
    ros_clock,
)
from app.clock.drivers.catalog import PRODUCTS, Product
from app.clock.drivers.dclk.commands import DclkCommand, Flight
from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.dclk.driver import abilities_of as dclk_abilities
from app.clock.drivers.dgt import bus, words
from app.clock.drivers.dgt.board import DgtBoard, Pulse
from app.clock.drivers.dgt.clock import Proof
from app.clock.drivers.dgt.send_queue import Order as DgtOrder
from app.clock.drivers.dgt.words import Switches
from app.clock.drivers.driver import Abilities, Driver

DCLK = frozenset({"run", "set"})


def said(able: Abilities) -> str:
    """What it can, the step of its times, and how late it may report them, in milliseconds."""
    able_to = [name for name, value in structs.asdict(able).items() if value is True]
    return f"{' '.join(able_to)}: {able.resolution_ms}, {able.lag_ms}"


@pytest.mark.parametrize(
    ("able", "words"),
    [
        (Abilities(holds_time=False), ": 1000, 1000"),
        (buzz.ABLE, "identifies lights: 1000, 50"),
        (pads.ABLE, "buttons: 1000, 50"),
        (livechess.ABLE, "holds_time: 1000, 1000"),
        (hourglass.ABLE, "holds_time sets runs: 1000, 1000"),
        (open_chess_clock.ABLE, "holds_time rarely: 1, 50"),
        (ros_clock.ABLE, "holds_time sets runs: 1, 150"),
        (bus.ABLE, "holds_time: 1000, 1000"),
        (dclk_abilities(DCLK, keeps_time=True), "holds_time sets runs identifies touched: 1, 20"),
        (dclk_abilities(DCLK - {"set"}, True), "holds_time runs identifies touched: 1, 20"),
        (dclk_abilities(DCLK - {"run"}, keeps_time=True), "identifies: 1, 20"),
        (dclk_abilities(DCLK, keeps_time=False), "identifies: 1, 20"),
    ],
)
def test_each_clock_has_the_listed_abilities(able: Abilities, words: str) -> None:
    assert said(able) == words


@pytest.mark.parametrize("product", [words.BOARD, words.XL, words.DGT_3000])
def test_each_clock_behind_a_board_has_the_listed_abilities(product: str) -> None:
    board = product == words.BOARD
    set_, heard = [
        said(words.abilities_of_board(product, Switches(lever_switches=switches)))
        for switches in (True, False)
    ]
    alone = "holds_time touched: 1000, 1000"
    assert set_ == (alone if board else "holds_time sets runs identifies touched: 1000, 1000")
    assert heard == (alone if board else "holds_time identifies touched: 1000, 1000")


LEFT_OUT = """
Identified kin=() alike=False
Pressed inferred=False late_ms=0
Doubted lasting=False
Failed goes_on=False
Product guessed=True listens=False mute=None waits=False
Switches lever_switches=True end_after_set=False option_xl=23 option_3000=25 notice_refuses=False
    stands_with_run_bit=False board_battery=False
DclkCommand tries=0 not_before_ms=0
Flight sends=1 late_ms=0
DgtOrder tries=4
BusFrame known=True
Pulse quick=0
Proof late_ms=0
Contact down=False wild=False until_ms=0
Telegram short=False
UpdOrder hides=False
"""
KINDS = {
    "Product": Product, "Switches": Switches, "DclkCommand": DclkCommand, "Flight": Flight,
    "DgtOrder": DgtOrder, "BusFrame": bus.BusFrame, "Pulse": Pulse, "Proof": Proof,
    "Contact": pads.Contact, "Telegram": open_chess_clock.Telegram, "UpdOrder": ros_clock.Order,
}  # fmt: skip


@pytest.mark.parametrize("line", LEFT_OUT.replace("\n    ", " ").strip().splitlines())
def test_omitted_fields_have_their_default_values(line: str) -> None:
    name, *values = line.split()
    found = structs.fields(KINDS.get(name) or getattr(driver, name))
    left_out = [f"{one.name}={one.default}" for one in found if one.default is not NODEFAULT]
    assert [value for value in left_out if value in values] == values


@pytest.mark.parametrize(
    ("driver_of_product", "baud"),
    [
        (bus.DgtBus, 9600),
        (DgtBoard, 9600),
        (hourglass.Hourglass, 9600),
        (ros_clock.UpdClock, 9600),
        (open_chess_clock.OpenChessClock, 57600),
        (DclkClock, 115200),
    ],
)
def test_each_line_runs_at_the_speed_of_the_maker_s_protocol(
    driver_of_product: type[Driver], baud: int
) -> None:
    assert driver_of_product.baud == baud


@pytest.mark.parametrize(
    "line",
    [
        "dclk 115200 guessed listens",
        "hourglass 9600 guessed listens mute",
        "upd 9600 guessed listens",
        "dgt 9600 guessed",
        "dgt-bus 9600",
        "openchess 57600 guessed listens mute",
        "buzz 0 listens",
        "pads 0 listens waits",
        "livechess 0 listens waits",
    ],
)
def test_each_product_is_searched_for_in_its_listed_way(line: str) -> None:
    name, baud, *words = line.split()
    (product,) = (one for one in PRODUCTS if one.name == name)
    found = [word for word in ("guessed", "listens", "mute", "waits") if getattr(product, word)]
    assert (str(product.baud), found) == (baud, words)


def test_unknown_ports_are_asked_for_one_product_after_another() -> None:
    asked = [product.name for product in PRODUCTS if product.guessed]
    assert asked == ["dclk", "hourglass", "upd", "dgt", "openchess"]
    assert len(PRODUCTS) == 9
