"""How long ago a press was made. The system stamps each event when it happens; a window that is
busy handles it later.
"""

import time
from collections.abc import Callable

LATE_MS = 50  # what every event waits: by less no press is dated back
MOST_LATE_MS = 60_000  # more is no wait, but stamps that count from another instant
NS_PER_MS = 1_000_000


class PressTime:
    """Of one window. Nobody says from when the system's stamps count, and each kind of event may
    count from another instant: the event that was handled soonest shows it.
    """

    def __init__(self, steady_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._steady_ns = steady_ns
        self._least: dict[str, int] = {}
        """The least by which this program's steady time was ahead of a stamp, by kind."""

    def late_ms(self, kind: str, stamp_ms: int) -> int:
        """Return for how many milliseconds an event has waited; 0 where it has no stamp."""
        if stamp_ms <= 0:
            return 0
        ahead_ms = self._steady_ns() // NS_PER_MS - stamp_ms
        late_ms = ahead_ms - self._least.get(kind, ahead_ms)
        if late_ms <= 0 or late_ms > MOST_LATE_MS:
            self._least[kind] = ahead_ms
            return 0
        return late_ms if late_ms >= LATE_MS else 0
