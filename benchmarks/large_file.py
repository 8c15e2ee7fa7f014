"""Files of nearly 256 MB that were made to fill the memory: how long Flagfall takes to refuse each,
and how much memory at most. Each is opened in a process of its own; Linux counts its memory.

    python -m benchmarks.large_file
"""

import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from app.store.log.event_log import create

LIMIT_MB = 600
SMILE = "char(128512)"
"""Beyond Latin: with it each letter of a text takes four bytes in memory, and one in the file."""
FILES = {
    "rows of 8 kB that take four times as much": (29_000, f"printf('%.*c', 8000, 'x') || {SMILE}"),
    "rows of 25 MB that take four times as much": (
        10,
        f"printf('%.*c', 25000000, 'x') || {SMILE}",
    ),
    "rows of 25 MB": (10, "printf('%.*c', 25000000, 'x')"),
    "very many short rows": (1_190_000, "printf('%.*c', 110, 'x')"),
    "a million and a half short rows": (1_500_000, "printf('%.*c', 60, 'x')"),
    "as many as may be, of two letters each": (1_190_000, "'{}'"),
}
OPEN = """
import sys, time
from pathlib import Path
from app.store.errors import StoreError
from app.store.log.event_log import open_log

def most_mb():
    return int(Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) / 1000

before, began = most_mb(), time.perf_counter()
try:
    open_log(Path(sys.argv[1]))
except StoreError as error:
    print(f"{time.perf_counter() - began:.1f} s, {most_mb() - before:.0f} MB: {error}")
else:
    print("OPENED")
"""


def fill(path: Path, rows: int, payload: str) -> None:
    create(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute("DELETE FROM log")
        raw.execute(
            "WITH RECURSIVE numbers(number) AS"
            " (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)"
            " INSERT INTO log SELECT 1, number, number, 0, 'desk', 'EO', 'judge_called', 1,"
            f" {payload}, zeroblob(32) FROM numbers",
            (rows,),
        )


def main() -> None:
    for name, (rows, payload) in FILES.items():
        with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
            path = Path(folder) / "large.flagfall"
            fill(path, rows, payload)
            print(f"{name}, {path.stat().st_size / 1e6:.0f} MB: ", end="", flush=True)
            subprocess.run([sys.executable, "-c", OPEN, str(path)], check=True)
    print(f"(at most {LIMIT_MB} MB)")


if __name__ == "__main__":
    main()
