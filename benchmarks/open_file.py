"""Opening a finished event with every mark of every clock, from the file to the state. It is
compared with a bare SELECT and msgspec decode of the same rows, and `verify` is compared with
opening.

    python -m benchmarks.open_file [a folder that keeps the played events for the next run]
"""

import gc
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

import msgspec

from app.engine.evolve.running_fold import RunningFold
from app.headless.recheck.verify import verify
from app.headless.simulation.simulate import SimulationPlan, simulate
from app.store.log.codec import CLASSES
from app.store.log.event_log import EventLog, open_log

SIZES = ((128, 7), (512, 9))
TIMES = 9
TARGET = 3
COLUMNS = "seq, act, at_ms, station, actor, kind, version, payload"


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    began = time.process_time()
    left = work()
    taken = time.process_time() - began
    if isinstance(left, EventLog):
        left.close()
    return taken


def measure(path: Path, rows: int, what: str) -> None:
    decoders = {kind: msgspec.json.Decoder(event) for kind, event in CLASSES.items()}

    def bare() -> object:
        with closing(sqlite3.connect(path)) as raw:
            stored = raw.execute(f"SELECT {COLUMNS} FROM log ORDER BY seq").fetchall()
        return [decoders[row[5]].decode(row[7]) for row in stored]

    def ours() -> EventLog:
        log = open_log(path)
        RunningFold(log.records())
        return log

    taken: tuple[list[float], ...] = ([], [])
    for _ in range(TIMES):
        for work, times in zip((ours, bare), taken, strict=True):
            times.append(seconds(work))
    mine, least = (median(times) for times in taken)
    checked = seconds(lambda: verify(path))
    print(
        f"open a file, {what}, {rows} rows, {path.stat().st_size / 1e6:.1f} MB:"
        f" {mine * 1e3:.0f} ms, {mine / least:.2f} times a bare SELECT and decode"
        f" ({least * 1e3:.0f} ms; target {TARGET}), medians of {TIMES} by turns\n"
        f"verify: {checked:.2f} s, {checked / mine:.2f} times opening it (target {TARGET})",
        flush=True,
    )


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="flagfall-") as new:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(new)
        for players, rounds in SIZES:
            what = f"{players} players, {rounds} rounds"
            path = folder / f"{what}.flagfall"
            if not path.exists():
                began = time.process_time()
                played = simulate(SimulationPlan(players=players, rounds=rounds, seed=1), path=path)
                taken = time.process_time() - began
                print(f"simulate: {played.rows / taken:.0f} rows a second, {taken:.1f} s in all")
            with open_log(path, read_only=True) as log:
                rows = log.last_seq
            measure(path, rows, what)


if __name__ == "__main__":
    main()
