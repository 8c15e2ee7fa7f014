"""The event's statistics on the page, as on the printed sheet."""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.engine.language import say
from app.engine.state import State
from app.reports.bar_chart import WIDTH
from app.reports.statistics_sheet import statistics_page
from app.ui.printing.text_images import TextImages
from app.ui.widgets.page_look import page_look
from app.ui.widgets.theme import Space, Theme, current_theme
from app.views.event.statistics import has_results

WIDE = WIDTH + 2 * Space.L
"""The width of a column in pixels, taken from the printed charts, so that numbers stay near their
names.
"""
MOST = 2


class StatisticsView(QTextBrowser):
    """The statistics. They are computed only while somebody looks at them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statistics")
        self.setAccessibleName(say("Statistics"))
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.document().setDocumentMargin(Space.L)
        TextImages(self.document())
        self._state: State | None = None
        self._drawn: tuple[State | None, Theme, int] | None = None

    def show_event(self, state: State) -> bool:
        """Show an event's statistics. Tell whether there are any yet."""
        self._state = state
        if self.isVisible():
            self._draw()
        return has_results(state)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Render the statistics again when the theme's colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            self._draw()

    def _draw(self) -> None:
        """Render the statistics. The scroll position stays the same."""
        columns = min(max(self.viewport().width() // WIDE, 1), MOST)
        shown = (self._state, current_theme(), columns)
        if self._state is None or shown == self._drawn:
            return
        self._drawn = shown
        place = self.verticalScrollBar().value()
        self.setLineWrapColumnOrWidth(columns * WIDE)
        self.setHtml(statistics_page(self._state, page_look(), columns=columns))
        self.verticalScrollBar().setValue(place)
