"""The event's statistics on the page: the printed sheet, read on the screen."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QTextBrowser, QWidget

from app.engine.language import say
from app.engine.state import State
from app.reports.statistics_sheet import statistics_page
from app.views.event.statistics import has_results


class StatisticsView(QTextBrowser):
    """Draws the sheet when somebody looks at it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statistics")
        self.setAccessibleName(say("Statistics"))
        self._state: State | None = None
        self._drawn: State | None = None

    def show_event(self, state: State) -> bool:
        """Whether there is anything to count yet."""
        self._state = state
        if self.isVisible():
            self._draw()
        return has_results(state)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def _draw(self) -> None:
        """Where the reader was stays in sight."""
        if self._state is None or self._state is self._drawn:
            return
        self._drawn = self._state
        place = self.verticalScrollBar().value()
        self.setHtml(statistics_page(self._state))
        self.verticalScrollBar().setValue(place)
