"""A whole game on an emulated DGT 3000, by its lever alone, from the real main window."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Clock, Seat
from app.emulators.device import DeviceSide
from app.emulators.lines.live import LiveDevice, device_at, forget_all, live_device
from app.emulators.lines.pty_line import PtyLine
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import AdjustClock, StartClock
from app.engine.formats.settings import Settings
from app.engine.side import Side
from app.engine.state import Stage
from app.engine.table.verdict import final_result
from app.ui.pages.clocks.page import ClocksPage
from tests.clock.fast_timeline import FastTimeline
from tests.clock.machine import Machine
from tests.end_to_end.room import NOON_MS, EventRoom

pytestmark = pytest.mark.timed

SPEED = 3
"""A line that is silent for 2.5 s is taken for pulled: on a busy machine that is soon over."""
URL = f"emu://dgt3000?speed={SPEED}"
SECOND_MS = 1000
LEFT_MS = 90 * SECOND_MS
RED, BLUE = Side.RED, Side.BLUE


@pytest.fixture
def room(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[EventRoom]:
    room = EventRoom(qtbot, qapp, tmp_path)
    room.timeline = FastTimeline(NOON_MS, SPEED)
    yield room
    room.window.close_event()
    forget_all()


def begin(room: EventRoom) -> None:
    """Two players at a table of a battlegroup event: twenty minutes each."""
    room.begin(Settings("Levers", "sr2017", 0, 1))
    for command in (
        AddPlayers((Entry("Anna Kowalska"), Entry("Bartek Nowak"))),
        CheckIn((1, 2)),
        DrawRound(7, 1),
        PublishRound(),
        StartRound(4),
    ):
        room.client.ask(command)
    room.until(lambda: bool(room.state.rounds and room.state.rounds[0].stage is Stage.STARTED))


def bind(room: EventRoom, url: str = URL) -> None:
    """The clock is found on its port, and the organizer binds it on the Clocks page."""
    page = room.page("Clocks")
    assert isinstance(page, ClocksPage)
    clocks = room.client.clocks
    assert clocks is not None
    clocks.room.add(url)
    room.qtbot.waitUntil(lambda: any(row.clock for row in page.list.rows))
    place = next(n for n, one in enumerate(page.list.rows) if one.clock)
    page.list.choose([place])
    page.panel.table.setValue(1)
    room.click(page.panel.bind)
    room.until(lambda: any(row.seat == Seat(1) for row in page.list.rows))
    room.until(lambda: holds(room))


def seated(room: EventRoom) -> Clock | None:
    clocks = room.client.clocks
    assert clocks is not None
    return clocks.room.bank.bound.clock_at(1)


def holds(room: EventRoom) -> bool:
    """A clock that is out of touch just when its game begins leaves the time to the program."""
    clock = seated(room)
    return room.game(1).play.clock_holds and clock is not None and clock.online


def wait(room: EventRoom, seconds: float) -> None:
    """So many seconds of the event."""
    room.qtbot.wait(int(seconds * 1000 / SPEED))


def press(room: EventRoom, live: LiveDevice, step: int) -> None:
    running = live.truth().running
    assert running is not None
    live.press(running)
    room.until(lambda: room.game(1).play.step == step)


def test_a_whole_game_played_by_the_lever_ends_in_a_clock_out(room: EventRoom) -> None:
    begin(room)
    bind(room)
    live = device_at(URL)
    page = room.round
    page.live.choose(room.game(1).number)

    def first() -> list[QPushButton]:
        buttons = page.live.panel.findChildren(QPushButton)
        return [
            button for button in buttons if button.text() == "Red goes first" and button.isEnabled()
        ]

    room.until(lambda: bool(first()) and holds(room))
    room.click(first()[0])  # the one click
    room.until(lambda: live.truth().running is DeviceSide.LEFT)
    for side in Side:  # nobody waits forty minutes in a test
        room.client.ask(AdjustClock(1, side, LEFT_MS - 1200 * SECOND_MS, "a short evening"))
    room.until(lambda: live.truth().right_ms <= LEFT_MS)
    room.until(lambda: live.truth().running is DeviceSide.LEFT)
    for step in range(1, 5):  # deployment, by four presses
        wait(room, 4)
        press(room, live, step)
    for step in range(5, 8):
        wait(room, 17)
        press(room, live, step)
    wait(room, 17)
    assert (room.game(1).play.step, room.game(1).play.runner) == (7, BLUE)
    room.qtbot.waitUntil(lambda: live.truth().flagged is DeviceSide.RIGHT)
    room.until(lambda: not room.game(1).play.in_progress)
    table = room.table(1)
    table.count(12, 0)
    room.until(lambda: final_result(room.game(1)) is not None)
    result = final_result(room.game(1))
    assert result is not None
    assert (result.winner, result.how, result.apd.red) == (RED, How.CLOCK_OUT, 12)


def test_a_busy_window_holds_up_no_press_and_no_cable(room: EventRoom) -> None:
    """Over a real pty, with the window blocked: three presses, then the cable is pulled."""
    begin(room)
    with PtyLine(live_device(URL)) as line:
        live = line.live
        bind(room, line.name)
        room.client.ask(StartClock(1, RED))
        room.until(lambda: live.truth().running is DeviceSide.LEFT)
        wait(room, 10)
        pressed_ms: list[int] = []
        pressed_s: list[float] = []
        pulled_s: list[float] = []

        def presses() -> None:
            for _ in range(3):
                time.sleep(1)
                pressed_s.append(time.monotonic())
                pressed_ms.append(room.timeline.now_ms())
                running = live.truth().running
                assert running is not None
                live.press(running)
            time.sleep(1)
            pulled_s.append(time.monotonic())
            line.unplug()
            while seated(room).online:
                time.sleep(0.005)
            pulled_s.append(time.monotonic())

        thread = threading.Thread(target=presses)
        with Machine() as machine:
            thread.start()
            time.sleep(5)  # the window does nothing at all
            thread.join()
        room.until(lambda: room.game(1).play.step == 3)
    ends = [mark.at_ms for mark in room.game(1).marks if type(mark).__name__ == "TurnEnded"]
    late_s = [(end - at) / 1000 / SPEED for end, at in zip(ends, pressed_ms, strict=True)]
    for one, at_s in zip(late_s, pressed_s, strict=True):  # a DGT board tells within about a second
        assert 0 <= one < machine.allows_s(2.5 / SPEED, at_s, at_s + one), late_s
    began_s, noticed_s = pulled_s
    assert noticed_s - began_s <= machine.allows_s(3, began_s, noticed_s)
