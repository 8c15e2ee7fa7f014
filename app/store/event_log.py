"""The event log: everything that happened, one row each, durable before anybody is told.

Imports SQLAlchemy, so the program loads this module late; `app.store.errors` is light.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import select

from app.engine.events import Event, Record
from app.store import codec
from app.store.errors import StoreError
from app.store.event_copy import EventCopy
from app.store.file_lock import FileLock
from app.store.log_file import (
    OpenFile,
    build,
    in_memory,
    inspect,
    open_for_writing,
    open_snapshot,
    put_back,
)
from app.store.log_schema import INSERT_ROW, LOG, META, SELECT_ROWS, STORE_META, TOURNAMENT
from app.store.sqlite_errors import in_sentences

ALIVE = "last_alive_ms"

PUT_BACK = (
    "{file} was deleted or moved while the event is open. Flagfall has put it back with everything"
    " in it and writes on there."
)
NOT_PUT_BACK = (
    "{file} was deleted or moved, and it cannot be put back yet. Do not close Flagfall: what is"
    " done now is in no file."
)

# The types of a row's columns; SQLite itself would take anything anywhere.
ROW = (int, int, int, str, str, str, int, str)


def create(path: Path) -> "EventLog":
    """Make a new event file and open it. Raises StoreError."""
    path = path.resolve()
    lock = FileLock(path)
    try:
        build(path)
        return _open(path, lock)
    except BaseException:
        lock.release()
        raise


def open_log(path: Path, *, read_only: bool = False) -> "EventLog":
    """Open an event file. ``read_only`` sees it as it is now, takes no lock and writes nothing.

    Raises StoreError when it cannot be opened, or is open in another Flagfall already.
    """
    path = path.resolve()
    if read_only:
        return _open(path, None)
    if not path.is_file():
        inspect(path)  # says what is wrong before a lock is left beside nothing
    lock = FileLock(path)
    try:
        return _open(path, lock)
    except BaseException:
        lock.release()
        raise


def _open(path: Path, lock: FileLock | None) -> "EventLog":
    form = inspect(path)
    file = open_for_writing(path, form) if lock else open_snapshot(path)
    try:
        return EventLog(path, file, lock)
    except BaseException:
        file.close()
        raise


class EventLog:
    """An open event file. Used by one thread at a time; closed by ``close`` or ``with``."""

    def __init__(self, path: Path, file: OpenFile, lock: FileLock | None) -> None:
        """Takes over ``file`` and ``lock``; without a lock the log is for reading only."""
        self.path = path
        self._file = file
        self._lock = lock
        with in_sentences(path):
            self._last_seq, self._last_alive_ms = self._last_row()
            noted = self._file.core.scalar(select(META.c.value).where(META.c.key == ALIVE))
        self._gathered_seq = 0
        self._said = ""
        if noted is not None:
            self._lived_until(int(noted))

    @property
    def last_seq(self) -> int:
        """The number of the last row; 0 in a new file."""
        return self._last_seq

    @property
    def last_alive_ms(self) -> int | None:
        """The latest instant at which the program is known to have run; None in a new file."""
        return self._last_alive_ms

    def records(self) -> list[Record]:
        """Every row in order. Raises StoreError naming the first row that is damaged or missing."""
        with in_sentences(self.path):
            rows = self._file.core.exec_driver_sql(SELECT_ROWS).all()
        return [self._record(row, seq) for seq, row in enumerate(rows, start=1)]

    def append(
        self,
        events: Sequence[Event],
        *,
        at_ms: int,
        station: str,
        actor: str,
    ) -> list[Record]:
        """Write ``events`` as the next rows: all of them, durably, or none.

        Together they are one act, which has the first row's number.
        Raises StoreError; the log can be used again as soon as the cause is gone.
        """
        act = self._last_seq + 1
        rows = [
            (TOURNAMENT, seq, act, at_ms, station, actor, *codec.encode(event))
            for seq, event in enumerate(events, start=act)
        ]
        if rows:
            with self._transaction():
                self._file.core.exec_driver_sql(INSERT_ROW, rows)
            self._last_seq += len(rows)
            self._lived_until(at_ms)
        return [
            Record(seq, act, at_ms, station, actor, event)
            for seq, event in enumerate(events, start=act)
        ]

    def note_alive(self, at_ms: int) -> None:
        """Remember that the program ran at ``at_ms``. Cheap: it outlives a crash of the program
        at once, a power cut only after the next ``append`` or the system's own next write.
        """
        self._file.raw.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._transaction():
                self._file.core.exec_driver_sql(STORE_META, (ALIVE, str(at_ms)))
        finally:
            self._file.raw.execute("PRAGMA synchronous = FULL")
        self._lived_until(at_ms)

    def gather(self) -> str:
        """Bring what was appended since into the one file: it may be copied alone at any time.

        Returns what `put_back` has to tell.
        """
        said = self.put_back()
        if self._gathered_seq != self._last_seq:
            with suppress(sqlite3.Error):  # what stays in the journal is read back from there
                self._file.raw.execute("PRAGMA wal_checkpoint(PASSIVE)")
                self._gathered_seq = self._last_seq
        return said

    def put_back(self) -> str:
        """If somebody deleted or moved the file, write it anew with everything and go on there.

        Returns what there is to tell, once: that it was so, or why it could not be done.
        """
        if self._lock is None or self.path.exists():
            self._said = ""
            return ""
        try:
            with in_sentences(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock.take_again()
                self._file = put_back(self.path, self._file)
            said = PUT_BACK.format(file=self.path)
        except StoreError as error:
            said = f"{NOT_PUT_BACK.format(file=self.path)} {error}"
        told, self._said = self._said, said
        return "" if told == said else said

    def check(self) -> None:
        """Read every page of the file. Raises StoreError if SQLite finds it damaged."""
        with in_sentences(self.path):
            found = self._file.raw.execute("PRAGMA integrity_check").fetchone()[0]
        if found != "ok":
            raise StoreError(
                f"{self.path.name} is damaged ({found.splitlines()[-1]})."
                " Keep it as it is and open its latest backup."
            )

    def copied(self) -> EventCopy:
        """The event as it is now, to be written elsewhere by whoever has the time."""
        with in_sentences(self.path):
            return EventCopy(self.path, in_memory(self._file.raw))

    def close(self) -> None:
        """Put everything into the one file and let go of it."""
        self.put_back()
        try:
            with suppress(sqlite3.Error):  # what stays in the journal is read back from there
                self._file.raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._file.close()
        finally:
            if self._lock:
                self._lock.release()
                self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if self._lock is None:
            raise StoreError(f"{self.path.name} is open for reading only; nothing was written.")
        raw = self._file.raw
        with in_sentences(self.path):
            raw.execute("BEGIN IMMEDIATE")
            try:
                yield
                raw.execute("COMMIT")
            except BaseException:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                raise

    def _record(self, row: Sequence[Any], expected: int) -> Record:
        if tuple(map(type, row)) != ROW or row[1] > row[0]:
            raise StoreError(f"Row {expected} of {self.path.name} is damaged.")
        seq, act, at_ms, station, actor, kind, version, payload = row
        if seq != expected:
            raise StoreError(
                f"Row {expected} of {self.path.name} is missing; the next one is {seq}."
                " Open the latest backup."
            )
        return Record(seq, act, at_ms, station, actor, codec.decode(seq, kind, version, payload))

    def _last_row(self) -> tuple[int, int | None]:
        """Number and instant of the last row."""
        last = select(LOG.c.seq, LOG.c.at_ms).where(LOG.c.tournament == TOURNAMENT)
        row = self._file.core.execute(last.order_by(LOG.c.seq.desc()).limit(1)).first()
        if row is None:
            return 0, None
        if (type(row.seq), type(row.at_ms)) != (int, int):
            raise StoreError(f"Row {row.seq} of {self.path.name} is damaged.")
        return row.seq, row.at_ms

    def _lived_until(self, at_ms: int) -> None:
        self._last_alive_ms = max(at_ms, self._last_alive_ms or at_ms)
