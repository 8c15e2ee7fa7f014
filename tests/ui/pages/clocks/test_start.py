"""Starting the round's clocks together on the Clocks page, over pseudo-terminals."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.clock.hall.clock import Seat
from app.emulators.device import DeviceSide
from app.engine.side import Side
from app.ui.pages.clocks.rows import ClockColumn
from tests.ui.clocks_hall import Hall

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)


@pytest.fixture
def hall(qtbot: QtBot, tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(qtbot, tmp_path)
    yield hall
    hall.end()


def test_clocks_start_together_once_their_players_have_said_who_begins(hall: Hall) -> None:
    hall.round(3)
    lives = {number: hall.cable(number) for number in (1, 2, 3)}
    for number in (1, 2, 3):
        hall.choose(number)
        hall.page.panel.table.setValue(number)
        hall.page.panel.bind.click()
        hall.until(lambda number=number: hall.seat(number) == Seat(number))
    hall.until(lambda: all(game.play.clock_holds for game in hall.games))
    hall.page.set_all.click()
    hall.until(lambda: hall.cell(3, ClockColumn.SHOWS) == "1:00:00 / 1:00:00")
    lives[1].press(DeviceSide.LEFT)
    lives[2].press(DeviceSide.RIGHT)
    hall.until(lambda: hall.cell(1, ClockColumn.SHOWS) == "1:00:00 / 1:00:00 first")
    hall.until(lambda: hall.cell(2, ClockColumn.SHOWS) == "1:00:00 first / 1:00:00")
    hall.choose(1)
    assert hall.page.panel.notice.text() == "Blue goes first."
    QTest.keyClick(hall.page, Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)
    said = "Started at tables 1–2. First press a plunger at table 3, to show who goes first."
    hall.until(lambda: hall.page.notice.text() == said)
    hall.until(lambda: hall.cell(1, ClockColumn.SHOWS).endswith("runs"))
    hall.until(lambda: hall.cell(2, ClockColumn.SHOWS).split(" / ")[0].endswith("runs"))
    assert [game.play.clock and game.play.first for game in hall.games] == [
        Side.BLUE,
        Side.RED,
        None,
    ]
    assert hall.cell(3, ClockColumn.SHOWS) == "1:00:00 / 1:00:00"


def test_a_clocks_row_says_that_its_round_is_not_under_way(hall: Hall) -> None:
    hall.round(1, started=False)
    live = hall.cable(1)
    hall.choose(1)
    hall.page.panel.bind.click()
    hall.until(lambda: hall.seat(1) == Seat(1) and hall.games[0].play.clock_holds)
    live.press(DeviceSide.LEFT)
    hall.until(lambda: "first" in hall.cell(1, ClockColumn.SHOWS))
    hall.page.start_all.click()
    hall.until(lambda: hall.page.notice.text() == "Not started at table 1: its row says why.")
    hall.until(lambda: hall.page.panel.notice.text().startswith("The round is not under way."))
    assert hall.cell(1, ClockColumn.STATE).endswith("(!)")
    assert hall.games[0].play.clock is None
