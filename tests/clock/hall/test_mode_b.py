"""A DCLK clock that somebody has left in mode B: it has plungers, and no time of its own."""

import pytest

from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide
from app.engine.acts.table import PauseClock, ResumeClock, StartClock
from app.engine.side import Side
from tests.clock.games import room_with
from tests.clock.virtual_room import VirtualHall, left_of

MINUTE = 60_000


def left_in_b() -> tuple[VirtualHall, str]:
    return room_with("dclk", buttons_only="1")


def test_a_clock_in_mode_b_leaves_the_time_to_the_program_and_the_reason_is_shown():
    room, port = left_in_b()
    clock = room.clock(port)
    assert clock is not None
    assert not clock.abilities.holds_time
    assert not room.game().play.clock_holds
    assert "mode B" in clock.sentence


def test_the_plungers_of_a_clock_in_mode_b_play_the_game():
    room, port = left_in_b()
    room.do(StartClock(1, Side.RED))
    room.run(MINUTE)
    room.press(port, DeviceSide.LEFT)
    room.run(MINUTE)
    assert (room.game().play.step, room.game().play.runner) == (1, Side.BLUE)
    for side in Side:
        assert abs(left_of(room.game(), side, room.now_ms) - 59 * MINUTE) < 100


def test_the_flag_falls_by_the_programs_time():
    room, _ = left_in_b()
    room.do(StartClock(1, Side.RED))
    play = room.game().play
    assert play.clock is not None
    assert play.clock.deadline() is not None


def test_a_clock_that_keeps_time_again_may_keep_the_next_game_s():
    room, port = left_in_b()
    room.lines[port].device.power_cycle(room.now_ms)
    room.touch(port)
    room.run(9000)
    clock = room.clock(port)
    assert clock is not None
    assert clock.abilities.holds_time
    assert "mode B" not in clock.sentence
    assert room.game().play.clock_holds


STATES = ("not begun", "deployment", "turn", "interrupt", "paused", "fallen")


def brought_to(state: str) -> tuple[VirtualHall, str]:
    room, port = left_in_b()
    if state == "not begun":
        return room, port
    room.do(StartClock(1, Side.RED))
    for hand in (DeviceSide.LEFT, DeviceSide.RIGHT) * 2 if state in {"turn", "interrupt"} else ():
        room.run(MINUTE)
        room.press(port, hand)
    if state == "interrupt":
        room.run(MINUTE)
        room.press(port, DeviceSide.LEFT)
    if state == "paused":
        room.do(PauseClock(1, "Lunch"))
    room.run(61 * MINUTE if state == "fallen" else 2000)
    return room, port


@pytest.mark.parametrize("powered", ["no", "yes"])
@pytest.mark.parametrize("state", STATES)
def test_pulling_the_cable_changes_nothing_in_the_game_in_any_state(
    state: str, powered: str
) -> None:
    room, port = brought_to(state)
    before, now_ms = room.game(), room.now_ms
    room.pull(port)
    if powered == "yes":
        room.lines[port].device.power_cycle(room.now_ms)
    room.run(4000)
    clock = room.bank.bound.clock_at(1)
    assert clock is not None
    assert not clock.online
    room.plug_in(port)
    room.run(20_000)
    assert room.port(port).stage is Stage.READY
    play = room.game().play
    assert (play.step, play.pause is None) == (before.play.step, before.play.pause is None)
    assert play.clock_holds is (powered == "yes" and state == "not begun")
    if before.play.ticking:
        gone_ms = room.now_ms - now_ms
        side = before.play.runner
        assert left_of(before, side, now_ms) - left_of(room.game(), side, room.now_ms) == gone_ms
    if state == "paused":
        room.do(ResumeClock(1))
        room.run(1000)
    if powered == "no" and state != "fallen" and room.game().play.ticking:
        runner = room.game().play.runner
        room.press(port, DeviceSide.LEFT if runner is Side.RED else DeviceSide.RIGHT)
        room.run(1000)
        assert room.game().play.runner is runner.other


def test_setting_a_clock_in_mode_b_is_refused_with_a_notice():
    room, port = left_in_b()
    clock = room.clock(port)
    assert clock is not None
    handle = room.bank.bound.places[clock.name].handle
    assert handle is not None
    handle.set_times(MINUTE, MINUTE, room.now_ms)
    handle.run(DeviceSide.LEFT, room.now_ms)
    room.run(1000)
    clock = room.clock(port)
    assert clock is not None
    assert clock.sentence == "This clock keeps no time; it only has buttons."
