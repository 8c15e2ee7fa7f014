"""The team standings."""

from PySide6.QtCore import Qt, Signal
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
from app.ui.widgets.table_model import dress, set_width
from app.views.event.standings import StandingsColumn, TeamTable

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
WORDS = {say("Team"), say("Players"), say(StandingsColumn.NOTE.value)}
NUMBER = 72
ROW = 26
TEAM = 1
"""The column with the team's name."""


class TeamsTable(QTableWidget):
    """The standings of teams. ``table`` is the table that was last shown. ``chosen`` carries the
    team's place in it.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("teams")
        self.setAccessibleName(say("Team standings"))
        dress(self)
        self.horizontalHeader().setMinimumSectionSize(NUMBER)
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
            set_width(self, column, NUMBER)
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
        teams = [row[TEAM] for row in table.rows]
        self.setCurrentCell(teams.index(team) if team in teams else min(len(teams), 1) - 1, TEAM)

    @property
    def chosen_team(self) -> str:
        """The name of the chosen team; empty if none is chosen."""
        row = self.currentRow()
        return self.table.rows[row][TEAM] if 0 <= row < len(self.table.rows) else ""
