"""Gamepads on the Clocks page: bound by pressing, with SDL's virtual joysticks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.clock.drivers.pads import BOUNCE_MS
from app.clock.hall.buttons import BLUE_NEXT, PRESS_RED
from app.clock.hall.clock import Seat
from app.ui.pages.clocks.rows import GAMEPAD, ClockRow
from tests.clock.virtual_pads import VirtualPad, dragonrise
from tests.ui.clocks_hall import Hall


@pytest.fixture
def hall(qtbot: QtBot, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(qtbot, tmp_path)
    yield hall
    hall.end()


def gamepad_rows(hall: Hall) -> list[ClockRow]:
    return [row for row in hall.page.list.rows if "Joystick" in row.product + row.firmware]


def choose(hall: Hall, row: ClockRow) -> None:
    hall.page.list.choose([hall.page.list.rows.index(row)])


def push(hall: Hall, pad: VirtualPad, button: int) -> None:
    since_ms = hall.client.now_ms()
    hall.until(lambda: hall.client.now_ms() > since_ms + BOUNCE_MS)
    pad.hold(button)
    pad.hold(button, down=False)


def test_pressing_red_then_blue_binds_a_gamepad_and_it_can_then_play(hall: Hall) -> None:
    hall.round(1)
    pad = dragonrise()
    hall.until(lambda: gamepad_rows(hall))
    (row,) = gamepad_rows(hall)
    assert (row.state, row.port, row.notice, row.urgent) == ("connected", "USB", GAMEPAD, False)
    assert hall.page.counts.text().startswith("0 clocks connected")
    choose(hall, row)
    panel = hall.page.panel
    panel.table.setValue(1)
    panel.bind.click()
    hall.until(lambda: hall.page.notice.text() == PRESS_RED.format(table=1))
    push(hall, pad, 0)
    hall.until(lambda: hall.page.notice.text() == BLUE_NEXT)
    push(hall, pad, 1)
    hall.until(lambda: gamepad_rows(hall)[0].seat == Seat(1))
    (row,) = gamepad_rows(hall)
    assert (row.product, row.firmware) == ("Buttons 1, 2", "On DragonRise Generic USB Joystick.")
    assert not panel.adopt.isVisible()  # it has no times
    assert hall.page.counts.text().startswith("1 clock connected")
    hall.until(lambda: hall.kept and [*hall.kept[-1].seats.values()] == [Seat(1)])
    push(hall, pad, 1)
    hall.until(lambda: hall.games[0].play.ticking)
    choose(hall, row)
    panel.free.click()
    hall.until(lambda: gamepad_rows(hall)[0].seat is None)
    assert gamepad_rows(hall)[0].notice == GAMEPAD


def test_the_gamepad_row_disappears_without_gamepads(hall: Hall) -> None:
    pad = dragonrise()
    hall.until(lambda: gamepad_rows(hall))
    pad.unplug()
    hall.until(lambda: not gamepad_rows(hall))
    assert [row for row in hall.page.list.rows if row.key == "pads"] == []
