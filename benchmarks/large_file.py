"""Files that were made to fill the memory: how much memory and time each command takes until it
reports what is wrong. Each command runs in a process of its own, whose memory Linux counts.

    python -m benchmarks.large_file [words of a shape or command]
"""

import json
import multiprocessing
import os
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from app.engine.acts.players import PlayerWarned
from app.store.log import codec, row_checks
from app.store.log.event_log import create
from app.store.log.schema import APPLICATION_VERSION, EVENT, INSERT_ROW, TOURNAMENT

LIMIT_MB = 150
SMILE = "char(128512)"
"""A letter beyond Latin. If a text has it, each of its letters takes four bytes in memory, but only
one in the file.
"""
MB = 1_000_000
COMMANDS = {
    "verify": ("verify", "{file}"),
    "repair": ("repair", "{file}", "-o", "{new}.flagfall"),
    "export": ("export", "{file}", "-o", "{new}"),
    "tables": ("export", "--as", "tables", "{file}", "-o", "{new}.zip"),
    "standings": ("standings", "{file}"),
    "check": ("check", "{file}"),
    "import": ("import", "{file}", "-o", "{new}.flagfall"),
    "players": ("import", "{file}", "--into", "{event}"),
    "replay": ("replay", "{file}"),
    "clock-log": ("clock-log", "{file}"),
    "restore": ("restore", "{file}", "--to", "{new}.flagfall"),
}
OPEN = """
import sys
from pathlib import Path
from app.engine.evolve import fold
from app.store.errors import StoreError
from app.store.events import open_log
from app.store.log.glance import take_glance
path = Path(sys.argv[1])
take_glance(path)
try:
    with open_log(path) as log:
        fold(log.records())
except StoreError as error:
    print(error)
"""


def fill(path: Path, rows: int, payload: str, kind: str = "'judge_called'") -> None:
    """Fill an event's file with rows whose checksums do not fit."""
    create(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute("DELETE FROM log")
        raw.execute(
            "WITH RECURSIVE numbers(number) AS"
            " (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)"
            f" INSERT INTO log SELECT 1, number, number, 0, 'desk', 'EO', {kind}, 1,"
            f" {payload}, zeroblob(32) FROM numbers",
            (rows,),
        )


def chain(path: Path, rows: int, letters: int, last: str | None = None) -> None:
    """Fill an event's file with rows whose checksums fit. If ``last`` is given, it is the payload
    of the last row, which cannot be read.
    """
    create(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        meta = dict(raw.execute("SELECT key, value FROM meta").fetchall())
        before = row_checks.beginning(meta[EVENT], meta[APPLICATION_VERSION])
        dice = random.Random(1)

        def made() -> Iterator[tuple[object, ...]]:
            nonlocal before
            for seq in range(1, rows + 1):
                said = codec.encode(PlayerWarned(1, 1, dice.randbytes(letters // 2).hex()))
                if seq == rows and last is not None:
                    said = (*said[:2], last)
                row = row_checks.chain_row((seq, seq, 0, "desk", "EO", *said), before)
                before = row[-1][row_checks.SIZE :]
                yield TOURNAMENT, *row

        raw.execute("BEGIN")
        raw.executemany(INSERT_ROW, made())
        raw.execute("COMMIT")


def repeat(path: Path, head: bytes, part: bytes, tail: bytes, size: int) -> None:
    """Write a file of ``size`` bytes in which ``part`` is repeated many times."""
    many = part * max(MB // len(part), 1)
    with path.open("wb") as file:
        file.write(head)
        while file.tell() < size:
            file.write(many)
        file.write(tail)


def long_numbers(path: Path) -> None:
    """Fill an event's file with rows that have long texts in place of numbers."""
    fill(path, 24, "'{}'")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("PRAGMA synchronous = OFF")
        raw.execute(f"UPDATE log SET at_ms = printf('%.*c', 4900000, 'x') || {SMILE}")


def garbage_pages(path: Path) -> None:
    """Keep the first pages of an event's file and fill the others with random bytes."""
    fill(path, 5_000, "printf('%.*c', 20000, 'x')")
    dice = random.Random(2)
    with path.open("r+b") as file:
        file.seek(8192)
        for _ in range(100):
            file.write(dice.randbytes(MB))


def long_heads(path: Path) -> None:
    """Fill pages with bytes that look like the beginnings of long rows, each leading to the next
    page.
    """
    fill(path, 500, "'{}'")
    head = bytes([13, 9, 1, 1, 9, 21, 17, 37, 9, 0x82, 0x98, 0xA5, 0x0D]) + b"deskEOjudge_called"
    with path.open("r+b") as file:
        file.seek(8192)
        for number in range(3, 24_000):
            file.write((struct.pack(">I", number + 1) + head * 200)[:4096])


def journal_beside(path: Path) -> None:
    """Leave a large journal of one event beside the file of another event."""
    create(path).close()
    other = path.with_name("other.flagfall")
    create(other).close()
    with closing(sqlite3.connect(other, isolation_level=None)) as raw:
        raw.execute("PRAGMA wal_autocheckpoint = 0")
        raw.execute("BEGIN")
        raw.executemany(
            "INSERT INTO log VALUES (1, ?, ?, 0, 'desk', 'EO', 'judge_called', 1, ?, zeroblob(32))",
            ((number, number, "x" * 30_000) for number in range(1, 3_500)),
        )
        raw.execute("COMMIT")
        path.with_name(f"{path.name}-wal").write_bytes(
            other.with_name(f"{other.name}-wal").read_bytes()
        )


def export_rows(path: Path, row: str, size: int, *, derived: bytes = b"{}") -> None:
    head = (
        b'{\n"format": "flagfall-event",\n"version": 1,\n"event": "0123456789abcdef",\n"rows": [\n'
    )
    repeat(path, head, row.encode() + b",\n", row.encode() + b'\n],\n"derived": ' + derived, size)


ROW = json.dumps(
    {"seq": 1, "act": 1, "at_ms": 1, "station": "", "actor": "", "kind": "x", "version": 1,
     "data": 1, "checksum": "00" * 32}
)  # fmt: skip
EVENTS: dict[str, Callable[[Path], None]] = {
    "a hole of 300 MB": lambda path: (fill(path, 5, "'{}'"), os.truncate(path, 300 * MB))[0],
    "one row of 299 MB": lambda path: fill(path, 1, "printf('%.*c', 299000000, 'x')"),
    "one row of 120 MB": lambda path: fill(path, 1, "printf('%.*c', 120000000, 'x')"),
    "rows of 8 kB of four bytes a letter": lambda path: fill(
        path, 15_000, f"printf('%.*c', 8000, 'x') || {SMILE}"
    ),
    "rows of 25 MB": lambda path: fill(path, 4, f"printf('%.*c', 25000000, 'x') || {SMILE}"),
    "rows of 4.9 MB": lambda path: fill(path, 24, f"printf('%.*c', 4900000, 'x') || {SMILE}"),
    "a million rows of two letters": lambda path: fill(path, 1_000_000, "'{}'"),
    "590,000 rows of two letters": lambda path: fill(path, 590_000, "'{}'"),
    "long names of kinds": lambda path: fill(
        path, 24, "'{}'", f"printf('%.*c', 4900000, 'x') || {SMILE}"
    ),
    "texts where numbers should be": long_numbers,
    "deep JSON": lambda path: fill(path, 24, "printf('%.*c', 4900000, '[')"),
    "blobs": lambda path: fill(path, 24, "zeroblob(4900000)"),
    "pages of garbage": garbage_pages,
    "beginnings of long rows": long_heads,
    "a journal of another event": journal_beside,
    "rows that fit, by dice, the last not": lambda path: chain(path, 60_000, 1_500, "[]"),
    "long rows that fit, the last not": lambda path: chain(path, 24, 4_900_000, "[]"),
    "short rows that fit, the last not": lambda path: chain(path, 590_000, 10, "[]"),
    "wide JSON that fits": lambda path: chain(
        path, 2, 10, "{" + ",".join(f'"k{n}":{n}' for n in range(300_000)) + "}"
    ),
    "huge numbers that fit": lambda path: chain(
        path, 2, 10, '{"round_number":' + "9" * 4_900_000 + "}"
    ),
}
TEXTS: dict[str, Callable[[Path], None]] = {
    "an export of short rows, 300 MB": lambda path: export_rows(path, ROW, 300 * MB),
    "an export of short rows, 190 MB": lambda path: export_rows(path, ROW, 190 * MB),
    "an export of short rows, 7 MB": lambda path: export_rows(path, ROW, 7 * MB),
    "an export with deep JSON": lambda path: export_rows(path, "[" * 1000, 190 * MB),
    "an export of one line": lambda path: repeat(
        path, b'{"format": "flagfall-event", "rows": [', b"1,", b"1]}", 190 * MB
    ),
    "an export of one line, 7 MB": lambda path: repeat(
        path, b'{"format": "flagfall-event", "rows": [', b"1,", b"1]}", 7 * MB
    ),
    "an export of many keys, 7 MB": lambda path: repeat(
        path, b'{"format": "flagfall-event", "rows": [', b'],"a":[', b"1]}", 7 * MB
    ),
    "a roster of 300 MB": lambda path: repeat(
        path, b"Name,Club\n", b"Anna,Berlin\n", b"", 300 * MB
    ),
    "a roster of 9 MB": lambda path: repeat(path, b"Name,Club\n", b"A\n", b"", 9 * MB),
    "a roster of one line": lambda path: repeat(path, b"Name", b",x", b"", 9 * MB),
    "brackets": lambda path: repeat(path, b"", b"[", b"", 9 * MB),
    "tags": lambda path: repeat(path, b"<html>", b"<table><tr><td>", b"", 9 * MB),
    "a picture": lambda path: (
        path.write_bytes(b"\x89PNG\r\n" + random.Random(3).randbytes(90 * MB)) and None
    ),
    "a zip's beginning": lambda path: repeat(path, b"PK\x03\x04", b"PK\x03\x04abcd", b"", 190 * MB),
    "zeros": lambda path: repeat(path, b"", b"\0", b"", 190 * MB),
}
OF_EVENTS = ("verify", "repair", "export", "tables", "standings", "check", "restore", "open")
OF_TEXTS = ("import", "players", "replay", "clock-log", "verify", "repair")


def run(arguments: Sequence[str]) -> tuple[int, float, int, str]:
    """Run a command. Return the most memory that it took in MB, its seconds, its exit code, and the
    last line that it printed.
    """
    began = time.monotonic()
    with tempfile.TemporaryFile() as said:
        started = subprocess.Popen(arguments, stdout=said, stderr=said)
        _, status, used = os.wait4(started.pid, 0)
        started.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        lines = said.read().decode("utf-8", "replace").strip().splitlines() or [""]
    return used.ru_maxrss // 1024, time.monotonic() - began, started.returncode, lines[-1]


def try_shape(shape: str, make: Callable[[Path], None], words: Sequence[str], name: str) -> int:
    """Print a row for each command on a file of this shape. Return the most memory that one of them
    took.
    """
    most = 0
    with tempfile.TemporaryDirectory(prefix="flagfall-") as folder:
        path = Path(folder) / name
        made = multiprocessing.Process(target=make, args=(path,))  # memory in use is inherited
        made.start()
        made.join()
        print(f"{shape}, {path.stat().st_size / MB:.0f} MB", flush=True)
        for command in words:
            new, event = Path(folder) / "new", Path(folder) / "event.flagfall"
            if not event.exists():
                create(event).close()
            values = {"file": path, "new": new, "event": event}
            arguments = [sys.executable, "-c", OPEN, str(path)]
            if command != "open":
                given = [part.format(**values) for part in COMMANDS[command]]
                arguments = [sys.executable, "-m", "app", *given]
            mb, seconds, code, line = run(arguments)
            for left in Path(folder).glob("new*"):
                left.unlink()
            most = max(most, mb)
            over = " OVER" if mb > LIMIT_MB else ""
            print(f"  {command}: {mb} MB{over}, {seconds:.1f} s, {code}: {line[:110]}", flush=True)
    return most


def main() -> None:
    wanted = sys.argv[1:]
    most = 0
    for shapes, commands, name in (
        (EVENTS, OF_EVENTS, "Cup.flagfall"), (TEXTS, OF_TEXTS, "Cup.event.json")
    ):  # fmt: skip
        for shape, make in shapes.items():
            chosen = [command for command in commands if command in wanted] or [*commands]
            if not wanted or any(word in shape for word in wanted) or len(chosen) < len(commands):
                most = max(most, try_shape(shape, make, chosen, name))
    print(f"at most {most} MB (the limit is {LIMIT_MB} MB)")


if __name__ == "__main__":
    main()
