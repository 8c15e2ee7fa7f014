"""A tiny heartbeat in a thread of its own. It continues while the desk is late because the desk is
working or waiting for the disk. It stops when the program is suspended or the machine sleeps.
"""

import threading
import time
from collections.abc import Callable

from msgspec import Struct

from app.clock.sleep.counters import Counters

BEAT_S = 0.25
NS_PER_S = 1_000_000_000
MISSED_NS = 5 * NS_PER_S  # a shorter gap counts as played time without a question
ASLEEP_NS = NS_PER_S  # two counters read in turn may differ by less
LOOKED_NS = NS_PER_S // 10  # if all counters were read this recently, nothing was missed


class Missed(Struct, frozen=True):
    """A stretch without a beat, in nanoseconds of the counter that counts sleep."""

    from_ns: int
    to_ns: int
    asleep: bool  # the machine slept; otherwise the program was stopped


class Heartbeat:
    """Notices stretches in which the program did not run; any thread may ask for them. Before
    ``start`` only calls of ``beat`` and ``missed`` count as beats.

    ``last_ns`` is the last beat, by the counter that counts sleep.
    """

    def __init__(
        self, counters: Counters, worked_ns: Callable[[], int] = time.process_time_ns
    ) -> None:
        """Begin to count. ``worked_ns`` returns how long the processors have worked for this
        program.
        """
        self._counters, self._worked_ns = counters, worked_ns
        self._lock = threading.Lock()
        self._missed: list[Missed] = []
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self.last_ns = self._looked_ns = counters.elapsed_ns()
        self._awake_ns, self._work_ns = counters.awake_ns(), worked_ns()

    def start(self) -> None:
        self._over.clear()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def beat(self) -> None:
        """Note that the program is running."""
        with self._lock:
            now_ns = self._counters.elapsed_ns()
            if now_ns - self._looked_ns >= LOOKED_NS:
                self._look(now_ns)
            self.last_ns = now_ns

    def missed(self) -> Missed | None:
        """Return the oldest missed stretch that was not returned yet."""
        self.beat()
        with self._lock:
            return self._missed.pop(0) if self._missed else None

    def forget(self) -> None:
        """Discard the stretches missed so far."""
        self.beat()
        with self._lock:
            self._missed.clear()

    def _look(self, now_ns: int) -> None:
        awake_ns, work_ns = self._counters.awake_ns(), self._worked_ns()
        passed_ns = now_ns - self._looked_ns
        asleep = passed_ns - (awake_ns - self._awake_ns) > ASLEEP_NS
        worked = 2 * (work_ns - self._work_ns) > passed_ns  # one thread kept the others waiting
        if now_ns - self.last_ns > MISSED_NS and (asleep or not worked):
            self._missed.append(Missed(self.last_ns, now_ns, asleep))
        self._looked_ns, self._awake_ns, self._work_ns = now_ns, awake_ns, work_ns

    def _run(self) -> None:
        while not self._over.wait(BEAT_S):
            self.beat()
