"""The players as a table that can be searched, sorted and worked by keyboard."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.engine.players_view import Column, PlayerRow, cautions_words, in_column_order, matching
from app.engine.results import Status
from app.ui.theme import current_theme

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
COLUMNS = tuple(Column)
NUMBERS = frozenset({Column.NUMBER, Column.WARNINGS})
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
FIXED = {Column.NUMBER: 64, Column.STATUS: 208, Column.WARNINGS: 96, Column.RECORD: 136}
SHARES = {Column.NAME: 44, Column.CLUB: 32, Column.FACTION: 24}
NARROWEST = 72
ROW = 36


class PlayerRows(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.every: tuple[PlayerRow, ...] = ()
        self.rows: tuple[PlayerRow, ...] = ()
        self._column, self._descending = Column.NUMBER, False
        self._text = ""

    def show_rows(self, rows: Sequence[PlayerRow]) -> None:
        self.every = tuple(rows)
        self._refresh()

    def show_matching(self, text: str) -> None:
        self._text = text
        self._refresh()

    def order(self, column: Column, *, descending: bool) -> None:
        self._column, self._descending = column, descending
        self._refresh()

    def _refresh(self) -> None:
        """The same players in the same order are only painted anew."""
        chosen = matching(self.every, self._text)
        rows = in_column_order(chosen, self._column, descending=self._descending)
        same = [row.number for row in rows] == [row.number for row in self.rows]
        if same and rows:
            self.rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))
        elif not same:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

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
                return _tip(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return MIDDLE if column in NUMBERS else LEFT
            case Qt.ItemDataRole.ForegroundRole:
                return _ink(row, column)
            case Qt.ItemDataRole.FontRole if column in {Column.NAME, Column.STATUS}:
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
            case Qt.ItemDataRole.ToolTipRole if column is Column.RECORD:
                return "Wins, losses and ties"
            case Qt.ItemDataRole.TextAlignmentRole:
                return MIDDLE if column in NUMBERS else LEFT
            case _:
                return None


class PlayersTable(QTableView):
    """``chosen`` that other rows are selected; the others are what a key asked for."""

    chosen = Signal()
    edit_wanted = Signal()
    toggle_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("players")
        self.setAccessibleName("Players")
        self.held = PlayerRows(self)
        self.setModel(self.held)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)
        for column, width in FIXED.items():
            self.setColumnWidth(COLUMNS.index(column), width)
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.chosen.emit())
        self.doubleClicked.connect(lambda _index: self.edit_wanted.emit())
        self._column, self._descending = Column.NUMBER, False

    def show_rows(self, rows: Sequence[PlayerRow]) -> None:
        if tuple(rows) != self.held.every:
            self._keeping_choice(lambda: self.held.show_rows(rows))

    def show_matching(self, text: str) -> None:
        self._keeping_choice(lambda: self.held.show_matching(text))

    @property
    def selected(self) -> tuple[PlayerRow, ...]:
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.held.rows[place] for place in places)

    def choose(self, numbers: Sequence[int]) -> None:
        """Select the players of these numbers as far as they are shown."""
        selection = self.selectionModel()
        flags = QItemSelectionModel.SelectionFlag.Rows | QItemSelectionModel.SelectionFlag.Select
        wanted = set(numbers)
        first = True
        for place, row in enumerate(self.held.rows):
            if row.number in wanted:
                index = self.held.index(place, 0)
                if first:
                    selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                    self.scrollTo(index)
                    first = False
                selection.select(index, flags)

    def choose_only(self, numbers: Sequence[int]) -> None:
        self.clearSelection()
        self.choose(numbers)

    def _keeping_choice(self, change: Callable[[], None]) -> None:
        before = [row.number for row in self.selected]
        change()
        if before and [row.number for row in self.selected] != before:
            self.choose(before)
        self.chosen.emit()

    def _sort(self, section: int) -> None:
        """A second click turns the order round."""
        column = COLUMNS[section]
        counts = column in {Column.WARNINGS, Column.RECORD}
        again = column is self._column
        self._column = column
        self._descending = not self._descending if again else counts
        header = self.horizontalHeader()
        header.setSortIndicatorShown(column is not Column.NUMBER or self._descending)
        down = Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(section, down)
        self._keeping_choice(lambda: self.held.order(column, descending=self._descending))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.edit_wanted.emit()
        elif event.key() == Qt.Key.Key_Space:
            self.toggle_wanted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What the numbers leave goes to the words."""
        super().resizeEvent(event)
        free = self.viewport().width() - sum(FIXED.values())
        for column, share in SHARES.items():
            width = free * share // sum(SHARES.values())
            self.setColumnWidth(COLUMNS.index(column), max(width, NARROWEST))


def _tip(row: PlayerRow, column: Column) -> str:
    if column is Column.WARNINGS:
        return cautions_words(row.player)
    if column is Column.STATUS and row.status is Status.DISQUALIFIED:
        return row.player.disqualified_for
    return row.cell(column)


def _ink(row: PlayerRow, column: Column) -> QBrush | None:
    """The status has a colour beside its word; whoever left is quiet."""
    theme = current_theme()
    if column is Column.STATUS and not row.out:
        return QBrush(QColor(theme.good if row.player.plays else theme.text))
    if column is Column.STATUS and row.status is Status.DISQUALIFIED:
        return QBrush(QColor(theme.danger))
    if row.out or column in {Column.NUMBER, Column.CLUB, Column.FACTION}:
        return QBrush(QColor(theme.muted))
    return None
