"""What others write into the open event's file where nobody may replace, move or remove a file that
is open, as on Windows. On Linux the system's calls are made to follow that rule.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.acts.players import Entry, PlayersAdded, PlayersCheckedIn
from app.store.log.event_log import create, open_log
from app.store.own_folder import own_folder
from tests.store.by_hand import write
from tests.store.of_windows import ACCESS_DENIED, SHARING_VIOLATION, OfWindows
from tests.store.rescue.ways import HARMLESS, IN_PLACE, copied

ANA = PlayersAdded(((1, Entry("Ana")),))
BO = PlayersAdded(((2, Entry("Bo")),))
HERE = PlayersCheckedIn((1,))


def is_open(file: str | Path) -> bool:
    """Tell whether this program has a file open, by any of its names."""
    if not os.path.exists(file):
        return False
    there = os.stat(file)
    for number in os.listdir("/proc/self/fd"):
        try:
            if os.path.samestat(os.fstat(int(number)), there):
                return True
        except OSError:
            continue
    return False


@pytest.fixture(autouse=True)
def open_files_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse what Windows refuses."""
    if sys.platform == "win32":
        return
    replace, unlink = os.replace, os.unlink

    def replaced(file: str | Path, to: str | Path) -> None:
        if is_open(file):
            raise OfWindows(SHARING_VIOLATION, os.fspath(file))
        if is_open(to):
            raise OfWindows(ACCESS_DENIED, os.fspath(to))
        replace(file, to)

    def unlinked(file: str | Path, *, dir_fd: int | None = None) -> None:
        if dir_fd is None and is_open(file):
            raise OfWindows(SHARING_VIOLATION, os.fspath(file))
        unlink(file, dir_fd=dir_fd)

    monkeypatch.setattr(os, "replace", replaced)
    monkeypatch.setattr(os, "unlink", unlinked)


def events_in(file: Path) -> list[object]:
    with open_log(file, read_only=True) as log:
        return [record.event for record in log.records()]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another event, as a backup leaves it."""
    file = tmp_path / "other" / "Other.flagfall"
    file.parent.mkdir()
    with create(file) as log:
        write(log, BO)
        return log.copied().write(file.parent, "round 1")


@pytest.mark.parametrize("gathered", [False, True])
@pytest.mark.parametrize("way", IN_PLACE, ids=lambda way: way.__name__)
def test_a_file_that_others_write_into_is_restored_under_its_name(
    event_file: Path, other: Path, way: Callable[[Path, Path], None], gathered: bool
) -> None:
    with create(event_file) as log:
        write(log, ANA)
        if gathered:
            log.gather()
        way(event_file, other)
        write(log, HERE)
        assert not [*own_folder("rescued").glob("*")]
        if (way, gathered) not in HARMLESS:
            assert "Flagfall has restored" in log.put_back()
        assert log.put_back() == ""
        assert events_in(event_file) == [ANA, HERE]
    assert events_in(event_file) == [ANA, HERE]
    assert not [*event_file.parent.glob("*.new")]


def test_a_file_that_others_copied_over_the_open_one_is_kept_beside_it(
    event_file: Path, other: Path
) -> None:
    theirs = other.read_bytes()
    with create(event_file) as log:
        write(log, ANA)
        copied(event_file, other)
        told = log.put_back()
        (aside,) = event_file.parent.glob("* replaced *.flagfall")
        assert str(aside) in told
        assert aside.read_bytes() == theirs
        write(log, HERE)
    assert events_in(event_file) == [ANA, HERE]
    assert events_in(aside) == [BO]
