"""Garbage collection that runs only in the thread of the windows."""

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
"""The least time between two collections of the oldest generation."""
BEGINS_MS = 100
"""The delay after which the first window has been drawn. Importing the event loop's class takes
time.
"""


class GarbageCollection(QObject):
    """A garbage collector that runs when the event loop is about to wait, if Python's own
    thresholds are exceeded.

    Python collects reference cycles in whatever thread allocates next. If a cycle contains a QTimer
    or a QTextDocument, that object is destroyed in that thread. Qt allows this only in the object's
    own thread, so the program could crash. Automatic collection is therefore off until `end`.
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
        """Turn Python's automatic collection on again."""
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
        """Collect the youngest generation if it exceeds its threshold, together with any older
        generations that exceed theirs.
        """
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
    """Collect garbage only in this thread while the context lasts."""
    collection = GarbageCollection(parent)
    try:
        yield
    finally:
        collection.end()
        collection.deleteLater()
