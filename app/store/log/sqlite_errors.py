"""SQLite's errors as sentences for an organizer."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from app.engine.language import say
from app.engine.text import shorten
from app.store.errors import Damaged, NotWritable, StoreError
from app.store.os_errors import BROKEN, FULL, IN_USE, os_sentence
from app.store.sharing import held_file, is_free_to_write

MOST = 80  # SQLite quotes text that it cannot read, even a whole row

# By SQLite's primary result code; {name} is the file's, {text} what SQLite says.
SENTENCES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: say(
        "{name} is read-only, so nothing was written."
        " Copy it to a folder of your own and open it there."
    ),
    sqlite3.SQLITE_IOERR: BROKEN,
    sqlite3.SQLITE_CORRUPT: say(
        "{name} is damaged ({text}). Keep the file as it is. Repair it, or open its latest backup."
    ),
    sqlite3.SQLITE_NOTADB: say("{name} is not a Flagfall event file."),
    sqlite3.SQLITE_CANTOPEN: say(
        "{name} cannot be opened: Flagfall is not allowed to read it or to write beside it."
    ),
    sqlite3.SQLITE_CONSTRAINT: say(
        "{name} was changed by another program while it was open here, so nothing was written."
        " Close the event and open it again: Flagfall then says what differs."
    ),
    sqlite3.SQLITE_TOOBIG: say(
        "{name} holds a row that is longer than any row of an event. Flagfall does not open it;"
        " it was left as it is."
    ),
    sqlite3.SQLITE_BUSY: IN_USE,
    sqlite3.SQLITE_LOCKED: IN_USE,
}
TOO_LONG = say(
    "This is longer than any row of an event may be, so nothing of it was written to {name}."
    " Leave some of it out and try again."
)
NO_SHARED_MEMORY = {
    sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_SHMLOCK,
}  # fmt: skip
SQLITE_FILES = ("", "-wal", "-shm", "-journal")
SHARED_BYTES = 32_768
NO_DRIVE = say(
    "{name} is on a drive where an event cannot be written. Copy it to a folder of this computer’s"
    " own disk and open it there, or make the new event there."
)
DENIED = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}
MAY_BE_HELD = {*DENIED, sqlite3.SQLITE_IOERR}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


@contextmanager
def in_sentences(path: Path) -> Iterator[None]:
    """Turn an error of a database or of the system about ``path`` into a StoreError."""
    try:
        yield
    except DBAPIError as error:
        raise _kind(error.orig)(_sentence(path, error.orig)) from error
    except (UnicodeDecodeError, OverflowError) as error:  # damaged names of columns
        raise Damaged(_sentence(path, error)) from error
    except (sqlite3.Error, OSError) as error:
        raise _kind(error)(_sentence(path, error)) from error


def demand_writable(path: Path) -> None:
    """Raise NotWritable for a file that is read-only."""
    try:
        path.open("r+b").close()
    except OSError as error:
        if held_file(path, error):
            raise StoreError(IN_USE.format(name=path.name)) from error
        raise NotWritable(SENTENCES[sqlite3.SQLITE_READONLY].format(name=path.name)) from error


def is_too_long(error: BaseException) -> bool:
    """Tell whether writing failed because a row was too long."""
    return _code(error) == sqlite3.SQLITE_TOOBIG


def is_denied(error: BaseException | None) -> bool:
    """Tell whether writing failed because the folder is missing or writing there is not allowed."""
    return isinstance(error, PermissionError) or _code(error) in DENIED


def _is_full(folder: Path) -> bool:
    """Tell whether a disk has no room for SQLite's shared memory, which SQLite itself does not
    report.
    """
    try:
        return shutil.disk_usage(folder).free < SHARED_BYTES
    except OSError:
        return False


def _find_held_file(path: Path) -> Path | None:
    """Return the file that another program holds: the event's own file, or one of SQLite's files
    beside it.
    """
    files = (path.with_name(path.name + ending) for ending in SQLITE_FILES)
    return next((file for file in files if not is_free_to_write(file)), None)


def _kind(error: BaseException | None) -> type[StoreError]:
    if isinstance(error, OSError):
        return StoreError
    code = _code(error)
    if code == sqlite3.SQLITE_READONLY:
        return NotWritable
    return Damaged if code not in SENTENCES or code in DAMAGED else StoreError


def _code(error: BaseException | None) -> int:
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF


def _sentence(path: Path, error: BaseException | None) -> str:
    if isinstance(error, OSError):
        return os_sentence(path, error)
    if getattr(error, "sqlite_errorcode", 0) in NO_SHARED_MEMORY:
        return (FULL if _is_full(path.parent) else NO_DRIVE).format(name=path.name)
    if _code(error) in MAY_BE_HELD and (held := _find_held_file(path)):
        return IN_USE.format(name=held.name)
    sentence = SENTENCES.get(_code(error), SENTENCES[sqlite3.SQLITE_CORRUPT])
    text = shorten(" ".join(str(error).split()), MOST)
    return sentence.format(name=path.name, text=text)
