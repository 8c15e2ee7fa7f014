"""The painter of a cell in the live list: names, clocks with digits of equal width, pictures beside
words.
"""

from msgspec import Struct
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView

from app.engine.side import Side
from app.ui.pages.round.live.tables.icons import (
    condition_colour,
    draw_arrow,
    draw_condition,
    draw_fold,
)
from app.ui.pages.round.live.tables.model import (
    COLUMNS,
    LEFT,
    RIGHT,
    LiveColumn,
    TableModel,
    words,
)
from app.ui.widgets.elide import elide
from app.ui.widgets.table_model import brush_of, cell_font, measure_words
from app.ui.widgets.theme import CONTRAST, Theme, current_theme
from app.views.round.live import LiveRow

PAD = 7
PICTURE = 16
ARROW = 10
STRIPE = 3
CHOSEN_TINT = 0.16
"""The share of the accent colour in the background of a chosen row."""
THICK = 3
"""The width of the lines of a chosen row in high contrast, in pixels."""
PARTS = tuple(LiveColumn)
CHOSEN, ACTIVE = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_Active.value
"""States of a cell as numbers. Qt would make an enum each time that a state is read."""
SIDES = {
    LiveColumn.RED: Side.RED,
    LiveColumn.RED_LEFT: Side.RED,
    LiveColumn.BLUE: Side.BLUE,
    LiveColumn.BLUE_LEFT: Side.BLUE,
}


class TablePainter(QStyledItemDelegate):
    """The delegate of the live list. ``says_conditions`` is True if there is room for the words of
    every condition. Otherwise a picture alone shows each condition.
    """

    def __init__(self, rows: TableModel, table: QTableView) -> None:
        super().__init__(table)
        self._rows = rows
        self.says_conditions = True

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = self._rows.row(index)
        if row is None:
            return
        theme, part = current_theme(), PARTS[index.column()]
        pen = CellPen(painter, option.rect, option.font)
        _ground(painter, pen.box, option.state.value, row, theme)
        if part is LiveColumn.TABLE and row.games:
            _match(pen, row, theme)
        elif part is LiveColumn.CONDITION:
            _condition(pen, row, theme, says=self.says_conditions or bool(row.games))
        elif part is LiveColumn.RED_LEFT or part is LiveColumn.BLUE_LEFT:
            _clock(pen, row, SIDES[part], theme)
        else:
            _words(pen, row, part, theme)


class CellPen(Struct):
    """A pen that writes in one cell. ``font`` is the table's font."""

    painter: QPainter
    box: QRect
    font: QFont

    def write(
        self,
        words: str,
        ink: str,
        aligned: Qt.AlignmentFlag,
        *,
        bold: bool = False,
        figures: bool = False,
        left: int = PAD,
    ) -> None:
        """Write words, beginning at ``left``. Cut off their end if they are too long."""
        if not words:
            return
        font = self._font(bold=bold, figures=figures)
        inner = self.box.adjusted(left, 0, -PAD, 0)
        if measure_words(font, (words,)) > inner.width():
            words = elide(QFontMetrics(font), words, inner.width())
        self.painter.setFont(font)
        self.painter.setPen(brush_of(ink).color())
        self.painter.drawText(inner, aligned.value, words)

    def has_room(self, words: str, *, bold: bool = False, left: int = PAD) -> bool:
        """Tell whether words fit between ``left`` and the right edge."""
        room = self.box.width() - left - PAD
        return measure_words(self._font(bold=bold), (words,)) <= room

    def _font(self, *, bold: bool, figures: bool = False) -> QFont:
        return cell_font(bold=bold, figures=figures).resolve(self.font)


def _match(pen: CellPen, row: LiveRow, theme: Theme) -> None:
    """Paint the tables of a match, after a triangle that folds the match."""
    top = pen.box.center().y() - ARROW / 2 + 1
    mark = QRectF(pen.box.left() + PAD, top, ARROW, ARROW)
    draw_fold(pen.painter, mark, QColor(theme.muted), folded=row.folded)
    pen.write(row.place, theme.text, LEFT, bold=True, left=PAD + ARROW + PAD)


def _ground(painter: QPainter, box: QRect, state: int, row: LiveRow, theme: Theme) -> None:
    """Paint a line below the row, and the row's background. A chosen row is tinted, a focused row
    is outlined, and a match has its own background. In high contrast every chosen row has thick
    lines, because a shade does not stand out enough.
    """
    left, wide = box.left(), box.width()
    if row.games or state & CHOSEN:
        painter.fillRect(box, brush_of(theme.idle if row.games else theme.surface))
    if state & CHOSEN:
        tint = QColor(theme.accent)
        tint.setAlphaF(CHOSEN_TINT)
        painter.fillRect(box, tint)
    painter.fillRect(left, box.bottom(), wide, 1, brush_of(theme.line))
    if state & CHOSEN:
        thick = THICK if theme in CONTRAST else 1 if state & ACTIVE else 0
        painter.fillRect(left, box.top(), wide, thick, brush_of(theme.accent))
        painter.fillRect(left, box.bottom() + 1 - thick, wide, thick, brush_of(theme.accent))


def _words(pen: CellPen, row: LiveRow, part: LiveColumn, theme: Theme) -> None:
    side = SIDES.get(part)
    beaten = row.won is not None and side is row.won.other
    stands_out = row.won is side or row.runs is side or (bool(row.games) and not beaten)
    bold = part is LiveColumn.TABLE or (side is not None and stands_out)
    quiet = beaten or part is LiveColumn.TOLD
    text = words(row, part)
    if part is LiveColumn.CP and not pen.has_room(text, bold=bold):
        text = row.cp
    pen.write(text, theme.muted if quiet else theme.text, COLUMNS[part].aligned, bold=bold)


def _condition(pen: CellPen, row: LiveRow, theme: Theme, *, says: bool) -> None:
    box, colour = pen.box, condition_colour(theme, row.condition, low=row.low)
    urgent = colour == theme.danger
    if urgent:
        pen.painter.fillRect(box.left(), box.top(), STRIPE, box.height(), brush_of(colour))
    picture = QRectF(box.left() + PAD, box.center().y() - PICTURE / 2 + 1, PICTURE, PICTURE)
    inner, ink = picture.adjusted(1, 1, -1, -1), QColor(colour)
    draw_condition(pen.painter, inner, row.condition, ink, low=row.low)
    left = PAD + PICTURE + PAD
    if says and pen.has_room(row.word, bold=urgent, left=left):
        pen.write(row.word, colour if urgent else theme.text, LEFT, bold=urgent, left=left)


def _clock(pen: CellPen, row: LiveRow, side: Side, theme: Theme) -> None:
    """Paint the time left, with an arrow pointing at the player whose clock runs."""
    box, runs, red = pen.box, row.runs is side, side is Side.RED
    if runs:
        top = box.center().y() - ARROW / 2 + 1
        left = box.left() if red else box.right() - ARROW
        colour = QColor(theme.red_words if red else theme.blue_words)
        draw_arrow(pen.painter, QRectF(left, top, ARROW, ARROW), colour, left=red)
    stands_out = runs or bool(row.games)
    ink, aligned = theme.text if stands_out else theme.muted, RIGHT if red else LEFT
    pen.write(row.left.of(side), ink, aligned, bold=stands_out, figures=True)
