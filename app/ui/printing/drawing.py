"""Functions that draw words and codes on paper. Lengths are in tenths of a millimetre."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTextOption

from app.reports import paper
from app.ui.widgets.elide import elide

PER_INCH = 254
POINT = PER_INCH / 72
INK, GREY = QColor(paper.INK), QColor(paper.GREY)
ALTERNATES = QFont.Tag("calt")
"""The font feature that gives Inter different colons between figures. PDF readers do not recognize
those colons as text.
"""
WRAPPED = QTextOption(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
WRAPPED.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
LEAST = 24
"""The least size of letters that are shrunk to fit."""


def font_of(size: float, *, bold: bool = False, mono: bool = False) -> QFont:
    """Return a font of this size. Its letters have the same width at every resolution."""
    font = QFont()
    if mono:
        font.setFamilies(["DejaVu Sans Mono", "Menlo", "Consolas"])
        font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(max(round(size), 1))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setFeature(ALTERNATES, 0)
    return font


def draw_line(
    painter: QPainter, box: QRectF, words: str, size: float, *, bold: bool = False,
    ink: QColor = INK, least: int = LEAST, at: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:  # fmt: skip
    """Draw one line, shrunk to fit the box. If the letters would be smaller than ``least``, cut off
    the end of the line.
    """
    font = font_of(size, bold=bold)
    wide = QFontMetricsF(font).horizontalAdvance(words)
    if wide > box.width():
        font.setPixelSize(max(int(size * box.width() / wide), min(least, round(size))))
    words = elide(QFontMetricsF(font), words, box.width())
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, int(at | Qt.AlignmentFlag.AlignVCenter), words)


def draw_name(
    painter: QPainter, box: QRectF, name: str, size: float, *, least: int, bold: bool = False,
    ink: QColor = INK,
) -> None:  # fmt: skip
    """Draw a name in one line, or in several lines if its letters would otherwise be smaller than
    ``least``. Cut the name off only if the box has no room for several lines either.
    """
    spacing = QFontMetricsF(font_of(100)).lineSpacing() / 100
    if QFontMetricsF(font_of(least, bold=bold)).horizontalAdvance(name) > box.width():
        for lines in range(2, int(box.height() / (spacing * LEAST)) + 1):
            painter.setFont(font_of(min(box.height() / lines / spacing - 0.5, size), bold=bold))
            if painter.boundingRect(box, name, WRAPPED).height() <= box.height():
                painter.setPen(ink)
                painter.drawText(box, name, WRAPPED)
                return
    draw_line(painter, box, name, size, bold=bold, ink=ink, least=least)


def draw_text(
    painter: QPainter, box: QRectF, words: str, size: float, *, bold: bool = False,
    mono: bool = False, ink: QColor = INK, centred: bool = False,
) -> float:  # fmt: skip
    """Draw a text in several lines, broken within words if necessary. Return the lower end of the
    last line.
    """
    painter.setFont(font_of(size, bold=bold, mono=mono))
    painter.setPen(ink)
    across = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft
    wrap = Qt.TextFlag.TextWrapAnywhere if mono else Qt.TextFlag.TextWordWrap
    flags = int(across) | int(Qt.AlignmentFlag.AlignTop) | int(wrap)
    used = painter.boundingRect(box, flags, words)
    painter.drawText(box, flags, words)
    return used.bottom()


def draw_rule(
    painter: QPainter, left: float, top: float, wide: float, *, ink: QColor = GREY
) -> None:
    """Draw a line to write on or to separate rows."""
    painter.setPen(QPen(ink, 2))
    painter.drawLine(QRectF(left, top, wide, 0).topLeft(), QRectF(left, top, wide, 0).topRight())


def draw_cut(painter: QPainter, left: float, top: float, wide: float, high: float) -> None:
    """Draw a dashed line to cut or to fold along."""
    painter.setPen(QPen(GREY, 2, Qt.PenStyle.DashLine))
    box = QRectF(left, top, wide, high)
    painter.drawLine(box.topLeft(), box.bottomRight())


def draw_tick(painter: QPainter, left: float, middle: float, side: float) -> None:
    """Draw a box to tick."""
    painter.setPen(QPen(INK, 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(left, middle - side / 2, side, side))


def draw_code(painter: QPainter, box: QRectF, rows: Sequence[str]) -> None:
    """Draw a code to scan. Its squares form one path, so that no hairlines show between them."""
    each = box.width() / len(rows)
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for down, row in enumerate(rows):
        for across, cell in enumerate(row):
            if cell == "1":
                left, top = box.left() + across * each, box.top() + down * each
                path.addRect(QRectF(left, top, each * 1.01, each * 1.01))
    painter.fillRect(box, QColor(paper.PAPER))
    painter.fillPath(path, INK)
