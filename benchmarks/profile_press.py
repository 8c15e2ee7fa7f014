"""The cost of a press on its way through the desk: calls and time by module and by function, both
for presses one after the other and for presses of all tables at the same instant. Then, without the
profiler, the time of a press phase by phase, and its processor time next to that of a durable echo.

The room is that of `tablets`. The profiler's times are processor time of the desk's thread alone,
so a busy machine hardly changes them. The profiler makes every call more expensive, so these times
only serve to compare modules. The phases are in real time, from reading the message to sending the
answer.
"""

import asyncio
import cProfile
import multiprocessing
import pstats
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from typing import Any

import aiohttp

from app.clock.flag_watch import FlagWatch
from app.desk import transaction
from app.desk.publisher import Publisher
from app.engine.evolve.running_fold import RunningFold
from app.store.log.event_log import Batch, EventLog
from app.web.server import broadcast, connection
from app.web.server.http import TablesServer, read_pages
from app.web.server.secrets import Keys, keys_file
from app.web.server.sessions import Sessions
from benchmarks.tablets import TABLES, Tablet, begun, spaced, start_echo

ROOT = Path(__file__).resolve().parents[1]

ROUNDS = 6
ONE_BY_ONE, AT_ONCE, PHASED = "one by one", "at the same instant", "phase by phase"
PLAIN, ECHO = "processor time of a press, one by one", "of a durable echo"
MODULES, FUNCTIONS = 25, 30


PHASES: tuple[tuple[str, Any, str], ...] = (
    ("decode the message", connection, "read_device_message"),
    ("decide", transaction, "decide"),
    ("encode and chain the row", Batch, "add"),
    ("fold it into the state", RunningFold, "add"),
    ("write it", EventLog, "write"),
    ("  of that the insert and its commit", EventLog, "_insert"),
    ("set the next flag's alarm", FlagWatch, "watch"),
    ("notify the listeners", Publisher, "publish"),
    ("make the table's view", broadcast, "play_message"),
    ("encode it", broadcast, "encode_message"),
    ("send it and the answer", connection.Connection, "say"),
)


class Phases:
    """Measures the time of each part of a press while it is enabled."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {name: [] for name, _, _ in PHASES}
        self.whole: list[float] = []
        self._off: list[Callable[[], None]] = []
        self._press = dict.fromkeys(self.took, 0.0)
        self._began = 0.0

    def enable(self) -> None:
        for name, owner, attribute in PHASES:
            self._wrap(owner, attribute, self._timed(name))
        self._wrap(Sessions, "hear", self._begun)
        self._wrap(Sessions, "_answer", self._answered)

    def disable(self) -> None:
        while self._off:
            self._off.pop()()

    def _wrap(self, owner: Any, attribute: str, wrap: Callable[[Any], Any]) -> None:
        function = getattr(owner, attribute)
        setattr(owner, attribute, wraps(function)(wrap(function)))
        self._off.append(lambda: setattr(owner, attribute, function))

    def _timed(self, name: str) -> Callable[[Any], Any]:
        def wrap(function: Any) -> Any:
            def timed(*given: Any, **named: Any) -> Any:
                began = time.perf_counter()
                try:
                    return function(*given, **named)
                finally:
                    self._press[name] += time.perf_counter() - began

            return timed

        return wrap

    def _begun(self, function: Any) -> Any:
        def begun(*given: Any) -> Any:
            self._began = time.perf_counter()
            return function(*given)

        return begun

    def _answered(self, function: Any) -> Any:
        def answered(*given: Any) -> Any:
            function(*given)
            self.whole.append(time.perf_counter() - self._began)
            for name, taken in self._press.items():
                self.took[name].append(taken)
                self._press[name] = 0.0

        return answered

    def report(self) -> None:
        print(f"\n{PHASED}: {median(self.whole) * 1e6:.0f} microseconds from the message to the"
              f" answer, p50 of {len(self.whole)} presses")  # fmt: skip
        for name, taken in self.took.items():
            print(f"  {median(taken) * 1e6:7.1f} us  {name}")


class Used:
    """Measures the processor time of the thread while it is enabled."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._used: list[float] = []

    def enable(self) -> None:
        self._used.append(-time.thread_time())

    def disable(self) -> None:
        self._used[-1] += time.thread_time()

    def report(self) -> None:
        print(f"{self._name}: {median(self._used) / TABLES * 1e6:.0f} microseconds")


def serve(folder: str, pipe: Connection) -> None:
    """Serve the tables from a desk, and profile it whenever ``pipe`` asks for that. Print the
    profiles at the end. This runs in a process of its own.
    """
    path = Path(folder) / "event.flagfall"
    desk = begun(path)
    keys = Keys(keys_file(path))
    secrets = keys.issue(range(1, TABLES + 1))
    server = TablesServer(
        desk, keys, read_pages(ROOT / "resources" / "web"), host="127.0.0.1", port=0
    )
    echo_at = desk.run(start_echo(desk, Path(folder) / "bare.flagfall")).result()
    pipe.send((server.start().result()[0], echo_at, secrets))
    profiles = {name: cProfile.Profile(time.thread_time) for name in (ONE_BY_ONE, AT_ONCE)}
    plain = {PHASED: Phases(), PLAIN: Used(PLAIN), ECHO: Used(ECHO)}
    measures: dict[str, Any] = {**profiles, **plain}

    async def turn(name: str, *, on: bool) -> None:
        (measures[name].enable if on else measures[name].disable)()

    while (order := pipe.recv()) is not None:
        pipe.send(desk.run(turn(order[0], on=order[1])).result())
    desk.stop()
    for name, profile in profiles.items():
        report(name, profile)
    for measure in plain.values():
        measure.report()


def report(name: str, profile: cProfile.Profile) -> None:
    stats = pstats.Stats(profile).stats
    presses = ROUNDS * TABLES
    calls, seconds = Counter[str](), Counter[str]()
    for (file, _, _), (_, count, own, _, _) in stats.items():
        calls[module(file)] += count
        seconds[module(file)] += own
    whole = sum(seconds.values()) / presses
    print(f"\n{name}: {sum(calls.values()) / presses:.0f} calls a press in {len(calls)} modules,"
          f" {whole * 1e6:.0f} microseconds of it under the profiler")  # fmt: skip
    for place, own in seconds.most_common(MODULES):
        print(f"  {own / presses * 1e6:7.1f} us {calls[place] / presses:7.1f} calls  {place}")
    print("  the dearest functions, with what they call:")
    dearest = sorted(stats.items(), key=lambda item: -item[1][3])[:FUNCTIONS]
    for (file, line, function), (_, count, own, inside, _) in dearest:
        print(f"  {inside / presses * 1e6:7.1f} us, own {own / presses * 1e6:6.1f},"
              f" {count / presses:6.1f} calls  {module(file)}:{line} {function}")  # fmt: skip


def module(file: str) -> str:
    """Return a file's short path: from the root for our own files, from the package for others."""
    path = Path(file)
    if path.is_relative_to(ROOT) and ".venv" not in path.parts:
        return str(path.relative_to(ROOT))
    return "built in" if file == "~" else "/".join(path.parts[-2:])


async def press(base: str, echo_at: str, secrets: dict[int, str], pipe: Connection) -> None:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        tablets = [Tablet(table, secret) for table, secret in secrets.items()]
        for tablet in tablets:
            await tablet.join(session, base, echo_at)
        await spaced(tablets, 0.005, bare=False)
        for _ in range(ROUNDS):
            for name in (ONE_BY_ONE, AT_ONCE, PHASED, PLAIN, ECHO):
                for tablet in tablets:
                    await tablet.ping()
                await asyncio.sleep(0.2)
                pipe.send((name, True))
                pipe.recv()
                if name == AT_ONCE:
                    await spaced(tablets, 0, bare=False)
                else:
                    for tablet in tablets:
                        await (tablet.bare() if name == ECHO else tablet.press())
                pipe.send((name, False))
                pipe.recv()


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        mine, theirs = multiprocessing.Pipe()
        other = multiprocessing.get_context("spawn").Process(target=serve, args=(folder, theirs))
        other.start()
        base, echo_at, secrets = mine.recv()
        asyncio.run(press(base, echo_at, secrets, mine))
        mine.send(None)
        other.join()


if __name__ == "__main__":
    main()
