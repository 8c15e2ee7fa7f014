"""The signs with codes to scan. Lengths are in tenths of a millimetre. A table's sign has two faces
and a foot, each a third of the page. It folds into a stand, so the upper face is printed upside
down.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.engine.language import say
from app.ui.printing.drawing import GREY, draw_code, draw_cut, draw_line, draw_text

if TYPE_CHECKING:
    from app.web.server.addresses import QrSheet

EDGE = 100.0
DATED = 36
SCAN = say("Scan for this table’s Deathclock")
STEPS = (
    say("1. Fold along both lines, printed side out, and tape this foot under the other edge."),
    say("2. Join the room’s Wi-Fi with any phone or tablet, then scan the code."),
    say(
        "3. Tap the screen once: it fills the screen and stays awake. If the Wi-Fi drops, play on."
    ),
    say("4. If the browser shows an error, scan the code again and open it in a new tab."),
)
PHONES = say("Pairings, my table, standings")
SIGN_IN = say("Scan with your phone, in the room’s Wi-Fi. Players can sign in there.")
COMPARE = say(
    "Your browser warns about this computer’s own certificate. It is ours if its SHA-256 is:"
)


def draw_sheet(painter: QPainter, page: QSizeF, sheet: "QrSheet", event: str, printed: str) -> None:
    """Draw a sheet. ``page`` is the size of the paper. ``printed`` says when the sheet was printed,
    so that an outdated code can be recognized.
    """
    if sheet.table == 0:
        _room(painter, page, sheet, event, printed)
        return
    third = page.height() / 3
    face = QRectF(0, 0, page.width(), third)
    painter.save()
    painter.translate(page.width(), third)
    painter.rotate(180)
    _face(painter, face, sheet, event)
    painter.restore()
    _face(painter, face.translated(0, third), sheet, event)
    _foot(painter, face.translated(0, 2 * third), sheet, printed)
    for place in (1, 2):
        draw_cut(painter, 0, place * third, page.width(), 0)


def _face(painter: QPainter, box: QRectF, sheet: "QrSheet", event: str) -> None:
    """Draw the table's number, as large as possible, beside the code."""
    side = box.height() - 1.6 * EDGE
    code = QRectF(box.right() - EDGE - side, box.center().y() - side / 2, side, side)
    draw_code(painter, code, sheet.modules)
    left = QRectF(box.left() + EDGE, box.top() + EDGE, code.left() - box.left() - 1.5 * EDGE,
                  box.height() - 2 * EDGE)  # fmt: skip
    high = left.height()
    draw_line(
        painter, QRectF(left.left(), left.top(), left.width(), 60), say("TABLE"), 56, bold=True
    )
    number = QRectF(left.left(), left.top() + 70, left.width(), high - 290)
    draw_line(painter, number, str(sheet.table), number.height(), bold=True, least=1)
    scan = QRectF(left.left(), left.bottom() - 200, left.width(), 120)
    draw_text(painter, scan, SCAN, 46, bold=True)
    draw_line(
        painter, QRectF(left.left(), left.bottom() - 60, left.width(), 60), event, 36, ink=GREY
    )


def _foot(painter: QPainter, box: QRectF, sheet: "QrSheet", printed: str) -> None:
    """Draw instructions for people who set up the tables, and the address for people who cannot
    scan.
    """
    inside = box.adjusted(EDGE, EDGE, -EDGE, -EDGE)
    top = inside.top()
    for words in STEPS:
        top = draw_text(painter, QRectF(inside.left(), top, inside.width(), 200), words, 38) + 16
    top += 24
    sentence = say("Without a camera, type this address in small letters:")
    top = (
        draw_text(painter, QRectF(inside.left(), top, inside.width(), 100), sentence, 32, ink=GREY)
        + 8
    )
    top = draw_text(painter, QRectF(inside.left(), top, inside.width(), 160), sheet.address, 32,
                mono=True)  # fmt: skip
    if sheet.clock:
        words = say("Settings for a Wi-Fi clock at this table:")
        clock = QRectF(inside.left(), top + 20, inside.width(), 100)
        top = draw_text(painter, clock, words, 32, ink=GREY) + 8
        clock.moveTop(top)
        top = draw_text(painter, clock, sheet.clock, 32, mono=True)
    _print_of(painter, QRectF(inside.left(), top + 28, inside.width(), 300), sheet)
    _print_date(painter, inside, printed)


def _room(painter: QPainter, page: QSizeF, sheet: "QrSheet", event: str, printed: str) -> None:
    wide = page.width() - 2 * EDGE
    top = 2 * EDGE
    top = draw_text(painter, QRectF(EDGE, top, wide, 300), event, 90, bold=True, centred=True) + 40
    top = draw_text(painter, QRectF(EDGE, top, wide, 200), PHONES, 60, centred=True) + 60
    side = min(wide - 2 * EDGE, page.height() - top - 800)
    draw_code(painter, QRectF((page.width() - side) / 2, top, side, side), sheet.modules)
    top += side + 60
    address = QRectF(EDGE, top, wide, 160)
    top = draw_text(painter, address, sheet.address, 56, bold=True, centred=True) + 40
    top = draw_text(painter, QRectF(EDGE, top, wide, 200), SIGN_IN, 42, ink=GREY, centred=True) + 40
    _print_of(painter, QRectF(EDGE, top, wide, 300), sheet)
    _print_date(painter, QRectF(EDGE, EDGE, wide, page.height() - 2 * EDGE), printed)


def _print_date(painter: QPainter, box: QRectF, printed: str) -> None:
    """Print the date at the foot of a sign, so that an outdated code can be recognized."""
    foot = QRectF(box.left(), box.bottom() - DATED, box.width(), DATED)
    draw_line(painter, foot, printed, DATED * 3 / 4, ink=GREY)


def _print_of(painter: QPainter, box: QRectF, sheet: "QrSheet") -> None:
    if sheet.fingerprint:
        top = draw_text(painter, box, COMPARE, 30, ink=GREY) + 6
        draw_text(
            painter, QRectF(box.left(), top, box.width(), 140), sheet.fingerprint, 28, mono=True
        )
