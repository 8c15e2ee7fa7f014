"""Clocks that were away and are back, in virtual time: what happened meanwhile is caught up on."""

import pytest

from app.clock.drivers.driver import Reading
from app.clock.hall.clock import TOO_LATE
from app.clock.hall.hall import ClocksSnapshot
from app.clock.links.serial import PortInfo
from app.clock.ports.port import Stage
from app.emulators.dgt.board import EmulatedDgtBoard
from app.emulators.faults import LineFault
from app.engine.acts.table import AdjustClock, PauseClock, ResumeClock, StartClock
from app.engine.side import Side
from app.ui.pages.clocks.rows import clock_rows
from app.views.table.organizer_acts import open_words
from app.views.table.table import table_view
from tests.clock.games import MINUTE, agrees, begin, room_with
from tests.clock.hall.one_clock import HOUR, begun
from tests.clock.virtual_room import VirtualHall, left_of


@pytest.mark.parametrize(("kind", "presses"), [("dclk", 3), ("dgt3000", 2), ("upd", 2)])
def test_presses_missed_while_disconnected_are_made_up_for(kind: str, presses: int):
    room, port = room_with(kind)
    begin(room, port)
    for _ in range(4):
        room.run(MINUTE)
        room.press(port)
    room.run(MINUTE)
    room.pull(port)
    for _ in range(presses):
        room.run(MINUTE)
        room.press(port)
    room.run(MINUTE)
    room.plug_in(port)
    room.run(8000)
    assert room.game().play.step == 4 + presses
    agrees(room, port, 1500)


def test_a_clock_unplugged_from_its_board_and_plugged_in_again_is_the_same_clock():
    room, port = room_with("dgt3000")
    board = room.lines[port].device
    assert isinstance(board, EmulatedDgtBoard)
    board.unplug_clock(room.now_ms)
    room.pull(port)
    room.run(3000)
    room.plug_in(port)
    room.run(15_000)
    (clock,) = room.bank.bound.clocks
    assert (clock.name, clock.product, clock.plugged) == ("DGT 3000 02054", "DGT board", False)
    room.touch(port)
    board.plug_clock(room.now_ms)
    room.run(8000)
    (clock,) = room.bank.bound.clocks
    assert (clock.name, clock.product, clock.plugged) == ("DGT 3000 02054", "DGT 3000", True)
    assert clock.seat is not None


def test_a_port_that_returns_under_another_name_is_opened_at_once():
    room, port = room_with("dclk")
    line = room.lines[port]
    room.lines["ttyUSB7"] = line
    room.asked.clear()
    room.supervisor.listed([PortInfo("ttyUSB7", port, "", 0x0403, 1)])
    assert room.asked == [115200]
    assert room.port(port).stage is Stage.ASKING
    del room.lines["ttyUSB7"]


def test_a_slow_clock_that_has_answered_is_not_given_up_after_the_first_quick_try():
    room = VirtualHall()
    port = room.plug("dgt3000", ack_from_ms="1900", ack_to_ms="1900")
    room.run(12_000)
    assert room.asked == [115200, 9600]
    assert room.port(port).stage is Stage.READY


def test_a_clock_that_returns_stopped_pauses_its_game():
    hall = begun()
    hall.hear(Reading(hall.later(1000), HOUR - 1000, HOUR, None))
    assert hall.game().play.ticking  # it was only started a moment ago
    hall.bank.went("c", "Away.")
    hall.bank.came("c", hall.told)
    hall.hear(Reading(hall.later(20_000), HOUR - 1000, HOUR, None))
    assert not hall.game().play.ticking
    assert left_of(hall.game(), Side.RED, hall.now_ms) == HOUR - 1000


def test_a_clock_that_counts_whole_minutes_starts_its_game_without_a_notice():
    room, port = room_with("hourglass")
    begin(room, port)
    clock = room.clock(port)
    assert clock is not None
    assert clock.notice == ""


def test_a_clock_unplugged_while_being_set_asks_for_its_times_to_be_compared():
    room, port = room_with("dclk", answer_ms="190")
    begin(room, port)
    room.run(MINUTE)
    room.do(AdjustClock(1, Side.RED, -5000, "talked"))
    room.pull(port)
    room.run(3000)
    room.plug_in(port)
    room.run(1900)
    assert "offline while it was being set" in room.bank.bound.clocks[0].notice


def test_a_clock_that_accepted_its_times_before_its_line_was_lost_is_believed():
    room, port = room_with("dclk", answer_ms="190")
    begin(room, port)
    room.run(MINUTE)
    room.do(AdjustClock(1, Side.RED, -10 * MINUTE, "talked"))
    while room.lines[port].truth(room.now_ms).left_ms > 50 * MINUTE:
        room.run(10)
    room.pull(port)  # it has them, and nobody heard that it has
    room.run(3000)
    room.plug_in(port)
    room.run(8000)
    (clock,) = room.bank.bound.clocks
    assert clock.reading is not None
    assert clock.reading.left_ms == room.lines[port].truth(room.now_ms).left_ms


def test_a_clock_that_missed_the_start_keeps_the_time_after_it_is_seated_in_a_pause():
    room, port = room_with("dclk")
    room.pull(port)
    room.run(2500)
    room.do(StartClock(1, Side.RED))
    room.plug_in(port)
    room.run(9000)
    play = room.game().play
    assert (play.clock_holds, play.clock_left) == (False, True)
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert row.notice == TOO_LATE
    assert row.urgent
    assert open_words(table_view(room.desk.state, room.game())).startswith(
        "The program keeps the time"
    )
    room.do(PauseClock(1, "The clock"))
    clock = room.clock(port)
    assert clock is not None
    seat = clock.seat
    assert room.bank.seating.seat(clock.name, None) == ""
    assert room.bank.seating.seat(clock.name, seat) == ""
    room.do(ResumeClock(1))
    room.run(5000)
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert room.game().play.clock_holds
    assert not room.game().play.clock_left
    assert (row.notice, row.urgent) == ("", False)


SETTABLE = ["dclk", "dgt3000", "upd"]


def is_set(room: VirtualHall, port: str) -> bool:
    truth = room.lines[port].truth(room.now_ms)
    return (truth.left_ms, truth.right_ms) == (HOUR, HOUR)


@pytest.mark.parametrize("kind", SETTABLE)
def test_a_clock_away_when_the_round_was_set_is_set_on_its_return(kind: str):
    room, port = room_with(kind)
    room.pull(port)
    room.run(2500)
    assert next(room.bank.set_for_round()) == (
        "No clock answers at table 1: it will be set when it is back."
    )
    room.plug_in(port)
    room.run(15_000)
    assert is_set(room, port)
    (clock,) = room.bank.bound.clocks
    assert clock.sentence == ""


@pytest.mark.parametrize("kind", SETTABLE)
def test_a_clock_that_falls_silent_while_being_set_is_set_on_its_return(kind: str):
    room, port = room_with(kind)
    line = room.lines[port]
    line.mischief.order(LineFault.FREEZE, room.now_ms)
    while line.mischief.may(LineFault.FREEZE):
        room.run(10)
    words = room.bank.set_for_round()
    assert next(words) == ""
    while room.bank.bound.clocks[0].online:
        room.run(10)
    assert next(words) == ("No clock answers at table 1: it will be set when it is back.")
    room.run(20_000)
    assert is_set(room, port)
    (clock,) = room.bank.bound.clocks
    assert clock.sentence == ""


def test_a_clock_that_returns_after_its_game_began_is_left_alone():
    room, port = room_with("dclk")
    room.pull(port)
    room.run(2500)
    next(room.bank.set_for_round())
    room.do(StartClock(1, Side.RED))
    room.plug_in(port)
    room.run(9000)
    (row,) = clock_rows(ClocksSnapshot(room.supervisor.ports, room.bank.bound.clocks), room.now_ms)
    assert row.notice == TOO_LATE
    assert not is_set(room, port)


def test_a_clock_that_refused_its_times_still_says_so_when_it_is_back():
    room, port = room_with("dgt3000")
    board = room.lines[port].device
    assert isinstance(board, EmulatedDgtBoard)
    board.set_option(1, room.now_ms)
    room.bank.set_for_round()
    room.run(4000)
    assert "Choose option 25 on it" in room.bank.bound.clocks[0].sentence
    room.pull(port)
    room.run(3000)
    room.plug_in(port)
    room.run(9000)
    assert "Choose option 25 on it" in room.bank.bound.clocks[0].sentence
