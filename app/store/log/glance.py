"""The state of an event by its file, at a glance: nothing is locked, checked or changed.

Only SQLite's own library is used, so that a start page can afford it.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

JOURNAL = "-wal"
LAST = "SELECT max(at_ms) FROM log"
ROWS = "SELECT act, kind, payload FROM log WHERE kind IN ({}) ORDER BY seq"


class Stands(Enum):
    """Where the latest round is, or why that is unknown."""

    NO_ROUND = "No round yet"
    ROUND_DRAWN = "Round {} drawn"
    ROUND_PUBLISHED = "Round {} published"
    ROUND_STARTED = "Round {} running"
    ROUND_FINISHED = "Round {} finished"
    GONE = "Not found"
    UNREADABLE = "Cannot be read"


@dataclass(frozen=True, slots=True)
class Glance:
    """What a file shows at a glance."""

    stands: Stands
    round_number: int = 0
    at_ms: int = 0
    """The instant of its last row; 0 if that is unknown."""

    @property
    def words(self) -> str:
        return self.stands.value.format(self.round_number)


KINDS = {
    "round_drawn": Stands.ROUND_DRAWN,
    "round_published": Stands.ROUND_PUBLISHED,
    "round_started": Stands.ROUND_STARTED,
    "round_finished": Stands.ROUND_FINISHED,
}


def glance(path: Path) -> Glance:
    """Never raises. Of a file that another program writes, a copy is looked at."""
    if not path.is_file():
        return Glance(Stands.GONE)
    try:
        journal = path.with_name(f"{path.name}{JOURNAL}")
        if not journal.exists() or not journal.stat().st_size:
            return _read(path)
        with TemporaryDirectory(prefix="flagfall-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(journal, copy.with_name(f"{copy.name}{JOURNAL}"))
            return _read(copy, quiet=False)
    except (OSError, sqlite3.Error, ValueError, TypeError, KeyError):
        return Glance(Stands.UNREADABLE)


def _read(path: Path, *, quiet: bool = True) -> Glance:
    """``quiet``: without the journal and without any file beside it."""
    address = f"file:{quote(str(path))}?mode=ro{'&immutable=1' if quiet else ''}"
    kinds = (*KINDS, "undone", "redone")
    with closing(sqlite3.connect(address, uri=True)) as file:
        (at_ms,) = file.execute(LAST).fetchone()
        rows = file.execute(ROWS.format(", ".join("?" * len(kinds))), kinds).fetchall()
    undone: set[int] = set()
    for _, kind, payload in rows:
        if kind == "undone":
            undone.add(json.loads(payload)["act"])
        elif kind == "redone":
            undone.discard(json.loads(payload)["act"])
    stands, number = Stands.NO_ROUND, 0
    for act, kind, payload in rows:
        if kind in KINDS and act not in undone:
            stands, number = KINDS[kind], int(json.loads(payload)["round_number"])
    return Glance(stands, number, int(at_ms or 0))
