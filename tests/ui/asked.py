"""Dialogs answered as soon as they are on the screen."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog

D = TypeVar("D", bound=QDialog)


def when_asked(kind: type[D], answer: Callable[[D], object]) -> None:
    """Answer the next dialog of this kind."""

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            try:
                answer(dialog)
            finally:
                if dialog.isVisible():
                    dialog.done(QDialog.DialogCode.Rejected)  # asks nothing, as closing may
        else:
            QTimer.singleShot(5, look)

    QTimer.singleShot(0, look)
