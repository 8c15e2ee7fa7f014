"""A small picture for each condition of a table, drawn with strokes and never shown without its
word.
"""

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from app.ui.widgets.theme import Theme
from app.views.table.table import TableCondition

Picture = Callable[[QPainter, QRectF], None]


def draw_condition(
    painter: QPainter, box: QRectF, condition: TableCondition, colour: QColor, *, low: bool
) -> None:
    """Draw the picture in ``box``, with strokes of ``colour``."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, max(box.width() / 9, 1.5))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    (_hourglass if low else _PICTURES[condition])(painter, box)
    painter.restore()


def draw_arrow(painter: QPainter, box: QRectF, colour: QColor, *, left: bool) -> None:
    """Draw a filled triangle that points to the side whose clock runs."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    base, tip = (box.right(), box.left()) if left else (box.left(), box.right())
    points = [QPointF(base, box.top()), QPointF(tip, box.center().y()), QPointF(base, box.bottom())]
    painter.drawPolygon(QPolygonF(points))
    painter.restore()


def draw_fold(painter: QPainter, box: QRectF, colour: QColor, *, folded: bool) -> None:
    """Draw a filled triangle before a row that can be folded. It points down if the row is
    unfolded.
    """
    painter.save()
    painter.translate(box.center())
    painter.rotate(0 if folded else 90)
    around = QRectF(-box.width() / 2, -box.height() / 2, box.width(), box.height())
    draw_arrow(painter, around, colour, left=False)
    painter.restore()


def condition_colour(theme: Theme, condition: TableCondition, *, low: bool) -> str:
    """Return the colour of a condition. There is one for tables that need the organizer at once,
    for those that need them soon, for running tables and for resting ones.
    """
    if low:
        return theme.danger
    match condition:
        case (
            TableCondition.JUDGE
            | TableCondition.LATE
            | TableCondition.GAP
            | TableCondition.CLOCK_OUT
            | TableCondition.NO_RESULT
        ):
            return theme.danger
        case TableCondition.PAUSED | TableCondition.CONFIRM | TableCondition.COUNT:
            return theme.accent
        case TableCondition.PLAYING | TableCondition.DONE:
            return theme.good
        case TableCondition.WAITING:
            return theme.muted


def _hand(painter: QPainter, box: QRectF) -> None:
    """Draw a service bell, as a call for the judge: a dome on a line, with a stroke above."""
    w, h = box.width(), box.height()
    dome = QPainterPath(QPointF(box.left() + w * 0.12, box.top() + h * 0.72))
    dome.cubicTo(
        QPointF(box.left() + w * 0.12, box.top() + h * 0.12),
        QPointF(box.right() - w * 0.12, box.top() + h * 0.12),
        QPointF(box.right() - w * 0.12, box.top() + h * 0.72),
    )
    painter.drawPath(dome)
    y = box.top() + h * 0.9
    painter.drawLine(QLineF(box.left(), y, box.right(), y))
    middle = box.center().x()
    painter.drawLine(QLineF(middle, box.top(), middle, box.top() + h * 0.16))


def _broken(painter: QPainter, box: QRectF) -> None:
    """Draw a time line with a gap."""
    y, w = box.center().y(), box.width()
    painter.drawLine(QLineF(box.left(), y, box.left() + w * 0.28, y))
    painter.drawLine(QLineF(box.right() - w * 0.28, y, box.right(), y))
    for x in (0.36, 0.64):
        at = box.left() + w * x
        painter.drawLine(QLineF(at, box.top() + w * 0.18, at, box.bottom() - w * 0.18))


def _flag(painter: QPainter, box: QRectF) -> None:
    w = box.width()
    left = box.left() + w * 0.2
    painter.drawLine(QLineF(left, box.top(), left, box.bottom()))
    painter.drawPolyline(
        QPolygonF(
            [
                QPointF(left, box.top() + w * 0.06),
                QPointF(box.right(), box.top() + w * 0.32),
                QPointF(left, box.top() + w * 0.6),
            ]
        )
    )


def _bars(painter: QPainter, box: QRectF) -> None:
    for x in (0.32, 0.68):
        at = box.left() + box.width() * x
        painter.drawLine(QLineF(at, box.top() + 2, at, box.bottom() - 2))


def _question(painter: QPainter, box: QRectF) -> None:
    """Draw a tick in a circle that is not closed, for a result that is still to be agreed."""
    painter.drawArc(box, 40 * 16, 290 * 16)
    _small_tick(painter, box)


def _count(painter: QPainter, box: QRectF) -> None:
    """Draw tally marks, four strokes and one across."""
    w = box.width()
    for x in (0.14, 0.38, 0.62, 0.86):
        at = box.left() + w * x
        painter.drawLine(QLineF(at, box.top() + w * 0.1, at, box.bottom() - w * 0.1))
    painter.drawLine(QLineF(box.left(), box.bottom() - w * 0.25, box.right(), box.top() + w * 0.25))


def _play(painter: QPainter, box: QRectF) -> None:
    w = box.width()
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(box.left() + w * 0.22, box.top() + w * 0.08),
                QPointF(box.right() - w * 0.06, box.center().y()),
                QPointF(box.left() + w * 0.22, box.bottom() - w * 0.08),
            ]
        )
    )


def _ring(painter: QPainter, box: QRectF) -> None:
    painter.drawEllipse(box.adjusted(2, 2, -2, -2))


def _tick(painter: QPainter, box: QRectF) -> None:
    w = box.width()
    painter.drawPolyline(
        QPolygonF(
            [
                QPointF(box.left() + w * 0.06, box.top() + w * 0.55),
                QPointF(box.left() + w * 0.36, box.bottom() - w * 0.12),
                QPointF(box.right() - w * 0.02, box.top() + w * 0.16),
            ]
        )
    )


def _small_tick(painter: QPainter, box: QRectF) -> None:
    inset = box.width() * 0.28
    _tick(painter, box.adjusted(inset, inset, -inset, -inset))


def _hourglass(painter: QPainter, box: QRectF) -> None:
    box = box.adjusted(box.width() * 0.12, 0, -box.width() * 0.12, 0)
    for y, tip in ((box.top(), box.center().y()), (box.bottom(), box.center().y())):
        painter.drawPolygon(
            QPolygonF(
                [QPointF(box.left(), y), QPointF(box.right(), y), QPointF(box.center().x(), tip)]
            )
        )


_PICTURES: dict[TableCondition, Picture] = {
    TableCondition.JUDGE: _hand,
    TableCondition.LATE: _question,
    TableCondition.GAP: _broken,
    TableCondition.CLOCK_OUT: _flag,
    TableCondition.NO_RESULT: _ring,
    TableCondition.PAUSED: _bars,
    TableCondition.CONFIRM: _question,
    TableCondition.COUNT: _count,
    TableCondition.PLAYING: _play,
    TableCondition.WAITING: _ring,
    TableCondition.DONE: _tick,
}
