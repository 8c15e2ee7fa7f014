"""Sheets laid out as pages of paper: the same ones on the screen, in a PDF and on a printer.

Lengths are tenths of a millimetre, whatever the device's resolution.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from PySide6.QtCore import QMarginsF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QTextBlock,
    QTextDocument,
    QTextFormat,
    QTextFrame,
    QTextTable,
)

from app.engine.language import marked, say
from app.reports import paper
from app.ui.printing.drawing import PER_INCH, POINT, font_of
from app.ui.widgets.elide import elided

PER_METRE = 10_000
SIDE, TOP, BOTTOM = 150, 200, 190
"""Around what a page holds."""
HEAD, FOOT = 95, 120
"""Where the lines of the head and the foot begin, from the edges."""
SMALL = 32
FEWEST = 3
"""So many rows are on a last page at least."""
SMALLEST = 0.84
"""What is a little longer than a page is written smaller, down to this."""
HAIR = 3
"""So much below a row belongs to it: the line under it."""


class Paper(Enum):
    """What is in the printer; preferences know it by its value."""

    A4 = marked("A4")
    LETTER = marked("Letter")

    @property
    def kind(self) -> QPageSize:
        ids = QPageSize.PageSizeId
        return QPageSize(ids.A4 if self is Paper.A4 else ids.Letter)

    @property
    def size(self) -> QSizeF:
        return self.kind.size(QPageSize.Unit.Millimeter) * 10


Drawing = Callable[[QPainter, QRectF], None]
"""Draws into the box that it is given."""


@dataclass(frozen=True, slots=True)
class Bare:
    """A page that draws the whole paper, its date included: without a head and a foot."""

    draw: Drawing


Part = str | Drawing | Bare
"""HTML for as many pages as it needs, or the drawing of one page."""


@dataclass(frozen=True, slots=True)
class Printout:
    """Laid out and ready for any device."""

    title: str
    size: QSizeF
    pages: tuple[Drawing | Bare, ...]
    head: str
    """At the top of each page."""
    foot: str
    """At its lower end: when it was made."""

    def draw(self, painter: QPainter, number: int) -> None:
        """Draw a page, from 0, on a painter whose unit is a tenth of a millimetre."""
        page = self.pages[number]
        sheet = QRectF(QPointF(0, 0), self.size)
        painter.setPen(QColor(paper.INK))
        painter.setFont(font_of(SMALL))
        if isinstance(page, Bare):
            page.draw(painter, sheet)
            return
        painter.save()
        page(painter, box_of(self.size))
        painter.restore()
        self._draw_frame(painter, sheet, number)

    def _draw_frame(self, painter: QPainter, sheet: QRectF, number: int) -> None:
        line = QRectF(SIDE, HEAD, sheet.width() - 2 * SIDE, SMALL * 1.5)
        words = say("Page {page} of {pages}", page=number + 1, pages=len(self.pages))
        font = font_of(SMALL)
        room = line.width() - QFontMetricsF(font).horizontalAdvance(words) - SMALL
        painter.setFont(font)
        painter.setPen(QColor(paper.GREY))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(line, int(left), elided(QFontMetricsF(font), self.head, room))
        painter.drawText(line, int(right), words)
        line.moveTop(sheet.height() - FOOT)
        painter.drawText(line, int(left), self.foot)


def box_of(size: QSizeF) -> QRectF:
    """What a page holds between its head and its foot."""
    return QRectF(SIDE, TOP, size.width() - 2 * SIDE, size.height() - TOP - BOTTOM)


def lay_out(parts: Sequence[Part], size: QSizeF, *, title: str, head: str, foot: str) -> Printout:
    """Each part begins on paper of its own."""
    box = box_of(size)
    pages: list[Drawing | Bare] = []
    for part in parts:
        if isinstance(part, str):
            pages += html_pages(part, box.size())
        else:
            pages.append(part)
    return Printout(title, size, tuple(pages), head, foot)


def picture(printout: Printout, number: int, size: QSize) -> QImage:
    """A page on white, as large as it fits into ``size``."""
    scale = min(size.width() / printout.size.width(), size.height() / printout.size.height())
    whole = (printout.size * scale).toSize()
    image = QImage(whole, QImage.Format.Format_RGB32)
    image.fill(QColor(paper.PAPER))
    painter = QPainter(image)
    painter.setRenderHints(
        QPainter.RenderHint.Antialiasing
        | QPainter.RenderHint.TextAntialiasing
        | QPainter.RenderHint.SmoothPixmapTransform
    )
    painter.scale(scale, scale)
    printout.draw(painter, number)
    painter.end()
    return image


def put_on(
    device: QPagedPaintDevice, printout: Printout, numbers: Sequence[int] | None = None
) -> bool:
    """Print all pages, or those with ``numbers`` from 0. Returns whether the device took them."""
    device.setPageOrientation(QPageLayout.Orientation.Portrait)
    device.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    painter = QPainter()
    if not painter.begin(device):
        return False
    painter.scale(device.logicalDpiX() / PER_INCH, device.logicalDpiY() / PER_INCH)
    for place, number in enumerate(range(len(printout.pages)) if numbers is None else numbers):
        if place and not device.newPage():
            painter.end()
            return False
        painter.save()
        printout.draw(painter, number)
        painter.restore()
    return painter.end()


@cache
def _ruler() -> QImage:
    """What the letters of HTML are measured by."""
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(PER_METRE)
    image.setDotsPerMeterY(PER_METRE)
    return image


@dataclass(frozen=True, slots=True)
class _Row:
    """What no page may cut: a row of a table, a few lines of text."""

    top: float
    bottom: float
    head: "tuple[float, float] | None" = None
    """Where the head of its table stands, which is repeated on every page."""
    begins: bool = False
    """Whether it is the first on new paper."""
    leads: bool = False
    """Whether it is a heading, which never stands last on a page."""


def html_pages(html: str, box: QSizeF) -> Iterator[Drawing]:
    """The pages of a document. Rows are never cut, heads of tables are repeated, and no page is
    begun for a row or two.
    """
    document = _document(html, box.width())
    for rows in _sections(_joined(_rows(document))):
        yield from _paged(document, rows, box.height())


def one_page(html: str) -> Drawing:
    """What is a page however much it is, written smaller where it must be. It is laid out when it
    is drawn: of a hundred such pages, one is looked at.
    """

    def draw(painter: QPainter, box: QRectF) -> None:
        document = _document(html, box.width())
        rows = _joined(_rows(document))
        length = rows[-1].bottom - rows[0].top
        _slice_drawing(document, rows, min(1.0, box.height() / length))(painter, box)

    return draw


def _document(html: str, wide: float) -> QTextDocument:
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(font_of(12 * POINT))
    document.documentLayout().setPaintDevice(_ruler())
    document.setHtml(html)
    document.setTextWidth(wide)
    return document


def _paged(document: QTextDocument, rows: Sequence[_Row], high: float) -> Iterator[Drawing]:
    """The pages of what begins on new paper."""
    length = rows[-1].bottom - rows[0].top
    scale = high / length if length > high else 1.0
    if scale >= SMALLEST:
        yield _slice_drawing(document, rows, scale)
        return
    breaks = _breaks(rows, high)
    for first, last in zip(breaks, [*breaks[1:], len(rows)], strict=True):
        taken = rows[first:last]
        length = taken[-1].bottom - taken[0].top + _repeated(taken[0])
        yield _slice_drawing(document, taken, min(1.0, high / length))


def _repeated(row: _Row) -> float:
    """How high the head of its table is where a page begins with the row."""
    head = row.head
    return head[1] - head[0] if head is not None and head[0] < row.top - HAIR else 0.0


def _breaks(rows: Sequence[_Row], high: float) -> list[int]:
    """The rows that pages begin with. A last page of fewer than FEWEST takes some over."""
    breaks = [0]
    for number, row in enumerate(rows):
        first = rows[breaks[-1]]
        if number > breaks[-1] and row.bottom - first.top + _repeated(first) > high:
            breaks.append(number)
    if len(breaks) > 1 and len(rows) - breaks[-1] < FEWEST:
        breaks[-1] = max(breaks[-2] + 1, len(rows) - FEWEST)
    return breaks


def _slice_drawing(document: QTextDocument, rows: Sequence[_Row], scale: float) -> Drawing:
    slices = [(rows[0].top, rows[-1].bottom + HAIR)]
    head = rows[0].head
    if head is not None and _repeated(rows[0]):
        slices.insert(0, (head[0], head[1] + HAIR))

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.translate(box.topLeft())
        painter.scale(scale, scale)
        for top, bottom in slices:
            _draw_slice(painter, document, QRectF(0, top, box.width(), bottom - top))
            painter.translate(0, bottom - top - HAIR)

    return draw


def _draw_slice(painter: QPainter, document: QTextDocument, part: QRectF) -> None:
    context = QAbstractTextDocumentLayout.PaintContext()
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Text, QColor(paper.INK))
    context.palette = palette
    context.clip = part.adjusted(0, 1, 0, -HAIR)
    painter.save()
    painter.translate(0, -part.top())
    painter.setClipRect(part)
    document.documentLayout().draw(painter, context)
    painter.restore()


def _sections(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    section: list[_Row] = []
    for row in rows:
        if row.begins and section:
            yield section
            section = []
        section.append(row)
    if section:
        yield section


def _joined(rows: Iterator[_Row]) -> list[_Row]:
    """Headings together with what they lead to."""
    joined: list[_Row] = []
    for row in rows:
        if joined and joined[-1].leads and not row.begins:
            before = joined.pop()
            joined.append(replace(row, top=before.top, begins=before.begins))
        else:
            joined.append(row)
    return joined


def _rows(document: QTextDocument) -> Iterator[_Row]:
    """Of the whole document, from its top to its end."""
    block = document.begin()
    while block.isValid():
        table = _outermost(document.frameAt(block.position()))
        if table is not None:
            yield from _table_rows(document, table)
            block = document.findBlock(table.lastPosition() + 1)
        else:
            yield from _block_rows(document, block)
            block = block.next()


def _outermost(frame: QTextFrame | None) -> QTextTable | None:
    """The table around what is in a frame, the outermost of several."""
    if frame is None:
        return None
    outer = _outermost(frame.parentFrame())
    return frame if outer is None and isinstance(frame, QTextTable) else outer


def _block_rows(document: QTextDocument, block: QTextBlock) -> Iterator[_Row]:
    box = document.documentLayout().blockBoundingRect(block)
    form = block.blockFormat()
    breaks = form.pageBreakPolicy() & QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
    leads = form.headingLevel() > 0 or not block.text().strip()
    yield _Row(box.top(), box.bottom(), begins=bool(breaks), leads=leads)


def _table_rows(document: QTextDocument, table: QTextTable) -> Iterator[_Row]:
    """Rows reach from one to the next; the head is on top of the first."""
    tops = [_top(document, table, row) for row in range(table.rows())]
    end = document.documentLayout().frameBoundingRect(table).bottom()
    bottoms = [*tops[1:], end]
    heads = table.format().headerRowCount()
    head = (tops[0], tops[heads]) if 0 < heads < len(tops) else None
    for row in range(len(tops)):
        if row >= heads or head is None:
            first = row == heads and head is not None
            top = tops[0] if first else tops[row]
            yield _Row(top, bottoms[row], head)


def _top(document: QTextDocument, table: QTextTable, row: int) -> float:
    """Where the highest of its cells begins, its padding included."""
    scale = PER_INCH / QGuiApplication.primaryScreen().logicalDotsPerInchY()  # as Qt does
    tops = []
    for column in range(table.columns()):
        cell = table.cellAt(row, column)
        block = cell.firstCursorPosition().block()
        top = document.documentLayout().blockBoundingRect(block).top()
        tops.append(top - cell.format().toTableCellFormat().topPadding() * scale)
    return min(tops)
