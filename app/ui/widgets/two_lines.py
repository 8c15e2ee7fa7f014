"""The head of a page: its name and counts, and its actions beside or below them."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLayout, QWidget

from app.ui.widgets.layout import grow, row_of, set_room
from app.ui.widgets.theme import Space


class TwoLines(QWidget):
    """Two rows, side by side if the page is wide enough for both, otherwise one below the other.
    Side by side, the second row takes the remaining width; with ``evenly``, both have equal shares.
    """

    def __init__(
        self,
        first: QLayout,
        second: QLayout,
        parent: QWidget | None = None,
        *,
        evenly: bool = False,
    ) -> None:
        super().__init__(parent)
        self._rows = first, second
        self._both = row_of(grow(first) if evenly else first, grow(second), on=self, gap=Space.XS)

    def set_gap(self, gap: Space) -> None:
        """Set the gap between the rows."""
        set_room(self._both, gap)

    def minimumSizeHint(self) -> QSize:
        widest = max(row.minimumSize().width() for row in self._rows)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def event(self, event: QEvent) -> bool:
        """Arrange the rows again when one of their widgets has changed its size."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._turn()
        return done

    def _turn(self) -> None:
        needed = sum(row.sizeHint().width() for row in self._rows) + self._both.spacing()
        beside = needed <= self.width()
        ways = QBoxLayout.Direction
        self._both.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
