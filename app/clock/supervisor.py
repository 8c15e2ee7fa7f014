"""Finds serial ports and the clocks behind them: looks once a second, opens, asks what is there,
watches, and opens again what was lost. Belongs to the desk's loop; the list comes from a thread.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from app.clock.bank import Bank
from app.clock.devices.catalog import PRODUCTS, Product
from app.clock.devices.driver import Driver, Identified, Message
from app.clock.ports import Port, Stage, Wish
from app.clock.serial_link import Line, PortInfo

LISTEN_MS = 1500  # before anything is said to an unknown port
TALK_MS = 3000
LISTEN_BAUD = 9600  # of the clocks that cannot be asked
REST_MS = 1000  # between closing a port and opening it again
BACK_OFF_MS = (500, 1000, 2000, 5000)
POLLS_TO_TRUST = 2

OpenLink: TypeAlias = Callable[
    [str, int, Callable[[], None], Callable[[bytes, int], None], Callable[[str], None]], Line
]
"""Opens a port by name and baud; opened, heard and lost are called in the desk's loop."""


@dataclass(slots=True)
class _Open:
    """A port under way. ``drivers`` are what may be behind it, one when that is known; the
    ``silent`` ones among them have not been told yet that the port is open.
    """

    port: Port
    polls: int = 1
    line: Line | None = None
    attempt: int = 0
    lost_times: int = 0
    listens: bool = False  # nobody answered; somebody may still speak up
    open_at_ms: int | None = None
    talk_at_ms: int | None = None
    give_up_ms: int | None = None
    products: tuple[Product, ...] = ()
    drivers: list[Driver] = field(default_factory=list)
    silent: list[Driver] = field(default_factory=list)


class Supervisor:
    """``tick`` is to be called at ``due_ms`` and after every call; the owner keeps the alarm."""

    def __init__(
        self,
        bank: Bank,
        *,
        now_ms: Callable[[], int],
        open_link: OpenLink,
        changed: Callable[[], None],
        wishes: Mapping[str, Wish] | None = None,
        record: Callable[[str, str, bytes, int], None] | None = None,
        products: Sequence[Product] = PRODUCTS,
    ) -> None:
        self._bank, self._now_ms, self._open_link = bank, now_ms, open_link
        self._changed, self._record, self._products = changed, record, products
        self._wishes = dict(wishes or {})
        self._open: dict[str, _Open] = {}

    @property
    def ports(self) -> tuple[Port, ...]:
        return tuple(one.port for one in self._open.values())

    def listed(self, found: Iterable[PortInfo]) -> None:
        """The ports there are now."""
        there = {one.key: one for one in found}
        for key, info in there.items():
            self._arrived(key, info)
        for key, one in self._open.items():
            if key not in there and "://" not in one.port.info.name:
                self._departed(one)
        self.tick()

    def add(self, url: str) -> None:
        """A port that no system lists, by its address, such as ``socket://`` or a pty's name."""
        self._wishes[url] = Wish(use=True, product=self._wishes.get(url, Wish()).product)
        self._arrived(url, PortInfo(url, url, "added by hand"))
        self._open[url].polls = POLLS_TO_TRUST
        self.tick()

    def wish(self, key: str, wish: Wish) -> None:
        """Use a port or leave it alone, and say what is behind it; it is asked anew."""
        self._wishes[key] = wish
        one = self._open.get(key)
        if one is not None:
            self._close(one, "")
            one.polls, one.lost_times, one.listens = POLLS_TO_TRUST, 0, False
            self._keep(one, replace(one.port, wish=wish, stage=Stage.NEW, trouble=""))
            one.open_at_ms = self._now_ms() + REST_MS if wish.use is not False else None
        self.tick()

    def stop(self) -> None:
        for one in self._open.values():
            self._close(one, "")

    def due_ms(self) -> int | None:
        due: list[int] = []
        for one in self._open.values():
            times = [one.open_at_ms, one.talk_at_ms, one.give_up_ms]
            times += [driver.due_ms() for driver in one.drivers]
            due += [at for at in times if at is not None]
        return min(due, default=None)

    def tick(self) -> None:
        """Do what is due."""
        now_ms = self._now_ms()
        for one in tuple(self._open.values()):
            if one.open_at_ms is not None and now_ms >= one.open_at_ms:
                one.open_at_ms = None
                self._ask_port(one)
            if one.talk_at_ms is not None and now_ms >= one.talk_at_ms:
                one.talk_at_ms = None
                self._let_talk(one, one.silent)
            for driver in tuple(one.drivers):
                at = driver.due_ms()
                if at is not None and now_ms >= at:
                    self._hear(one, driver, driver.tick(now_ms))
            if one.give_up_ms is not None and now_ms >= one.give_up_ms:
                self._next_attempt(one)

    # A port comes and goes

    def _arrived(self, key: str, info: PortInfo) -> None:
        one = self._open.get(key)
        wish = self._wishes.get(key, Wish())
        if one is None:
            one = self._open[key] = _Open(Port(info, wish=wish))
            self._changed()
        elif not one.port.there or one.port.info != info:
            one.polls = 1
            self._keep(one, replace(one.port, info=info, there=True, wish=wish))
        elif one.polls < POLLS_TO_TRUST:
            one.polls += 1
        if one.line is not None or one.open_at_ms is not None:
            return
        if one.port.stage in {Stage.STRANGER, Stage.LEFT_ALONE}:
            return
        if not one.port.used:
            self._keep(one, replace(one.port, stage=Stage.LEFT_ALONE))
        elif one.polls >= POLLS_TO_TRUST or wish.product:
            one.open_at_ms = self._now_ms()

    def _departed(self, one: _Open) -> None:
        if one.port.there:
            self._close(one, f"{one.port.info.name} was unplugged. Plug it in again.")
            one.open_at_ms = None
            self._keep(one, replace(one.port, there=False, stage=Stage.LOST, clock=one.port.clock))

    # What is behind it

    def _attempts(self, one: _Open) -> list[tuple[Product, ...]]:
        """Who may be behind the port, one speed at a time, the most harmless first."""
        known = [p for p in self._products if p.name == one.port.wish.product]
        if known:
            return [tuple(known)]
        guessed = [p for p in self._products if p.guessed]
        bauds = list(dict.fromkeys(p.baud for p in guessed))
        return [tuple(p for p in guessed if p.baud == baud) for baud in bauds]

    def _ask_port(self, one: _Open) -> None:
        attempts = self._attempts(one)
        one.products = attempts[one.attempt % len(attempts)]
        if one.listens:
            one.products = tuple(p for p in self._products if p.listens and p.baud == LISTEN_BAUD)
        one.drivers = [product.make() for product in one.products]
        one.silent = list(one.drivers)
        if not one.listens:
            self._keep(one, replace(one.port, stage=Stage.ASKING, trouble=""))
        holder: list[Line] = []

        def mine() -> bool:
            return bool(holder) and one.line is holder[0]

        def opened() -> None:
            if mine():
                self._opened(one)

        def heard(data: bytes, at_ms: int) -> None:
            if mine():
                self._received(one, data, at_ms)

        def lost(sentence: str) -> None:
            if mine():
                self._lost(one, sentence)

        line = self._open_link(one.port.info.name, one.products[0].baud, opened, heard, lost)
        holder.append(line)
        one.line = line

    def _opened(self, one: _Open) -> None:
        now_ms = self._now_ms()
        quiet = 0 if one.port.wish.product else LISTEN_MS
        one.talk_at_ms = now_ms + quiet
        one.give_up_ms = None if one.listens else now_ms + quiet + TALK_MS
        asked = zip(one.products, one.drivers, strict=True)
        self._let_talk(one, [driver for product, driver in asked if product.listens])
        named = one.products[0] if one.port.wish.product else None
        if named is not None and named.mute is not None:
            driver = one.drivers[0]
            self._hear(one, driver, [Identified(driver.product, "", "", named.mute)])
        self.tick()

    def _let_talk(self, one: _Open, drivers: Sequence[Driver]) -> None:
        one.silent = [driver for driver in one.silent if driver not in drivers]
        for driver in drivers:
            if driver in one.drivers:
                self._hear(one, driver, driver.opened(self._now_ms()))

    def _received(self, one: _Open, data: bytes, at_ms: int) -> None:
        if self._record is not None:
            self._record(one.port.info.key, "<", data, at_ms)
        for driver in tuple(one.drivers):
            if driver in one.drivers:
                self._hear(one, driver, driver.receive(data, at_ms))
        self.tick()

    def _hear(self, one: _Open, driver: Driver, messages: Sequence[Message]) -> None:
        """What a driver says counts once it is the one behind the port."""
        for message in messages:
            if isinstance(message, Identified) and driver in one.drivers:
                self._identified(one, driver, message)
            if one.port.clock and one.drivers == [driver]:
                self._bank.heard(one.port.clock, message)
        data = driver.to_send()
        if data and one.line is not None:
            if self._record is not None:
                self._record(one.port.info.key, ">", data, self._now_ms())
            one.line.write(data)
        if driver.dead and one.drivers == [driver]:
            if one.port.stage is Stage.READY:
                self._lost(one, driver.dead)
            else:
                self._next_attempt(one)

    def _identified(self, one: _Open, driver: Driver, message: Identified) -> None:
        product = one.products[one.drivers.index(driver)]
        one.products, one.drivers, one.silent = (product,), [driver], []
        one.talk_at_ms = one.give_up_ms = None
        one.attempt, one.lost_times, one.listens = 0, 0, False
        name = f"{message.product} {message.uid}" if message.uid else one.port.info.key
        if one.port.clock and one.port.clock != name:
            self._bank.went(one.port.clock, "Another clock is plugged in where this one was.")
        wish = replace(one.port.wish, product=product.name)
        self._wishes[one.port.info.key] = wish
        self._keep(one, replace(one.port, stage=Stage.READY, clock=name, trouble="", wish=wish))
        self._bank.came(name, driver)

    # Losing it

    def _next_attempt(self, one: _Open) -> None:
        """Nobody answered at this speed."""
        self._close(one, "It does not answer any more. Check its cable and its power.")
        one.attempt += 1
        attempts = self._attempts(one)
        if one.attempt < len(attempts):
            one.open_at_ms = self._now_ms() + REST_MS
        elif one.port.wish.product:
            self._retry(one)
        else:
            one.attempt, one.listens = 0, True
            said = "No clock answers on this port. Say what it is, or leave it alone."
            self._keep(one, replace(one.port, stage=Stage.STRANGER, trouble=said))
            one.open_at_ms = self._now_ms() + REST_MS

    def _lost(self, one: _Open, sentence: str) -> None:
        self._close(one, sentence)
        self._keep(one, replace(one.port, stage=Stage.LOST, trouble=sentence))
        if one.port.there:
            self._retry(one)

    def _retry(self, one: _Open) -> None:
        back_off = BACK_OFF_MS[min(one.lost_times, len(BACK_OFF_MS) - 1)]
        one.lost_times += 1
        one.open_at_ms = self._now_ms() + back_off

    def _close(self, one: _Open, sentence: str) -> None:
        line, one.line = one.line, None
        one.drivers, one.silent = [], []
        one.talk_at_ms = one.give_up_ms = one.open_at_ms = None
        if line is not None:
            line.close()
        if one.port.clock and line is not None:
            self._bank.went(one.port.clock, sentence)

    def _keep(self, one: _Open, port: Port) -> None:
        if port != one.port:
            one.port = port
            self._changed()
