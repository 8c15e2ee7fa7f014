"""The table of players, which can be searched, sorted and used by keyboard."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView

from app.engine.language import say
from app.engine.state import Status
from app.ui.widgets.list_column import Ink, ListColumn, column_of_rows
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import (
    ListRows,
    even_out,
    measure_column,
    rows_at,
    share_width,
)
from app.views.event.players import PlayerColumn, PlayerRow, matching, sort_players, warnings_words

COLUMNS = tuple(PlayerColumn)
COUNTS = frozenset({PlayerColumn.WARNINGS, PlayerColumn.RECORD})
"""The columns that are first sorted in descending order."""
BY_CONTENT = (PlayerColumn.STATUS, PlayerColumn.WARNINGS, PlayerColumn.RECORD)
"""The columns that are only as wide as their contents, so that names have more room."""
WHERE_USED = (
    PlayerColumn.CLUB,
    PlayerColumn.ARMY,
    PlayerColumn.TEAM,
    PlayerColumn.WARNINGS,
    PlayerColumn.RECORD,
)
"""The columns that are shown only if at least one player has something in them."""
OF_ARMIES = (PlayerColumn.FACTION,)
"""The columns that are shown at an event without armies only if they are used."""
NARROWEST, ENOUGH = 72, 216


class PlayerRows(ListRows[PlayerRow]):
    def __init__(self) -> None:
        super().__init__(SHOWN.values(), lambda row: row.number)
        self.every: tuple[PlayerRow, ...] = ()
        self._column, self._descending = PlayerColumn.NUMBER, False
        self._text = ""

    def show_rows(self, rows: Sequence[PlayerRow]) -> None:
        self.every = tuple(rows)
        self._refresh()

    def show_matching(self, text: str) -> None:
        self._text = text
        self._refresh()

    def order(self, column: PlayerColumn, *, descending: bool) -> None:
        self._column, self._descending = column, descending
        self._refresh()

    def _refresh(self) -> None:
        chosen = matching(self.every, self._text)
        self.put(sort_players(chosen, self._column, descending=self._descending))


class PlayersTable(TableList[PlayerRow]):
    """The list of players. ``chosen`` is emitted when the selected rows change. Each of the other
    signals is emitted when its key is pressed.
    """

    edit_wanted = Signal()
    toggle_wanted = Signal()

    def __init__(self) -> None:
        self.held: PlayerRows
        super().__init__("players", say("Players"), PlayerRows(), many=True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)
        self.doubleClicked.connect(lambda _index: self.edit_wanted.emit())
        self._column, self._descending = PlayerColumn.NUMBER, False
        self._armies = True

    def show_armies(self, *, armies: bool) -> None:
        """Show the columns of lists always if players have armies, otherwise only if the columns
        are used.
        """
        if armies is not self._armies:
            self._armies = armies
            self.fit_columns()

    def show_rows(self, rows: Sequence[PlayerRow]) -> None:
        if tuple(rows) != self.held.every:
            self._keeping_choice(lambda: self.held.show_rows(rows))
            self.fit_columns()

    def show_matching(self, text: str) -> None:
        self._keeping_choice(lambda: self.held.show_matching(text))

    def choose_players(self, numbers: Sequence[int]) -> None:
        """Select the players with these numbers, as far as they are shown."""
        selection = self.selectionModel()
        flags = QItemSelectionModel.SelectionFlag.Rows | QItemSelectionModel.SelectionFlag.Select
        wanted = set(numbers)
        places = [place for place, row in enumerate(self.held.rows) if row.number in wanted]
        if places:
            index = self.held.index(places[0], 0)
            selection.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.scrollTo(index)
            selection.select(rows_at(self.held, places), flags)

    def show_player(self, number: int) -> None:
        """Scroll to a player."""
        numbers = [row.number for row in self.held.rows]
        if number in numbers:
            self.scrollTo(self.held.index(numbers.index(number), 0))

    def choose_only(self, numbers: Sequence[int]) -> None:
        self.clearSelection()
        self.choose_players(numbers)

    def _keeping_choice(self, change: Callable[[], None]) -> None:
        before = [row.number for row in self.chosen_rows]
        change()
        if before and [row.number for row in self.chosen_rows] != before:
            self.choose_players(before)
        self.chosen.emit()

    def _sort(self, section: int) -> None:
        """Sort by a column. A second click reverses the order."""
        column = COLUMNS[section]
        counts = column in COUNTS
        again = column is self._column
        self._column = column
        self._descending = not self._descending if again else counts
        header = self.horizontalHeader()
        header.setSortIndicatorShown(column is not PlayerColumn.NUMBER or self._descending)
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

    def fit_columns(self) -> None:
        """Give the columns of text the width that numbers and states leave."""
        for column in (*WHERE_USED, *OF_ARMIES):
            used = any(row.cell(column) for row in self.held.every)
            always = column in OF_ARMIES and self._armies
            self.setColumnHidden(COLUMNS.index(column), not (used or always))
        fixed = {
            column: self._fixed_width(column)
            for column in FIXED
            if not self.isColumnHidden(COLUMNS.index(column))
        }
        shares = {
            column: share
            for column, share in SHARES.items()
            if not self.isColumnHidden(COLUMNS.index(column))
        }
        wanted = {column: self._needed(column) for column in shares}
        free = self.viewport().width() - sum(fixed.values())
        given = share_width(free, wanted, shares)
        for column, width in given.items():
            heading = self.horizontalHeader().sectionSizeHint(COLUMNS.index(column))
            least = max(heading, NARROWEST)
            if column is not PlayerColumn.NAME and width < least:  # else its heading is cut
                given[PlayerColumn.NAME] -= least - width
                given[column] = least
        self._make_room_for_names(given, min(wanted[PlayerColumn.NAME], ENOUGH))
        given = {column: max(width, NARROWEST) for column, width in given.items()}
        for column, width in even_out(fixed | given, wanted).items():
            self.setColumnWidth(COLUMNS.index(column), width)

    def _fixed_width(self, column: PlayerColumn) -> int:
        """Return the width of a column without names, in which its heading and its contents fit."""
        place, width = COLUMNS.index(column), SHOWN[column].width
        if column not in BY_CONTENT:
            return max(width, self._heading_width(place))
        return max(min(width, self._needed(column)), self._heading_width(place))

    def _heading_width(self, place: int) -> int:
        return self.horizontalHeader().sectionSizeFromContents(place).width()

    def _make_room_for_names(self, given: dict[PlayerColumn, int], wanted: int) -> None:
        """Widen the column of names at the cost of the other columns, which keep at least the width
        of their headings. ``wanted`` is the width that most names need.
        """
        header, name = self.horizontalHeader(), PlayerColumn.NAME
        for column in given.keys() - {name}:
            least = max(header.sectionSizeHint(COLUMNS.index(column)), NARROWEST)
            taken = max(min(wanted - given[name], given[column] - least), 0)
            given[column] -= taken
            given[name] += taken

    def _needed(self, column: PlayerColumn) -> int:
        words = (say(column.value), *(row.cell(column) for row in self.held.every))
        return measure_column(self, words, bold=SHOWN[column].bold)


def _tip(row: PlayerRow, column: PlayerColumn) -> str:
    if column is PlayerColumn.WARNINGS:
        return warnings_words(row.player)
    if column is PlayerColumn.STATUS and row.status is Status.DISQUALIFIED:
        return row.player.disqualified_for
    return row.cell(column)


def _ink(row: PlayerRow, column: PlayerColumn) -> Ink | None:
    """Return a cell's ink. The states of players who are here or have left are muted, so that the
    others stand out. A disqualification has the ink for danger.
    """
    if column is PlayerColumn.STATUS and not row.out:
        return Ink.MUTED if row.player.plays else None
    if column is PlayerColumn.STATUS and row.status is Status.DISQUALIFIED:
        return Ink.DANGER
    if row.out or column in QUIET:
        return Ink.MUTED
    return None


_look = partial(column_of_rows, tip=_tip, ink=_ink)

SHOWN: Mapping[PlayerColumn, ListColumn[PlayerRow]] = {
    PlayerColumn.NUMBER: _look(PlayerColumn.NUMBER, width=64, centred=True),
    PlayerColumn.NAME: _look(PlayerColumn.NAME, share=44, bold=True),
    PlayerColumn.CLUB: _look(PlayerColumn.CLUB, share=32),
    PlayerColumn.FACTION: _look(PlayerColumn.FACTION, share=24),
    PlayerColumn.ARMY: _look(PlayerColumn.ARMY, share=24),
    PlayerColumn.TEAM: _look(PlayerColumn.TEAM, share=24),
    PlayerColumn.STATUS: _look(PlayerColumn.STATUS, width=208),
    PlayerColumn.WARNINGS: _look(PlayerColumn.WARNINGS, width=96, centred=True),
    PlayerColumn.RECORD: _look(PlayerColumn.RECORD, width=136, about=say("Wins, losses and ties")),
}
FIXED = {column: look.width for column, look in SHOWN.items() if look.width}
SHARES = {column: look.share for column, look in SHOWN.items() if not look.width}
QUIET = frozenset({PlayerColumn.NUMBER, *SHARES} - {PlayerColumn.NAME})
