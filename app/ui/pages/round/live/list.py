"""All tables of a round in one list: who plays, whose clock runs, who needs the organizer."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.ui.pages.round.live.model import COLUMNS, Part, TableRows, words
from app.ui.pages.round.live.painter import ARROW, PAD, PICTURE, TablePainter
from app.ui.widgets.font import even_figures
from app.ui.widgets.table_model import shared
from app.views.round.live import (
    INTERRUPTED,
    LOW_WORDS,
    LiveRow,
    Order,
    in_order,
    live_row,
    next_digit_ms,
)
from app.views.table.table import Condition, TableView

HEIGHTS = ((12, 40), (20, 32))
"""A row's height for up to so many tables; more of them stand closer."""
CLOSEST = 26
NARROWEST = 64
LEAST_WAIT_MS = 100  # digits of many tables that change close together are drawn together
AIR = 4
NAMES = {Part.RED: 1, Part.BLUE: 1}
TIMES = (Part.RED_LEFT, Part.BLUE_LEFT)
GIVE_WAY = (Part.TOLD, Part.CONDITION, Part.AP)
"""Where there is no room for all, the first goes, then how a table stands is a picture alone, then
the army points go. Names are cut last.
"""
CONDITIONS = (*(condition.value for condition in Condition), LOW_WORDS, INTERRUPTED)


class TableList(QTableView):
    """``chosen`` carries the game the EO looks at, ``opened`` one whose window he wants. Several
    tables may be chosen, by Ctrl or Shift with a click or an arrow, or all by Ctrl+A.
    """

    chosen = Signal(int)
    opened = Signal(int)
    ticked = Signal()

    def __init__(self, now_ms: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tableList")
        self.setAccessibleName("Tables")
        self._now_ms = now_ms
        self._views: tuple[TableView, ...] = ()
        self._order = Order.URGENCY
        self._wanted = dict.fromkeys(Part, 0)
        self._measured: dict[str, int] = {}
        self._games: frozenset[int] = frozenset()
        self._was_empty: tuple[Part, ...] = ()
        self._rows = TableRows(self)
        self.setModel(self._rows)
        self.setItemDelegate(TablePainter(self))
        self._dress()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self.selectionModel().selectionChanged.connect(lambda _now, _before: self._tell())
        self.activated.connect(self._open)

    def _dress(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Columns are as wide as what they hold; what is left goes to the names."""
        widths = {part: self._wanted[part] for part in Part if part not in {*NAMES, *self._empty()}}
        names = {part: self._wanted[part] for part in NAMES}
        room = self.viewport().width()
        for part in GIVE_WAY:
            if sum(widths.values()) + sum(names.values()) <= room:
                break
            if part is Part.CONDITION:
                widths[part] = PAD + PICTURE + PAD
            else:
                widths.pop(part, None)
        widths |= {
            part: max(width, NARROWEST)
            for part, width in shared(room - sum(widths.values()), names, NAMES).items()
        }
        for part in Part:
            self.setColumnHidden(part, part not in widths)
            if part in widths:
                self.setColumnWidth(part, widths[part])

    def _empty(self) -> tuple[Part, ...]:
        """Where no time is shown any more, or no army points yet, the names have the room."""
        rows = self._rows.rows
        times = () if any(row.left.red or row.left.blue for row in rows) or not rows else TIMES
        return times if any(row.ap for row in rows) else (*times, Part.AP)

    def _measure(self, rows: Sequence[LiveRow]) -> bool:
        """Whether a column holds other words than it has room for. Columns become narrower only
        with other games: none moves to and fro while a round is played.
        """
        games = frozenset(row.game for row in rows)
        before = (dict(self._wanted), self._was_empty)
        self._was_empty = self._empty()
        if games != self._games:
            self._games = games
            self._wanted = {part: self._room_of(COLUMNS[part].heading, part) for part in Part}
            self._wanted[Part.CONDITION] = max(
                self._room_of(condition, Part.CONDITION) for condition in CONDITIONS
            )
        for row in rows:
            for part in Part:
                if (wide := self._room_of(words(row, part), part)) > self._wanted[part]:
                    self._wanted[part] = wide
        return before != (self._wanted, self._was_empty)

    def _room_of(self, text: str, part: Part) -> int:
        beside = 2 * PAD + AIR
        if part is Part.CONDITION:
            beside += PICTURE + PAD
        elif part in TIMES:
            text, beside = (
                "".join("0" if letter.isdigit() else letter for letter in text),
                beside + ARROW,
            )
        if text not in self._measured:
            self.ensurePolished()
            font = even_figures(self.font()) if part in TIMES else QFont(self.font())
            font.setWeight(QFont.Weight.DemiBold)
            self._measured[text] = QFontMetrics(font).horizontalAdvance(text)
        return beside + self._measured[text]

    @property
    def ticking(self) -> bool:
        """Whether a redraw is under way; never without a running clock."""
        return self._timer.isActive()

    def show_tables(self, views: Sequence[TableView]) -> None:
        self._views = tuple(views)
        height = next((high for most, high in HEIGHTS if len(self._views) <= most), CLOSEST)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self._tick()

    def show_order(self, order: Order) -> None:
        self._order = order
        self._tick()

    def choose(self, game: int) -> None:
        index = self._rows.index_of(game)
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

    @property
    def chosen_game(self) -> int | None:
        row = self._rows.row(self.currentIndex())
        return row.game if row else None

    @property
    def chosen_games(self) -> tuple[int, ...]:
        """All that are chosen, in the order in which they stand."""
        places = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self._rows.rows[place].game for place in places)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc: the one table where the keyboard is."""
        if event.key() == Qt.Key.Key_Escape and len(self.chosen_games) > 1:
            self.setCurrentIndex(self.currentIndex())
            self.selectRow(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def _tick(self) -> None:
        """Draw what reads differently now, and come back when the next digit changes."""
        now_ms = self._now_ms()
        rows = [live_row(view, now_ms) for view in self._views]
        self._rows.show_rows(in_order(rows, self._order))
        if self._measure(rows):
            self._share_width()
        wait_ms = next_digit_ms(self._views, now_ms) if self.isVisible() else None
        if wait_ms is None:
            self._timer.stop()
        else:
            self._timer.start(max(wait_ms, LEAST_WAIT_MS))
        self.ticked.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._tick()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _tell(self) -> None:
        row = self._rows.row(self.currentIndex())
        chosen = self.chosen_games
        if row is not None or chosen:
            self.chosen.emit(row.game if row is not None else chosen[0])

    def _open(self, index: QModelIndex) -> None:
        row = self._rows.row(index)
        if row is not None:
            self.opened.emit(row.game)
