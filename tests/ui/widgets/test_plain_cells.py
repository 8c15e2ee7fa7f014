"""A list draws plain cells itself, and they look as if the style had painted them."""

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from app.ui.widgets.elide import NamePainter
from app.ui.widgets.list_column import Ink, ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import CellPainter, Index, ListRows, NumberPainter
from app.ui.widgets.theme import DARK, LIGHT, Theme, apply_theme, wear_theme
from tests.ui.pictures import picture_of

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
    table: TableList[str] = TableList("names", "Names", ListRows(COLUMNS))
    wear_theme(table)
    qtbot.addWidget(table)
    table.resize(460, 200)
    table.show_rows(NAMES)
    with qtbot.waitExposed(table):
        table.show()
    QApplication.processEvents()  # its headings take their room
    table.setColumnWidth(1, 160)
    return table


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_a_plain_cell_looks_as_the_style_paints_it(
    table: TableList[str], theme: Theme, qapp: QApplication
) -> None:
    apply_theme(qapp, theme)
    drawn = picture_of(table.viewport())
    cells, numbers = StyledCell(table.held, table), StyledNumber(table.held, table, 0)
    table.setItemDelegate(cells)
    table.setItemDelegateForColumn(0, numbers)
    assert picture_of(table.viewport()) == drawn
    apply_theme(qapp, LIGHT)


def test_a_chosen_cell_keeps_the_look_of_chosen_ones(table: TableList[str]) -> None:
    before = picture_of(table.viewport())
    table.choose([1])
    assert picture_of(table.viewport()) != before
