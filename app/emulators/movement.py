"""The movement of an emulated clock: two times, of which at most one runs, counted by the clock's
own crystal.
"""

from app.emulators.device import DeviceSide, Truth

MILLION = 1_000_000


class Movement:
    """A counter of the device's own milliseconds, which drift from the room's by ``drift_ppm``.

    A positive drift means a fast crystal. The running side stops by itself at zero, and its flag
    falls.
    """

    def __init__(self, left_ms: int, right_ms: int, now_ms: int, drift_ppm: int = 0) -> None:
        self.left_ms = left_ms
        self.right_ms = right_ms
        self.running: DeviceSide | None = None
        self.flagged: DeviceSide | None = None
        self._rate = MILLION + drift_ppm
        self._born_ms = now_ms
        self._counted_ms = 0  # own milliseconds up to the last look

    def local_ms(self, now_ms: int) -> int:
        """Return how many of the device's own milliseconds have passed since the device was
        created.
        """
        return max(now_ms - self._born_ms, 0) * self._rate // MILLION

    def instant_of(self, local_ms: int) -> int:
        """Return the first instant, by the room's time, at which the device has counted
        ``local_ms``.
        """
        return self._born_ms - (-local_ms * MILLION // self._rate)

    def move_to(self, now_ms: int) -> DeviceSide | None:
        """Count down to ``now_ms``. Return the side whose flag fell on the way; None if no flag
        fell.
        """
        local_ms = max(self.local_ms(now_ms), self._counted_ms)
        passed_ms, self._counted_ms = local_ms - self._counted_ms, local_ms
        if self.running is None:
            return None
        rest_ms = self.of(self.running) - passed_ms
        self._put(self.running, max(rest_ms, 0))
        if rest_ms > 0:
            return None
        fallen, self.running = self.running, None
        self.flagged = self.flagged or fallen
        return fallen

    def flag_due_ms(self) -> int | None:
        """Return the instant at which the running side will reach zero; None if no side runs."""
        if self.running is None:
            return None
        return self.instant_of(self._counted_ms + self.of(self.running))

    def run(self, side: DeviceSide | None) -> None:
        """Make one side run from the instant of the last `move_to`, or no side if that is None."""
        self.running = side

    def put(self, left_ms: int, right_ms: int) -> None:
        """Set both times, and clear a fallen flag."""
        self.left_ms, self.right_ms = left_ms, right_ms
        self.flagged = None

    def edit(self, side: DeviceSide, left_ms: int) -> None:
        """Set one side's time by hand."""
        self._put(side, left_ms)
        if self.flagged is side and left_ms > 0:
            self.flagged = None

    def of(self, side: DeviceSide) -> int:
        return self.left_ms if side is DeviceSide.LEFT else self.right_ms

    def truth(self, now_ms: int) -> Truth:
        """Return the times at ``now_ms`` without changing the movement."""
        times = {DeviceSide.LEFT: self.left_ms, DeviceSide.RIGHT: self.right_ms}
        running, flagged = self.running, self.flagged
        if running is not None:
            passed_ms = max(self.local_ms(now_ms) - self._counted_ms, 0)
            times[running] = max(times[running] - passed_ms, 0)
            if times[running] == 0:
                running, flagged = None, flagged or running
        return Truth(times[DeviceSide.LEFT], times[DeviceSide.RIGHT], running, flagged)

    def _put(self, side: DeviceSide, left_ms: int) -> None:
        if side is DeviceSide.LEFT:
            self.left_ms = left_ms
        else:
            self.right_ms = left_ms


def seconds_up(ms: int) -> int:
    """Return whole seconds as most clocks show them: rounded up, so that zero means that no time is
    left.
    """
    return -(-ms // 1000)
