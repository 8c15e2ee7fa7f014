"""What is known of the serial ports, as values: each port, and what is wanted of it."""

from dataclasses import dataclass
from enum import Enum

from app.clock.serial_link import PortInfo

CLOCK_CHIPS = frozenset({0x0403, 0x045B, 0x1A86, 0x2341, 0x2A03, 0x10C4, 0x067B, 0x239A, 0x2E8A})
"""USB makers whose serial chips clocks are built with; other ports are tried when asked to."""


class Stage(Enum):
    """A port's way."""

    NEW = "new"
    LEFT_ALONE = "not tried"
    ASKING = "asking what it is"
    READY = "connected"
    LOST = "lost"
    STRANGER = "no clock answers"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is remembered of a port: whether to use it (None: as it looks) and what is behind it."""

    use: bool | None = None
    product: str = ""


@dataclass(frozen=True, slots=True)
class Port:
    """A port as a screen shows it. ``clocks`` are the names of the clocks behind it, or that were
    there last; ``by_hand``: no system lists it, its address was entered.
    """

    info: PortInfo
    stage: Stage = Stage.NEW
    clocks: tuple[str, ...] = ()
    trouble: str = ""
    there: bool = True
    wish: Wish = Wish()
    by_hand: bool = False

    @property
    def clock(self) -> str:
        """The name of its clock, the first where there are several; empty when there is none."""
        return self.clocks[0] if self.clocks else ""

    @property
    def product(self) -> str:
        """What is known to be behind it."""
        return self.info.product or self.wish.product

    @property
    def used(self) -> bool:
        looks_right = self.info.vid in CLOCK_CHIPS or self.by_hand or bool(self.info.product)
        return looks_right if self.wish.use is None else self.wish.use
