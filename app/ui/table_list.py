"""All tables of a round in one list: who plays, whose clock runs, who needs the organizer."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from app.engine.live_view import LiveRow, Order, in_order, live_row, next_digit_ms
from app.engine.side import Pair
from app.engine.table_view import TableView
from app.ui.column_room import needed, shared
from app.ui.table_painter import SIDES, TablePainter
from app.ui.table_rows import Part, TableRows

ROOMY, COMPACT = 40, 32
ROOMY_UP_TO = 12
NARROWEST = 96
LEAST_WAIT_MS = 100  # digits of many tables that change close together are drawn together
WIDTHS = {
    Part.TABLE: 56,
    Part.CONDITION: 150,
    Part.RED_LEFT: 84,
    Part.BLUE_LEFT: 84,
    Part.CP: 56,
}
LEAST_TOLD, MOST_TOLD, TOLD_SHARE = 112, 224, 5
NAMES = {Part.RED: 1, Part.BLUE: 1}
TIMES = (Part.RED_LEFT, Part.BLUE_LEFT)


class TableList(QTableView):
    """``chosen`` carries the game the EO looks at, ``opened`` one whose window he wants."""

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
        self._wanted = dict.fromkeys(NAMES, NARROWEST)
        self._rows = TableRows(self)
        self.setModel(self._rows)
        self.setItemDelegate(TablePainter(self))
        self._dress()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self.selectionModel().selectionChanged.connect(self._tell)
        self.activated.connect(self._open)

    def _dress(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(56)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setStretchLastSection(True)
        for part, width in WIDTHS.items():
            self.setColumnWidth(part, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Both names get the same room unless one side's need less; the turn gets what is left."""
        shown = [one for one in WIDTHS if not self.isColumnHidden(one)]
        free = self.viewport().width() - sum(WIDTHS[one] for one in shown)
        spare = min(free - sum(self._wanted.values()), MOST_TOLD)
        told = max(LEAST_TOLD, free // TOLD_SHARE, spare)
        for part, width in shared(free - told, self._wanted, NAMES).items():
            self.setColumnWidth(part, max(width, NARROWEST))

    def _show_times(self, rows: Sequence[LiveRow]) -> None:
        """Where no time is shown any more, the names have the room."""
        hidden = bool(rows) and not any(row.left.red or row.left.blue for row in rows)
        if hidden is not self.isColumnHidden(TIMES[0]):
            for part in TIMES:
                self.setColumnHidden(part, hidden)
            self._share_width()

    @property
    def ticking(self) -> bool:
        """Whether a redraw is under way; never without a running clock."""
        return self._timer.isActive()

    def show_tables(self, views: Sequence[TableView]) -> None:
        self._views = tuple(views)
        height = ROOMY if len(self._views) <= ROOMY_UP_TO else COMPACT
        self.verticalHeader().setDefaultSectionSize(height)
        names = Pair([one.names.red for one in views], [one.names.blue for one in views])
        wanted = {part: needed(self, names.of(SIDES[part]), bold=True) for part in NAMES}
        if wanted != self._wanted:
            self._wanted = wanted
            self._share_width()
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

    def _tick(self) -> None:
        """Draw what reads differently now, and come back when the next digit changes."""
        now_ms = self._now_ms()
        rows = [live_row(view, now_ms) for view in self._views]
        self._show_times(rows)
        self._rows.show_rows(in_order(rows, self._order))
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

    def _tell(self, now: QItemSelection) -> None:
        row = self._rows.row(self.currentIndex())
        if not now.isEmpty() and row is not None:
            self.chosen.emit(row.game)

    def _open(self, index: QModelIndex) -> None:
        row = self._rows.row(index)
        if row is not None:
            self.opened.emit(row.game)
