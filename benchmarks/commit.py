"""One event made durable by the event log, compared with a bare insert and commit by sqlite3.

Both use the same table, the same journal and synchronous mode, and the same disk. They take turns
in blocks of commits.
"""

import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from app.engine.acts.table import TurnEnded
from app.engine.side import Side
from app.store.log import codec
from app.store.log.event_log import create

ROOT = Path(__file__).resolve().parents[1]

BLOCKS = 20
COMMITS = 50
TARGET = 1.5
NOW_MS = 1_800_100_800_000


def timed(commit: Callable[[int], object], first: int) -> list[float]:
    taken = []
    for number in range(first, first + COMMITS):
        began = time.perf_counter()
        commit(number)
        taken.append(time.perf_counter() - began)
    return taken


def bare_file(path: Path) -> sqlite3.Connection:
    """Make a file with the event log's own tables and modes, and open it directly with sqlite3."""
    create(path).close()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = FULL")
    return raw


def main() -> None:
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        log = create(Path(folder) / "ours.flagfall")
        raw = bare_file(Path(folder) / "bare.flagfall")
        kind, version, payload = codec.encode(TurnEnded(1, NOW_MS, Side.RED))

        check = bytes(32)

        def ours(number: int) -> None:
            log.append(
                [TurnEnded(1, NOW_MS + number, Side.RED)],
                at_ms=NOW_MS + number,
                station="table 1",
                actor="Red",
            )

        def bare(number: int) -> None:
            row = (
                1,
                number,
                number,
                NOW_MS + number,
                "table 1",
                "Red",
                kind,
                version,
                payload,
                check,
            )
            raw.execute("BEGIN IMMEDIATE")
            raw.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            raw.execute("COMMIT")

        taken: tuple[list[float], list[float]] = ([], [])
        for block in range(BLOCKS):
            taken[0].extend(timed(ours, 1 + block * COMMITS))
            taken[1].extend(timed(bare, 1 + block * COMMITS))
        log.close()
        raw.close()
    mine, least = (median(times) for times in taken)
    print(
        f"commit: {mine / least:.2f} times a bare insert and commit (target {TARGET}):"
        f" {mine * 1e6:.0f} µs against {least * 1e6:.0f} µs,"
        f" medians of {BLOCKS * COMMITS} in {BLOCKS} blocks by turns"
    )


if __name__ == "__main__":
    main()
