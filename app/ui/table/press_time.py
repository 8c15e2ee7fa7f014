"""The age of a press, and how uncertain it is. The system stamps each event when it happens, but a
busy window handles the event later.
"""

import time
from collections.abc import Callable

from msgspec import Struct

from app.clock.drivers.pads import BOUNCE_MS

LATE_MS = 50  # the wait of any event; presses are dated back only by more
MOST_LATE_MS = 60_000  # more means that stamps count from another instant
NS_PER_MS = 1_000_000
WRAP = 1 << 32  # stamps of X11, Wayland and Windows begin again after 49 days


class LateTap(Struct, frozen=True):
    """The age of a press."""

    by_ms: int = 0
    uncertain_ms: int = 0
    """The greatest possible error of the time; 0 if no error is known."""


class ReleasedKeys:
    """The times at which each key of one window was released. They distinguish a push from a
    bouncing contact.
    """

    def __init__(self) -> None:
        self._released_ms: dict[int, int] = {}

    def release(self, key: int, stamp_ms: int) -> None:
        """Remember that ``key`` was released at the system's timestamp."""
        self._released_ms[key] = stamp_ms

    def has_bounced(self, key: int, stamp_ms: int) -> bool:
        """Tell whether ``key`` went down so soon after its release that this cannot be a push. A
        press without a timestamp counts as a push.
        """
        released_ms = self._released_ms.get(key, 0)
        return released_ms > 0 and 0 <= stamp_ms - released_ms < BOUNCE_MS


class PressTime:
    """The times of presses in one window. Windows, macOS, X11 and Wayland stamp events by the same
    steady clock that this program uses. Timestamps may also count from another instant, as on
    another computer's screen. The event that was handled soonest then reveals the difference, for
    each kind of event.
    """

    def __init__(self, steady_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._steady_ns = steady_ns
        self._least: dict[str, int] = {}
        """The least difference by which this program's steady clock was ahead of a timestamp, for
        each kind of event.
        """
        self._first: dict[str, int] = {}
        """The difference for the first event of each kind, as long as that event is believed to
        have waited that long.
        """

    def late(self, kind: str, stamp_ms: int) -> LateTap:
        """Return how long an event has waited. If the event has no timestamp, both times are 0. If
        it waited no longer than usual, it is not dated back, and its time is uncertain by the usual
        wait.
        """
        if stamp_ms <= 0:
            return LateTap()
        ahead_ms = (self._steady_ns() // NS_PER_MS - stamp_ms + WRAP // 2) % WRAP - WRAP // 2
        first_ms = self._first.pop(kind, None)
        if kind not in self._least and LATE_MS <= ahead_ms <= MOST_LATE_MS:
            self._least[kind], self._first[kind] = 0, ahead_ms
        elif first_ms is not None and abs(ahead_ms - first_ms) < LATE_MS:
            self._least[kind] = min(ahead_ms, first_ms)  # no two events wait equally long
        late_ms = ahead_ms - self._least.get(kind, ahead_ms)
        if late_ms <= 0 or late_ms > MOST_LATE_MS:
            self._least[kind] = ahead_ms
            return LateTap(uncertain_ms=LATE_MS)
        return LateTap(late_ms, LATE_MS) if late_ms >= LATE_MS else LateTap(uncertain_ms=LATE_MS)
