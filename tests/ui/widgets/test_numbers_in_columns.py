"""Numbers of a column stand below each other by their units."""

from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows
from app.ui.widgets.theme import LIGHT
from tests.ui.pictures import picture_of

ROWS = ("7", "77", "777")


def ends(image: QImage, table: TableList[str], column: int) -> list[tuple[int, int]]:
    """Where the ink of each row's cell begins and ends."""
    ground, found = QColor(LIGHT.surface).lightness(), []
    for place in range(len(table.rows)):
        cell = table.visualRect(table.model().index(place, column))
        inked = [
            x
            for x in range(cell.left() + 2, cell.right() - 2)
            for y in range(cell.top() + 4, cell.bottom() - 4)
            if ground - QColor(image.pixel(x, y)).lightness() > 100
        ]
        found.append((min(inked), max(inked)))
    return found


def shown(qtbot: QtBot, cells: tuple[str, ...]) -> list[tuple[int, int]]:
    column = ListColumn("Points", cell=str, width=160, centred=True)
    table: TableList[str] = TableList("points", "Points", ListRows((column,)))
    qtbot.addWidget(table)
    table.resize(400, 200)
    table.show_rows(cells)
    table.show()
    qtbot.waitExposed(table)
    return ends(picture_of(table.viewport()), table, 0)


def test_number_columns_align_their_digits_and_stay_centred(qtbot: QtBot) -> None:
    found = shown(qtbot, ROWS)
    assert max(right for _, right in found) - min(right for _, right in found) <= 1
    left, right = found[-1]
    assert abs((left + right) // 2 - 80) <= 3


def test_numbers_with_and_without_decimals_are_right_aligned(qtbot: QtBot) -> None:
    found = shown(qtbot, ("0.4", "4", "0.444", "−4"))
    assert max(right for _, right in found) - min(right for _, right in found) <= 1


def test_words_among_numbers_stay_centred(qtbot: QtBot) -> None:
    found = shown(qtbot, ("7", "no seat yet"))
    middles = [(left + right) // 2 for left, right in found]
    assert abs(middles[0] - middles[1]) <= 2
