"""The team standings."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.language import say
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.font import even_figures
from app.ui.widgets.table_model import dress, set_width
from app.views.event.standings import TeamTable

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
WORDS = {say("Team"), say("Players")}
NUMBER = 96
ROW = 36


class TeamsTable(QTableWidget):
    """``table``: the table as it was last shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("teams")
        self.setAccessibleName(say("Team standings"))
        dress(self)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.table = TeamTable((), ())

    def show_table(self, table: TeamTable) -> None:
        if table == self.table:
            return
        self.table = table
        self.setColumnCount(len(table.headings))
        self.setRowCount(len(table.rows))
        header = self.horizontalHeader()
        for column, heading in enumerate(table.headings):
            item = QTableWidgetItem(heading)
            item.setTextAlignment(LEFT if heading in WORDS else Qt.AlignmentFlag.AlignCenter)
            self.setHorizontalHeaderItem(column, item)
            stretched = heading in WORDS
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, mode.Stretch if stretched else mode.Fixed)
            set_width(self, column, NUMBER)
        for place, row in enumerate(table.rows):
            for column, words in enumerate(row):
                cell = QTableWidgetItem(words)
                cell.setToolTip(escape_tooltip(words))
                centred = table.headings[column] not in WORDS
                cell.setTextAlignment(Qt.AlignmentFlag.AlignCenter if centred else LEFT)
                if centred:
                    cell.setFont(even_figures())
                self.setItem(place, column, cell)
