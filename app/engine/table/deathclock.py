"""The Deathclock as a value: it is never counted down, only read at an instant.

All times are integer milliseconds; instants are on the event's timeline. The identity ``used by red
+ used by blue + paused = elapsed`` holds exactly at every instant.
"""

from msgspec import Struct

from app.engine.frozen import replace
from app.engine.side import Pair, Side


class DeathClock(Struct, frozen=True):
    """Two player clocks of which at most one runs."""

    allotted_ms: Pair[int]
    """The time of each side for the whole game. Only adjustments change this time."""
    used_ms: Pair[int]
    """The time that each side had used by `since_ms`."""
    paused_ms: int
    """The time up to `since_ms` in which neither clock ran."""
    started_ms: int
    """The instant at which the game's clock was started."""
    since_ms: int
    """The instant up to which time is accounted for. The time since then belongs to the running
    side, or to the pause.
    """
    running: Side | None
    """The side whose clock runs; None while the clock is paused."""

    def used(self, side: Side, now_ms: int) -> int:
        banked = self.used_ms.of(side)
        return banked + self._since(now_ms) if self.running is side else banked

    def used_by_both(self, now_ms: int) -> Pair[int]:
        if self.running is None:
            return self.used_ms
        return self.used_ms.put(self.running, self.used(self.running, now_ms))

    def remaining(self, side: Side, now_ms: int) -> int:
        """Return the time that a side has left; negative if it ran out and the rules let the game
        go on.
        """
        return self.allotted_ms.of(side) - self.used(side, now_ms)

    def paused(self, now_ms: int) -> int:
        return self.paused_ms + self._since(now_ms) if self.running is None else self.paused_ms

    def elapsed(self, now_ms: int) -> int:
        return max(now_ms, self.since_ms) - self.started_ms

    def deadline(self) -> int | None:
        """Return the instant at which the running side's time is used up; None if no side's clock
        runs.
        """
        if self.running is None:
            return None
        return self.since_ms + max(self.remaining(self.running, self.since_ms), 0)

    def expired(self, now_ms: int) -> Side | None:
        """Return the running side if its time is used up at ``now_ms``; otherwise None."""
        deadline = self.deadline()
        return self.running if deadline is not None and now_ms >= deadline else None

    def run(self, side: Side | None, at_ms: int) -> "DeathClock":
        """Return the clock with the time of ``side`` running from ``at_ms`` on; None stops it."""
        passed_ms, used_ms = self._since(at_ms), self.used_ms
        if self.running is not None:
            used_ms = used_ms.put(self.running, used_ms.of(self.running) + passed_ms)
        return DeathClock(
            allotted_ms=self.allotted_ms,
            used_ms=used_ms,
            paused_ms=self.paused(at_ms),
            started_ms=self.started_ms,
            since_ms=self.since_ms + passed_ms,
            running=side,
        )

    def adjust(self, side: Side, delta_ms: int) -> "DeathClock":
        """Give ``side`` more time, or less if ``delta_ms`` is negative."""
        return replace(
            self, allotted_ms=self.allotted_ms.put(side, self.allotted_ms.of(side) + delta_ms)
        )

    def play_on(self, side: Side, stood_ms: int) -> "DeathClock":
        """Return the clock with the last ``stood_ms`` of its pause counted as used by ``side``."""
        return replace(
            self,
            used_ms=self.used_ms.put(side, self.used_ms.of(side) + stood_ms),
            paused_ms=self.paused_ms - stood_ms,
        )

    def allot(self, side: Side, left_ms: int, at_ms: int) -> "DeathClock":
        """Set the time of ``side`` to ``left_ms``, counted from ``at_ms``, whatever it used
        before.
        """
        allotted = self.allotted_ms.put(side, self.used(side, at_ms) + left_ms)
        return replace(self, allotted_ms=allotted)

    def _since(self, now_ms: int) -> int:
        return max(now_ms - self.since_ms, 0)


def start(allotted_ms: Pair[int], first: Side, at_ms: int) -> DeathClock:
    """Return a clock on which the time of ``first`` starts to run at ``at_ms``."""
    return DeathClock(allotted_ms, Pair(0, 0), 0, at_ms, at_ms, first)
