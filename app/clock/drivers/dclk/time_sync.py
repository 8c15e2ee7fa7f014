"""Converts a clock's own milliseconds to the event's timeline, based on the quickest PING of the
last half minute. Also measures how fast the clock's crystal is, by fitting a line through many
PINGs.
"""

from collections import deque

from msgspec import Struct

WRAP = 1 << 32
MIXED_MS = 2000  # lines may arrive in another order than they were sent
FRESH_MS = 30_000
SPAN_MS = 120_000
MOST_PINGS = 240
BLIND_MS = 50  # how late an event may be reported before the first PING
JUMP_PPM = 20_000  # no crystal is so wrong: the timeline or the clock has jumped


class TimePing(Struct, frozen=True):
    middle_ms: int
    t_ms: int
    way_ms: int


class DeviceTime:
    """The clock's own time and its rate compared with ours. The clock's counter ``t`` wraps to 0;
    here it is continued without wrapping.
    """

    def __init__(self) -> None:
        self._t_ms: int | None = None
        self._pings: deque[TimePing] = deque(maxlen=MOST_PINGS)
        self._ppm = 0

    def unwrapped(self, t: int) -> int:
        """Return the counter's value ``t`` continued without wrapping, as the number that is
        nearest to the counter's latest value.
        """
        last_ms = t if self._t_ms is None else self._t_ms
        ahead_ms = (t - last_ms + WRAP // 2) % WRAP - WRAP // 2
        self._t_ms = max(last_ms, last_ms + ahead_ms)
        return last_ms + ahead_ms

    def behind(self, t: int) -> bool:
        """Tell whether the counter's value ``t`` is far below its highest value so far."""
        last_ms = t if self._t_ms is None else self._t_ms
        return WRAP // 2 <= (t - last_ms) % WRAP < WRAP - MIXED_MS

    def ping(self, sent_ms: int, now_ms: int, t: int) -> None:
        way_ms = now_ms - sent_ms
        self._pings.append(TimePing(sent_ms + way_ms // 2, self.unwrapped(t), way_ms))

    @property
    def count(self) -> int:
        return len(self._pings)

    def dated(self, t: int, now_ms: int) -> tuple[int, int]:
        """Return the instant on the timeline at which the clock's counter showed ``t``, never after
        ``now_ms``, and by how many milliseconds that instant may be off.
        """
        t_ms = self.unwrapped(t)
        fresh = [ping for ping in self._pings if now_ms - ping.middle_ms <= FRESH_MS]
        best = min(fresh or list(self._pings)[-1:], key=lambda ping: ping.way_ms, default=None)
        if best is None:
            return now_ms, BLIND_MS
        ahead_ms = t_ms - best.t_ms
        at_ms = best.middle_ms + ahead_ms - ahead_ms * self._ppm // 1_000_000
        return min(at_ms, now_ms), best.way_ms // 2 + 1

    def ppm(self) -> int | None:
        """Return by how many parts per million the clock is fast; None until two minutes are
        measured.
        """
        best_ms = min((ping.way_ms for ping in self._pings), default=0)
        good = [ping for ping in self._pings if ping.way_ms <= 2 * best_ms + 5]
        if not good or good[-1].middle_ms - good[0].middle_ms < SPAN_MS:
            return None
        ppm = _slope_ppm(good)
        if abs(ppm) > JUMP_PPM:
            self._pings.clear()
            return None
        self._ppm = ppm
        return ppm


def _slope_ppm(pings: list[TimePing]) -> int:
    """Return the least-squares rate at which the clock gained on us, in whole parts per million."""
    count, first = len(pings), pings[0]
    ours = [ping.middle_ms - first.middle_ms for ping in pings]
    ahead = [ping.t_ms - first.t_ms - x for ping, x in zip(pings, ours, strict=True)]
    mixed = count * sum(x * y for x, y in zip(ours, ahead, strict=True)) - sum(ours) * sum(ahead)
    square = count * sum(x * x for x in ours) - sum(ours) ** 2
    return round(mixed * 1_000_000 / square)
