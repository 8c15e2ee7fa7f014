"""A very large draw, worked out in a process of its own, so that no window and no clock waits.

The engine alone is loaded there; a draw that is given up ends with its process.
"""

import multiprocessing
import threading
from contextlib import suppress
from multiprocessing.connection import Connection

from PySide6.QtCore import QObject, Qt, Signal

from app.engine.asked import Asked, Worked
from app.engine.desk_draw import work_out


def _work(asked: Asked, answer: Connection) -> None:
    answer.send(work_out(asked))
    answer.close()


class FarDraw(QObject):
    """``worked`` carries the draw; ``failed`` comes when its process ended without one."""

    worked = Signal(object)
    failed = Signal()
    _came = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: multiprocessing.process.BaseProcess | None = None
        self._came.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        return self._process is not None

    def work_out(self, asked: Asked) -> None:
        self.cancel()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(asked, theirs), name="draw", daemon=True)
        self._process = process

        def wait() -> None:
            found: Worked | None = None
            with suppress(EOFError, OSError):
                process.start()
                theirs.close()
                if self._process is not process:  # given up while it started
                    process.terminate()
                found = ours.recv()
            ours.close()
            process.join()
            with suppress(RuntimeError):  # the window is gone
                self._came.emit(process, found)

        threading.Thread(target=wait, name="far draw", daemon=True).start()

    def cancel(self) -> None:
        """Give the draw up; nothing is said of it any more."""
        process, self._process = self._process, None
        if process is not None and process.pid is not None:
            process.terminate()

    def _take(self, process: object, found: Worked | None) -> None:
        if process is not self._process:
            return
        self._process = None
        if found is None:
            self.failed.emit()
        else:
            self.worked.emit(found)
