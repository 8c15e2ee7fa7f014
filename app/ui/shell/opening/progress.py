"""How far the opening of an event is, how long yet, and a way to give it up."""

import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from app.engine.language import say
from app.engine.progress import left_words
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, grow, row_of

SHOWN_AFTER_MS = 1_000
OPENING = say("Opening the event…")


class OpeningProgress(QWidget):
    """A word at once; after a second, which most events do not take, all of it."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._began_s = 0.0
        self._words = label("", "muted")
        self._bar = QProgressBar(textVisible=False)
        self._bar.setAccessibleName(OPENING)
        self._cancel = button(say("Give &up"), self._stop)
        self._late = QTimer(self, singleShot=True, interval=SHOWN_AFTER_MS)
        self._late.timeout.connect(self._show_all)
        column_of(self._words, row_of(grow(self._bar), self._cancel), on=self)
        self.hide()

    def begin(self) -> None:
        self._began_s = time.monotonic()
        self._words.setText(OPENING)
        self._bar.setRange(0, 0)
        self._bar.hide()
        self._cancel.hide()
        self._cancel.setEnabled(True)
        self._late.start()
        self.show()

    def end(self) -> None:
        self._late.stop()
        self.hide()

    def show_part(self, part: float) -> None:
        """``part`` of it is done, from 0 to 1."""
        self._bar.setRange(0, 100)
        self._bar.setValue(round(100 * part))
        if self._cancel.isEnabled() and self._bar.isVisible():
            left = left_words(part, time.monotonic() - self._began_s)
            words = say("Opening the event: {part:.0%}, {left}", part=part, left=left)
            self._words.setText(words)

    def _show_all(self) -> None:
        self._bar.show()
        self._cancel.show()

    def _stop(self) -> None:
        self._cancel.setEnabled(False)
        self._words.setText(say("Giving up…"))
        self.cancelled.emit()
