"""Finds serial ports and the clocks behind them: looks once a second, opens, asks what is there,
watches, and opens again what was lost. Belongs to the desk's loop; the list comes from a thread.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from tempfile import gettempdir
from typing import TypeAlias

from app.clock.drivers.catalog import PRODUCTS, Product
from app.clock.drivers.driver import Doubted, Gone, Identified, Message, Orders, Placed, SharedLine
from app.clock.hall.bank import Bank
from app.clock.hall.clock import name_of
from app.clock.links.serial import Line, PortInfo
from app.clock.ports.candidates import Attempt, attempts
from app.clock.ports.handshake import Asking, Behind, Said
from app.clock.ports.port import Port, PortSettings, Stage, recognised

REST_MS = 1000  # between closing a port and opening it again
BACK_OFF_MS = (500, 1000, 2000, 5000)
SLOW_MS = 3000  # a port that is not open by then says so
MOST_REST_MS = 30_000  # of a port whose opening takes long: as long as that took
VAIN_TRIES = 3  # of what is remembered, before others get a glance
NOISE_MS = 10_000  # bytes all the time that mean nothing to a clock that cannot be asked
PAUSE_MS = 3000  # after this long a byte may be the beginning of a word
SILENT_BACK_OFF_MS = 2000  # the port opens, and its clock may wake up at any time
POLLS_TO_TRUST = 2
MODEM_NAME, CALL_NAME = "/dev/tty.", "/dev/cu."  # of one port, on macOS alone
TERMINALS = ("/dev/pts/", gettempdir())  # a terminal's name, an emulated clock's
STRANGER = "No clock answers on this port. Say what it is, or leave it alone."
SILENT = "It does not answer any more. Check its cable and its power."
TWIN = "Two clocks have this number. Leave each in its own socket: that tells them apart."
REPLACED = "Another clock is plugged in where this one was."

SLOW = (
    "This port takes long to open. Switch its device on; if it is no clock, leave the port alone."
)

OpenLink: TypeAlias = Callable[
    [str, int, Callable[[], None], Callable[[bytes, int], None], Callable[[str], None]], Line
]
"""Opens a port by name and baud; opened, heard and lost are called in the desk's loop, later."""


@dataclass(slots=True)
class _Socket:
    """A port and what is done with it. ``listens``: nobody answered, somebody may yet speak up.
    ``vain``: how often what is remembered was asked in vain. ``noise_ms``: since when bytes come
    that mean nothing to it; ``understood``: some meant something. ``names``: its clocks by their
    places on the line, where there are several. ``ticket`` is the open line's; ``last`` what was
    behind the port when it was last open.
    """

    port: Port
    polls: int = 1
    asking: Asking | None = None
    ticket: object = None
    last: tuple[Product, Behind] | None = None
    names: dict[str, str] = field(default_factory=dict)
    attempt: int = 0
    lost_times: int = 0
    listens: bool = False
    open_at_ms: int | None = None
    vain: int = 0
    word: str = ""  # what somebody said who is there and cannot be used
    noise_ms: int | None = None
    byte_ms: int = 0
    understood: bool = False
    began_ms: int = 0
    slow_at_ms: int | None = None

    def note_noise(self, data: bytes, at_ms: int) -> None:
        """Bytes came that nobody has understood yet."""
        if data.strip() and not self.understood:
            if self.noise_ms is None or at_ms - self.byte_ms >= PAUSE_MS:
                self.noise_ms = at_ms
            self.byte_ms = at_ms

    @property
    def due_ms(self) -> int | None:
        asks_ms = self.asking.due_ms if self.asking is not None else None
        due = (self.open_at_ms, self.slow_at_ms, asks_ms)
        return min((at for at in due if at is not None), default=None)


class Supervisor:
    """``tick`` is to be called at ``due_ms``, which may change with every other call."""

    def __init__(
        self,
        bank: Bank,
        *,
        now_ms: Callable[[], int],
        open_link: OpenLink,
        changed: Callable[[], None],
        wishes: Mapping[str, PortSettings] | None = None,
        record: Callable[[str, str, bytes, int], None] = lambda *_: None,
        products: Sequence[Product] = PRODUCTS,
    ) -> None:
        self._bank, self._now_ms, self._open_link = bank, now_ms, open_link
        self._changed, self._record, self._products = changed, record, products
        self._wishes = dict(wishes or {})
        self._sockets: dict[str, _Socket] = {}
        self._homes: dict[str, str] = {}  # at which port each clock was last, by its name
        self._twins: set[str] = set()  # names that two clocks had at once

    @property
    def ports(self) -> tuple[Port, ...]:
        return tuple(socket.port for socket in self._sockets.values())

    def listed(self, found: Iterable[PortInfo]) -> None:
        """The ports there are now."""
        open_now = {key: one.port.info for key, one in self._sockets.items() if one.port.there}
        infos, doubted = recognised(found, open_now, self._places())
        there = {port_info.key: port_info for port_info in infos}
        for info in infos:
            self._arrived(info)
            if info.key in doubted:
                one = self._sockets[info.key]
                self._keep(one, replace(one.port, asks=True))
        for key, one in self._sockets.items():
            if key not in there and not one.port.by_hand and one.port.there:
                self._departed(one)
        self.tick()

    def _places(self) -> dict[str, str]:
        """Where each port that is known was plugged in last."""
        places = {key: wish.location for key, wish in self._wishes.items() if wish.product}
        return places | {key: one.port.info.location for key, one in self._sockets.items()}

    def add(self, address: str) -> None:
        """A port that no system lists, such as ``socket://`` or a terminal's name. On macOS the
        port's other name is meant: opening ``tty`` waits for a carrier.
        """
        if address.startswith(MODEM_NAME):
            address = CALL_NAME + address.removeprefix(MODEM_NAME)
        wish = replace(self._wishes.get(address, PortSettings()), use=True, by_hand=True)
        self._wishes[address] = wish
        self._arrived(PortInfo(address, address, ""), by_hand=True)
        self._sockets[address].polls = POLLS_TO_TRUST
        self._arrived(PortInfo(address, address, ""), by_hand=True)
        self.tick()

    def reopen(self) -> None:
        """The addresses entered another day; but a terminal's name is another's by now."""
        for key, wish in tuple(self._wishes.items()):
            if wish.by_hand and wish.use and not key.startswith(TERMINALS):
                self.add(key)

    def wish(self, key: str, wish: PortSettings) -> None:
        """Use a port or leave it alone, and say what is behind it; it is asked anew."""
        self._wishes[key] = wish
        one = self._sockets.get(key)
        if one is not None:
            self._close(one, "")
            one.polls, one.attempt, one.lost_times, one.listens = POLLS_TO_TRUST, 0, 0, False
            one.last, one.vain, one.word = None, 0, ""
            stage = Stage.LEFT_ALONE if wish.use is False else Stage.NEW
            self._keep(one, replace(one.port, wish=wish, stage=stage, trouble=""))
            one.open_at_ms = None if wish.use is False else self._now_ms() + REST_MS
        self.tick()

    def stop(self) -> None:
        for socket in self._sockets.values():
            self._close(socket, "")

    def due_ms(self) -> int | None:
        due = [socket.due_ms for socket in self._sockets.values()]
        return min([at for at in due if at is not None], default=None)

    def tick(self) -> None:
        """Do what is due."""
        now_ms = self._now_ms()
        for socket in tuple(self._sockets.values()):
            due_ms = socket.due_ms
            if due_ms is None or due_ms > now_ms:
                continue
            if socket.open_at_ms is not None and now_ms >= socket.open_at_ms:
                socket.open_at_ms = None
                self._ask_port(socket)
            if socket.slow_at_ms is not None and now_ms >= socket.slow_at_ms:
                socket.slow_at_ms = None
                self._keep(socket, replace(socket.port, trouble=SLOW))
            if socket.asking is not None:
                socket.asking.tick(now_ms)
            if socket.asking is not None and socket.asking.is_over(now_ms):
                self._nobody(socket)

    # A port comes and goes

    def _arrived(self, info: PortInfo, *, by_hand: bool = False) -> None:
        one = self._sockets.get(info.key)
        wish = self._wishes.get(info.key, PortSettings())
        if one is None:
            one = self._sockets[info.key] = _Socket(Port(info, wish=wish, by_hand=by_hand))
            self._changed()
        elif not one.port.there or one.port.info != info:  # it is back, maybe by another name
            one.polls, one.lost_times = POLLS_TO_TRUST, 0
            if one.port.there:
                self._departed(one)
            self._keep(one, replace(one.port, info=info, there=True, wish=wish))
        elif one.polls < POLLS_TO_TRUST:
            one.polls += 1
        waits = one.asking is None and one.open_at_ms is None
        if not waits or one.port.stage is Stage.LEFT_ALONE:
            return
        if not one.port.used:
            self._keep(one, replace(one.port, stage=Stage.LEFT_ALONE))
        elif one.polls >= POLLS_TO_TRUST or one.port.product:
            one.open_at_ms = self._now_ms()

    def _departed(self, one: _Socket) -> None:
        said = f"{one.port.info.name} was unplugged. Plug it in again."
        self._begin_anew(one)
        self._close(one, said)
        one.listens = False
        self._keep(one, replace(one.port, there=False, stage=Stage.LOST))

    # What is behind it

    def _ask_port(self, one: _Socket) -> None:
        """Open it and ask."""
        asking, info = self._ask(one), one.port.info
        one.ticket = ticket = object()
        one.began_ms = self._now_ms()
        one.slow_at_ms = one.began_ms + SLOW_MS

        def opened() -> None:
            if one.ticket is ticket and one.asking is not None:
                one.slow_at_ms = None
                if one.port.trouble == SLOW:
                    self._keep(one, replace(one.port, trouble=""))
                one.asking.opened(self._now_ms())

        def heard(data: bytes, at_ms: int) -> None:
            if one.ticket is ticket and one.asking is not None:
                self._record(info.key, "<", data, at_ms)
                one.note_noise(data, at_ms)
                one.asking.received(data, at_ms)
                self._alive(one, at_ms)

        def lost(sentence: str) -> None:
            if one.ticket is ticket:
                self._lost(one, sentence)

        asking.line = self._open_link(info.name, asking.attempt.baud, opened, heard, lost)

    def _ask(self, one: _Socket) -> Asking:
        """Who is to be asked now, on a line that is not there yet."""
        ways = self._ways(one)
        one.attempt %= len(ways)
        one.names, key = {}, one.port.info.key
        asking = one.asking = Asking(
            ways[one.attempt],
            partial(self._hear, one),
            lambda data, at_ms: self._record(key, ">", data, at_ms),
            one.last,
        )
        if not one.listens:
            self._keep(one, replace(one.port, stage=Stage.ASKING, trouble=one.word))
        return asking

    def _ways(self, one: _Socket) -> tuple[Attempt, ...]:
        others = one.vain >= VAIN_TRIES and not one.port.info.product
        return attempts(one.port, self._products, listens=one.listens, others=others)

    def _alive(self, one: _Socket, at_ms: int) -> None:
        """Bytes came: the clock is heard, even where it has nothing to tell."""
        asking = one.asking
        if asking is None or one.port.stage is not Stage.READY:
            return
        noisy = one.noise_ms is not None and at_ms - one.noise_ms >= NOISE_MS
        if noisy and asking.products[0].mute is not None:
            self._begin_others(one)
            return
        driver = asking.drivers[0] if asking.drivers else None
        if driver is not None and not isinstance(driver, SharedLine) and one.port.clock:
            self._bank.alive(one.port.clock, at_ms)

    def _begin_others(self, one: _Socket) -> None:
        """What comes is not understood: somebody else is behind the port than was remembered."""
        self._close(one, REPLACED)
        one.vain, one.attempt = VAIN_TRIES, 0
        one.open_at_ms = self._now_ms() + REST_MS

    def _hear(self, one: _Socket, driver: Behind, messages: Sequence[Said]) -> None:
        """What a driver says counts once it is the one behind the port."""
        asking = one.asking
        if asking is None:
            return
        for said in messages:
            place, message = (said.place, said.message) if isinstance(said, Placed) else ("", said)
            if isinstance(message, Doubted) and one.port.stage is not Stage.READY:
                one.word = message.sentence  # it is there, and tells why it cannot be used
            if not isinstance(message, Identified):
                one.noise_ms, one.understood = None, True
            if isinstance(message, Identified):
                self._identified(one, asking, driver, place, message)
            ready = one.port.stage is Stage.READY and asking.drivers == [driver]
            if ready and place in one.names:
                self._tell(one.names[place], message)
        if driver.dead and asking.drivers == [driver] and one.asking is asking:
            if one.port.stage is Stage.READY:
                self._lost(one, driver.dead)
            else:
                self._nobody(one)

    def _tell(self, name: str, message: Message | Gone) -> None:
        if isinstance(message, Gone):
            self._bank.went(name, message.sentence)
        else:
            self._bank.heard(name, message)

    def _identified(
        self, one: _Socket, asking: Asking, driver: Behind, place: str, message: Identified
    ) -> None:
        product = asking.only(driver)
        one.attempt, one.lost_times, one.listens = 0, 0, False
        one.vain, one.word = 0, ""
        one.last, info = (product, driver), one.port.info
        others = [o.port for o in self._sockets.values() if o is not one]
        elsewhere = {name for port in others if port.stage is Stage.READY for name in port.clocks}
        name = name_of(message, self._bank.names) or f"{info.key} {place}".strip()
        twin, seated = f"{name} at {info.key}", {o.name for o in self._bank.clocks if o.seat}
        known = self._homes.setdefault(name, info.key)
        if name in elsewhere:
            self._twins.add(name)
        foreign = name in self._twins and known != info.key
        trouble = TWIN if name in elsewhere or foreign or twin in seated else ""
        if not trouble:
            self._homes[name] = info.key
        name = twin if trouble else name
        several = place and one.port.wish.product == product.name
        clocks = tuple(dict.fromkeys((*one.port.clocks, name))) if several else (name,)
        for old in one.port.clocks:
            if old not in {*clocks, *elsewhere}:
                self._bank.went(old, REPLACED)
        one.names[place] = name
        wish = replace(one.port.wish, product=product.name, location=info.location)
        self._wishes[info.key] = wish
        self._keep(
            one, replace(one.port, stage=Stage.READY, clocks=clocks, trouble=trouble, wish=wish)
        )
        clock: Orders = driver.clocks[place] if isinstance(driver, SharedLine) else driver
        self._bank.came(name, asking.controls(driver, clock))

    # Losing it

    def _nobody(self, one: _Socket) -> None:
        """Nobody answered at this speed."""
        glanced = one.asking.leave() if one.asking and one.asking.attempt.glance else None
        if glanced is not None:
            one.attempt += 1
            self._ask(one).go_on(glanced, self._now_ms())
            return
        self._close(one, SILENT)
        if one.port.product:
            one.vain += 1
            one.attempt = 0 if one.vain >= VAIN_TRIES else one.attempt
            self._keep(one, replace(one.port, trouble=one.word or one.port.trouble))
            self._retry(one, SILENT_BACK_OFF_MS)
            return
        one.attempt += 1
        if one.attempt >= len(self._ways(one)):
            one.attempt, one.listens = 0, True
            trouble = one.word or STRANGER
            self._keep(one, replace(one.port, stage=Stage.STRANGER, trouble=trouble))
        one.open_at_ms = self._now_ms() + REST_MS

    def _begin_anew(self, one: _Socket) -> None:
        """The likeliest are asked first again, unless somebody else had answered already."""
        if one.asking is not None and not one.asking.met:
            one.attempt = 0

    def _lost(self, one: _Socket, sentence: str) -> None:
        self._begin_anew(one)
        slow, took_ms = one.port.trouble == SLOW, self._now_ms() - one.began_ms
        self._close(one, sentence)
        self._keep(one, replace(one.port, stage=Stage.LOST, trouble=sentence))
        self._retry(one)
        if slow:
            rest_ms = min(max(took_ms, BACK_OFF_MS[-1]), MOST_REST_MS)
            one.open_at_ms = self._now_ms() + rest_ms

    def _retry(self, one: _Socket, most_ms: int = BACK_OFF_MS[-1]) -> None:
        back_off_ms = BACK_OFF_MS[min(one.lost_times, len(BACK_OFF_MS) - 1)]
        one.lost_times += 1
        one.open_at_ms = self._now_ms() + min(back_off_ms, most_ms)

    def _close(self, one: _Socket, sentence: str) -> None:
        asking, one.asking, one.open_at_ms, one.ticket = one.asking, None, None, None
        one.slow_at_ms = one.noise_ms = None
        one.understood = False
        if asking is not None:
            asking.close()
            if one.port.stage is Stage.READY:
                for name in one.port.clocks:
                    self._bank.went(name, sentence)

    def _keep(self, one: _Socket, port: Port) -> None:
        if port != one.port:
            one.port = port
            self._changed()
