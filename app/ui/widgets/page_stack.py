"""A stack of pages that shows one of them and is as large as that page."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class PageStack(QWidget):
    """A stack of pages whose size depends only on the page that is shown.

    Qt's own stack is as large as its largest page. A page that nobody sees could then push other
    parts out of the window. A page with wrapped lines would also get its preferred height, and
    scroll, instead of the height that it needs.
    """

    def __init__(self, *pages: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: list[QWidget] = []
        self._current: QWidget | None = None
        room = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        room.setHeightForWidth(True)
        self.setSizePolicy(room)
        for page in pages:
            self.addWidget(page)

    def addWidget(self, page: QWidget) -> None:
        """Add ``page``. The first page added is shown."""
        page.setParent(self)
        self._pages.append(page)
        if self._current is None:
            self.setCurrentWidget(page)
        else:
            page.hide()

    def currentWidget(self) -> QWidget | None:
        """Return the page that is shown."""
        return self._current

    def setCurrentWidget(self, page: QWidget) -> None:
        """Show ``page`` instead of the present one."""
        before, self._current = self._current, page
        if before is page:
            return
        page.setGeometry(self.rect())
        page.show()
        if before is not None:
            before.hide()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize() if self._current is None else self._current.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize() if self._current is None else self._current.minimumSizeHint()

    def heightForWidth(self, width: int) -> int:
        needed = 0 if self._current is None else _least_height(self._current, width)
        return max(needed, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._current is not None:
            self._current.setGeometry(self.rect())

    def event(self, event: QEvent) -> bool:
        """Request a new size when one of the pages requests one."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)


def _least_height(page: QWidget, width: int) -> int:
    layout = page.layout()
    wraps = layout is not None and layout.hasHeightForWidth()
    needed = layout.totalMinimumHeightForWidth(width) if layout is not None and wraps else 0
    return max(needed, page.minimumSizeHint().height(), page.minimumHeight())
