"""Paints a cell of the live list: names, clocks with digits of equal width, pictures beside
words.
"""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.engine.side import Side
from app.ui.pages.round.live.tables.icons import (
    condition_colour,
    draw_arrow,
    draw_condition,
    draw_fold,
)
from app.ui.pages.round.live.tables.model import COLUMNS, LEFT, RIGHT, ROW_ROLE, LiveColumn, words
from app.ui.widgets.elide import elide
from app.ui.widgets.font import even_figures
from app.ui.widgets.theme import Theme, current_theme
from app.views.round.live import LiveRow

PAD = 7
PICTURE = 16
ARROW = 10
STRIPE = 3
CHOSEN_TINT = 0.16
"""The share of the accent colour in the background of a chosen row."""
SIDES = {
    LiveColumn.RED: Side.RED,
    LiveColumn.RED_LEFT: Side.RED,
    LiveColumn.BLUE: Side.BLUE,
    LiveColumn.BLUE_LEFT: Side.BLUE,
}


class TablePainter(QStyledItemDelegate):
    """The delegate of the live list, which gets a row by ``ROW_ROLE``."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        row = index.data(ROW_ROLE)
        if not isinstance(row, LiveRow):
            return
        theme, part = current_theme(), LiveColumn(index.column())
        box: QRect = option.rect
        painter.save()
        _ground(painter, option, row, theme)
        match part:
            case LiveColumn.TABLE if row.games:
                _match(painter, box, row, theme)
            case LiveColumn.CONDITION:
                _condition(painter, box, row, theme)
            case LiveColumn.RED_LEFT | LiveColumn.BLUE_LEFT:
                _clock(painter, box, row, SIDES[part], theme)
            case _:
                _words(painter, box, row, part, theme)
        painter.restore()


def _match(painter: QPainter, box: QRect, row: LiveRow, theme: Theme) -> None:
    """Paint the tables of a match after a triangle that folds them."""
    _font(painter, bold=True)
    top = box.center().y() - ARROW / 2 + 1
    mark = QRectF(box.left() + PAD, top, ARROW, ARROW)
    draw_fold(painter, mark, QColor(theme.muted), folded=row.folded)
    painter.setPen(QColor(theme.text))
    inner = box.adjusted(PAD + ARROW + PAD, 0, -PAD, 0)
    painter.drawText(inner, int(LEFT), row.place)


def _ground(painter: QPainter, option: QStyleOptionViewItem, row: LiveRow, theme: Theme) -> None:
    """Paint a line below the row. A chosen row is tinted, a focused one outlined, and a match has
    its own background.
    """
    box = option.rect
    chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    tint = QColor(theme.accent)
    tint.setAlphaF(CHOSEN_TINT)
    painter.fillRect(box, QColor(theme.idle if row.games else theme.surface))
    if chosen:
        painter.fillRect(box, tint)
    painter.fillRect(box.left(), box.bottom(), box.width(), 1, QColor(theme.line))
    if chosen and option.state & QStyle.StateFlag.State_Active:
        painter.fillRect(box.left(), box.top(), box.width(), 1, QColor(theme.accent))
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, QColor(theme.accent))


def _font(painter: QPainter, *, bold: bool) -> QFontMetrics:
    font = painter.font()
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    painter.setFont(font)
    return QFontMetrics(font)


def _words(painter: QPainter, box: QRect, row: LiveRow, part: LiveColumn, theme: Theme) -> None:
    side = SIDES.get(part)
    beaten = row.won is not None and side is row.won.other
    stands_out = row.won is side or row.runs is side or (bool(row.games) and not beaten)
    bold = part is LiveColumn.TABLE or (side is not None and stands_out)
    metrics = _font(painter, bold=bold)
    quiet = beaten or part is LiveColumn.TOLD
    painter.setPen(QColor(theme.muted if quiet else theme.text))
    inner = box.adjusted(PAD, 0, -PAD, 0)
    text = words(row, part)
    if part is LiveColumn.CP and metrics.horizontalAdvance(text) > inner.width():
        text = row.cp
    painter.drawText(inner, int(COLUMNS[part].aligned), elide(metrics, text, inner.width()))


def _condition(painter: QPainter, box: QRect, row: LiveRow, theme: Theme) -> None:
    colour = QColor(condition_colour(theme, row.condition, low=row.low))
    urgent = colour == QColor(theme.danger)
    if urgent:
        painter.fillRect(box.left(), box.top(), STRIPE, box.height(), colour)
    top = box.center().y() - PICTURE / 2 + 1
    picture = QRectF(box.left() + PAD, top, PICTURE, PICTURE)
    draw_condition(painter, picture.adjusted(1, 1, -1, -1), row.condition, colour, low=row.low)
    metrics = _font(painter, bold=urgent)
    painter.setPen(colour if urgent else QColor(theme.text))
    inner = box.adjusted(PAD + PICTURE + PAD, 0, -PAD, 0)
    if inner.width() >= metrics.horizontalAdvance(row.word):  # else the picture says it alone
        painter.drawText(inner, int(LEFT), row.word)


def _clock(painter: QPainter, box: QRect, row: LiveRow, side: Side, theme: Theme) -> None:
    """Paint the time left, with an arrow pointing at the player whose clock runs."""
    runs, red = row.runs is side, side is Side.RED
    _font(painter, bold=runs or bool(row.games))
    painter.setFont(even_figures(painter.font()))
    if runs:
        top = box.center().y() - ARROW / 2 + 1
        left = box.left() if red else box.right() - ARROW
        colour = QColor(theme.red_words if red else theme.blue_words)
        draw_arrow(painter, QRectF(left, top, ARROW, ARROW), colour, left=red)
    painter.setPen(QColor(theme.text if runs or row.games else theme.muted))
    inner = box.adjusted(PAD, 0, -PAD, 0)
    painter.drawText(inner, int(RIGHT if red else LEFT), row.left.of(side))
