"""A driver of another package behind its guard."""

from app.clock.drivers.driver import Hand
from app.clock.drivers.guarded import GuardedDriver
from app.clock.drivers.hourglass import Hourglass
from app.clock.drivers.livechess import LiveChess


class Noting(Hourglass):
    """Notes what it is asked."""

    def __init__(self, fails_at: str = "") -> None:
        super().__init__()
        self.asked = list[tuple[object, ...]]()
        self.fails_at = fails_at

    def _note(self, *asked: object) -> None:
        self.asked.append(asked)
        if asked[0] == self.fails_at:
            raise RuntimeError("spoilt")

    def excuse(self, late_ms: int) -> None:
        self._note("excuse", late_ms)

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        self._note("set", left_ms, right_ms, now_ms)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        self._note("run", hand, now_ms)

    def identify(self, now_ms: int) -> None:
        self._note("identify", now_ms)


def test_the_guarded_driver_passes_every_call_to_the_real_one() -> None:
    noting = Noting()
    driver = GuardedDriver("noting", 9600, lambda: noting)
    driver.opened(1)
    driver.excuse(700)
    driver.set_times(60_000, 120_000, 2)
    driver.run(Hand.RIGHT, 3)
    driver.identify(4)
    assert noting.asked == [
        ("excuse", 700),
        ("set", 60_000, 120_000, 2),
        ("run", Hand.RIGHT, 3),
        ("identify", 4),
    ]
    assert not driver.dead
    assert driver.due_ms() == noting.due_ms()


def test_a_failed_driver_receives_no_calls_until_its_line_is_reopened() -> None:
    made = [Noting("identify"), Noting()]
    driver = GuardedDriver("noting", 9600, lambda: made.pop(0))
    first, second = made
    driver.identify(1)
    assert "noting" in driver.dead
    driver.excuse(700)
    assert first.asked == [("identify", 1)]
    driver.opened(2)
    driver.excuse(700)
    assert second.asked == [("excuse", 700)]
    assert not driver.dead


def test_a_driver_for_several_clocks_is_rejected_where_one_clock_is_needed() -> None:
    driver = GuardedDriver("noting", 9600, LiveChess)
    assert driver.opened(1) == []
    assert "a driver of one clock is needed" in driver.dead
