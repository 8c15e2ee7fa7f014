"""A game's timeline as a page of paper."""

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from app.ui.printing.pages import Drawing


def timeline_page(svg: Callable[[], str]) -> Drawing:
    """Draw a timeline as wide as the page, or smaller where it is longer than the page. It is made
    when it is drawn: of hundreds of such pages, one is looked at.
    """

    def draw(painter: QPainter, page: QRectF) -> None:
        renderer = QSvgRenderer(svg().encode())
        size = renderer.viewBoxF().size()
        scale = min(page.width() / size.width(), page.height() / size.height())
        renderer.render(painter, QRectF(page.topLeft(), size * scale))

    return draw
