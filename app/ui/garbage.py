"""Python's garbage collection, in the thread of the windows alone."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractEventDispatcher

OLDEST = 2
FULL_EVERY_S = 10.0
"""The oldest generation is collected at most so often."""
BEGINS_MS = 100
"""By then the first window has been drawn: naming the event loop's class takes time."""


class GarbageCollection(QObject):
    """Collects when the event loop is about to wait, as often as Python would by itself.

    Python collects cycles of references in the thread that happens to allocate next. A QTimer or a
    QTextDocument among them is destroyed there, while Qt allows that in its own thread only: the
    program could crash. So automatic collection is off until `end`.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._full_s = time.monotonic()
        self._dispatcher: QAbstractEventDispatcher | None = None
        self._is_over = False
        QTimer.singleShot(BEGINS_MS, self._begin)

    def end(self) -> None:
        """Leave it to Python again."""
        self._is_over = True
        if self._dispatcher is not None:
            self._dispatcher.aboutToBlock.disconnect(self.collect)
        if self._was_enabled:
            gc.enable()

    def _begin(self) -> None:
        from PySide6.QtCore import QAbstractEventDispatcher

        if not self._is_over:
            self._dispatcher = QAbstractEventDispatcher.instance()
            self._dispatcher.aboutToBlock.connect(self.collect)

    def collect(self) -> None:
        """Collect the oldest generation whose threshold is exceeded, with the younger ones."""
        counts = gc.get_count()
        thresholds = gc.get_threshold()
        if counts[0] <= thresholds[0]:
            return
        now_s = time.monotonic()
        full = counts[OLDEST] > thresholds[OLDEST] and now_s - self._full_s >= FULL_EVERY_S
        if full:
            self._full_s = now_s
        gc.collect(OLDEST if full else int(counts[1] > thresholds[1]))


@contextmanager
def collected_here(parent: QObject) -> Iterator[None]:
    """Collect in this thread alone for as long as this lasts."""
    collection = GarbageCollection(parent)
    try:
        yield
    finally:
        collection.end()
        collection.deleteLater()
