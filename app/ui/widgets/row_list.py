"""A list of rows to look at and choose from, one at a time; pages fill it."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.table_model import dress, set_width

ROW = 36


class RowList(QTableWidget):
    """``widths`` of columns in pixels; ``stretched`` takes what is left."""

    def __init__(
        self, name: str, headings: Sequence[str], widths: Mapping[int, int], stretched: int
    ) -> None:
        super().__init__(0, len(headings))
        self.setObjectName(name.lower())
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(headings)
        dress(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setDefaultSectionSize(ROW)
        head = self.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width in widths.items():
            set_width(self, column, width)
        head.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)

    def put(self, place: int, column: int, text: str, *, tip: str, ink: str) -> None:
        """Show a cell's text; the cell and the selection stay."""
        item = self.item(place, column) or QTableWidgetItem()
        item.setText(text)
        item.setToolTip(escape_tooltip(tip))
        item.setForeground(QBrush(QColor(ink)))
        if item.tableWidget() is None:
            self.setItem(place, column, item)
