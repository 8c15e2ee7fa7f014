"""Headings of lists stand over what is below them."""

from collections.abc import Iterable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QTableView, QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from app.engine.frozen import replace
from app.ui.pages.clocks.page import ClockList
from app.ui.pages.clocks.rows import COLUMNS
from app.ui.pages.players.check_in.list_preview import ArmyPreview
from app.ui.pages.round.draw.why import alternatives_table
from app.ui.pages.round.page import RoundPage
from app.ui.pages.tablets.page import TabletList
from app.ui.pages.tablets.rows import COLUMNS as TABLETS
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import DARK, LIGHT, Theme, apply_theme
from tests.events import Event
from tests.ui.by_window_keys import press_key
from tests.ui.open_pages import PageOf
from tests.ui.pictures import picture_of


def first_ink(picture: QImage, left: int, right: int) -> int:
    """How far right of ``left`` the leftmost stroke begins."""
    ground = picture.pixelColor(left + 2, 4)
    for x in range(left + 1, right):
        for y in range(4, picture.height() - 4):
            if abs(picture.pixelColor(x, y).lightness() - ground.lightness()) > 60:
                return x - left
    raise AssertionError("nothing is written there")


def offset(table: QTableView, column: int) -> int:
    """By how many pixels the first cell's words stand left of their heading."""
    left = table.columnViewportPosition(column)
    right = left + table.columnWidth(column)
    heading = first_ink(picture_of(table.horizontalHeader().viewport()), left, right)
    row = picture_of(table.viewport()).copy(0, 0, right, table.rowHeight(0) - 1)
    return heading - first_ink(row, left, right)


def cut_off(table: QTableView) -> list[int]:
    """Columns that are narrower than their headings."""
    head = table.horizontalHeader()
    wanted = (head.sectionSizeFromContents(column).width() for column in range(head.count()))
    return [n for n, width in enumerate(wanted) if width > table.columnWidth(n)]


def test_columns_have_room_for_their_headings(qtbot: QtBot) -> None:
    for table in (ClockList(), TabletList(), ArmyPreview(), alternatives_table()):
        qtbot.addWidget(table)
        table.resize(838, 300)  # as the main window at its smallest leaves it
        table.show()
        assert cut_off(table) == [], table.accessibleName()


def with_one_letter(columns: Iterable[ListColumn[Any]]) -> TableList[str]:
    lettered = [replace(column, heading="H", cell=str, tip=None, ink=plain) for column in columns]
    table = TableList("lettered", "Lettered", ListRows(lettered))
    table.show_rows(["H"])
    return table


def plain(_row: object) -> None:
    return None


def test_list_headings_are_aligned_with_their_cells(qtbot: QtBot) -> None:
    filled: list[QTableView] = [
        with_one_letter(COLUMNS.values()),
        with_one_letter(TABLETS.values()),
    ]
    for widget in (ArmyPreview(), alternatives_table()):
        widget.setRowCount(1)
        for column in range(widget.columnCount()):
            widget.setHorizontalHeaderItem(column, QTableWidgetItem("H"))
            widget.setItem(0, column, QTableWidgetItem("H"))
        filled.append(widget)
    for table in filled:
        qtbot.addWidget(table)
        table.resize(900, 300)
        table.show()
        found = [offset(table, column) for column in range(table.model().columnCount())]
        assert all(abs(one) <= 1 for one in found), (table.accessibleName(), found)


def test_headings_of_custom_painted_lists_are_aligned_with_their_cells(
    event: Event, page_of: PageOf
) -> None:
    event.register(4)
    event.start()
    page = page_of(RoundPage)
    tables = page.live.tables
    assert abs(offset(tables, 5)) <= 1  # Blue


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_focus_frame_of_a_list_is_complete_at_its_corners(
    qtbot: QtBot, qapp: QApplication, theme: Theme
) -> None:
    apply_theme(qapp, theme)
    try:
        shown = QTableWidget(2, 2)
        shown.setHorizontalHeaderLabels(["Award", "Winner"])
        shown.verticalHeader().hide()
        shown.horizontalHeader().setStretchLastSection(True)
        qtbot.addWidget(shown)
        shown.resize(300, 120)
        shown.show()
        shown.activateWindow()
        shown.setFocus()
        qtbot.waitUntil(shown.hasFocus)
        press_key(shown, Qt.Key.Key_Down)
        picture = shown.grab().toImage()
    finally:
        apply_theme(qapp, LIGHT)
    accent, surface = QColor(theme.accent), QColor(theme.surface)

    def is_frame(x: int, y: int) -> bool:
        seen = picture.pixelColor(x, y)
        return abs(seen.red() - accent.red()) < abs(seen.red() - surface.red())

    corner, right = range(round(6 * picture.devicePixelRatio())), picture.width() - 1
    assert any(is_frame(step, step) for step in corner)
    assert any(is_frame(right - step, step) for step in corner)
