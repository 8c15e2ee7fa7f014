"""The button of every page. Qt's names for keys are slow to make: the first window does without."""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QPushButton, QWidget

HELD_MS = 1000
"""How long a button that now does something else takes no press."""


class Button(QPushButton):
    """Enter presses it while it has the focus, and never another that is the default one.

    The mouse presses only what it went down on: a button whose words changed in the meantime is
    another button, and so is one that came under the mouse between the two halves of a double
    click.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._pressed: str | None = None  # what it said when the mouse last went down on it

    def keyPressEvent(self, event: QKeyEvent) -> None:
        from PySide6.QtCore import Qt

        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)
        elif not event.isAutoRepeat():
            self.click()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self.text()
        super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self._pressed == self.text():
            super().mouseDoubleClickEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.isDown() and self._pressed != self.text():
            self.setDown(False)
        else:
            super().mouseReleaseEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._pressed = None
        super().hideEvent(event)


class StepButton(Button):
    """Leads from step to step, so what it does changes under the mouse. For a moment after each
    change it is ``held``: it looks inactive and takes no press; its letter with Alt always works.
    """

    def __init__(self) -> None:
        super().__init__()
        self.held = False
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.timeout.connect(lambda: self._hold(held=False))

    def show_step(self, words: str) -> None:
        """Empty words hide it."""
        around = self.parentWidget()
        if words != self.text() and HELD_MS and around is not None and around.isVisible():
            self._hold(held=True)
            self._settled.start(HELD_MS)
        self.setText(words)
        self.setVisible(bool(words))

    def _hold(self, *, held: bool) -> None:
        from app.ui.widgets.basics import restyle

        self.held = held
        restyle(self, "held", "true" if held else "false")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self.held:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.held or event.text() not in {" ", "\r", "\n"}:
            super().keyPressEvent(event)
