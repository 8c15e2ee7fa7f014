"""Whether a file is still the one that was written, on a share whose times differ."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.store.rescue.place import END_BYTES, Place
from tests.patience import until

LENGTH = 3 * END_BYTES


def written_through(file: Path) -> Place:
    """A long file with a journal, both just read and found to be ours."""
    file.write_bytes(bytes(LENGTH))
    Path(f"{file}-wal").write_bytes(b"journal")
    place = Place(file)
    assert place.read_through(60)
    return place


def change(file: Path, at: int, to: bytes) -> None:
    """Change a byte; the file's time differs afterwards."""
    with file.open("r+b") as raw:
        raw.seek(at)
        raw.write(to)
    os.utime(file, (1, 1))


@pytest.mark.parametrize("at", [0, END_BYTES - 1, LENGTH - END_BYTES, LENGTH - 1])
def test_a_change_near_either_end_of_a_long_file_is_noticed(tmp_path: Path, at: int) -> None:
    file = tmp_path / "Cup.flagfall"
    place = written_through(file)
    os.utime(file, (2, 2))
    assert place.file_as_left()
    change(file, at, b"x")
    assert not place.file_as_left()
    change(file, at, b"\0")
    assert place.file_as_left()


def test_a_change_to_the_journal_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "Cup.flagfall"
    place = written_through(file)
    change(Path(f"{file}-wal"), 6, b"x")
    assert place.file_as_left()
    assert not place.journal_as_left()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "Cup.flagfall"
    file.write_bytes(b"pages")
    journal_of(file).write_bytes(b"journal")
    return file


def journal_of(file: Path) -> Path:
    return Path(f"{file}-wal")


def touch(file: Path) -> None:
    os.utime(file, (1, 1))


def test_files_that_nobody_touched_count_as_unchanged(file: Path) -> None:
    place = Place(file)
    assert place.file_as_left()
    assert place.journal_as_left()
    assert place.same_files()
    touch(file)
    assert not place.file_as_left()
    assert place.journal_as_left()
    touch(journal_of(file))
    assert not place.journal_as_left()
    assert place.same_files()


def test_files_written_by_this_program_count_as_unchanged(file: Path) -> None:
    place = Place(file)
    journal_of(file).write_bytes(b"journal and a row")
    assert not place.journal_as_left()
    assert place.written()
    assert place.journal_as_left()
    file.write_bytes(b"pages and the row")
    assert not place.written()
    assert place.written(file=True)
    assert place.file_as_left()


def test_a_journal_that_became_shorter_was_written_by_another_program(file: Path) -> None:
    place = Place(file)
    journal_of(file).write_bytes(b"journey")
    assert place.written()
    journal_of(file).write_bytes(b"short")
    assert not place.written()
    file.write_bytes(b"page")
    assert not place.written(file=True)


@pytest.mark.parametrize("change_it", [os.remove, lambda name: os.replace(f"{name}-other", name)])
def test_another_file_with_the_same_name_is_not_mistaken_for_the_opened_one(
    file: Path, change_it: Callable[[str], object]
) -> None:
    for name, other in ((file, journal_of(file)), (journal_of(file), file)):
        Path(f"{name}-other").write_bytes(name.read_bytes())
        place = Place(file)
        change_it(str(name))
        assert place.own_file() is (name != file)
        assert place.own_journal() is (name == file)
        assert not place.same_files()
        assert place.file_as_left() is (name != file)
        assert place.journal_as_left() is (name == file)
        assert not place.written()
        assert not place.written(file=True)
        name.write_bytes(b"once more")
        assert other.exists()


def test_a_file_that_grew_counts_as_changed_even_if_its_ends_did_not_change(file: Path) -> None:
    file.write_bytes(bytes(LENGTH))
    place = Place(file)
    assert place.read_through(60)
    with file.open("ab") as raw:
        raw.write(bytes(1))
    assert not place.file_as_left()


def test_checking_only_the_ends_of_a_file_suffices_for_a_limited_time(file: Path) -> None:
    place = Place(file)
    assert place.read_through(0)
    touch(file)
    assert not place.file_as_left()
    assert place.read_through(60)
    os.utime(file, (2, 2))
    assert place.file_as_left()
    assert place.file_as_left()
    assert place.read_through(0.1)
    os.utime(file, (3, 3))
    until(lambda: not place.file_as_left())  # a time differed, and nobody has read it since
    assert place.read_through(0)
    assert place.file_as_left()
