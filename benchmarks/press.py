"""A press on an emulated DCLK clock over a pty to its row in the log, against a bare round trip
over a pty plus a bare insert and commit.
"""

import os
import pty
import sqlite3
import sys
import tempfile
import threading
import time
import tty
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.clock.hall.clock import Seat  # noqa: E402
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory  # noqa: E402
from app.clock.links.serial import PortInfo  # noqa: E402
from app.clock.ports.port import PortSettings  # noqa: E402
from app.desk import Desk, Snapshot  # noqa: E402
from app.emulators.lines.live import live_device  # noqa: E402
from app.emulators.lines.pty_line import PtyLine  # noqa: E402
from app.engine.acts.players import (  # noqa: E402
    AddPlayers,
    CheckIn,
    Entry,
)
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound  # noqa: E402
from app.engine.acts.setup import CreateEvent  # noqa: E402
from app.engine.acts.table import (  # noqa: E402
    HandBack,
    StartClock,
    TurnEnded,
)
from app.engine.formats.settings import Settings  # noqa: E402
from app.engine.packet.packet import ClockOut  # noqa: E402
from app.engine.side import Side  # noqa: E402
from app.store.log.event_log import create  # noqa: E402
from app.store.packets.files import packets  # noqa: E402

PRESSES = 200
CLOCK = "DCLK T07 5A3F01C2"
LINE = b"EV s=13 t=151877 k=PRESS by=L run=R l=3538444 r=3600000*54\n"


class Stopwatch:
    """When the row of a press was published."""

    def __init__(self) -> None:
        self.seen = threading.Event()
        self.at = 0.0
        self.state: Snapshot | None = None

    def hear(self, snapshot: Snapshot) -> None:
        self.state = snapshot
        if any(isinstance(record.event, TurnEnded | HandBack) for record in snapshot.fresh):
            self.at = time.perf_counter()
            self.seen.set()


def ours(folder: Path) -> list[float]:
    """Seconds from a press on the device to its durable row."""
    desk = Desk(lambda: create(folder / "ours.flagfall"))
    desk.start().result()
    settings = Settings("x", "sr2012", 200, 1, clock_out=ClockOut.WARN, timing="death-clock")
    for command in (
        CreateEvent(settings, packets()["sr2012"]),
        AddPlayers((Entry("Anna"), Entry("Ben"))),
        CheckIn((1, 2)),
        DrawRound(7, 1),
        PublishRound(),
        StartRound(1),
    ):
        desk.submit(command).result()
    watch = Stopwatch()
    desk.subscribe(watch.hear)
    taken: list[float] = []
    with PtyLine(live_device("emu://dclk?boot_ms=0&resets_on_open=0")) as line:
        pictures: list[ClocksSnapshot] = []
        room = ClockHall(
            desk,
            show=pictures.append,
            memory=Memory({line.name: PortSettings(True, "dclk")}, {CLOCK: Seat(1)}),
            list_ports=lambda: (PortInfo(line.name, line.name, "", 0x0403),),
        )
        room.start()
        while not (pictures and any(clock.online for clock in pictures[-1].clocks)):
            time.sleep(0.05)
        room.set_for_round()
        time.sleep(0.5)
        desk.submit(StartClock(1, Side.RED)).result()
        time.sleep(1)
        for _ in range(PRESSES):
            running = line.live.truth().running
            if running is None:
                break
            watch.seen.clear()
            began = time.perf_counter()
            line.live.press(running)
            if watch.seen.wait(2):
                taken.append(watch.at - began)
            time.sleep(0.06)  # a plunger is not heard twice within 40 ms
        room.stop()
    desk.stop()
    return taken


def bare(folder: Path) -> list[float]:
    """A line written at one end of a pty and read at the other, and its row inserted."""
    near, far = pty.openpty()
    tty.setraw(near)
    tty.setraw(far)
    raw = sqlite3.connect(folder / "bare.db", isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    raw.execute("CREATE TABLE log (n INTEGER PRIMARY KEY, payload TEXT)")
    taken = []
    for number in range(PRESSES):
        began = time.perf_counter()
        os.write(near, LINE)
        answer = b""
        while not answer.endswith(b"\n"):
            answer += os.read(far, 4096)
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("INSERT INTO log VALUES (?, ?)", (number, answer.decode()))
        raw.execute("COMMIT")
        taken.append(time.perf_counter() - began)
        time.sleep(0.005)
    raw.close()
    os.close(near)
    os.close(far)
    return taken


def p99(values: list[float]) -> float:
    return quantiles(values, n=100)[98]


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        least = bare(Path(folder))
        mine = ours(Path(folder))
    for name, of in (("p50", median), ("p99", p99)):
        print(
            f"press: {name} {of(mine) / of(least):.1f} times a bare pty and commit:"
            f" {of(mine) * 1e3:.1f} ms against {of(least) * 1e3:.1f} ms, {len(mine)} presses"
            " (about 5 ms of ours is the line's own time at 115200 baud)"
        )


if __name__ == "__main__":
    main()
