"""Four stations run one event on a real PostgreSQL server while things go wrong: a station is
killed, the server is restarted, a line is cut, falls silent or is away for longer than a lease
lasts, and one station's clock is an hour fast. Stations that cannot reach the server continue by
themselves.

python -m tools.rehearsals.stations [seconds [first seed [seeds [players [away]]]]]

``away`` is the number of seconds for which one of the stations is without the server at a stretch.
In the end all stations and a fresh reader have the same digest, and `tools.rehearsals.acknowledged`
finds every acknowledged act once in the database, or a row that sets the act aside.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from app.clock.timeline import Timeline, WallTimeline
from app.desk.desk import Desk
from app.desk.replies import Snapshot
from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.players import WarnPlayer
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.stations.aside import ActSetAside
from app.engine.acts.table import AdjustClock, FlagFell, PauseClock, ResumeClock, StartClock, Tap
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.side import Pair, Side
from app.store import events
from app.store.errors import Away
from app.store.exports.digest import state_digest
from app.store.log import codec
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from tests.cut_line import CutLine
from tests.events import Event
from tests.postgresql import Server
from tools.rehearsals.acknowledged import acknowledged, faults, rows_of

ROOT = Path(__file__).resolve().parents[2]
STATIONS = ("Anna", "Ben", "Cleo", "Dana")
FAST = "Cleo"
HOUR_NS = 3_600_000_000_000
REST_S = (0.0, 0.08)  # between two acts of a station
NEARLY_ALL_MS = 3_590_000
CATCH_UP_S = 20.0
LOOKS = 5
FAULTS = 8  # at most, in one rehearsal
COMES_BACK = 0.4  # the chance that a station comes back when something else goes wrong


class Seat:
    """One station: a desk, and the journal of the acts that it acknowledged."""

    def __init__(
        self,
        place: ServerEvent,
        name: str,
        journal: Path,
        dice: random.Random,
        timeline: Timeline,
    ) -> None:
        self._dice, self._name, self._acts = dice, name, 0
        self._journal = journal.open("a", encoding="utf-8")
        self.desk = Desk(lambda: server_log.open_log(place, name), timeline=timeline)
        opened = self.desk.start().result()
        self.state, self.seq = opened.state, opened.seq
        self.records: list[Record] = []
        self._waited: dict[str, bool] = {}
        self.desk.subscribe(self._hear)

    def _hear(self, snapshot: Snapshot) -> None:
        self.records[snapshot.seq - len(snapshot.fresh) :] = snapshot.fresh
        self.state, self.seq = snapshot.state, snapshot.seq
        for record in snapshot.fresh:  # the first time is when it was written
            self._waited.setdefault(record.actor, self.waits)

    def summary(self) -> str:
        """Return the results of the station: the digest of its state, the digest of the rows that
        it published, the number of rows that it knows, and the number of acts that wait.
        """
        digests = f"{state_digest(self.state)} {state_digest(fold(self.records))}"
        return f"{digests} {self.seq} {self.waiting}"

    @property
    def name(self) -> str:
        """The name by which the other stations call this one."""
        stations = self.desk.stations
        return stations.here if stations else ""

    @property
    def waiting(self) -> int:
        """The number of the station's acts that wait for the server."""
        stations = self.desk.stations
        return stations.waiting if stations else 0

    def close(self) -> None:
        """Stop the desk. Acts that wait for the server stay on the computer."""
        self.desk.stop()
        self._journal.close()

    @property
    def waits(self) -> bool:
        """Tell whether acts of the station wait for the server."""
        return self.waiting > 0

    def act(self) -> None:
        """Carry out a random act. The acknowledged rows are in the journal before the next act."""
        command, actor = self._command(), f"{self._name} {time.time_ns()} {self._acts}"
        reply = self.desk.submit(command, actor=actor, insist=True).result()
        if isinstance(reply, Refused) or not reply:
            return
        rows = [self._row(record) for record in reply]
        self._journal.write(json.dumps([actor, rows, self._waited[actor]]) + "\n")
        self._journal.flush()

    @staticmethod
    def _row(record: Record) -> list[Any]:
        kind, _, payload = codec.encode(record.event)
        return [record.seq, kind, json.loads(payload)]

    def _command(self) -> Command:
        dice, state = self._dice, self.state
        game = dice.choice([*state.games.values()])
        side = dice.choice((Side.RED, Side.BLUE))
        self._acts += 1
        what = dice.random()
        if what < 0.4:
            reason = f"{self._name} {time.time_ns()} {self._acts}"
            return WarnPlayer(dice.choice([*state.players]), reason)
        if what < 0.55:
            return StartClock(game.number, side)
        if what < 0.75:
            return Tap(game.number, side)
        if what < 0.8:
            ticking = game.play.ticking
            return PauseClock(game.number, "") if ticking else ResumeClock(game.number)
        if what < 0.88:
            return AdjustClock(game.number, side=side, delta_ms=-NEARLY_ALL_MS, reason="rehearsal")
        if what < 0.97:
            result = Result(side, How.ASSASSINATION, Pair(1, 0), Pair(0, 0))
            return ReportResult(game.number, result)
        return Undo(state.done[-1].seq if state.done else None)


def run_station(address: str, name: str, journal: str, seed: str) -> None:
    """Run a station in this process. It acts until a first line arrives on the standard input. Each
    later line is the number of a row, and is answered with the station's summary once the station
    knows all rows up to that number.
    """
    database_address, _, event = address.partition("#")
    place = ServerEvent(database(database_address), event)
    ahead_ns = HOUR_NS if name == FAST else 0
    while True:
        acts = random.Random(f"{seed} {name} {time.time_ns()}")
        timeline = WallTimeline(lambda: time.time_ns() + ahead_ns)
        try:
            seat = Seat(place, name, Path(journal), acts, timeline)
            break
        except Away:
            time.sleep(0.2)
    print("open", flush=True)
    end = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.readline(), end.set()), daemon=True).start()
    dice = random.Random(seed)
    while not end.wait(dice.uniform(*REST_S)):
        seat.act()
    end_s = time.monotonic() + CATCH_UP_S
    while seat.waits and time.monotonic() < end_s:
        time.sleep(0.05)
    print("still", flush=True)
    while asked := sys.stdin.readline().strip():
        end_s = time.monotonic() + CATCH_UP_S
        while seat.seq < int(asked) and time.monotonic() < end_s:
            time.sleep(0.05)
        print(seat.summary(), flush=True)
    seat.close()


class Station:
    """A station's process, as the rehearsal controls it."""

    def __init__(self, server: Server, event: str, name: str, folder: Path, seed: int) -> None:
        self.line = CutLine(server.port)
        self._name, self.journal = name, folder / f"{name}.journal"
        address = server.address.replace(f":{server.port}/", f":{self.line.port}/")
        self._arguments = (f"{address}#{event}", name, str(self.journal), str(seed))
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tools.rehearsals.stations", "--station", *self._arguments]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self._is_open = False

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        self._close_pipes()

    def opened(self) -> None:
        """Wait until the station takes part in the event."""
        if not self._is_open:
            assert self._read() == "open", self._name
            self._is_open = True

    def still(self) -> None:
        """Stop the station's acts, and wait until the server has them or the station gives up."""
        self.opened()
        self._say()
        assert self._read() == "still", self._name

    def summary(self, last_seq: int) -> str:
        """Return the station's summary, once it knows all rows up to ``last_seq``."""
        self._say(str(last_seq))
        return self._read()

    def end(self) -> None:
        self._say()
        self._process.wait()
        self._close_pipes()
        self.line.close()

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def _say(self, words: str = "") -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{words}\n")
        self._process.stdin.flush()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def prepared(path: Path, place: ServerEvent, players: int, began_ms: int | None = None) -> None:
    """Copy an event whose first round is under way to the server. The round began a minute ago, or
    at ``began_ms``.
    """
    event = Event(path, began_ms=began_ms or time.time_ns() // 1_000_000 - 60_000)
    event.register(players)
    event.start()
    event.close()
    events.copy(path, place)


def rehearse(
    server: Server,
    folder: Path,
    seed: int,
    *,
    seconds: float,
    players: int,
    times: int = FAULTS,
    away: float = 0.0,
) -> list[str]:
    """Play at all stations while something goes wrong ``times`` times. Return the faults found in
    the end, in sentences. One station is without the server for ``away`` seconds at a stretch,
    whatever else happens.
    """
    dice = random.Random(seed)
    place = ServerEvent(database(server.address), f"Rehearsal {seed}")
    prepared(folder / "event.flagfall", place, players)
    stations = [Station(server, place.name, name, folder, seed) for name in STATIONS]
    for station in stations:
        station.opened()
    end_s = time.monotonic() + seconds
    far = dice.choice(stations)
    back_s = time.monotonic() + away
    if away:
        far.line.refuse()
    while time.monotonic() < end_s:
        time.sleep(seconds / times)
        is_far = time.monotonic() < back_s
        if away and not is_far:
            far.line.accept()
        others = [station for station in stations if station is not far or not is_far]
        fault(dice, server, others, seconds / times)
    for station in stations:
        station.line.accept()
    for station in stations:
        station.still()
    for _ in range(LOOKS):  # a flag may fall while they are asked
        with server_log.open_log(place, read_only=True) as reader:
            records = reader.records()
        right = f"{state_digest(fold(records))} {state_digest(fold(records))} {len(records)} 0"
        summaries = {station.summary(len(records)) for station in stations}
        if summaries == {right}:
            break
    for station in stations:
        station.end()
    acts = [acknowledged(station.journal) for station in stations]
    found = faults(rows_of(server.address, place.name), acts)
    kinds = Counter(type(record.event) for record in records)
    print(
        f"Seed {seed}: {len(records)} rows, {sum(map(len, acts))} acknowledged acts,"
        f" {kinds[ActSetAside]} set aside, {kinds[FlagFell]} flags,"
        f" {len({*summaries, right})} digest, {len(found)} faults.",
        flush=True,
    )
    others = sorted(summaries - {right})
    return [*found, *(f"Seed {seed}: {other} is not {right}." for other in others)]


def fault(dice: random.Random, server: Server, stations: list[Station], seconds: float) -> None:
    """Let one thing go wrong: a station, the server or a line. It is repaired at once or at the
    next fault.
    """
    station = dice.choice(stations)
    for other in stations:
        if dice.random() < COMES_BACK:
            other.line.accept()
    what = dice.choice(("kill", "restart", "cut", "silence", "away", "away"))
    if what == "kill":
        station.kill()
        station.start()
    elif what == "restart":
        server.stop()
        server.start()
    elif what == "cut":
        station.line.cut()
    elif what == "away":  # until another fault
        station.line.refuse()
    else:
        station.line.silence()
        time.sleep(seconds)
        station.line.cut()


def main() -> int:
    if sys.argv[1:2] == ["--station"]:
        run_station(*sys.argv[2:])
        return 0
    given = [*map(float, sys.argv[1:])]
    seconds, first, seeds, players, away = *given, *(20, 1, 50, 128, 0)[len(given) :]
    found = []
    with ExitStack() as stack:
        server = Server()
        stack.callback(server.remove)
        for seed in range(int(first), int(first + seeds)):
            with tempfile.TemporaryDirectory() as folder:
                os.environ["FLAGFALL_STATE"] = str(Path(folder) / "state")
                found += rehearse(
                    server, Path(folder), seed, seconds=seconds, players=int(players), away=away
                )
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
