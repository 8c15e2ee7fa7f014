"""A ROS board that loses its game over a real pseudo-terminal: it shows 0:00 on both sides."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.clock.hall.clock import Seat
from app.clock.hall.hall import Memory
from app.clock.ports.port import PortSettings
from app.emulators.device import DeviceSide
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.table import PauseCause, ResumeClock, StartClock
from app.engine.side import Side
from tests.clock.fast_timeline import FastTimeline
from tests.clock.real_room import RealHall, left_ms

SPEED = 3
NOON_MS = 1_755_432_000_000
HOUR_MS = 3_600_000
PORT, TABLE = "upd", 1


class Room(RealHall):
    """A table whose time its ROS clock keeps; Red's runs."""

    def __init__(self, folder: Path) -> None:
        memory = Memory({PORT: PortSettings(True, PORT)})
        super().__init__(folder, memory, FastTimeline(NOON_MS, SPEED))

    def begin(self) -> None:
        """Start the game; the room is ended by `end` even where that fails."""
        self.event(1)
        url = f"emu://upd?resets_on_open=0&boot_ms=300&speed={SPEED}"
        self.pty: PtyLine = self.plug(PORT, url)
        self.until(lambda: self.is_ready(PORT))
        clock = self.clock(PORT)
        assert clock is not None
        self.room.seat(clock.name, Seat(TABLE))
        self.until(lambda: self.game(TABLE).play.clock_holds)
        self.room.set_for_round()
        self.until(lambda: self.pty.live.truth().left_ms == HOUR_MS)
        self.do(StartClock(self.game(TABLE).number, Side.RED))
        self.until(lambda: self.pty.live.truth().running is DeviceSide.LEFT)
        self.until(lambda: self.game(TABLE).play.ticking)
        self.until(lambda: self.pty.live.truth().left_ms < HOUR_MS - 3_000)

    def notice(self) -> str:
        clock = self.clock(PORT)
        return clock.notice if clock else ""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path)
    try:
        room.begin()
        yield room
    finally:
        room.end()


def test_a_game_whose_board_restarts_is_paused_and_restored_to_it(room: Room) -> None:
    before_ms = room.pty.live.truth().left_ms
    room.pty.live.do(room.pty.live.device.power_cycle)
    room.until(lambda: room.game(TABLE).play.pause is not None)
    pause = room.game(TABLE).play.pause
    assert pause is not None
    assert pause.cause is PauseCause.PROGRAM
    assert room.game(TABLE).play.flag is None
    assert abs(before_ms - left_ms(room, TABLE, Side.RED)) < 1_500  # it speaks every second
    assert left_ms(room, TABLE, Side.BLUE) == HOUR_MS
    room.until(lambda: room.notice().startswith("This clock lost its power; its game is stopped."))

    room.do(ResumeClock(room.game(TABLE).number))
    room.until(lambda: room.pty.live.truth().running is DeviceSide.LEFT)
    room.until(lambda: room.notice() == "")
    truth = room.pty.live.truth()
    assert abs(truth.left_ms - left_ms(room, TABLE, Side.RED)) < 1_000
    assert truth.right_ms == HOUR_MS
    room.pty.live.press(DeviceSide.LEFT)
    room.until(lambda: room.game(TABLE).play.step == 1)
