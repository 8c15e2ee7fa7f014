"""Clocks that lost their power, in virtual time: the organizer is asked before anything runs."""

import pytest

from app.clock.drivers.driver import Abilities, Hand, Reading, Restarted, Started
from app.clock.hall.clock import Clock
from app.clock.hall.play import adopt
from app.emulators.device import DeviceSide
from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.results import How
from app.engine.acts.table import AdjustClock, PauseClock, ResumeClock, Rule
from app.engine.side import Side
from app.views.table.clock_face import face
from app.views.table.organizer_acts import open_words
from app.views.table.table import table_view
from tests.clock.games import MINUTE, agrees, begin, room_with
from tests.clock.hall.one_clock import HOUR, Hall, begun
from tests.clock.virtual_room import VirtualHall, left_of

RED, BLUE = Side.RED, Side.BLUE
SETS = Abilities(holds_time=True, sets=True, runs=True)


def clock(room: VirtualHall) -> Clock:
    (one,) = room.bank.bound.clocks
    return one


def lost(*, powered: bool = False) -> tuple[VirtualHall, str]:
    """A game of eleven minutes whose clock lost its power for ten seconds."""
    room, port = room_with("dclk", **({"powered": "1", "boot_ms": "500"} if powered else {}))
    begin(room, port)
    room.run(10 * MINUTE)
    if powered:
        room.pull(port)
        room.run(10_000)
        room.plug_in(port)
    else:
        room.lines[port].device.power_cycle(room.now_ms)
        room.touch(port)
    room.run(10_000)
    return room, port


@pytest.mark.parametrize("powered", [True, False])
def test_a_clock_that_lost_power_pauses_its_game_and_says_what_to_do(powered: bool):
    room, port = lost(powered=powered)
    assert not room.game().play.ticking
    assert room.lines[port].truth(room.now_ms).running is None
    assert clock(room).notice.startswith("This clock lost its power; its game is stopped. Resume")
    left_ms = left_of(room.game(), RED, room.now_ms)
    assert abs(left_ms - (50 * MINUTE - 3000)) <= 1500  # nobody pays for the time without a clock
    room.run(3 * MINUTE)
    assert left_of(room.game(), RED, room.now_ms) == left_ms
    assert clock(room).notice.startswith("This clock lost its power")  # still to be answered
    assert clock(room).doubtful


def test_resuming_the_table_gives_the_clock_its_times_and_runs_it():
    room, port = lost()
    room.run(2 * MINUTE)
    room.do(ResumeClock(1))
    room.run(5000)
    truth = room.lines[port].truth(room.now_ms)
    assert truth.running is DeviceSide.LEFT
    assert truth.right_ms == HOUR
    assert clock(room).notice == ""
    agrees(room, port, 200)
    room.press(port)
    room.run(1000)
    assert room.game().play.runner is BLUE


def test_changes_by_the_organizer_during_a_power_loss_reach_the_clock_afterwards():
    room, port = lost()
    room.do(AdjustClock(1, RED, 60_000, "the cable"))
    room.run(5000)
    assert room.lines[port].truth(room.now_ms).left_ms > 50 * MINUTE
    room.do(ResumeClock(1))
    room.run(5000)
    assert room.lines[port].truth(room.now_ms).running is DeviceSide.LEFT
    agrees(room, port, 200)


def test_a_clock_that_loses_its_power_twice_asks_again():
    room, port = lost()
    room.do(ResumeClock(1))
    room.run(MINUTE)
    room.lines[port].device.power_cycle(room.now_ms)
    room.touch(port)
    room.run(5000)
    assert not room.game().play.ticking
    assert clock(room).notice.startswith("This clock lost its power; its game is stopped.")


def test_a_clock_that_loses_power_before_the_game_is_set_again():
    room, port = room_with("dclk")
    room.bank.set_for_round()
    room.run(3000)
    room.lines[port].device.power_cycle(room.now_ms)
    room.touch(port)
    room.run(5000)
    truth = room.lines[port].truth(room.now_ms)
    assert (truth.left_ms, truth.right_ms) == (HOUR, HOUR)
    assert clock(room).notice == "This clock lost its power. Its times were set again; check them."


def test_a_restarted_clock_that_cannot_be_set_is_set_and_started_by_hand():
    hall = begun()
    hall.hear(Reading(hall.later(20_000), HOUR - 20_000, HOUR, Hand.LEFT))
    hall.hear(Restarted(hall.later(1000)))
    hall.hear(Reading(hall.later(100), HOUR // 2, HOUR // 2, None))
    assert hall.it.notice.startswith(
        "This clock has restarted; its game is stopped. Set it by hand"
    )
    assert not hall.game().play.ticking
    assert left_of(hall.game(), RED, hall.now_ms) == HOUR - 20_000
    hall.hear(Reading(hall.later(60_000), HOUR - 20_000, HOUR, None))
    assert hall.it.notice == ""
    hall.hear(Started(hall.later(1000), Hand.LEFT))
    assert hall.game().play.ticking


def test_a_restarted_clock_that_cannot_be_set_says_so_before_the_game():
    hall = Hall()
    hall.hear(Restarted(hall.now_ms))
    assert hall.it.notice == "It has restarted. Set its times by hand."


def test_the_clock_s_last_reading_does_not_undo_the_organizer_s_adjustment():
    hall = begun(SETS)
    hall.hear(Reading(hall.later(20_000), HOUR - 20_000, HOUR, Hand.LEFT))
    hall.later(100)
    hall.do(AdjustClock(1, RED, -5000, "talked"))
    hall.hear(Restarted(hall.later(100)))
    assert left_of(hall.game(), RED, hall.now_ms) == HOUR - 25_200
    assert not hall.game().play.ticking


def test_if_a_restarted_clock_gives_no_reading_the_program_s_times_stand():
    hall = begun(SETS)
    hall.hear(Restarted(hall.later(1000)))
    assert not hall.game().play.ticking
    assert left_of(hall.game(), RED, hall.now_ms) == HOUR - 1000
    said = open_words(table_view(hall.desk.state, hall.game()))
    assert said == "The program paused this clock: The clock on the table lost its power."
    shown = face(hall.game(), table_view(hall.desk.state, hall.game()), RED, hall.now_ms)
    assert shown.word == "Paused by the program"


def test_a_game_already_paused_is_not_paused_again():
    hall = begun(SETS)
    hall.do(PauseClock(1, "Fire alarm"))
    rows = len(hall.desk.records)
    hall.hear(Restarted(hall.later(1000)))
    assert len(hall.desk.records) == rows
    assert hall.it.notice.startswith("This clock lost its power; its game is stopped.")


def test_a_power_loss_does_not_stop_a_game_timed_by_the_program():
    hall = begun(SETS)
    hall.do(PauseClock(1, "its crystal"))
    hall.do(HoldTime(1, by_clock=False))
    hall.do(ResumeClock(1))
    before = list(hall.told.orders)
    hall.hear(Restarted(hall.later(1000)))
    assert hall.game().play.ticking
    assert hall.told.orders == before
    assert hall.it.notice == "It lost its power. The program keeps this table’s time."


def test_the_organizer_may_adopt_the_times_of_a_restarted_clock():
    hall = begun()
    hall.hear(Restarted(hall.later(1000)))
    hall.hear(Reading(hall.later(100), HOUR // 2, HOUR // 2, None))
    adopt(hall.bank.bound, "c")
    assert left_of(hall.game(), RED, hall.now_ms) == HOUR // 2
    assert hall.it.notice == ""


def test_a_game_that_has_ended_meanwhile_raises_no_question():
    hall = begun()
    hall.hear(Restarted(hall.later(1000)))
    hall.do(Rule(1, RED, How.ASSASSINATION, "seen"))
    hall.hear(Reading(hall.later(100), 0, 0, None))
    assert hall.it.notice == ""


def test_a_clock_that_returns_without_its_game_pauses_it():
    """Its power went while the program, or its cable, was away."""
    hall = begun(SETS)
    hall.bank.went("c", "Away.")
    hall.bank.came("c", hall.told)
    hall.hear(Reading(hall.later(60_000), 0, 0, None))
    assert not hall.game().play.ticking
    assert hall.it.notice.startswith("This clock lost its power; its game is stopped.")
    assert left_of(hall.game(), RED, hall.now_ms) == HOUR - 60_000


def test_a_clock_that_comes_back_running_wrong_times_is_only_questioned():
    hall = begun(SETS)
    hall.bank.went("c", "Away.")
    hall.bank.came("c", hall.told)
    hall.hear(Reading(hall.later(60_000), 2 * HOUR, HOUR, Hand.LEFT))
    assert hall.game().play.ticking
    assert hall.it.notice.startswith("It shows 2:00:00")


def test_a_power_loss_restores_no_time_from_a_clock_that_reports_only_presses():
    room, port = room_with("openchess", drift="0")
    begin(room, port)
    for _ in range(2):
        room.run(10 * MINUTE)
        room.press(port)
    room.run(10 * MINUTE)
    room.lines[port].device.power_cycle(room.now_ms)
    room.touch(port)
    room.run(5000)
    assert not room.game().play.ticking
    assert abs(left_of(room.game(), RED, room.now_ms) - 40 * MINUTE) <= 10_000
