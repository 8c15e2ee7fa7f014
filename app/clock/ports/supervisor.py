"""Finds serial ports and the clocks behind them: checks once a second, opens ports, identifies
devices, watches them, and reopens lost ports. Runs in the drivers' thread; another thread lists the
ports.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from tempfile import gettempdir
from typing import Protocol, TypeAlias

from msgspec import Struct, field

from app.clock.drivers.catalog import Product, all_products
from app.clock.drivers.driver import Doubted, Gone, Identified, Message, Orders, Placed, SharedLine
from app.clock.hall.clock import name_clock
from app.clock.links.door import AWAY
from app.clock.links.door import MARK as DIALLED
from app.clock.links.livechess import full_address
from app.clock.links.serial import Line, PortInfo
from app.clock.ports.candidates import Attempt, attempts
from app.clock.ports.handshake import Asking, Behind, Said
from app.clock.ports.port import Port, PortSettings, Stage, recognize_ports
from app.engine.frozen import replace
from app.engine.language import say

REST_MS = 1000  # between closing a port and opening it again
BACK_OFF_MS = (500, 1000, 2000, 5000)
SLOW_MS = 3000  # a port that is not open by then is shown as slow
MOST_REST_MS = 30_000  # of a port whose opening takes long: as long as that took
VAIN_TRIES = 3  # of the remembered product, before others are tried
NOISE_MS = 10_000  # after that long of unreadable bytes other drivers are tried
PAUSE_MS = 3000  # after this long a byte may be the beginning of a word
SILENT_BACK_OFF_MS = 2000  # the port opens, and its clock may wake up at any time
POLLS_TO_TRUST = 2
MODEM_NAME, CALL_NAME = "/dev/tty.", "/dev/cu."  # the two names of one port; only on macOS
TERMINALS = ("/dev/pts/", gettempdir())  # a terminal's name, an emulated clock's
STRANGER = say("No clock answers on this port. Say what it is, or leave it alone.")
SILENT = say("It no longer answers. Check its cable and its power.")
TWIN = say("Two clocks have this number. Leave each in its own socket: that tells them apart.")
REPLACED = say("Another clock is plugged in where this one was.")
NO_DCLK = say(
    "It dialled in for table {table} and does not continue like a DCLK clock. Restart it; if that"
    " does not help, check its program."
)
OTHER_NUMBER = say(
    "It dialled in as clock {uid} and now says it is another one. Restart it; if that does not"
    " help, check its program."
)

SLOW = say(
    "This port takes a long time to open. Switch its device on; if it is not a clock, leave the"
    " port alone."
)

OpenLink: TypeAlias = Callable[
    [str, int, Callable[[], None], Callable[[bytes, int], None], Callable[[str], None]], Line
]
"""Opens a port by its name and baud rate. The three callbacks are ``opened``, ``received`` and
``lost``. They are called later, in the drivers' thread.
"""


class Reported(Protocol):
    """The receiver of the clocks' reports: the bank, or an object that passes them on."""

    @property
    def names(self) -> Collection[str]: ...
    @property
    def seated(self) -> Collection[str]: ...
    def alive(self, name: str, at_ms: int) -> None: ...
    def came(self, name: str, handle: Orders) -> None: ...
    def went(self, name: str, sentence: str) -> None: ...
    def receive(self, name: str, message: Message) -> None: ...
    def sits_at(self, name: str, table: int) -> None: ...


class _Socket(Struct):
    """A port and its state in the supervisor."""

    port: Port
    polls: int = 1
    asking: Asking | None = None
    ticket: object = None
    """An object that identifies the line that is open."""
    kept: Line | None = None
    """The line that is kept open for a moment while its silent clock is left alone."""
    last: tuple[Product, Behind] | None = None
    """The product and the driver behind the port when it was last open."""
    names: dict[str, str] = field(default_factory=dict)
    """The names of the port's clocks, by their places on the line."""
    attempt: int = 0
    lost_times: int = 0
    listens: bool = False
    """True if no product answered but a clock may still send by itself."""
    open_at_ms: int | None = None
    vain: int = 0
    """The number of times that the remembered product was asked in vain."""
    mute: str = ""  # why its clock counts as lost while its line is open
    word: str = ""  # the sentence of a device that is there but cannot be used
    noise_ms: int | None = None
    """The instant since which bytes arrive that no driver understands."""
    byte_ms: int = 0
    understood: bool = False
    """True if some bytes were understood."""
    began_ms: int = 0
    slow_at_ms: int | None = None

    def note_noise(self, data: bytes, at_ms: int) -> None:
        """Note bytes that no driver has understood yet."""
        if data.strip() and not self.understood:
            if self.noise_ms is None or at_ms - self.byte_ms >= PAUSE_MS:
                self.noise_ms = at_ms
            self.byte_ms = at_ms

    @property
    def holds(self) -> bool:
        """Tell whether the line is open and the system itself reports when it is lost."""
        return self.kept is not None or (self.asking is not None and self.asking.holds)

    @property
    def due_ms(self) -> int | None:
        due_ms = self.asking.due_ms if self.asking is not None else None
        for at_ms in (self.open_at_ms, self.slow_at_ms):
            if at_ms is not None and (due_ms is None or at_ms < due_ms):
                due_ms = at_ms
        return due_ms


class Supervisor:
    """All ports of the hall and the devices behind them. ``tick`` must be called at ``due_ms``,
    which may change with every other call.
    """

    def __init__(
        self,
        bank: Reported,
        *,
        now_ms: Callable[[], int],
        open_link: OpenLink,
        changed: Callable[[], None],
        wishes: Mapping[str, PortSettings] | None = None,
        record: Callable[[str, str, bytes, int], None] = lambda *_: None,
        products: Sequence[Product] | None = None,
    ) -> None:
        self._bank, self._now_ms, self._open_link = bank, now_ms, open_link
        self._changed, self._record = changed, record
        self._products = all_products() if products is None else products
        self._wishes = dict(wishes or {})
        self._sockets: dict[str, _Socket] = {}
        self._homes: dict[str, str] = {}  # at which port each clock was last, by its name
        self._twins: set[str] = set()  # names that two clocks had at once

    @property
    def ports(self) -> tuple[Port, ...]:
        return tuple(socket.port for socket in self._sockets.values())

    def listed(self, attached: Iterable[PortInfo]) -> None:
        """Take in the list of ports that are there now.

        The list shows which ports are new. It does not decide whether a line that is open still
        exists, because the system may list that line's port under another name.
        """
        held = {o.port.info.name: o.port.info for o in self._sockets.values() if o.holds}
        attached = [held.get(info.name, info) for info in attached]
        open_now = {
            key: socket.port.info for key, socket in self._sockets.items() if socket.port.there
        }
        infos, doubted = recognize_ports(attached, open_now, self._places())
        there = {port_info.key: port_info for port_info in infos}
        for info in infos:
            self._arrived(info)
            if info.key in doubted:
                socket = self._sockets[info.key]
                self._keep(socket, replace(socket.port, asks=True))
        for key, socket in self._sockets.items():
            lasting = socket.port.by_hand or socket.port.info.dialled
            if key not in there and not (lasting or socket.holds) and socket.port.there:
                self._departed(socket)
        self.tick()

    def dialled(self, clocks: Iterable[PortInfo]) -> None:
        """Take in the clocks that are connected over the network now."""
        there = {clock.key: clock for clock in clocks}
        for info in there.values():
            self._arrived(info)
        for key, socket in self._sockets.items():
            if socket.port.info.dialled and key not in there and socket.port.there:
                self._departed(socket)
        self.tick()

    def _places(self) -> dict[str, str]:
        """Return where each known port was last plugged in."""
        places = {key: wish.location for key, wish in self._wishes.items() if wish.product}
        return places | {key: socket.port.info.location for key, socket in self._sockets.items()}

    def add(self, address: str, words: str = "") -> None:
        """Add a port that no system lists, such as ``socket://``, the name of a terminal, or
        LiveChess. ``words`` is the port's name for people, if the address means nothing to them.

        On macOS the port's other name is used, because opening ``tty`` waits for a carrier.
        """
        if address.startswith(MODEM_NAME):
            address = CALL_NAME + address.removeprefix(MODEM_NAME)
        info = PortInfo(address, address, words)
        if livechess := full_address(address):
            info = PortInfo(livechess, livechess, "LiveChess", product="livechess")
        wish = replace(self._wishes.get(info.key, PortSettings()), use=True, by_hand=True)
        self._wishes[info.key] = wish
        self._arrived(info, by_hand=True)
        self._sockets[info.key].polls = POLLS_TO_TRUST
        self._arrived(info, by_hand=True)
        self.tick()

    def reopen(self) -> None:
        """Open again the addresses that were entered on an earlier day. Names of terminals are
        skipped, because they belong to other devices by now.
        """
        for key, wish in tuple(self._wishes.items()):
            if wish.by_hand and wish.use and not key.startswith(TERMINALS):
                self.add(key)

    def wish(self, key: str, wish: PortSettings) -> None:
        """Use a port with the product that ``wish`` names, or leave the port alone; then probe it
        again.
        """
        self._wishes[key] = wish
        socket = self._sockets.get(key)
        if socket is not None:
            self._close(socket, "")
            socket.polls, socket.attempt, socket.lost_times, socket.listens = (
                POLLS_TO_TRUST,
                0,
                0,
                False,
            )
            socket.last, socket.vain, socket.word = None, 0, ""
            stage = Stage.LEFT_ALONE if wish.use is False else Stage.NEW
            self._keep(socket, replace(socket.port, wish=wish, stage=stage, trouble=""))
            socket.open_at_ms = None if wish.use is False else self._now_ms() + REST_MS
        self.tick()

    def stop(self) -> None:
        for socket in self._sockets.values():
            self._close(socket, "")

    def due_ms(self) -> int | None:
        due = [socket.due_ms for socket in self._sockets.values()]
        return min([at for at in due if at is not None], default=None)

    def tick(self) -> None:
        """Do everything that is due now."""
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
        socket = self._sockets.get(info.key)
        wish = self._wishes.get(info.key, PortSettings())
        if socket is None:
            socket = self._sockets[info.key] = _Socket(Port(info, wish=wish, by_hand=by_hand))
            self._changed()
        elif not socket.port.there or socket.port.info != info:  # it is back, maybe by another name
            socket.polls, socket.lost_times, socket.word = POLLS_TO_TRUST, 0, ""
            if socket.port.there:
                self._departed(socket)
            self._keep(socket, replace(socket.port, info=info, there=True, wish=wish))
        elif socket.polls < POLLS_TO_TRUST:
            socket.polls += 1
        waits = socket.asking is None and socket.open_at_ms is None
        if not waits or socket.port.stage is Stage.LEFT_ALONE:
            return
        if not socket.port.used:
            self._keep(socket, replace(socket.port, stage=Stage.LEFT_ALONE))
        elif socket.polls >= POLLS_TO_TRUST or socket.port.product:
            socket.open_at_ms = self._now_ms()

    def _departed(self, socket: _Socket) -> None:
        name, dialled = socket.port.info.name, socket.port.info.dialled
        sentence = AWAY if dialled else say("{name} was unplugged. Plug it in again.", name=name)
        self._begin_anew(socket)
        self._close(socket, sentence)
        socket.listens = False
        self._keep(socket, replace(socket.port, there=False, stage=Stage.LOST))

    # What is behind it

    def _ask_port(self, socket: _Socket) -> None:
        """Open the port and ask which device is behind it. If the port's line is still open, ask
        again on that line.
        """
        if (line := socket.kept) is not None:
            socket.kept = None
            asking = self._ask(socket)
            self._keep(socket, replace(socket.port, stage=Stage.LOST, trouble=socket.mute))
            asking.go_on(line, self._now_ms())
            return
        asking, info = self._ask(socket), socket.port.info
        socket.ticket = ticket = object()
        socket.began_ms = self._now_ms()
        socket.slow_at_ms = socket.began_ms + SLOW_MS

        def opened() -> None:
            if socket.ticket is ticket and socket.asking is not None:
                socket.slow_at_ms = None
                if socket.port.trouble == SLOW:
                    self._keep(socket, replace(socket.port, trouble=""))
                socket.asking.opened(self._now_ms())

        def received(data: bytes, at_ms: int) -> None:
            if socket.ticket is ticket and socket.asking is not None:
                self._record(info.key, "<", data, at_ms)
                socket.note_noise(data, at_ms)
                socket.asking.received(data, at_ms)
                self._alive(socket, at_ms)

        def lost(sentence: str) -> None:
            if socket.ticket is ticket:
                self._lost(socket, sentence)

        asking.line = self._open_link(info.name, asking.attempt.baud, opened, received, lost)

    def _ask(self, socket: _Socket) -> Asking:
        """Prepare the drivers that are asked next, on a line that does not exist yet."""
        ways = self._ways(socket)
        socket.attempt %= len(ways)
        socket.names, key = {}, socket.port.info.key
        asking = socket.asking = Asking(
            ways[socket.attempt],
            partial(self._take, socket),
            lambda data, at_ms: self._record(key, ">", data, at_ms),
            socket.last,
        )
        if not socket.listens:
            self._keep(socket, replace(socket.port, stage=Stage.ASKING, trouble=socket.word))
        return asking

    def _ways(self, socket: _Socket) -> tuple[Attempt, ...]:
        others = socket.vain >= VAIN_TRIES and not socket.port.info.product
        return attempts(socket.port, self._products, listens=socket.listens, others=others)

    def _alive(self, socket: _Socket, at_ms: int) -> None:
        """Note that bytes came from the clock, even if they bring no news."""
        asking = socket.asking
        if asking is None or socket.port.stage is not Stage.READY:
            return
        noisy = socket.noise_ms is not None and at_ms - socket.noise_ms >= NOISE_MS
        if noisy and asking.products[0].mute is not None:
            self._begin_others(socket)
            return
        alone = socket.names.get("")  # on a line of several, each clock has a place
        if alone is not None:
            self._bank.alive(alone, at_ms)

    def _begin_others(self, socket: _Socket) -> None:
        """Try other drivers. Nobody understands the bytes, so the device is not the remembered
        one.
        """
        self._close(socket, REPLACED, holds=True)
        socket.vain, socket.attempt = VAIN_TRIES, 0
        socket.open_at_ms = self._now_ms() + REST_MS

    def _take(self, socket: _Socket, driver: Behind, messages: Sequence[Said]) -> None:
        """Handle the messages of a driver. Messages are passed on only if the driver turns out to
        be the right one.
        """
        asking = socket.asking
        if asking is None:
            return
        for item in messages:
            place, message = (item.place, item.message) if isinstance(item, Placed) else ("", item)
            if isinstance(message, Doubted) and socket.port.stage is not Stage.READY:
                socket.word = message.sentence  # it is there, and says why it cannot be used
                if asking.products[0].waits:  # and it is not asked again
                    self._keep(socket, replace(socket.port, trouble=socket.word))
            if not isinstance(message, Identified):
                socket.noise_ms, socket.understood = None, True
            if isinstance(message, Identified):
                self._identified(socket, asking, driver, place, message)
            ready = socket.port.stage is Stage.READY and asking.drivers == [driver]
            if ready and place in socket.names:
                self._report(socket.names[place], message)
                if isinstance(message, Identified) and socket.port.info.dialled:
                    self._bank.sits_at(socket.names[place], socket.port.info.table)
        if driver.dead and asking.drivers == [driver] and socket.asking is asking:
            if socket.port.stage is Stage.READY:
                # Boards on one cable lose nothing by a new opening, and are asked one by one again.
                self._lost(socket, driver.dead, holds=not isinstance(driver, SharedLine))
            else:
                self._nobody(socket)

    def _report(self, name: str, message: Message | Gone) -> None:
        if isinstance(message, Gone):
            self._bank.went(name, message.sentence)
        else:
            self._bank.receive(name, message)

    def _identified(
        self, socket: _Socket, asking: Asking, driver: Behind, place: str, message: Identified
    ) -> None:
        product = asking.only(driver)
        socket.attempt, socket.lost_times, socket.listens = 0, 0, False
        socket.vain, socket.word = 0, ""
        socket.last, info = (product, driver), socket.port.info
        others = [o.port for o in self._sockets.values() if o is not socket]
        elsewhere = {name for port in others if port.stage is Stage.READY for name in port.clocks}
        name = name_clock(message, self._bank.names) or f"{info.key} {place}".strip()
        twin, bound = (
            say("{name} at {key}", name=name, key=info.key),
            self._bank.seated,
        )
        known = self._homes.setdefault(name, info.key)
        if name in elsewhere:
            self._twins.add(name)
        foreign = name in self._twins and known != info.key
        trouble = TWIN if name in elsewhere or foreign or twin in bound else ""
        if info.dialled and message.uid.upper() != (uid := info.key.removeprefix(DIALLED)):
            trouble = OTHER_NUMBER.format(uid=uid)  # it has proved no other
        if not trouble:
            self._homes[name] = info.key
        name = twin if trouble else name
        several = place and socket.port.wish.product == product.name
        clocks = tuple(dict.fromkeys((*socket.port.clocks, name))) if several else (name,)
        for old in socket.port.clocks:
            if old not in {*clocks, *elsewhere}:
                self._bank.went(old, REPLACED)
        socket.names[place] = name
        wish = replace(socket.port.wish, product=product.name, location=info.location)
        self._wishes[info.key] = wish
        self._keep(
            socket,
            replace(socket.port, stage=Stage.READY, clocks=clocks, trouble=trouble, wish=wish),
        )
        if asking.line is not None:
            asking.line.stay_up()
        clock: Orders = driver.clocks[place] if isinstance(driver, SharedLine) else driver
        self._bank.came(name, asking.controls(driver, clock))

    # Losing it

    def _nobody(self, socket: _Socket) -> None:
        """Note that no device answered at this speed."""
        glanced = socket.asking.leave() if socket.asking and socket.asking.attempt.glance else None
        if glanced is not None:
            socket.attempt += 1
            self._ask(socket).go_on(glanced, self._now_ms())
            return
        self._close(socket, SILENT, holds=bool(socket.port.product))
        if socket.port.product:
            socket.vain += 1
            socket.attempt = 0 if socket.vain >= VAIN_TRIES else socket.attempt
            mute = NO_DCLK.format(table=socket.port.info.table) if socket.port.info.dialled else ""
            socket.mute = socket.word or mute or socket.port.trouble or socket.mute
            self._keep(socket, replace(socket.port, trouble=socket.mute))
            self._retry(socket, SILENT_BACK_OFF_MS)
            return
        socket.attempt += 1
        if socket.attempt >= len(self._ways(socket)):
            socket.attempt, socket.listens = 0, True
            trouble = socket.word or STRANGER
            self._keep(socket, replace(socket.port, stage=Stage.STRANGER, trouble=trouble))
        socket.open_at_ms = self._now_ms() + REST_MS

    def _begin_anew(self, socket: _Socket) -> None:
        """Start over with the likeliest products, unless a device has already answered the attempt
        in progress.
        """
        if socket.asking is not None and not socket.asking.met:
            socket.attempt = 0

    def _lost(self, socket: _Socket, sentence: str, *, holds: bool = False) -> None:
        self._begin_anew(socket)
        socket.mute = sentence
        slow, took_ms = socket.port.trouble == SLOW, self._now_ms() - socket.began_ms
        self._close(socket, sentence, holds=holds)
        self._keep(socket, replace(socket.port, stage=Stage.LOST, trouble=sentence))
        self._retry(socket)
        if slow:
            rest_ms = min(max(took_ms, BACK_OFF_MS[-1]), MOST_REST_MS)
            socket.open_at_ms = self._now_ms() + rest_ms

    def _retry(self, socket: _Socket, most_ms: int = BACK_OFF_MS[-1]) -> None:
        back_off_ms = BACK_OFF_MS[min(socket.lost_times, len(BACK_OFF_MS) - 1)]
        socket.lost_times += 1
        socket.open_at_ms = self._now_ms() + min(back_off_ms, most_ms)

    def _close(self, socket: _Socket, sentence: str, *, holds: bool = False) -> None:
        """Stop asking. If ``holds`` and the system reports when the line is lost, leave the line
        open for another try, because closing it could reset the board behind it.
        """
        asking, socket.asking, socket.open_at_ms = socket.asking, None, None
        kept, socket.kept = socket.kept, None
        if holds and asking is not None and asking.holds:
            socket.kept = asking.leave()
        else:
            socket.ticket = None
        if kept is not None:
            kept.close()
        socket.slow_at_ms = socket.noise_ms = None
        socket.understood = False
        if asking is not None:
            asking.close()
            if socket.port.stage is Stage.READY:
                for name in socket.port.clocks:
                    self._bank.went(name, sentence)

    def _keep(self, socket: _Socket, port: Port) -> None:
        if port != socket.port:
            socket.port = port
            self._changed()
