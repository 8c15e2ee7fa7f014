import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, Entry
from app.engine.acts.rounds import StartRound
from app.engine.acts.table import CallJudge
from app.engine.acts.undo import Undo
from app.engine.evolve import fold
from app.engine.side import Side
from app.engine.state import Stage
from app.store.errors import StoreError
from app.store.log.event_copy import EventCopy
from app.store.log.event_log import EventLog
from app.store.log.row_checks import Stored
from app.store.rescue.backups import OF_PLAY, UNFINISHED, Copy
from tests.desk.desks import StandInLog, done, round_one, settled, troubles
from tests.patience import PATIENCE_S, until
from tests.stores import create, open_log

pytestmark = pytest.mark.in_file


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


class Hanging:
    """A disk that answers nothing until it is set free."""

    def __init__(self) -> None:
        self.free = threading.Event()

    def open(self, path: Path) -> "LogBeside":
        return LogBeside(create(path), self)


class LogBeside(StandInLog):
    """Its copies go to a disk that hangs."""

    def __init__(self, log: EventLog, disk: Hanging) -> None:
        super().__init__(log)
        self._disk = disk

    def copied(self) -> Copy:
        return CopyFor(super().copied(), self._disk)


class CopyFor:
    def __init__(self, copy: Copy, disk: Hanging) -> None:
        self._copy, self._disk = copy, disk

    def rows_of(self, kind: str) -> Sequence[Stored]:
        return self._copy.rows_of(kind)

    def write(self, to_folder: Path, label: str, *, once: bool = True) -> Path:
        assert self._disk.free.wait(60)
        return self._copy.write(to_folder, label, once=once)


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hanging]:
    """Ends with every copy written; a desk does not wait for it."""
    monkeypatch.setattr("app.desk.desk.BACKUP_SECONDS", 0.2)
    disk = Hanging()
    yield disk
    disk.free.set()
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join(60)


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_backup_is_made_at_every_round_start(opened: Callable[..., Desk], stick: Path) -> None:
    desk = opened(backup_folder=stick)
    round_one(desk)
    done(desk, AddPlayers((Entry("Late"),)))
    desk.stop()  # it waits for the copy
    assert names(stick) == ["event round 1 start.flagfall"]
    with open_log(stick / "event round 1 start.flagfall", read_only=True) as log:
        copied = fold(log.records())
    assert copied.rounds[0].stage is Stage.STARTED
    assert len(copied.players) == 4


def test_between_starts_and_ends_copies_are_made_only_while_a_round_is_played(
    opened: Callable[..., Desk], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.rescue.backups.BETWEEN_MS", 0)
    desk = opened(backup_folder=stick)
    game = round_one(desk)[0]
    desk.copy_now().result(PATIENCE_S)
    until(lambda: list(stick.glob("*round 1 start*")))
    assert not list(stick.glob(f"*{OF_PLAY}*"))
    done(desk, CallJudge(game, Side.RED))
    until(lambda: list(stick.glob(f"*round 1 {OF_PLAY}*")))


def test_a_missing_backup_folder_is_reported_and_does_no_harm(
    opened: Callable[..., Desk], stick: Path
) -> None:
    desk = opened(backup_folder=stick / "gone")
    heard = troubles(desk)
    round_one(desk)
    until(lambda: bool(heard))
    assert heard[0].startswith(f"The second backup folder {stick / 'gone'} is not there.")
    assert settled(desk).state.rounds[0].stage is Stage.STARTED


def test_the_desk_goes_on_while_the_backup_folder_hangs(
    opened: Callable[..., Desk], stick: Path, hanging: Hanging
) -> None:
    desk = opened(hanging.open, backup_folder=stick)
    heard = troubles(desk)
    round_one(desk)
    done(desk, AddPlayers((Entry("Late"),)))
    assert len(settled(desk).state.players) == 5
    assert not names(stick)
    assert not heard
    hanging.free.set()
    until(lambda: names(stick) == ["event round 1 start.flagfall"])
    with open_log(stick / "event round 1 start.flagfall", read_only=True) as log:
        assert len(fold(log.records()).players) == 4  # as it was when the round began


def test_an_unfinished_backup_is_reported_when_the_next_one_is_due(
    opened: Callable[..., Desk], stick: Path, hanging: Hanging
) -> None:
    desk = opened(hanging.open, backup_folder=stick)
    heard = troubles(desk)
    round_one(desk)
    done(desk, Undo())
    done(desk, StartRound())
    until(lambda: heard == [UNFINISHED])
    hanging.free.set()
    until(
        lambda: names(stick) == ["event round 1 start (2).flagfall", "event round 1 start.flagfall"]
    )


def test_stopping_the_desk_never_waits_forever_and_leaves_no_partial_file(
    opened: Callable[..., Desk], path: Path, stick: Path, hanging: Hanging
) -> None:
    desk = opened(hanging.open, backup_folder=stick)
    round_one(desk)
    desk.stop()
    assert not names(stick)
    with open_log(path) as log:  # the event itself is closed and whole
        assert fold(log.records()).rounds[0].stage is Stage.STARTED


def test_a_backup_that_cannot_be_made_is_reported_and_does_no_harm(
    opened: Callable[..., Desk], stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(log: EventLog) -> EventCopy:
        raise StoreError(f"{log.path.name} cannot be read.")

    monkeypatch.setattr(EventLog, "copied", refuse)
    desk = opened(backup_folder=stick)
    heard = troubles(desk)
    round_one(desk)
    until(lambda: heard == ["No backup copy was made: event.flagfall cannot be read."])


def test_a_backup_that_fails_after_the_desk_has_stopped_is_ignored(
    opened: Callable[..., Desk], stick: Path, hanging: Hanging
) -> None:
    desk = opened(hanging.open, backup_folder=stick)
    round_one(desk)
    desk.stop()
    stick.rmdir()
    hanging.free.set()
    until(lambda: all(thread.name != "backup" for thread in threading.enumerate()))


def test_the_event_file_without_its_journal_soon_holds_every_row(
    opened: Callable[..., Desk], path: Path, tmp_path: Path
) -> None:
    desk = opened()
    round_one(desk)
    alone = tmp_path / "alone.flagfall"

    def rows() -> int:
        alone.write_bytes(path.read_bytes())
        try:
            with open_log(alone, read_only=True) as log:
                return len(log.records())
        except StoreError:  # it was copied while something was written
            return 0

    until(lambda: rows() == settled(desk).seq)
