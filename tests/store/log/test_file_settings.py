"""How SQLite writes an event's file: by what it would still hold after a power cut."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.store.log.event_log import create, open_log
from app.store.log.log_file import free_name, inspect, set_left_over
from tests.store.by_hand import fill


def set_to(raw: sqlite3.Connection, name: str) -> object:
    (value,) = raw.execute(f"PRAGMA {name}").fetchone()
    return value


def test_a_row_of_an_open_event_survives_a_power_cut(event_file: Path) -> None:
    """A heartbeat need not: it is written without waiting for the disk."""
    with create(event_file) as log:
        raw = log._file.raw  # noqa: SLF001
        for _ in range(2):
            assert set_to(raw, "synchronous") == 2
            assert set_to(raw, "journal_mode") == "wal"
            assert set_to(raw, "wal_autocheckpoint") == 0
            fill(log)
            log.note_sign(2_000)


def test_a_file_and_its_copies_are_marked_as_flagfalls(event_file: Path, tmp_path: Path) -> None:
    with create(event_file) as log:
        fill(log)
        copy = log.copied().write(tmp_path, "round 1")
    for file in (event_file, copy):
        with closing(sqlite3.connect(file)) as raw:
            assert set_to(raw, "application_id") == int.from_bytes(b"FLAG")
            assert set_to(raw, "user_version") == 2
    with closing(sqlite3.connect(copy)) as raw:
        assert set_to(raw, "journal_mode") == "delete"
    with open_log(copy, read_only=True) as log:
        assert set_to(log._file.raw, "secure_delete") == 1  # noqa: SLF001


def test_a_journal_is_empty_once_it_was_merged_and_the_file_closed(
    event_file: Path,
) -> None:
    journal = Path(f"{event_file}-wal")
    with create(event_file) as log:
        assert journal.stat().st_size == 0
        fill(log, 3)
        assert journal.stat().st_size > 0
        log.gather()
        assert len(inspect(event_file).contents.rows) == 3
    assert not journal.exists()
    with open_log(event_file):
        assert journal.stat().st_size == 0


def test_a_name_already_in_use_gets_a_number(tmp_path: Path) -> None:
    wanted = tmp_path / "Cup.flagfall"
    names = []
    for _ in range(3):
        free = free_name(wanted)
        free.touch()
        names.append(free.name)
    assert names == ["Cup.flagfall", "Cup 2.flagfall", "Cup 3.flagfall"]


@pytest.mark.parametrize(("content", "moved"), [(b"rows", True), (b"", False), (None, False)])
def test_only_a_journal_that_is_not_empty_is_set_aside(
    event_file: Path, content: bytes | None, moved: bool
) -> None:
    journal = Path(f"{event_file}-wal")
    if content is not None:
        journal.write_bytes(content)
    set_left_over(event_file, "-wal")
    aside = event_file.with_name("Cup.flagfall-wal left over")
    assert aside.exists() is moved
    assert journal.exists() is (content == b"")
    assert not moved or aside.read_bytes() == content


def test_rows_gather_in_the_journal_until_they_are_three_hundred(event_file: Path) -> None:
    """Then they are brought into the file without being asked."""
    with create(event_file) as log:
        size = os.stat(event_file).st_size
        for _ in range(299):
            fill(log)
        assert os.stat(event_file).st_size == size
        fill(log)
        assert os.stat(event_file).st_size > size
