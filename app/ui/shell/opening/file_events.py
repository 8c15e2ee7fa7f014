"""Event files that the system passes to the running program, as macOS does after a double click."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QFileOpenEvent


class FileEvents(QObject):
    """A receiver of the files that the system opens with Flagfall. It filters every event of the
    program, so it is used only on macOS, where it is needed.
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
