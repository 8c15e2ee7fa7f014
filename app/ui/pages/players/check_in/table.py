"""The table at the check-in desk, with a tick for every item that a player must bring."""

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView

from app.engine.language import say
from app.ui.widgets.list_column import Ink, ListColumn, column_of_rows
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import (
    DISPLAY,
    TICK_SIDE,
    CellLook,
    Index,
    ListRows,
    even_out,
    measure_column,
    rows_at,
    share_width,
)
from app.views.event.check_in import ASKED, CheckInColumn, CheckInRow, Count

COLUMNS = tuple(CheckInColumn)
CHECK_STATE = int(Qt.ItemDataRole.CheckStateRole)
NARROWEST = 64
NAMES = {CheckInColumn.NAME: 216, CheckInColumn.TEAM: 128, CheckInColumn.MISSING: 144}
"""The least widths of the columns of names. If there is less room, the column of missing items is
hidden first, and then the column of numbers.
"""
LEAST_NAME = 140
"""The least width of a name when the columns of missing items and of numbers are hidden."""
TICK = 32
WORDY = (CheckInColumn.LISTS, CheckInColumn.OBJECTIVE)


class CheckInRows(ListRows[CheckInRow]):
    """The rows at check-in. This model draws the ticks; the table handles clicks on them."""

    short = False
    """True if the column of lists is too narrow for its full text."""
    notes: Mapping[CheckInColumn, str] = MappingProxyType({})
    """The tooltips of the headings of columns with ticks. Each says how many players have the tick.
    """

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.ToolTipRole and orientation is Qt.Orientation.Horizontal:
            return self.notes.get(COLUMNS[section], "")
        return super().headerData(section, orientation, role)

    def look(self, row: int, column: int) -> CellLook:
        look, player, its = super().look(row, column), self.rows[row], COLUMNS[column]
        if self.short and its is CheckInColumn.LISTS:
            look = look._replace(words=player.short_lists)
        return look._replace(tick=its in player.done) if its in ASKED else look

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        column = COLUMNS[index.column()]
        if role == CHECK_STATE and index.isValid() and column in ASKED:
            done = column in self.rows[index.row()].done
            return Qt.CheckState.Checked if done else Qt.CheckState.Unchecked
        is_shown = role == DISPLAY and index.isValid()
        if is_shown and self.short and column is CheckInColumn.LISTS:
            return self.rows[index.row()].short_lists
        return super().data(index, role)


class CheckInTable(TableList[CheckInRow]):
    """The players at check-in. ``ticked`` carries rows, and the column whose tick is to be
    changed.
    """

    ticked = Signal(object, object)
    lists_wanted = Signal()

    def __init__(self) -> None:
        rows = CheckInRows(SHOWN.values(), lambda row: row.number)
        super().__init__("checkIn", say("Check-in"), rows, many=True)
        self._shown_rows = rows
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fixed = {column: self.columnWidth(COLUMNS.index(column)) for column in FIXED}
        self.show_column(CheckInColumn.OWN, visible=False)  # few packets ask for it
        self._wanted = dict.fromkeys(SHARES, NARROWEST)
        self.doubleClicked.connect(self._open)

    def show_column(self, column: CheckInColumn, *, visible: bool) -> None:
        """Show or hide the column of a check."""
        self.setColumnHidden(COLUMNS.index(column), not visible)

    def show_counts(self, counts: Sequence[Count]) -> None:
        """Show how many players have each tick, as tooltips of the headings."""
        self._shown_rows.notes = {count.column: _count_words(count) for count in counts}

    def choose_players(self, numbers: Sequence[int]) -> None:
        """Choose the players with these numbers who are shown."""
        places = [at for at, row in enumerate(self.held.rows) if row.number in numbers]
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(rows_at(self.held, places), flags.ClearAndSelect | flags.Rows)
        if places:
            cursor = self.held.index(places[0], COLUMNS.index(CheckInColumn.HERE))
            self.selectionModel().setCurrentIndex(cursor, flags.NoUpdate)
            self.scrollTo(cursor)

    def show_rows(self, rows: Sequence[CheckInRow]) -> None:
        """Show rows and keep the chosen ones. If the player under the cursor has disappeared, the
        cursor stays in place but chooses nobody. Otherwise a second press would tick the next
        player.
        """
        before, chosen = self.currentIndex(), {row.number for row in self.chosen_rows}
        at, column = before.row(), before.column()
        number = self.held.rows[at].number if before.isValid() else 0
        self.held.put(rows)
        self.fit_columns()
        if not number or not rows or self.currentIndex().isValid():
            return
        places = {row.number: place for place, row in enumerate(self.held.rows)}
        cursor = self.held.index(places.get(number, min(at, len(rows) - 1)), column)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(cursor, flags.NoUpdate)
        others = rows_at(self.held, sorted(places[other] for other in chosen & places.keys()))
        self.selectionModel().select(others, flags.Select | flags.Rows)
        self.scrollTo(cursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Change a tick after a plain click on it. In a column that contains only ticks, a click
        anywhere in the cell is enough.
        """
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        plain = event.button() is Qt.MouseButton.LeftButton and not event.modifiers()
        if not index.isValid() or not plain or index != self.currentIndex():
            return
        column = COLUMNS[index.column()]
        inside = place.x() - self.visualRect(index).left()
        if column in ASKED and (column not in WORDY or inside < TICK):
            self.ticked.emit((self.held.rows[index.row()],), column)

    def _open(self, index: QModelIndex) -> None:
        if COLUMNS[index.column()] not in ASKED or COLUMNS[index.column()] is CheckInColumn.LISTS:
            self.lists_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        column = COLUMNS[max(self.currentIndex().column(), 0)]
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.lists_wanted.emit()
        elif event.key() == Qt.Key.Key_Space and self.chosen_rows:
            wanted = column if column in ASKED else CheckInColumn.HERE
            self.ticked.emit(self.chosen_rows, wanted)
        else:
            super().keyPressEvent(event)

    def fit_columns(self) -> None:
        """Divide the width that the ticks leave among the columns of text. No column shrinks.
        Otherwise a tick could move the next one away from the mouse.
        """
        self.show_column(
            CheckInColumn.TEAM, visible=any(r.cell(CheckInColumn.TEAM) for r in self.held.rows)
        )
        for column, before in self._wanted.items():
            self._wanted[column] = max(before, self._needed(column))
        number, missing = CheckInColumn.NUMBER, CheckInColumn.MISSING
        self.show_column(number, visible=True)
        fixed = {
            column: width
            for column, width in self._fixed.items()
            if not self.isColumnHidden(COLUMNS.index(column))
        }
        free = self.viewport().width() - sum(fixed.values())
        least = {
            column: self._least(column)
            for column in SHARES
            if column is missing or not self.isColumnHidden(COLUMNS.index(column))
        }
        fits = sum(least.values()) <= free
        self.show_column(missing, visible=fits)
        if not fits:  # the ticks say it, too
            del least[missing]
        short = sum(least.values()) - free
        self.show_column(number, visible=short <= 0)
        if short > 0:
            width = fixed.pop(number)
            free += width
            short -= width
        if short > 0:
            name = CheckInColumn.NAME
            least[name] = max(least[name] - short, min(least[name], LEAST_NAME))
        wanted = {column: max(self._wanted[column] - low, 0) for column, low in least.items()}
        shares = {column: SHARES[column] for column in least}
        beyond = share_width(max(free - sum(least.values()), 0), wanted, shares)
        filled = fixed | {column: low + beyond[column] for column, low in least.items()}
        most = {column: max(self._wanted[column], low) for column, low in least.items()}
        for column, width in even_out(filled, most).items():
            self.setColumnWidth(COLUMNS.index(column), width)
        lists = self.columnWidth(COLUMNS.index(CheckInColumn.LISTS))
        self._shown_rows.short = lists < self._wanted[CheckInColumn.LISTS]

    def _least(self, column: CheckInColumn) -> int:
        """Return the least width of a column. Its heading, its short texts and most names
        must fit.
        """
        heading = self.horizontalHeader().sectionSizeFromContents(COLUMNS.index(column)).width()
        short = self._measure_short() if column is CheckInColumn.LISTS else 0
        name = min(self._wanted[column], NAMES.get(column, 0))
        return max(heading, short, name, NARROWEST)

    def _measure_short(self) -> int:
        return measure_column(self, [row.short_lists for row in self.held.rows]) + TICK_SIDE

    def _needed(self, column: CheckInColumn) -> int:
        words = (say(column.value), *(row.cell(column) for row in self.held.rows))
        return measure_column(self, words, bold=SHOWN[column].bold) + TICK_SIDE * (column in WORDY)


def _count_words(count: Count) -> str:
    """Return a count such as "12 of 16, 4 missing"."""
    if not count.of:
        return say("nobody yet")
    words = say("{done} of {of}", done=count.done, of=count.of)
    left = count.of - count.done
    if not count.required:
        return f"{words}, {say('not required')}"
    return f"{words}, {say('{left} missing', left=left) if left else say('complete')}"


def _tip(row: CheckInRow, column: CheckInColumn) -> str:
    if column is CheckInColumn.LISTS:
        return "\n".join((row.cell(column), *row.doubts, *row.guesses))
    return row.cell(column)


def _ink(row: CheckInRow, column: CheckInColumn) -> Ink | None:
    if column is CheckInColumn.MISSING:
        waiting = Ink.MUTED if row.late or row.early else Ink.DANGER
        return Ink.MUTED if row.ready else waiting
    if column is CheckInColumn.LISTS and row.doubts and not row.early:
        return Ink.DANGER
    return Ink.MUTED if column is CheckInColumn.NUMBER else None


_look = partial(column_of_rows, tip=_tip, ink=_ink)

SHOWN: Mapping[CheckInColumn, ListColumn[CheckInRow]] = {
    CheckInColumn.NUMBER: _look(CheckInColumn.NUMBER, width=56, centred=True),
    CheckInColumn.NAME: _look(CheckInColumn.NAME, share=44, bold=True),
    CheckInColumn.TEAM: _look(CheckInColumn.TEAM, share=24),
    CheckInColumn.HERE: _look(CheckInColumn.HERE, width=72),
    CheckInColumn.PAID: _look(CheckInColumn.PAID, width=72),
    CheckInColumn.PAINTED: _look(CheckInColumn.PAINTED, width=88),
    CheckInColumn.OWN: _look(CheckInColumn.OWN, width=116),
    CheckInColumn.LISTS: _look(CheckInColumn.LISTS, share=17),
    CheckInColumn.OBJECTIVE: _look(CheckInColumn.OBJECTIVE, share=24),
    CheckInColumn.MISSING: _look(CheckInColumn.MISSING, share=32),
}
FIXED = {column: look.width for column, look in SHOWN.items() if look.width}
SHARES = {column: look.share for column, look in SHOWN.items() if not look.width}
