"""A pad on which a six-digit PIN is pressed or typed. The caller decides what the PIN unlocks."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.engine import wording
from app.engine.language import say
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, grid_of, grow, in_rows_of
from app.ui.widgets.theme import Space

DIGITS = 6
ASK = wording.ENTER_YOUR_PIN


class PinPad(QWidget):
    """Ten digit buttons. ``entered`` carries the six digits once all of them have been entered."""

    entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._digits = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(say("Your PIN"))
        self.dots = label("")
        self.dots.setObjectName("pinDots")
        self.dots.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.problem = label("", "muted", wraps=True)
        self.problem.setObjectName("deskMessage")
        self.problem.setProperty("tone", "doubt")
        self.problem.hide()
        self.keys = {digit: self._key(digit) for digit in "1234567890"}
        self.delete = _for_fingers(button(say("Delete"), self.erase))
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(lambda: self._allow(True))
        self._lay_out()
        self._show()

    def show_problem(self, sentence: str, wait_ms: int = 0) -> None:
        """Show why the PIN did not work, and accept no further digits for ``wait_ms``
        milliseconds.
        """
        self._digits = ""
        self._show()
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self._waiting.stop()
        self._allow(not wait_ms)
        if wait_ms:
            self._waiting.start(wait_ms)

    def press(self, digit: str) -> None:
        if self._waiting.isActive() or len(self._digits) == DIGITS:
            return
        self._digits += digit
        self._show()
        if len(self._digits) == DIGITS:
            self.entered.emit(self._digits)

    def erase(self) -> None:
        self._digits = self._digits[:-1]
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in self.keys:
            self.press(event.text())
        elif event.key() == Qt.Key.Key_Backspace:
            self.erase()
        else:
            super().keyPressEvent(event)

    def _key(self, digit: str) -> QPushButton:
        return _for_fingers(button(digit, lambda: self.press(digit)))

    def _allow(self, allowed: bool) -> None:
        for button_ in (*self.keys.values(), self.delete):
            button_.setEnabled(allowed)

    def _show(self) -> None:
        """Show how many digits have been entered, but never the digits themselves."""
        there = len(self._digits)
        self.dots.setText(" ".join("●" * there + "○" * (DIGITS - there)))
        self.dots.setAccessibleName(wording.DIGITS_ENTERED.format(entered=there, of=DIGITS))

    def _lay_out(self) -> None:
        digits = (self.keys[digit] for digit in "123456789")
        keys = grid_of(*in_rows_of(3, digits), (self.delete, self.keys["0"]))
        column_of(
            label(ASK, "muted", wraps=True),
            self.dots,
            grow(keys),
            self.problem,
            on=self,
            gap=Space.L,
        )


def _for_fingers(key: QPushButton) -> QPushButton:
    """Let a button fill its cell of the pad. The button never takes the focus, so typed digits go
    to the pad.
    """
    key.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    key.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return key
