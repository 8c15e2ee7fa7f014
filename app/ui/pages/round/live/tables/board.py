"""The tables of a round as cards: as many columns as fit, with names in full if possible."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from app.engine import wording
from app.ui.pages.round.live.tables.card_painter import (
    LINE,
    CardPainter,
    Shape,
    bold,
    card_height,
    card_width,
)
from app.ui.pages.round.live.tables.model import ROW_ROLE, TIME_ROLES, CardRows
from app.ui.pages.round.live.tables.view import TablesView
from app.ui.widgets.font import even_figures
from app.ui.widgets.theme import current_theme
from app.views.round.live import LiveRow

Index = QModelIndex | QPersistentModelIndex
NOTHING = wording.NO_TABLE_MATCHES


class TableBoard(TablesView, QListView):
    """The board of a round's tables, with a card for each."""

    def __init__(self, now_ms: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._painter = CardPainter(self)
        self._games: frozenset[int] = frozenset()
        self._name = self._time = self._longest = 0
        self._dress()
        self.begin("tableBoard", CardRows(self), now_ms)
        self.setItemDelegate(self._painter)

    def _dress(self) -> None:
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        always = Qt.ScrollBarPolicy.ScrollBarAlwaysOn  # coming and going would move the cards
        self.setVerticalScrollBarPolicy(always)
        self.verticalScrollBar().setSingleStep(LINE)

    @property
    def shape(self) -> Shape:
        """The present layout of the cards."""
        return self._painter.shape

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._share_room()
        super().resizeEvent(event)

    def shown_anew(self, rows: Sequence[LiveRow]) -> None:
        if self._measure():
            self._share_room()
        if not rows:
            self.viewport().update()

    def _measure(self) -> bool:
        """Measure the names and times, and tell whether cards need another width. Cards become
        narrower only when the games change, so that no card moves while a round is played or
        filtered.
        """
        before = (self._name, self._time)
        self.ensurePolished()
        games = frozenset(row.game for row in self.all_rows)
        if games != self._games:
            self._games, self._time, self._longest = games, 0, 0
            metrics = QFontMetrics(bold(self.font()))
            self._name = max(
                (metrics.horizontalAdvance(name) for row in self.all_rows for name in row.names),
                default=0,
            )
        longest = max((len(time) for row in self.all_rows for time in row.left), default=0)
        if longest > self._longest:
            self._longest = longest
            times = even_figures(bold(self.font()))
            self._time = QFontMetrics(times).horizontalAdvance("0:00:00"[-longest:])
        return before != (self._name, self._time)

    def _share_room(self) -> None:
        """Lay the cards out in as many columns as names and times allow. If that is only one, try
        cards with the times below the names, which may allow more columns.
        """
        room, font = self.viewport().width() - 1, self.font()
        wide = card_width(font, self._name, self._time, tall=False)
        columns, tall = max(room // wide, 1), False
        if columns == 1:
            narrow = max(card_width(font, self._name, self._time, tall=True), 1)
            columns = max(room // narrow, 1)
            tall = columns > 1
        shape = Shape(columns, room // columns, card_height(font, tall=tall), tall)
        if shape != self._painter.shape or not self.gridSize().isValid():
            self._painter.shape = shape
            self.setGridSize(QSize(shape.width, shape.height))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the focused card when Space is pressed, or stop choosing it if it is already
        chosen.
        """
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            flags = self.selectionModel().SelectionFlag
            self.selectionModel().select(self.currentIndex(), flags.Toggle)
        else:
            super().keyPressEvent(event)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Repaint the changed cards, or only the changed times. Qt's own list would lay out all
        items again and repaint whole cards. Qt's way is used only while a screen reader is active,
        because it is what notifies the screen reader.
        """
        whole, seen = QAccessible.isActive(), self._places_in_sight()
        for place in range(first.row(), last.row() + 1):
            index = self.model().index(place, 0)
            row = index.data(ROW_ROLE)
            if whole or ROW_ROLE in roles or row.games:
                QAbstractItemView.dataChanged(self, index, index, list(roles))
            elif place in seen:
                for time in self._painter.times(self.visualRect(index), row, self.font()):
                    if TIME_ROLES.of(time.side) in roles:
                        self.viewport().update(time.box)

    def _places_in_sight(self) -> range:
        """Return the indexes of the cards that are at least partly in sight."""
        shape, above = self.shape, self.verticalOffset()
        last_line = (above + self.viewport().height()) // shape.height
        return range(above // shape.height * shape.columns, (last_line + 1) * shape.columns)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._painter.region = event.region()
        super().paintEvent(event)
        self._painter.region = None
        if not self.model().rowCount():
            painter = QPainter(self.viewport())
            painter.setPen(QColor(current_theme().muted))
            painter.drawText(self.viewport().rect(), int(Qt.AlignmentFlag.AlignCenter), NOTHING)
            painter.end()
