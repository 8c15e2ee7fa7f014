"""A list of rows to look at and choose from, one at a time; pages fill it."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.font import even_figures
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_model import dress, set_width

ROW = 36
C = TypeVar("C", bound=IntEnum)


class RowList(QTableWidget):
    def __init__(self, name: str, columns: Mapping[C, ListColumn[Any]]) -> None:
        super().__init__(0, len(columns))
        self.setObjectName(name.lower())
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels([look.heading for look in columns.values()])
        for place, look in enumerate(columns.values()):
            if heading := self.horizontalHeaderItem(place):
                heading.setData(Qt.ItemDataRole.AccessibleTextRole, look.accessible or look.heading)
        dress(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self._looks: dict[tuple[int, int], tuple[str, str, str]] = {}  # how the cells are shown
        self._figures = {column for column, look in columns.items() if look.figures}
        head = self.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, look in columns.items():
            if look.width:
                set_width(self, column, look.width)
            else:
                head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

    def put(self, place: int, column: int, text: str, *, tip: str, ink: str) -> None:
        """Show a cell's text; the cell and the selection stay."""
        before, look = self.item(place, column), (text, tip, ink)
        if before is not None and self._looks.get((place, column)) == look:
            return
        self._looks[place, column] = look
        item = before or self._new_item(column)
        item.setText(text)
        item.setToolTip(escape_tooltip(tip))
        item.setForeground(QBrush(QColor(ink)))
        if item.tableWidget() is None:
            self.setItem(place, column, item)

    def _new_item(self, column: int) -> QTableWidgetItem:
        item = QTableWidgetItem()
        if column in self._figures:
            item.setFont(even_figures())
        return item
