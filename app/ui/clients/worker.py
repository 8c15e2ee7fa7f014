"""Long work in another process, so that no window and no clock has to wait.

That process loads only the engine. Cancelling the work ends the process.
"""

import multiprocessing
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal

from app.engine.draw.request import DrawRequest, DrawResult
from app.engine.draw.values import ValueStep
from app.ui.clients.worker_jobs import Ended, run, whole_draw
from app.ui.deliveries import deliver_to


class _Work(Protocol):
    def give_up(self) -> None: ...


W = TypeVar("W", bound=_Work)


class _Latest(Generic[W]):
    """The latest work for an object. The work is given up when other work replaces it, and when the
    object is deleted.
    """

    def __init__(self, owner: QObject) -> None:
        self.work: W | None = None
        owner.destroyed.connect(partial(_Latest.give_up, self))  # keeps this object until then

    def give_up(self) -> None:
        work, self.work = self.work, None
        if work is not None:
            work.give_up()


class _FarWork:
    """The work of one process. ``wait`` receives its answers, and is called in a thread."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self._is_given_up = False

    def wait(
        self,
        ours: Connection,
        theirs: Connection,
        deliver: "Callable[[_FarWork, object], None]",
    ) -> None:
        """Start the process, and call ``deliver`` with each answer that it sends, and with None at
        the end. ``ours`` and ``theirs`` are the two ends of the connection; the process holds
        ``theirs``.
        """
        with suppress(EOFError, OSError):
            self._process.start()
            theirs.close()
            if self._is_given_up:  # while the process was starting
                self._process.kill()
            while not isinstance(answer := ours.recv(), Ended):
                deliver(self, answer)
            deliver(self, answer)
        deliver(self, None)
        ours.close()
        self._process.join()

    def give_up(self) -> None:
        self._is_given_up = True
        if self._process.pid is not None:
            self._process.kill()


class WorkerProcess(QObject):
    """A process that works for the windows. ``received`` carries each of its answers; ``ended``
    carries whether the process finished its work.
    """

    received = Signal(object)
    ended = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = _Latest[_FarWork](self)
        self._deliver = deliver_to(self._take)

    def begin(self, work: Callable[..., Iterator[object]], *given: object) -> None:
        """Start ``work``, a function of a module, in the other process. The process calls it with
        ``given`` and a callback that sends an answer.
        """
        self.cancel()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=run, args=(work, given, theirs), name="draw", daemon=True)
        far = self._latest.work = _FarWork(process)
        waiting = (ours, theirs, self._deliver)
        threading.Thread(target=far.wait, args=waiting, name="far work", daemon=True).start()

    def cancel(self) -> None:
        """Cancel the work; no more signals are emitted for it."""
        self._latest.give_up()

    def _take(self, work: _FarWork, answer: object) -> None:
        if work is not self._latest.work:
            return
        if answer is None or isinstance(answer, Ended):
            self._latest.work = None
            self.ended.emit(answer is not None)
        else:
            self.received.emit(answer)


class WorkerDraw(WorkerProcess):
    """A draw that is computed in another process. ``stepped`` carries each step, and ``worked``
    carries the draw. ``failed`` is emitted if the process ends without a draw.
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


class _Question:
    """A question whose asker waits for answers until the question is given up."""

    def __init__(self) -> None:
        self.is_given_up = False

    def give_up(self) -> None:
        self.is_given_up = True


class DrawAnswers(QObject):
    """Answers about a draw that are computed in the background. ``answered`` carries each answer,
    ``ended`` comes after the last one.
    """

    answered = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._latest = _Latest[_Question](self)
        self._deliver = deliver_to(self._take)
        self._far = WorkerProcess(self)
        self._far.received.connect(self.answered)
        self._far.ended.connect(self.ended)

    def ask(self, answers: Callable[[], Iterator[T]]) -> None:
        """Call ``answers`` in a thread and emit each answer that it yields."""
        self.give_up()
        question, deliver = _Question(), self._deliver
        self._latest.work = question

        def work() -> None:
            for answer in answers():
                if question.is_given_up:
                    return
                deliver(question, answer)
            deliver(question, None)

        threading.Thread(target=work, name="draw answers", daemon=True).start()

    def ask_far(self, work: Callable[..., Iterator[object]], *given: object) -> None:
        """Run long work in another process, so that this process is not kept busy."""
        self.give_up()
        self._far.begin(work, *given)

    def give_up(self) -> None:
        self._latest.give_up()
        self._far.cancel()

    def _take(self, question: _Question, answer: object) -> None:
        if question is not self._latest.work:
            return
        if answer is None:
            self.ended.emit()
        else:
            self.answered.emit(answer)
