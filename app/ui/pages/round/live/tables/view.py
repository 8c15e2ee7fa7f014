"""The common part of a round's list and board: which tables are shown and chosen, and their
times.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView

from app.engine.language import say
from app.engine.side import Side
from app.ui.pages.round.live.tables.model import LiveRows
from app.ui.widgets.fields import is_digit
from app.ui.widgets.table_model import rows_at
from app.views.round.live import Filter, LiveRow, Order, TableRows, is_shown, sort_rows
from app.views.table.table import TableView
from app.views.teams.live import group_matches

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    _View = object

FOLDING = {int(Qt.Key.Key_Minus): True, int(Qt.Key.Key_Plus): False}
LEAST_WAIT_MS = 100  # tables whose digits change almost together are drawn together


class TablesView(_View):
    """The common base of both views, to be combined with a view of Qt. ``chosen`` carries the game
    to look at, 0 for none. ``opened`` carries a game whose window is to be opened. ``menu_wanted``
    carries a position on the screen and the side of the player there.

    Several tables can be chosen with Ctrl or Shift and a click or an arrow key, and all of them
    with Ctrl+A. A match of teams has its own row, which Enter or a double click folds.
    """

    chosen = Signal(int)
    opened = Signal(int)
    ticked = Signal()
    folded_otherwise = Signal()
    menu_wanted = Signal(object, object)

    def begin(self, name: str, rows: LiveRows, now_ms: Callable[[], int]) -> None:
        """Set up the view with the model ``rows``. ``now_ms`` returns the present instant. The
        attribute ``away`` can be set to a function that returns the tables whose tablets are out of
        touch.
        """
        self.setObjectName(name)
        self.setAccessibleName(say("Tables"))
        self._rows, self._now_ms = rows, now_ms
        self.away: Callable[[], Collection[int]] = tuple
        self._views: tuple[TableView, ...] = ()
        self._readings = TableRows()
        self._order, self._filter = Order.URGENCY, Filter.ALL
        self._matches: tuple[LiveRow, ...] = ()
        self._folded: frozenset[int] = frozenset()
        self.all_rows: tuple[LiveRow, ...] = ()
        self.setModel(rows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.show_now)
        self.selectionModel().selectionChanged.connect(lambda _now, _before: self._report_choice())
        self.activated.connect(self._open)

    @property
    def ticking(self) -> bool:
        """Tell whether another redraw is scheduled. Redraws are scheduled only while a clock
        runs.
        """
        return self._timer.isActive()

    def show_tables(self, views: Sequence[TableView]) -> None:
        self._views = tuple(views)
        self.show_now()

    def show_matches(self, matches: Sequence[LiveRow]) -> None:
        """Set the rows of a team event's matches. `show_tables` puts each row above the tables of
        its match.
        """
        self._matches = tuple(matches)

    @property
    def matches(self) -> frozenset[int]:
        """The numbers of the rows of all matches."""
        return frozenset(match.game for match in self._matches)

    @property
    def folded(self) -> frozenset[int]:
        """The numbers of the rows of folded matches."""
        return self._folded

    def fold(self, matches: Collection[int]) -> None:
        """Fold these matches and unfold all others."""
        folded = frozenset(matches)
        if folded != self._folded:
            self._folded = folded
            self.show_now()
            self.folded_otherwise.emit()

    def show_order(self, order: Order) -> None:
        self._order = order
        self.show_now()

    def show_filter(self, which: Filter) -> None:
        """Show only tables that pass the filter. Tables that the filter hides do not stay
        chosen.
        """
        self._filter = which
        self._show_rows(set())
        self.show_now()

    def choose(self, game: int) -> None:
        self.fold(self._folded - {match.game for match in self._matches if game in match.games})
        index = self._rows.index_of(game)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def choose_all(self, games: Sequence[int], current: int | None) -> None:
        """Choose these games, as far as their tables are shown."""
        flags = self.selectionModel().SelectionFlag
        self.selectionModel().clearSelection()
        index = self._rows.index_of(current) if current is not None else QModelIndex()
        self.selectionModel().setCurrentIndex(index, flags.NoUpdate)
        wanted = {*games}
        places = [
            place
            for place, row in enumerate(self._rows.rows)
            if row.game in wanted or (row.folded and wanted.issuperset(row.games))
        ]
        self.selectionModel().select(rows_at(self._rows, places), flags.Select | flags.Rows)
        if index.isValid():
            self.scrollTo(index)

    @property
    def games(self) -> tuple[int, ...]:
        """The games that are shown, including those in folded matches."""
        return self._games_at(range(len(self._rows.rows)))

    @property
    def chosen_game(self) -> int | None:
        """The game to look at: the focused one if it is chosen, otherwise the first chosen one."""
        chosen = self.chosen_games
        row = self._rows.row(self.currentIndex())
        current = row.game if row else None
        return current if current in chosen else chosen[0] if chosen else None

    @property
    def chosen_games(self) -> tuple[int, ...]:
        """The chosen games in the order of their rows. A chosen match counts as all of its
        games.
        """
        selection = self.selectionModel().selection()  # selectedRows() takes long for many rows
        parts = (selection.at(place) for place in range(selection.count()))
        places = {row for part in parts for row in range(part.top(), part.bottom() + 1)}
        return self._games_at(sorted(places))

    def _games_at(self, places: Iterable[int]) -> tuple[int, ...]:
        rows = (self._rows.rows[place] for place in places)
        return tuple(dict.fromkeys(game for row in rows for game in row.games or (row.game,)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose only the focused table when Esc is pressed. Fold or unfold a match when minus or
        plus is pressed. Leave digits to the page.
        """
        row = self._rows.row(self.currentIndex())
        key = event.key()
        if is_digit(event):
            event.ignore()  # it begins a result
        elif row is not None and row.games and key in FOLDING and row.folded is not FOLDING[key]:
            self.fold(self._folded ^ {row.game})
        elif event.key() == Qt.Key.Key_Escape and len(self.chosen_games) > 1:
            current = self.chosen_game
            self.choose_all((current,) if current is not None else (), current)
        else:
            super().keyPressEvent(event)

    def shown_anew(self, rows: Sequence[LiveRow]) -> None:
        """Update everything that depends on the rows."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu for the chosen tables. A right click first chooses the table below the
        mouse.
        """
        place, index = event.globalPos(), QModelIndex()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            box = self.visualRect(self.currentIndex())
            place = self.viewport().mapToGlobal(box.center())
        else:
            index = self.indexAt(self.viewport().mapFromGlobal(place))
            if not index.isValid():
                return
        self.menu_wanted.emit(place, self.side_at(index))

    def side_at(self, _index: QModelIndex) -> Side | None:
        """Return the side whose name or time is in a cell; None if the cell does not belong to one
        player.
        """
        return None

    def show_now(self) -> None:
        """Show the present times. Start the timer for the next digit that changes."""
        now_ms = self._now_ms()
        self.all_rows = self._readings.read_at(self._views, now_ms, self.away())
        self._show_rows({*self.chosen_games})
        wait_ms = self._readings.next_ms(now_ms) if self.isVisible() else None
        if wait_ms is None:
            self._timer.stop()
        else:
            self._timer.start(max(wait_ms, LEAST_WAIT_MS))
        self.ticked.emit()

    def _show_rows(self, staying: set[int]) -> None:
        """Show the rows that the filter includes. Games in ``staying`` are shown in any case, so
        that a form beside a chosen table is not lost.
        """
        shown = self.all_rows
        if self._filter is not Filter.ALL:
            shown = tuple(
                row for row in shown if row.game in staying or is_shown(row, self._filter)
            )
        least_ms = self._readings.least_ms(self._now_ms())
        ordered = sort_rows(shown, self._order, least_ms)
        self._rows.show_rows(group_matches(ordered, self._matches, self._folded))
        self.shown_anew(self._rows.rows)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_now()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _report_choice(self) -> None:
        self.chosen.emit(self.chosen_game or 0)

    def _open(self, index: QModelIndex) -> None:
        row = self._rows.row(index)
        if row is not None and row.games:
            self.fold(self._folded ^ {row.game})
        elif row is not None:
            self.opened.emit(row.game)
