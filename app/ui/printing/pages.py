"""Sheets laid out as pages of paper, the same on the screen, in a PDF and on a printer.

Lengths are in tenths of a millimetre, whatever the device's resolution.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from heapq import nlargest
from itertools import groupby, pairwise

from msgspec import Struct
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
    QTextLength,
    QTextTable,
)

from app.engine.frozen import replace
from app.engine.language import mark_text, say
from app.engine.progress import left_words
from app.reports import paper
from app.ui.printing.drawing import PER_INCH, POINT, font_of
from app.ui.printing.text_images import TextImages
from app.ui.widgets.elide import elide
from app.ui.widgets.steps import Steps

PER_METRE = 10_000
SIDE, TOP, BOTTOM = 150, 200, 190
"""The margins of a page: left and right, top, bottom."""
HEAD, FOOT = 95, 120
"""The distance of the head's line from the top edge, and of the foot's line from the bottom
edge.
"""
SMALL = 32
FEWEST = 3
"""The least number of rows on a last page."""
ROWS_AT_A_TIME = 40
"""The number of rows of a long table that are laid out in one step."""
FEW_PIECES = 2
"""The greatest number of pieces of a table that are laid out at once. More pieces would block the
window.
"""
PAGES_AT_A_TIME = 4
WIDEST = 5
"""The number of a column's longest cells that determine its width in all pieces of a table."""
SMALLEST = 0.84
"""The smallest factor to which a part that is slightly longer than a page is shrunk."""
WIDENED = 6
"""The number of sizes that are tried to make a part fit on one page."""
HAIR = 3
"""The height of the line below a row, which belongs to that row."""


class Paper(Enum):
    """The sizes of paper that the program prints on. The preferences store the value of the chosen
    size.
    """

    A4 = mark_text("A4")
    LETTER = mark_text("Letter")

    @property
    def kind(self) -> QPageSize:
        ids = QPageSize.PageSizeId
        return QPageSize(ids.A4 if self is Paper.A4 else ids.Letter)

    @property
    def size(self) -> QSizeF:
        return self.kind.size(QPageSize.Unit.Millimeter) * 10


Drawing = Callable[[QPainter, QRectF], None]
"""A function that draws a page into the box that it is given."""


class Bare(Struct, frozen=True):
    """A page without a head and a foot. It fills the whole paper and draws its own date."""

    draw: Drawing


Part = str | Drawing | Bare
"""One part of a printout: HTML for as many pages as it needs, or the drawing of one page."""


class Printout(Struct, frozen=True):
    """Pages that are laid out and ready for any device."""

    title: str
    size: QSizeF
    pages: tuple[Drawing | Bare, ...]
    head: str
    """The text at the top of each page."""
    foot: str
    """The text at the bottom of each page. It says when the sheet was made."""

    def draw(self, painter: QPainter, number: int) -> None:
        """Draw page ``number``, counted from 0, on a painter whose unit is a tenth of a
        millimetre.
        """
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
        painter.drawText(line, int(left), elide(QFontMetricsF(font), self.head, room))
        painter.drawText(line, int(right), words)
        line.moveTop(sheet.height() - FOOT)
        painter.drawText(line, int(left), self.foot)


def box_of(size: QSizeF) -> QRectF:
    """Return the area of a page between its head and its foot."""
    return QRectF(SIDE, TOP, size.width() - 2 * SIDE, size.height() - TOP - BOTTOM)


def lay_out(
    parts: Sequence[Part], size: QSizeF, *, title: str, head: str, foot: str
) -> Steps[Printout]:
    """Lay out the parts, each of which begins on a new page."""
    box = box_of(size)
    pages: list[Drawing | Bare] = []
    for part in parts:
        if isinstance(part, str):
            pages += yield from html_pages(part, box.size())
        else:
            pages.append(part)
    return Printout(title, size, tuple(pages), head, foot)


def picture(printout: Printout, number: int, size: QSize) -> QImage:
    """Return a picture of a page on white paper, as large as ``size`` allows."""
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
    device: QPagedPaintDevice,
    printout: Printout,
    numbers: Sequence[int] | None = None,
    cancelled: Callable[[], object] = lambda: None,
) -> Steps[bool]:
    """Print all pages, or only those in ``numbers``, counted from 0. Return whether the device
    accepted them. ``cancelled`` is called if the work is stopped early.
    """
    device.setPageOrientation(QPageLayout.Orientation.Portrait)
    device.setPageMargins(QMarginsF(0, 0, 0, 0), QPageLayout.Unit.Millimeter)
    painter = QPainter()
    if not painter.begin(device):
        return False
    painter.scale(device.logicalDpiX() / PER_INCH, device.logicalDpiY() / PER_INCH)
    wanted = range(len(printout.pages)) if numbers is None else numbers
    began_s = time.monotonic()
    try:
        for place, number in enumerate(wanted):
            if place and not place % PAGES_AT_A_TIME:
                left = left_words(place / len(wanted), time.monotonic() - began_s)
                yield say(
                    "Page {page} of {pages}, {left}", page=place, pages=len(wanted), left=left
                )
            if place and not device.newPage():
                return False
            painter.save()
            printout.draw(painter, number)
            painter.restore()
    except GeneratorExit:
        cancelled()
        raise
    finally:
        ended = painter.end()
    return ended


@cache
def _ruler() -> QImage:
    """Return an image with the resolution for which HTML is laid out."""
    image = QImage(1, 1, QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(PER_METRE)
    image.setDotsPerMeterY(PER_METRE)
    return image


class _Row(Struct, frozen=True):
    """A part of a document that no page break may cut, such as a row of a table or a paragraph. A
    long document is laid out in pieces, and the row's heights are counted from the top of the
    first.
    """

    document: QTextDocument
    offset: float
    """The difference between the row's heights and its heights within its own ``document``."""
    top: float
    bottom: float
    head: "tuple[float, float] | None" = None
    """The top and bottom of the head of the row's table. The head is repeated on every page."""
    begins: bool = False
    """True if the row begins a new page."""
    leads: bool = False
    """True if the row is a heading, which is never the last row on a page."""


def html_pages(html: str, box: QSizeF) -> Steps[list[Drawing]]:
    """Return the pages of a document. Rows are never cut, the heads of tables are repeated on each
    page, and the last page never has only a row or two.
    """
    rows: list[_Row] = []
    pieces = _pieces(html)
    many = len(pieces) > FEW_PIECES
    if many:
        yield say("Laying out the pages…")
    shares = _column_shares(pieces, box.width()) if len(pieces) > 1 else ()
    for number, piece in enumerate(pieces):
        if many:
            yield say("Laying out: {percent} %", percent=100 * number // len(pieces))
        more = list(_rows(_document(piece, box.width(), shares)))
        rows += _after(rows, more, last=number == len(pieces) - 1)
    sections = list(_sections(_join_headings(rows)))
    if len(sections) == len(pieces) == 1 and (page := _widen(html, sections[0], box)):
        return [page]
    return [page for section in sections for page in _divide_pages(section, box.height())]


def _widen(html: str, rows: Sequence[_Row], box: QSizeF) -> Drawing | None:
    """Fit a document on one page if it is slightly too long, by shrinking its letters, so that more
    of them fit into a line. Return None if the document already fits or cannot be made to fit.
    """
    least = box.height() / (rows[-1].bottom - rows[0].top)
    if not SMALLEST**2 <= least < 1.0:
        return None
    smallest = max(least, SMALLEST)
    document = _document(html, box.width())
    for part in range(1, WIDENED + 1):
        scale = 1.0 - (1.0 - smallest) * part / WIDENED
        document.setTextWidth(box.width() / scale)
        rows = _join_headings(_rows(document))
        if (rows[-1].bottom - rows[0].top) * scale <= box.height() + 1:
            return _slice_drawing(rows, scale)
    return None


BODY, NEXT_ROW, END = "<tbody>\n", "</tr>\n<tr>", "</tr>\n</tbody>"


def _pieces(html: str) -> list[str]:
    """Split a page with one long table, made by `app.reports.page.page`, into pieces that each have
    some of its rows. The first piece keeps the part above the table, the last piece the part below.
    """
    above, found, after = html.partition(BODY + "<tr>")
    lines, ended, below = after.partition(END)
    rows = lines.split(NEXT_ROW)
    if not found or not ended or BODY in below or len(rows) <= ROWS_AT_A_TIME:
        return [html]
    start, table, heads = above.rpartition("<table")
    bare = start.rpartition("<body>")[0] + "<body>\n"
    starts = range(0, len(rows), ROWS_AT_A_TIME)
    return [
        f"{bare if first else start}{table}{heads}{BODY}<tr>"
        f"{NEXT_ROW.join(rows[first : first + ROWS_AT_A_TIME])}{END}"
        f"{below if first == starts[-1] else '</table></body></html>'}"
        for first in starts
    ]


def _column_shares(pieces: Sequence[str], wide: float) -> tuple[float, ...]:
    """Return the width of each column in percent, measured with the longest cells of the whole
    table.
    """
    above, _, _ = pieces[1].partition(BODY)
    rows = [
        row
        for piece in pieces
        for row in piece.partition(BODY + "<tr>")[2].partition(END)[0].split(NEXT_ROW)
    ]
    cells = [[max(map(len, cell.split("<div"))) for cell in row.split("</td>")] for row in rows]
    widest = {
        place
        for column in range(min(map(len, cells)))
        for place in nlargest(WIDEST, range(len(rows)), key=lambda at: cells[at][column])
    }
    sample = f"{above}{BODY}<tr>{NEXT_ROW.join(rows[at] for at in widest)}{END}</table>"
    document = _document(sample, wide)
    table = _first_table(document)
    lefts = [
        document.documentLayout()
        .blockBoundingRect(table.cellAt(0, column).firstCursorPosition().block())
        .left()
        for column in range(table.columns())
    ]
    return tuple(100 * (right - left) / wide for left, right in pairwise([0.0, *lefts[1:], wide]))


def _after(rows: Sequence[_Row], more: Sequence[_Row], *, last: bool) -> list[_Row]:
    """Return the rows of the next piece of a table, with heights that continue from the end of
    ``rows``. The rows above the table are kept only in the first piece, those below it only in the
    last. The table's head, which each piece repeats, takes no room.
    """
    of_table = [place for place, row in enumerate(more) if row.head is not None]
    if not last:
        end = more[of_table[-1]]
        more = [*more[: of_table[-1]], replace(end, bottom=end.bottom - _below_last(end))]
    if not rows:
        return [*more]
    more = more[of_table[0] :]
    head = more[0].head
    assert head is not None
    top = head[1]
    offset = rows[-1].bottom - top
    return [
        replace(
            row,
            offset=offset,
            top=max(row.top, top) + offset,
            bottom=row.bottom + offset,
            head=row.head and (row.head[0] + offset, row.head[1] + offset),
        )
        for row in more
    ]


def _below_last(row: _Row) -> float:
    """Return the height between the last row of a table and the table's end."""
    frame = row.document.documentLayout().frameBoundingRect(_first_table(row.document))
    assert row.head is not None
    return frame.top() - row.head[0]


def one_page(html: Callable[[], str]) -> Drawing:
    """Return a drawing that always takes one page and is shrunk to fit. The HTML is made only when
    the page is drawn, because a preview shows only one page of perhaps a thousand.
    """

    def draw(painter: QPainter, box: QRectF) -> None:
        rows = _join_headings(_rows(_document(html(), box.width())))
        length = rows[-1].bottom - rows[0].top
        _slice_drawing(rows, min(1.0, box.height() / length))(painter, box)

    return draw


def _document(html: str, wide: float, shares: Sequence[float] = ()) -> QTextDocument:
    """Return the document, laid out. ``shares`` are the widths of its table's columns in percent.
    Without them the texts of the cells decide.
    """
    document = QTextDocument()
    document.setDocumentMargin(0)
    document.setDefaultFont(font_of(12 * POINT))
    document.documentLayout().setPaintDevice(_ruler())
    TextImages(document)
    document.setTextWidth(wide)  # before the text, which would be laid out again
    document.setHtml(html)
    if shares:
        _share_columns(document, shares)
        document.setTextWidth(wide)  # again, because this moves what is below the table
    return document


def _share_columns(document: QTextDocument, shares: Sequence[float]) -> None:
    table = _first_table(document)
    form = table.format()
    form.setColumnWidthConstraints(
        [QTextLength(QTextLength.Type.PercentageLength, share) for share in shares]
    )
    table.setFormat(form)


def _divide_pages(rows: Sequence[_Row], high: float) -> Iterator[Drawing]:
    """Yield the pages of a section. A section always begins on a new page."""
    length = rows[-1].bottom - rows[0].top
    scale = high / length if length > high else 1.0
    if scale >= SMALLEST:
        yield _slice_drawing(rows, scale)
        return
    breaks = _breaks(rows, high)
    for first, last in zip(breaks, [*breaks[1:], len(rows)], strict=True):
        taken = rows[first:last]
        length = taken[-1].bottom - taken[0].top + _measure_head(taken[0])
        yield _slice_drawing(taken, min(1.0, high / length))


def _measure_head(row: _Row) -> float:
    """Return the height of the table head that is repeated if a page begins with this row."""
    head = row.head
    return head[1] - head[0] if head is not None and head[0] < row.top - HAIR else 0.0


def _breaks(rows: Sequence[_Row], high: float) -> list[int]:
    """Return the indexes of the rows that begin a page. If the last page has fewer than FEWEST
    rows, it takes some from the page before.
    """
    breaks = [0]
    for number, row in enumerate(rows):
        first = rows[breaks[-1]]
        if number > breaks[-1] and row.bottom - first.top + _measure_head(first) > high:
            breaks.append(number)
    if len(breaks) > 1 and len(rows) - breaks[-1] < FEWEST:
        breaks[-1] = max(breaks[-2] + 1, len(rows) - FEWEST)
    return breaks


def _slice_drawing(rows: Sequence[_Row], scale: float) -> Drawing:
    slices: list[tuple[QTextDocument, float, float]] = []
    first = rows[0]
    if first.head is not None and _measure_head(first):
        top, bottom = (edge - first.offset for edge in first.head)
        slices.append((first.document, top, bottom + HAIR))
    for document, together in groupby(rows, key=lambda row: row.document):
        taken = list(together)
        top, bottom = taken[0].top - taken[0].offset, taken[-1].bottom - taken[-1].offset
        slices.append((document, top, bottom + HAIR))

    def draw(painter: QPainter, box: QRectF) -> None:
        painter.translate(box.topLeft())
        painter.scale(scale, scale)
        for document, top, bottom in slices:
            wide = max(document.textWidth(), box.width())
            _draw_slice(painter, document, QRectF(0, top, wide, bottom - top))
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


def _join_headings(rows: Iterable[_Row]) -> list[_Row]:
    """Join each heading with the row that follows it."""
    joined: list[_Row] = []
    for row in rows:
        if joined and joined[-1].leads and not row.begins:
            before = joined.pop()
            joined.append(replace(row, top=before.top, begins=before.begins))
        else:
            joined.append(row)
    return joined


def _rows(document: QTextDocument) -> Iterator[_Row]:
    """Yield all rows of the document in order."""
    block = document.begin()
    while block.isValid():
        table = _outermost(document.frameAt(block.position()))
        if table is not None:
            yield from _table_rows(document, table)
            block = document.findBlock(table.lastPosition() + 1)
            if not block.text():  # Qt's own line would lie over the last row
                block = block.next()
        else:
            yield from _block_rows(document, block)
            block = block.next()


def _outermost(frame: QTextFrame | None) -> QTextTable | None:
    """Return the outermost table that contains a frame; None if there is none."""
    if frame is None:
        return None
    outer = _outermost(frame.parentFrame())
    return frame if outer is None and isinstance(frame, QTextTable) else outer


def _first_table(document: QTextDocument) -> QTextTable:
    block = document.begin()
    while (table := _outermost(document.frameAt(block.position()))) is None:
        block = block.next()
    return table


def _block_rows(document: QTextDocument, block: QTextBlock) -> Iterator[_Row]:
    box = document.documentLayout().blockBoundingRect(block)
    form = block.blockFormat()
    breaks = form.pageBreakPolicy() & QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore
    leads = form.headingLevel() > 0 or not block.text().strip()
    yield _Row(document, 0.0, box.top(), box.bottom(), begins=bool(breaks), leads=leads)


def _table_rows(document: QTextDocument, table: QTextTable) -> Iterator[_Row]:
    """Yield the rows of a table except those of its head. The height of the head belongs to the
    first row.
    """
    tops = [_top(document, table, row) for row in range(table.rows())]
    end = document.documentLayout().frameBoundingRect(table).bottom()
    bottoms = [*tops[1:], end]
    heads = table.format().headerRowCount()
    head = (tops[0], tops[heads]) if 0 < heads < len(tops) else None
    for row in range(len(tops)):
        if row >= heads or head is None:
            first = row == heads and head is not None
            top = tops[0] if first else tops[row]
            yield _Row(document, 0.0, top, bottoms[row], head)


def _top(document: QTextDocument, table: QTextTable, row: int) -> float:
    """Return the top of a table row, which is the top of its highest cell with its padding."""
    scale = PER_INCH / QGuiApplication.primaryScreen().logicalDotsPerInchY()  # as Qt does
    tops = []
    for column in range(table.columns()):
        cell = table.cellAt(row, column)
        block = cell.firstCursorPosition().block()
        top = document.documentLayout().blockBoundingRect(block).top()
        tops.append(top - cell.format().toTableCellFormat().topPadding() * scale)
    return min(tops)
