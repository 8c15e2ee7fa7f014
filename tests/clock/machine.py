"""How long the machine kept us waiting: on a busy one, seconds pass in which nobody here could do
anything. A thread that wants to wake ten times a second tells by how much it wakes too late.
"""

import threading
import time
from types import TracebackType

EVERY_S = 0.1
USUAL_S = 0.01
"""A thread waits that long for the others of its own program: nothing that the machine did."""

ASKED_AGAIN = 10
"""A tenth of a second that a clock cannot answer in may cost a whole second: it is asked again."""


class Machine:
    """Watches until it is left. ``kept_s`` between two readings of ``time.monotonic``."""

    def __init__(self) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watches the machine")
        self._spans: list[tuple[float, float, float]] = []  # from, to, kept waiting

    def __enter__(self) -> "Machine":
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def kept_s(self, from_s: float, to_s: float) -> float:
        return sum(kept for begin, end, kept in self._spans if end > from_s and begin < to_s)

    def allows_s(self, limit_s: float, from_s: float, to_s: float) -> float:
        """What a limit is on this machine."""
        return limit_s + ASKED_AGAIN * self.kept_s(from_s, to_s)

    def _watch(self) -> None:
        last_s = time.monotonic()
        while not self._over.wait(EVERY_S):
            now_s = time.monotonic()
            self._spans.append((last_s, now_s, max(now_s - last_s - EVERY_S - USUAL_S, 0)))
            last_s = now_s
