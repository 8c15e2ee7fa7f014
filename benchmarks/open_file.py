"""Opening a finished event of 128 players and seven rounds with every mark of every clock,
against a bare SELECT of the same rows.
"""

import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.engine import fold  # noqa: E402
from app.headless.simulation.simulate import Plan, simulate  # noqa: E402
from app.store.log.event_log import open_log  # noqa: E402

TIMES = 9
COLUMNS = "seq, act, at_ms, station, actor, kind, version, payload"


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        path = Path(folder) / "event.flagfall"
        played = simulate(Plan(players=128, rounds=7, seed=1), path=path)

        def ours() -> None:
            with open_log(path) as log:
                fold(log.records())

        def bare() -> None:
            with closing(sqlite3.connect(path)) as raw:
                raw.execute(f"SELECT {COLUMNS} FROM log ORDER BY seq").fetchall()

        taken: tuple[list[float], list[float]] = ([], [])
        for _ in range(TIMES):
            taken[0].append(seconds(ours))
            taken[1].append(seconds(bare))
    mine, least = (median(times) for times in taken)
    rows = played.rows
    print(
        f"open a file: {mine:.2f} s for {rows} events,"
        f" {mine * 1e6 / rows:.0f} ms per thousand; {mine / least:.1f} times a bare SELECT"
        f" ({least * 1e3:.0f} ms), medians of {TIMES} by turns\n"
        f"simulate: {rows / played.seconds:.0f} events per second,"
        f" {played.seconds:.1f} s for the whole event"
    )


if __name__ == "__main__":
    main()
