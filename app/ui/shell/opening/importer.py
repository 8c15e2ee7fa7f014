"""Imports modules before they are wanted, without holding up the window for long."""

from collections import deque
from collections.abc import Iterable
from importlib import import_module

from PySide6.QtCore import QObject, QTimer


class Importer(QObject):
    """One module with each turn of the event loop, in the window's thread: PySide6 makes Qt's
    classes when they are first named, and two threads that do so at a time crash the program.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._left: deque[str] = deque()
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._import_next)

    def import_soon(self, modules: Iterable[str]) -> None:
        """Import modules after those that are still to come."""
        self._left.extend(modules)
        self._turn.start()

    def stop(self) -> None:
        """Leave the other modules to be imported when they are wanted."""
        self._left.clear()
        self._turn.stop()

    def _import_next(self) -> None:
        if self._left:
            import_module(self._left.popleft())
        else:
            self._turn.stop()
