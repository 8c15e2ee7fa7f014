"""Real time, so many times as fast: for games of an hour played in a test's seconds."""

import asyncio
import time
from collections.abc import Callable

from app.clock.timeline import Alarm, Gap

NS_PER_MS = 1_000_000


class FastTimeline:
    """See ``app.clock.timeline.GameTimeline``. It knows of no gaps: nobody sleeps in a test."""

    def __init__(self, begin_ms: int, speed: int) -> None:
        self._begin_ms, self._speed = begin_ms, speed
        self._since_ns = time.perf_counter_ns()

    def now_ms(self) -> int:
        passed_ns = time.perf_counter_ns() - self._since_ns
        return self._begin_ms + passed_ns * self._speed // NS_PER_MS

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        wait_ms = max(at_ms - self.now_ms(), 0)
        return loop.call_later(wait_ms / 1000 / self._speed, call)

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def look_for_gap(self) -> Gap | None:
        return None

    def ahead_ms(self) -> int:
        return 0

    def begin_behind(self, by_ms: int) -> None:
        pass

    def boot_instant(self) -> str:
        return ""

    def go_on_from(self, at_ms: int, _boot_instant: str = "") -> bool:
        self._begin_ms += max(at_ms - self.now_ms(), 0)
        return True
