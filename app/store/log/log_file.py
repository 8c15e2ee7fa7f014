"""Creates, checks, upgrades and opens the SQLite file under an event log. No events here.

A file is first read through a connection that cannot write, and only then opened for writing. So a
file that is refused stays unchanged, byte for byte.
"""

import os
import re
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import quote

from msgspec import Struct
from sqlalchemy import Connection, NullPool, create_engine

from app import VERSION
from app.engine.frozen import pause_collection
from app.engine.language import group_digits, mark_text, say
from app.store import sharing
from app.store.errors import Damaged, Newer, StoreError
from app.store.file_names import demand_no_device, demand_short, exists, fitting
from app.store.log import codec, row_checks
from app.store.log.codec import is_known
from app.store.log.file_lock import left_note
from app.store.log.packed_rows import PackedRows
from app.store.log.row_checks import SIZE, Stored, seal, unseal
from app.store.log.schema import (
    ALIVE,
    APPLICATION,
    APPLICATION_ID,
    APPLICATION_VERSION,
    BOOT,
    CHECKSUM,
    COMPUTER,
    EVENT,
    FORMAT,
    INSERT_ROW,
    KEYS,
    MAKE_TABLES,
    META,
    MIGRATIONS,
    SELECT_ROWS,
    SELECT_ROWS_1,
    SESSION,
    STORE_META,
    TOURNAMENT,
    Migration,
    new_event,
)
from app.store.log.sqlite_errors import NO_SHARED_MEMORY, SENTENCES, in_sentences

BUSY_SECONDS = 1.0
JOURNAL = "-wal"
BESIDE = (JOURNAL, "-shm")
ROLLBACK_JOURNAL = "-journal"  # the pages from before a change that was broken off

# Values of other types were not written by a newer Flagfall; somebody damaged the file by hand, and
# reading it shows where.
KINDS_WRITTEN = """
    SELECT DISTINCT kind, version FROM log
    WHERE typeof(kind) = 'text' AND typeof(version) = 'integer'
"""
# The largest sizes of an event. 2,048 players in 11 rounds come to about 60 MB and 300,000 rows. A
# file that holds much more is refused before it takes all memory. docs/architecture.md says why
# these sizes were chosen.
MOST_FILE_BYTES = 128_000_000
MOST_ROW_BYTES = 5_000_000
MOST_ROWS = 600_000
# In files larger than the first size, the sizes of rows are checked before any row is read. In
# files larger than the second, all rows are checked before any row is kept in memory.
SIZES_FIRST_BYTES = 4_000_000
CHECK_FIRST_BYTES = 24_000_000
ROWS_AT_ONCE, TEXT_AT_ONCE = 512, 1_000_000
CACHE_KIB = 200  # rows are read once and then added at the end
PAGES = ("count", "size")
SIZES = "SELECT count(*), max({}) FROM log".format(
    " + ".join(
        f"ifnull(length(CAST({column} AS BLOB)), 0)"
        for column in ("act", "at_ms", "station", "actor", "kind", "version", "payload")
    )
)
LAST_ROW = "SELECT seq, checksum FROM log ORDER BY tournament DESC, seq DESC LIMIT 1"

# Where the header of a file says that it was never written with a journal of our kind.
WRITTEN_BY = slice(18, 20)
ROLLBACK = b"\x01\x01"
# Where the header says that the file is SQLite's, and which program's.
MAGIC, SQLITE = slice(0, 16), b"SQLite format 3\0"
APPLICATION_AT = slice(68, 72)
NO_EVENT = say("{path} is not a Flagfall event file.")

HEAD = mark_text("Its head is not as it was written.")
WHAT_NOW = say("Keep the file as it is. Repair it, or open its latest backup.")


class Contents(Struct, frozen=True):
    """Everything that an event's file holds. Rows of format 1 had no checksums; they get theirs
    when they are read.
    """

    event: str
    version: str
    session: str
    alive_ms: int | None
    rows: PackedRows
    computer: str = ""
    """The name of the computer that wrote the file last, if it is known."""
    boot_instant: str = ""
    """A time of the event, together with the value of a computer's counter at that time; empty if
    none was noted.
    """

    @property
    def chain(self) -> bytes:
        """The second half of the last row's checksum."""
        last = self.rows.last
        return chain_after(self, 0) if last is None else last[-1][SIZE:]


class Sign(NamedTuple):
    """The sign of life in a file: when the program is last known to have run."""

    alive_ms: int | None
    """The last instant at which the program is known to have run; None in a new event."""
    boot_instant: str = ""
    """A time of the event, together with the value of a computer's counter at that time; may be
    empty. The counter is that of the computer that wrote last.
    """


def chain_after(contents: Contents, seq: int) -> bytes:
    """Return the checksum to which the row after number ``seq`` is chained."""
    if not seq:
        return row_checks.beginning(contents.event, contents.version)
    return contents.rows[seq - 1][-1][SIZE:]


class Inspected(Struct, frozen=True):
    """A file that can be opened: its format, its contents, and whether the journal beside it
    belongs to it. A journal that does not belong to it was left by another file of this name.

    ``rolled_back`` is True if a change was broken off. The pages from before that change are in a
    rollback journal.
    """

    form: int
    contents: Contents
    journal: bool = True
    rolled_back: bool = False


class OpenFile(Struct, frozen=True):
    """One connection to a file, as SQLAlchemy's object and as the driver's own object."""

    core: Connection
    raw: sqlite3.Connection

    @property
    def is_closed(self) -> bool:
        return self.core.closed

    def close(self) -> None:
        self.core.close()
        self.raw.close()

    def leave(self) -> None:
        """Close a file that others have written to, without writing to it. On Python 3.11, closing
        still moves the journal into the file.
        """
        if sys.version_info >= (3, 12):
            self.raw.setconfig(sqlite3.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, True)
        self.close()


def build(path: Path) -> None:
    """Create an event file without events. The file appears under its name only once it is
    complete.
    """
    demand_new(path)
    with in_sentences(path):
        write_whole(path, Contents(new_event(), VERSION, "", None, PackedRows()))


def demand_new(path: Path) -> None:
    """Raise StoreError if a file of this name exists already, or if Windows allows none."""
    demand_no_device(path)
    if exists(path):
        raise StoreError(
            say("{path} is already there. Choose another name, or open that file.", path=path)
        )


def write_whole(
    path: Path, contents: Contents, *, let_go: Callable[[], None] | None = None
) -> None:
    """Write a file with these contents to ``path``, replacing whatever is there. ``let_go`` closes
    the old file if it is open here, because Windows cannot replace an open file.
    """
    unfinished = path.with_name(path.name + ".new")
    sharing.remove_file(unfinished, missing_ok=True)
    try:
        _write_tables(unfinished, contents)
        if let_go:
            let_go()
        sharing.replace(unfinished, path)
        sync_folder(path.parent)
    finally:
        sharing.remove_file(unfinished, missing_ok=True)


def inspect(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Inspected:
    """Return the contents and the state of a file. Raises StoreError if this Flagfall cannot open
    it.
    """
    _demand_file(path)
    with pause_collection():
        return _inspect_all(path, migrations)


def _inspect_all(path: Path, migrations: Sequence[Migration]) -> Inspected:
    if not _has_journal(path, ROLLBACK_JOURNAL):
        return _inspect(path, migrations)
    try:
        return _inspect(path, migrations)  # whole: the journal is another file's, or not needed
    except Damaged:
        with suppress(StoreError, OSError):
            return _read_as(path, migrations, journal=True, rolled_back=True)
        raise


def _inspect(path: Path, migrations: Sequence[Migration]) -> Inspected:
    """Return the contents of a file with those of its journal, if the journal belongs to it."""
    if not _has_journal(path):
        return _read_as(path, migrations, journal=False)
    if _header(path)[WRITTEN_BY] == ROLLBACK:
        return _read_as(path, migrations, journal=False)
    alone = _attempt(path, migrations, journal=False)
    both = _attempt(path, migrations, journal=True)
    if isinstance(both, Inspected):
        if not isinstance(alone, Inspected) or _belongs(path, alone.contents, both.contents):
            return both
        return alone
    if isinstance(alone, Inspected) and not _same_session(path, alone.contents):
        return alone
    raise both


def _attempt(
    path: Path, migrations: Sequence[Migration], *, journal: bool
) -> Inspected | StoreError:
    try:
        return _read_as(path, migrations, journal=journal)
    except StoreError as error:
        return error


def _belongs(path: Path, alone: Contents, both: Contents) -> bool:
    """Tell whether a journal that fits the file was written for this file.

    A program that writes an event notes its session in the file and beside it. If nothing is noted,
    the file's rows must be the first rows of file and journal together.
    """
    noted = left_note(path)
    if noted and alone.session:
        return noted == alone.session
    seq = len(alone.rows)
    whole = both.event == alone.event and len(both.rows) >= seq
    return whole and chain_after(both, seq) == alone.chain


def _same_session(path: Path, alone: Contents) -> bool:
    noted = left_note(path)
    return bool(noted) and noted == alone.session


def _read_as(
    path: Path, migrations: Sequence[Migration], *, journal: bool, rolled_back: bool = False
) -> Inspected:
    with (
        in_sentences(path),
        readable(path, journal=journal, rolled_back=rolled_back) as raw,
    ):
        (application,) = raw.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            raise Damaged(NO_EVENT.format(path=path.name))
        (form,) = raw.execute("PRAGMA user_version").fetchone()
        if form > len(migrations) + 1:
            if _says_form(raw, form):
                raise newer_file(path.name)
            raise _report_damage(path.name, say(HEAD))
        if form == 1:  # nothing else distinguishes a newer file from a damaged one
            _demand_known(raw.execute(KINDS_WRITTEN), path)
        return Inspected(form, read_contents(raw, path.name, form), journal, rolled_back)


def _says_form(raw: sqlite3.Connection, form: int) -> bool:
    """Tell whether the table beside the rows has the same format number as the head. If only the
    head has it, the head is damaged and the file is not newer.
    """
    row = raw.execute("SELECT value FROM meta WHERE key = ?", (FORMAT,)).fetchone()
    return row is not None and row[0] == str(form)


def _demand_known(written: Iterable[Sequence[Any]], path: Path) -> None:
    for kind, number in written:
        if not is_known(kind, number):
            raise newer_file(path.name)


def read_contents(raw: sqlite3.Connection, name: str, form: int) -> Contents:
    """Return every row, checked against its checksum and the row before. Raises Damaged, naming the
    first row that differs, StoreError if there is more than an event can hold, Newer if a newer
    Flagfall wrote rows, and the errors of sqlite3.
    """
    file_bytes = _count_bytes(raw)
    if file_bytes > SIZES_FIRST_BYTES:
        _demand_sizes(raw, name)
    meta = dict(raw.execute("SELECT key, value FROM meta").fetchall())
    if meta.get(FORMAT) != str(form) or meta.get(APPLICATION) != "flagfall":
        raise _report_damage(name, say(HEAD))
    if form == 1:
        return _read_1(raw, name, meta)
    if meta.get(CHECKSUM) != row_checks.ALGORITHM:
        raise _report_damage(name, say(HEAD))
    event, version = meta.get(EVENT, ""), meta.get(APPLICATION_VERSION, "")
    session = unseal(SESSION, meta.get(SESSION), event)
    alive = unseal(ALIVE, meta.get(ALIVE), event)
    whole = re.fullmatch("[0-9a-f]{16}", event) and all(key in meta for key in KEYS)
    if not whole or session is None or alive is None:
        raise _report_damage(name, say(HEAD))
    alive_ms = int(alive) if alive else None
    computer = _computer(meta, session, event)
    boot_instant = unseal(BOOT, meta.get(BOOT), event) or ""
    if file_bytes > CHECK_FIRST_BYTES:
        for rows in _check_pieces(raw, name, row_checks.beginning(event, version)):
            codec.records(rows)  # rows that cannot be read are found before any are kept
    contents = Contents(event, version, session, alive_ms, PackedRows(), computer, boot_instant)
    for rows in _check_pieces(raw, name, chain_after(contents, 0)):
        contents.rows.extend(rows)
    return contents


def _count_bytes(raw: sqlite3.Connection) -> int:
    (pages,), (page_bytes,) = (raw.execute(f"PRAGMA page_{of}").fetchone() for of in PAGES)
    return int(pages * page_bytes)


def _demand_sizes(raw: sqlite3.Connection, name: str) -> None:
    """Raise StoreError if there are more or longer rows than an event has. This reads no row into
    memory.
    """
    try:
        count, longest = raw.execute(SIZES).fetchone()
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_TOOBIG:
            raise
        return  # reading it row by row says where it is damaged
    if count > MOST_ROWS:
        raise too_large(name)
    if count and longest > MOST_ROW_BYTES:
        raise StoreError(SENTENCES[sqlite3.SQLITE_TOOBIG].format(name=name))


def _check_pieces(raw: sqlite3.Connection, name: str, before: bytes) -> Iterator[list[Stored]]:
    """Yield all rows in batches, each row checked against its checksum and the row before. Raises
    Damaged, naming the first row that differs, and Newer after the last batch if a newer Flagfall
    wrote rows.
    """
    count, strange = 0, False
    for rows in _pieces(raw, name, SELECT_ROWS):
        if fault := row_checks.first_fault(rows, count + 1, before):
            raise _report_damage(name, fault)
        strange = strange or not all(is_known(*row[5:7]) for row in rows)
        count, before = count + len(rows), rows[-1][-1][SIZE:]
        if not strange:
            yield rows
    _demand_all(raw, name, count)
    if strange:
        raise newer_file(name)


def _pieces(raw: sqlite3.Connection, name: str, statement: str) -> Iterator[list[Any]]:
    """Yield all rows in batches. Raises StoreError if there is more than an event can have."""
    rows, letters, count = list[Any](), 0, 0
    # A cursor that an error leaves behind would keep the file open.
    with closing(raw.execute(statement)) as cursor:
        for row in cursor:
            rows.append(row)
            letters += _count_letters(row)
            if len(rows) == ROWS_AT_ONCE or letters > TEXT_AT_ONCE:
                count += len(rows)
                if count > MOST_ROWS:
                    raise too_large(name)
                yield rows
                rows, letters = [], 0
    if rows:
        yield rows


def _count_letters(row: Sequence[Any]) -> int:
    """Return the number of letters in a row's texts. For a malformed row, return the highest number
    that a row can have.
    """
    seq, act, at_ms, station, actor, kind, version, payload, *checksum = row  # none in format 1
    if not type(seq) is type(act) is type(at_ms) is type(version) is int:
        return MOST_ROW_BYTES
    try:
        return sum(map(len, (station, actor, kind, payload, *checksum)))
    except TypeError:  # a number where a text should be
        return MOST_ROW_BYTES


def _computer(meta: Mapping[str, str], session: str, event: str) -> str:
    """Return the name of the computer that wrote the file in this session. An older Flagfall does
    not change the note of the computer, so a note from another session does not count.
    """
    noted = unseal(COMPUTER, meta.get(COMPUTER), event) or ""
    of, _, computer = noted.partition(" ")
    return computer if session and of == session else ""


def too_large(name: str) -> StoreError:
    return StoreError(
        say(
            "{name} is too large for an event: Flagfall opens up to {most} MB and {rows} rows."
            " The file was left as it is.",
            name=name,
            most=MOST_FILE_BYTES // 1_000_000,
            rows=group_digits(MOST_ROWS),
        )
    )


def still_holds(raw: sqlite3.Connection, inspected: Inspected) -> bool:
    """Tell whether nobody wrote to the log since it was inspected, which shows in its last row."""
    rows = inspected.contents.rows
    last = (rows[-1][0], rows[-1][-1]) if rows else None
    return bool(raw.execute(LAST_ROW).fetchone() == last)


def _read_1(raw: sqlite3.Connection, name: str, meta: dict[str, str]) -> Contents:
    """Read a file of format 1, which had no checksums. Only something that cannot be a row counts
    as an error.
    """
    version = meta.get(APPLICATION_VERSION, "")
    before, rows = row_checks.beginning("", version), PackedRows()
    for some in _pieces(raw, name, SELECT_ROWS_1):
        for row in some:
            seq = len(rows) + 1
            if tuple(map(type, row)) != row_checks.TYPES:
                raise _report_damage(name, say("Row {seq} is damaged.", seq=seq))
            stored = row_checks.chain_row(row, before)
            if fault := row_checks.fault(stored, seq, before):
                raise _report_damage(name, fault)
            rows.append(stored)
            before = stored[-1][SIZE:]
    _demand_all(raw, name, len(rows))
    alive = str(meta.get(ALIVE, ""))
    return Contents("", version, "", int(alive) if alive.isdecimal() else None, rows)


def _demand_all(raw: sqlite3.Connection, name: str, rows: int) -> None:
    (there,) = raw.execute("SELECT count(*) FROM log").fetchone()
    if there != rows:
        raise _report_damage(name, say("There are rows of another event in it."))


def _report_damage(name: str, what: str) -> Damaged:
    return Damaged(
        say("{name} is damaged. {what} {what_now}", name=name, what=what, what_now=WHAT_NOW)
    )


def open_for_writing(
    path: Path, inspected: Inspected, migrations: Sequence[Migration] = MIGRATIONS
) -> OpenFile:
    """Open a file that ``inspect`` has examined, and upgrade it.

    If the journal does not belong to the file, it is renamed, because it may hold rows of another
    event.
    """
    with in_sentences(path):
        if not inspected.journal:
            _set_journal_aside(path)
        if not inspected.rolled_back:
            set_left_over(path, ROLLBACK_JOURNAL)
        file = _through_core(_connect_uri(path, "mode=rw"))
        try:
            _demand_writable(file, inspected.form)
            _upgrade(file, inspected.form, migrations)
            file.raw.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
            file.raw.execute("PRAGMA journal_mode = WAL")
            file.raw.execute("PRAGMA synchronous = FULL")
            file.raw.execute("PRAGMA wal_autocheckpoint = 0")  # `EventLog` says when
            gather(file.raw, whole=True)
        except BaseException:
            file.close()
            raise
    return file


def gather(raw: sqlite3.Connection, *, whole: bool = False) -> None:
    """Move the rows from the journal into the file. With ``whole``, also leave the journal
    empty.
    """
    raw.execute(f"PRAGMA wal_checkpoint({'TRUNCATE' if whole else 'PASSIVE'})")


def _set_journal_aside(path: Path) -> None:
    set_left_over(path, JOURNAL)
    for ending in BESIDE:
        beside = path.with_name(path.name + ending)
        try:
            sharing.remove_file(beside, missing_ok=True)
        except OSError as error:
            if not sharing.held_file(beside, error):
                raise  # one that is held is empty by now, or made anew by who opens the file


def set_left_over(path: Path, ending: str) -> None:
    """Rename a leftover journal, which SQLite would otherwise read into the file."""
    set_aside(path, ending, free_name(path.with_name(f"{path.name}{ending} left over")))


def set_aside(path: Path, ending: str, to: Path) -> None:
    """Rename a journal of ``path`` to ``to``, unless it is empty or missing."""
    if _has_journal(path, ending):
        sharing.replace(f"{path}{ending}", to)


def free_name(wanted: Path) -> Path:
    """Return ``wanted``, with a number added if that name is taken."""
    wanted = fitting(wanted)
    number, path = 1, wanted
    while exists(path):
        number += 1
        path = wanted.with_name(f"{wanted.stem} {number}{wanted.suffix}")
    return path


def open_snapshot(path: Path, inspected: Inspected) -> OpenFile:
    """Return a copy in memory of the file as it is now. Nothing is locked, written or left open."""
    with in_sentences(path), as_inspected(path, inspected) as raw:
        return _through_core(_snapshot(raw))


def _snapshot(raw: sqlite3.Connection) -> sqlite3.Connection:
    """Copy a database as it is now: into memory or, if it is large, into a temporary file."""
    return _copy_to("", raw) if _count_bytes(raw) > SIZES_FIRST_BYTES else in_memory(raw)


def in_memory(raw: sqlite3.Connection) -> sqlite3.Connection:
    """Return an in-memory copy of a whole database, with its journal. One thread, whichever it is,
    may use the copy.
    """
    return _copy_to(":memory:", raw)


def _copy_to(name: str, raw: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(name, isolation_level=None, check_same_thread=False)
    try:
        raw.backup(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def copy_alone(raw: sqlite3.Connection, to: Path) -> None:
    """Copy a whole database, with its journal, into one file that is complete in itself."""
    with closing(sqlite3.connect(to, isolation_level=None)) as copy:
        overwrite_deleted(copy)
        raw.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def sync_folder(folder: Path) -> None:
    """Flush a folder to the disk. Only then does the name of a new file survive a power cut. If the
    folder cannot be opened, this is left to the system.
    """
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except PermissionError:
        return
    with suppress(OSError):  # not every medium knows how
        os.fsync(descriptor)
    os.close(descriptor)


def as_inspected(path: Path, inspected: Inspected) -> AbstractContextManager[sqlite3.Connection]:
    """Open a file for reading, together with the journals that belong to it."""
    return readable(path, journal=inspected.journal, rolled_back=inspected.rolled_back)


@contextmanager
def readable(
    path: Path, *, journal: bool, rolled_back: bool = False
) -> Iterator[sqlite3.Connection]:
    """Yield a connection that never writes to the file, even while another program has the file
    open.

    Without ``journal`` only the file is read. Otherwise file and journal are read in place or, on
    read-only media, from a copy. If a change is to be ``rolled_back``, a copy of the file and both
    journals is read.
    """
    if rolled_back:
        with TemporaryDirectory() as folder:
            for ending in (ROLLBACK_JOURNAL, JOURNAL):
                if _has_journal(path, ending):
                    shutil.copy(f"{path}{ending}", folder)
            with closing(_connect_uri(Path(shutil.copy(path, folder)), "mode=rw")) as raw:
                yield raw
        return
    if not journal:
        with closing(_connect_uri(path, "immutable=1")) as raw:
            yield raw
        return
    with closing(_connect_uri(path, "mode=ro")) as raw:
        if _answers(raw):
            raw.execute("BEGIN")  # another program may be writing: all is read as of one instant
            yield raw
            return
    with TemporaryDirectory() as folder:
        copies = [shutil.copy(file, folder) for file in (path, _journal(path))]
        with closing(_connect_uri(Path(copies[0]), "mode=rw")) as raw:
            yield raw


def _journal(path: Path) -> Path:
    return path.with_name(path.name + JOURNAL)


def _has_journal(path: Path, ending: str = JOURNAL) -> bool:
    journal = path.with_name(path.name + ending)
    return journal.exists() and journal.stat().st_size > 0


def _header(path: Path) -> bytes:
    with in_sentences(path), sharing.patiently(lambda: path.open("rb")) as file:
        return file.read(100)


def _answers(raw: sqlite3.Connection) -> bool:
    try:
        raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode
        if code & 0xFF in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            return False
        if code in NO_SHARED_MEMORY:
            return False
        raise
    return True


def demand_there(path: Path) -> None:
    """Raise StoreError if there is no file or it cannot be read. Also raise it for a pipe or a
    device, because reading one might never end.
    """
    if not exists(path):
        raise StoreError(say("There is no file {path}.", path=path))
    if path.is_dir():
        raise StoreError(say("{path} is a folder. Choose the event file inside it.", path=path))
    if not path.is_file():
        raise StoreError(NO_EVENT.format(path=path.name))
    with in_sentences(path):
        sharing.patiently(lambda: path.open("rb")).close()


def demand_event(path: Path) -> None:
    """Raise StoreError if the file does not begin as an event's file does. Such a file is rarely a
    damaged event.
    """
    _demand_file(path)
    head = _header(path)
    if head[MAGIC] != SQLITE or head[APPLICATION_AT] != APPLICATION_ID.to_bytes(4, "big"):
        raise StoreError(NO_EVENT.format(path=path.name))


def _demand_file(path: Path) -> None:
    demand_short(path, (ROLLBACK_JOURNAL,))
    demand_there(path)
    demand_size(path)
    if path.stat().st_size == 0:
        raise Damaged(say("{path} is empty. Repair it, or open its latest backup.", path=path.name))


def demand_size(path: Path) -> None:
    """Raise StoreError if the file and its journal are larger than any event."""
    journal = _journal(path)
    size = path.stat().st_size + (journal.stat().st_size if journal.exists() else 0)
    if size > MOST_FILE_BYTES:
        raise too_large(path.name)


def _demand_writable(file: OpenFile, form: int) -> None:
    """Check that the file can be written, by making a change and undoing it. SQLite reports a
    read-only file only at the first write.
    """
    file.raw.execute("BEGIN IMMEDIATE")
    file.raw.execute(f"PRAGMA user_version = {form}")
    file.raw.execute("ROLLBACK")


def newer_file(name: str) -> Newer:
    return Newer(
        say(
            "{path} was written by a newer Flagfall than this one."
            " Update Flagfall on this computer to open it; the file was left as it is.",
            path=name,
        )
    )


def _connect_uri(path: Path, how: str) -> sqlite3.Connection:
    """Connect without automatic transactions; our statements begin and end them."""
    posix = path.absolute().as_posix()
    root = "" if posix.startswith("/") else "/"
    raw = sqlite3.connect(
        f"file://{root}{quote(os.fsencode(posix))}?{how}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # opened where the error can be shown, used by the desk's thread
    )
    raw.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_ROW_BYTES)
    overwrite_deleted(raw)
    return raw


def overwrite_deleted(raw: sqlite3.Connection) -> None:
    """Make SQLite overwrite deleted data, so that no salvage finds it. Python's SQLite for Windows
    and macOS does not do so by default; Debian's does.
    """
    raw.execute("PRAGMA secure_delete = ON").fetchall()


def _through_core(raw: sqlite3.Connection) -> OpenFile:
    engine = create_engine(
        "sqlite://", creator=lambda: raw, poolclass=NullPool, isolation_level="AUTOCOMMIT"
    )
    return OpenFile(engine.connect(), raw)


def in_memory_file(contents: Contents) -> sqlite3.Connection:
    """Return a database in memory with these contents. One thread, whichever it is, may use it."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _make_tables(memory, contents)
    return memory


def _write_tables(path: Path, contents: Contents) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        overwrite_deleted(raw)
        _make_tables(raw, contents)


def _make_tables(raw: sqlite3.Connection, contents: Contents) -> None:
    event = contents.event
    meta = {
        FORMAT: str(len(MIGRATIONS) + 1),
        APPLICATION: "flagfall",
        APPLICATION_VERSION: contents.version,
        CHECKSUM: row_checks.ALGORITHM,
        EVENT: event,
        SESSION: seal(SESSION, contents.session, event),
        ALIVE: seal(ALIVE, "" if contents.alive_ms is None else str(contents.alive_ms), event),
    }
    if contents.boot_instant:
        meta[BOOT] = seal(BOOT, contents.boot_instant, event)
    raw.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    raw.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    raw.execute("BEGIN")
    for statement in MAKE_TABLES:
        raw.execute(statement)
    raw.executemany(STORE_META, meta.items())
    raw.executemany(INSERT_ROW, [(TOURNAMENT, *row) for row in contents.rows])
    raw.execute("COMMIT")


def _upgrade(file: OpenFile, form: int, migrations: Sequence[Migration]) -> None:
    """Apply all missing migrations or none. If one fails, closing the connection undoes all of
    them.
    """
    missing = migrations[form - 1 :]
    if not missing:
        return
    now = str(len(migrations) + 1)
    file.raw.execute("BEGIN IMMEDIATE")
    for migration in missing:
        migration(file.core)
    file.core.execute(META.update().where(META.c.key == FORMAT).values(value=now))
    file.raw.execute(f"PRAGMA user_version = {now}")
    file.raw.execute("COMMIT")
