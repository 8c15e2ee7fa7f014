import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.clock.timeline import GAP_MS, Gap, SetTimeline, WallTimeline

MS = 1_000_000


class Hands:
    """The clocks of a machine, moved by the test: the wall's, a counter that counts sleep and one
    that does not.
    """

    def __init__(self, wall_ms: int, steady_ms: int) -> None:
        self.wall_ms = wall_ms
        self.steady_ms = self.awake_ms = steady_ms

    def timeline(self, boot: str = "") -> WallTimeline:
        return WallTimeline(
            lambda: self.wall_ms * MS, lambda: self.steady_ms * MS, lambda: self.awake_ms * MS, boot
        )

    def pass_by(self, ms: int, *, asleep_ms: int = 0) -> None:
        self.wall_ms += ms + asleep_ms
        self.steady_ms += ms + asleep_ms
        self.awake_ms += ms


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


def turn(loop: asyncio.AbstractEventLoop) -> None:
    loop.run_until_complete(asyncio.sleep(0))


def test_time_starts_from_the_wall_clock_and_advances_by_the_steady_one() -> None:
    hands = Hands(1_700_000_000_000, 55)
    timeline = hands.timeline()
    assert timeline.now_ms() == 1_700_000_000_000
    hands.steady_ms += 1234
    hands.wall_ms -= 3_600_000
    assert timeline.now_ms() == 1_700_000_001_234


def test_after_a_restart_time_goes_on_where_the_log_ended() -> None:
    hands = Hands(1_000, 0)
    timeline = hands.timeline()
    timeline.go_on_from(9_000)
    assert timeline.now_ms() == 9_000
    timeline.go_on_from(4_000)
    assert timeline.now_ms() == 9_000


def test_continuing_from_the_log_is_no_gap() -> None:
    hands = Hands(1_000, 0)
    timeline = hands.timeline()
    timeline.go_on_from(900_000)
    hands.pass_by(1_000)
    assert timeline.look_for_gap() is None


@pytest.mark.parametrize("set_ms", [-120_000, -7_200_000, 600_000])
def test_after_a_restart_within_the_same_boot_time_continues_by_the_counter(set_ms: int) -> None:
    hands = Hands(1_700_000_000_000, 5_000)
    before = hands.timeline("b007")
    hands.pass_by(1_000)
    noted, alive_ms = before.boot_instant(), before.now_ms()
    hands.pass_by(12_000, asleep_ms=8_000)
    hands.wall_ms += set_ms
    after = hands.timeline("b007")
    assert after.go_on_from(alive_ms, noted)
    assert after.now_ms() == before.now_ms() == alive_ms + 20_000
    assert after.look_for_gap() is None


@pytest.mark.parametrize(
    ("boot", "counter_ms"), [("b008", 30_000), ("b007", 10), ("", 30_000), ("b008", 10)]
)
def test_after_a_reboot_only_the_wall_clock_is_available(boot: str, counter_ms: int) -> None:
    hands = Hands(1_700_000_000_000, 5_000)
    before = hands.timeline("b007")
    noted, alive_ms = before.boot_instant(), before.now_ms()
    hands.wall_ms += 90_000
    hands.steady_ms = hands.awake_ms = counter_ms
    after = hands.timeline(boot)
    assert not after.go_on_from(alive_ms, noted)
    assert after.now_ms() == alive_ms + 90_000


def test_the_counter_is_ignored_if_another_program_has_written_to_the_log_since() -> None:
    """A Flagfall that notes no counter wrote rows by a clock that was ahead."""
    hands = Hands(1_700_000_000_000, 5_000)
    before = hands.timeline("b007")
    noted = before.boot_instant()
    hands.pass_by(20_000)
    after = hands.timeline("b007")
    assert not after.go_on_from(before.now_ms() + 600_000, noted)
    assert after.now_ms() == before.now_ms() + 600_000


def test_a_machine_without_a_boot_name_saves_no_instant() -> None:
    hands = Hands(1_700_000_000_000, 5_000)
    assert hands.timeline().boot_instant() == ""
    assert SetTimeline(7).boot_instant() == ""


def test_an_ordinary_second_is_no_gap() -> None:
    hands = Hands(50_000, 0)
    timeline = hands.timeline()
    for _ in range(100):
        hands.pass_by(1_000)
        assert timeline.look_for_gap() is None


@pytest.mark.parametrize("jump_ms", [3_600_000, 300_000, 6_000, -3_600_000, 93_600_000])
def test_setting_the_wall_clock_neither_moves_time_nor_makes_a_gap(jump_ms: int) -> None:
    hands = Hands(1_000_000_000, 0)
    timeline = hands.timeline()
    hands.pass_by(1_000)
    hands.wall_ms += jump_ms
    assert timeline.look_for_gap() is None
    assert timeline.now_ms() == 1_000_001_000
    hands.pass_by(1_000)
    assert timeline.look_for_gap() is None
    assert timeline.now_ms() == 1_000_002_000


def test_sleep_appears_as_a_gap_and_the_time_has_advanced() -> None:
    hands = Hands(10_000, 0)
    timeline = hands.timeline()
    hands.pass_by(1_000)
    assert timeline.look_for_gap() is None
    hands.pass_by(500, asleep_ms=192_000)
    assert timeline.now_ms() == 203_500
    assert timeline.look_for_gap() == Gap(11_000, 203_500, asleep=True)
    assert timeline.now_ms() == 203_500
    hands.pass_by(1_000)
    assert timeline.look_for_gap() is None


def test_a_suspended_process_appears_as_a_gap() -> None:
    hands = Hands(10_000, 0)
    timeline = hands.timeline()
    hands.pass_by(GAP_MS + 1)
    assert timeline.look_for_gap() == Gap(10_000, 15_001, asleep=False)


def test_a_slightly_late_loop_is_no_gap() -> None:
    hands = Hands(10_000, 0)
    timeline = hands.timeline()
    hands.pass_by(GAP_MS)
    assert timeline.look_for_gap() is None


STEPS = st.tuples(st.integers(0, 20_000), st.integers(0, 100_000), st.integers(-100_000, 100_000))


@given(st.lists(STEPS, max_size=60))
def test_time_never_goes_back(steps: list[tuple[int, int, int]]) -> None:
    hands = Hands(1_000_000_000, 7)
    timeline = hands.timeline()
    before = timeline.now_ms()
    for passed, slept, set_by in steps:
        hands.pass_by(passed, asleep_ms=slept)
        hands.wall_ms += set_by
        assert timeline.now_ms() >= before
        gap = timeline.look_for_gap()
        assert gap is None or gap.from_ms < gap.to_ms == timeline.now_ms()
        before = timeline.now_ms()


def test_a_call_on_the_wall_timeline_comes_when_it_is_due(
    loop: asyncio.AbstractEventLoop,
) -> None:
    timeline = WallTimeline()
    called = loop.create_future()
    due = timeline.now_ms() + 30
    timeline.call_at(loop, due, lambda: called.set_result(timeline.now_ms()))
    assert loop.run_until_complete(asyncio.wait_for(called, 60)) >= due


def test_an_overdue_call_is_made_at_once(loop: asyncio.AbstractEventLoop) -> None:
    timeline = WallTimeline()
    called = loop.create_future()
    timeline.call_at(loop, timeline.now_ms() - 10_000, lambda: called.set_result(None))
    loop.run_until_complete(asyncio.wait_for(called, 60))


def test_a_set_timeline_makes_due_calls_in_order_of_time(
    loop: asyncio.AbstractEventLoop,
) -> None:
    timeline, called = SetTimeline(1_000), []
    timeline.call_at(loop, 1_300, lambda: called.append("later"))
    timeline.call_at(loop, 1_200, lambda: called.append("sooner"))
    timeline.call_at(loop, 1_301, lambda: called.append("not yet"))
    timeline.call_at(loop, 1_250, lambda: called.append("called off")).cancel()
    timeline.move_by(300)
    turn(loop)
    assert called == ["sooner", "later"]
    assert timeline.now_ms() == 1_300


def test_a_set_timeline_makes_overdue_calls_at_once(loop: asyncio.AbstractEventLoop) -> None:
    timeline, called = SetTimeline(1_000), []
    timeline.call_at(loop, 1_000, lambda: called.append("now"))
    turn(loop)
    assert called == ["now"]


def test_a_set_timeline_does_not_go_back_and_sees_no_gaps() -> None:
    timeline = SetTimeline(5_000)
    timeline.move_to(4_000)
    timeline.go_on_from(3_000)
    assert timeline.now_ms() == 5_000
    assert timeline.look_for_gap() is None


def test_a_set_timeline_ignores_a_closed_loop() -> None:
    timeline, loop = SetTimeline(0), asyncio.new_event_loop()
    timeline.call_at(loop, 10, lambda: None)
    loop.close()
    timeline.move_to(20)
    assert timeline.now_ms() == 20
