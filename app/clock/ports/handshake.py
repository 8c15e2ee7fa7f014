"""One open line and the drivers of the products that may be behind it: which bytes each driver
receives, what is sent, and what is due next. The supervisor decides what happens to the driver
whose device answers.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from app.clock.drivers.catalog import Product
from app.clock.drivers.driver import (
    ClockMeeting,
    Driver,
    Hand,
    Identified,
    Message,
    Orders,
    Placed,
    SharedLine,
)
from app.clock.links.serial import Line
from app.clock.ports.candidates import TALK_MS, Attempt

Behind: TypeAlias = Driver | SharedLine
Said: TypeAlias = Message | Placed
Hear: TypeAlias = Callable[[Behind, Sequence[Said]], None]


LATE_MS = 500  # a line that is handled so late was not listened to
UNHEARD_MS, STUCK_MS = 150, 2000
"""The shortest time in milliseconds without reading that is excused, and the longest. A thread that
does not read for longer is stuck, which no busy computer explains.
"""


class Controls:
    """The commands of one clock. After each, ``flush`` writes its bytes to the port."""

    def __init__(self, clock: Orders, flush: Callable[[int], None]) -> None:
        self._clock, self._flush = clock, flush

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        self._clock.set_times(left_ms, right_ms, now_ms)
        self._flush(now_ms)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        self._clock.run(hand, now_ms)
        self._flush(now_ms)

    def identify(self, now_ms: int) -> None:
        self._clock.identify(now_ms)
        self._flush(now_ms)


class Asking:
    """A port that is being asked which device is behind it. ``hear`` gets the messages of all
    drivers. ``before`` is the last driver of this port, which remembers its clock. That driver is
    used again if the attempt asks for its product.
    """

    def __init__(
        self,
        attempt: Attempt,
        hear: Hear,
        record: Callable[[bytes, int], None],
        before: tuple[Product, Behind] | None = None,
    ) -> None:
        known, driver = before or (None, None)
        self.attempt, self.products = attempt, attempt.products
        self.drivers: list[Behind] = [
            driver if driver is not None and product is known else product.make()
            for product in attempt.products
        ]
        self.line: Line | None = None
        self._pass_on, self._record = hear, record
        self._silent = list(self.drivers)
        self._talk_at_ms: int | None = None
        self._looked_ms = self._excused_ms = 0
        self.give_up_ms: int | None = None
        self.due_ms: int | None = None
        self._stayed = self.is_open = False

    @property
    def holds(self) -> bool:
        """Tell whether the line is open and the system itself reports when it is lost."""
        return self.is_open and self.line is not None and self.line.is_held

    def opened(self, now_ms: int) -> None:
        """Note that the line is open. Drivers whose clock sends first begin at once, the others
        after a while.
        """
        attempt, self.is_open = self.attempt, True
        self._looked_ms = self._excused_ms = now_ms
        self._talk_at_ms = now_ms + attempt.quiet_ms
        self.give_up_ms = None if attempt.most_ms is None else now_ms + attempt.most_ms
        pairs = tuple(zip(self.products, self.drivers, strict=True))
        self._report_open([driver for product, driver in pairs if product.listens], now_ms)
        if attempt.named and self.products[0].mute is not None and self.drivers:
            driver = self.drivers[0]
            self._take(driver, [Identified(driver.product, "", "", self.products[0].mute)], now_ms)
        self._settle()

    @property
    def met(self) -> bool:
        """True if a device has answered but has yet to say which product it is."""
        return any(isinstance(driver, ClockMeeting) and driver.met for driver in self.drivers)

    def is_over(self, now_ms: int) -> bool:
        """Tell whether to give up. A device that has answered gets more time to identify itself."""
        if self.give_up_ms is None or now_ms < self.give_up_ms:
            return False
        if not self._stayed and self.met:
            self._stayed = True
            self.give_up_ms = now_ms + TALK_MS
            self._settle()
            return False
        return True

    def received(self, data: bytes, at_ms: int) -> None:
        self._excuse(at_ms)
        for driver in tuple(self.drivers):
            if driver in self.drivers:
                self._take(driver, driver.receive(data, at_ms), at_ms)
        self._settle()

    def tick(self, now_ms: int) -> None:
        self._excuse(now_ms)
        if self._talk_at_ms is not None and now_ms >= self._talk_at_ms:
            self._talk_at_ms = None
            self._report_open(self._silent, now_ms)
        for driver in self._called:
            due_ms = driver.due_ms()
            if due_ms is not None and now_ms >= due_ms and driver in self.drivers:
                self._take(driver, driver.tick(now_ms), now_ms)
        self._settle()

    def only(self, driver: Behind) -> Product:
        """Keep only ``driver``, because it has found its clock. Return its product."""
        product = self.products[self.drivers.index(driver)]
        self.products, self.drivers, self._silent = (product,), [driver], []
        self._talk_at_ms = self.give_up_ms = None
        return product

    def controls(self, driver: Behind, clock: Orders) -> Controls:
        """Return the controls of ``clock``, which is ``driver`` itself or one of its clocks."""

        def flush(now_ms: int) -> None:
            if driver in self.drivers:
                self._take(driver, (), now_ms)
                self._settle()

        return Controls(clock, flush)

    def leave(self) -> Line | None:
        """Return the line, still open, for the next drivers."""
        line, self.line = self.line, None
        self.close()
        return line

    def go_on(self, line: Line, now_ms: int) -> None:
        """Ask on a line that is already open, at the speed of these products."""
        self.line = line
        line.set_baud(self.attempt.baud)
        self.opened(now_ms)

    def close(self) -> None:
        line, self.line, self.is_open = self.line, None, False
        self.drivers, self._silent, self.due_ms = [], [], None
        if line is not None:
            line.close()

    def _report_open(self, drivers: Sequence[Behind], now_ms: int) -> None:
        self._silent = [driver for driver in self._silent if driver not in drivers]
        for driver in drivers:
            if driver in self.drivers:
                self._take(driver, driver.opened(now_ms), now_ms)

    def _take(self, driver: Behind, messages: Sequence[Said], now_ms: int) -> None:
        if messages or driver.dead:
            self._pass_on(driver, messages)
        data = driver.to_send()
        if data and self.line is not None:
            self._record(data, now_ms)
            self.line.write(data)

    @property
    def _called(self) -> list[Behind]:
        """The drivers that know that their line is open. Any other driver still judges by its last
        line. If its clock was away for long, that driver would give up the clock at once.
        """
        return [driver for driver in self.drivers if driver not in self._silent]

    def _excuse(self, now_ms: int) -> None:
        """Excuse the silence during the time in which the program did not listen to the line.

        If something was already overdue at the last look, only the time since that look is excused.
        A line that waits to be read is excused too, because an answer may have come on it.
        """
        looked_ms, self._looked_ms = self._looked_ms, now_ms
        late_ms = now_ms - max(self.due_ms, looked_ms) if self.due_ms is not None else 0
        if late_ms < LATE_MS:
            late_ms = self._unheard_ms(now_ms)
        if late_ms <= 0:
            return
        self._excused_ms = now_ms
        self.give_up_ms = None if self.give_up_ms is None else self.give_up_ms + late_ms
        for driver in self._called:
            driver.excuse(late_ms)

    def _unheard_ms(self, now_ms: int) -> int:
        """Return for how many milliseconds that are not excused yet the line was not read."""
        unheard_ms = int(self.line.unheard_s * 1000) if self.line is not None else 0
        if not UNHEARD_MS <= unheard_ms <= STUCK_MS:
            return 0
        return min(unheard_ms, now_ms - self._excused_ms)

    def _settle(self) -> None:
        times = [self._talk_at_ms, self.give_up_ms, *[driver.due_ms() for driver in self._called]]
        self.due_ms = min([at for at in times if at is not None], default=None)
