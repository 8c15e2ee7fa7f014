"""The team standings."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.language import say
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.font import even_figures
from app.ui.widgets.table_list import ENOUGH
from app.ui.widgets.table_model import dress
from app.views.event.standings import StandingsColumn, TeamTable

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
WORDS = {say("Team"), say("Players"), say(StandingsColumn.NOTE.value)}
NUMBER = 72
ROW = 26
TEAM = 1
"""The column with the team's name."""


class TeamsTable(QTableWidget):
    """The standings of teams. ``table`` holds the standings that were last shown. ``chosen``
    carries the index of the chosen team in ``table``.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("teams")
        self.setAccessibleName(say("Team standings"))
        dress(self)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.table = TeamTable((), ())
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.currentCellChanged.connect(lambda row, *_others: self.chosen.emit(row))

    def show_table(self, table: TeamTable) -> None:
        if table == self.table:
            return
        team = self.chosen_team
        self.table = table
        headings = (*table.headings, *((say(StandingsColumn.NOTE.value),) if table.marks else ()))
        self.setColumnCount(len(headings))
        self.setRowCount(len(table.rows))
        header = self.horizontalHeader()
        for column, heading in enumerate(headings):
            item = QTableWidgetItem(heading)
            item.setTextAlignment(LEFT if heading in WORDS else Qt.AlignmentFlag.AlignCenter)
            self.setHorizontalHeaderItem(column, item)
            stretched = heading in WORDS
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, mode.Stretch if stretched else mode.Fixed)
        for place, row in enumerate(table.rows):
            for column, words in enumerate((*row, *table.marks[place : place + 1])):
                cell = QTableWidgetItem(words)
                cell.setToolTip(escape_tooltip(words))
                centred = headings[column] not in WORDS
                cell.setTextAlignment(Qt.AlignmentFlag.AlignCenter if centred else LEFT)
                if centred:
                    cell.setFont(even_figures())
                self.setItem(place, column, cell)
        self.setColumnHidden(len(table.headings) - 1, True)
        if table.marks:
            header.setSectionResizeMode(
                len(table.headings), QHeaderView.ResizeMode.ResizeToContents
            )
        self.fit_columns()
        teams = [row[TEAM] for row in table.rows]
        self.setCurrentCell(teams.index(team) if team in teams else min(len(teams), 1) - 1, TEAM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_columns()

    def fit_columns(self) -> None:
        """Make numbers narrower if names need the width. If that is not enough, leave out the last
        columns of the ranking, which the team's record still shows.
        """
        headings = [*self.table.headings]
        numbers = [column for column, heading in enumerate(headings) if heading not in WORDS]
        if not numbers:
            return
        header = self.horizontalHeader()
        least = {
            column: max(
                header.sectionSizeFromContents(column).width(), self.sizeHintForColumn(column)
            )
            for column in range(self.columnCount())
        }
        notes = sum(width for column, width in least.items() if column >= len(headings))
        room = self.viewport().width() - min(least[TEAM], ENOUGH) - notes
        wide = {column: max(least[column], NUMBER) for column in numbers}
        if sum(wide.values()) > room:
            wide = {column: least[column] for column in numbers}
        while len(wide) > 1 and sum(wide.values()) > room:
            wide.popitem()
        for column in numbers:
            self.setColumnHidden(column, column not in wide)
        for column, width in wide.items():
            self.setColumnWidth(column, width)

    @property
    def chosen_team(self) -> str:
        """The name of the chosen team; empty if none is chosen."""
        row = self.currentRow()
        return self.table.rows[row][TEAM] if 0 <= row < len(self.table.rows) else ""
