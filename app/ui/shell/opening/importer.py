"""An importer of modules that will be needed later. It never blocks the window for long."""

from collections import deque
from collections.abc import Iterable
from importlib import import_module

from PySide6.QtCore import QObject, QTimer


class Importer(QObject):
    """An importer that imports one module in each turn of the event loop, in the window's thread.
    PySide6 creates Qt's classes when they are first named. If two threads did so at once, the
    program would crash.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._left: deque[str] = deque()
        self._turn = QTimer(self, interval=0)
        self._turn.timeout.connect(self._import_next)

    def import_soon(self, modules: Iterable[str]) -> None:
        """Add modules to the queue."""
        self._left.extend(modules)
        self._turn.start()

    def stop(self) -> None:
        """Clear the queue. The modules in it are then imported when they are needed."""
        self._left.clear()
        self._turn.stop()

    def _import_next(self) -> None:
        if self._left:
            import_module(self._left.popleft())
        else:
            self._turn.stop()
