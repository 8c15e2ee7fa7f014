"""What was opened of an event is closed again: Windows lets nobody move or delete an open file."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from app.store.errors import StoreError
from app.store.log.event_log import EventLog, create, new_file, open_log, remove
from app.store.log.file_lock import FileLock
from app.store.log.glance import take_glance
from app.store.log.log_file import build, inspect
from app.store.rescue.repair import repair
from app.store.rescue.restore import look_at, restore
from tests.store.by_hand import fill
from tests.store.rescue.test_repair import open_files


@pytest.fixture(autouse=True)
def nothing_is_collected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """What is forgotten without being closed stays open. This computer's notes are beside it."""
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "state"))
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def created(file: Path) -> object:
    log = create(file)
    log.close()
    return log


def written(file: Path) -> object:
    log = create(file)
    fill(log, 3)
    log.gather()
    fill(log, 3)
    log.note_sign(2_000, "boot")
    log.close()
    return log


def read(file: Path) -> object:
    written(file)
    log = open_log(file, read_only=True)
    log.check()
    log.records()
    log.close()
    return log


def written_on(file: Path) -> object:
    written(file)
    log = open_log(file)
    fill(log)
    log.close()
    return log


def abandoned(file: Path) -> object:
    log = create(file)
    fill(log)
    log.abandon()
    remove(file)
    return log


def given_up(file: Path) -> object:
    logs: list[EventLog] = []
    with suppress(KeyError), new_file(file) as log:
        logs.append(log)
        raise KeyError
    return logs


def put_back(file: Path) -> object:
    log = create(file)
    fill(log)
    for name in file.parent.glob("Cup.flagfall*"):
        name.unlink()
    assert "was deleted or moved" in log.put_back()
    fill(log)
    log.close()
    return log


def copied(file: Path) -> object:
    log = create(file)
    fill(log)
    copies = [log.copied(), log.copied()]
    copies[0].write(file.parent, "round 1")
    copies[1].write(file.parent, "round 2", once=False)
    log.close()
    return log, copies


def looked_at(file: Path) -> object:
    written(file)
    return inspect(file), take_glance(file), look_at(file)


def restored(file: Path) -> object:
    written(file)
    return restore(file, file.with_name("There.flagfall")), restore(
        file, file.with_name("There.flagfall")
    )


def repaired(file: Path) -> object:
    written(file)
    content = file.read_bytes()
    file.write_bytes(b"\xa5" * 100 + content[100:])
    return repair(file)


def is_there_already(file: Path) -> object:
    written(file)
    refusing: tuple[Callable[[Path], object], ...] = (create, build)
    for refused in refusing:
        with pytest.raises(StoreError, match="is already there"):
            refused(file)
    return None


def cut(file: Path) -> object:
    written(file)
    os.truncate(file, 3_000)
    with pytest.raises(StoreError):
        open_log(file)
    return None


@pytest.mark.parametrize(
    "work",
    [
        created, written, read, written_on, abandoned, given_up, copied, looked_at, restored,
        repaired, is_there_already, cut,
        pytest.param(
            put_back,
            marks=pytest.mark.skipif(sys.platform == "win32", reason="no open file is deleted"),
        ),
    ],
)  # fmt: skip
def test_after_closing_no_file_of_an_event_is_open(
    event_file: Path, work: Callable[[Path], object]
) -> None:
    kept = work(event_file)
    assert [*open_files(event_file.parent)] == []
    del kept


def test_a_second_program_that_is_refused_leaves_nothing_open(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log)
        before = sorted(open_files(event_file.parent))
        refusing: tuple[Callable[[Path], object], ...] = (open_log, FileLock)
        for refused in refusing:
            with pytest.raises(StoreError, match="is already open in another Flagfall"):
                refused(event_file)
        assert sorted(open_files(event_file.parent)) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no open file is deleted there")
def test_a_deleted_file_is_closed_when_it_is_put_back(event_file: Path) -> None:
    with create(event_file) as log:
        fill(log)
        event_file.unlink()
        log.put_back()
        fill(log)
        assert [name for name in open_files(event_file.parent) if name.endswith("(deleted)")] == []
