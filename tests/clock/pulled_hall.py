"""All clocks whose cables are pulled, at once, over real pseudo-terminals."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.dgt.bus_line import DgtBusLine
from app.clock.drivers.hourglass import Hourglass
from app.clock.drivers.ros_clock import UpdClock
from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClocksSnapshot, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault
from app.engine.side import Side
from tests.clock.pulled_case import ASKED, AWAY_S, FROZEN_S, PRODUCTS, USB, Case
from tests.clock.real_room import RealHall

ANEW_S = 6.0
DRIVERS = {
    "dgt3000": DgtBoard,
    "dgtxl": DgtBoard,
    "dgtbus": DgtBusLine,
    "dclk": DclkClock,
    "upd": UpdClock,
    "hourglass": Hourglass,
}
Driver: TypeAlias = DgtBoard | DgtBusLine | DclkClock | UpdClock | Hourglass


class Hall(RealHall):
    """All cases at once."""

    def __init__(self, folder: Path, cases: list[Case]) -> None:
        self.cases = cases
        wishes = {
            case.key: PortSettings(True, PRODUCTS.get(case.kind, case.kind))
            for case in cases
            if case.state not in ASKED or case.kind == "dgtbus"
        }
        seats = {case.clock: Seat(case.table) for case in cases if case.table is not None}
        self.usb = {case.key: USB.get(case.kind, (0x0403, 0x0001)) for case in cases}
        self.awaited: list[tuple[Case, Callable[[Case], bool]]] = []
        super().__init__(folder, Memory(wishes, seats))
        self.wishes, self.room._show, rearm = wishes, self._show, self.room._rearm

        def rearmed(wait_ms: int) -> None:
            rearm(wait_ms)
            self._pull_whose_moment_has_come()

        self.room._rearm = rearmed

    def _show(self, picture: ClocksSnapshot) -> None:
        at_s = time.monotonic()
        self.picture = picture
        for case in self.cases:
            case.watch(picture, at_s)
        self._pull_whose_moment_has_come()

    def _pull_whose_moment_has_come(self) -> None:
        due = [pair for pair in self.awaited if pair[1](pair[0])]
        for pair in due:
            self.awaited.remove(pair)
            self.pull_out([pair[0]])

    def _ports(self) -> tuple[PortInfo, ...]:
        sockets = tuple(self.sockets.items())
        return tuple(PortInfo(name, key, "", *self.usb[key]) for key, name in sockets)

    def of(self, *states: str, kinds: tuple[str, ...] = ()) -> list[Case]:
        return [c for c in self.cases if c.state in states and (not kinds or c.kind in kinds)]

    def plug_all(self, cases: list[Case]) -> None:
        for case in cases:
            first = next((c for c in self.cases if c.key == case.key and c.line), None)
            case.line = first.line if first else self.plug(case.key, case.url)

    def pull_out(self, cases: list[Case]) -> None:
        for case in cases:
            assert case.line is not None
            port = self.port(case.key)
            case.stage = port.stage if port else None
            case.pulled_s = time.monotonic()
            if case.key in self.sockets:
                self.unplug(case.key, case.line)

    def put_back(self, cases: list[Case]) -> None:
        for case in cases:
            assert case.line is not None
            case.back_s = time.monotonic()
            if case.key not in self.sockets:
                self.replug(case.key, case.line)

    def freeze(self, cases: list[Case]) -> None:
        for live in {id(case.line): case.line.live for case in cases if case.line}.values():
            live.order(LineFault.FREEZE)

    def frozen(self, cases: list[Case]) -> None:
        """When each froze; its line strikes at the next thing it says."""
        for case in cases:
            assert case.line is not None
            live = case.line.live
            self.until(lambda live=live: live.line.frozen_ms is not None)
            shift_s = time.monotonic() - time.perf_counter()
            case.pulled_s = live._origin_s + live.line.frozen_ms / 1000 + shift_s

    def thaw(self, cases: list[Case]) -> None:
        """Each once it was seen to be away, however long a busy machine took to show it."""
        self.until(lambda: all(case.noticed_s is not None for case in cases))
        self.until(lambda: all(time.monotonic() - case.pulled_s >= FROZEN_S for case in cases))
        for case in cases:
            assert case.line is not None
            case.back_s = time.monotonic()
            case.line.live.do(case.line.live.line.thaw)

    def driver(self, case: Case) -> Driver | None:
        """The driver of a port; looked at from outside, while it works."""
        socket = self.room.supervisor._sockets.get(case.key)
        drivers = socket.asking.drivers if socket and socket.asking else []
        kind = DRIVERS[case.kind]
        return next((driver for driver in drivers if isinstance(driver, kind)), None)

    def is_being_set(self, case: Case) -> bool:
        driver = self.driver(case)
        if isinstance(driver, DgtBoard):
            return driver._slot.current is not None and driver._slot.current.request == "set"
        if isinstance(driver, DclkClock):
            flight = driver._orders._flight
            return flight is not None and flight.command.request == "set"
        if isinstance(driver, Hourglass):
            return driver._waiting is not None
        return isinstance(driver, UpdClock) and driver._current is not None

    def is_met(self, case: Case) -> bool:
        """It has answered, and has not said who it is."""
        driver = self.driver(case)
        if isinstance(driver, DclkClock):
            return driver.met and driver._hi is None
        if isinstance(driver, DgtBusLine):
            return bool(driver.boards) and not driver._reported
        return isinstance(driver, DgtBoard) and driver.met

    def doubts(self, case: Case) -> bool:
        """It has said something once that cannot be."""
        driver = self.driver(case)
        if isinstance(driver, DclkClock):
            return driver._game._doubted
        if isinstance(driver, DgtBusLine):
            return next(iter(driver.boards.values()))._clock.belief.asking
        if isinstance(driver, DgtBoard):
            return driver._clock.belief.asking
        return isinstance(driver, UpdClock) and driver._belief.asking

    def has_gap(self, case: Case) -> bool:
        """It is asked what nobody heard."""
        driver = self.driver(case)
        return isinstance(driver, DclkClock) and driver._game.log_from is not None

    def is_quick(self, case: Case) -> bool:
        """Its line is not taken for one over Bluetooth, as it is after the machine stood still."""
        driver = self.driver(case)
        return not isinstance(driver, DgtBoard) or driver._pulse.is_quick

    def is_bare(self, case: Case) -> bool:
        return any(c.name == case.clock and not c.plugged for c in self.picture.clocks)

    def says(self, case: Case) -> str:
        return next(c.notice for c in self.picture.clocks if c.name == case.clock)

    def await_pulls(self, cases: list[Case], now: Callable[[Case], bool]) -> None:
        """Each is to be pulled when its moment has come."""
        self.awaited += [(case, now) for case in cases]

    def are_pulled(self, cases: list[Case], anew: Callable[[list[Case]], None]) -> None:
        """Wait for it. A machine that stood still may have passed over a moment: ``anew`` brings
        it about once more.
        """
        again_s = time.monotonic() + ANEW_S

        def pulled() -> bool:
            nonlocal again_s
            left = [case for case in cases if not case.pulled_s]
            if left and time.monotonic() > again_s:
                again_s = time.monotonic() + ANEW_S
                anew(left)
            return not left

        self.until(pulled)

    def are_noticed(self, cases: list[Case]) -> None:
        """Away for so long at least, and until it was seen."""
        time.sleep(AWAY_S)
        self.until(lambda: all(case.noticed_s is not None for case in cases))


def holds(hall: Hall, case: Case) -> bool:
    """A clock that is out of touch just when its game begins leaves the time to the program."""
    assert case.table is not None
    return hall.game(case.table).play.clock_holds and case.here(hall.picture)


def ticks(hall: Hall, case: Case) -> bool:
    assert case.table is not None
    return hall.game(case.table).play.ticking and case.truth().running is not None


def knows_who_runs(hall: Hall, case: Case) -> bool:
    """What was pressed while nobody heard it has been caught up on."""
    assert case.table is not None
    play, running = hall.game(case.table).play, case.truth().running
    if not play.ticking or running is None:
        return True
    return play.runner is (Side.RED if running is DeviceSide.LEFT else Side.BLUE)
