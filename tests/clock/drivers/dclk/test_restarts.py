"""DCLK clocks that lost their power, or only their line."""

import pytest

from app.clock.drivers.dclk.driver import Known
from app.clock.drivers.driver import (
    Doubted,
    Failed,
    Hand,
    Pressed,
    Reading,
    Restarted,
    Stopped,
)
from tests.clock.drivers.dclk_bench import Clock, asked, met, running, sealed, watch
from tests.clock.drivers.line import START_MS, only

L, R = Hand.LEFT, Hand.RIGHT


def test_a_clock_that_lost_power_has_restarted() -> None:
    clock = Clock()
    line = running(clock)
    line.driver.run(R, line.now_ms)
    clock.mute = True
    line.wait(100)
    line.driver.identify(line.now_ms)
    clock.mute = False
    line.hear(clock.restart(line.now_ms))
    line.wait(300)
    assert len(only(line.heard, Restarted)) == 1
    assert asked(line, Failed) == ["run", "identify"]
    assert only(line.heard, Reading)[-1].left_ms == 0
    assert not only(line.heard, Doubted)


def test_a_restart_during_a_ping_fails_no_order() -> None:
    clock = Clock()
    line = running(clock)
    clock.mute = True
    line.wait(1000)
    assert line.sent[-1][1].split()[1] == b"PING"
    line.hear(clock.restart(line.now_ms))
    line.wait(100)
    assert asked(line, Failed) == []


def test_a_restart_whose_greeting_was_lost_is_detected_by_asking() -> None:
    clock = Clock()
    line = running(clock)
    watch(line, clock, 6)
    clock.restart(line.now_ms)
    watch(line, clock, 4)
    assert len(only(line.heard, Restarted)) == 1
    assert only(line.heard, Reading)[-1].left_ms == 0


def test_a_numbering_that_goes_back_without_a_restart_is_accepted_after_asking() -> None:
    clock = Clock()
    line = running(clock)
    line.hear(clock.press("L", line.now_ms))
    clock.s = 0
    watch(line, clock, 5)
    assert not only(line.heard, Restarted)
    assert only(line.heard, Reading)[-1].at_ms == line.now_ms

    greetings = clock.commands.count("HELLO")
    watch(line, clock, 8)
    assert clock.commands.count("HELLO") == greetings, "it has answered"


def test_reopening_the_line_to_a_clock_that_kept_running_is_no_restart() -> None:
    clock = Clock()
    line = running(clock)
    line.wait(1000)
    line.heard.clear()
    line.driver.opened(line.now_ms)
    clock.press("L", line.now_ms)
    line.wait(4000)
    assert not only(line.heard, Restarted)
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L]


@pytest.mark.parametrize(("boot", "restarted"), [(41, 0), (40, 1)])
def test_a_restart_since_the_program_s_last_run_is_detected_by_the_boot_number(
    boot: int, restarted: int
) -> None:
    line = met(Clock(), Known("5A3F01C2", boot))
    assert len(only(line.heard, Restarted)) == restarted


def test_another_clock_on_the_line_is_no_restart() -> None:
    line = met(Clock(), Known("00000001", 7))
    assert not only(line.heard, Restarted)


class KeepingClock(Clock):
    """Holds its game while it has no power; it stands afterwards, and its counter begins again."""

    def hi(self) -> bytes:
        return sealed(super().hi().decode().partition("*")[0] + " game=1")

    def restart(self, now_ms: int) -> bytes:
        self.settle(now_ms)
        self.boot += 1
        self.zero_ms, self.start_t, self.since = now_ms, 0, 0
        return b"\n" + self.hi() + self.event("PAUSE", now_ms, run="P") + self.state(now_ms)


def test_a_clock_that_kept_its_game_resumes_it_after_a_power_loss() -> None:
    clock = KeepingClock()
    line = running(clock)
    watch(line, clock, 3)
    clock.mute = True
    line.driver.identify(line.now_ms)
    line.wait(100)
    clock.mute = False
    line.heard.clear()
    line.hear(clock.restart(line.now_ms))
    watch(line, clock, 3)
    assert not only(line.heard, Restarted)
    assert not only(line.heard, Doubted)
    assert [stopped.at_ms for stopped in only(line.heard, Stopped)] != []
    assert asked(line, Failed) == ["identify"]
    assert only(line.heard, Reading)[-1].left_ms == clock.times["L"]


def test_the_log_of_an_earlier_game_is_requested_once_it_can_be_dated() -> None:
    clock = KeepingClock()
    clock.press("L", START_MS)
    clock.press("R", START_MS)
    met(clock)
    assert [command.split()[0] for command in clock.commands[:3]] == ["HELLO", "PING", "LOG"]
