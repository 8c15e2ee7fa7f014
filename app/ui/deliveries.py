"""The way for threads to pass results to the windows.

A thread must not emit a signal of a window, a dialog, a page or a client. Qt deletes these objects
in the windows' thread, and the program crashes if another thread emits at that moment. Python code
cannot prevent that, because by then Qt's own code is running. A thread therefore calls a function
of `deliver_to`, which refers to the receiver only weakly. The windows' thread then checks whether
the receiver still exists.
"""

import atexit
import threading
from collections import deque
from collections.abc import Callable
from functools import cache, partial
from typing import Any, ParamSpec
from weakref import WeakMethod

from PySide6.QtCore import QObject, QTimer, Signal
from shiboken6 import isValid

P = ParamSpec("P")


def deliver_to(receive: Callable[P, object]) -> Callable[P, None]:
    """Return a function that any thread may call at any time. ``receive``, a method of a QObject,
    is then called in the windows' thread with the same arguments, unless the object has been
    deleted by then. Deliveries come in the order of the calls. Call `deliver_to` itself only in the
    windows' thread.
    """
    method = WeakMethod(receive)
    deliveries = _deliveries()

    def deliver(*args: P.args, **kwargs: P.kwargs) -> None:
        deliveries.add(partial(_call, method, args, kwargs))

    return deliver


def _call(method: "WeakMethod[Any]", args: "tuple[Any, ...]", kwargs: "dict[str, Any]") -> None:
    receive = method()
    if receive is not None and isValid(receive.__self__):
        receive(*args, **kwargs)


class _Deliveries(QObject):
    """A queue of deliveries to the thread that created it. It is the only object whose signal other
    threads emit. It is never deleted while they may do so: it lives until Python ends, and accepts
    nothing after that.
    """

    _added = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = threading.RLock()  # a fault during garbage collection is delivered, too
        self._is_over = False
        self._home = threading.get_ident()
        self._added.connect(self._deliver_next)
        atexit.register(self._end)  # to run before Qt's own handler, which deletes all objects

    def add(self, delivery: Callable[[], None]) -> None:
        with self._lock:
            if self._is_over:
                return
            self._waiting.append(delivery)
            if (
                threading.get_ident() == self._home
            ):  # a queued connection would load all of Qt's names
                QTimer.singleShot(0, self._deliver_next)
            else:
                self._added.emit()  # between threads, so it is queued

    def _deliver_next(self) -> None:
        """Make a single delivery, so that an exception in one delivery does not hold back the next
        ones.
        """
        self._waiting.popleft()()

    def _end(self) -> None:
        with self._lock:
            self._is_over = True


@cache
def _deliveries() -> _Deliveries:
    return _Deliveries()
