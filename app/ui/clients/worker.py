"""Long work in another process, so that no window and no clock waits for it.

Only the engine is loaded there. Cancelling the work ends the process.
"""

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from app.engine.draw.request import DrawRequest, DrawResult
from app.engine.draw.values import ValueStep
from app.ui.clients.worker_jobs import Ended, run, whole_draw


class WorkerProcess(QObject):
    """A process that works for the windows. ``received`` carries each of its answers, ``ended``
    whether it finished its work.
    """

    received = Signal(object)
    ended = Signal(bool)
    _came = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: multiprocessing.process.BaseProcess | None = None
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def begin(self, work: Callable[..., Iterator[object]], *given: object) -> None:
        """Start ``work``, a function of a module, in the other process. It is called with ``given``
        and a callback that sends an answer.
        """
        self.cancel()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=run, args=(work, given, theirs), name="draw", daemon=True)
        self._process = process

        def wait() -> None:
            with suppress(RuntimeError):  # the window is gone
                with suppress(EOFError, OSError):
                    process.start()
                    theirs.close()
                    if self._process is not process:  # given up while it started
                        process.kill()
                    while not isinstance(answer := ours.recv(), Ended):
                        self._came.emit(process, answer)
                    self._came.emit(process, answer)
                self._came.emit(process, None)
            ours.close()
            process.join()

        threading.Thread(target=wait, name="far work", daemon=True).start()

    def cancel(self) -> None:
        """Cancel the work; no more signals are emitted for it."""
        process, self._process = self._process, None
        if process is not None and process.pid is not None:
            process.kill()

    def _take(self, process: object, answer: object) -> None:
        if process is not self._process:
            return
        if answer is None or isinstance(answer, Ended):
            self._process = None
            self.ended.emit(answer is not None)
        else:
            self.received.emit(answer)


class WorkerDraw(WorkerProcess):
    """A draw that is computed in another process. ``stepped`` carries each step, ``worked`` the
    draw; ``failed`` is emitted if the process ends without a draw.
    """

    stepped = Signal(object)
    worked = Signal(object)
    failed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.received.connect(self._sort)
        self.ended.connect(lambda well: None if well else self.failed.emit())

    def work_out(self, request: DrawRequest) -> None:
        self.begin(whole_draw, request)

    def _sort(self, answer: ValueStep | DrawResult) -> None:
        if isinstance(answer, ValueStep):
            self.stepped.emit(answer)
        else:
            self.cancel()
            self.worked.emit(answer)


T = TypeVar("T")


class DrawAnswers(QObject):
    """Answers about a draw that are computed in the background. ``answered`` carries each answer,
    ``ended`` comes after the last one.
    """

    answered = Signal(object)
    ended = Signal()
    _came = Signal(object, object)  # the question it belongs to, the answer

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked = threading.Event()  # set: nobody waits for the answers any more
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._far = WorkerProcess(self)
        self._far.received.connect(self.answered)
        self._far.ended.connect(self.ended)

    def ask(self, answers: Callable[[], Iterator[T]]) -> None:
        """Call ``answers`` in a thread and emit each answer that it yields."""
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
        """Run work in another process if it would keep this one busy."""
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
