"""Making, checking, upgrading and opening the SQLite file under an event log. No events here.

A file is looked at through a connection that cannot write before it is opened for writing, so
that a file which is refused stays as it was, byte for byte.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine

from app import VERSION
from app.store.codec import is_known
from app.store.errors import StoreError
from app.store.log_schema import APPLICATION_ID, META, MIGRATIONS, TABLES, Migration
from app.store.sqlite_errors import in_sentences

BUSY_SECONDS = 1.0

# What is neither was not written by a newer Flagfall but broken by hand; reading tells where.
KINDS_WRITTEN = """
    SELECT DISTINCT kind, version FROM log
    WHERE typeof(kind) = 'text' AND typeof(version) = 'integer'
"""


@dataclass(frozen=True, slots=True)
class OpenFile:
    """One connection, seen through SQLAlchemy and as the driver's own."""

    core: Connection
    raw: sqlite3.Connection

    def close(self) -> None:
        self.core.close()
        self.raw.close()


def build(path: Path) -> None:
    """Make an event file without events; under its name it is there whole or not at all."""
    if path.exists():
        raise StoreError(f"{path} is already there. Choose another name, or open that file.")
    unfinished = path.with_name(path.name + ".new")
    unfinished.unlink(missing_ok=True)
    try:
        with in_sentences(path):
            _write_tables(unfinished)
            os.replace(unfinished, path)
            sync_folder(path.parent)
    finally:
        unfinished.unlink(missing_ok=True)


def inspect(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """The file's format number. Raises StoreError for what this Flagfall cannot open."""
    _demand_file(path)
    with in_sentences(path), readable(path) as raw:
        (application,) = raw.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION_ID:
            raise StoreError(f"{path.name} is not a Flagfall event file.")
        (form,) = raw.execute("PRAGMA user_version").fetchone()
        if form > len(migrations) + 1:
            raise _newer(path)
        for kind, number in raw.execute(KINDS_WRITTEN):
            if not is_known(kind, number):
                raise _newer(path)
    return int(form)


def open_for_writing(
    path: Path, form: int, migrations: Sequence[Migration] = MIGRATIONS
) -> OpenFile:
    """Open a file that ``inspect`` has found to be of format ``form``, and upgrade it."""
    with in_sentences(path):
        file = _through_core(_connect_uri(path, "mode=rw"))
        try:
            _demand_writable(file, form)
            _upgrade(file, form, migrations)
            file.raw.execute("PRAGMA journal_mode = WAL")
            file.raw.execute("PRAGMA synchronous = FULL")
        except BaseException:
            file.close()
            raise
    return file


def put_back(path: Path, file: OpenFile) -> OpenFile:
    """``path`` is gone: write it from what ``file`` still holds open, and open it in its place."""
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.unlink(missing_ok=True)
        copy_alone(file.raw, unfinished)
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)
    file.close()  # before the new file has a journal: SQLite takes the one of this name away
    for journal in ("-wal", "-shm"):
        path.with_name(path.name + journal).unlink(missing_ok=True)
    sync_folder(path.parent)
    return open_for_writing(path, len(MIGRATIONS) + 1)


def open_snapshot(path: Path) -> OpenFile:
    """The file as it is now, copied to memory; nothing is locked, written or kept open."""
    with in_sentences(path), readable(path) as raw:
        return _through_core(in_memory(raw))


def in_memory(raw: sqlite3.Connection) -> sqlite3.Connection:
    """A whole database, journal included, as it is now, for any one thread."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        raw.backup(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def copy_alone(raw: sqlite3.Connection, to: Path) -> None:
    """Copy a whole database, journal included, into one file that needs nothing beside it."""
    with closing(sqlite3.connect(to, isolation_level=None)) as copy:
        raw.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def sync_folder(folder: Path) -> None:
    """The name of a new file survives a power cut only once its folder is written, too."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        with suppress(OSError):  # not every medium knows how
            os.fsync(descriptor)
        os.close(descriptor)


@contextmanager
def readable(path: Path) -> Iterator[sqlite3.Connection]:
    """The file through a connection that never writes to it, whoever else has it open.

    Without a journal beside it nobody is writing and the file is all there is. Otherwise the
    journal belongs to it: read both where they are, or a copy of both on read-only media.
    """
    journal = path.with_name(path.name + "-wal")
    if not (journal.exists() and journal.stat().st_size):
        with closing(_connect_uri(path, "immutable=1")) as raw:
            yield raw
        return
    with closing(_connect_uri(path, "mode=ro")) as raw:
        if _answers(raw):
            yield raw
            return
    with TemporaryDirectory() as folder:
        copies = [shutil.copy(one, folder) for one in (path, journal)]
        with closing(_connect_uri(Path(copies[0]), "mode=rw")) as raw:
            yield raw


def _answers(raw: sqlite3.Connection) -> bool:
    try:
        raw.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}:
            return False
        raise
    return True


def _demand_file(path: Path) -> None:
    if path.is_dir():
        raise StoreError(f"{path} is a folder. Choose the event file inside it.")
    if not path.exists():
        raise StoreError(f"There is no file {path}.")
    if path.stat().st_size == 0:
        raise StoreError(f"{path.name} is empty. Open its latest backup.")


def _demand_writable(file: OpenFile, form: int) -> None:
    """SQLite tells a read-only file by an error at the first write, so try one and undo it."""
    file.raw.execute("BEGIN IMMEDIATE")
    file.raw.execute(f"PRAGMA user_version = {form}")
    file.raw.execute("ROLLBACK")


def _newer(path: Path) -> StoreError:
    return StoreError(
        f"{path.name} was written by a newer Flagfall than this one."
        " Update Flagfall on this computer to open it; the file was left as it is."
    )


def _connect_uri(path: Path, how: str) -> sqlite3.Connection:
    """Autocommit: transactions are begun and ended in so many words."""
    posix = path.absolute().as_posix()
    root = "" if posix.startswith("/") else "/"
    return sqlite3.connect(
        f"file://{root}{quote(posix)}?{how}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # opened where the error can be shown, used by the desk's thread
    )


def _through_core(raw: sqlite3.Connection) -> OpenFile:
    engine = create_engine(
        "sqlite://", creator=lambda: raw, poolclass=NullPool, isolation_level="AUTOCOMMIT"
    )
    return OpenFile(engine.connect(), raw)


def _write_tables(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        file = _through_core(raw)
        raw.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        raw.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
        raw.execute("BEGIN")
        TABLES.create_all(file.core)
        file.core.execute(
            META.insert(),
            [
                {"key": "format", "value": str(len(MIGRATIONS) + 1)},
                {"key": "application", "value": "flagfall"},
                {"key": "application_version", "value": VERSION},
            ],
        )
        raw.execute("COMMIT")
        file.close()


def _upgrade(file: OpenFile, form: int, migrations: Sequence[Migration]) -> None:
    """All missing migrations or none; what fails is undone when the connection closes."""
    missing = migrations[form - 1 :]
    if not missing:
        return
    now = str(len(migrations) + 1)
    file.raw.execute("BEGIN IMMEDIATE")
    for migration in missing:
        migration(file.core)
    file.core.execute(META.update().where(META.c.key == "format").values(value=now))
    file.raw.execute(f"PRAGMA user_version = {now}")
    file.raw.execute("COMMIT")
