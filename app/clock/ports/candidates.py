"""The products that may be behind a port, the likeliest first by its USB maker, and how long each
is given.

On an unknown port each speed is first tried for a moment, without closing the port in between. So
clocks that send something every second are found at once. A clock that needs longer to wake up, or
a second try on a noisy line, is then asked again with more patience.
"""

from collections.abc import Sequence

from msgspec import Struct

from app.clock.drivers.catalog import Product
from app.clock.ports.port import Port

LISTEN_MS = 1500  # before anything is said to an unknown port
TALK_MS = 5000  # a clock behind a board may need two tries
GLANCE_QUIET_MS = 300
GLANCE_MS = 1400  # most clocks say something every second
ROUNDS_OF_ASKING = 2  # a noisy line may spoil the first
LISTEN_BAUD = 9600  # of the clocks that cannot be asked

DGT_CHIPS = {(0x0403, 0x6001), (0x04D8, 0x000A)}
DGT_MAKERS = {0x045B}


class Attempt(Struct, frozen=True):
    """One try: some products are asked at one speed."""

    products: tuple[Product, ...]
    quiet_ms: int
    """The milliseconds to listen before asking."""
    most_ms: int | None
    """The milliseconds to wait for an answer; None if the clock may send at any time."""
    named: bool = False
    glance: bool = False
    """True if the next attempt follows without closing the port."""

    @property
    def baud(self) -> int:
        return self.products[0].baud


def attempts(
    port: Port, products: Sequence[Product], *, listens: bool, others: bool = False
) -> tuple[Attempt, ...]:
    """Return the tries on a port, in order. ``listens`` means that all products were asked in vain,
    but a clock may still send by itself. ``others`` means that the remembered product has not
    answered for a while, so others are tried for a moment in between.
    """
    known = tuple(product for product in products if product.name == port.product)
    if known:
        named = Attempt(known, 0, None if known[0].waits else TALK_MS, named=True)
        if not others or not (known[0].guessed or known[0].mute):
            return (named,)
        speeds = _speeds(
            port, [product for product in products if product.guessed and product not in known]
        )
        glances = [Attempt(some, GLANCE_QUIET_MS, GLANCE_MS, glance=True) for some in speeds]
        return (*glances, named)
    if listens:
        mute = tuple(
            product
            for product in products
            if product.guessed and product.listens and product.baud == LISTEN_BAUD
        )
        return (Attempt(mute, LISTEN_MS, None),)
    speeds = _speeds(port, [product for product in products if product.guessed])
    glances = [Attempt(some, GLANCE_QUIET_MS, GLANCE_MS, glance=True) for some in speeds]
    patient = [Attempt(some, LISTEN_MS, LISTEN_MS + TALK_MS) for some in speeds]
    return (*glances, *patient * ROUNDS_OF_ASKING)


def _speeds(port: Port, guessed: Sequence[Product]) -> list[tuple[Product, ...]]:
    """Return the products in groups of one speed each. The group with the DGT boards comes first if
    the port's chip is one of theirs.
    """
    vid, pid = port.info.vid, port.info.pid
    dgt = vid in DGT_MAKERS or (vid, pid) in DGT_CHIPS
    first = [product for product in guessed if dgt and product.name == "dgt"]
    bauds = dict.fromkeys(product.baud for product in [*first, *guessed])
    return [tuple(product for product in guessed if product.baud == baud) for baud in bauds]
