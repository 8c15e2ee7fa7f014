"""When copies of an event are made, where they go, and which are found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine.acts.events import Event, Record
from app.engine.acts.players import PlayerDropped
from app.engine.acts.rounds import RoundFinished, RoundStarted
from app.store.log.event_log import EventLog, create
from app.store.rescue.backups import BETWEEN_MS, COPIES_OF_PLAY, Backups, copies_of

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


def test_of_the_copies_of_play_the_latest_stay(log: EventLog) -> None:
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
def test_a_round_that_is_played_is_copied_again_after_some_minutes(
    log: EventLog, short_ms: int, playing: int, copied: int
) -> None:
    desk = Desk(log)
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    desk.wrote(PlayerDropped(1, 1), (BETWEEN_MS - short_ms) / 60_000, playing)
    assert len(stems(desk.beside)) == 1 + copied


def test_a_stick_that_is_gone_is_told_and_the_copy_beside_the_event_is_made(
    log: EventLog, tmp_path: Path
) -> None:
    desk = Desk(log, tmp_path / "gone")
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    assert stems(desk.beside) == ["Cup round 1 start"]
    (trouble,) = desk.troubles
    assert trouble.startswith("No backup copy was made: The backup folder")


def test_a_place_that_takes_no_folder_is_told_and_the_stick_has_its_copy(
    log: EventLog, stick: Path
) -> None:
    desk = Desk(log, stick)
    desk.beside.write_text("a file of that name")
    desk.wrote(RoundStarted(1, NOON_MS), 0, playing=1)
    assert stems(stick) == ["Cup round 1 start"]
    assert len(desk.troubles) == 1


def test_copies_are_found_beside_the_event_and_on_the_stick_the_latest_first(
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
