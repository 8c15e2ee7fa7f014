"""A list draws plain cells itself, and they look as if the style had painted them."""

from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.ui.widgets.elide import NamePainter
from app.ui.widgets.list_column import Ink, ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import CellLook, CellPainter, Index, ListRows, NumberPainter
from app.ui.widgets.theme import THEMES, Theme, wear_theme
from tests.ui.pictures import picture_of

FAINT = 16
"""A difference in lightness, of 255, that nobody sees."""
HEBREW = "אברהם בן־יהודה"
NAMES = ("Ann", HEBREW, "Bartholomew Featherstonehaugh-Worthington", "")
COLUMNS: tuple[ListColumn[str], ...] = (
    ListColumn("No.", cell=lambda row: str(len(row)), width=64, centred=True),
    ListColumn("Name", cell=str, bold=True),
    ListColumn("Club", cell=str, ink=lambda _row: Ink.MUTED),
    ListColumn("Time", cell=lambda _row: "1:17:01", width=90, figures=True),
)


class StyledCell(CellPainter):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        NamePainter.paint(self, painter, option, index)


class StyledNumber(NumberPainter):
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        NamePainter.paint(self, painter, option, index)


@pytest.fixture
def table(qtbot: QtBot) -> TableList[str]:
    return shown(qtbot, TableList("names", "Names", ListRows(COLUMNS)))


def shown(qtbot: QtBot, table: TableList[str]) -> TableList[str]:
    wear_theme(table)
    qtbot.addWidget(table)
    table.resize(460, 200)
    table.show_rows(NAMES)
    with qtbot.waitExposed(table):
        table.show()
    QApplication.processEvents()  # its headings take their room
    table.setColumnWidth(1, 160)
    return table


@pytest.mark.parametrize("theme", THEMES.values())
def test_a_plain_cell_looks_exactly_as_the_style_would_paint_it(
    table: TableList[str], theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    dressed(theme)
    drawn = picture_of(table.viewport())
    cells, numbers = StyledCell(table.held, table), StyledNumber(table.held, table, 0)
    table.setItemDelegate(cells)
    table.setItemDelegateForColumn(0, numbers)
    assert picture_of(table.viewport()) == drawn


@pytest.mark.parametrize("theme", THEMES.values())
def test_a_chosen_cell_is_painted_differently(
    table: TableList[str], theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    dressed(theme)
    before = picture_of(table.viewport())
    table.choose([1])
    assert picture_of(table.viewport()) != before


class TickedRows(ListRows[str]):
    """Rows of which every other one is ticked in its second column."""

    def look(self, row: int, column: int) -> CellLook:
        look = super().look(row, column)
        return look._replace(tick=bool(row % 2)) if column == 1 else look

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == 1:
            return Qt.CheckState.Checked if index.row() % 2 else Qt.CheckState.Unchecked
        return super().data(index, role)


@pytest.mark.parametrize("theme", THEMES.values())
def test_a_checkbox_looks_as_the_style_would_paint_it(
    qtbot: QtBot, theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    """But for a breath at its round corners, where the style paints it twice."""
    dressed(theme)
    table = shown(qtbot, TableList("checkIn", "Names", TickedRows(COLUMNS)))
    drawn = picture_of(table.viewport())
    table.setItemDelegate(StyledCell(table.held, table))
    styled = picture_of(table.viewport())
    assert drawn.size() == styled.size()
    box = table.visualRect(table.model().index(1, 1)).adjusted(0, 0, 40 - 160, 0)
    assert len({drawn.pixel(x, y) for x, y in pixels(box)}) > 10
    for x, y in pixels(table.viewport().rect()):
        one, other = drawn.pixelColor(x, y), styled.pixelColor(x, y)
        assert abs(one.lightness() - other.lightness()) <= FAINT


def pixels(box: QRect) -> Iterator[tuple[int, int]]:
    return product(
        range(box.left(), box.right() + 1),
        range(max(box.top(), 0), box.bottom() + 1),
    )
