"""The standings as a table that can be sorted."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHeaderView

from app.engine import wording
from app.engine.language import say
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.list_column import Ink, ListColumn, column_of_rows
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import (
    TIP,
    Index,
    ListRows,
    even_out,
    measure_column,
    share_width,
)
from app.views.event.standings import RARE, StandingRow, StandingsColumn, sort_standings

COLUMNS = tuple(StandingsColumn)
WORDS = frozenset(
    {
        StandingsColumn.NAME,
        StandingsColumn.TEAM,
        StandingsColumn.CLUB,
        StandingsColumn.FACTION,
        StandingsColumn.NOTE,
    }
)
NARROWEST = 64
ENOUGH = {
    StandingsColumn.NAME: 248,
    StandingsColumn.TEAM: 184,
    StandingsColumn.CLUB: 184,
    StandingsColumn.FACTION: 208,
    StandingsColumn.NOTE: 240,
}
"""The widths at which columns of text can still be read. Before a column becomes narrower, other
columns are hidden.
"""
NAME_BESIDE_NUMBERS = 160  # ranked columns disappear only if names are shortened


class StandingsRows(ListRows[StandingRow]):
    def __init__(self) -> None:
        super().__init__(SHOWN.values(), lambda row: row.number)
        self.by_place: tuple[StandingRow, ...] = ()
        self.hidden: tuple[StandingsColumn, ...] = ()
        self._column, self._descending = StandingsColumn.PLACE, False

    def show_rows(self, rows: Sequence[StandingRow]) -> None:
        self.by_place = tuple(rows)
        self.order(self._column, descending=self._descending)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's data. The tooltip of a name includes the columns that are hidden."""
        named = role == TIP and index.isValid() and COLUMNS[index.column()] is StandingsColumn.NAME
        if not named:
            return super().data(index, role)
        row = self.rows[index.row()]
        left_out = (
            f"{say(column.value)}: {row.cell(column)}" for column in self.hidden if row.cell(column)
        )
        return escape_tooltip("\n".join((row.cell(StandingsColumn.NAME), *left_out)))

    def order(self, column: StandingsColumn, *, descending: bool) -> None:
        self._column, self._descending = column, descending
        self.put(sort_standings(self.by_place, column, descending=descending))


class StandingsTable(TableList[StandingRow]):
    """The standings of players. ``pointed`` carries the row under the mouse or the keyboard's
    focus. ``sorted_by`` carries the column and the direction.
    """

    pointed = Signal(object)
    sorted_by = Signal(object, bool)

    def __init__(self) -> None:
        self.held: StandingsRows
        super().__init__("standings", say("Standings"), StandingsRows())
        self._fixed = {column: self.columnWidth(COLUMNS.index(column)) for column in FIXED}
        self._heading_of_record = self._fixed[StandingsColumn.RECORD]
        self.setMouseTracking(True)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        header.sectionClicked.connect(self._sort)
        header.setSectionsClickable(True)
        self._wanted: dict[StandingsColumn, int] = {}
        self._ranked: tuple[StandingsColumn, ...] = COLUMNS
        self.selectionModel().currentRowChanged.connect(self._point)
        self._column, self._descending = StandingsColumn.PLACE, False

    def show_rows(self, rows: Sequence[StandingRow]) -> None:
        """Show the rows. If nothing has changed, nothing is repainted. The chosen row stays
        chosen.
        """
        if tuple(rows) != self.held.by_place:
            self.held.show_rows(rows)
            columns = [share for share in SHARES if any(row.cell(share) for row in rows)]
            self._wanted = {column: self._needed(column) for column in columns}
            wide = max(self._heading_of_record, self._needed(StandingsColumn.RECORD))
            self._fixed[StandingsColumn.RECORD] = wide  # byes make some of them longer
            self.setColumnWidth(COLUMNS.index(StandingsColumn.RECORD), wide)
            self.fit_columns()

    def show_columns(self, columns: Sequence[StandingsColumn]) -> None:
        """Move the columns into this order. Columns that decide the ranking come before the other
        numbers.
        """
        header = self.horizontalHeader()
        for place, column in enumerate(columns):
            header.moveSection(header.visualIndex(COLUMNS.index(column)), place)
        if self._ranked != tuple(columns):
            self._ranked = tuple(columns)
            self.fit_columns()

    @property
    def chosen_number(self) -> int:
        """The number of the player in the present row; 0 if there is none."""
        place = self.currentIndex().row()
        return self.rows[place].number if 0 <= place < len(self.rows) else 0

    def sort_by_place(self) -> None:
        self._order(StandingsColumn.PLACE, descending=False)

    def _sort(self, section: int) -> None:
        """Sort by a column. Numbers begin with the highest, texts are in alphabetical order. A
        second click reverses the order.
        """
        column = COLUMNS[section]
        first = column not in WORDS and column is not StandingsColumn.PLACE
        again = column is self._column
        self._order(column, descending=not self._descending if again else first)

    def _order(self, column: StandingsColumn, *, descending: bool) -> None:
        self._column, self._descending = column, descending
        self.fit_columns()
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.held.order(column, descending=descending)
        header = self.horizontalHeader()
        header.setSortIndicatorShown(column is not StandingsColumn.PLACE or descending)
        header.setSortIndicator(COLUMNS.index(column), order)
        self.sorted_by.emit(column, descending)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point(self.indexAt(event.position().toPoint()))

    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.rows[index.row()] if index.isValid() else None)

    def _needed(self, column: StandingsColumn) -> int:
        words = (say(column.value), *(row.cell(column) for row in self.rows))
        look = SHOWN[column]
        wide = measure_column(self, words, bold=look.bold, figures=look.figures or look.centred)
        return max(wide, NARROWEST)

    def fit_columns(self) -> None:
        """Divide the width that the numbers leave among the columns of text."""
        room = self.viewport().width()
        fitting = self._fitting(room)
        for column in COLUMNS:
            self.setColumnHidden(COLUMNS.index(column), column not in fitting)
        known = (*self._ranked, *RARE)
        self.held.hidden = tuple(column for column in known if column not in fitting)
        wanted = {column: width for column, width in self._wanted.items() if column in fitting}
        free = room - sum(width for column, width in self._fixed.items() if column in fitting)
        words = share_width(free, wanted, SHARES)
        filled = {column: width for column, width in self._fixed.items() if column in fitting}
        filled |= {column: max(width, NARROWEST) for column, width in words.items()}
        for column, width in even_out(filled, wanted).items():
            self.setColumnWidth(COLUMNS.index(column), width)

    def _fitting(self, room: int) -> set[StandingsColumn]:
        """Return the columns that fit into ``room``. The least important ones are left out
        first.
        """
        least = {
            column: min(width, ENOUGH[column]) for column, width in self._wanted.items()
        } | self._fixed
        least = {column: width for column, width in least.items() if column in self._ranked}
        for column in self._leaving():
            if column in FIXED and column not in self._least:
                least[StandingsColumn.NAME] = min(
                    least.get(StandingsColumn.NAME, 0), NAME_BESIDE_NUMBERS
                )
            if sum(least.values()) <= room:
                break
            least.pop(column, None)
        return {*least}

    @property
    def _least(self) -> tuple[StandingsColumn, ...]:
        """Return the two columns of numbers that matter least: those that come last in the
        ranking.
        """
        numbers = [column for column in reversed(self._ranked) if column in FIXED]
        return tuple(numbers[:2])

    def _leaving(self) -> list[StandingsColumn]:
        """Return the columns in the order in which they disappear when there is too little room.
        The column that sorts the table never disappears.
        """
        numbers = [column for column in reversed(self._ranked) if column in FIXED]
        leave = [
            *self._least,
            StandingsColumn.CLUB,
            StandingsColumn.FACTION,
            StandingsColumn.NOTE,
            StandingsColumn.TEAM,
            *numbers[2:-2],
        ]
        return [column for column in leave if column is not self._column]


def _tip(row: StandingRow, column: StandingsColumn) -> str:
    if column is StandingsColumn.SOS:
        return row.sos_words
    return row.cell(column) if column in WORDS else ""


QUIET = frozenset({StandingsColumn.CLUB, StandingsColumn.FACTION, StandingsColumn.NOTE})


def _ink(row: StandingRow, column: StandingsColumn) -> Ink | None:
    return Ink.MUTED if row.out or column in QUIET else None


_look = partial(column_of_rows, tip=_tip, ink=_ink)

SHOWN: Mapping[StandingsColumn, ListColumn[StandingRow]] = {
    StandingsColumn.PLACE: _look(StandingsColumn.PLACE, width=64, centred=True, bold=True),
    StandingsColumn.NAME: _look(StandingsColumn.NAME, share=70, bold=True),
    StandingsColumn.CLUB: _look(StandingsColumn.CLUB, share=22),
    StandingsColumn.FACTION: _look(StandingsColumn.FACTION, share=20),
    StandingsColumn.TEAM: _look(StandingsColumn.TEAM, share=30),
    StandingsColumn.RECORD: _look(
        StandingsColumn.RECORD, width=72, centred=True, about=say("Wins, losses and ties")
    ),
    StandingsColumn.TP: _look(
        StandingsColumn.TP, width=60, centred=True, bold=True, about=wording.TOURNAMENT_POINTS
    ),
    StandingsColumn.SOS: _look(
        StandingsColumn.SOS,
        width=64,
        centred=True,
        about=say("Strength of schedule: the tournament points of all opponents met"),
    ),
    StandingsColumn.CP: _look(
        StandingsColumn.CP, width=60, centred=True, about=wording.HOW_CONTROL_POINTS
    ),
    StandingsColumn.APD: _look(
        StandingsColumn.APD, width=64, centred=True, about=wording.HOW_ARMY_POINTS_DESTROYED
    ),
    StandingsColumn.ASSASSINATIONS: _look(
        StandingsColumn.ASSASSINATIONS,
        width=144,
        centred=True,
        about=say("Wins by assassination, clock-outs included"),
    ),
    StandingsColumn.WIN_RATES: _look(
        StandingsColumn.WIN_RATES,
        width=72,
        centred=True,
        about=say("Opponents’ win rate: the mean of the win rates of all opponents met"),
    ),
    StandingsColumn.BYES: _look(
        StandingsColumn.BYES, width=68, centred=True, about=say("Rounds without an opponent")
    ),
    StandingsColumn.NOTE: _look(StandingsColumn.NOTE, share=20),
}
FIXED = {column: look.width for column, look in SHOWN.items() if look.width}
SHARES = {column: look.share for column, look in SHOWN.items() if not look.width}
