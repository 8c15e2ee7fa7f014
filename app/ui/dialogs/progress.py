"""The progress of long work, with the time left and a button to cancel."""

import threading
import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from app.engine.language import say
from app.engine.progress import Cancelled, left_words
from app.ui.deliveries import deliver_to
from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import column_of, grow, row_of

SHOWN_AFTER_MS = 1_000


class WorkProgress(QWidget):
    """The progress of long work. A short text appears at once, the bar and the cancel button after
    a second. Most work ends sooner.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._began_s = 0.0
        self._doing = ""
        self._ends = threading.Event()
        self._words = label("", "muted", wraps=True)
        self._bar = QProgressBar(textVisible=False)
        self._cancel = button(say("&Cancel"), self.cancel)
        self._late = QTimer(self, singleShot=True, interval=SHOWN_AFTER_MS)
        self._late.timeout.connect(self._show_all)
        self._deliver_part = deliver_to(self.show_part)
        column_of(self._words, row_of(grow(self._bar), self._cancel), on=self)
        self.hide()

    def begin(self, doing: str) -> None:
        """Start showing the progress of work. ``doing`` names the work, such as "Opening the
        event".
        """
        self._began_s, self._doing = time.monotonic(), doing
        self._ends.clear()
        self._words.setText(say("{what}…", what=doing))
        self._bar.setAccessibleName(doing)
        self._bar.setRange(0, 0)
        self._bar.hide()
        self._cancel.hide()
        self._cancel.setEnabled(True)
        self._late.start()
        self.show()

    def end(self) -> None:
        """Hide the progress. Work that is still running is cancelled at its next report."""
        self._ends.set()
        self._late.stop()
        self.hide()

    def report_progress(self, part: float) -> None:
        """Report how much is done, from the thread that does the work. Raises Cancelled if the work
        was cancelled.
        """
        if self._ends.is_set():
            raise Cancelled
        self._deliver_part(part)

    def show_part(self, part: float) -> None:
        """Show that ``part`` of the work is done, from 0 to 1."""
        self._bar.setRange(0, 100)
        self._bar.setValue(round(100 * part))
        if self._cancel.isEnabled() and self._bar.isVisible():
            left = left_words(part, time.monotonic() - self._began_s)
            percent = round(100 * part)
            words = say("{what}: {percent} %, {left}", what=self._doing, percent=percent, left=left)
            self._words.setText(words)

    def cancel(self) -> None:
        """Cancel the work: its next progress report raises Cancelled."""
        self._ends.set()
        self._cancel.setEnabled(False)
        self._words.setText(say("Cancelling…"))
        self.cancelled.emit()

    def _show_all(self) -> None:
        self._bar.show()
        self._cancel.show()
