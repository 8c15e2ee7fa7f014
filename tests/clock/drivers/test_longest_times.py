"""The longest time that each clock can be set to."""

from collections.abc import Callable

import pytest

from app.clock.drivers.driver import Failed, Hand
from tests.clock.drivers import dclk_bench, dgt_bench, test_hourglass, test_ros_clock
from tests.clock.drivers.line import Line, only


@pytest.mark.parametrize(
    ("begin", "most_ms", "step_ms"),
    [
        (lambda: dclk_bench.met(dclk_bench.Clock()), 359_999_999, 1),
        (lambda: dgt_bench.ready(dgt_bench.Board()), 35_999_000, 1000),
        (test_hourglass.armed, 99 * 60_000, 60_000),
        (lambda: test_ros_clock.playing(test_ros_clock.Clock()), 9_999_999, 1),
    ],
)
@pytest.mark.parametrize("longer", list(Hand))
def test_a_clock_can_be_set_to_the_longest_time_it_shows_and_no_longer(
    begin: Callable[[], Line], most_ms: int, step_ms: int, longer: Hand
) -> None:
    for more_ms in (0, step_ms):
        line, times = begin(), dict.fromkeys(Hand, 60_000) | {longer: most_ms + more_ms}
        line.driver.set_times(times[Hand.LEFT], times[Hand.RIGHT], line.now_ms)
        line.wait(200)
        assert bool(only(line.heard, Failed)) is bool(more_ms)
