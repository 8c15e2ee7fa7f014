"""Clocks bound to tables by hand and by plunger, in virtual time."""

import pytest

from app.clock.drivers.driver import Hand, Pressed
from app.clock.hall.clock import Seat
from app.emulators.device import DeviceSide
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import (
    PauseClock,
    StartClock,
)
from app.engine.side import Side
from tests.clock.games import begin, room_with
from tests.clock.virtual_room import VirtualHall, left_of

RED, BLUE = Side.RED, Side.BLUE
MINUTE = 60_000


def test_the_sides_of_a_clock_can_be_swapped():
    room, port = room_with("dclk")
    clock = room.clock(port)
    assert clock is not None
    assert room.bank.seating.seat(clock.name, Seat(1, BLUE)) == ""
    room.bank.set_for_round()
    room.do(StartClock(1, RED))
    room.run(2000)
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.RIGHT
    room.run(MINUTE)
    assert left_of(room.game(), RED, room.now_ms) < left_of(room.game(), BLUE, room.now_ms)


def test_a_plunger_binds_its_clock_to_the_table_that_waits_for_it():
    room = VirtualHall(2)
    first, second = room.plug("dclk", uid="AAAA0001"), room.plug("dclk", uid="AAAA0002")
    room.run(9000)
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    room.do(StartRound(1))
    room.bank.seating.await_press(2)
    assert room.bank.seating.awaiting == 2
    for port in (first, second):  # a clock in no game tells presses when it counts
        clock = room.clock(port)
        assert clock is not None
        assert clock.seat is None
    room.lines[second].device.receive(b"", room.now_ms)
    clock = room.clock(second)
    assert clock is not None
    room.bank.receive(clock.name, Pressed(room.now_ms, Hand.LEFT))
    assert room.bank.seating.awaiting is None
    seated = room.bank.bound.clock_at(2)
    assert seated is not None
    assert seated.name == clock.name


@pytest.mark.parametrize("kind", ["dclk", "dgt3000"])
def test_pressing_the_plunger_of_a_stopped_clock_binds_it_too(kind):
    room = VirtualHall(1)
    port = room.plug(kind)
    room.run(30_000)
    room.bank.seating.await_press(1)
    for hand in (DeviceSide.LEFT, DeviceSide.RIGHT):
        room.press(port, hand)
        room.run(3000)
    clock = room.clock(port)
    assert clock is not None
    assert clock.seat == Seat(1)
    assert room.bank.seating.awaiting is None


def test_two_clocks_cannot_claim_one_table():
    room = VirtualHall()
    first, second = room.plug("dclk", uid="AAAA0001"), room.plug("dclk", uid="AAAA0002")
    room.run(9000)
    room.seat(first, 1)
    clock = room.clock(second)
    assert clock is not None
    said = room.bank.seating.seat(clock.name, Seat(1))
    assert said.startswith("Table 1 already has a clock")
    one = room.clock(first)
    assert one is not None
    assert room.bank.seating.seat(one.name, None) == ""
    assert room.bank.seating.seat(clock.name, Seat(1)) == ""


def test_two_clocks_that_say_they_are_the_same_are_told_apart_by_their_ports():
    room = VirtualHall()
    room.plug("dclk")
    room.plug("dclk")
    room.run(9000)
    names = {clock.name for clock in room.bank.bound.clocks}
    assert len(names) == 2
    assert any(" at port" in name for name in names)


def test_a_clock_timing_a_running_game_cannot_be_taken_away():
    room, port = room_with("dclk")
    begin(room, port)
    clock = room.clock(port)
    assert clock is not None
    assert room.bank.seating.seat(clock.name, None).startswith("Pause table 1 first")
    room.do(PauseClock(1, "swap"))
    assert room.bank.seating.seat(clock.name, None) == ""
    assert not room.game().play.clock_holds
