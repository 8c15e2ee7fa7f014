"""The standings as a sortable table."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from app.engine.standings_view import Column, StandingRow, in_column_order
from app.ui.cell_rows import CellRows, Look, frame
from app.ui.column_room import needed, shared
from app.ui.theme import current_theme

COLUMNS = tuple(Column)
WORDS = frozenset({Column.NAME, Column.CLUB, Column.FACTION, Column.NOTE})
FIXED = {
    Column.PLACE: 64,
    Column.RECORD: 72,
    Column.TP: 60,
    Column.SOS: 64,
    Column.CP: 60,
    Column.APD: 64,
    Column.ASSASSINATIONS: 144,
    Column.BYES: 68,
}
SHARES = {Column.NAME: 70, Column.CLUB: 22, Column.FACTION: 20, Column.NOTE: 20}
TIPS = {
    Column.RECORD: "Wins, losses and ties",
    Column.TP: "Tournament points",
    Column.SOS: "Strength of schedule: the tournament points of all opponents met",
    Column.CP: "Control points",
    Column.APD: "Army points destroyed",
    Column.ASSASSINATIONS: "Wins by assassination, clock-outs included",
    Column.BYES: "Rounds without an opponent",
}
NARROWEST = 64


class StandingsRows(CellRows[StandingRow, Column]):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(LOOK, parent)
        self.by_place: tuple[StandingRow, ...] = ()
        self._column, self._descending = Column.PLACE, False

    def show_rows(self, rows: Sequence[StandingRow]) -> None:
        self.by_place = tuple(rows)
        self.order(self._column, descending=self._descending)

    def order(self, column: Column, *, descending: bool) -> None:
        self._column, self._descending = column, descending
        self.put(in_column_order(self.by_place, column, descending=descending))


class StandingsTable(QTableView):
    """``pointed`` carries the row under the mouse or the keyboard; ``sorted_by`` the order."""

    pointed = Signal(object)
    sorted_by = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("standings")
        self.setAccessibleName("Standings")
        self._rows = StandingsRows(self)
        frame(self, self._rows, COLUMNS, FIXED)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.horizontalHeader()
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        header.sectionClicked.connect(self._sort)
        header.setSectionsClickable(True)
        self._wanted: dict[Column, int] = {}
        self.selectionModel().currentRowChanged.connect(self._point)
        self._column, self._descending = Column.PLACE, False

    @property
    def rows(self) -> tuple[StandingRow, ...]:
        return self._rows.rows

    def show_rows(self, rows: Sequence[StandingRow]) -> None:
        """Nothing is redrawn, nor is the chosen row lost, when nothing has changed."""
        if tuple(rows) != self._rows.by_place:
            self._rows.show_rows(rows)
            noted = any(row.cell(Column.NOTE) for row in rows)
            self.setColumnHidden(COLUMNS.index(Column.NOTE), not noted)
            shown = [one for one in SHARES if noted or one is not Column.NOTE]
            self._wanted = {one: self._needed(one) for one in shown}
            self._share_width()

    def show_columns(self, shown: Sequence[Column]) -> None:
        """What ranks stands first among the numbers."""
        header = self.horizontalHeader()
        for place, column in enumerate(shown):
            header.moveSection(header.visualIndex(COLUMNS.index(column)), place)

    @property
    def chosen_number(self) -> int:
        """The player of the chosen row; 0 without one."""
        place = self.currentIndex().row()
        return self.rows[place].number if 0 <= place < len(self.rows) else 0

    def sort_by_place(self) -> None:
        self._order(Column.PLACE, descending=False)

    def _sort(self, section: int) -> None:
        """The best of a number comes first, the first of a word; a second click turns it round."""
        column = COLUMNS[section]
        first = column not in WORDS and column is not Column.PLACE
        again = column is self._column
        self._order(column, descending=not self._descending if again else first)

    def _order(self, column: Column, *, descending: bool) -> None:
        self._column, self._descending = column, descending
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self._rows.order(column, descending=descending)
        header = self.horizontalHeader()
        header.setSortIndicatorShown(column is not Column.PLACE or descending)
        header.setSortIndicator(COLUMNS.index(column), order)
        self.sorted_by.emit(column, descending)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point(self.indexAt(event.position().toPoint()))

    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.rows[index.row()] if index.isValid() else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _needed(self, column: Column) -> int:
        words = (column.value, *(row.cell(column) for row in self.rows))
        return max(needed(self, words, bold=column in LOOK.bold), NARROWEST)

    def _share_width(self) -> None:
        """What the numbers leave goes to the words."""
        free = self.viewport().width() - sum(FIXED.values())
        for column, width in shared(free, self._wanted, SHARES).items():
            self.setColumnWidth(COLUMNS.index(column), max(width, NARROWEST))


def _tip(row: StandingRow, column: Column) -> str:
    if column is Column.SOS:
        return row.sos_words
    return row.cell(column) if column in WORDS else ""


def _ink(row: StandingRow, column: Column) -> QBrush | None:
    quiet = row.out or column in {Column.CLUB, Column.FACTION, Column.NOTE}
    return QBrush(QColor(current_theme().muted)) if quiet else None


LOOK = Look(
    COLUMNS,
    centred=frozenset(COLUMNS) - WORDS,
    bold=frozenset({Column.PLACE, Column.NAME, Column.TP}),
    tip=_tip,
    ink=_ink,
    tips=TIPS,
)
