import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.log.event_log import EventLog, create, open_log
from tests.store import dying
from tests.store.by_hand import fill
from tests.store.powers import powerless


def fill_up(log: EventLog) -> None:
    """Write until the disk has no room."""
    while True:
        fill(log)


def test_a_read_only_file_is_reported_before_anything_is_written(common_folder: Path) -> None:
    with powerless():
        file = common_folder / "Cup.flagfall"
        with create(file) as log:
            fill(log)
        file.chmod(0o444)

        with pytest.raises(StoreError, match=r"Cup\.flagfall is read-only, so nothing was written"):
            open_log(file)
        with open_log(file, read_only=True) as log:
            assert len(log.records()) == 1


def test_a_read_only_folder_is_reported_before_anything_is_written(common_folder: Path) -> None:
    with powerless():
        folder = common_folder / "archive"
        folder.mkdir()
        file = folder / "Cup.flagfall"
        with create(file) as log:
            fill(log)
        folder.chmod(0o555)

        with pytest.raises(StoreError, match=r"cannot be opened for writing: Permission denied"):
            open_log(file)
        with pytest.raises(StoreError, match=rf"Flagfall may not write in {folder}\. Choose ano"):
            create(folder / "Other.flagfall")
        with open_log(file, read_only=True) as log:
            assert len(log.records()) == 1
            with pytest.raises(StoreError, match=r"archive.*|Cup.*"):
                log.copied().write(folder, "round 1")
        folder.chmod(0o755)


def test_an_unreadable_file_is_reported(common_folder: Path) -> None:
    with powerless():
        file = common_folder / "Cup.flagfall"
        create(file).close()
        file.chmod(0)

        assert "Flagfall is not allowed to open Cup.flagfall. Change its perm" in _said(file)


def _said(file: Path) -> str:
    with pytest.raises(StoreError) as refused:
        open_log(file, read_only=True)
    return str(refused.value)


def test_a_full_disk_is_reported_and_no_row_is_lost(tiny_disk: Path) -> None:
    with create(tiny_disk / "Cup.flagfall") as log:
        with pytest.raises(StoreError, match=r"The disk is full, so nothing was written to Cup"):
            fill_up(log)
        rows = log.last_seq
        assert len(log.records()) == rows
        with pytest.raises(StoreError, match="The disk is full"):
            fill(log, 3)

        subprocess.run(["mount", "-o", "remount,size=1m", str(tiny_disk)], check=True)
        fill(log, 3)
    with open_log(tiny_disk / "Cup.flagfall") as log:
        assert len(log.records()) == rows + 3
        log.check()


def test_no_row_is_lost_when_a_file_reaches_its_size_limit(log: EventLog) -> None:
    connection = log._file.raw  # noqa: SLF001 - a limit of this connection alone
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages + 5}")
    with pytest.raises(StoreError, match=r"The disk is full, so nothing was written to Cup"):
        fill_up(log)
    rows = log.last_seq
    assert len(log.records()) == rows

    connection.execute("PRAGMA max_page_count = 100000")
    fill(log)

    assert len(log.records()) == rows + 1


def test_a_log_on_a_full_disk_can_be_closed_and_opened_again(tiny_disk: Path) -> None:
    log = create(tiny_disk / "Cup.flagfall")
    with suppress(StoreError):
        fill_up(log)
    rows = log.last_seq
    log.close()

    with open_log(tiny_disk / "Cup.flagfall", read_only=True) as log:
        assert len(log.records()) == rows


def test_a_new_event_on_a_full_disk_leaves_nothing_behind(tiny_disk: Path) -> None:
    filler = tiny_disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)

    with pytest.raises(StoreError):
        create(tiny_disk / "Cup.flagfall")
    assert list(tiny_disk.iterdir()) == [filler]


def test_a_backup_to_a_full_disk_leaves_nothing_behind(log: EventLog, tiny_disk: Path) -> None:
    fill(log, 1000)

    with pytest.raises(StoreError, match="The disk is full, so nothing was written to Cup round 1"):
        log.copied().write(tiny_disk, "round 1")
    assert list(tiny_disk.iterdir()) == []


CRASH = """
import os, sys
from pathlib import Path
from app.engine.acts.players import PlayerWarned
from app.store.log.event_log import create
log = create(Path(sys.argv[1]))
log.append([PlayerWarned(1, 1, "")], at_ms=1, station="desk", actor="EO")
os._exit(1)
"""


@pytest.mark.parametrize("lost", ["", "Cup.flagfall-shm"])
def test_a_crashed_event_on_a_write_protected_stick_is_read_in_full(
    tiny_disk: Path, lost: str
) -> None:
    file = tiny_disk / "Cup.flagfall"
    dying.run(CRASH, str(file))
    if lost:
        (tiny_disk / lost).unlink()
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)

    with open_log(file, read_only=True) as log:
        assert len(log.records()) == 1
    with pytest.raises(StoreError, match="cannot be opened for writing: Read-only file system"):
        open_log(file)
