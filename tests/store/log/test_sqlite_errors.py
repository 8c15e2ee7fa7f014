"""Every error of SQLite's as the sentence that an organizer reads, and whether the file is damaged
by it or may not be written.
"""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from app.store.errors import Damaged, NotWritable, StoreError
from app.store.log.sqlite_errors import in_sentences, is_denied, is_too_long

SAID = "what SQLite says"
DAMAGED = f"cup.flagfall is damaged ({SAID}). Keep the file as it is."
IN_USE = "cup.flagfall is in use by another program."


def error_of(code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError(SAID)
    error.sqlite_errorcode = code
    return error


def refused(tmp_path: Path, error: BaseException) -> StoreError:
    with pytest.raises(StoreError) as found, in_sentences(tmp_path / "cup.flagfall"):
        raise error
    return found.value


@pytest.mark.parametrize("through_sqlalchemy", [False, True])
@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (sqlite3.SQLITE_FULL, StoreError, "The disk is full, so nothing was written to cup."),
        (sqlite3.SQLITE_READONLY, NotWritable, "cup.flagfall is read-only, so nothing"),
        (sqlite3.SQLITE_READONLY_DBMOVED, NotWritable, "cup.flagfall is read-only, so nothing"),
        (sqlite3.SQLITE_IOERR, StoreError, f"cup.flagfall reports an error ({SAID})."),
        (sqlite3.SQLITE_IOERR_READ, StoreError, f"cup.flagfall reports an error ({SAID})."),
        (sqlite3.SQLITE_IOERR_SHMOPEN, StoreError, "on a drive where an event cannot be written"),
        (sqlite3.SQLITE_IOERR_SHMLOCK, StoreError, "on a drive where an event cannot be written"),
        (sqlite3.SQLITE_CORRUPT, Damaged, DAMAGED),
        (sqlite3.SQLITE_CORRUPT_INDEX, Damaged, DAMAGED),
        (sqlite3.SQLITE_NOTADB, Damaged, "cup.flagfall is not a Flagfall event file."),
        (sqlite3.SQLITE_CANTOPEN, StoreError, "cup.flagfall cannot be opened: Flagfall is not"),
        (sqlite3.SQLITE_CONSTRAINT, StoreError, "cup.flagfall was changed by another program"),
        (sqlite3.SQLITE_TOOBIG, StoreError, "holds a row that is longer than any row of an event"),
        (sqlite3.SQLITE_BUSY, StoreError, IN_USE),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreError, IN_USE),
        (sqlite3.SQLITE_LOCKED, StoreError, IN_USE),
        (sqlite3.SQLITE_ERROR, Damaged, DAMAGED),
        (sqlite3.SQLITE_MISMATCH, Damaged, DAMAGED),
    ],
)
def test_a_sqlite_error_becomes_a_sentence_about_the_file(
    tmp_path: Path, code: int, kind: type[StoreError], words: str, through_sqlalchemy: bool
) -> None:
    error: Exception = error_of(code)
    if through_sqlalchemy:
        error = DBAPIError("SELECT", None, error)
    found = refused(tmp_path, error)
    assert type(found) is kind
    assert words in str(found)


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (sqlite3.InterfaceError(SAID), Damaged, DAMAGED),  # without a code
        (OverflowError(SAID), Damaged, DAMAGED),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, SAID), Damaged, "cup.flagfall is damaged"),
        (FileNotFoundError(2, SAID), StoreError, f"cup.flagfall: {SAID}."),
        (OSError(28, SAID), StoreError, "The disk is full"),
    ],
)
def test_any_other_error_becomes_a_sentence_too(
    tmp_path: Path, error: Exception, kind: type[StoreError], words: str
) -> None:
    found = refused(tmp_path, error)
    assert type(found) is kind
    assert words in str(found)


def test_a_whole_row_quoted_by_sqlite_is_shortened(tmp_path: Path) -> None:
    long = sqlite3.DatabaseError("x" * 80), sqlite3.DatabaseError("x" * 81)
    whole, cut = (str(refused(tmp_path, error)) for error in long)
    assert f"({'x' * 80})" in whole
    assert f"({'x' * 79}…)" in cut


@pytest.mark.parametrize(
    ("error", "denied", "too_long"),
    [
        (PermissionError(), True, False),
        (FileNotFoundError(), False, False),
        (error_of(sqlite3.SQLITE_READONLY), True, False),
        (error_of(sqlite3.SQLITE_CANTOPEN_ISDIR), True, False),
        (error_of(sqlite3.SQLITE_PERM), True, False),
        (error_of(sqlite3.SQLITE_FULL), False, False),
        (error_of(sqlite3.SQLITE_TOOBIG), False, True),
        (ValueError(), False, False),
        (None, False, False),
    ],
)
def test_a_denied_write_is_distinguished_from_an_overlong_name(
    error: BaseException | None, denied: bool, too_long: bool
) -> None:
    assert is_denied(error) is denied
    assert error is None or is_too_long(error) is too_long
