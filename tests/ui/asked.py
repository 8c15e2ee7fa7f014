"""Dialogs answered as soon as they are on the screen."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog

D = TypeVar("D", bound=QDialog)

waiting: list[object] = []
"""One for each answer whose dialog has not come. A test leaves none to the next one."""


def when_asked(kind: type[D], answer: Callable[[D], object]) -> None:
    """Answer the next dialog of this kind."""

    answers_once = object()
    waiting.append(answers_once)

    def look() -> None:
        if answers_once not in waiting:
            return
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            waiting.remove(answers_once)
            try:
                answer(dialog)
            finally:
                if dialog.isVisible():
                    dialog.done(QDialog.DialogCode.Rejected)  # asks nothing, as closing may
        else:
            QTimer.singleShot(5, look)

    QTimer.singleShot(0, look)
