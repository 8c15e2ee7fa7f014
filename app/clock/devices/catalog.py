"""Every product there is a driver for, in the order in which an unknown port is asked."""

from collections.abc import Callable
from dataclasses import dataclass

from app.clock.devices.driver import Driver


@dataclass(frozen=True, slots=True)
class Product:
    """``guessed``: it is looked for behind an unknown port; others must be named."""

    name: str
    words: str
    baud: int
    make: Callable[[], Driver]
    guessed: bool = True


PRODUCTS: tuple[Product, ...] = ()
