"""A room of emulated clocks in virtual time: real drivers, supervisor and bank, and an event in
memory. No threads and no waiting; what would cross a cable crosses a method call.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import count

from app.clock.drivers.catalog import PRODUCTS, Product
from app.clock.hall.bank import Bank
from app.clock.hall.bound_clocks import CLOCK
from app.clock.hall.clock import Clock, Seat
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Port
from app.clock.ports.supervisor import Supervisor
from app.emulators.catalog import make_device
from app.emulators.device import DeviceSide
from app.emulators.faults import FaultyLine
from app.emulators.movement import Movement
from app.engine.acts.commands import Command, NotSaved, Refused
from app.engine.acts.table import TableCommand
from app.engine.side import Side
from app.engine.table.game import Game
from tests.engine.event import Desk, registered
from tests.engine.event import settings as chosen

FTDI = 0x0403


class Cable:
    """An open port; ``gone`` after it was closed or pulled."""

    def __init__(self, room: "VirtualHall", line: FaultyLine, calls: tuple[Callable, ...]) -> None:
        self.room, self.line = room, line
        self.opened, self.heard, self.lost = calls
        self.fresh, self.gone = True, False
        self.due_ms: int | None = room.now_ms
        self.unheard_since_ms: int | None = None  # the thread that reads has no turn
        line.send(room.now_ms)
        line.opened(room.now_ms)

    def write(self, data: bytes) -> None:
        if not self.gone and self.line.connected:
            self.line.receive(data, self.room.now_ms)
            self.due_ms = self.room.now_ms

    def set_baud(self, baud: int) -> None:
        self.room.asked.append(baud)

    @property
    def is_held(self) -> bool:
        return True

    @property
    def unheard_s(self) -> float:
        since_ms = self.unheard_since_ms
        return 0.0 if since_ms is None else (self.room.now_ms - since_ms) / 1000

    def stay_up(self) -> None:
        pass

    def close(self) -> None:
        self.gone = True

    def pump(self) -> None:
        now_ms = self.room.now_ms
        if self.unheard_since_ms is not None:
            self.due_ms = None
            return
        if self.fresh:
            self.fresh = False
            self.opened()
        data = b"" if self.gone else self.line.send(now_ms)
        if data and not self.gone:
            self.heard(data, now_ms)
        self.due_ms = None if self.gone else self.line.next_ms(now_ms)
        if not self.gone and not self.line.connected:
            self.gone = True
            self.lost("The cable was pulled.")


class VirtualHall:
    """``tables`` games of SR2017 with 60 minutes each, drawn, published and started."""

    def __init__(
        self,
        tables: int = 1,
        *,
        size: int = 75,
        products: Sequence[Product] = PRODUCTS,
        record: Callable[[str, str, bytes, int], None] = lambda *_: None,
    ) -> None:
        self.desk: Desk = registered(2 * tables, chosen(size))
        self.lines: dict[str, FaultyLine] = {}
        self.usb: dict[str, tuple[str, str]] = {}  # a port's USB serial number and its socket
        self.names: dict[str, str] = {}
        self.cables: list[Cable] = []
        self.asked: list[int] = []  # the speeds, one after the other
        self.file_is_held = False
        self._order = count()
        self._plans: list[tuple[int, int, Callable[[], None]]] = []
        self.bank = self.new_bank()
        self.supervisor = Supervisor(
            self.bank,
            now_ms=lambda: self.now_ms,
            open_link=self._open,
            changed=lambda: None,
            products=products,
            record=record,
        )
        self._looks_at = 0
        self._attached: Callable[[], Iterable[PortInfo]] = self._plugged_in

    @property
    def now_ms(self) -> int:
        return self.desk.now_ms

    def new_bank(self) -> Bank:
        """As a program has that was started anew."""
        return Bank(lambda: self.now_ms, self._ask, lambda: None)

    # The event

    def do(self, command: Command, *, insist: bool = False) -> None:
        """The organizer's."""
        before = len(self.desk.records)
        self.desk.do(command, insist=insist)
        self._tell(before)
        for _ in range(len(self.lines) + 1):  # a row at a time
            self.bank.settle()

    def game(self, table: int = 1) -> Game:
        return self.desk.game(table)

    def _ask(
        self, command: TableCommand, at_ms: int, table: int, actor: str = CLOCK
    ) -> Refused | None:
        if self.file_is_held:
            return NotSaved("The file is held.")
        before = len(self.desk.records)
        decided = self.desk.ask(command, at_ms)
        if isinstance(decided, Refused):
            return decided
        station = f"table {table}" if actor == CLOCK else "desk"
        self.desk.records[before:] = [
            type(record)(record.seq, record.act, record.at_ms, station, actor, record.event)
            for record in self.desk.records[before:]
        ]
        self._tell(before)
        return None

    def _tell(self, before: int) -> None:
        self.bank.saw(self.desk.state, self.desk.records[before:])

    # The clocks

    def plug(self, kind: str, table: int | None = None, port: str = "", **words: str) -> str:
        """A new clock; its port's name."""
        port = port or f"port{len(self.lines) + 1}"
        self.lines[port] = make_device(kind, words, self.now_ms)
        self.names[port] = port
        if table is not None:
            self.at(self.now_ms + 9_000, lambda: self.seat(port, table))
        return port

    def seat(self, port: str, table: int) -> None:
        clock = self.clock(port)
        assert clock is not None, self.port(port)
        assert self.bank.seating.seat(clock.name, Seat(table)) == ""

    def port(self, port: str) -> Port:
        return next(one for one in self.supervisor.ports if port in {one.info.key, one.info.name})

    def clock(self, port: str) -> Clock | None:
        name = self.port(port).clock
        return next((clock for clock in self.bank.bound.clocks if clock.name == name), None)

    def press(self, port: str, hand: DeviceSide | None = None) -> None:
        line = self.lines[port]
        self.touch(port)
        side = hand or line.truth(self.now_ms).running
        if side is not None:
            line.press(side, self.now_ms)

    def touch(self, port: str) -> None:
        """Somebody did something to the clock: look at its line at once."""
        for cable in self.cables:
            if cable.line is self.lines[port] and not cable.gone:
                cable.due_ms = self.now_ms

    def pull(self, port: str) -> None:
        self.touch(port)
        self.lines[port].pull(self.now_ms)

    def plug_in(self, port: str) -> None:
        self.lines[port].plug_in(self.now_ms)

    def _open(self, name: str, baud: int, *calls: Callable) -> Cable:
        cable = Cable(self, self.lines[name], calls)
        self.asked.append(baud)
        self.cables = [one for one in self.cables if not one.gone]
        self.cables.append(cable)
        return cable

    def list_as(self, attached: Callable[[], Iterable[PortInfo]]) -> None:
        """What the system lists from now on, whatever is plugged in."""
        self._attached = attached

    def _plugged_in(self) -> list[PortInfo]:
        return [self._listed(port) for port, line in self.lines.items() if line.connected]

    def _listed(self, port: str) -> PortInfo:
        if port not in self.usb:
            return PortInfo(port, port, "", FTDI, 1)
        number, socket = self.usb[port]
        key = f"0403:0001/{number}"
        return PortInfo(port, key, "", FTDI, 1, number=number, location=socket)

    # The time

    def at(self, at_ms: int, act: Callable[[], None]) -> None:
        heappush(self._plans, (at_ms, next(self._order), act))

    def run(self, ms: int) -> None:
        """Let so much time pass."""
        end_ms = self.now_ms + ms
        while self.now_ms < end_ms:
            self._step()
            due = [self._looks_at, end_ms]
            if self._plans:
                due.append(self._plans[0][0])
            at_ms = self.supervisor.due_ms()
            due += [at_ms] if at_ms is not None else []
            due += [cable.due_ms for cable in self.cables if cable.due_ms is not None]
            self.desk.now_ms = min(max(min(due), self.now_ms + 1), end_ms)
        self._step()

    def _step(self) -> None:
        while self._plans and self._plans[0][0] <= self.now_ms:
            heappop(self._plans)[2]()
        if self.now_ms >= self._looks_at:
            self._looks_at = self.now_ms + 1000
            self.supervisor.listed(self._attached())
        now_ms = self.now_ms
        for cable in tuple(self.cables):
            if cable.due_ms is not None and cable.due_ms <= now_ms:
                cable.pump()
        self.supervisor.tick()
        self.bank.settle()


def left_of(game: Game, side: Side, now_ms: int) -> int:
    assert game.play.clock is not None
    return game.play.clock.remaining(side, now_ms)


def hands_of(device: object) -> Movement:
    """What moves a clock's times, to be turned without the clock's knowing."""
    for name in ("device", "game", "clock"):
        device = getattr(device, name, device)
    hands = getattr(device, "hands", None)
    assert isinstance(hands, Movement)
    return hands
