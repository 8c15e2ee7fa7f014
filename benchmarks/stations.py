"""Stations on one PostgreSQL server. Measures the time of an act until another station has it,
compared with a bare INSERT and NOTIFY until the notice is heard; the acts per second of one, four
and sixteen stations, each in a process of its own; and the opening of a long event.
"""

import multiprocessing
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from app.engine.acts.table import TurnEnded
from app.engine.side import Side
from app.store.errors import Overtaken
from app.store.server import server_log
from app.store.server.address import ServerEvent, database
from app.store.server.server_log import ServerLog
from tests.postgresql import Server

BLOCKS, ACTS = 10, 30
SECONDS, START_S = 3.0, 120.0
SPAWN = multiprocessing.get_context("spawn")
ROWS = 50_000
TARGET = 1.5
NOW_MS = 1_800_100_800_000


def append(log: ServerLog, number: int, count: int = 1) -> None:
    """Append ``count`` rows in one write. Try again until they are written, in case other stations
    write first.
    """
    rows = [TurnEnded(1, NOW_MS + number, Side.RED)] * count
    while True:
        try:
            log.append(rows, at_ms=NOW_MS + number, station="table 1", actor="Red")
            return
        except Overtaken:
            log.read_on()


class Ours:
    """Two stations. One writes, and the other reads the rows when it hears of them."""

    def __init__(self, place: ServerEvent) -> None:
        self._writer = server_log.open_log(place, "Anna")
        self._reader = server_log.open_log(place, "Ben")
        self._number = 0
        self._seen = threading.Event()
        self._reader.listen(self._hear, lambda _name, _rows, _digest: None)

    def _hear(self) -> None:
        if self._reader.read_on():
            self._seen.set()

    def once(self) -> None:
        self._seen.clear()
        self._number += 1
        append(self._writer, self._number)
        assert self._seen.wait(10)

    def close(self) -> None:
        self._writer.close()
        self._reader.close()


class Bare:
    """A database table with the columns of the event log's table. Its rows are written and awaited
    without the program.
    """

    def __init__(self, address: str) -> None:
        self._writer = psycopg.connect(address, autocommit=True)
        self._reader = psycopg.connect(address, autocommit=True)
        self._writer.execute("CREATE TABLE bare (LIKE log INCLUDING ALL)")
        self._reader.execute("LISTEN bare")
        self._number = 0
        self._seen = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        for news in self._reader.notifies():
            if news.payload == "end":
                return
            self._seen.set()

    def once(self) -> None:
        self._seen.clear()
        self._number += 1
        with self._writer.transaction():
            self._writer.execute(
                "INSERT INTO bare VALUES"
                " (1, %s, %s, %s, 'table 1', 'Red', 'turn_ended', 1, %s, %s)",
                (self._number, self._number, NOW_MS, "x" * 60, bytes(32)),
            )
            self._writer.execute("SELECT pg_notify('bare', %s)", (str(self._number),))
        assert self._seen.wait(10)

    def close(self) -> None:
        self._writer.execute("SELECT pg_notify('bare', 'end')")
        self._thread.join()
        self._writer.close()
        self._reader.close()


def timed(once: Callable[[], None]) -> list[float]:
    taken = []
    for _ in range(ACTS):
        began = time.perf_counter()
        once()
        taken.append(time.perf_counter() - began)
    return taken


def write_on(place: ServerEvent, number: int, together: Barrier, acts: "Queue[int]") -> None:
    """Write as one station, as fast as possible, and put the number of acts into ``acts``. This
    runs in a process of its own.
    """
    with server_log.open_log(place, f"Station {number}") as log:
        together.wait(START_S)
        written, end_s = 0, time.monotonic() + SECONDS
        while time.monotonic() < end_s:
            append(log, written)
            written += 1
        acts.put(written)


def acts_a_second(place: ServerEvent, stations: int) -> float:
    """Return how many acts per second all stations write together. Each station has a process of
    its own, because threads in one process would wait for the interpreter.
    """
    together, acts = SPAWN.Barrier(stations), SPAWN.Queue()
    processes = [
        SPAWN.Process(target=write_on, args=(place, number, together, acts))
        for number in range(stations)
    ]
    for process in processes:
        process.start()
    written = sum(acts.get(timeout=START_S + SECONDS) for _ in processes)
    for process in processes:
        process.join()
    return written / SECONDS


def opening(place: ServerEvent) -> float:
    with server_log.create(place, "Anna") as log:
        for first in range(0, ROWS, 1_000):
            append(log, first, 1_000)
    began = time.perf_counter()
    with server_log.open_log(place, "Anna") as log:
        log.records()
        return time.perf_counter() - began


def main() -> None:
    server = Server(durable=True)
    try:
        address = database(server.address)
        seen = ServerEvent(address, "Seen")
        server_log.create(seen).close()
        with closing(Ours(seen)) as ours, closing(Bare(address)) as bare:
            mine, theirs = list[float](), list[float]()
            for _ in range(BLOCKS):
                mine += timed(ours.once)
                theirs += timed(bare.once)
        ratio = median(mine) / median(theirs)
        print(
            f"an act until another station has it: {median(mine) * 1000:.2f} ms, a bare INSERT and"
            f" NOTIFY until it is heard: {median(theirs) * 1000:.2f} ms, {ratio:.2f} times"
            f" (target {TARGET})"
        )
        for stations in (1, 4, 16):
            place = ServerEvent(address, f"{stations} stations")
            server_log.create(place).close()
            print(f"{stations} stations: {acts_a_second(place, stations):.0f} acts a second")
        print(f"opening {ROWS} rows: {opening(ServerEvent(address, 'Long')):.2f} s")
    finally:
        server.remove()


if __name__ == "__main__":
    main()
