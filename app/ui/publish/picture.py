"""A bulletin as a picture, for chats."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QImage,
    QImageWriter,
    QPainter,
    QPalette,
    QTextDocument,
)

from app.engine.rounds.field import is_of_teams
from app.engine.state import State
from app.reports import paper
from app.reports.pairings_sheet import tables_page
from app.reports.standings_sheet import standings_page, teams_page
from app.views.event.bulletins import Bulletin, BulletinKind, as_after

WIDE, EDGE, SCALE = 820, 24, 1.5
HIGHEST = 12_000
"""The greatest height in dots at which chats show a whole picture."""


def draw_picture(state: State, bulletin: Bulletin) -> bytes:
    """Return a bulletin as a PNG picture; empty if it would be too high for a chat. May run in any
    thread.
    """
    document = QTextDocument()
    document.setDocumentMargin(EDGE)
    document.setHtml(_page(state, bulletin))
    document.setTextWidth(WIDE)
    size = (document.size() * SCALE).toSize()
    if size.height() > HIGHEST:
        return b""
    return _as_png(document, size)


def _page(state: State, bulletin: Bulletin) -> str:
    if bulletin.kind is BulletinKind.STANDINGS:
        then = as_after(state, bulletin.round_number)
        return teams_page(then) if is_of_teams(then) else standings_page(then)
    round_ = next(one for one in state.rounds if one.number == bulletin.round_number)
    return tables_page(state, round_)


def _as_png(document: QTextDocument, size: QSize) -> bytes:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(QColor(paper.PAPER))
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    context = QAbstractTextDocumentLayout.PaintContext()
    context.palette.setColor(QPalette.ColorRole.Text, QColor(paper.INK))
    document.documentLayout().draw(painter, context)
    painter.end()
    written = QBuffer()
    written.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(written, QByteArray(b"PNG")).write(image)
    return bytes(written.data().data())
