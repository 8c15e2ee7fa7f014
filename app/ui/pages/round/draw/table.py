"""The pairings of a draw under review; a player's cell can be chosen, or two players'."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.language import say
from app.ui.widgets.elide import elided
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.table_model import needed, set_width, shared
from app.ui.widgets.theme import TextSize, current_theme
from app.views.round.round import DrawRow, Review, Seat

BELOW_ROLE = int(Qt.ItemDataRole.UserRole)
PLAYER_ROLE = BELOW_ROLE + 1
REMARK_ROLE = BELOW_ROLE + 2
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
PAD = 8


class SeatPainter(QStyledItemDelegate):
    """A cell with ``BELOW_ROLE`` is a player, one with ``REMARK_ROLE`` a remark, any other a
    number in the middle.
    """

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, box, below = current_theme(), option.rect, index.data(BELOW_ROLE)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(theme.surface))
            tint = QColor(theme.accent)
            tint.setAlphaF(0.16)
            painter.fillRect(box, QColor(theme.surface))  # over what the style has painted
            painter.fillRect(box, tint)
            painter.fillRect(box.left(), box.top(), 3, box.height(), QColor(theme.accent))
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, QColor(theme.line))
        inner = box.adjusted(PAD, 0, -PAD, 0)
        text = str(index.data())
        if index.data(REMARK_ROLE):
            font = painter.font()
            font.setPixelSize(TextSize.SMALL)
            painter.setFont(font)
            painter.setPen(QColor(theme.muted))
            painter.drawText(inner, int(LEFT | Qt.TextFlag.TextWordWrap), text)
        elif below is None:
            _write(painter, inner, text, theme.text, bold=index.column() == 0, align=MIDDLE)
        else:
            half = inner.height() // 2
            upper = QRect(inner.left(), inner.top() + 2, inner.width(), half)
            lower = QRect(inner.left(), inner.top() + half, inner.width(), half - 4)
            _write(painter, upper if below else inner, text, theme.text, bold=True, align=LEFT)
            font = painter.font()
            font.setPixelSize(TextSize.SMALL)
            painter.setFont(font)
            _write(painter, lower, below, theme.muted, bold=False, align=LEFT)
        painter.restore()


def _write(
    painter: QPainter, box: QRect, text: str, colour: str, *, bold: bool, align: Qt.AlignmentFlag
) -> None:
    font = painter.font()
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    text_shown = elided(painter.fontMetrics(), text, box.width())
    painter.drawText(box, int(align), text_shown)


HEADINGS = (say("Table"), say("TP"), say("Red"), say("Blue"), say("TP"), say("Remarks"))
WIDTHS = {0: 60, 1: 44, 4: 44}
ROW = 48
RED, BLUE, REMARKS = 2, 3, 5
SHARES = {RED: 10, BLUE: 10, REMARKS: 8}
SEATS = {RED: 0, BLUE: 1}
LINES = 2  # of remarks that a row has room for


class DrawTable(QTableWidget):
    """``chosen`` comes with every change of ``players``."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(HEADINGS), parent)
        self.setAccessibleName(say("Pairings"))
        self.setHorizontalHeaderLabels(HEADINGS)
        self.setObjectName("drawTable")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.setItemDelegate(SeatPainter(self))
        self.verticalHeader().setDefaultSectionSize(ROW)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in range(len(HEADINGS)):
            item = self.horizontalHeaderItem(column)
            if item is not None:
                item.setTextAlignment(LEFT if column in SHARES else MIDDLE)
        for column, width in WIDTHS.items():
            set_width(self, column, width)
        self.itemSelectionChanged.connect(self.chosen)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the chosen players, the one chosen first in front."""
        numbers_chosen = [item.data(PLAYER_ROLE) for item in self.selectedItems()]
        numbers = list(dict.fromkeys(number for number in numbers_chosen if number))
        last = self.currentIndex().data(PLAYER_ROLE)
        if last in numbers:
            numbers.remove(last)
            numbers.append(last)
        return tuple(numbers)

    def choose(self, players: Sequence[int]) -> None:
        """As if these players' cells had been clicked."""
        self.clearSelection()
        wanted = {*players}
        for row in range(self.rowCount()):
            for column in SEATS:
                item = self.item(row, column)
                if item is not None and item.data(PLAYER_ROLE) in wanted:
                    item.setSelected(True)
                    self.scrollToItem(item)

    def show_pairings(self, review: Review) -> None:
        """What is chosen stays chosen."""
        before = self.players
        self.blockSignals(True)
        rows = [_items(row) for row in review.rows]
        if review.bye:
            rows.append(_bye_items(review.bye, review.bye_flags))
        self.setRowCount(len(rows))
        for place, items in enumerate(rows):
            for column, item in enumerate(items):
                self.setItem(place, column, item)
        self.choose(before)
        self.blockSignals(False)
        self._share()
        self.chosen.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Names are read whole where remarks leave room for it."""
        wanted = {share: needed(self, self._words(share), bold=share in SEATS) for share in SHARES}
        wanted[REMARKS] = max(wanted[REMARKS] // LINES, needed(self, (HEADINGS[REMARKS],)))
        free = self.viewport().width() - sum(map(self.columnWidth, WIDTHS))
        for column, width in shared(free, wanted, SHARES).items():
            self.setColumnWidth(column, width)

    def _words(self, column: int) -> list[str]:
        items = (self.item(row, column) for row in range(self.rowCount()))
        return [HEADINGS[column], *(item.text() for item in items if item is not None)]


def _items(row: DrawRow) -> list[QTableWidgetItem]:
    red, blue = row.seats
    texts = (str(row.table), str(red.tp), red.name, blue.name, str(blue.tp))
    return _cells(texts, {2: red, 3: blue}, row.flags)


def _bye_items(bye: Seat, flags: Sequence[str]) -> list[QTableWidgetItem]:
    return _cells(("–", str(bye.tp), bye.name, say("Bye"), ""), {2: bye}, flags)


def _cells(
    texts: Sequence[str], seats: dict[int, Seat], flags: Sequence[str]
) -> list[QTableWidgetItem]:
    items = [QTableWidgetItem(text) for text in (*texts, "")]
    for column, item in enumerate(items):
        seat = seats.get(column)
        if seat is None:
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        else:
            item.setData(BELOW_ROLE, _below(seat))
            item.setData(PLAYER_ROLE, seat.number)
            item.setToolTip(escape_tooltip(seat.name))
    if 3 not in seats:
        items[3].setData(BELOW_ROLE, "")
    remarks = items[-1]
    remarks.setText(", ".join(flags))
    remarks.setData(BELOW_ROLE, "")
    remarks.setData(REMARK_ROLE, True)
    remarks.setToolTip(escape_tooltip(", ".join(flags)))
    return items


def _below(seat: Seat) -> str:
    """The line under a name: the club, and the word for a player paired with fewer points."""
    return " · ".join(part for part in (seat.club, say("paired down") if seat.down else "") if part)
