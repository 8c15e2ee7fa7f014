"""The event's time: whole milliseconds that never go back, read once at each edge of the program.

It is the milliseconds since 1970 by the wall clock at the start of the program, plus a counter that
nobody can set and that counts while the machine sleeps. The wall clock is read only once, so
setting it later changes nothing. After a restart the timeline goes on where the log ended: by the
same counter if the machine has not been restarted, otherwise by the wall clock.
"""

import asyncio
import heapq
import itertools
import threading
import time
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from app.clock.boot_instant import BootInstant, instant_of, keep_instant
from app.clock.heartbeat import MISSED_NS, Heartbeat
from app.clock.sleep import here
from app.clock.sleep.counters import Counters

NS_PER_MS = 1_000_000
GAP_MS = MISSED_NS // NS_PER_MS


class Alarm(Protocol):
    """A call that is due later and can be cancelled."""

    def cancel(self) -> None: ...


class Gap(Struct, frozen=True):
    """A stretch of the timeline in which the program did not run: the machine slept, or the program
    was suspended.
    """

    from_ms: int
    to_ms: int
    asleep: bool = False


class Timeline(Protocol):
    """The event's time, with the calls that the desk needs."""

    def now_ms(self) -> int:
        """Return the present instant. May be called from any thread."""

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        """Call ``call`` in ``loop`` at ``at_ms``, or soon if that has passed."""

    def start(self) -> None:
        """Begin to distinguish gaps in time from a desk that is late."""

    def stop(self) -> None:
        """Stop the timeline, because no instants are needed any more."""

    def look_for_gap(self) -> Gap | None:
        """Return the oldest gap that was not returned yet; None if there is none."""

    def ahead_ms(self) -> int:
        """Return by how many milliseconds the timeline is ahead of the computer's own clock, which
        somebody may have set.
        """

    def begin_behind(self, by_ms: int) -> None:
        """Begin the timeline ``by_ms`` behind the computer's own clock. Call this before any
        instant is read.
        """

    def boot_instant(self) -> str:
        """Return the present instant together with the machine's own counter, as text for a file;
        empty if the machine has no counter that outlives the program.
        """

    def go_on_from(self, at_ms: int, boot_instant: str = "") -> bool:
        """Make sure that this timeline returns no instant before ``at_ms``. Call this before any
        instant is read.

        Return whether it is known how much time has passed since ``at_ms``. It is known if
        ``boot_instant`` was noted on this boot of this machine.
        """


class WallTimeline:
    """The real time of a running event."""

    def __init__(
        self,
        wall_ns: Callable[[], int] = time.time_ns,
        steady_ns: Callable[[], int] | None = None,
        awake_ns: Callable[[], int] | None = None,
        boot: str = "",
    ) -> None:
        """Begin at the wall clock's time. ``steady_ns`` counts while the machine sleeps and
        ``awake_ns`` does not, both since ``boot``; without them the counters of this platform are
        used.
        """
        machine = here.counters() if steady_ns is None else Counters(steady_ns, steady_ns, boot)
        self._boot = machine.boot
        self._wall_ns, self._steady_ns = wall_ns, machine.elapsed_ns
        self._heart = Heartbeat(Counters(machine.elapsed_ns, awake_ns or machine.awake_ns))
        self._offset_ms = wall_ns() // NS_PER_MS - self._steady_ns() // NS_PER_MS

    def now_ms(self) -> int:
        return self._at(self._steady_ns())

    def call_at(
        self, loop: asyncio.AbstractEventLoop, at_ms: int, call: Callable[[], None]
    ) -> Alarm:
        return loop.call_later(max(at_ms - self.now_ms(), 0) / 1000, call)

    def start(self) -> None:
        self._heart.start()

    def stop(self) -> None:
        self._heart.stop()

    def look_for_gap(self) -> Gap | None:
        missed = self._heart.missed()
        if missed is None:
            return None
        return Gap(self._at(missed.from_ns), self._at(missed.to_ns), missed.asleep)

    def ahead_ms(self) -> int:
        return self.now_ms() - self._wall_ns() // NS_PER_MS

    def begin_behind(self, by_ms: int) -> None:
        self._offset_ms -= self.ahead_ms() + by_ms

    def boot_instant(self) -> str:
        if not self._boot:
            return ""
        counter_ms = self._steady_ns() // NS_PER_MS
        return keep_instant(BootInstant(counter_ms + self._offset_ms, counter_ms, self._boot))

    def go_on_from(self, at_ms: int, boot_instant: str = "") -> bool:
        noted, counter_ms = instant_of(boot_instant), self._steady_ns() // NS_PER_MS
        now_ms = noted.later_ms(counter_ms, self._boot) if noted else None
        known = now_ms is not None and now_ms >= at_ms
        if now_ms is not None and known:
            self._offset_ms = now_ms - counter_ms
        self._offset_ms += max(at_ms - self.now_ms(), 0)
        self._heart.forget()
        return known

    def _at(self, steady_ns: int) -> int:
        return steady_ns // NS_PER_MS + self._offset_ms


class SetTimeline:
    """A timeline for simulated events and tests. It stays at one instant until it is moved."""

    def __init__(self, now_ms: int) -> None:
        self._now_ms = now_ms
        self.apart_ms = 0  # by how much it is ahead of the computer's clock, for tests
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

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def look_for_gap(self) -> Gap | None:
        return None

    def ahead_ms(self) -> int:
        return self.apart_ms

    def begin_behind(self, by_ms: int) -> None:
        pass

    def boot_instant(self) -> str:
        return ""

    def go_on_from(self, at_ms: int, boot_instant: str = "") -> bool:
        self.move_to(max(at_ms, self._now_ms))
        return True

    def move_to(self, at_ms: int) -> None:
        """Move the time forward to ``at_ms``, and make the calls that are due by then in order of
        time.
        """
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
