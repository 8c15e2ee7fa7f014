"""Terrain sheets on paper, one page for each table, drawn as vectors."""

from html import escape

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextDocument
from PySide6.QtSvg import QSvgRenderer

from app.reports.paper import INK
from app.reports.terrain_sheet import HEADINGS, TerrainSheet
from app.ui.printing.drawing import PER_INCH
from app.ui.printing.pages import Drawing
from app.ui.widgets.elide import elide

DOTS = 96  # a drawing unit is this part of an inch, whatever the printer's resolution
TITLE, NOTE, ROW = 22, 13, 13  # heights of letters
GAP = 12
STYLE = f"""
* {{ font-size: {ROW}px; color: {INK}; }}
th {{ font-weight: 600; }}
td, th {{ padding: 3px 24px 3px 0; text-align: left; }}
"""


def terrain_page(sheet: TerrainSheet) -> Drawing:
    """Return a page with the terrain of one table."""

    def draw(painter: QPainter, box: QRectF) -> None:
        scale = PER_INCH / DOTS
        painter.scale(scale, scale)
        size = box.size() / scale
        paint_sheet(painter, QRectF(box.topLeft() / scale, size), sheet)

    return draw


def paint_sheet(painter: QPainter, page: QRectF, sheet: TerrainSheet) -> None:
    """Draw the title, the table's map and the rows. The map is as large as the width of the page
    and the height of the rows allow.
    """
    painter.setPen(QColor(INK))
    rows = QTextDocument()
    rows.setDocumentMargin(0)
    rows.setDefaultFont(_font(painter, ROW))
    rows.setDefaultStyleSheet(STYLE)
    rows.setHtml(_rows_html(sheet))
    top = _line(painter, page, page.top(), sheet.title, TITLE, bold=True)
    top = _line(painter, page, top, sheet.note, NOTE, bold=False) + GAP
    scale = rows_scale(page, rows.size())
    legend = QSvgRenderer(sheet.legend.encode())
    box = legend.viewBoxF()
    tall = box.height() / box.width() if sheet.rows else 0.0  # for each part of its width
    room = page.bottom() - top - rows.size().height() * scale - 2 * GAP
    side = min(page.width(), room / (1 + tall))
    left = page.left() + (page.width() - side) / 2
    QSvgRenderer(sheet.svg.encode()).render(painter, QRectF(left, top, side, side))
    legend.render(painter, QRectF(left, top + side + GAP / 2, side, side * tall))
    painter.save()
    painter.translate(page.left(), top + side * (1 + tall) + 1.5 * GAP)
    painter.scale(scale, scale)
    rows.drawContents(painter)
    painter.restore()


def rows_scale(page: QRectF, rows: QSizeF) -> float:
    """Return the scale at which the rows leave at least half of the page for the map."""
    most = page.height() * 2 / 5
    return min(1.0, most / rows.height(), page.width() / rows.width())


def _font(painter: QPainter, height: int, *, bold: bool = False) -> QFont:
    font = QFont(painter.font())
    font.setPixelSize(height)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font


def _line(
    painter: QPainter, page: QRectF, top: float, words: str, height: int, *, bold: bool
) -> float:
    """Draw one line, shortened to the page's width. Return where the next line begins."""
    font = _font(painter, height, bold=bold)
    painter.setFont(font)
    fitting = QFontMetricsF(font)
    words = elide(fitting, words, page.width())
    box = QRectF(page.left(), top, page.width(), height * 1.5)
    painter.drawText(box, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
    return box.bottom()


def _rows_html(sheet: TerrainSheet) -> str:
    head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in sheet.rows
    )
    return f'<table cellspacing="0"><tr>{head}</tr>{body}</table>'
