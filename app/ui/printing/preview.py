"""A preview of the pages that will be printed, one at a time."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.language import say
from app.ui.printing.pages import Printout, picture
from app.ui.widgets.theme import current_theme

KEYS = {
    Qt.Key.Key_PageUp: -1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}
EDGE = 8


class Preview(QWidget):
    """A preview of pages. ``turned`` carries the number of the page that is shown, counted
    from 0.
    """

    turned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(say("The page as it will be printed"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 240)
        self._printout: Printout | None = None
        self._image: QImage | None = None
        self._missing = ""
        self.page = 0

    @property
    def pages(self) -> int:
        return len(self._printout.pages) if self._printout else 0

    def show_printout(self, printout: Printout | None, missing: str = "") -> None:
        """Show the printout, or the text ``missing`` if nothing can be printed."""
        self._printout, self._missing = printout, missing
        self.setAccessibleDescription(missing)
        self.page = min(self.page, max(self.pages - 1, 0))
        self._show()

    def turn_to(self, page: int) -> None:
        page = min(max(page, 0), max(self.pages - 1, 0))
        if page != self.page:
            self.page = page
            self._show()

    def _show(self) -> None:
        self._image = None
        self.update()
        self.turned.emit(self.page)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = current_theme()
        if self._printout is None or not self.pages:
            painter.setPen(QColor(theme.muted))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE), flags, self._missing)
            return
        ratio = self.devicePixelRatioF()
        room = (self.size() - QSize(2 * EDGE, 2 * EDGE)) * ratio
        if self._image is None or not self._fits(self._image.size(), room):
            self._image = picture(self._printout, self.page, room)
        image = self._image
        wide, high = image.width() / ratio, image.height() / ratio
        place = QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)
        painter.drawImage(place, image)
        painter.setPen(QColor(theme.muted if self.hasFocus() else theme.line))
        painter.drawRect(place)

    @staticmethod
    def _fits(size: QSize, room: QSize) -> bool:
        inside = size.width() <= room.width() and size.height() <= room.height()
        return inside and (size.width() >= room.width() - 1 or size.height() >= room.height() - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in KEYS:
            self.turn_to(self.page + KEYS[key])
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self.turn_to(0 if key is Qt.Key.Key_Home else self.pages - 1)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self.turn_to(self.page + (-1 if turned > 0 else 1))
        event.accept()
