"""The pairings of a draw under review, in which one or two players can be chosen."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from app.engine.language import say, template
from app.engine.state import Stage
from app.ui.pages.round.live.tables.icons import draw_fold
from app.ui.widgets.elide import elide
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.table_model import measure_column, set_width, share_width
from app.ui.widgets.theme import TextSize, current_theme
from app.views.round.round import DrawRow, MatchRow, Review, Seat

BELOW_ROLE = int(Qt.ItemDataRole.UserRole)
PLAYER_ROLE = BELOW_ROLE + 1
REMARK_ROLE = BELOW_ROLE + 2
MATCH_ROLE = BELOW_ROLE + 3
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
PAD = 8


class SeatPainter(QStyledItemDelegate):
    """Paints the cells. A cell with ``BELOW_ROLE`` is a player, one with ``REMARK_ROLE`` a remark,
    any other a centred number. ``MATCH_ROLE`` marks the cells of a match and says whether it is
    folded.
    """

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme, box, below = current_theme(), option.rect, index.data(BELOW_ROLE)
        folded = index.data(MATCH_ROLE)
        painter.save()
        if folded is not None:
            painter.fillRect(box, QColor(theme.idle))
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
        if folded is not None and index.column() == 0:
            mark = QRectF(inner.left(), inner.center().y() - FOLD / 2 + 1, FOLD, FOLD)
            draw_fold(painter, mark, QColor(theme.muted), folded=folded)
            inner = inner.adjusted(FOLD, 0, 0, 0)
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
    text_shown = elide(painter.fontMetrics(), text, box.width())
    painter.drawText(box, int(align), text_shown)


HEADINGS = (
    say("Table"), template("TP"), say("Red"), say("Blue"), template("TP"), say("Remarks"),
)  # fmt: skip
WIDTHS = {0: 60, 1: 44, 4: 44}
TABLES_WIDTH, TEAMS_WIDTH = 84, 52
"""The widths of the first column and of the points columns at team events, in pixels."""
ROW, LOW_ROW = 40, 32
"""The heights of rows, with and without a line below the names."""
FOLD = 10
FOLDING = {int(Qt.Key.Key_Minus): True, int(Qt.Key.Key_Plus): False}
WINS = say("Wins")
RED, BLUE, REMARKS = 2, 3, 5
SHARES = {RED: 10, BLUE: 10, REMARKS: 8}
SEATS = {RED: 0, BLUE: 1}
LINES = 2  # of remarks that a row has room for


class DrawTable(QTableWidget):
    """The pairings of a draw. ``chosen`` is emitted with every change of ``players``, and
    ``swapped`` when one player was dragged onto another: both are then chosen. At team events,
    matches are above their games; Enter, plus, minus or a click on the tables folds them.
    """

    chosen = Signal()
    swapped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(0, len(HEADINGS), parent)
        self.setAccessibleName(say("Pairings"))
        self.setHorizontalHeaderLabels([str(heading) for heading in HEADINGS])
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
        self._blocks: dict[int, int] = {}
        """How many games stand below a match, by its row."""
        self._folded: set[str] = set()
        self.itemSelectionChanged.connect(self.chosen)
        self.cellClicked.connect(self._clicked)
        self._pairings: Review | None = None
        self._pressed: QPoint | None = None  # where a player was taken hold of
        self._is_dragged = False

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the chosen players, the one chosen last at the end. Teams have their
        numbers in the draw, made negative.
        """
        numbers_chosen = [item.data(PLAYER_ROLE) for item in self.selectedItems()]
        numbers = list(dict.fromkeys(number for number in numbers_chosen if number))
        last = self.currentIndex().data(PLAYER_ROLE)
        if last in numbers:
            numbers.remove(last)
            numbers.append(last)
        return tuple(numbers)

    def table_at(self, row: int) -> int:
        """Return the number of the table in a row, or the first table of a match; 0 if there is
        none.
        """
        item = self.item(row + (row in self._blocks), 0)
        return int(item.text()) if item is not None and item.text().isdecimal() else 0

    def choose(self, players: Sequence[int], *, scroll: bool = True) -> None:
        """Choose these players as if their cells had been clicked."""
        self.clearSelection()
        wanted = {*players}
        for row in range(self.rowCount()):
            for column in SEATS:
                item = self.item(row, column)
                if item is not None and item.data(PLAYER_ROLE) in wanted:
                    item.setSelected(True)
                    if scroll:
                        self.scrollToItem(item)

    def show_pairings(self, review: Review) -> None:
        """Show the pairings and keep the selection. If only the stage has changed, nothing is
        rebuilt.
        """
        shown = replace(review, stage=Stage.DRAWN)
        if shown == self._pairings:
            return
        self._pairings = shown
        before = self.players
        self.blockSignals(True)
        rows = self._rows_of(review)
        self.setRowCount(len(rows))
        for place, items in enumerate(rows):
            for column, item in enumerate(items):
                self.setItem(place, column, item)
        self._fold_rows()
        self.choose(before)
        self.blockSignals(False)
        self._share()
        self.chosen.emit()

    def _rows_of(self, review: Review) -> list[list[QTableWidgetItem]]:
        rows: list[list[QTableWidgetItem]] = []
        self._blocks = {}
        for match in review.matches:
            self._blocks[len(rows)] = len(match.rows)
            rows += [_match_items(match), *(_items(row) for row in match.rows)]
        grouped = {row.table for match in review.matches for row in match.rows}
        rows += [_items(row) for row in review.rows if row.table not in grouped]
        if review.bye and not review.matches:
            rows.append(_bye_items(review.bye, review.bye_flags))
        teams = bool(review.matches)
        self.setHorizontalHeaderItem(1, _heading(WINS if teams else str(HEADINGS[1])))
        self.setHorizontalHeaderItem(4, _heading(WINS if teams else str(HEADINGS[4])))
        set_width(self, 0, TABLES_WIDTH if teams else WIDTHS[0])
        for column in (1, 4):
            set_width(self, column, TEAMS_WIDTH if teams else WIDTHS[column])
        return rows

    def _fold_rows(self) -> None:
        for place in range(self.rowCount()):
            self.setRowHidden(place, False)
            self.setRowHeight(place, LOW_ROW if self._is_low(place) else ROW)
        for place, games in self._blocks.items():
            item = self.item(place, 0)
            folded = item is not None and item.text() in self._folded
            for column in range(self.columnCount()):
                if (cell := self.item(place, column)) is not None:
                    cell.setData(MATCH_ROLE, folded)
            for row in range(place + 1, place + 1 + games):
                self.setRowHidden(row, folded)

    def _is_low(self, row: int) -> bool:
        """Tell whether no text is below the players' names."""
        items = (self.item(row, column) for column in SEATS)
        return not any(item.data(BELOW_ROLE) for item in items if item is not None)

    def fold(self, place: int, *, folded: bool | None = None) -> None:
        """Fold or unfold the match in a row; without ``folded``, reverse its state."""
        item = self.item(place, 0)
        if place not in self._blocks or item is None:
            return
        now = item.text() in self._folded
        if folded is not now:
            self._folded ^= {item.text()}
            self._fold_rows()

    def _clicked(self, row: int, column: int) -> None:
        if column == 0:
            self.fold(row)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        plain = event.button() is Qt.MouseButton.LeftButton and not event.modifiers()
        place = event.position().toPoint()
        self._pressed = place if plain and self._player_at(place) else None
        self._is_dragged = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Choose the dragged player and the one below the mouse, instead of all cells between
        them.
        """
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        place = event.position().toPoint()
        far = (place - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        self._is_dragged = self._is_dragged or far
        if self._is_dragged:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            held, below = self._player_at(self._pressed), self._player_at(place)
            both = bool(below) and (held < 0) == (below < 0)
            self.choose((held, below) if both else (held,), scroll=False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        is_dragged, self._is_dragged, self._pressed = self._is_dragged, False, None
        self.viewport().unsetCursor()
        super().mouseReleaseEvent(event)
        if is_dragged and len(self.players) == 2 and self._player_at(event.position().toPoint()):
            self.swapped.emit()

    def _player_at(self, place: QPoint) -> int:
        """Return the number of the player at a position, negative for a team; 0 for nobody."""
        item = self.itemAt(place)
        return int(item.data(PLAYER_ROLE) or 0) if item is not None else 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if self.currentRow() in self._blocks and key in FOLDING:
            self.fold(self.currentRow(), folded=FOLDING[key])
        elif self.currentRow() in self._blocks and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.fold(self.currentRow())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Share the width so that names are whole if the remarks leave room for that."""
        wanted = {
            share: measure_column(self, self._words(share), bold=share in SEATS) for share in SHARES
        }
        wanted[REMARKS] = max(
            wanted[REMARKS] // LINES, measure_column(self, (str(HEADINGS[REMARKS]),))
        )
        free = self.viewport().width() - sum(map(self.columnWidth, WIDTHS))
        for column, width in share_width(free, wanted, SHARES).items():
            heading = self.horizontalHeader().sectionSizeFromContents(column).width()
            self.setColumnWidth(column, max(width, heading))

    def _words(self, column: int) -> list[str]:
        items = (self.item(row, column) for row in range(self.rowCount()))
        return [str(HEADINGS[column]), *(item.text() for item in items if item is not None)]


def _items(row: DrawRow) -> list[QTableWidgetItem]:
    red, blue = row.seats
    texts = (str(row.table), str(red.tp), red.name, blue.name, str(blue.tp))
    return _cells(texts, {2: red, 3: blue}, row.flags)


def _match_items(match: MatchRow) -> list[QTableWidgetItem]:
    red, blue = match.seats
    texts = (match.tables, match.wins.red, red.name, blue.name, match.wins.blue)
    items = _cells(texts, {2: red, 3: blue}, match.flags)
    for column, seat in ((2, red), (3, blue)):
        items[column].setData(PLAYER_ROLE, -seat.number)
    return items


def _heading(words: str) -> QTableWidgetItem:
    item = QTableWidgetItem(words)
    item.setTextAlignment(MIDDLE)
    return item


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
    """Return the line below a name: the club, and a note if the player was paired down."""
    return " · ".join(part for part in (seat.club, say("paired down") if seat.down else "") if part)
