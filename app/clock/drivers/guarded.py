"""A wrapper around a driver from another package. An exception in that driver closes its line with
a sentence and does no other harm.
"""

from collections.abc import Callable
from typing import TypeVar

from app.clock.drivers.driver import Driver, Hand, Message, SharedLine
from app.extensions import Unusable, guard

T = TypeVar("T")


class GuardedDriver:
    """Wraps the driver that ``make`` returns. After a failure, ``make`` is called for a new driver
    when the line is opened again.
    """

    def __init__(self, product: str, baud: int, make: Callable[[], Driver | SharedLine]) -> None:
        self.product, self.baud, self._make = product, baud, make
        self._driver: Driver | None = None
        self._fault = ""

    def _made(self) -> Driver:
        driver = self._make()
        if isinstance(driver, SharedLine):
            raise TypeError("a driver of one clock is needed, not a line of several")
        return driver

    def _call(self, call: Callable[[Driver], T], otherwise: T) -> T:
        if self._fault:
            return otherwise
        try:
            if self._driver is None:
                self._driver = guard(self.product, self._made)
            driver = self._driver
            return guard(self.product, lambda: call(driver))
        except Unusable as error:
            self._fault = str(error)
            return otherwise

    def opened(self, now_ms: int) -> list[Message]:
        if self._fault:
            self._driver, self._fault = None, ""
        return self._call(lambda driver: driver.opened(now_ms), [])

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        return self._call(lambda driver: driver.receive(data, now_ms), [])

    def excuse(self, late_ms: int) -> None:
        self._call(lambda driver: driver.excuse(late_ms), None)

    def tick(self, now_ms: int) -> list[Message]:
        return self._call(lambda driver: driver.tick(now_ms), [])

    def due_ms(self) -> int | None:
        return self._call(lambda driver: driver.due_ms(), None)

    def to_send(self) -> bytes:
        return self._call(lambda driver: driver.to_send(), b"")

    @property
    def dead(self) -> str:
        return self._call(lambda driver: driver.dead, "") or self._fault

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        self._call(lambda driver: driver.set_times(left_ms, right_ms, now_ms), None)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        self._call(lambda driver: driver.run(hand, now_ms), None)

    def identify(self, now_ms: int) -> None:
        self._call(lambda driver: driver.identify(now_ms), None)
