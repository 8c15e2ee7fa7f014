"""A list of rows that can be read and chosen. Pages fill the list, and chosen rows stay chosen."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_model import (
    ListRows,
    chosen_rows,
    dress,
    even_out,
    measure_column,
    rows_at,
    set_width,
    share_width,
)

ROW, CLOSE_ROW = 26, 21
"""The usual height of rows, and their height if a list is so low that fewer than ten rows would
fit.
"""
ENOUGH_ROWS = 10
ENOUGH = 160
"""The width up to which words are shown in full at the cost of other columns, which disappear from
the list.
"""
Row = TypeVar("Row")
SELECT = QItemSelectionModel.SelectionFlag


class TableList(QTableView, Generic[Row]):
    """A list of rows in columns. ``chosen`` is emitted when other rows are chosen, and when the
    rows change.
    """

    chosen = Signal()

    def __init__(self, key: str, name: str, held: ListRows[Row], *, many: bool = False) -> None:
        """Show the rows of ``held``. Screen readers read out ``name``. With ``many``, several rows
        may be chosen at once.
        """
        super().__init__()
        self.setObjectName(key)
        self.setAccessibleName(name)
        self.held = held
        self._widest: dict[int, int] = {}  # by column
        self._was_widest: dict[int, int] = {}  # with the same rows at another moment
        held.setParent(self)
        self.setModel(held)
        dress(self)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # similar names differ at their ends
        if not many:
            self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setMinimumSectionSize(CLOSE_ROW)
        self.verticalHeader().setDefaultSectionSize(ROW)
        held.modelReset.connect(self._fit_rows)
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.chosen.emit())
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for place, column in enumerate(held.columns):
            if column.width:
                set_width(self, place, column.width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_rows()
        self.fit_columns()

    def _fit_rows(self) -> None:
        """Make the rows lower if the list is too low for them."""
        room = self.viewport().height()
        is_low = room < min(len(self.held.rows), ENOUGH_ROWS) * ROW
        height = CLOSE_ROW if is_low else ROW
        if self.verticalHeader().defaultSectionSize() != height:
            self.verticalHeader().setDefaultSectionSize(height)

    def fit_columns(self) -> None:
        """Give each column the width of its heading and contents. If there is more room, columns of
        a fixed width get that width, and the others share the rest. If there is less, columns
        disappear. If even that is not enough, the list scrolls sideways.
        """
        room, columns = self.viewport().width(), self.held.columns
        shown = [place for place, column in enumerate(columns) if self._is_used(column)]
        for place in self._leave_order(shown):
            if sum(map(self._least_width, shown)) <= room:
                break
            shown.remove(place)
        least = {place: self._least_width(place) for place in shown}
        given = {place: max(columns[place].width, low) for place, low in least.items()}
        if sum(given.values()) > room:
            given = least
        shared = [place for place in shown if not columns[place].width]
        shares = {place: columns[place].share for place in shared}
        wanted = {place: max(self._content_width(place) - given[place], 0) for place in shared}
        beyond = share_width(max(room - sum(given.values()), 0), wanted, shares) if shared else {}
        for place in range(len(columns)):
            self.setColumnHidden(place, place not in shown)
        filled = {place: width + beyond.get(place, 0) for place, width in given.items()}
        words = {place: max(self._content_width(place), least[place]) for place in shared}
        for place, width in even_out(filled, words).items():
            self.setColumnWidth(place, width)

    def left_out(self, row: Row) -> tuple[str, ...]:
        """Return a row's texts in columns that have disappeared for lack of room, each after its
        heading.
        """
        return tuple(
            f"{column.heading}: {words}"
            for place, column in enumerate(self.held.columns)
            if self.isColumnHidden(place) and (words := column.cell(row))
        )

    def _is_used(self, column: ListColumn[Row]) -> bool:
        return not column.where_used or any(map(column.cell, self.rows)) or not self.rows

    def _leave_order(self, shown: Sequence[int]) -> list[int]:
        leaves = {place: self.held.columns[place].leaves for place in shown}
        return sorted(filter(leaves.__getitem__, shown), key=leaves.__getitem__)

    def _least_width(self, place: int) -> int:
        """Return the least width of a column. The heading must fit and, in a column that shares the
        rest, most of the texts; in other columns, all texts.
        """
        header, needed = self.horizontalHeader(), self._content_width(place)
        title = max(header.sectionSizeFromContents(place).width(), header.minimumSectionSize())
        return max(title, needed if self.held.columns[place].width else min(needed, ENOUGH))

    def _content_width(self, place: int) -> int:
        """Return the width that all texts of a column need. It does not shrink while the rows stay
        the same, so that a running time moves nothing.
        """
        if place not in self._widest:
            column = self.held.columns[place]
            words = {column.cell(row) for row in self.rows}
            figures = column.figures or column.centred
            wide = measure_column(self, words, bold=column.bold, figures=figures)
            self._widest[place] = max(wide, self._was_widest.get(place, 0))
        return self._widest[place]

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.held.rows

    @property
    def chosen_rows(self) -> tuple[Row, ...]:
        return tuple(self.rows[place] for place in chosen_rows(self))

    @property
    def chosen_row(self) -> Row | None:
        """The first chosen row; None if no row is chosen. The keyboard's focus does not matter."""
        return next(iter(self.chosen_rows), None)

    def text(self, place: int, column: int) -> str:
        """Return the text of a cell."""
        return self.held.columns[column].cell(self.rows[place])

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show rows. Rows that were chosen stay chosen if they still exist. No other row takes the
        place of a row that is gone.
        """
        if tuple(rows) == self.rows:
            return
        before, column = self.chosen_rows, max(self.currentIndex().column(), 0)
        blocked = self.blockSignals(True)
        same = [*map(self.held.key, rows)] == [*map(self.held.key, self.rows)]
        self._was_widest, self._widest = self._widest if same else {}, {}
        self.held.put(rows)
        self.fit_columns()
        if self.chosen_rows != before:
            self.choose([place for row in before for place in self._again(row)], column)
        self.blockSignals(blocked)
        self.chosen.emit()

    def _again(self, row: Row) -> list[int]:
        """Return the index of the row with the same key, in a list. The list is empty if that row
        is gone.
        """
        keys = [*map(self.held.key, self.rows)]
        key = self.held.key(row)
        return [keys.index(key)] if key in keys else []

    def choose(self, places: Sequence[int], column: int = 0) -> None:
        """Choose exactly the rows at these indexes, and put the keyboard's focus on the first."""
        if chosen_rows(self) == sorted(places):
            return
        index = self.held.index(places[0], column) if places else QModelIndex()
        self.selectionModel().setCurrentIndex(index, SELECT.NoUpdate)
        rows = rows_at(self.held, sorted(places))
        self.selectionModel().select(rows, SELECT.ClearAndSelect | SELECT.Rows)
