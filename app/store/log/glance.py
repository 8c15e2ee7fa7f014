"""The state of an event as a start page shows it, read quickly from the event's file. Nothing is
locked, checked or changed.

Only SQLite's own library is used, because loading SQLAlchemy would take too long there.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from enum import Enum
from operator import index
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from msgspec import Struct

from app.engine.language import mark_text, say
from app.store.errors import StoreError
from app.store.file_names import real_path
from app.views.time_of_day import LATEST_MS

JOURNAL = "-wal"
ROLLBACK_JOURNAL = "-journal"  # the pages from before a change that was broken off
LAST = "SELECT max(at_ms) FROM log"
SHIFTED = "times_shifted"
ROWS = "SELECT act, kind, payload FROM log WHERE kind IN ({}) ORDER BY tournament, seq"


class Stands(Enum):
    """The stage of the latest round, or the reason why the stage is unknown."""

    NO_EVENT = mark_text("Holds no event")
    NO_ROUND = mark_text("No round yet")
    ROUND_DRAWN = mark_text("Round {number} drawn")
    ROUND_PUBLISHED = mark_text("Round {number} published")
    ROUND_STARTED = mark_text("Round {number} running")
    ROUND_FINISHED = mark_text("Round {number} finished")
    GONE = mark_text("Not found")
    UNREADABLE = mark_text("Cannot be read")


class Glance(Struct, frozen=True):
    """The state of an event that was read quickly from its file."""

    stands: Stands
    round_number: int = 0
    at_ms: int = 0
    """The instant at which its last row was written, as the event shows it; 0 if that is
    unknown.
    """

    @property
    def words(self) -> str:
        return say(self.stands.value, number=self.round_number)


KINDS = {
    "round_drawn": Stands.ROUND_DRAWN,
    "round_published": Stands.ROUND_PUBLISHED,
    "round_started": Stands.ROUND_STARTED,
    "round_finished": Stands.ROUND_FINISHED,
}
UNDOING = ("undone", "redone")
TIMES = (*UNDOING, SHIFTED)
"""The kinds of rows that determine which time the event shows."""
READ = (*KINDS, *TIMES)
KEYS = {"round_number", "act", "since_ms", "until_ms", "by_ms"}
LONG_PAYLOAD = 10_000
UNREADABLE_AS = (
    OSError, StoreError, sqlite3.Error, ArithmeticError, AttributeError, LookupError,
    RecursionError, TypeError, ValueError,
)  # fmt: skip
"""The errors of reading a file that is damaged or is no event."""


def take_glance(path: Path) -> Glance:
    """Return the state of an event without a full check. Never raises. If another program writes
    the file, a copy is read.
    """
    try:
        if not path.is_file():
            return Glance(Stands.GONE)
        path = real_path(path)  # journals have its name, not a link's or a short one
        journal = path.with_name(f"{path.name}{JOURNAL}")
        rollback = path.with_name(f"{path.name}{ROLLBACK_JOURNAL}")
        if rollback.exists() and rollback.stat().st_size:
            return _with_care(path)
        if not journal.exists() or not journal.stat().st_size:
            return _read(path)
        with TemporaryDirectory(prefix="flagfall-") as folder:
            copy = Path(folder) / path.name
            shutil.copyfile(path, copy)
            shutil.copyfile(journal, copy.with_name(f"{copy.name}{JOURNAL}"))
            return _read(copy, quiet=False)
    except UNREADABLE_AS:
        return Glance(Stands.UNREADABLE)


def _with_care(path: Path) -> Glance:
    """Read a copy of the file in the way in which an event is opened, undoing a change that was
    broken off. This is rare, so SQLAlchemy is loaded only here.
    """
    from app.store.log.log_file import inspect

    with TemporaryDirectory(prefix="flagfall-") as folder:
        copy = Path(folder) / path.name
        shutil.copyfile(path, copy)
        for ending in (JOURNAL, ROLLBACK_JOURNAL):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        stored = inspect(copy).contents.rows
    rows = [(act, kind, payload) for _, act, _, _, _, kind, _, payload, _ in stored]
    shown = [row for row in rows if row[1] in READ]
    return _standing(shown, max((row[2] for row in stored), default=None))


def _read(path: Path, *, quiet: bool = True) -> Glance:
    """Read the file. If ``quiet``, ignore the journal and create no file beside it."""
    address = f"file:{quote(str(path))}?mode=ro{'&immutable=1' if quiet else ''}"
    with closing(sqlite3.connect(address, uri=True)) as file:
        (at_ms,) = file.execute(LAST).fetchone()
        stored = file.execute(ROWS.format(", ".join("?" * len(READ))), READ)
        rows = [(act, kind, _shrink(payload)) for act, kind, payload in stored]
    return _standing(rows, None if at_ms is None else int(at_ms))


def _shrink(payload: str) -> str:
    """Return the payload. If it is long, keep only the keys that are read here, because a hostile
    file could fill the memory.
    """
    if len(payload) <= LONG_PAYLOAD:
        return payload
    return json.dumps({key: value for key, value in json.loads(payload).items() if key in KEYS})


def read_shown_ms(rows: Iterable[tuple[int, str, str]], at_ms: int) -> int:
    """Return an instant as the event shows it. ``rows`` are tuples of act, kind and payload, in
    order. Raises one of UNREADABLE_AS if a payload is damaged or the instant has no date.
    """
    rows = tuple(rows)
    undone = _list_undone(rows)
    by_ms = 0
    for act, kind, payload in rows:
        if kind == SHIFTED and act not in undone:
            shift = json.loads(payload)
            until_ms = shift["until_ms"]
            if shift["since_ms"] <= at_ms and (until_ms is None or at_ms < until_ms):
                by_ms += index(shift["by_ms"])
    shown_ms = max(at_ms + by_ms, 0)
    if shown_ms > LATEST_MS:
        raise ValueError(shown_ms)
    return shown_ms


def _list_undone(rows: Iterable[tuple[int, str, str]]) -> set[int]:
    undone: set[int] = set()
    for _, kind, payload in rows:
        if kind == "undone":
            undone.add(json.loads(payload)["act"])
        elif kind == "redone":
            undone.discard(json.loads(payload)["act"])
    return undone


def _standing(rows: Sequence[tuple[int, str, str]], at_ms: int | None) -> Glance:
    """Return the state of an event from the ``rows`` that determine it: tuples of act, kind and
    payload, in order. ``at_ms`` is the last row's instant, or None if there is no row.
    """
    if at_ms is None:
        return Glance(Stands.NO_EVENT)
    undone = _list_undone(rows)
    stands, number = Stands.NO_ROUND, 0
    for act, kind, payload in rows:
        if kind in KINDS and act not in undone:
            stands, number = KINDS[kind], int(json.loads(payload)["round_number"])
    return Glance(stands, number, read_shown_ms(rows, at_ms) if at_ms else 0)
