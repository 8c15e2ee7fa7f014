"""Painting functions shared by the parts of a table's window: rotated painters, text that fits,
digits, pictures.
"""

from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.engine.text import keep_counted
from app.ui.widgets.elide import elide
from app.ui.widgets.font import even_figures

CENTRE = Qt.AlignmentFlag.AlignCenter
LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WRAP = Qt.TextFlag.TextWordWrap
WRAP_CENTRED = int(WRAP | CENTRE)  # made once: mixing two kinds of flags is slow
SMALLEST_PX = 11
LEAST_WRAPPED = 30
LEAST_TAIL, NO_BREAK, HYPHEN = 6, "\u00a0", "\u2011"


def turned_painter(widget: QWidget, turned: bool) -> QPainter:
    """Return a painter on ``widget``, rotated by half a circle if ``turned``. The caller must end
    the painter.
    """
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if turned:
        painter.translate(widget.width(), widget.height())
        painter.rotate(180)
    return painter


def mirror(rect: QRect, turned: bool, width: int, height: int) -> QRect:
    """Return where ``rect`` is drawn in a widget of this size if the widget is ``turned``. ``rect``
    is laid out for the upright widget.
    """
    if not turned:
        return rect
    return QRect(
        width - rect.x() - rect.width(),
        height - rect.y() - rect.height(),
        rect.width(),
        rect.height(),
    )


def sized_font(px: int, *, bold: bool = False) -> QFont:
    font = QFont()
    font.setPixelSize(max(px, 1))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def keep_together(text: str) -> str:
    """Return ``text`` with its last words joined, so that no short word or number is alone on a
    line.
    """
    lines = text.split("\n")
    for number, line in enumerate(lines):
        head, _, tail = line.rpartition(" ")
        while head and len(tail) < LEAST_TAIL:
            head, _, word = head.rpartition(" ")
            tail = f"{word}{NO_BREAK}{tail}"
        lines[number] = f"{head} {tail}" if head else tail
    return "\n".join(lines)


def keep_in_line(text: str) -> str:
    """Return ``text`` with characters at which no line breaks, so that the text stays on one
    line.
    """
    return text.replace(" ", NO_BREAK).replace("-", HYPHEN)


@lru_cache(maxsize=512)
def fitting_px(text: str, width: int, height: int, most: int, *, bold: bool, wrap: bool) -> int:
    """Return the largest size in pixels, up to ``most``, at which ``text`` fits. If it fits at no
    size, return the smallest.
    """
    low, high = SMALLEST_PX, max(most, SMALLEST_PX)
    while low < high:
        px = (low + high + 1) // 2
        if _fits(text, width, height, sized_font(px, bold=bold), wrap=wrap):
            low = px
        else:
            high = px - 1
    return low


def _fits(text: str, width: int, height: int, font: QFont, *, wrap: bool) -> bool:
    metrics = QFontMetrics(font)
    if not wrap:
        # the advance is rounded down, and what is a hair too wide would lose its last letters
        return metrics.horizontalAdvance(text) < width and metrics.height() <= height
    box = metrics.boundingRect(QRect(0, 0, width, 100_000), WRAP_CENTRED, text)
    return box.width() <= width and box.height() <= height


def draw_turned_text(
    painter: QPainter,
    rect: QRect,
    text: str,
    colour: str,
    *,
    most: int,
    bold: bool = False,
    align: Qt.AlignmentFlag = CENTRE,
    least: int = SMALLEST_PX,
    wrap: bool = False,
) -> None:
    """Draw ``text`` in ``rect``, as large as will fit. A single line that is too wide even at the
    size ``least`` is elided.
    """
    if not text or rect.width() <= 0 or rect.height() <= 0:
        return
    text = keep_counted(keep_together(text) if wrap and len(text) > LEAST_WRAPPED else text)
    px = max(fitting_px(text, rect.width(), rect.height(), most, bold=bold, wrap=wrap), least)
    painter.setFont(sized_font(px, bold=bold))
    painter.setPen(QColor(colour))
    flags = int(align)
    if wrap:
        flags |= int(WRAP)
    else:
        text = elide(painter.fontMetrics(), text, rect.width())
    painter.drawText(rect, flags, text)


def digits_width(digits: str, width: int, height: int) -> int:
    """Return the width that ``digits`` have when `draw_digits` draws them in a rectangle of this
    size.
    """
    shape = "".join("8" if letter.isdigit() else letter for letter in digits)
    metrics = QFontMetrics(even_figures(sized_font(digits_px(shape, width, height), bold=True)))
    return sum(_cell(metrics, letter) for letter in shape)


@lru_cache(maxsize=64)
def digits_px(shape: str, width: int, height: int) -> int:
    """Return the size in pixels at which digits fill a rectangle. ``shape`` has an 8 for every
    digit.
    """
    low, high = SMALLEST_PX, 4 * max(height, SMALLEST_PX)
    while low < high:
        px = (low + high + 1) // 2
        metrics = QFontMetrics(even_figures(sized_font(px, bold=True)))
        fits = sum(_cell(metrics, letter) for letter in shape) <= width and _cap(metrics) <= height
        low, high = (px, high) if fits else (low, px - 1)
    return low


def _cell(metrics: QFontMetrics, letter: str) -> int:
    return metrics.horizontalAdvance("8" if letter.isdigit() else letter)


def _cap(metrics: QFontMetrics) -> int:
    return metrics.tightBoundingRect("8").height()


def draw_digits(painter: QPainter, rect: QRect, digits: str, colour: str) -> None:
    """Draw a time in cells of equal width, so that no digit moves while the time runs."""
    shape = "".join("8" if letter.isdigit() else letter for letter in digits)
    font = even_figures(sized_font(digits_px(shape, rect.width(), rect.height()), bold=True))
    painter.setFont(font)
    painter.setPen(QColor(colour))
    metrics = QFontMetrics(font)
    x = rect.center().x() - sum(_cell(metrics, letter) for letter in digits) / 2
    baseline = rect.center().y() + _cap(metrics) / 2
    for digit in digits:
        cell = _cell(metrics, digit)
        painter.drawText(
            QPointF(x + (cell - metrics.horizontalAdvance(digit)) / 2, baseline), digit
        )
        x += cell


Picture = Callable[[QPainter, QRectF, QColor], None]


def arrow(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a filled triangle that points right, which means that this clock runs."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(
        QPolygonF([rect.topLeft(), QPointF(rect.right(), rect.center().y()), rect.bottomLeft()])
    )


def pause_bars(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    wide = rect.width() * 0.32
    painter.fillRect(QRectF(rect.left(), rect.top(), wide, rect.height()), colour)
    painter.fillRect(QRectF(rect.right() - wide, rect.top(), wide, rect.height()), colour)


def flag(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a flag hanging from its pole, which means that a clock has run out."""
    pole = max(rect.width() * 0.1, 2)
    painter.fillRect(QRectF(rect.left(), rect.top(), pole, rect.height()), colour)
    cloth = QPainterPath(QPointF(rect.left() + pole, rect.top()))
    deep = rect.top() + rect.height() * 0.58
    cloth.lineTo(rect.right(), rect.top() + rect.height() * 0.12)
    cloth.lineTo(rect.left() + rect.width() * 0.78, rect.top() + rect.height() * 0.34)
    cloth.lineTo(rect.right(), deep)
    cloth.lineTo(rect.left() + pole, deep)
    cloth.closeSubpath()
    painter.fillPath(cloth, colour)


def hourglass(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    pen = QPen(colour, max(rect.width() * 0.1, 2), Qt.PenStyle.SolidLine)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    middle = rect.center()
    glass = QPainterPath(rect.topLeft())
    glass.lineTo(rect.topRight())
    glass.lineTo(middle)
    glass.lineTo(rect.bottomRight())
    glass.lineTo(rect.bottomLeft())
    glass.lineTo(middle)
    glass.closeSubpath()
    painter.drawPath(glass)
    low = rect.bottom() - rect.height() * 0.28
    inset = rect.width() * 0.28
    painter.setBrush(colour)
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(rect.left() + inset, low),
                QPointF(rect.right() - inset, low),
                QPointF(rect.right() - 4, rect.bottom()),
                QPointF(rect.left() + 4, rect.bottom()),
            ]
        )
    )


def trophy(painter: QPainter, rect: QRectF, colour: QColor) -> None:
    """Draw a cup, which means that this player has won."""
    painter.setPen(QPen(colour, max(rect.width() * 0.08, 2)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    high = rect.height()
    painter.drawArc(
        QRectF(rect.left(), rect.top() + high * 0.06, rect.width(), high * 0.4), 0, 360 * 16
    )
    bowl = QPainterPath(QPointF(rect.left() + rect.width() * 0.18, rect.top()))
    bowl.lineTo(rect.right() - rect.width() * 0.18, rect.top())
    bowl.cubicTo(
        QPointF(rect.right() - rect.width() * 0.18, rect.top() + high * 0.62),
        QPointF(rect.left() + rect.width() * 0.18, rect.top() + high * 0.62),
        QPointF(rect.left() + rect.width() * 0.18, rect.top()),
    )
    painter.fillPath(bowl, colour)
    stem = QRectF(rect.center().x() - rect.width() * 0.05, rect.top() + high * 0.4, 0, high * 0.45)
    stem.setWidth(rect.width() * 0.1)
    painter.fillRect(stem, colour)
    foot = QRectF(rect.left() + rect.width() * 0.22, rect.bottom() - high * 0.15, 0, high * 0.15)
    foot.setWidth(rect.width() * 0.56)
    painter.fillRect(foot, colour)
