"""The clock check before a round: ten presses on each side, and what the presses and the clock
itself show.

The limits are our decision: no maker publishes any, and players notice a delay of about a second.
"""

from collections.abc import Mapping
from enum import Enum
from statistics import median_low

from msgspec import Struct

from app.clock.drivers.driver import Hand, Pressed, Touched
from app.clock.hall.clock import WORST_PPM, Clock
from app.engine.frozen import replace

PRESSES = 10
"""The presses of each plunger that a check needs."""
BOUNCE_MS = 120
"""Two presses of the same plunger within this time are one press that bounced, because a hand takes
longer.
"""
SLOW_MS = 1500
UNSURE_MS = 1000


class PressCount(Struct, frozen=True):
    """The presses of one plunger."""

    presses: int = 0
    bounces: int = 0
    last_ms: int | None = None


class ClockCheck(Struct, frozen=True):
    """The presses of one clock since the check began."""

    left: PressCount = PressCount()
    right: PressCount = PressCount()
    delays_ms: tuple[int, ...] = ()
    """The delay of each press in milliseconds, from the instant of the press as the clock reported
    it until the report reached the desk.
    """
    unsure_ms: int = 0
    """The largest uncertainty of the instant of a press."""

    @property
    def delay_ms(self) -> int | None:
        """The median delay; None before the first press."""
        return median_low(self.delays_ms) if self.delays_ms else None

    @property
    def bounces(self) -> int:
        return self.left.bounces + self.right.bounces

    @property
    def is_complete(self) -> bool:
        return min(self.left.presses, self.right.presses) >= PRESSES


class CheckSnapshot(Struct, frozen=True):
    """The check of all clocks at an instant; ``clocks`` has each by its name."""

    begun_ms: int
    clocks: Mapping[str, ClockCheck]
    under_way: bool = True
    """True if presses still count for the check."""

    def of(self, name: str) -> ClockCheck:
        return self.clocks.get(name, ClockCheck())


class CheckFault(Enum):
    """The faults that a check finds in a clock, the most serious first."""

    AWAY = "away"
    UNPLUGGED = "unplugged"
    RESTARTED = "restarted"
    WRONG = "wrong"
    BATTERY_LOW = "battery low"
    BOUNCES = "bounces"
    SLOW = "slow"
    UNSURE = "unsure"
    DOUBTED = "doubted"


def count_press(check: ClockCheck, press: Pressed | Touched, heard_ms: int) -> ClockCheck:
    """Return the check with a press that arrived at ``heard_ms``."""
    before = check.left if press.hand is Hand.LEFT else check.right
    other = check.right if press.hand is Hand.LEFT else check.left
    after = _count(before, other, press.at_ms)
    late_ms = press.late_ms if isinstance(press, Pressed) else 0
    check = replace(
        check,
        delays_ms=(*check.delays_ms, max(heard_ms - press.at_ms, 0)),
        unsure_ms=max(check.unsure_ms, late_ms),
    )
    if press.hand is Hand.LEFT:
        return replace(check, left=after)
    return replace(check, right=after)


def _count(count: PressCount, other: PressCount, at_ms: int) -> PressCount:
    last_ms = count.last_ms
    between = other.last_ms is not None and last_ms is not None and other.last_ms > last_ms
    if last_ms is not None and not between and at_ms - last_ms < BOUNCE_MS:
        return replace(count, bounces=count.bounces + 1, last_ms=at_ms)
    return replace(count, presses=count.presses + 1, last_ms=at_ms)


def find_check_faults(clock: Clock, check: ClockCheck, begun_ms: int) -> tuple[CheckFault, ...]:
    """Return the faults of a clock that was checked since ``begun_ms``."""
    delay_ms = check.delay_ms or 0
    found = {
        CheckFault.AWAY: not clock.online,
        CheckFault.UNPLUGGED: clock.online and not clock.plugged,
        CheckFault.RESTARTED: clock.restarted_ms >= begun_ms,
        CheckFault.WRONG: clock.ppm is not None and abs(clock.ppm) > WORST_PPM,
        CheckFault.BATTERY_LOW: clock.battery_low,
        CheckFault.BOUNCES: check.bounces > 0,
        CheckFault.SLOW: delay_ms > SLOW_MS,
        CheckFault.UNSURE: check.unsure_ms > UNSURE_MS,
        CheckFault.DOUBTED: clock.doubtful or bool(clock.standing),
    }
    return tuple(fault for fault in CheckFault if found[fault])
