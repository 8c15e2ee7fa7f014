"""Whether a file is still the one that was written, on a share whose times differ."""

import os
from pathlib import Path

import pytest

from app.store.rescue.place import END_BYTES, Place

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


def test_a_change_of_the_journal_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "Cup.flagfall"
    place = written_through(file)
    change(Path(f"{file}-wal"), 6, b"x")
    assert place.file_as_left()
    assert not place.journal_as_left()
