"""The room's clocks beside the desk: the bank in the desk's loop, the ports and drivers in a thread
of their own, and one snapshot of them all for every listener.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct, field

from app.clock.drivers.driver import Hand, Message, Orders
from app.clock.hall.bank import Bank
from app.clock.hall.bound_clocks import CLOCK
from app.clock.hall.buttons import any_pair
from app.clock.hall.clock import Clock, Seat
from app.clock.hall.clock_check import CheckSnapshot
from app.clock.hall.desk_protocol import Change, HallDesk
from app.clock.hall.play import adopt
from app.clock.links.byte_log import ByteLog, Heard, Openings
from app.clock.links.door import DIAL_PORT, CannotListen, DialledLink, Door, Refusal
from app.clock.links.door import MARK as DIALLED
from app.clock.links.hid import MARK, Device, HidLink, open_device, receivers
from app.clock.links.livechess import SCHEME, LiveChessLink
from app.clock.links.pads import PADS, PORT, PadLink, Source
from app.clock.links.raw_input import PadsAndKeys
from app.clock.links.serial import Line, PortInfo, SerialLink, ports
from app.clock.ports.port import Port, PortSettings
from app.clock.ports.supervisor import Supervisor
from app.clock.timeline import Alarm, Timeline
from app.engine.acts.commands import Refused
from app.engine.acts.table import TableCommand
from app.engine.acts.unsaved import Unsaved
from app.engine.frozen import replace
from app.engine.language import say

LOOK_SECONDS = 1.0
AGAIN_MS = 1000  # after a failure
HEAR = say("record what the chess clocks report")
TEND = say("look after the chess clocks")
LIST = say("look for chess clocks")
_AnyLink: TypeAlias = SerialLink | HidLink | PadLink | LiveChessLink | DialledLink
SHOW_MS = 200  # clocks send more often than anybody can read


class Memory(Struct, frozen=True):
    """The knowledge about clocks that the laptop keeps from one day to the next."""

    wishes: Mapping[str, PortSettings] = field(default_factory=dict)
    seats: Mapping[str, Seat] = field(default_factory=dict)
    wifi: bool = False
    """True if clocks may dial in over the network."""


class WifiSnapshot(Struct, frozen=True):
    """The port where clocks dial in, at an instant."""

    on: bool = False
    port: int = DIAL_PORT
    fault: str = ""
    """The reason why the port could not be opened."""
    refusals: tuple[Refusal, ...] = ()


class ClocksSnapshot(Struct, frozen=True):
    """The hall's clocks at an instant."""

    ports: tuple[Port, ...] = ()
    clocks: tuple[Clock, ...] = ()
    awaiting: int | None = None
    """The table that the next pressed plunger is bound to."""
    notice: str = ""
    """The answer to the organizer's last request."""
    log: Path | None = None
    """The folder where bytes are logged."""
    wifi: WifiSnapshot = WifiSnapshot()
    check: CheckSnapshot | None = None
    """The current clock check, or else the last one."""


class DriverThread:
    """The loop in which the drivers run, so that a clock is answered in time while the window or
    the desk's disk is busy. ``call`` may be used from any thread, ``call_at`` only within this one.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="clocks’ drivers", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def call(self, call: Callable[[], object]) -> None:
        """Run ``call`` in the thread, unless the thread has ended."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(call)

    def call_at(self, at_ms: int, call: Callable[[], None]) -> Alarm:
        return self._timeline.call_at(self._loop, at_ms, call)

    def stop(self) -> None:
        """End the thread, after the calls that were given to it so far."""
        self.call(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        self._loop.run_forever()
        self._loop.close()


class Reports:
    """The drivers' side of the bank: their reports wait in order until the desk takes them, and the
    desk's orders are carried out in the drivers' thread.
    """

    def __init__(
        self, bank: Bank, now_ms: Callable[[], int], give: Callable[[Callable[[], None]], None]
    ) -> None:
        self._bank, self._now_ms, self._give = bank, now_ms, give
        self._met: set[str] = set()
        self._known = frozenset[str]()
        self.seated: Collection[str] = frozenset[str]()
        self.waiting: deque[Callable[[], None]] = deque()
        self._is_closed = False

    def close(self) -> None:
        """Stop passing on reports, so that clocks which go away because the program ends are not
        reported.
        """
        self._is_closed = True

    def add(self, call: Callable[[], None]) -> None:
        """Run ``call`` in the desk's loop, after the earlier reports."""
        if not self._is_closed:
            self.waiting.append(call)

    def publish(self) -> None:
        """Note which clocks the bank knows and which are at tables. Called in the desk's loop."""
        self._known, self.seated = frozenset(self._bank.names), frozenset(self._bank.seated)

    @property
    def names(self) -> Collection[str]:
        return self._known | self._met

    def alive(self, name: str, at_ms: int) -> None:
        self.add(partial(self._bank.alive, name, at_ms))

    def came(self, name: str, handle: Orders) -> None:
        self._met.add(name)
        orders = PassedOrders(handle, self._now_ms, self._give)
        self.add(partial(self._bank.came, name, orders))

    def went(self, name: str, sentence: str) -> None:
        self.add(partial(self._bank.went, name, sentence))

    def receive(self, name: str, message: Message) -> None:
        self.add(partial(self._bank.receive, name, message))

    def sits_at(self, name: str, table: int) -> None:
        self.add(partial(self._bank.sits_at, name, table))


class PassedOrders:
    """The desk's orders to one clock. Each is carried out in the drivers' thread and has the
    instant at which that happens.
    """

    def __init__(
        self,
        clock: Orders,
        now_ms: Callable[[], int],
        give: Callable[[Callable[[], None]], None],
    ) -> None:
        self._clock, self._now_ms, self._give = clock, now_ms, give

    def set_times(self, left_ms: int, right_ms: int, _now_ms: int) -> None:
        self._give(lambda: self._clock.set_times(left_ms, right_ms, self._now_ms()))

    def run(self, hand: Hand | None, _now_ms: int) -> None:
        self._give(lambda: self._clock.run(hand, self._now_ms()))

    def identify(self, _now_ms: int) -> None:
        self._give(lambda: self._clock.identify(self._now_ms()))


class ClockHall:
    """The clocks of a hall. It is started and stopped beside its desk; every method may be called
    from any thread.

    ``show`` and ``remember`` are called in the desk's thread.
    """

    def __init__(
        self,
        desk: HallDesk,
        *,
        show: Callable[[ClocksSnapshot], None],
        memory: Memory | None = None,
        remember: Callable[[Memory], None] = lambda _: None,
        list_ports: Callable[[], tuple[PortInfo, ...]] = lambda: ports() + receivers(),
        open_hid: Callable[[bytes], Device] = open_device,
        read_pads: Callable[[], Source] = PadsAndKeys,
        table_key: Callable[[int], str] = lambda _table: "",
        wifi_port: int = DIAL_PORT,
    ) -> None:
        """Look after the clocks of ``desk``. ``table_key`` returns the hash of a table's secret,
        empty if it has none; it may be called in any thread.
        """
        self._table_key, self._wifi_port = table_key, wifi_port
        self._door: Door | None = None
        self._wifi = WifiSnapshot(port=wifi_port)
        self._desk, self._show, self._remember = desk, show, remember
        self._list_ports, self._open_hid, self._read_pads = list_ports, open_hid, read_pads
        self._memory = memory or Memory()
        self._said = ""
        self._log: ByteLog | None = None
        self._openings = Openings()
        self._log_folder: Path | None = None
        self._links: list[_AnyLink] = []
        self._read: deque[Callable[[], None]] = deque()  # given by the lines' threads, in order
        self._ports: tuple[Port, ...] = ()
        self._are_ports_new = False
        self._failing = set[str]()  # in the drivers' thread
        self._pads = any_pair(self._memory.seats)
        self._alarm: Alarm | None = None
        self._saving: Alarm | None = None
        self._showing = False
        self._joined = False
        self._over = threading.Event()
        self.unsaved: list[Unsaved] = []
        """The reports that could not be saved when the hall was stopped."""
        self._looker = threading.Thread(target=self._look, name="looks for ports", daemon=True)
        self.bank = Bank(self._now_ms, self._ask, self._changed)
        self._drivers = DriverThread(desk.timeline)
        self._reports = Reports(self.bank, self._now_ms, self._tend)
        self.supervisor = Supervisor(
            self._reports,
            now_ms=self._now_ms,
            open_link=self._open_link,
            changed=self._note_ports,
            wishes=self._memory.wishes,
            record=self._record,
        )
        for name, seat in self._memory.seats.items():
            self.bank.seating.seat(name, seat)
        self._reports.publish()

    def start(self) -> None:
        self._desk.subscribe(self._on_change)
        self._drivers.start()
        self._tend(self.supervisor.reopen)
        if self._memory.wifi:
            self.let_dial_in(True)
        self._looker.start()

    def stop(self) -> None:
        """Close every port. Call this before the desk stops."""
        self._over.set()
        done = threading.Event()
        self._drivers.call(self._close_ports)
        self._drivers.stop()

        def finish() -> None:
            self._shut_door()
            self._hear()
            self._desk.attempt(HEAR, self.bank.try_again)
            self.unsaved = self.bank.unsaved
            if self._saving is not None:
                self._saving.cancel()
            done.set()

        if self._desk.call(finish):
            done.wait()
        else:
            self.unsaved = self.bank.unsaved
        self._looker.join()
        for link in self._links:
            link.join()

    def seat(self, clock: str, seat: Seat | None) -> None:
        def bind() -> None:
            self._said = self.bank.seating.seat(clock, seat)
            if not self._said:
                self._keep(replace(self._memory, seats=self.bank.bound.seats))
            self._changed()

        self._do(bind)

    def look_for_gamepads(self) -> None:
        """Look for gamepads from now on. Until then their library is not loaded, unless a table has
        buttons.
        """
        self._pads = True

    def await_press(self, table: int | None) -> None:
        self._do(lambda: self.bank.seating.await_press(table))

    def identify(self, clock: str) -> None:
        self._do(lambda: self.bank.bound.identify(clock))

    def adopt(self, clock: str) -> None:
        """Accept the clock's times as right, however implausible they are."""
        self._do(lambda: adopt(self.bank.bound, clock))

    def begin_check(self) -> None:
        """Begin a clock check, and forget the last one."""
        self._do(self.bank.begin_check)

    def end_check(self) -> None:
        self._do(self.bank.end_check)

    def set_for_round(self) -> None:
        self._do(lambda: self._wait_for(self.bank.set_for_round(), say("Setting the clocks…")))

    def start_together(self) -> None:
        """Begin the games whose clocks can be started and whose players have shown who goes
        first.
        """

        self._do(lambda: self._wait_for(self.bank.start_together(), say("Starting the clocks…")))

    def _wait_for(self, words: Iterator[str], meanwhile: str) -> None:
        """Show ``meanwhile`` until all clocks have answered their orders, and then the result,
        which ``words`` yields last.
        """
        self._said = next(words) or meanwhile
        self._changed()
        if self._said == meanwhile and not self._over.is_set():
            later = partial(self._do, lambda: self._wait_for(words, meanwhile))
            self._desk.call_at(self._now_ms() + SHOW_MS, later)

    def add(self, address: str, words: str = "") -> None:
        """Use a port by its address. ``words`` is its name on the screen."""
        self._tend(lambda: self.supervisor.add(address, words))

    def wish(self, key: str, wish: PortSettings) -> None:
        def take() -> None:
            self._keep(replace(self._memory, wishes={**self._memory.wishes, key: wish}))

        self._tend(lambda: self.supervisor.wish(key, wish))
        self._tend(lambda: self._do(take))  # after that no older wish is shown and remembered

    def let_dial_in(self, on: bool) -> None:
        """Let clocks dial in over the network, or stop that. The choice is remembered."""

        def turn() -> None:
            self._shut_door()
            if on:
                self._open_door()
            self._keep(replace(self._memory, wifi=on))
            self._tend(self._meet_dialled)
            self._changed()

        self._do(turn)

    def revoke(self, tables: Iterable[int]) -> None:
        """Disconnect the Wi-Fi clocks that joined with an older code of one of ``tables``."""
        replaced = tuple(tables)

        def send_away() -> None:
            if (door := self._door) is not None:
                for table in replaced:
                    door.revoke(table)

        self._do(send_away)

    def record(self, folder: Path | None) -> None:
        """Write every byte from now on into files in this folder; None ends that."""

        def begin() -> None:
            self._log = ByteLog(folder) if folder else None
            self._log_folder = folder
            self._changed()

        self._do(begin)

    # In the desk's loop

    def _do(self, act: Callable[[], None]) -> None:
        def done() -> None:
            if self._over.is_set():
                return  # a port that is opened now would never be closed
            self._hear()
            self._desk.attempt(HEAR, act)
            self._reports.publish()
            self._desk.serve("chess clocks", self.bank.bound.tables)
            self._save_later()

        self._desk.call(done)

    def _hear(self) -> None:
        """Handle all reports that the drivers have made so far."""
        while self._reports.waiting:
            self._desk.attempt(HEAR, self._reports.waiting.popleft())

    def _now_ms(self) -> int:
        return self._desk.timeline.now_ms()

    def _ask(
        self, command: TableCommand, at_ms: int, table: int, actor: str = CLOCK
    ) -> Refused | None:
        station = f"table {table}" if actor == CLOCK else "desk"
        reply = self._desk.act(command, at_ms, station=station, actor=actor)
        return reply if isinstance(reply, Refused) else None

    def _on_change(self, change: Change) -> None:
        self.bank.saw(change.state, change.fresh if self._joined else ())  # first comes history
        self._joined = True
        self._do(self.bank.settle)

    def _open_link(
        self,
        name: str,
        baud: int,
        opened: Callable[[], None],
        received: Callable[[bytes, int], None],
        lost: Callable[[str], None],
    ) -> Line:
        self._links = [link for link in self._links if link.alive]
        for port in self.supervisor.ports:
            if port.info.name == name:
                self._reports.add(partial(self._openings.begin, port.info.key))

        def gone(sentence: str) -> None:
            self._report(lambda: lost(sentence))

        def got(data: bytes, at_ms: int) -> None:
            self._report(lambda: received(data, at_ms))

        on_open, now_ms = partial(self._report, opened), self._now_ms
        link: _AnyLink
        if name == PADS:
            link = PadLink(
                now_ms=now_ms, opened=on_open, received=got, lost=gone, start=self._read_pads
            )
        elif name.startswith(SCHEME):
            link = LiveChessLink(name, now_ms=now_ms, opened=on_open, received=got, lost=gone)
        elif name.startswith(DIALLED):
            link = DialledLink(self._door, name, opened=on_open, received=got, lost=gone)
        elif name.startswith(MARK):
            open_hid = self._open_hid
            link = HidLink(
                name, now_ms=now_ms, opened=on_open, received=got, lost=gone, open_device=open_hid
            )
        else:
            link = SerialLink(name, baud, now_ms=now_ms, opened=on_open, received=got, lost=gone)
        self._links.append(link)
        return link

    def _open_door(self) -> None:
        def dialled() -> None:
            self._tend(self._meet_dialled)
            self._do(self._show_refusals)

        door = Door(
            table_key=self._table_key,
            now_ms=self._now_ms,
            changed=dialled,
            port=self._wifi_port,
        )
        try:
            door.start()
        except CannotListen as error:
            self._wifi = WifiSnapshot(port=self._wifi_port, fault=str(error))
        else:
            self._door, self._wifi = door, WifiSnapshot(on=True, port=door.port)

    def _shut_door(self) -> None:
        door, self._door = self._door, None
        self._wifi = WifiSnapshot(port=self._wifi_port)
        if door is not None:
            door.stop()

    def _work_again(self, what: str) -> None:
        """Note that ``what`` works again, so that its next failure is published."""
        self._desk.attempt(what, lambda: None)

    def _show_refusals(self) -> None:
        if self._door is not None:
            self._wifi = replace(self._wifi, refusals=self._door.refusals)
            self._changed()

    def _write(self, port: str, direction: str, data: bytes, at_ms: int) -> None:
        piece = Heard(at_ms, direction, data)
        if self._log is not None:
            self._log.write(port, piece, self._openings)
            if self._log.trouble:
                self._said, self._log, self._log_folder = self._log.trouble, None, None
                self._changed()
        self._openings.keep(port, piece)

    def _save_later(self) -> None:
        """Try again soon to save the waiting reports. If more reports come meanwhile, the try is
        not put off.
        """
        if self.bank.waits and self._saving is None and not self._over.is_set():
            self._saving = self._desk.call_at(self._now_ms() + AGAIN_MS, self._save_now)

    def _save_now(self) -> None:
        self._saving = None
        self._desk.attempt(HEAR, self.bank.try_again)
        self._save_later()

    def _show_ports(self, ports: tuple[Port, ...]) -> None:
        """Show the ports as they were when this call was queued. All earlier reports have been
        handled by now, so a port is shown as ready only once its clock is known.
        """
        self._ports = ports
        self._changed()

    def _changed(self) -> None:
        """Show the clocks again soon, once for many changes."""
        if not self._showing:
            self._showing = True
            self._desk.call(self._later)

    def _later(self) -> None:
        self._desk.call_at(self._now_ms() + SHOW_MS, self._show_now)

    def _show_now(self) -> None:
        self._showing = False
        self._keep_products()
        self._show(
            ClocksSnapshot(
                self._ports,
                self.bank.bound.clocks,
                self.bank.seating.awaiting,
                self.bank.seating.asks or self._said,
                self._log_folder,
                self._wifi,
                self.bank.check,
            )
        )

    def _keep_products(self) -> None:
        """Remember the product behind each port, so that this product is asked first the next time.
        Also remember the tables of the clocks.
        """
        wishes = dict(self._memory.wishes)
        chosen_ports = (p for p in self._ports if p.wish.product or p.wish.by_hand)
        wishes.update({port.info.key: port.wish for port in chosen_ports})
        self._keep(replace(self._memory, wishes=wishes, seats=self.bank.bound.seats))

    def _keep(self, memory: Memory) -> None:
        if memory != self._memory:
            self._memory = memory
            self._remember(memory)

    # In the drivers' thread

    def _tend(self, act: Callable[[], None], what: str = TEND) -> None:
        """Run ``act`` on the ports in the drivers' thread, after handling everything that the
        lines' threads have read so far.
        """
        self._drivers.call(partial(self._tend_now, act, what))

    def _tend_now(self, act: Callable[[], None], what: str = TEND) -> None:
        if self._over.is_set():
            return  # a port that is opened now would never be closed
        read = self._take_in()
        well = self._attempt(what, act) and read
        self._rearm(0 if well else AGAIN_MS)
        if self._are_ports_new:
            self._are_ports_new = False
            self._reports.add(partial(self._show_ports, self.supervisor.ports))
        if self._reports.waiting:
            self._do(lambda: None)

    def _report(self, call: Callable[[], None]) -> None:
        """Pass on a report of a line's thread, before anything that comes later."""
        self._read.append(call)
        self._tend(lambda: None)

    def _take_in(self) -> bool:
        """Take in everything that the lines' threads have read so far. This comes first, so that no
        clock whose bytes are already here counts as silent. Return whether nothing failed.
        """
        well = True
        while self._read:
            well = self._attempt(HEAR, self._read.popleft()) and well
        return well

    def _attempt(self, what: str, act: Callable[[], None]) -> bool:
        try:
            act()
        except Exception as error:
            self._failing.add(what)
            self._desk.call(partial(self._desk.failed, what, error))
            return False
        if what in self._failing:
            self._failing.discard(what)
            self._desk.call(partial(self._work_again, what))
        return True

    def _rearm(self, wait_ms: int) -> None:
        """Set the alarm for the next thing that is due, but not before ``wait_ms`` milliseconds
        have passed.
        """
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due_ms = self.supervisor.due_ms()
        if due_ms is not None:
            self._alarm = self._drivers.call_at(max(due_ms, self._now_ms() + wait_ms), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._tend_now(self.supervisor.tick)

    def _note_ports(self) -> None:
        self._are_ports_new = True

    def _record(self, port: str, direction: str, data: bytes, at_ms: int) -> None:
        self._reports.add(partial(self._write, port, direction, data, at_ms))

    def _meet_dialled(self) -> None:
        door = self._door
        self.supervisor.dialled(door.clocks if door is not None else ())

    def _close_ports(self) -> None:
        self._take_in()
        self._reports.close()
        self.supervisor.stop()
        if self._alarm is not None:
            self._alarm.cancel()

    # In a thread of its own

    def _look(self) -> None:
        """List the ports again and again, in a thread of its own because that can take long."""
        while not self._over.is_set():
            try:
                listed = self._list_ports() + ((PORT,) if self._pads else ())
            except Exception as error:
                self._tend(partial(_fail, error), LIST)
            else:
                self._tend(partial(self.supervisor.listed, listed), LIST)
            self._over.wait(LOOK_SECONDS)


def _fail(error: Exception) -> None:
    raise error
