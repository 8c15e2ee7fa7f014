"""The event's time: integer milliseconds that never go back, read once at each edge.

Milliseconds since 1970 by the wall clock at the start of the program, plus the steady counter
since. After a restart the timeline goes on where the log ended, even if the wall clock went back.
"""

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

NS_PER_MS = 1_000_000
GAP_MS = 5_000  # a loop this late, or a wall clock this far ahead, means the machine was away


class Alarm(Protocol):
    """A call that is due later and can be called off."""

    def cancel(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of the timeline in which nobody kept the time."""

    from_ms: int
    to_ms: int


class Timeline(Protocol):
    """What the desk needs of time."""

    def now_ms(self) -> int:
        """The present instant; any thread may ask."""

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        """Call ``call`` in ``loop`` at ``at_ms``, or soon when that has passed."""

    def look_for_gap(self) -> Gap | None:
        """To be asked about once a second; a gap since the last time, if there was one."""

    def go_on_from(self, at_ms: int) -> None:
        """Never say less than ``at_ms`` from now on."""


class WallTimeline:
    """The real time of a running event.

    A machine that slept shows as a wall clock that ran ahead of the steady one (Linux, macOS) or
    as a loop that was not served (Windows, a stopped process): both are gaps.
    """

    def __init__(
        self,
        wall_ns: Callable[[], int] = time.time_ns,
        steady_ns: Callable[[], int] = time.perf_counter_ns,
    ) -> None:
        self._wall_ns = wall_ns
        self._steady_ns = steady_ns
        self._offset_ms = wall_ns() // NS_PER_MS - steady_ns() // NS_PER_MS
        self._looked_ms = self.now_ms()
        self._ahead_ms = self._wall_ahead_ms()

    def now_ms(self) -> int:
        return self._steady_ns() // NS_PER_MS + self._offset_ms

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        return loop.call_later(max(at_ms - self.now_ms(), 0) / 1000, call)

    def look_for_gap(self) -> Gap | None:
        looked_ms, self._looked_ms = self._looked_ms, self.now_ms()
        ahead_ms, self._ahead_ms = self._ahead_ms, self._wall_ahead_ms()
        slept_ms = self._ahead_ms - ahead_ms
        if slept_ms > GAP_MS:
            self._offset_ms += slept_ms
            self._looked_ms, self._ahead_ms = self.now_ms(), self._wall_ahead_ms()
        gap = Gap(looked_ms, self._looked_ms)
        return gap if gap.to_ms - gap.from_ms > GAP_MS else None

    def go_on_from(self, at_ms: int) -> None:
        self._offset_ms += max(at_ms - self.now_ms(), 0)
        self._looked_ms, self._ahead_ms = self.now_ms(), self._wall_ahead_ms()

    def _wall_ahead_ms(self) -> int:
        return self._wall_ns() // NS_PER_MS - self.now_ms()


class SetTimeline:
    """A timeline that stands until it is moved: for simulated events and for tests."""

    def __init__(self, now_ms: int) -> None:
        self._now_ms = now_ms
        self._lock = threading.Lock()
        self._order = itertools.count()
        self._due: list[tuple[int, int, _SetAlarm]] = []

    def now_ms(self) -> int:
        return self._now_ms

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        alarm = _SetAlarm(loop, call)
        with self._lock:
            if at_ms > self._now_ms:
                heapq.heappush(self._due, (at_ms, next(self._order), alarm))
                return alarm
        alarm.ring()
        return alarm

    def look_for_gap(self) -> Gap | None:
        return None

    def go_on_from(self, at_ms: int) -> None:
        self.move_to(max(at_ms, self._now_ms))

    def move_to(self, at_ms: int) -> None:
        """Set the time forward; what became due is called in order of time."""
        with self._lock:
            self._now_ms = max(at_ms, self._now_ms)
            rung = []
            while self._due and self._due[0][0] <= self._now_ms:
                rung.append(heapq.heappop(self._due)[2])
        for alarm in rung:
            alarm.ring()

    def move_by(self, delta_ms: int) -> None:
        self.move_to(self._now_ms + delta_ms)


class _SetAlarm:
    def __init__(self, loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
        self._loop = loop
        self._call = call
        self._off = False

    def cancel(self) -> None:
        self._off = True

    def ring(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._fire)

    def _fire(self) -> None:
        if not self._off:
            self._call()
