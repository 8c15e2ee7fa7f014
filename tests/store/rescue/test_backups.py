"""When copies of an event are made, where they go, and which are found."""

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.players import PlayerDropped
from app.engine.acts.rounds import RoundFinished, RoundStarted
from app.store.log.event_log import EventLog, create
from app.store.log.row_checks import Stored
from app.store.rescue.backups import UNFINISHED, BackupOutcome, Backups, copies_of
from tests.disks import filled_up_to

BETWEEN_MS = 600_000
COPIES_OF_PLAY = 12
NOON_MS = 1_800_000_000_000
WAIT_S = 60


@pytest.fixture
def log(tmp_path: Path) -> Iterator[EventLog]:
    with create(tmp_path / "Cup.flagfall") as log:
        yield log


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


class Desk:
    """Tells backups what was written, and waits for the copies."""

    def __init__(self, log: EventLog, second: Path | None = None) -> None:
        self.troubles: list[str] = []
        self.beside = log.path.with_name("Cup backups")
        self._backups = Backups(second, self.troubles.append)
        self._backups.beside = self.beside
        self._log = log

    def wrote(self, event: Event, minutes: float, playing: int) -> None:
        record = Record(1, 1, NOON_MS + round(minutes * 60_000), "desk", "organizer", event)
        trouble = self._backups.after([record], playing, self._log.copied)
        assert trouble == ""
        self._backups.wait(WAIT_S)

    def copy_now(self) -> tuple[BackupOutcome, ...]:
        answers: list[tuple[BackupOutcome, ...]] = []
        self._backups.copy_now(self._log.copied, answers.append)
        self._backups.wait(WAIT_S)
        return answers[0]


def stems(folder: Path) -> list[str]:
    return sorted(file.stem for file in folder.iterdir())


def test_a_round_is_copied_when_it_starts_and_when_it_ends(log: EventLog, stick: Path) -> None:
    desk = Desk(log, stick)
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    desk.wrote(RoundFinished(1, NOON_MS), 2, playing=0)
    assert stems(desk.beside) == ["Cup round 1 end", "Cup round 1 start"]
    assert stems(stick) == stems(desk.beside)
    assert not desk.troubles


def test_a_round_is_copied_every_ten_minutes_of_play(log: EventLog) -> None:
    desk = Desk(log)
    desk.wrote(RoundStarted(3, NOON_MS), 0, playing=3)
    for minutes in (4, 9, 11, 20, 22):
        desk.wrote(PlayerDropped(1, 1), minutes, playing=3)
    played = [stem for stem in stems(desk.beside) if "played to" in stem]
    assert len(played) == 2
    assert all(stem.startswith("Cup round 3 played to ") for stem in played)


def test_between_rounds_and_before_ten_minutes_nothing_is_copied(log: EventLog) -> None:
    desk = Desk(log)
    desk.wrote(
        PlayerDropped(1, 1), 0, playing=2
    )  # an event that was opened in the middle of a round
    desk.wrote(PlayerDropped(2, 1), 9, playing=2)
    desk.wrote(PlayerDropped(3, 1), 60, playing=0)
    assert not desk.beside.exists()
    desk.wrote(PlayerDropped(4, 1), 61, playing=2)
    assert len(stems(desk.beside)) == 1


def test_only_the_latest_copies_of_a_round_in_play_are_kept(log: EventLog) -> None:
    desk = Desk(log)
    desk.beside.mkdir()
    names = (
        "Cup round 1 end",
        "Cup notes",
        "Cup round 1 played to mine",
        "Cups round 1 played to 9",
    )
    others = set(names)
    for name in others:
        (desk.beside / f"{name}.flagfall").touch()
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    for number in range(1, COPIES_OF_PLAY + 4):
        desk.wrote(PlayerDropped(1, 1), number * BETWEEN_MS / 60_000, playing=1)
    found = set(stems(desk.beside))
    assert others < found
    assert len(found - others - {"Cup round 1 start"}) == COPIES_OF_PLAY


@pytest.mark.parametrize(("short_ms", "playing", "copied"), [(0, 1, 1), (1, 1, 0), (0, 0, 0)])
def test_a_round_in_play_is_copied_again_after_some_minutes(
    log: EventLog, short_ms: int, playing: int, copied: int
) -> None:
    desk = Desk(log)
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    desk.wrote(PlayerDropped(1, 1), (BETWEEN_MS - short_ms) / 60_000, playing)
    assert len(stems(desk.beside)) == 1 + copied


def test_a_missing_stick_is_reported_and_the_copy_beside_the_event_is_still_made(
    log: EventLog, tmp_path: Path
) -> None:
    desk = Desk(log, tmp_path / "gone")
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    assert stems(desk.beside) == ["Cup round 1 start"]
    (trouble,) = desk.troubles
    assert trouble == (
        f"The second backup folder {tmp_path / 'gone'} is not there. Plug in its disk, or choose"
        " another folder: File, Backups… Copies beside the event are still made."
    )


def test_a_pulled_stick_and_its_return_are_reported_once_each(log: EventLog, stick: Path) -> None:
    desk = Desk(log, stick)
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    away = stick.rename(stick.with_name("pocket"))
    for minutes in (10, 20, 30):
        desk.wrote(PlayerDropped(1, 1), minutes, playing=1)
    (told,) = desk.troubles
    assert f"{stick} is not there" in told
    away.rename(stick)
    for minutes in (40, 50):
        desk.wrote(PlayerDropped(1, 1), minutes, playing=1)
    assert desk.troubles[1:] == [f"Backup copies go to {stick} again."]
    assert len(stems(stick)) == 3
    assert len(stems(desk.beside)) == 6


def test_a_full_stick_is_reported_once_and_gets_its_copies_once_it_has_room(
    log: EventLog, tiny_disk: Path
) -> None:
    desk = Desk(log, tiny_disk)
    with filled_up_to(tiny_disk, 0):
        desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
        desk.wrote(PlayerDropped(1, 1), 10, playing=1)
        assert stems(tiny_disk) == ["filler"]
    (told,) = desk.troubles
    assert told == (
        f"No copy was made in the second backup folder {tiny_disk}. The disk is full, so nothing"
        " was written to Cup round 1 start.flagfall. Make room on the disk, then do it again."
        " Copies beside the event are still made."
    )
    desk.wrote(RoundFinished(1, NOON_MS), 12, playing=0)
    assert stems(tiny_disk) == ["Cup round 1 end"]
    assert desk.troubles[1:] == [f"Backup copies go to {tiny_disk} again."]


def test_a_write_protected_stick_and_its_later_removal_are_reported(
    log: EventLog, tiny_disk: Path
) -> None:
    folder = tiny_disk / "copies"
    folder.mkdir()
    desk = Desk(log, folder)
    (folder / "Cup round 1 start.flagfall").write_bytes(b"of another day")
    subprocess.run(["mount", "-o", "remount,ro", str(tiny_disk)], check=True)
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    subprocess.run(["mount", "-o", "remount,rw", str(tiny_disk)], check=True)
    shutil.rmtree(folder)
    desk.wrote(RoundFinished(1, NOON_MS), 12, playing=0)
    assert f"Flagfall may not write in {folder}. Choose another folder." in desk.troubles[0]
    assert desk.troubles[1].startswith(f"The second backup folder {folder} is not there.")


def test_the_empty_folder_left_by_a_pulled_stick_is_not_mistaken_for_the_stick(
    log: EventLog, tiny_disk: Path
) -> None:
    """A stick that was mounted by hand, or a network drive, leaves the folder it was in."""
    desk = Desk(log, tiny_disk)
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    subprocess.run(["umount", str(tiny_disk)], check=True)
    desk.wrote(PlayerDropped(1, 1), 10, playing=1)
    assert stems(tiny_disk) == []
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", tiny_disk], check=True)
    desk.wrote(RoundFinished(1, NOON_MS), 20, playing=0)
    assert stems(tiny_disk) == ["Cup round 1 end"]
    assert f"{tiny_disk} is not there" in desk.troubles[0]
    assert desk.troubles[1:] == [f"Backup copies go to {tiny_disk} again."]


def test_a_second_folder_on_the_same_disk_gets_its_copies(log: EventLog, stick: Path) -> None:
    desk = Desk(log, stick)
    for minutes in (0, 10):
        desk.wrote(RoundStarted(1, NOON_MS), minutes, playing=1)
    assert len(stems(stick)) == 2
    assert desk.troubles == []


def test_faults_beside_the_event_and_on_the_stick_are_reported_in_one_message(
    log: EventLog, tmp_path: Path
) -> None:
    desk = Desk(log, tmp_path / "gone")
    desk.beside.write_text("a file of that name")
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    (trouble,) = desk.troubles
    assert trouble.startswith(f"No copy was made beside the event, in {desk.beside}. ")
    assert "The second backup folder" in trouble
    assert "still made" not in trouble


class Hanging:
    """A copy to a share that does not answer for as long as the test wants."""

    def __init__(self) -> None:
        self.answers = threading.Event()

    def rows_of(self, kind: str) -> list[Stored]:
        return []

    def write(self, to_folder: Path, label: str, *, once: bool = True) -> Path:
        assert self.answers.wait(WAIT_S)
        return to_folder / f"Cup {label}.flagfall"


def test_a_share_that_does_not_answer_is_reported_once(stick: Path) -> None:
    troubles: list[str] = []
    backups, hanging = Backups(stick, troubles.append), Hanging()

    def after(minutes: int) -> str:
        at_ms = NOON_MS + minutes * 60_000
        record = Record(1, 1, at_ms, "desk", "organizer", RoundStarted(1, at_ms))
        return backups.after([record], 1, lambda: hanging)

    assert [after(minutes) for minutes in (0, 10, 20)] == ["", UNFINISHED, ""]
    hanging.answers.set()
    backups.wait(WAIT_S)
    assert after(30) == ""
    backups.wait(WAIT_S)
    assert troubles == []


def test_a_copy_made_by_hand_goes_to_both_folders_at_once(log: EventLog, stick: Path) -> None:
    desk = Desk(log, stick)
    (beside, second) = desk.copy_now()
    assert (beside.folder, second.folder) == (desk.beside, stick)
    assert beside.file is not None
    assert re.fullmatch(r"Cup by hand \d\d\.\d\d\.flagfall", beside.file.name)
    assert [*stick.iterdir()] == [second.file]
    assert {*copies_of(log.path, stick)} == {beside.file, second.file}
    desk.copy_now()
    assert len(stems(stick)) == 2


def test_no_copy_is_taken_if_no_folder_is_chosen() -> None:
    answers: list[object] = []
    Backups(None, print).copy_now(lambda: pytest.fail("a copy was taken"), answers.append)
    assert answers == [()]


def test_a_fault_already_shown_by_a_manual_copy_is_not_reported_again(
    log: EventLog, stick: Path
) -> None:
    stick.rmdir()
    desk = Desk(log, stick)
    (beside, second) = desk.copy_now()
    assert beside.file is not None
    assert second.file is None
    assert second.fault.startswith(f"The second backup folder {stick} is not there.")
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    assert desk.troubles == []
    stick.mkdir()
    desk.copy_now()
    desk.wrote(RoundFinished(1, NOON_MS), 10, playing=0)
    assert desk.troubles == []


def test_a_backup_folder_that_cannot_be_made_is_reported_and_the_stick_gets_its_copy(
    log: EventLog, stick: Path
) -> None:
    desk = Desk(log, stick)
    desk.beside.write_text("a file of that name")
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    assert stems(stick) == ["Cup round 1 start"]
    assert len(desk.troubles) == 1


def test_copies_beside_the_event_and_on_the_stick_are_listed_latest_first(
    log: EventLog, stick: Path
) -> None:
    desk = Desk(log, stick)
    (stick / "Other round 1 start.flagfall").touch()
    (stick / "Cup notes.txt").touch()
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    desk.wrote(RoundFinished(1, NOON_MS), 5, playing=0)
    found = copies_of(log.path, stick)
    assert [copy.stem for copy in found[:2]] == ["Cup round 1 end"] * 2
    assert [copy.stem for copy in found[2:]] == ["Cup round 1 start"] * 2
    assert copies_of(log.path, stick / "gone") == [
        copy for copy in found if copy.parent == desk.beside
    ]
