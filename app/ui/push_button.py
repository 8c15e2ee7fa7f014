"""The button of every page. Qt's names for keys are slow to make: the first window does without."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton


class Button(QPushButton):
    """Enter presses it while it has the focus, and never another that is the default one."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtCore import Qt

        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.click()
