"""The note of an event's last row, which this laptop keeps outside of the event's file."""

import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from app.store.log.event_log import create, open_log
from app.store.log.log_file import inspect
from app.store.own_folder import own_folder
from app.store.rescue.witness import (
    SeenEvent,
    Witness,
    forget,
    last_seen,
    note_whole,
    noted_at,
    seen_with_journal,
    written_files,
)
from tests.os_words import NOT_OPEN

EVENT = "0123456789abcdef"
CHAIN = bytes(range(16))


@pytest.fixture(autouse=True)
def another_laptop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "another laptop"))


def note(file: Path, seq: int, alive_ms: int | None = None) -> None:
    witness = Witness(EVENT, file)
    witness.write(seq, CHAIN, alive_ms, file)
    witness.close()


@pytest.mark.parametrize("alive_ms", [None, 1_700_000_000_000])
def test_the_last_row_is_noted_together_with_the_last_sign_of_life(
    event_file: Path, alive_ms: int | None
) -> None:
    note(event_file, 7, alive_ms)
    assert last_seen(EVENT, event_file) == SeenEvent(7, CHAIN.hex(), alive_ms, event_file)


def test_a_note_is_closed_once_writing_to_it_ends(
    event_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[int] = []
    monkeypatch.setattr(os, "open", partial(kept, os.open, opened))
    witness = Witness(EVENT, event_file)
    for seq in (1, 2):
        witness.write(seq, CHAIN, None, event_file)
    (descriptor,) = opened
    os.fstat(descriptor)
    for _ in range(2):
        witness.close()
        with pytest.raises(OSError, match=NOT_OPEN):
            os.fstat(descriptor)


def kept(opener: Callable[..., int], opened: list[int], *how: object) -> int:
    opened.append(opener(*how))
    return opened[-1]


def test_a_moved_file_is_recognized_by_the_latest_note_of_its_old_place(
    event_file: Path, tmp_path: Path
) -> None:
    for seq, place in ((3, "a stick"), (7, "the desktop"), (5, "a folder")):
        note(tmp_path / place / "Cup.flagfall", seq)
    seen = last_seen(EVENT, event_file)
    assert seen is not None
    assert seen.seq == 7


def test_a_copy_of_a_file_that_still_exists_has_no_note(event_file: Path, tmp_path: Path) -> None:
    event_file.touch()
    note(event_file, 7)
    note(tmp_path / "a stick" / "Cup.flagfall", 3)
    assert last_seen(EVENT, tmp_path / "Copy.flagfall") is None


@pytest.mark.skipif(sys.platform == "win32", reason="what is open is listed in /dev/fd")
def test_the_note_of_a_fully_written_file_does_not_stay_open(event_file: Path) -> None:
    create(event_file).close()
    contents = inspect(event_file).contents
    before = os.listdir("/dev/fd")
    note_whole(contents, event_file)
    assert os.listdir("/dev/fd") == before


def test_a_note_written_by_an_earlier_flagfall_can_be_read(event_file: Path) -> None:
    note(event_file, 7, 1_700_000_000_000)
    (written,) = own_folder("last-rows").iterdir()
    assert re.fullmatch(rf"{EVENT}-[0-9a-f]{{12}}", written.name)
    line = "7 000102030405060708090a0b0c0d0e0f 1700000000000 714ac73f"
    assert written.read_text() == f"{line}\n".ljust(119) + f"\n{event_file}\n"


@pytest.mark.parametrize("is_of_these_rows", [True, False])
def test_a_notes_sign_of_life_is_used_only_if_the_note_is_of_the_same_rows(
    closed: Path, is_of_these_rows: bool
) -> None:
    contents = inspect(closed).contents
    with closing(open_log(closed, read_only=True)) as log:
        alive_ms = log.last_sign.alive_ms or 0
    witness = Witness(contents.event, closed)
    chain = contents.chain if is_of_these_rows else bytes(16)
    witness.write(len(contents.rows), chain, alive_ms + 60_000, closed)
    witness.close()
    with closing(open_log(closed, read_only=True)) as log:
        assert log.last_sign.alive_ms == alive_ms + 60_000 * is_of_these_rows


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no such permissions")
def test_a_note_is_readable_by_this_user_only(event_file: Path) -> None:
    note(event_file, 7)
    (written,) = own_folder("last-rows").iterdir()
    assert stat.S_IMODE(written.stat().st_mode) == 0o600


def test_a_file_moved_without_its_journal_is_recognized_by_its_remaining_rows(
    event_file: Path, tmp_path: Path
) -> None:
    for seq, place in ((7, "a stick"), (9, "the desktop"), (8, "a folder")):
        (tmp_path / place).mkdir()
        note(tmp_path / place / "Cup.flagfall", seq)
        (tmp_path / place / "Cup.flagfall-wal").write_bytes(b"x")
    for rows, known in ((6, 9), (8, 9), (9, None)):
        seen = seen_with_journal(EVENT, event_file, rows)
        assert (seen.seq if seen else None) == known
    (tmp_path / "the desktop" / "Cup.flagfall-wal").write_bytes(b"")
    (tmp_path / "a folder" / "Cup.flagfall").touch()
    seen = seen_with_journal(EVENT, event_file, 6)
    assert seen is not None
    assert seen.at == tmp_path / "a stick" / "Cup.flagfall"
    (tmp_path / "a stick" / "Cup.flagfall-wal").unlink()
    assert seen_with_journal(EVENT, event_file, 6) is None


def test_a_file_written_here_is_not_matched_to_another_files_journal(
    event_file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "Other.flagfall"
    note(other, 9)
    other.with_name("Other.flagfall-wal").write_bytes(b"x")
    note(event_file, 3)
    assert seen_with_journal(EVENT, event_file, 3) is None


def test_removing_a_file_removes_its_note(event_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "Other.flagfall"
    for file in (event_file, other):
        note(file, 7)
    forget(EVENT, event_file)
    assert noted_at(EVENT, event_file) is None
    assert noted_at(EVENT, other) is not None
    assert written_files(EVENT) == [other]
    forget(EVENT, event_file)
