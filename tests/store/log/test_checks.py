"""What is looked at before another event is closed for a file."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.acts.table import TurnEnded
from app.engine.side import Side
from app.store.errors import Damaged, StoreError
from app.store.log import file_lock
from app.store.log.checks import demand_makeable, demand_openable, demand_readable
from app.store.log.event_log import create, open_log


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with create(tmp_path / "cup.flagfall") as log:
        log.append([TurnEnded(1, 1, Side.RED)], at_ms=1, station="desk", actor="EO")
    return tmp_path / "cup.flagfall"


def beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


def test_a_closed_event_passes_the_check_and_nothing_is_left_beside_it(file: Path) -> None:
    demand_openable(file)
    assert [*file.parent.iterdir()] == [file]


def test_an_open_event_fails_the_check_and_stays_locked(file: Path) -> None:
    with open_log(file):
        for _ in range(2):
            with pytest.raises(StoreError, match="already open in another Flagfall"):
                demand_openable(file)


def test_a_note_left_by_a_crash_stays_until_the_event_is_opened(file: Path) -> None:
    beside(file).write_bytes(b" left by a crash")
    demand_openable(file)
    assert beside(file).read_bytes() == b" left by a crash"


@pytest.mark.parametrize("left", [False, True])
def test_a_drive_without_locks_is_named(
    file: Path, monkeypatch: pytest.MonkeyPatch, left: bool
) -> None:
    """Such a drive is none that every system has."""

    def refuse(_descriptor: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    if left:
        beside(file).touch()
    monkeypatch.setattr(file_lock, "_seize", refuse)
    with pytest.raises(StoreError, match="on a drive where Flagfall cannot keep a second Flagfall"):
        demand_openable(file)


def test_an_existing_name_is_refused_for_a_new_event(file: Path) -> None:
    with pytest.raises(StoreError, match="already there"):
        demand_makeable(file)
    demand_makeable(file.with_name("new.flagfall"))
    assert [*file.parent.iterdir()] == [file]


@pytest.mark.parametrize("demand", [demand_openable, demand_readable])
def test_a_file_that_is_gone_or_empty_or_a_folder_is_no_event(
    demand: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "cup.flagfall"
    with pytest.raises(StoreError, match=r"There is no file .*cup\.flagfall\."):
        demand(file)
    file.touch()
    with pytest.raises(Damaged, match=r"cup\.flagfall is empty\. Repair it"):
        demand(file)
    file.unlink()
    file.mkdir()
    with pytest.raises(StoreError, match=r"is a folder\. Choose the event file inside it"):
        demand(file)


def test_a_text_file_is_refused_as_an_event(file: Path) -> None:
    text = file.with_name("list.txt")
    text.write_text("Ann\nBo\n", "utf-8")
    with pytest.raises(StoreError, match=r"list\.txt is not a Flagfall event file"):
        demand_readable(text)
    demand_readable(file)
