"""A window that stands for six seconds while five kinds of clocks play over pseudo-terminals. Their
boards start anew whenever their port is opened.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Seat
from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.emulators.lines.live import live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.events import Record
from app.engine.acts.table import StartClock, TurnEnded
from app.engine.side import Side
from tests.patience import PATIENCE_S
from tests.ui.clocks_hall import Hall

pytestmark = pytest.mark.timed

BLOCKED_S = 6
RESETS = "resets_on_open=1&boot_ms=300"
CLOCKS = {
    "dclk": f"emu://dclk?uid=AAAA0001&{RESETS}",
    "dgt": "emu://dgt3000?serial=2001",
    "hourglass": f"emu://hourglass?{RESETS}",
    "upd": f"emu://upd?{RESETS}",
    "openchess": f"emu://openchess?drift=0&talks_alone=1&{RESETS}",  # mute if answered late
}
TABLES = {kind: table for table, kind in enumerate(CLOCKS, start=1)}
STEP_MS = {"dclk": 100, "dgt": 2000, "hourglass": 3000, "upd": 500, "openchess": 500}


class Room(Hall):
    """Each clock keeps the time of one table, and every game runs for Red."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        super().__init__(qtbot, folder)
        self.rows: list[Record] = []  # as the desk's thread writes them
        self.desk.subscribe(lambda change: self.rows.extend(change.fresh))
        self.round(len(CLOCKS))
        self.ptys: dict[str, PtyLine] = {}
        for kind, url in CLOCKS.items():
            line = self.ptys[kind] = PtyLine(live_device(url))
            self.lines.append(line)
            self.clocks.room.wish(line.name, PortSettings(use=True, product=kind))
            self.clocks.room.add(line.name)
        self.until(lambda: len(self.connected) == len(CLOCKS))
        for kind, table in TABLES.items():
            row = next(row for row in self.ready if row.key == self.ptys[kind].name)
            self.clocks.room.seat(row.clock, Seat(table))
        self.until(lambda: all(game.play.clock_holds for game in self.games))
        self.clocks.room.set_for_round()
        self.until(lambda: all(p.live.truth().left_ms == 3_600_000 for p in self.ptys.values()))
        for kind, table in TABLES.items():
            if kind == "openchess":
                self.ptys[kind].live.press(DeviceSide.RIGHT)
            else:
                self.desk.submit(StartClock(self.games[table - 1].number, Side.RED)).result()
        self.until(lambda: all(game.play.ticking for game in self.games))
        self.until(
            lambda: all(p.live.truth().running is DeviceSide.LEFT for p in self.ptys.values())
        )

    def until(self, true: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(true()), timeout=1000 * PATIENCE_S)

    def turns(self) -> int:
        """How many turns are saved by now."""
        return sum(isinstance(row.event, TurnEnded) for row in tuple(self.rows))

    def openings(self) -> dict[str, int]:
        return {kind: pty.openings for kind, pty in self.ptys.items()}

    def demand_agreement(self) -> None:
        """Demand that each game's times are what its clock shows."""
        off_ms = {kind: self._off_ms(kind) for kind in CLOCKS}
        assert {kind: ms for kind, ms in off_ms.items() if ms > STEP_MS[kind]} == {}

    def _off_ms(self, kind: str) -> int:
        truth, now_ms = self.ptys[kind].live.truth(), self.desk.timeline.now_ms()
        clock = self.games[TABLES[kind] - 1].play.clock
        assert clock is not None
        red_ms, blue_ms = (clock.remaining(side, now_ms) for side in Side)
        return max(abs(red_ms - truth.left_ms), abs(blue_ms - truth.right_ms))


@pytest.fixture
def room(qtbot: QtBot, tmp_path: Path) -> Iterator[Room]:
    room = Room(qtbot, tmp_path)
    yield room
    room.end()


def test_clock_presses_are_saved_while_the_window_is_blocked(room: Room):
    opened, saved = room.openings(), list[int]()

    def stand() -> None:
        began_s = time.monotonic()
        time.sleep(BLOCKED_S / 2)
        for pty in room.ptys.values():
            pty.live.press(DeviceSide.LEFT)
        time.sleep(BLOCKED_S / 2)
        while room.turns() < len(CLOCKS) and time.monotonic() < began_s + PATIENCE_S:
            time.sleep(0.01)
        saved.append(room.turns())

    QTimer.singleShot(0, stand)
    room.until(lambda: saved)
    assert saved == [len(CLOCKS)]
    assert room.openings() == opened
    room.until(lambda: [game.play.step for game in room.games] == [1] * len(CLOCKS))
    # This clock reports its times only when it is pressed. When its first press was made is known
    # from the second: if a busy machine reads the first one late, the times agree from then on.
    room.ptys["openchess"].live.press(DeviceSide.RIGHT)
    room.qtbot.waitUntil(room.demand_agreement, timeout=1000 * PATIENCE_S)
