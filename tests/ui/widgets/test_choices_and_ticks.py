"""Dropdowns show all they offer; ticks read the same on chosen rows; no red too early."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, Entry, TickOff
from app.engine.formats.settings import CheckInItem
from app.ui.pages.event.page import EventPage
from app.ui.pages.players.check_in.table import COLUMNS
from app.ui.pages.players.check_in.view import CheckInView
from app.ui.pages.players.import_dialog import RosterDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.widgets.theme import DARK, LIGHT, Theme, current_theme
from app.views.event.check_in import CheckInColumn
from app.views.pages import DeskPage
from tests.ui.asked import when_asked
from tests.ui.windows import begin

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    window.resize(1366, 740)
    return begin(qtbot, window, tmp_path / "night.flagfall")


def settings_fields(view: EventView, qtbot: QtBot) -> list[QComboBox]:
    view.show_page(DeskPage.EVENT)
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    return [page.form.packet, page.form.army, page.form.timing, page.form.clock_out]


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_dropdown_shows_its_last_entry_in_full(
    view: EventView, qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme
) -> None:
    dressed(theme)
    for combo in settings_fields(view, qtbot):
        combo.showPopup()
        qtbot.waitUntil(combo.view().isVisible)
        shown = combo.view()
        last = shown.visualRect(combo.model().index(combo.count() - 1, combo.modelColumn()))
        assert combo.count() <= combo.maxVisibleItems()
        assert shown.viewport().rect().contains(last), combo.currentText()
        combo.hidePopup()


def check_in(view: EventView) -> CheckInView:
    view.show_page(DeskPage.CHECK_IN)
    page = view.page
    assert isinstance(page, PlayersPage)
    return page.check_in


def cell(page: CheckInView, row: int, column: CheckInColumn) -> QImage:
    table = page.table
    box = table.visualRect(table.held.index(row, COLUMNS.index(column)))
    return table.viewport().grab(box).toImage()


def accented(image: QImage, theme: Theme) -> int:
    wanted = QColor(theme.accent)
    return sum(
        QColor(image.pixel(x, y)) == wanted
        for x in range(image.width())
        for y in range(image.height())
    )


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_checkboxes_are_drawn_correctly_on_a_chosen_row(
    view: EventView, qtbot: QtBot, dressed: Callable[[Theme], None], theme: Theme
) -> None:
    dressed(theme)
    view.client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    view.client.ask(TickOff((1,), CheckInItem.PAID))
    page = check_in(view)
    qtbot.waitUntil(lambda: any(CheckInColumn.PAID in row.done for row in page.table.held.rows))
    page.table.selectAll()
    ticked, empty = (cell(page, row, CheckInColumn.PAID) for row in (0, 1))
    assert accented(ticked, theme) > 50
    assert accented(empty, theme) == 0


def test_importing_players_reports_their_number_and_leaves_none_selected(
    view: EventView, qtbot: QtBot
) -> None:
    view.show_page(DeskPage.PLAYERS)
    page = view.page
    assert isinstance(page, PlayersPage)
    when_asked(RosterDialog, lambda dialog: dialog.add.click())
    page.add_from_text("\n".join(["Name", *(f"Player {number}" for number in range(40))]))
    qtbot.waitUntil(lambda: page.counts.text().startswith("40 registered"))
    assert not page.table.chosen_rows
    page.entry.entered.emit(Entry("Zoe"))
    qtbot.waitUntil(lambda: [row.name for row in page.table.chosen_rows] == ["Zoe"])


def inks(page: CheckInView) -> set[str]:
    """The colours of all the words in the table."""
    held, ink = page.table.held, Qt.ItemDataRole.ForegroundRole
    found = set()
    for row in range(held.rowCount()):
        for column in range(held.columnCount()):
            brush = held.data(held.index(row, column), ink)
            if isinstance(brush, QBrush):
                found.add(brush.color().name())
    return found


def test_nothing_is_red_on_check_in_before_anybody_is_checked_in(
    view: EventView, qtbot: QtBot
) -> None:
    view.client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    page = check_in(view)
    qtbot.waitUntil(lambda: len(page.table.held.rows) == 2)
    red = QColor(current_theme().danger).name()
    assert red not in inks(page)
    box = page.table.visualRect(page.table.held.index(0, COLUMNS.index(CheckInColumn.HERE)))
    QTest.mouseClick(page.table.viewport(), LEFT, pos=box.center())
    qtbot.waitUntil(lambda: red in inks(page))
