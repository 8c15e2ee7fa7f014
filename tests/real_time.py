"""The real time, for tests that are not about gaps or about clocks that were set."""

from app.clock.timeline import Gap, WallTimeline


class RealTimeline(WallTimeline):
    """A machine that stands for some seconds in the middle of a test is no gap in its event."""

    def look_for_gap(self) -> Gap | None:
        return None

    def ahead_ms(self) -> int:
        return 0
