"""A list of rows to look at and choose from. Pages fill it, and chosen rows stay chosen."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from app.ui.widgets.table_model import (
    ListRows,
    chosen_rows,
    dress,
    measure_column,
    rows_at,
    set_width,
)

ROW = 26
Row = TypeVar("Row")
SELECT = QItemSelectionModel.SelectionFlag


class TableList(QTableView, Generic[Row]):
    """A list of rows in columns. ``chosen`` is emitted when other rows are chosen, and when the
    rows change.
    """

    chosen = Signal()

    def __init__(self, key: str, name: str, held: ListRows[Row], *, many: bool = False) -> None:
        """Show the rows of ``held``. ``name`` is for screen readers. With ``many``, several rows
        may be chosen at once.
        """
        super().__init__()
        self.setObjectName(key)
        self.setAccessibleName(name)
        self.held = held
        self._is_short = False
        held.setParent(self)
        self.setModel(held)
        dress(self)
        if not many:
            self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.chosen.emit())
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for place, column in enumerate(held.columns):
            if column.width:
                set_width(self, place, column.width)
            else:
                header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_headings()

    def _keep_headings(self) -> None:
        """Narrow the columns of a fixed width to their contents if the others would otherwise be
        narrower than their headings. If even that is not enough, the list scrolls sideways.
        """
        header = self.horizontalHeader()
        shared = [place for place, column in enumerate(self.held.columns) if not column.width]
        by_itself = self._is_short or all(
            header.sectionResizeMode(place) is QHeaderView.ResizeMode.Stretch for place in shared
        )
        if not shared or not by_itself:
            return
        fixed = {p: column.width for p, column in enumerate(self.held.columns) if column.width}
        least = sum(header.sectionSizeFromContents(place).width() for place in shared)
        short = self.viewport().width() < sum(fixed.values()) + least
        if not short and not self._is_short:
            return
        self._is_short = short
        for place, width in fixed.items():
            title = header.sectionSizeFromContents(place).width()
            wide = max(self._measure(place), title) if short else width
            set_width(self, place, max(min(wide, width), title))
        scrolls = short and self.viewport().width() < least + sum(map(self.columnWidth, fixed))
        mode = QHeaderView.ResizeMode.Fixed if scrolls else QHeaderView.ResizeMode.Stretch
        for place in shared:
            header.setSectionResizeMode(place, mode)
            if scrolls:
                self.setColumnWidth(place, header.sectionSizeFromContents(place).width())

    def _measure(self, place: int) -> int:
        column = self.held.columns[place]
        words = (column.cell(row) for row in self.rows)
        return measure_column(self, words, bold=column.bold, figures=column.figures)

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.held.rows

    @property
    def chosen_rows(self) -> tuple[Row, ...]:
        return tuple(self.rows[place] for place in chosen_rows(self))

    @property
    def chosen_row(self) -> Row | None:
        """The first chosen row; None if no row is chosen, wherever the keyboard is."""
        return next(iter(self.chosen_rows), None)

    def text(self, place: int, column: int) -> str:
        """Return the text of a cell."""
        return self.held.columns[column].cell(self.rows[place])

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show rows. Rows that were chosen stay chosen if they still exist; no other row takes
        their place.
        """
        if tuple(rows) == self.rows:
            return
        before, column = self.chosen_rows, max(self.currentIndex().column(), 0)
        blocked = self.blockSignals(True)
        self.held.put(rows)
        if self.chosen_rows != before:
            self.choose([place for row in before for place in self._again(row)], column)
        self.blockSignals(blocked)
        self.chosen.emit()

    def _again(self, row: Row) -> list[int]:
        """Return the place of the row with the same key, in a list; an empty list if it is gone."""
        keys = [*map(self.held.key, self.rows)]
        key = self.held.key(row)
        return [keys.index(key)] if key in keys else []

    def choose(self, places: Sequence[int], column: int = 0) -> None:
        """Choose exactly the rows at these places, and put the keyboard on the first."""
        if chosen_rows(self) == sorted(places):
            return
        index = self.held.index(places[0], column) if places else QModelIndex()
        self.selectionModel().setCurrentIndex(index, SELECT.NoUpdate)
        rows = rows_at(self.held, sorted(places))
        self.selectionModel().select(rows, SELECT.ClearAndSelect | SELECT.Rows)
