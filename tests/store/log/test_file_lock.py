"""The lock beside an event's file: who holds it, and what its holder has noted."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.store.errors import NotWritable, OpenElsewhere, StoreError
from app.store.log.file_lock import FileLock, demand_free, left_note
from tests.store.powers import powerless

LONGEST = 200


def beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def test_a_lock_lies_beside_the_file_and_disappears_with_its_holder(event_file: Path) -> None:
    lock = FileLock(event_file)
    assert beside(event_file).exists()
    assert lock.is_held
    refusing: tuple[Callable[[Path], object], ...] = (FileLock, demand_free)
    for asked in refusing:
        with pytest.raises(OpenElsewhere, match="is already open in another Flagfall"):
            asked(event_file)
    assert lock.is_held
    lock.release()
    assert not beside(event_file).exists()
    demand_free(event_file)
    assert not beside(event_file).exists()


def test_a_lock_file_left_by_a_crash_locks_nothing_and_is_kept(event_file: Path) -> None:
    beside(event_file).write_bytes(b"\0a1".ljust(500))
    demand_free(event_file)
    assert left_note(event_file) == "a1"
    lock = FileLock(event_file)
    assert not lock.is_held  # until it has signed it
    lock.note("b2")
    assert lock.is_held
    lock.release()
    assert not beside(event_file).exists()


def test_the_holder_is_noted_beside_the_file(event_file: Path) -> None:
    assert left_note(event_file) == ""
    lock = FileLock(event_file)
    assert left_note(event_file) == ""
    for note in ("x" * LONGEST, "session"):
        lock.note(note)
        assert left_note(event_file) == note
        assert lock.is_held
    lock.release()
    assert left_note(event_file) == ""


def test_in_a_lock_file_the_note_follows_the_locked_byte_and_the_warning_follows_the_note(
    event_file: Path,
) -> None:
    """Windows lets nobody read the byte that is held."""
    lock = FileLock(event_file)
    lock.note("session")
    assert beside(event_file).read_bytes() == b"\0" + b"session".ljust(2 * LONGEST)
    lock.warn("Desk 1")
    content = beside(event_file).read_bytes()
    assert content[1 + LONGEST :] == b"session Desk 1".ljust(LONGEST)
    assert content[: 1 + LONGEST] == b"\0" + b"session".ljust(LONGEST)
    lock.release()


def test_a_warning_is_read_only_if_another_program_left_it(event_file: Path) -> None:
    """On a drive whose locks keep nobody out, both have the file; here it is changed by hand."""
    first = FileLock(event_file)
    first.note("one")
    first.warn("Desk " + "1" * LONGEST)
    assert first.warning == ""
    content = beside(event_file).read_bytes()
    assert len(content) == 1 + 2 * LONGEST
    beside(event_file).write_bytes(content.replace(b"one", b"two"))
    assert first.warning == ("Desk " + "1" * LONGEST)[: LONGEST - len("one ")]
    assert not first.is_held
    first.release()
    assert beside(event_file).exists()


def test_a_lock_whose_file_was_removed_is_taken_again(event_file: Path) -> None:
    lock = FileLock(event_file)
    os.unlink(beside(event_file))
    assert not lock.is_held
    lock.take_again()
    assert lock.is_held
    with pytest.raises(OpenElsewhere):
        FileLock(event_file)
    lock.take_again()
    assert lock.is_held
    lock.release()
    assert not beside(event_file).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="folders take files there whatever they say")
def test_a_lock_in_a_write_protected_folder_is_refused(common_folder: Path) -> None:
    file = common_folder / "Cup.flagfall"
    common_folder.chmod(0o555)
    with powerless(), pytest.raises(StoreError, match="Flagfall may not write in"):
        FileLock(file)
    common_folder.chmod(0o777)
    file.touch()
    common_folder.chmod(0o555)
    with (
        powerless(),
        pytest.raises(NotWritable, match=r"Cup\.flagfall cannot be opened for writing: "),
    ):
        FileLock(file)
    common_folder.chmod(0o777)
    assert [*common_folder.iterdir()] == [file]
