"""What a window shows of what is in it."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

ITS_OWN = Qt.FindChildOption.FindDirectChildrenOnly


def in_sight(around: QWidget) -> Iterator[QWidget]:
    """Yield what is visible in ``around`` and no window itself, each part before its own parts. Of
    a page that is not shown nothing is looked at.
    """
    for part in _parts_in_sight(around):
        yield part
        yield from in_sight(part)


def windows_in_sight() -> dict[QWidget, list[QWidget]]:
    """Return all visible windows, each with what is visible in it."""
    windows = (window for window in QApplication.topLevelWidgets() if window.isVisible())
    return {window: [*in_sight(window)] for window in windows}


def _parts_in_sight(around: QWidget) -> list[QWidget]:
    """Return the visible parts of ``around`` but not theirs."""
    return [
        part
        for part in around.findChildren(QWidget, options=ITS_OWN)
        if part.isVisible() and not part.isWindow()
    ]
