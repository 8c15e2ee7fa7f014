"""The pairings of a draw under review, in which one or two players can be chosen."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.engine.frozen import replace
from app.engine.language import say, template
from app.engine.state import Stage
from app.ui.pages.round.live.tables.icons import draw_fold
from app.ui.widgets.elide import elide
from app.ui.widgets.escape import escape_tooltip
from app.ui.widgets.table_model import ROOT, Index, measure_column, set_width, share_width
from app.ui.widgets.theme import TextSize, current_theme
from app.views.round.round import DrawRow, MatchRow, Review, Seat

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE = Qt.AlignmentFlag.AlignCenter
PAD = 8
HEADINGS = (
    say("Table"), template("TP"), say("Red"), say("Blue"), template("TP"), say("Remarks"),
)  # fmt: skip
WINS = say("Wins")
WIDTHS = {0: 60, 1: 44, 4: 44}
TABLES_WIDTH, TEAMS_WIDTH = 84, 52
"""The widths of the first column and of the points columns at team events, in pixels."""
ROW, LOW_ROW = 40, 32
"""The heights of rows with a line below the names, and of rows without one."""
FOLD = 10
FOLDING = {int(Qt.Key.Key_Minus): True, int(Qt.Key.Key_Plus): False}
RED, BLUE, REMARKS = 2, 3, 5
SHARES = {RED: 10, BLUE: 10, REMARKS: 8}
SEATS = {RED: 0, BLUE: 1}
LINES = 2  # of remarks for which a row has room
SELECT = QItemSelectionModel.SelectionFlag.Select


class DrawLine(NamedTuple):
    """A row of the pairings: a match, a game or the bye."""

    texts: tuple[str, str, str, str, str, str]
    """The texts of the columns."""
    below: tuple[str, str]
    """The lines below the names of Red and Blue."""
    players: tuple[int, int]
    """The numbers of the two players. A negative number is a team, and 0 is nobody."""
    games: int | None = None
    """The number of games of a match; None for any other row."""


class Pairings(QAbstractTableModel):
    """The rows of the pairings. In a large draw, Qt asks only for the rows in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: tuple[DrawLine, ...] = ()
        self.of_teams = False

    def put(self, lines: Sequence[DrawLine], *, of_teams: bool) -> None:
        """Replace the rows. The keyboard's focus stays where it is."""
        before, now = len(self.lines), len(lines)
        self.of_teams = of_teams
        if now > before:
            self.beginInsertRows(ROOT, before, now - 1)
            self.lines = tuple(lines)
            self.endInsertRows()
        elif now < before:
            self.beginRemoveRows(ROOT, now, before - 1)
            self.lines = tuple(lines)
            self.endRemoveRows()
        self.lines = tuple(lines)
        if lines:
            self.dataChanged.emit(self.index(0, 0), self.index(now - 1, REMARKS))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, REMARKS)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(HEADINGS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Allow only cells with players or teams to be chosen."""
        chosen = Qt.ItemFlag.ItemIsSelectable if self.player(index) else Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | chosen

    def player(self, index: Index) -> int:
        """Return the number of the player in a cell. A negative number is a team, and 0 is
        nobody.
        """
        if not index.isValid() or index.column() not in SEATS:
            return 0
        return self.lines[index.row()].players[SEATS[index.column()]]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a cell's text, or a tooltip for a player or for remarks."""
        if not index.isValid():
            return None
        text = self.lines[index.row()].texts[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        told = self.player(index) or index.column() == REMARKS
        return escape_tooltip(text) if role == Qt.ItemDataRole.ToolTipRole and told else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return WINS if self.of_teams and section in {1, 4} else str(HEADINGS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return LEFT if section in SHARES else MIDDLE
        return None


class SeatPainter(QStyledItemDelegate):
    """A painter of the cells: players with a line below their names, remarks, and centred
    numbers.
    """

    def __init__(self, table: "DrawTable") -> None:
        super().__init__(table)
        self._table = table

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line, column = self._table.held.lines[index.row()], index.column()
        theme, box, text = current_theme(), option.rect, line.texts[column]
        painter.save()
        if line.games is not None:
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
        if line.games is not None and column == 0:
            mark = QRectF(inner.left(), inner.center().y() - FOLD / 2 + 1, FOLD, FOLD)
            folded = self._table.is_folded(index.row())
            draw_fold(painter, mark, QColor(theme.muted), folded=folded)
            inner = inner.adjusted(FOLD, 0, 0, 0)
        if column == REMARKS:
            font = painter.font()
            font.setPixelSize(TextSize.SMALL)
            painter.setFont(font)
            painter.setPen(QColor(theme.muted))
            painter.drawText(inner, int(LEFT | Qt.TextFlag.TextWordWrap), text)
        elif column not in SEATS:
            _write(painter, inner, text, theme.text, bold=column == 0, align=MIDDLE)
        else:
            below = line.below[SEATS[column]]
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


class DrawTable(QTableView):
    """The pairings of a draw. ``chosen`` is emitted with every change of ``players``. ``swapped``
    is emitted when one player was dragged onto another; by then both are chosen. At team events,
    each match stands above its games. Enter, plus, minus or a click on the tables folds a match.
    """

    chosen = Signal()
    swapped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.held = Pairings(self)
        self.setModel(self.held)
        self.setAccessibleName(say("Pairings"))
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
        for column, width in WIDTHS.items():
            set_width(self, column, width)
        self._folded: set[str] = set()
        self.selectionModel().selectionChanged.connect(lambda _new, _old: self.chosen.emit())
        self.clicked.connect(self._click)
        self._pairings: Review | None = None
        self._pressed: QPoint | None = None  # where the drag of a player began
        self._is_dragged = False

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of the chosen players; the last one in the tuple was chosen last. Teams have
        the negatives of their numbers in the draw.
        """
        chosen = map(self.held.player, self.selectedIndexes())
        numbers = list(dict.fromkeys(number for number in chosen if number))
        last = self.held.player(self.currentIndex())
        if last in numbers:
            numbers.remove(last)
            numbers.append(last)
        return tuple(numbers)

    def table_at(self, row: int) -> int:
        """Return the number of the table in a row, or of a match's first table; 0 if there is
        none.
        """
        row += self._is_match(row)
        tables = self.held.lines[row].texts[0] if 0 <= row < len(self.held.lines) else ""
        return int(tables) if tables.isdecimal() else 0

    def choose(self, players: Sequence[int], *, scroll: bool = True) -> None:
        """Choose these players as if their cells had been clicked."""
        self.clearSelection()
        wanted = {*players}
        for row, line in enumerate(self.held.lines):
            for column, seat in SEATS.items():
                if line.players[seat] in wanted:
                    index = self.held.index(row, column)
                    self.selectionModel().select(index, SELECT)
                    if scroll:
                        self.scrollTo(index)

    def show_pairings(self, review: Review) -> None:
        """Show the pairings and keep the selection. If nothing but the stage has changed, keep the
        rows.
        """
        shown = replace(review, stage=Stage.DRAWN)
        if shown == self._pairings:
            return
        self._pairings = shown
        before = self.players
        self.blockSignals(True)
        of_teams = bool(review.matches)
        self.held.put(_lines_of(review), of_teams=of_teams)
        set_width(self, 0, TABLES_WIDTH if of_teams else WIDTHS[0])
        for column in (1, 4):
            set_width(self, column, TEAMS_WIDTH if of_teams else WIDTHS[column])
        self._set_heights()
        self._fold_rows()
        self.choose(before)
        self.blockSignals(False)
        self._share()
        self.chosen.emit()

    def _set_heights(self) -> None:
        """Give each row the height of its lines."""
        heights = [ROW if any(line.below) else LOW_ROW for line in self.held.lines]
        self._hide_rows(set())
        self.verticalHeader().setDefaultSectionSize(max(heights, default=ROW))
        for row, height in enumerate(heights):
            if self.rowHeight(row) != height:
                self.setRowHeight(row, height)

    def _fold_rows(self) -> None:
        self._hide_rows(
            {
                row
                for place, line in enumerate(self.held.lines)
                if line.games and self.is_folded(place)
                for row in range(place + 1, place + 1 + line.games)
            }
        )
        self.viewport().update()

    def _hide_rows(self, hidden: set[int]) -> None:
        for row in range(len(self.held.lines)):
            if self.isRowHidden(row) is not (row in hidden):
                self.setRowHidden(row, row in hidden)

    def _is_match(self, row: int) -> bool:
        return 0 <= row < len(self.held.lines) and self.held.lines[row].games is not None

    def is_folded(self, row: int) -> bool:
        """Tell whether the match in a row is folded."""
        return self.held.lines[row].texts[0] in self._folded

    def fold(self, place: int, *, folded: bool | None = None) -> None:
        """Fold or unfold the match in a row. If ``folded`` is not given, reverse its state."""
        if self._is_match(place) and folded is not self.is_folded(place):
            self._folded ^= {self.held.lines[place].texts[0]}
            self._fold_rows()

    def _click(self, index: QModelIndex) -> None:
        if index.column() == 0:
            self.fold(index.row())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        plain = event.button() is Qt.MouseButton.LeftButton and not event.modifiers()
        place = event.position().toPoint()
        self._pressed = place if plain and self._player_at(place) else None
        self._is_dragged = False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Choose the dragged player and the one below the mouse, instead of all cells between the
        two.
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
        """Return the number of the player at a position. A negative number is a team, and 0 is
        nobody.
        """
        return self.held.player(self.indexAt(place))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.currentIndex().row()
        if self._is_match(row) and key in FOLDING:
            self.fold(row, folded=FOLDING[key])
        elif self._is_match(row) and key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.fold(row)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share()

    def _share(self) -> None:
        """Divide the width among the columns. Names are shown in full if the remarks leave room for
        that.
        """
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
        return [str(HEADINGS[column]), *(line.texts[column] for line in self.held.lines)]


def _lines_of(review: Review) -> list[DrawLine]:
    """Return the rows of the pairings: matches above their games, then all other games."""
    lines: list[DrawLine] = []
    for match in review.matches:
        lines += [_match_line(match), *map(_game_line, match.rows)]
    grouped = {row.table for match in review.matches for row in match.rows}
    lines += [_game_line(row) for row in review.rows if row.table not in grouped]
    if review.bye and not review.matches:
        lines.append(_bye_line(review.bye, review.bye_flags))
    return lines


def _game_line(row: DrawRow) -> DrawLine:
    red, blue = row.seats
    texts = (str(row.table), str(red.tp), red.name, blue.name, str(blue.tp), _remarks(row.flags))
    return DrawLine(texts, (_below(red), _below(blue)), (red.number, blue.number))


def _match_line(match: MatchRow) -> DrawLine:
    red, blue = match.seats
    wins = match.wins
    texts = (match.tables, wins.red, red.name, blue.name, wins.blue, _remarks(match.flags))
    teams = -red.number, -blue.number
    return DrawLine(texts, (_below(red), _below(blue)), teams, len(match.rows))


def _bye_line(bye: Seat, flags: Sequence[str]) -> DrawLine:
    texts = ("–", str(bye.tp), bye.name, say("Bye"), "", _remarks(flags))
    return DrawLine(texts, (_below(bye), ""), (bye.number, 0))


def _remarks(flags: Sequence[str]) -> str:
    return ", ".join(flags)


def _below(seat: Seat) -> str:
    """Return the line below a name: the club, with a note if the player was paired down."""
    return " · ".join(part for part in (seat.club, say("paired down") if seat.down else "") if part)
