"""A press on an emulated DCLK clock until its row is durable, compared with a bare serial line plus
a commit. For the comparison, a second clock of the same kind is on a pseudo-terminal of its own.
pyserial reads it until the line of the press is complete, and its row is inserted with our modes.
The two are pressed alternately in one run, and the time that a line takes at its baud rate counts
for both.

Each press ends a turn. If the next press came within the packet's shortest turn, the press before
it would count as an interrupt, and the whole game would be read again. So the packet's shortest
turn is one second here.
"""

import sqlite3
import tempfile
import threading
import time
from pathlib import Path
from statistics import quantiles

import serial

from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClockHall, ClocksSnapshot, Memory
from app.clock.links.serial import PortInfo
from app.clock.ports.port import PortSettings
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.emulators.dclk.lines import line as dclk_line
from app.emulators.lines.live import LiveDevice, live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.players import (
    AddPlayers,
    CheckIn,
    Entry,
)
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import (
    HandBack,
    StartClock,
    TurnEnded,
)
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, Packet
from app.engine.side import Side
from app.store.log.event_log import create
from app.store.packets.files import packets

ROOT = Path(__file__).resolve().parents[1]

PRESSES = 150
CLOCK = "DCLK T07 5A3F01C2"
SHORTEST_TURN_S = 1
REST_S = 0.55  # twice between two presses of one clock
INSERT = "INSERT INTO log VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


class Stopwatch:
    """Records when the row of a press was published."""

    def __init__(self) -> None:
        self.seen = threading.Event()
        self.at = 0.0
        self.state: Snapshot | None = None

    def hear(self, snapshot: Snapshot) -> None:
        self.state = snapshot
        if any(isinstance(record.event, TurnEnded | HandBack) for record in snapshot.fresh):
            self.at = time.perf_counter()
            self.seen.set()


class Ours:
    """A clock at a table of a running game, read by the program."""

    def __init__(self, folder: Path, line: PtyLine) -> None:
        self._live, self._watch = line.live, Stopwatch()
        self._desk = desk = Desk(lambda: create(folder / "ours.flagfall"))
        desk.start().result()
        settings = Settings("x", "sr2012", 200, 1, clock_out=ClockOut.WARN, timing="death-clock")
        for command in (
            CreateEvent(settings, with_shortest_turn(packets()["sr2012"], SHORTEST_TURN_S)),
            AddPlayers((Entry("Anna"), Entry("Ben"))),
            CheckIn((1, 2)),
            DrawRound(7, 1),
            PublishRound(),
            StartRound(1),
        ):
            desk.submit(command).result()
        desk.subscribe(self._watch.hear)
        pictures: list[ClocksSnapshot] = []
        self._hall = ClockHall(
            desk,
            show=pictures.append,
            memory=Memory({line.name: PortSettings(True, "dclk")}, {CLOCK: Seat(1)}),
            list_ports=lambda: (PortInfo(line.name, line.name, "", 0x0403),),
        )
        self._hall.start()
        while not (pictures and any(clock.online for clock in pictures[-1].clocks)):
            time.sleep(0.05)
        self._hall.set_for_round()
        time.sleep(0.5)
        desk.submit(StartClock(1, Side.RED)).result()

    def press(self) -> float | None:
        """Press on the device, and return the seconds until its row is durable; None if that takes
        more than two seconds.
        """
        self._watch.seen.clear()
        began = pressed(self._live)
        return self._watch.at - began if self._watch.seen.wait(2) else None

    def close(self) -> None:
        self._hall.stop()
        self._desk.stop()


class Bare:
    """A clock on a serial line that pyserial reads, but only until the message of a press is
    complete.
    """

    def __init__(self, folder: Path, line: PtyLine) -> None:
        path = folder / "bare.flagfall"
        create(path).close()
        self._raw = sqlite3.connect(path, isolation_level=None)
        self._raw.execute("PRAGMA journal_mode = WAL")
        self._raw.execute("PRAGMA synchronous = FULL")
        self._live, self._rows = line.live, 0
        self._port = serial.Serial(line.name, 115_200, timeout=2)
        time.sleep(0.5)
        for number, words in enumerate(("SET 7200000 7200000", "RUN L")):
            self._port.write(dclk_line(f"@{number} {words}"))
            time.sleep(0.2)

    def press(self) -> float | None:
        self._port.reset_input_buffer()
        began, line = pressed(self._live), b""
        while b" k=PRESS " not in line:
            line = self._port.read_until(b"\n")
            if not line:
                return None
        self._rows += 1
        text = line.decode()
        row = (self._rows, self._rows, 1, "table 1", "Clock", "turn_ended", 1, text, bytes(32))
        self._raw.execute(INSERT, row)
        return time.perf_counter() - began

    def close(self) -> None:
        self._raw.close()
        self._port.close()


def with_shortest_turn(packet: Packet, seconds: int) -> Packet:
    timings = (replace(timing, minimum_turn_seconds=seconds) for timing in packet.timings)
    return replace(packet, timings=tuple(timings))


def pressed(live: LiveDevice) -> float:
    """Press the running side's plunger. Return the instant of the press, in seconds of
    perf_counter.
    """
    running = live.truth().running
    assert running is not None, "the emulated clock stands"
    began = time.perf_counter()
    live.press(running)
    return began


def at(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]


def main() -> None:
    device = "emu://dclk?boot_ms=0&resets_on_open=0"
    with (
        tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as name,
        PtyLine(live_device(device)) as one,
        PtyLine(live_device(device)) as another,
    ):
        ours, bare = Ours(Path(name), one), Bare(Path(name), another)
        time.sleep(1)
        mine, least = list[float](), list[float]()
        for _ in range(PRESSES):
            for clock, taken in ((bare, least), (ours, mine)):
                if (seconds := clock.press()) is not None:
                    taken.append(seconds)
                time.sleep(REST_S)
        ours.close()
        bare.close()
    for percent in (50, 99):
        print(
            f"press: p{percent} {at(mine, percent) / at(least, percent):.2f} times a bare serial"
            f" line and commit: {at(mine, percent) * 1e3:.1f} ms against"
            f" {at(least, percent) * 1e3:.1f} ms, {len(mine)} and {len(least)} presses"
        )


if __name__ == "__main__":
    main()
