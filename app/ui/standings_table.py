"""The standings as a sortable table."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush, QColor, QFont, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.engine.standings_view import Column, StandingRow, in_column_order
from app.ui.theme import current_theme

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
COLUMNS = tuple(Column)
WORDS = frozenset({Column.NAME, Column.CLUB, Column.FACTION, Column.NOTE})
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
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
SHARES = {Column.NAME: 45, Column.CLUB: 30, Column.FACTION: 25}
NOTE = 176
TIPS = {
    Column.RECORD: "Wins, losses and ties",
    Column.TP: "Tournament points",
    Column.SOS: "Strength of schedule: the tournament points of all opponents met",
    Column.CP: "Control points",
    Column.APD: "Army points destroyed",
    Column.ASSASSINATIONS: "Wins by assassination, clock-outs included",
    Column.BYES: "Rounds without an opponent",
}
ROW = 36
NARROWEST = 64


class StandingsRows(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_place: tuple[StandingRow, ...] = ()
        self.rows: tuple[StandingRow, ...] = ()
        self._column, self._descending = Column.PLACE, False

    def show_rows(self, rows: Sequence[StandingRow]) -> None:
        self.beginResetModel()
        self.by_place = tuple(rows)
        self._sort()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._column = COLUMNS[column]
        self._descending = order is Qt.SortOrder.DescendingOrder
        self._sort()
        self.endResetModel()

    def _sort(self) -> None:
        self.rows = in_column_order(self.by_place, self._column, descending=self._descending)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self.rows[index.row()], COLUMNS[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[index.column()]
            case Qt.ItemDataRole.ToolTipRole:
                if column is Column.SOS:
                    return row.sos_words
                return row.cells[index.column()] if column in WORDS else ""
            case Qt.ItemDataRole.TextAlignmentRole:
                return LEFT if column in WORDS else MIDDLE
            case Qt.ItemDataRole.ForegroundRole:
                quiet = row.out or column in {Column.CLUB, Column.FACTION, Column.NOTE}
                return QBrush(QColor(current_theme().muted)) if quiet else None
            case Qt.ItemDataRole.FontRole if column in {Column.PLACE, Column.NAME, Column.TP}:
                font = QFont()
                font.setWeight(QFont.Weight.DemiBold)
                return font
            case _:
                return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = COLUMNS[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.value
            case Qt.ItemDataRole.ToolTipRole:
                return TIPS.get(column, "")
            case Qt.ItemDataRole.TextAlignmentRole:
                return LEFT if column in WORDS else MIDDLE
            case _:
                return None


class StandingsTable(QTableView):
    """``pointed`` carries the row under the mouse or the keyboard; ``sorted_by`` the order."""

    pointed = Signal(object)
    sorted_by = Signal(object, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("standings")
        self.setAccessibleName("Standings")
        self._rows = StandingsRows(self)
        self.setModel(self._rows)
        self.setMouseTracking(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        header.sectionClicked.connect(self._sort)
        header.setSectionsClickable(True)
        for column, width in FIXED.items():
            self.setColumnWidth(COLUMNS.index(column), width)
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
        self._rows.sort(COLUMNS.index(column), order)
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

    def _share_width(self) -> None:
        """What the numbers leave goes to the words."""
        note = COLUMNS.index(Column.NOTE)
        self.setColumnWidth(note, NOTE)
        noted = 0 if self.isColumnHidden(note) else NOTE
        free = self.viewport().width() - sum(FIXED.values()) - noted
        for column, share in SHARES.items():
            self.setColumnWidth(COLUMNS.index(column), max(free * share // 100, NARROWEST))
