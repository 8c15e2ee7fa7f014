"""A program that deletes objects while threads still bring them something: ``vanishing KIND``. It
ends with 0 unless it crashes. One that emits a signal of such an object from the thread crashes
within the first tenth of the rounds.
"""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from app.engine.progress import Cancelled
from app.ui.clients.worker import DrawAnswers
from app.ui.deliveries import deliver_to
from app.ui.dialogs.progress import WorkProgress

ROUNDS = 2_000
ANSWERS = 200


class Receiver(QObject):
    def take(self, _answer: int) -> None:
        pass


def draw_answers() -> QObject:
    made = DrawAnswers()
    made.ask(lambda: iter(range(ANSWERS)))
    return made


def progress() -> QObject:
    dialog, shown = QWidget(), WorkProgress()
    shown.setParent(dialog)  # which is not shown
    shown.begin("Exporting")
    report = shown.report_progress

    def work() -> None:
        with suppress(Cancelled):
            for number in range(ANSWERS):
                report(number / ANSWERS)

    threading.Thread(target=work, daemon=True).start()
    return dialog


def receiver() -> QObject:
    made = Receiver()
    deliver = deliver_to(made.take)

    def work() -> None:
        for number in range(ANSWERS):
            deliver(number)

    threading.Thread(target=work, daemon=True).start()
    return made


KINDS: dict[str, Callable[[], QObject]] = {
    "draw answers": draw_answers,
    "progress": progress,
    "receiver": receiver,
}


def vanish(make: Callable[[], QObject]) -> None:
    """Delete each object at another moment of its thread's work."""
    for number in range(ROUNDS):
        made = make()
        for _ in range(number % 7):
            QCoreApplication.processEvents()
        delete(made)


def end_amid_deliveries() -> None:
    """Let Python end while threads deliver."""
    kept = Receiver()
    deliver = deliver_to(kept.take)

    def work() -> None:
        while True:
            deliver(0)

    for _ in range(4):
        threading.Thread(target=work, daemon=True).start()
    end_s = time.monotonic() + 0.2
    while time.monotonic() < end_s:
        QCoreApplication.processEvents()


if __name__ == "__main__":
    app = QApplication([])
    vanish(KINDS[sys.argv[1]]) if sys.argv[1] in KINDS else end_amid_deliveries()
