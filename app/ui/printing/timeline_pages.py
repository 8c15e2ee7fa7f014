"""A game's timeline as one page of paper."""

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from app.ui.printing.pages import Drawing


def timeline_page(svg: Callable[[], str]) -> Drawing:
    """Return a drawing of a timeline as wide as the page, or smaller if it would be longer than the
    page. The timeline is made only when it is drawn, because a preview shows only one page of
    perhaps hundreds.
    """

    def draw(painter: QPainter, page: QRectF) -> None:
        renderer = QSvgRenderer(svg().encode())
        size = renderer.viewBoxF().size()
        scale = min(page.width() / size.width(), page.height() / size.height())
        renderer.render(painter, QRectF(page.topLeft(), size * scale))

    return draw
