"""Event files that the system hands over while the program runs, as macOS at a double click."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent


class FileEvents(QObject):
    """The files that the system opens with Flagfall. Every event of the program passes through it,
    so only macOS, which needs it, has one.
    """

    def __init__(self, app: QCoreApplication, open_file: Callable[[Path], None]) -> None:
        super().__init__(app)
        self._open = open_file
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().eventFilter(watched, event)
        self._open(Path(event.file()))
        return True
