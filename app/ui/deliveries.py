"""The way by which threads pass what they found to the windows.

A thread must not emit a signal of a window, a dialog, a page or a client: Qt deletes these objects
in the windows' thread, and the program crashes if that happens while another thread emits. Nothing
in Python can prevent it, because Qt's own code runs by then. A thread therefore calls a function of
`deliver_to`, which knows the receiver only weakly, and the windows' thread looks whether the
receiver is still there.
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
    is then called in the windows' thread with the same arguments, unless the object is deleted by
    then. All deliveries come in the order of the calls. Call this in the windows' thread only.
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
    """Brings deliveries to the thread it was made in. It is the only object whose signal other
    threads emit, and it is never deleted while they may: it lives until Python ends, and takes
    nothing any more from then on.
    """

    _added = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting: deque[Callable[[], None]] = deque()
        self._lock = threading.RLock()  # a fault while garbage is collected is delivered, too
        self._is_over = False
        self._home = threading.get_ident()
        self._added.connect(self._deliver_next)
        atexit.register(self._end)  # so it runs before Qt's own, which deletes all objects

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
                self._added.emit()  # from thread to thread, so it is queued

    def _deliver_next(self) -> None:
        """Make one delivery, so that one that raises does not keep the next ones back."""
        self._waiting.popleft()()

    def _end(self) -> None:
        with self._lock:
            self._is_over = True


@cache
def _deliveries() -> _Deliveries:
    return _Deliveries()
