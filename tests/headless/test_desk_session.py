"""A session with a desk that plays many acts at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.timeline import SetTimeline
from app.engine import Record, Refused
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.table import StartClock, Tap
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.headless.desk_session import DeskSession, open_new_event
from app.store.errors import StoreError
from app.store.log.event_log import open_log
from app.store.packets.files import packets

CREATED = CreateEvent(Settings("Cup", "sr2017", 75, 1), packets()["sr2017"])
START_MS, TURN_MS = 1_800_000_000_000, 60_000
NOBODY = 99


class Room:
    """A session, with the rows that were announced after each write."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "cup.flagfall"
        self.timeline = SetTimeline(START_MS)
        self.announced: list[int] = []
        self._opening = open_new_event(self.path, self.timeline, self._hear)
        self.line: DeskSession = self._opening.__enter__()

    def _hear(self, rows: tuple[Record, ...]) -> None:
        self.announced.append(len(rows))

    def seqs(self) -> list[int]:
        """The rows that another program would read now."""
        with open_log(self.path, read_only=True) as log:
            return [record.seq for record in log.records()]

    def close(self) -> None:
        self._opening.__exit__(None, None, None)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    room.line.do(CREATED)
    room.announced.clear()
    yield room
    room.close()


def add(line: DeskSession, *names: str) -> None:
    for name in names:
        line.do(AddPlayers((Entry(name),)))


def test_the_rows_of_many_acts_are_written_at_once(room: Room) -> None:
    line = room.line

    def play() -> str:
        add(line, "Anna", "Ben", "Cleo")
        assert [player.entry.name for player in line.state.players.values()] == [
            "Anna",
            "Ben",
            "Cleo",
        ], "each act is decided on what the one before it left"
        assert room.announced == [], "nothing is durable yet"
        return "played"

    assert line.together(play) == "played"
    assert room.announced == [3]
    assert room.seqs() == [1, 2, 3, 4]
    add(line, "Dora")
    assert room.announced == [3, 1], "an act by itself is written by itself again"


def test_between_two_acts_written_together_the_next_flag_is_known(room: Room) -> None:
    line = room.line
    add(line, "Anna", "Ben")
    for command in (CheckIn((1, 2)), DrawRound(1), PublishRound(), StartRound(1)):
        line.do(command)

    def play() -> None:
        line.do(StartClock(1, Side.RED))
        first = line.next_due
        assert first is not None
        room.timeline.move_by(TURN_MS)
        line.do(Tap(1, Side.RED))
        assert line.next_due is not None
        assert line.next_due[0] == first[0] + TURN_MS

    line.together(play)


def test_a_refused_act_does_not_stop_the_acts_written_with_it(room: Room) -> None:
    line = room.line

    def play() -> object:
        add(line, "Anna")
        reply = line.try_to(CheckIn((NOBODY,)))
        add(line, "Ben")
        return reply

    assert isinstance(line.together(play), Refused)
    assert room.announced == [2]


def test_an_exception_between_acts_is_raised_after_earlier_rows_are_written(room: Room) -> None:
    line = room.line

    def play() -> None:
        add(line, "Anna")
        raise KeyError("Ben")

    with pytest.raises(KeyError, match="Ben"):
        line.together(play)
    assert room.seqs() == [1, 2]
    assert len(line.state.players) == 1


def test_acts_that_cannot_be_saved_together_leave_no_rows(tiny_disk: Path) -> None:
    room = Room(tiny_disk)
    room.line.do(CREATED)
    names = [f"Player {number} of a long list" for number in range(2_000)]
    with pytest.raises(StoreError, match="The disk is full"):
        room.line.together(lambda: add(room.line, *names))
    assert not room.line.state.players
    assert room.seqs() == [1]
    room.close()


def test_a_session_on_a_closed_desk_refuses_to_play(room: Room) -> None:
    room.close()
    with pytest.raises(StoreError, match="closed"):
        room.line.together(lambda: None)
