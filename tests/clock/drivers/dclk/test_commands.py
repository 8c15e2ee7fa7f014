"""What a DCLK clock is told, and what it answers."""

import pytest

from app.clock.drivers.dclk import driver
from app.clock.drivers.dclk.commands import DclkCommand, DclkOrders
from app.clock.drivers.driver import (
    Doubted,
    Failed,
    Hand,
    OrderDone,
    Reading,
    Started,
    Stopped,
)
from tests.clock.drivers.dclk_bench import Clock, asked, met, running, sealed, watch
from tests.clock.drivers.line import only

L, R = Hand.LEFT, Hand.RIGHT


def test_the_driver_can_set_run_and_stop_a_clock() -> None:
    clock = Clock()
    line = met(clock)
    line.driver.set_times(3_600_000, 1_800_000, line.now_ms)
    line.wait(300)
    line.driver.run(R, line.now_ms)
    line.wait(300)
    line.driver.run(None, line.now_ms)
    line.wait(300)
    assert asked(line, OrderDone) == ["set", "run", "stop"]
    assert [started.running for started in only(line.heard, Started)] == [R]
    assert not only(line.heard, (Stopped, Doubted))
    assert only(line.heard, Reading)[-1].right_ms == 1_799_700


def test_a_running_clock_is_paused_before_it_is_set() -> None:
    clock = Clock()
    line = running(clock)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.driver.set_times(90_000, 90_000, line.now_ms)
    line.wait(900)
    orders = [command for command in clock.commands if not command.startswith("PING")]
    assert orders[-2:] == ["PAUSE", "SET 90000 90000"]  # the first was overtaken
    assert asked(line, OrderDone) == ["set", "set"]
    assert not only(line.heard, Doubted)
    watch(line, clock, 3)
    assert only(line.heard, Reading)[-1].left_ms == 90_000


@pytest.mark.parametrize(("left", "right"), [(359_999_999, 0), (0, 359_999_999)])
def test_the_longest_times_the_clock_can_show_are_set(left: int, right: int) -> None:
    clock = Clock()
    line = met(clock)
    line.driver.set_times(left, right, line.now_ms)
    line.wait(300)
    assert f"SET {left} {right}" in clock.commands
    assert not only(line.heard, Failed)


@pytest.mark.parametrize(("left", "right"), [(360_000_000, 0), (0, 360_000_000), (-1, 0), (0, -1)])
def test_times_beyond_the_clock_s_limits_are_refused(left: int, right: int) -> None:
    line = met(Clock())
    line.driver.set_times(left, right, line.now_ms)
    assert line.driver.due_ms() == line.now_ms
    line.wait(1)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [driver.TOO_LONG]


def test_more_orders_than_can_wait_are_refused() -> None:
    line = met(Clock())
    for _ in range(10):
        line.driver.run(L, line.now_ms)
    line.wait(1)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [driver.BUSY, driver.BUSY]


def test_identifying_a_clock_makes_it_blink() -> None:
    clock = Clock()
    line = met(clock)
    line.driver.identify(line.now_ms)
    line.wait(300)
    assert "IDENT" in clock.commands
    assert asked(line, OrderDone) == ["identify"]


def test_an_unanswered_command_is_sent_four_times_before_the_link_is_lost() -> None:
    clock = Clock()
    line = met(clock)
    clock.mute = True
    line.sent.clear()
    line.driver.run(L, line.now_ms)
    line.wait(950)
    assert len({out for _, out in line.sent}) == 1
    assert len(line.sent) == 4
    line.wait(300)
    line.wait(1)
    assert line.driver.dead == driver.GONE
    assert asked(line, Failed) == ["run"]


def test_an_answer_to_an_unknown_command_is_ignored() -> None:
    line = met(Clock())
    assert line.hear(sealed("OK 77 s=0 t=1")) == []


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("3 badstate", driver.REFUSALS[3]),
        ("4 unsupported", driver.REFUSALS[4]),
        ("1 syntax", driver.NOT_UNDERSTOOD),
    ],
)
def test_a_refused_command_is_reported_as_a_readable_sentence(error: str, sentence: str) -> None:
    clock = Clock()
    line = met(clock)
    clock.errors = {"SET": [error]}
    line.driver.set_times(1, 1, line.now_ms)
    line.wait(300)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [sentence]


def test_a_refused_internal_pause_is_not_reported() -> None:
    clock = Clock()
    line = running(clock)
    clock.errors = {"PAUSE": ["3 badstate"]}
    line.driver.set_times(1, 1, line.now_ms)
    line.wait(300)
    assert asked(line, Failed) == []


def test_a_clock_about_to_run_is_paused_before_it_is_set_again() -> None:
    """Between its answer and the state that shows it running."""
    clock = Clock()
    line = met(clock)
    line.answer = lambda sent, now_ms: clock(sent, now_ms).splitlines(keepends=True)[0]
    line.driver.run(L, line.now_ms)
    line.wait(10)
    assert asked(line, OrderDone) == ["run"]
    line.answer = clock
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(300)
    steering = [command for command in clock.commands if not command.startswith("PING")]
    assert steering[-4:] == ["RUN L", "PAUSE", "SET 60000 60000", "RUN L"]


def test_a_busy_clock_is_asked_again_every_second_up_to_five_times() -> None:
    clock = Clock()
    line = met(clock)
    clock.errors = {"RUN": ["5 busy", "5 busy"]}
    line.driver.run(L, line.now_ms)
    line.wait(4000)
    assert asked(line, OrderDone) == ["run"]
    clock.errors = {"RUN": ["5 busy"] * 9}
    line.driver.run(R, line.now_ms)
    line.wait(9000)
    assert len(clock.errors["RUN"]) == 9 - 1 - driver.BUSY_TRIES
    assert driver.BUSY_TRIES == 5
    assert [failed.sentence for failed in only(line.heard, Failed)] == [driver.REFUSALS[5]]


def test_a_command_is_sent_four_times_three_tenths_of_a_second_apart() -> None:
    orders = DclkOrders()
    assert orders.due_ms is None
    orders.add(DclkCommand("RUN L", "run"))
    assert orders.due_ms == 0
    line, vain = orders.step(1000)
    assert (line, vain) == (sealed("@0 RUN L"), None)
    assert orders.due_ms == 1300
    for sent_ms in (1300, 1600, 1900):
        assert orders.step(sent_ms - 1) == (b"", None)
        assert orders.step(sent_ms) == (line, None)
    assert orders.step(2199) == (b"", None)
    assert orders.step(2200) == (b"", DclkCommand("RUN L", "run"))
    assert not orders.busy


def test_command_ids_run_from_0_to_255_and_wrap_around() -> None:
    orders = DclkOrders()
    for number in [*range(256), 0, 1]:
        orders.add(DclkCommand("HELLO"))
        assert orders.step(0)[0].startswith(b"@%d HELLO" % number)
        assert orders.answered(number + 1) is None
        assert orders.answered(number) is not None


@pytest.mark.parametrize("order", ["set", "run", "stop"])
def test_a_clock_in_buttons_only_mode_is_neither_set_started_nor_stopped(order: str) -> None:
    clock = Clock()
    line = met(clock)
    clock.mode = "B"
    line.hear(clock.state(line.now_ms))
    clock.commands.clear()
    if order == "set":
        line.driver.set_times(60_000, 60_000, line.now_ms)
    else:
        line.driver.run(R if order == "run" else None, line.now_ms)
    line.wait(100)
    (failed,) = only(line.heard, Failed)
    assert (failed.request, failed.sentence) == (order, driver.NO_TIME)
    assert clock.commands == []


def test_unexpected_times_after_a_refused_setting_are_questioned() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 3)
    clock.errors = {"SET": ["3"]}
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(1000)
    assert asked(line, Failed) == ["set"]
    clock.times["L"] -= 600_000
    line.hear(clock.state(line.now_ms))
    assert only(line.heard, Doubted)
