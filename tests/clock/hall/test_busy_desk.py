"""A desk that is busy, or waits for its disk, while five clocks play over real pseudo-terminals.
Their boards start anew whenever their port is opened: a line that the desk closes costs a game.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.table import StartClock
from app.engine.side import Side
from tests.clock.fast_timeline import FastTimeline
from tests.clock.real_room import RealHall, left_ms
from tests.patience import until

pytestmark = pytest.mark.timed

SPEED = 3
NOON_MS = 1_755_432_000_000
HOUR_MS = 3_600_000
RESETS = "resets_on_open=1&boot_ms=300"
CLOCKS = {
    "dclk": f"emu://dclk?uid=AAAA0001&{RESETS}",
    "dgt": "emu://dgt3000?serial=2001",
    "hourglass": f"emu://hourglass?{RESETS}",
    "upd": f"emu://upd?{RESETS}",
    "openchess": f"emu://openchess?drift=0&talks_alone=1&{RESETS}",  # mute if answered late
}
STEP_MS = {"dclk": 100, "dgt": 2000, "hourglass": 3000, "upd": 500, "openchess": 500}


class BusyDesk(RealHall):
    """Each clock keeps the time of one table, all lines are open and every game runs for Red."""

    def __init__(self, folder: Path) -> None:
        memory = Memory({kind: PortSettings(True, kind) for kind in CLOCKS})
        super().__init__(folder, memory, FastTimeline(NOON_MS, SPEED))
        self.file = folder / "room.flagfall"
        self.ptys: dict[str, PtyLine] = {}
        self.tables = {kind: table for table, kind in enumerate(CLOCKS, start=1)}

    def begin(self) -> None:
        """Start the games; the room is ended by `end` even where that fails."""
        self.event(len(CLOCKS))
        for kind, url in CLOCKS.items():
            self.ptys[kind] = self.plug(kind, f"{url}&speed={SPEED}")
        self.until(lambda: all(self.is_ready(kind) for kind in CLOCKS))
        for kind, table in self.tables.items():
            self.room.seat(self.name(kind), Seat(table))
        self.until(lambda: all(self.game(t).play.clock_holds for t in self.tables.values()))
        self.room.set_for_round()
        self.until(lambda: all(pty.live.truth().left_ms == HOUR_MS for pty in self.ptys.values()))
        for kind, table in self.tables.items():
            if kind == "openchess":
                self.ptys[kind].live.press(DeviceSide.RIGHT)
            else:
                self.do(StartClock(self.game(table).number, Side.RED))
        self.until(
            lambda: all(p.live.truth().running is DeviceSide.LEFT for p in self.ptys.values())
        )
        self.until(lambda: all(self.game(t).play.ticking for t in self.tables.values()))
        self.opened = self.openings()

    def name(self, kind: str) -> str:
        clock = self.clock(kind)
        assert clock is not None
        return clock.name

    def notice(self, kind: str) -> str:
        clock = self.clock(kind)
        return clock.notice if clock is not None else ""

    def openings(self) -> dict[str, int]:
        return {kind: pty.openings for kind, pty in self.ptys.items()}

    def resets(self) -> dict[str, int]:
        """How often each board was reset by an opening."""
        return {kind: pty.live.line.openings for kind, pty in self.ptys.items()}

    def steps(self) -> dict[str, int]:
        return {kind: self.game(table).play.step for kind, table in self.tables.items()}

    def press_all(self) -> None:
        """Whoever's time runs presses; a board that started anew has nobody's running."""
        for pty in self.ptys.values():
            if (running := pty.live.truth().running) is not None:
                pty.live.press(running)

    def stall(self, stalled_ms: int) -> None:
        """Keep the desk busy, and press every clock once in the middle of that."""
        half_s = stalled_ms / 2000 / SPEED
        self.desk.call(lambda: time.sleep(2 * half_s))
        time.sleep(half_s)
        self.press_all()
        time.sleep(half_s)

    def wait_for_presses(self, step: int) -> None:
        self.until(lambda: self.steps() == dict.fromkeys(CLOCKS, step), 20)

    def off_ms(self) -> dict[str, int]:
        """The most by which each game's times differ from what its clock shows."""
        off = {}
        for kind, table in self.tables.items():
            truth = self.ptys[kind].live.truth()
            pairs = ((Side.RED, truth.left_ms), (Side.BLUE, truth.right_ms))
            off[kind] = max(abs(left_ms(self, table, side) - shown) for side, shown in pairs)
        return off

    def agree(self) -> bool:
        return all(ms <= STEP_MS[kind] for kind, ms in self.off_ms().items())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[BusyDesk]:
    room = BusyDesk(tmp_path)
    try:
        room.begin()
        yield room
    finally:
        room.end()


def test_a_desk_that_is_busy_closes_no_line_and_misses_no_press(room: BusyDesk):
    for step, stalled_ms in enumerate((3000, 6000, 30_000), start=1):
        room.stall(stalled_ms)
        room.wait_for_presses(step)
        assert room.openings() == room.opened
    room.until(room.agree)


def test_a_clock_is_answered_while_the_desk_is_busy(
    room: BusyDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An OpenChessClock that starts waits for its answer for half a second, and is mute without."""
    live, goes_on, heard = room.ptys["openchess"].live, threading.Event(), bytearray()
    receive = live.line.receive

    def listen(data: bytes, now_ms: int) -> None:
        heard.extend(data)
        receive(data, now_ms)

    monkeypatch.setattr(live.line, "receive", listen)
    room.desk.call(lambda: goes_on.wait(120) and None)
    try:
        live.do(live.line.device.power_cycle)
        until(lambda: bytes(heard) == b"\xc1\0\0\0\x02")
    finally:
        goes_on.set()
    room.until(lambda: "has restarted" in room.notice("openchess"))
    assert room.openings() == room.opened


def test_restarting_the_clock_service_resets_no_clock(room: BusyDesk):
    resets = room.resets()
    room.room.stop()
    room.begin_anew()
    room.until(lambda: all(room.is_ready(kind) for kind in CLOCKS))
    for step in (1, 2):  # an OpenChessClock has said by its second press what both sides have
        room.press_all()
        room.wait_for_presses(step)
    assert room.resets() == resets
    room.until(room.agree)


def test_a_desk_that_waits_for_its_disk_closes_no_line_and_misses_no_press(room: BusyDesk):
    with closing(sqlite3.connect(room.file)) as other:
        other.execute("BEGIN IMMEDIATE")  # what another program does to a file it copies
        room.press_all()
        time.sleep(4 / SPEED)
        other.rollback()
    room.wait_for_presses(1)
    assert room.openings() == room.opened
    room.until(room.agree)


def test_a_press_that_cannot_be_saved_for_seconds_is_kept_until_it_can(room: BusyDesk):
    """A write is given up after a second, and this clock says nothing more until its next press."""
    with closing(sqlite3.connect(room.file)) as other:
        other.execute("BEGIN IMMEDIATE")
        room.ptys["openchess"].live.press(DeviceSide.LEFT)
        room.until(lambda: "tries again" in room.notice("openchess"))
        time.sleep(2.5)
        other.rollback()
    room.until(lambda: room.steps()["openchess"] == 1, 20)
    room.until(room.agree)
    room.until(lambda: room.notice("openchess") == "")
