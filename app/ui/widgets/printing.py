"""Sheets for the printer and for PDF, from plain HTML."""

from collections.abc import Callable
from html import escape
from pathlib import Path

from PySide6.QtCore import QDateTime, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter, QTextDocument
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.reports.page import printed_words
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.files import ask_new_file

MARGIN_MM = 18.0
DOTS = 300


def choose_pdf(client: DeskClient, title: str, what: str, parent: QWidget) -> Path | None:
    """Where to save it; proposed is the event's name and ``what``."""
    settings = client.state.settings
    name = f"{settings.name if settings else say('Event')} {what}"
    return ask_new_file(parent, title, name, "PDF")


def save_pdf(client: DeskClient, path: Path, html: str, title: str) -> bool:
    """Save a page with the date below it, or report why not. Returns whether it is saved."""
    dated = f"{html}{printed(client.state.shown_ms(client.now_ms()))}"
    return try_to_save(client, lambda: write_pdf(path, dated, title))


def printed(at_ms: int) -> str:
    return f"<p><small>{escape(printed_words(at_ms))}</small></p>"


def printed_now() -> str:
    """In words, by this computer's clock."""
    return printed_words(QDateTime.currentMSecsSinceEpoch())


def try_to_save(client: DeskClient, save: Callable[[], None]) -> bool:
    """Save, or report why not. Returns whether it is saved."""
    try:
        save()
    except OSError as error:
        client.refused.emit(
            say("Not saved: {strerror}. Choose another place.", strerror=error.strerror)
        )
        return False
    return True


def pdf_writer(path: Path, title: str) -> QPdfWriter:
    """Raises OSError where the file cannot be written."""
    with path.open("wb"):
        pass  # QPdfWriter says nothing when it cannot write
    writer = QPdfWriter(str(path))
    writer.setTitle(title)
    writer.setResolution(DOTS)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    return writer


def write_pdf(path: Path, html: str, title: str) -> None:
    """Raises OSError where the file cannot be written."""
    writer = pdf_writer(path, title)
    layout = QPageLayout(
        QPageSize(QPageSize.PageSizeId.A4),
        QPageLayout.Orientation.Portrait,
        QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM),
        QPageLayout.Unit.Millimeter,
    )
    writer.setPageLayout(layout)
    document = QTextDocument()
    document.documentLayout().setPaintDevice(writer)
    document.setHtml(html)
    area = writer.pageLayout().paintRectPixels(DOTS)
    document.setPageSize(QSizeF(area.size()))
    document.print_(writer)


def heading(text: str, level: int = 1) -> str:
    return f"<h{level}>{escape(text)}</h{level}>"


def table(rows: list[tuple[str, ...]]) -> str:
    """Rows of plain cells, the first cell of each in bold."""
    lines = "".join(
        "<tr>"
        + "".join(
            f"<td><b>{escape(cell)}</b></td>" if not place else f"<td>{escape(cell)}</td>"
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f'<table width="100%" cellpadding="4" cellspacing="0">{lines}</table>'
