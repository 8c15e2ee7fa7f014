"""The Deathclock as a value: it is never counted down, only read at an instant.

All times are integer milliseconds; instants are on the event timeline. The identity
``used by red + used by blue + paused = elapsed`` holds exactly at every instant.
"""

from dataclasses import dataclass, replace

from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class DeathClock:
    """Two player clocks of which at most one runs."""

    allotted_ms: Pair[int]
    """The time each side has for the game. Changes only by adjustment."""
    used_ms: Pair[int]
    """The time each side had used by `since_ms`."""
    paused_ms: int
    """The time that neither clock ran, up to `since_ms`."""
    started_ms: int
    """The instant at which the game's clock was started."""
    since_ms: int
    """The instant up to which time is banked. What has passed since belongs to the running side, or
    to the pause.
    """
    running: Side | None
    """Whose clock runs; None while the clock is paused."""

    def used(self, side: Side, now_ms: int) -> int:
        banked = self.used_ms.of(side)
        return banked + self._since(now_ms) if self.running is side else banked

    def used_by_both(self, now_ms: int) -> Pair[int]:
        if self.running is None:
            return self.used_ms
        return self.used_ms.put(self.running, self.used(self.running, now_ms))

    def remaining(self, side: Side, now_ms: int) -> int:
        """Return the time left; negative when the side overran and the rules let the game go on."""
        return self.allotted_ms.of(side) - self.used(side, now_ms)

    def paused(self, now_ms: int) -> int:
        return self.paused_ms + self._since(now_ms) if self.running is None else self.paused_ms

    def elapsed(self, now_ms: int) -> int:
        return max(now_ms, self.since_ms) - self.started_ms

    def deadline(self) -> int | None:
        """Return the instant at which the running side's time is used up; None when nobody runs."""
        if self.running is None:
            return None
        return self.since_ms + max(self.remaining(self.running, self.since_ms), 0)

    def expired(self, now_ms: int) -> Side | None:
        """Return the running side if its time is used up at ``now_ms``."""
        deadline = self.deadline()
        return self.running if deadline is not None and now_ms >= deadline else None

    def run(self, side: Side | None, at_ms: int) -> "DeathClock":
        """Return the clock with ``side`` running from ``at_ms`` on, or nobody."""
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
        """Give ``side`` more time, or less with a negative ``delta_ms``."""
        return replace(
            self, allotted_ms=self.allotted_ms.put(side, self.allotted_ms.of(side) + delta_ms)
        )

    def play_on(self, side: Side, stood_ms: int) -> "DeathClock":
        """Return the clock as if so much of the pause was ``side``'s time after all."""
        return replace(
            self,
            used_ms=self.used_ms.put(side, self.used_ms.of(side) + stood_ms),
            paused_ms=self.paused_ms - stood_ms,
        )

    def allot(self, side: Side, left_ms: int, at_ms: int) -> "DeathClock":
        """Give ``side`` ``left_ms`` from ``at_ms`` on, whatever it used before."""
        allotted = self.allotted_ms.put(side, self.used(side, at_ms) + left_ms)
        return replace(self, allotted_ms=allotted)

    def _since(self, now_ms: int) -> int:
        return max(now_ms - self.since_ms, 0)


def start(allotted_ms: Pair[int], first: Side, at_ms: int) -> DeathClock:
    """Return a clock on which ``first``'s time begins to run at ``at_ms``."""
    return DeathClock(allotted_ms, Pair(0, 0), 0, at_ms, at_ms, first)
