"""Long questions to a draw, answered in a thread of their own, one row at a time.

The answers come back by queued signals; a new question gives up the one before.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from app.ui.clients.worker import FarWork

T = TypeVar("T")


class DrawAnswers(QObject):
    """``answered`` carries each answer, ``ended`` comes after the last one."""

    answered = Signal(object)
    ended = Signal()
    _came = Signal(object, object)  # the question it belongs to, the answer

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = threading.Event()  # set: nobody waits for the answers any more
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._far = FarWork(self)
        self._far.told.connect(self.answered)
        self._far.ended.connect(self.ended)

    def ask(self, answers: Callable[[], Iterator[T]]) -> None:
        """``answers`` is called, and what it yields is worked out, in the background."""
        self.give_up()
        given_up = self._asked = threading.Event()

        def work() -> None:
            with suppress(RuntimeError):  # the window is gone
                for answer in answers():
                    if given_up.is_set():
                        return
                    self._came.emit(given_up, answer)
                self._came.emit(given_up, None)

        self.destroyed.connect(given_up.set)
        threading.Thread(target=work, name="draw answers", daemon=True).start()

    def ask_far(self, work: Callable[..., Iterator[object]], *given: object) -> None:
        """The same for what would keep this process busy: in one of its own."""
        self.give_up()
        self._far.begin(work, *given)

    def give_up(self) -> None:
        self._asked.set()
        self._far.cancel()

    def _take(self, question: threading.Event, answer: object) -> None:
        if question is not self._asked or question.is_set():
            return
        if answer is None:
            self.ended.emit()
        else:
            self.answered.emit(answer)
