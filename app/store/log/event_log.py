"""The event log: one row for each event, durable before any client is notified.

Imports SQLAlchemy, so the program loads this module late; `app.store.errors` is light.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from app.engine.acts.events import Event, Record
from app.engine.frozen import pause_collection, replace
from app.engine.language import say
from app.store import sharing
from app.store.errors import Behind, Damaged, OpenElsewhere, StoreError
from app.store.file_names import demand_no_device, demand_short, real_path
from app.store.log import codec, row_checks
from app.store.log.event_copy import EventCopy
from app.store.log.file_lock import ENDING, FileLock
from app.store.log.log_file import (
    BESIDE,
    ROLLBACK_JOURNAL,
    Contents,
    Inspected,
    OpenFile,
    Sign,
    build,
    chain_after,
    free_name,
    gather,
    in_memory,
    inspect,
    open_for_writing,
    open_snapshot,
    read_contents,
    readable,
    still_holds,
    write_whole,
)
from app.store.log.packed_rows import PackedRows
from app.store.log.row_checks import SIZE, Stored, seal
from app.store.log.schema import (
    ALIVE,
    BOOT,
    COMPUTER,
    EVENT,
    INSERT_ROW,
    MIGRATIONS,
    SESSION,
    STORE_META,
    TOURNAMENT,
)
from app.store.log.sqlite_errors import TOO_LONG, in_sentences, is_too_long
from app.store.own_folder import own_folder
from app.store.preferences import computer_name
from app.store.rescue.aside import keep_others
from app.store.rescue.no_rows import no_rows
from app.store.rescue.place import JOURNAL, Place
from app.store.rescue.witness import Witness, forget, last_seen, seen_with_journal

BESIDE_WHILE_MADE = (".new-journal", " round 10 played to 12.34 (10).part-journal")
BESIDE_WHILE_OPEN = (".new-journal",)
FORM = len(MIGRATIONS) + 1
MOST_IN_JOURNAL = 300  # rows; a desk gathers far more often
REST = 20  # for this many times as long as a full reading took, the file is not read in full again

GONE = say(
    "{file} was deleted or moved while the event was open. Flagfall has restored it in full and"
    " goes on saving there."
)
REPLACED = say(
    "{file} was replaced or overwritten while the event was open. Flagfall has restored its own"
    " file in full and goes on saving there."
)
BACK = say("{file} is back. Flagfall has brought it up to date and goes on saving there.")
LET_IN = say(
    "{file} was opened in another Flagfall while it was open here: the file that keeps others out"
    " was deleted, or the drive does not support locks. Nothing is lost: this Flagfall writes to"
    " {rescue} until the other one has closed the event."
)
MET = say(
    "{file} is also open in another Flagfall, on {computer}, which opened it earlier. Nothing is"
    " lost: the other one now writes to a separate file. Close the event in one of the two."
)
LOCKED_AGAIN = say(
    "{file}, which keeps a second Flagfall from writing to this event, was deleted. Flagfall has"
    " recreated it. Check that nobody else has opened the event meanwhile."
)
ELSEWHERE = say(
    "{file} was deleted, moved or replaced, and it cannot be restored yet: {why} Nothing is lost:"
    " Flagfall writes to {rescue} until it can."
)
NOWHERE = say(
    "{file} was deleted, moved or replaced, and it cannot be restored: {why} Nothing more is saved"
    " until the folder can be written to again."
)
CUT = say(
    "{file} ends at row {there}, but this computer has written row {seen} of it. Its end was cut"
    " off, or an older copy is in its place. Repair the file, or open it as it is."
)
RENAMED = say(
    "{file} ends at row {there}, but this computer has written row {seen} of it: it was moved or"
    " renamed without its journal {journal}. Move the file back to {at} and open it there."
)
OTHER = say(
    "{file} is not the file that this computer has written: row {seen} is another one. It may be an"
    " older copy that went on elsewhere. Open it as it is, or restore a backup."
)


def create(path: Path) -> "EventLog":
    """Make a new event file and open it. Raises StoreError if that is not possible."""
    demand_no_device(path)  # before Windows leads the name to it
    demand_short(path, BESIDE_WHILE_MADE)
    path = real_path(path)
    lock = FileLock(path)
    try:
        build(path)
        try:
            return _open(path, lock, as_it_is=True)
        except BaseException:
            remove(path)  # it holds nothing, and its name is wanted again
            raise
    except BaseException:
        lock.release()
        raise


@contextmanager
def new_file(path: Path) -> Iterator["EventLog"]:
    """Create a new event file for the caller to fill at once. If the caller raises an exception,
    the file is removed. Raises StoreError if the file cannot be created.
    """
    log = create(path)
    try:
        yield log
        log.close()
    except BaseException:
        log.abandon()
        remove(log.path)
        raise


def remove(path: Path) -> None:
    """Remove an event file that nobody has open, together with SQLite's files beside it and this
    computer's note of it.
    """
    with suppress(sqlite3.Error, OSError), readable(path, journal=False) as raw:
        meta = dict(raw.execute("SELECT key, value FROM meta").fetchall())
        forget(meta.get(EVENT, ""), path)
    for ending in ("", *BESIDE, ROLLBACK_JOURNAL):
        sharing.remove_file(path.with_name(f"{path.name}{ending}"), missing_ok=True)


def remove_empty(path: Path) -> None:
    """Remove an event file that nobody has open, if it has no rows."""
    with suppress(StoreError):
        if not inspect(path).contents.rows:
            remove(path)


def open_log(path: Path, *, read_only: bool = False, as_it_is: bool = False) -> "EventLog":
    """Open an event file. With ``read_only`` the event is read as it is now, without a lock, and
    nothing is written.

    Raises StoreError if the file cannot be opened or is open in another Flagfall, and Damaged if a
    row differs from what was written. Unless ``as_it_is`` is set, also raises StoreError if the
    file has no rows, and Behind if the file lacks rows that this computer wrote.
    """
    path = real_path(path)
    if read_only:
        return _open(path, None, as_it_is=as_it_is)
    demand_short(path, BESIDE_WHILE_OPEN)
    if not path.is_file():
        inspect(path)  # raises what is wrong before a lock is left beside a missing file
    lock = FileLock(path)
    try:
        return _open(path, lock, as_it_is=as_it_is)
    except BaseException:
        lock.release()
        raise


def _open(path: Path, lock: FileLock | None, *, as_it_is: bool = False) -> "EventLog":
    inspected = inspect(path)
    if not as_it_is and (fault := no_rows(path, inspected.contents)):
        raise StoreError(fault)
    if lock and not as_it_is and (missing := behind(path, inspected.contents)):
        raise Behind(missing)
    file = open_for_writing(path, inspected) if lock else open_snapshot(path, inspected)
    try:
        return EventLog(path, file, lock, inspected)
    except BaseException:
        file.close()
        raise


def behind(path: Path, contents: Contents) -> str:
    """Return a sentence on the rows that this computer wrote into the file and that the file no
    longer has; empty if there are none.
    """
    if not contents.event:
        return ""
    there = len(contents.rows)
    if left := seen_with_journal(contents.event, path, there):
        journal = f"{left.at}{JOURNAL}"
        return RENAMED.format(
            file=path.name, there=there, seen=left.seq, journal=journal, at=left.at
        )
    seen = last_seen(contents.event, path)
    if seen is None:
        return ""
    if there < seen.seq:
        return CUT.format(file=path.name, there=there, seen=seen.seq)
    if chain_after(contents, seen.seq).hex() != seen.chain:
        return OTHER.format(file=path.name, seen=seen.seq)
    return ""


class Batch:
    """Acts that are written together. Each act is encoded and chained to the one before, but none
    is in the log yet.
    """

    def __init__(self, last_seq: int, chain: bytes) -> None:
        """Start a batch after the log's row ``last_seq``. The first new row is chained to
        ``chain``.
        """
        self.rows: list[Stored] = []
        self._last_seq, self._chain, self._first_chain = last_seq, chain, chain

    def add(self, events: Sequence[Event], *, at_ms: int, station: str, actor: str) -> list[Record]:
        """Add one more act and return its rows as they will be in the log. The number of the act is
        that of its first row.

        Raises StoreError if the act cannot be written; then it is not added.
        """
        act = self._last_seq + 1
        seqs = (act, *range(act + 1, act + len(events)))  # most rows keep one number for both
        records = [
            Record(seq, act, at_ms, station, actor, event)
            for seq, event in zip(seqs, events, strict=False)
        ]
        rows: list[Stored] = []
        chain = self._chain
        for record in records:
            content = (record.seq, act, at_ms, station, actor, *codec.encode(record.event))
            rows.append(row_checks.chain_row(content, chain))
            chain = rows[-1][-1][SIZE:]
        self.rows += rows
        self._last_seq, self._chain = self._last_seq + len(rows), chain
        return records

    def drop(self, latest: Sequence[Record]) -> None:
        """Remove ``latest``, the act that was added last, and free its row numbers for the next
        one.
        """
        del self.rows[len(self.rows) - len(latest) :]
        self._last_seq -= len(latest)
        self._chain = self.rows[-1][-1][SIZE:] if self.rows else self._first_chain


class EventLog:
    """An open event file. It is used by one thread at a time, and closed by ``close`` or at the end
    of a ``with`` block.

    All rows are in memory as well, so the file can be rewritten whatever happens to it while it is
    open.
    """

    def __init__(
        self, path: Path, file: OpenFile, lock: FileLock | None, inspected: Inspected
    ) -> None:
        """Take over ``file`` and ``lock``. Without a lock the log is read-only."""
        self.path = path
        self._lock = lock
        self._said = self._trouble = self._met = ""
        self._rescue: Path | None = None
        self._contents = inspected.contents
        self._witness: Witness | None = None
        self._place: Place | None = None
        self._in_journal = self._beats = 0
        self._last_alive_ms = self._contents.alive_ms
        with in_sentences(path):
            self._take(file, inspected)
        if self._rows:
            self._lived_until(self._rows[-1][2])
        seen = last_seen(self._contents.event, path) if self._contents.event else None
        if seen and seen.alive_ms and chain_after_or_none(self._contents, seen.seq) == seen.chain:
            self._lived_until(seen.alive_ms)  # the journal's end may be lost, with a heartbeat only
        if lock:
            self._note()

    @property
    def last_seq(self) -> int:
        """The number of the last row; 0 in a new file."""
        return len(self._rows)

    @property
    def last_sign(self) -> Sign:
        """Return when the program is last known to have run."""
        return Sign(self._last_alive_ms, self._contents.boot_instant)

    @property
    def behind(self) -> str:
        """A sentence on the rows that this computer has written and that the file no longer has;
        empty if there are none.
        """
        return behind(self.path, self._contents)

    @property
    def last_chain(self) -> str:
        """The checksum that the next row will be chained to, hexadecimal."""
        return self._contents.chain.hex()

    def records(self, after: int = 0) -> list[Record]:
        """Return every row after row ``after``, in order. Raises StoreError naming the first row
        that is damaged.
        """
        with pause_collection():
            return [record for rows in self._rows.pieces(after) for record in codec.records(rows)]

    def append(
        self,
        events: Sequence[Event],
        *,
        at_ms: int,
        station: str,
        actor: str,
    ) -> list[Record]:
        """Write ``events`` as the next rows: all of them, durably, or none.

        Together they are one act, whose number is that of the first row. Raises StoreError if they
        cannot be written; the log can be used again as soon as the cause is gone.
        """
        batch = self.batch()
        records = batch.add(events, at_ms=at_ms, station=station, actor=actor)
        self.write(batch)
        return records

    def batch(self) -> "Batch":
        """Return an empty batch for the next rows. The batch is dropped unless `write` is called
        before another batch begins.
        """
        return Batch(self.last_seq, self._contents.chain)

    def write(self, batch: "Batch") -> None:
        """Write the acts of ``batch``: all of them, durably, or none.

        Raises StoreError if they cannot be written; the log can be used again as soon as the cause
        is gone.
        """
        if batch.rows:
            self._write(batch.rows)
            self._lived_until(max(row[2] for row in batch.rows))
            self._note()

    @property
    def contents(self) -> Contents:
        """Everything that the event holds."""
        return self._contents

    @property
    def shared(self) -> None:
        """None: an event's file is open in one place only, so no stations share it."""
        return None

    def note_sign(self, at_ms: int | None, boot_instant: str = "") -> None:
        """Record that the program ran at ``at_ms``, together with the value of this computer's
        counter; record only the counter if ``at_ms`` is None. This is cheap. The note survives a
        crash of the program. A power cut may lose it until the next ``append``, or until the system
        writes it to the disk.
        """
        if at_ms is not None:
            self._store_beside({ALIVE: str(at_ms), BOOT: boot_instant})
            self._lived_until(at_ms)
        elif boot_instant != self._contents.boot_instant:
            self._store_beside({BOOT: boot_instant})
        self._contents = replace(self._contents, boot_instant=boot_instant)
        if at_ms is not None:
            self._note()

    def look_after(self, *, gather: bool) -> str:
        """Restore the file if it is missing and, with ``gather``, move the rows from the journal
        into it. Return what `put_back` returns.
        """
        return self.gather() if gather else self.put_back()

    def gather(self) -> str:
        """Move the rows from the journal into the file, so that the file alone can be copied at any
        time.

        Returns what `put_back` returns.
        """
        notice = self.put_back()
        if self._in_journal:
            self._gather()
        return notice

    def put_back(self) -> str:
        """Write the file again in full if it was deleted, moved, replaced or overwritten, and
        continue there. Also check that no other Flagfall has opened it. Return a message for the
        organizer that says what happened, or why the file could not be restored. The message is
        returned only once.
        """
        is_ours = self._place is None or (self._keep_lock() and not self._rescue)
        if not is_ours or (self._place is not None and not self._in_place()):
            with suppress(StoreError):  # reported below
                self._write_anew()
        before, self._said = self._said, self._trouble
        if not self._rescue and self._place is not None:
            self._trouble = ""
        return "" if before == self._said else self._said

    def check(self) -> None:
        """Read every page of the file. Raises StoreError if one is damaged."""
        with in_sentences(self.path):
            verdict = self._file.raw.execute("PRAGMA integrity_check").fetchone()[0]
        if verdict != "ok":
            raise Damaged(
                say(
                    "{path} is damaged ({splitlines})."
                    " Keep the file as it is. Repair it, or open its latest backup.",
                    path=self.path.name,
                    splitlines=verdict.splitlines()[-1],
                )
            )

    def copied(self) -> EventCopy:
        """Return a copy of the event as it is now, to be written to a file later."""
        with in_sentences(self.path):
            memory = in_memory(self._file.raw)
            if self._contents.event:
                nobody = seal(SESSION, "", self._contents.event)
                memory.execute(STORE_META, (SESSION, nobody))
            return EventCopy(self.path, memory)

    def close(self) -> None:
        """Move everything into the file and close it."""
        try:
            if self._place is not None:
                self.put_back()
                with suppress(sqlite3.Error):  # rows left in the journal are read back from it
                    gather(self._file.raw, whole=True)
                self._file.close()
                self._leave_whole()
            else:
                self._file.close()
        finally:
            self._place = None
            if self._witness:
                self._witness.close()
            if self._lock:
                self._lock.release()
                self._lock = None

    def abandon(self) -> None:
        """Close the file without saving anything more, because it is no longer needed."""
        self._place = None
        self.close()

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
            raise StoreError(
                say("{path} is open for reading only; nothing was written.", path=self.path.name)
            )
        raw = self._file.raw
        with in_sentences(self.path):
            raw.execute("BEGIN IMMEDIATE")
            try:
                yield
                raw.execute("COMMIT")
            except BaseException as error:
                if raw.in_transaction:
                    raw.execute("ROLLBACK")
                if is_too_long(error):
                    raise StoreError(TOO_LONG.format(name=self.path.name)) from error
                raise

    @contextmanager
    def _beside_rows(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for changing something other than rows. The change need not survive a
        power cut.
        """
        if self._place is not None and not self._in_place():
            self._write_anew()  # else a change by others would be taken for our own
        self._file.raw.execute("PRAGMA synchronous = NORMAL")
        try:
            with self._transaction():
                yield self._file.raw
            self._beats += 1
        finally:
            self._file.raw.execute("PRAGMA synchronous = FULL")
        if self._place is not None:
            self._place.written()

    def _store_beside(self, values: Mapping[str, str]) -> None:
        event = self._contents.event
        with self._beside_rows() as raw:
            for key, value in values.items():
                raw.execute(STORE_META, (key, seal(key, value, event)))

    @property
    def _rows(self) -> PackedRows:
        return self._contents.rows

    def _write(self, rows: Sequence[Stored]) -> None:
        """Write rows durably into the event's file under its own name. Raises StoreError if that is
        not possible.
        """
        if self._place is not None and not self._in_place():
            self._write_anew()
        self._insert(rows)
        assert self._place is not None
        self._rows.extend(rows)
        self._in_journal += len(rows)
        if not self._place.written() and not self._in_place():
            try:
                self._write_anew()
            except StoreError:
                self._rows.cut(len(self._rows) - len(rows))
                raise
        if self._in_journal >= MOST_IN_JOURNAL:
            self._gather()

    def _insert(self, rows: Sequence[Stored]) -> None:
        with self._transaction():
            self._file.raw.executemany(INSERT_ROW, [(TOURNAMENT, *row) for row in rows])

    def _take(self, file: OpenFile, inspected: Inspected | None) -> None:
        """Continue with this file. If the file may be written, note in it that this program writes
        it.

        All its rows are read, unless it was ``inspected`` and has not been upgraded since.
        """
        self._file = file
        at = self._rescue or self.path
        if self._lock is None:
            return
        if inspected is None or inspected.form < FORM or not still_holds(file.raw, inspected):
            self._contents = read_contents(file.raw, at.name, FORM)
        session = token_hex(8)
        for key, value in ((SESSION, session), (COMPUTER, f"{session} {computer_name()}")):
            file.raw.execute(STORE_META, (key, seal(key, value, self._contents.event)))
        gather(file.raw, whole=True)
        self._contents = replace(self._contents, session=session)
        if at == self.path:
            self._lock.note(session)
        self._place = Place(at)
        self._in_journal = self._beats = 0
        if self._witness is None:
            self._witness = Witness(self._contents.event, self.path)

    def _note(self) -> None:
        if self._witness is not None:
            chain = self._contents.chain
            at = self._rescue or self.path
            self._witness.write(self.last_seq, chain, self._last_alive_ms, at)

    def _gather(self) -> None:
        with suppress(sqlite3.Error):  # rows left in the journal are read back from it
            gather(self._file.raw)
            self._in_journal = self._beats = 0
        if self._place is not None:
            self._place.written(file=True)

    def _in_place(self) -> bool:
        """Tell whether the file with the event's name is still the one that this program writes,
        with all rows in it.
        """
        place = self._place
        assert place is not None
        if self._file.is_closed:  # the last attempt could write it nowhere
            return False
        journal = place.journal_as_left()
        if journal and place.file_as_left():
            return True
        began_s = time.monotonic()
        if not place.same_files() or not self._holds_all(place.path):
            return False
        if not journal and not self._in_journal:
            return self._journal_emptied()
        return place.read_through(REST * (time.monotonic() - began_s))

    def _journal_emptied(self) -> bool:
        """Start a new journal after somebody touched the old one, whose rows are all in the file by
        now. Tell whether that succeeded.
        """
        if self._beats:
            return False
        with suppress(sqlite3.Error):
            gather(self._file.raw, whole=True)
            self._place = Place(self._rescue or self.path)
            return True
        return False

    def _holds_all(self, path: Path) -> bool:
        """Tell whether the file has all rows of this log. This must hold for the file as it is open
        now, and as it would be read after a crash, when SQLite checks its journal.
        """
        mine = self._contents
        try:
            with TemporaryDirectory() as folder:
                for ending in ("", JOURNAL):
                    shutil.copy(f"{path}{ending}", folder)
                found = [inspect(file).contents for file in (path, Path(folder) / path.name)]
        except (StoreError, OSError):
            return False
        return all(there.session == mine.session and there.rows == mine.rows for there in found)

    def _keep_lock(self) -> bool:
        """Tell whether this program still holds the lock on the event's file, and take the lock
        again if it was removed. Prepare a message for the organizer if the lock was removed, or if
        its file says that a program on another computer had the event open before.
        """
        assert self._lock is not None
        lock = self._lock
        if lock.warning not in {"", self._met}:
            self._met = lock.warning
            self._trouble = MET.format(file=self.path, computer=self._met)
        if lock.is_held:
            return True
        try:
            lock.take_again()
            lock.note(self._contents.session)
        except (StoreError, OSError):
            return False
        self._trouble = LOCKED_AGAIN.format(file=f"{self.path}{ENDING}")
        return True

    def _write_anew(self) -> None:
        """Write the file again from memory. If that fails, write to a folder of this computer for
        now. If others have written a file under the event's name, that file is kept under another
        name.

        Raises StoreError if neither is possible; then the rows are in no file.
        """
        assert self._lock is not None
        was_there, aside = os.path.exists(self.path), ""
        try:
            with in_sentences(self.path):
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock.take_again()
                aside = self._keep_others(self.path)
                notice = GONE if not was_there else BACK if self._rescue else REPLACED
                self._replace(self.path)
            self._trouble = f"{notice.format(file=self.path)} {aside}".rstrip()
            return
        except OpenElsewhere as error:
            why, elsewhere = str(error), LET_IN
            self._lock.warn(computer_name())
        except StoreError as error:
            why, elsewhere = str(error), ELSEWHERE
        if self._rescue and self._place is not None and self._place.file_as_left():
            self._trouble = f"{self._trouble} {aside}".strip()
            return
        self._write_to_rescue(elsewhere, why, aside)

    def _keep_others(self, path: Path) -> str:
        place = self._place if self._is_at(path) else None
        return keep_others(
            path,
            self._contents,
            is_own_journal=place is not None and place.own_journal(),
            is_open=place is not None and place.own_file() and not self._file.is_closed,
        )

    def _is_at(self, path: Path) -> bool:
        """Tell whether this program writes its rows to the file ``path``."""
        return self._place is not None and self._place.path == path

    def _write_to_rescue(self, elsewhere: str, why: str, aside: str) -> None:
        stamp = time.strftime("%Y-%m-%d %H-%M-%S")
        folder = own_folder("rescued")
        rescue = folder / f"{self.path.stem} {stamp}{self.path.suffix}"
        try:
            with in_sentences(rescue):
                folder.mkdir(parents=True, exist_ok=True)
                rescue = free_name(rescue)
                self._replace(rescue)
            told = elsewhere.format(file=self.path, why=why, rescue=rescue)
            self._trouble = f"{told} {aside}".rstrip()
        except StoreError as error:
            self._trouble = NOWHERE.format(file=self.path, why=why)
            raise StoreError(self._trouble) from error

    def _replace(self, path: Path) -> None:
        """Write everything to ``path`` and continue there."""
        contents = replace(self._contents, alive_ms=self._last_alive_ms)
        write_whole(path, contents, let_go=self._file.leave if self._is_at(path) else None)
        left, self._rescue = self._rescue, None if path == self.path else path
        self._file.close()  # before the new file has a journal: SQLite takes the one of its name
        for ending in BESIDE:
            sharing.remove_file(path.with_name(path.name + ending), missing_ok=True)
        self._take(open_for_writing(path, Inspected(FORM, contents, journal=False)), None)
        self._note()
        if left and left != path:
            with suppress(OSError):  # another program may keep it: all rows are here
                sharing.remove_file(left)

    def _leave_whole(self) -> None:
        """Check, before the file is closed, that it holds every row. Write it again if it does
        not.
        """
        at = self._rescue or self.path
        contents = replace(self._contents, session="", alive_ms=self._last_alive_ms)
        try:
            there = inspect(at).contents
            if there.rows == contents.rows:
                return
        except StoreError:
            pass
        with suppress(StoreError), in_sentences(at):
            self._keep_others(at)
            write_whole(at, contents)

    def _lived_until(self, at_ms: int) -> None:
        self._last_alive_ms = max(at_ms, self._last_alive_ms or at_ms)


def chain_after_or_none(contents: Contents, seq: int) -> str | None:
    """Return the checksum in the chain after row ``seq``, hexadecimal; None if there is no such
    row.
    """
    return chain_after(contents, seq).hex() if seq <= len(contents.rows) else None
