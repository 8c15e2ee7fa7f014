"""Clocks and games as one, in virtual time: emulated devices, real drivers, an event in memory."""

import pytest

from app.clock.drivers.driver import Drift
from app.clock.hall.clock import Seat
from app.clock.hall.play import adopt
from app.clock.ports.port import Stage
from app.emulators.device import DeviceSide
from app.emulators.faults import LineFault
from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.results import How
from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    HandBack,
    Interrupt,
    PauseClock,
    ResumeClock,
    Rule,
    StartClock,
    TurnEnded,
)
from app.engine.table.game import Game
from app.views.table.clock_presses import clock_presses
from tests.clock.games import BLUE, MINUTE, RED, agrees, begin, room_with
from tests.clock.virtual_room import VirtualHall, left_of

SWITCHES = (TurnEnded, Interrupt, HandBack)
KINDS = ("dgt3000", "dgtxl", "dclk", "upd", "hourglass", "openchess")


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_played_by_the_lever_alone(kind):
    room, port = room_with(kind, **({"resets_on_open": "1"} if kind == "openchess" else {}))
    assert room.game().play.clock_holds
    begin(room, port)
    for _ in range(9):
        room.run(MINUTE)
        room.press(port)
    room.run(5000)
    assert room.game().play.step == 9
    agrees(room, port, 1500)


@pytest.mark.parametrize("bits", ["recorded", "header", "both", "none"])
def test_a_board_s_turn_bits_never_end_a_turn(bits):
    room, port = room_with("dgt3000", turn_bits=bits)
    begin(room, port)
    for _ in range(5):
        room.run(20_000)
        room.press(port)
    room.run(5000)
    assert room.game().play.step == 5
    assert not [mark for mark in room.game().marks if isinstance(mark, ClockPaused)]
    agrees(room, port, 1500)


@pytest.mark.parametrize("wait_ms", range(0, 60, 4))
@pytest.mark.parametrize("kind", ["dgt3000", "dclk", "upd"])
def test_a_game_started_while_its_clock_is_being_set_for_it_runs_on_both(kind, wait_ms):
    room, port = room_with(kind)
    room.bank.set_for_round()
    room.run(wait_ms)
    room.do(StartClock(1, RED))
    room.run(8000)
    assert not [mark for mark in room.game().marks if isinstance(mark, ClockPaused)]
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.LEFT


@pytest.mark.long
@pytest.mark.parametrize("kind", ["dgt3000", "dclk", "upd"])
def test_a_flag_on_the_clock_ends_the_game(kind):
    room, port = room_with(kind)
    begin(room, port)
    for _ in range(4):
        room.run(20_000)
        room.press(port)
    room.run(61 * MINUTE)
    truth = room.lines[port].truth(room.now_ms)
    assert truth.flagged is DeviceSide.LEFT
    play = room.game().play
    assert play.flag is not None or play.ending is not None
    assert left_of(room.game(), RED, room.now_ms) == 0


def test_no_flag_is_computed_while_the_clock_is_away():
    room, port = room_with("dclk")
    begin(room, port)
    room.pull(port)
    room.run(70 * MINUTE)
    assert room.game().play.in_progress
    clock = room.bank.bound.clock_at(1)
    assert clock is not None
    assert not clock.online
    assert "unplugged" in clock.notice or "pulled" in clock.notice


@pytest.mark.parametrize("kind", ["dgt3000", "dclk", "upd", "hourglass"])
def test_a_clock_that_was_away_comes_back_with_its_own_time(kind):
    room, port = room_with(kind)
    begin(room, port)
    for _ in range(5):
        room.run(MINUTE)
        room.press(port)
    room.run(10_000)
    room.pull(port)
    room.run(50_000)
    if kind != "hourglass":  # it says the time of one side only
        room.press(port)  # nobody sees it
    room.run(40_000)
    room.plug_in(port)
    room.run(8000)
    assert room.port(port).stage is Stage.READY
    agrees(room, port, 1500)
    assert room.game().play.runner is (BLUE if kind == "hourglass" else RED)


def test_a_clock_on_another_port_is_the_same_clock():
    room, port = room_with("dclk")
    begin(room, port)
    room.run(MINUTE)
    room.pull(port)
    room.run(3000)
    room.lines["other"] = room.lines.pop(port)
    room.plug_in("other")
    room.run(9000)
    clock = room.clock("other")
    assert clock is not None
    assert clock.seat == Seat(1)
    agrees(room, "other", 100)


def test_the_organizer_s_changes_reach_the_clock_too():
    room, port = room_with("dclk")
    begin(room, port)
    room.do(PauseClock(1, "dispute"))
    room.run(1000)
    assert room.lines[port].truth(room.now_ms).running is None
    room.do(AdjustClock(1, BLUE, -5 * MINUTE, "late"))
    room.run(1000)
    assert room.lines[port].truth(room.now_ms).right_ms == 55 * MINUTE
    room.do(ResumeClock(1))
    room.run(2000)
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.LEFT
    room.do(AdjustClock(1, RED, MINUTE, "found"))
    room.run(2000)
    agrees(room, port, 50)
    assert room.game().play.ticking


def test_a_clock_that_takes_no_orders_has_to_be_set_by_hand():
    room, port = room_with("openchess", resets_on_open="1")
    begin(room, port)
    room.do(PauseClock(1, "dispute"))
    clock = room.clock(port)
    assert clock is not None
    assert clock.sentence == (
        "The organizer changed this game’s clock: do the same on the clock itself."
    )
    assert next(room.bank.set_for_round()) == "No clock here can be set."


def test_a_clock_stopped_at_the_table_pauses_its_game():
    room, port = room_with("dgt3000")
    begin(room, port)
    room.lines[port].start_stop(room.now_ms)
    room.touch(port)
    room.run(3000)
    assert room.game().play.pause is not None
    room.lines[port].start_stop(room.now_ms)
    room.touch(port)
    room.run(3000)
    assert room.game().play.ticking


def test_a_quick_press_back_is_an_interrupt():
    room, port = room_with("dclk")
    begin(room, port)
    for _ in range(6):
        room.run(MINUTE)
        room.press(port)
    room.run(10_000)
    room.press(port)
    room.run(2000)
    assert room.game().play.step == 5
    assert [row.words for row in clock_presses(room.game())[-2:]] == [
        "interrupt",
        "handed the clock back",
    ]


def test_a_clock_with_more_time_than_its_game_is_questioned_from_its_first_message():
    room, port = room_with("dgt3000", option="1", left_ms="6000000", right_ms="6000000")
    room.lines[port].start_stop(room.now_ms)
    room.touch(port)
    room.run(6000)
    clock = room.clock(port)
    assert clock is not None
    assert clock.notice.startswith("It shows 1:40:00 and 1:40:00; the game has 1:00:00")
    assert left_of(room.game(), BLUE, room.now_ms) == 60 * MINUTE


def test_the_organizer_decides_about_a_clock_set_to_a_different_time():
    room, port = room_with("dgt3000", option="1", left_ms="1800000", right_ms="1800000")
    room.lines[port].start_stop(room.now_ms)
    room.touch(port)
    room.run(6000)
    clock = room.clock(port)
    assert clock is not None
    assert clock.notice == (
        "It shows 30:00 and 30:00; the game has 1:00:00 and 1:00:00."
        " Set the clock, or take its times."
    )
    assert left_of(room.game(), BLUE, room.now_ms) == 60 * MINUTE
    adopt(room.bank.bound, clock.name)
    assert left_of(room.game(), BLUE, room.now_ms) == 30 * MINUTE


def test_a_clock_with_too_much_drift_keeps_no_game_s_time():
    room, port = room_with("dclk")
    clock = room.clock(port)
    assert clock is not None
    room.bank.receive(clock.name, Drift(room.now_ms, 1600))
    room.do(HoldTime(1, by_clock=False))
    assert not room.game().play.clock_holds
    said = room.bank.bound.clock_at(1)
    assert said is not None
    assert "1600 millionths" in said.notice


def test_the_program_keeps_the_time_if_the_clock_is_away_before_the_game():
    room, port = room_with("dclk")
    assert room.game().play.clock_holds
    room.pull(port)
    room.run(3000)
    assert not room.game().play.clock_holds
    room.plug_in(port)
    room.run(6000)
    assert room.game().play.clock_holds
    holds = [record for record in room.desk.records if isinstance(record.event, HoldTime)]
    assert [hold.event.by_clock for hold in holds] == [True, False, True]


def test_the_clock_may_be_pressed_freely_after_the_game():
    room, port = room_with("dclk")
    begin(room, port)
    room.do(Rule(1, RED, How.ASSASSINATION, "seen"))
    before = game_rows(room)
    room.press(port)
    room.run(5 * MINUTE)
    assert game_rows(room) == before


def game_rows(room: VirtualHall) -> tuple[int, Game]:
    return len(room.desk.records), room.game()


@pytest.mark.parametrize("apart_ms", [300, 1500, 20_000])
def test_each_press_whose_line_was_lost_is_recorded_exactly_once(apart_ms):
    room, port = room_with("dclk")
    begin(room, port)
    room.run(30_000)
    pressed = []
    for press in range(3):
        if press != 1:
            room.lines[port].mischief.order(LineFault.DROP_LINE, room.now_ms)
        pressed.append(room.now_ms)
        room.press(port)
        room.run(apart_ms)
    room.run(5000)
    marks = [mark for mark in room.game().marks if isinstance(mark, SWITCHES)]
    assert [abs(mark.at_ms - at_ms) <= 20 for mark, at_ms in zip(marks, pressed, strict=True)] == [
        True
    ] * 3
    clock = room.clock(port)
    assert clock is not None
    assert clock.notice == ""
    agrees(room, port, 100)
