"""The sheets with the codes to scan, drawn for a printer or into a PDF. Lengths are tenths of a
millimetre. A table's sheet has two faces and a foot, a third of the page each, and folds into a
stand: what is printed at the top is printed upside down.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPainterPath,
    QPdfWriter,
    QPen,
)

from app.engine.language import say
from app.reports import paper
from app.ui.widgets.elide import elided
from app.ui.widgets.printing import printed_now

if TYPE_CHECKING:
    from app.web.server.addresses import QrSheet

INCH = 254.0
INK, GREY = QColor(paper.INK), QColor(paper.GREY)
EDGE = 100.0
DATED = 36
SCAN = say("Scan for this table’s Deathclock")
STEPS = (
    say("1. Fold along both lines, print outside, and tape this foot under the other edge."),
    say("2. Join the room’s Wi-Fi with any phone or tablet, then scan the code."),
    say(
        "3. Tap the screen once: it fills the screen and stays awake. If the Wi-Fi drops, play on."
    ),
)
PHONES = say("Pairings, my table, standings")
READ_ONLY = say(
    "Scan with your phone, in the room’s Wi-Fi. To read only: nothing can be pressed wrong."
)
COMPARE = say(
    "Your browser warns of this computer’s own certificate. It is ours if its SHA-256 is:"
)


def write_pdf(sheets: "Sequence[QrSheet]", event: str, file: str) -> bool:
    """Whether the sheets could be written."""
    writer = QPdfWriter(file)
    writer.setTitle(say("{event}: codes for the tables", event=event))
    writer.setCreator("Flagfall")
    writer.setResolution(600)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    return draw_sheets(writer, sheets, event)


def draw_sheets(device: QPagedPaintDevice, sheets: "Sequence[QrSheet]", event: str) -> bool:
    """One page each, upright and without margins of the device's own."""
    device.setPageOrientation(QPageLayout.Orientation.Portrait)
    device.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    painter = QPainter()
    if not painter.begin(device):
        return False
    page = device.pageLayout().pageSize().size(QPageSize.Unit.Millimeter) * 10
    for place, sheet in enumerate(sheets):
        if place:
            device.newPage()
        painter.save()
        painter.scale(device.logicalDpiX() / INCH, device.logicalDpiY() / INCH)
        draw_sheet(painter, page, sheet, event)
        painter.restore()
    return painter.end()


def draw_sheet(painter: QPainter, page: QSizeF, sheet: "QrSheet", event: str) -> None:
    """``page`` is the paper's size."""
    if sheet.table == 0:
        _room(painter, page, sheet, event)
        return
    third = page.height() / 3
    face = QRectF(0, 0, page.width(), third)
    painter.save()
    painter.translate(page.width(), third)
    painter.rotate(180)
    _face(painter, face, sheet, event)
    painter.restore()
    _face(painter, face.translated(0, third), sheet, event)
    _foot(painter, face.translated(0, 2 * third), sheet)
    painter.setPen(QPen(GREY, 2, Qt.PenStyle.DashLine))
    for place in (1, 2):
        painter.drawLine(QRectF(0, place * third, page.width(), 0).topLeft(),
                         QRectF(0, place * third, page.width(), 0).topRight())  # fmt: skip


def _face(painter: QPainter, box: QRectF, sheet: "QrSheet", event: str) -> None:
    """The table's number as large as can be beside the code."""
    side = box.height() - 1.6 * EDGE
    code = QRectF(box.right() - EDGE - side, box.center().y() - side / 2, side, side)
    _code(painter, code, sheet)
    left = QRectF(box.left() + EDGE, box.top() + EDGE, code.left() - box.left() - 1.5 * EDGE,
                  box.height() - 2 * EDGE)  # fmt: skip
    high = left.height()
    _line(painter, QRectF(left.left(), left.top(), left.width(), 60), say("TABLE"), 56, bold=True)
    number = QRectF(left.left(), left.top() + 70, left.width(), high - 290)
    _line(painter, number, str(sheet.table), number.height(), bold=True, least=1)
    scan = QRectF(left.left(), left.bottom() - 200, left.width(), 120)
    _text(painter, scan, SCAN, 46, bold=True)
    _line(painter, QRectF(left.left(), left.bottom() - 60, left.width(), 60), event, 36, ink=GREY)


def _foot(painter: QPainter, box: QRectF, sheet: "QrSheet") -> None:
    """What to do, for whoever sets the tables up; the address for who cannot scan."""
    inside = box.adjusted(EDGE, EDGE, -EDGE, -EDGE)
    top = inside.top()
    for words in STEPS:
        top = _text(painter, QRectF(inside.left(), top, inside.width(), 200), words, 38) + 16
    top += 24
    sentence = say("Without a camera, type this address; capital and small letters matter:")
    top = (
        _text(painter, QRectF(inside.left(), top, inside.width(), 100), sentence, 32, ink=GREY) + 8
    )
    top = _text(painter, QRectF(inside.left(), top, inside.width(), 160), sheet.address, 32,
                mono=True)  # fmt: skip
    if sheet.clock:
        words = say("What a Wi-Fi clock at this table is told:")
        clock = QRectF(inside.left(), top + 20, inside.width(), 100)
        top = _text(painter, clock, words, 32, ink=GREY) + 8
        clock.moveTop(top)
        top = _text(painter, clock, sheet.clock, 32, mono=True)
    _print_of(painter, QRectF(inside.left(), top + 28, inside.width(), 300), sheet)
    _dated(painter, inside)


def _room(painter: QPainter, page: QSizeF, sheet: "QrSheet", event: str) -> None:
    wide = page.width() - 2 * EDGE
    top = 2 * EDGE
    top = _text(painter, QRectF(EDGE, top, wide, 300), event, 90, bold=True, centred=True) + 40
    top = _text(painter, QRectF(EDGE, top, wide, 200), PHONES, 60, centred=True) + 60
    side = min(wide - 2 * EDGE, page.height() - top - 800)
    _code(painter, QRectF((page.width() - side) / 2, top, side, side), sheet)
    top += side + 60
    address = QRectF(EDGE, top, wide, 160)
    top = _text(painter, address, sheet.address, 56, bold=True, centred=True) + 40
    top = _text(painter, QRectF(EDGE, top, wide, 200), READ_ONLY, 42, ink=GREY, centred=True) + 40
    _print_of(painter, QRectF(EDGE, top, wide, 300), sheet)
    _dated(painter, QRectF(EDGE, EDGE, wide, page.height() - 2 * EDGE))


def _dated(painter: QPainter, box: QRectF) -> None:
    """At its foot, so that a sheet with an old code is known."""
    foot = QRectF(box.left(), box.bottom() - DATED, box.width(), DATED)
    _line(painter, foot, printed_now(), DATED * 3 / 4, ink=GREY)


def _print_of(painter: QPainter, box: QRectF, sheet: "QrSheet") -> None:
    if sheet.fingerprint:
        top = _text(painter, box, COMPARE, 30, ink=GREY) + 6
        _text(painter, QRectF(box.left(), top, box.width(), 140), sheet.fingerprint, 28, mono=True)


def _code(painter: QPainter, box: QRectF, sheet: "QrSheet") -> None:
    """In one path, so that no hair lines show between its squares."""
    rows = sheet.modules
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


def _font(size: float, *, bold: bool = False, mono: bool = False) -> QFont:
    font = QFont()
    if mono:
        font.setFamilies([say("DejaVu Sans Mono"), "Menlo", "Consolas"])
        font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(max(round(size), 1))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def _line(
    painter: QPainter, box: QRectF, words: str, size: float, *, bold: bool = False,
    ink: QColor = INK, least: int = 24,
) -> None:  # fmt: skip
    """One line, as large as ``size`` and the box allow; smaller than ``least`` it is cut off."""
    font = _font(size, bold=bold)
    wide = QFontMetricsF(font).horizontalAdvance(words)
    if wide > box.width():
        font.setPixelSize(max(int(size * box.width() / wide), least))
    words = elided(QFontMetricsF(font), words, box.width())
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)


def _text(
    painter: QPainter, box: QRectF, words: str, size: float, *, bold: bool = False,
    mono: bool = False, ink: QColor = INK, centred: bool = False,
) -> float:  # fmt: skip
    """Lines that wrap anywhere if they must; where they end below."""
    painter.setFont(_font(size, bold=bold, mono=mono))
    painter.setPen(ink)
    across = Qt.AlignmentFlag.AlignHCenter if centred else Qt.AlignmentFlag.AlignLeft
    wrap = Qt.TextFlag.TextWrapAnywhere if mono else Qt.TextFlag.TextWordWrap
    flags = int(across) | int(Qt.AlignmentFlag.AlignTop) | int(wrap)
    used = painter.boundingRect(box, flags, words)
    painter.drawText(box, flags, words)
    return used.bottom()
