"""The errors in the dates of presses on chess clocks, and the delays of their rows in the file, by
kind of clock. They are measured in three states: quiet, with every core busy, and with the file
held by another program for six seconds. The clocks are emulated on pseudo-terminals; the time that
bytes take on their lines is included.

    python -m benchmarks.clock_dates [--presses 12]
"""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

from msgspec import Struct, field

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.desk.replies import Snapshot
from app.emulators.device import DeviceSide
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.table import HandBack, StartClock, TurnEnded
from app.engine.side import Side
from tests.clock.real_room import RealHall

CLOCKS = {
    "DCLK": "emu://dclk?uid=AAAA0001&boot_ms=0&resets_on_open=0",
    "DGT 3000": "emu://dgt3000?serial=2001",
    "ROS": "emu://upd",
    "OpenChessClock": "emu://openchess?drift=0&boot_ms=300&resets_on_open=1",
    "Hourglass": "emu://hourglass",
}
PRODUCTS = dict(zip(CLOCKS, ("dclk", "dgt", "upd", "openchess", "hourglass"), strict=True))
HOUR_MS = 3_600_000
STALL_S, BETWEEN_S, PATIENCE_S = 6.0, 2.5, 15.0


class Presses(Struct):
    """The presses of one kind of clock in one state: the error in the date of each press, and the
    delay of its row.
    """

    errors_ms: list[int] = field(default_factory=list)
    delays_ms: list[int] = field(default_factory=list)
    without_row: int = 0
    """The number of presses for which the file has no row that ends a turn. Each of these presses
    should be investigated.
    """

    def __str__(self) -> str:
        if not self.errors_ms:
            return f"– | – | – | – | {self.without_row}"
        far_ms = max(self.errors_ms, key=abs)
        return (
            f"{median(self.errors_ms):.0f} | {far_ms} | "
            f"{median(self.delays_ms):.0f} | {max(self.delays_ms)} | {self.without_row}"
        )


class Dated(RealHall):
    """A hall with one table for each kind of clock. Each table's game is timed by its clock."""

    def __init__(self, folder: Path) -> None:
        self.rows: dict[int, list[tuple[int, int]]] = {}  # by table: a press's date, when it came
        memory = Memory({kind: PortSettings(True, product) for kind, product in PRODUCTS.items()})
        super().__init__(folder, memory)
        self.file = folder / "room.flagfall"
        self.tables = {kind: table for table, kind in enumerate(CLOCKS, start=1)}
        self.event(len(CLOCKS))
        self.ptys: dict[str, PtyLine] = {kind: self.plug(kind, url) for kind, url in CLOCKS.items()}
        self.until(lambda: all(self.is_ready(kind) for kind in CLOCKS))
        for kind, table in self.tables.items():
            clock = self.clock(kind)
            assert clock is not None
            self.room.seat(clock.name, Seat(table))
        self.until(lambda: all(self.game(t).play.clock_holds for t in self.tables.values()))
        self.room.set_for_round()
        self.until(lambda: all(pty.live.truth().left_ms == HOUR_MS for pty in self.ptys.values()))
        time.sleep(BETWEEN_S)  # the last has booted
        for kind, table in self.tables.items():
            if kind == "OpenChessClock":
                self.ptys[kind].live.press(DeviceSide.RIGHT)
            else:
                self.do(StartClock(self.game(table).number, Side.RED))
        self.until(lambda: all(self.game(t).play.ticking for t in self.tables.values()))
        time.sleep(BETWEEN_S)

    def _on_change(self, snapshot: Snapshot) -> None:
        now_ms = self.desk.timeline.now_ms()
        tables = {game.number: game.table for game in snapshot.state.games.values()}
        for record in snapshot.fresh:
            if isinstance(record.event, TurnEnded | HandBack):
                table = tables[record.event.game]
                self.rows.setdefault(table, []).append((record.event.at_ms, now_ms))
        super()._on_change(snapshot)

    def press_all(self) -> dict[str, int]:
        """Press the side whose time runs, on every clock. Return the instant of each press by kind
        of clock, in milliseconds of the desk's timeline.
        """
        pressed = {}
        for kind, pty in self.ptys.items():
            running = pty.live.truth().running
            if running is not None:
                pressed[kind] = self.desk.timeline.now_ms()
                pty.live.press(running)
        return pressed

    def measure(
        self, presses: int, around: Callable[[Callable[[], None]], None]
    ) -> dict[str, Presses]:
        """Press every clock ``presses`` times, and return the errors and delays of the presses by
        kind of clock. ``around`` is called each time with a function that presses all clocks once,
        and must call this function under the load that is to be measured.
        """
        found = {kind: Presses() for kind in CLOCKS}
        for _ in range(presses):
            before = {kind: len(self.rows.get(table, ())) for kind, table in self.tables.items()}
            pressed: dict[str, int] = {}
            around(lambda pressed=pressed: pressed.update(self.press_all()))
            end_s = time.monotonic() + PATIENCE_S
            while time.monotonic() < end_s and not all(
                len(self.rows.get(self.tables[kind], ())) > before[kind] for kind in pressed
            ):
                time.sleep(0.01)
            for kind, at_ms in pressed.items():
                if len(self.rows.get(self.tables[kind], ())) <= before[kind]:
                    found[kind].without_row += 1
                    continue
                dated_ms, came_ms = self.rows[self.tables[kind]][before[kind]]
                found[kind].errors_ms.append(dated_ms - at_ms)
                found[kind].delays_ms.append(came_ms - at_ms)
            time.sleep(BETWEEN_S)
        return found

    def stalled(self, press: Callable[[], None]) -> None:
        """Call ``press`` halfway through the STALL_S seconds for which another program holds the
        file.
        """
        with closing(sqlite3.connect(self.file)) as other:
            other.execute("BEGIN IMMEDIATE")
            time.sleep(STALL_S / 2)
            press()
            time.sleep(STALL_S / 2)
            other.rollback()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=12)
    presses = parser.parse_args().presses
    with tempfile.TemporaryDirectory() as folder:
        hall = Dated(Path(folder))
        try:
            states = {"quiet": hall.measure(presses, lambda press: press())}
            loops = [
                subprocess.Popen([sys.executable, "-c", "while True: pass"])
                for _ in range(os.cpu_count() or 1)
            ]
            try:
                states["every core busy"] = hall.measure(presses, lambda press: press())
            finally:
                for loop in loops:
                    loop.kill()
                    loop.wait()
            states["disk stalled 6 s"] = hall.measure(max(presses // 4, 2), hall.stalled)
        finally:
            hall.end()
    print("| state | clock | date off, median ms | worst | row late, median ms | worst | no row |")
    print("|---|---|---|---|---|---|---|")
    for state, found in states.items():
        for kind, of_kind in found.items():
            print(f"| {state} | {kind} | {of_kind} |")


if __name__ == "__main__":
    main()
