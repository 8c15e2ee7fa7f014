"""Every product that has a driver, in the order in which the products are tried on an unknown
port.
"""

from collections.abc import Callable

from msgspec import Struct

from app.clock.drivers import open_chess_clock as open_chess
from app.clock.drivers.buzz import BuzzReceiver
from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.dgt.bus_line import DgtBusLine
from app.clock.drivers.driver import Abilities, Driver, SharedLine
from app.clock.drivers.guarded import GuardedDriver
from app.clock.drivers.hourglass import ABLE, Hourglass
from app.clock.drivers.livechess import LiveChess
from app.clock.drivers.open_chess_clock import OpenChessClock
from app.clock.drivers.pads import Pads
from app.clock.drivers.ros_clock import UpdClock
from app.engine.frozen import replace
from app.engine.language import say
from app.extensions import Additions, ExtensionGroup, load_additions


class Product(Struct, frozen=True):
    """A product and how its devices are found."""

    name: str
    words: str
    baud: int
    make: Callable[[], Driver | SharedLine]
    guessed: bool = True
    """True if this product is tried on an unknown port. Otherwise the organizer must name the
    product of the port.
    """
    listens: bool = False
    """True if the clock sends first, so its driver takes the open port at once and waits."""
    mute: Abilities | None = None
    """The abilities of a product that cannot be asked what it is, so that the organizer who names
    it is believed; None for any other product.
    """
    waits: bool = False
    """True if the line may be opened before any device is connected, because the devices on it come
    and go.
    """


PRODUCTS = (
    Product("dclk", say("DCLK/1 clock"), 115200, DclkClock, listens=True),
    Product("hourglass", say("Hourglass"), 9600, Hourglass, listens=True, mute=ABLE),
    Product("upd", say("ROS clock"), 9600, UpdClock, listens=True),
    Product("dgt", say("DGT board"), 9600, DgtBoard),
    Product("dgt-bus", say("DGT boards on a bus"), 9600, DgtBusLine, guessed=False),
    Product(
        "openchess", "OpenChessClock", 57600, OpenChessClock, listens=True, mute=open_chess.ABLE
    ),
    Product("buzz", say("Buzz! handsets"), 0, BuzzReceiver, guessed=False, listens=True),
    Product("pads", say("Gamepads"), 0, Pads, guessed=False, listens=True, waits=True),
    Product("livechess", "DGT LiveChess", 0, LiveChess, guessed=False, listens=True, waits=True),
)
"""The products that come with the program."""


def added_products() -> Additions[Product]:
    """Return the products whose drivers other packages add."""
    return load_additions(ExtensionGroup.DRIVERS, Product, "name")


def all_products() -> tuple[Product, ...]:
    """Return every product. An added product with the name of one of ours is left out."""
    known = {product.name for product in PRODUCTS}
    added = (product for product in added_products().found if product.name not in known)
    return (*PRODUCTS, *map(_guard_driver, added))


def _guard_driver(product: Product) -> Product:
    return replace(product, make=lambda: GuardedDriver(product.words, product.baud, product.make))
