"""What goes wrong on a real evening, in virtual time: twins, bad crystals, spare clocks."""

import pytest

from app.clock.drivers.driver import Abilities, Drift, Hand, Identified, OrderDone, Reading, Touched
from app.clock.hall.clock import Seat
from app.clock.hall.hall import ClocksSnapshot
from app.clock.hall.play import adopt
from app.emulators.device import DeviceSide
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.table import AdjustClock, PauseClock, ResumeClock, StartClock
from app.engine.side import Side
from app.ui.pages.clocks.rows import ClockRow, clock_rows
from tests.clock.games import MINUTE, agrees, begin, room_with
from tests.clock.hall.one_clock import HOUR, Hall, begun
from tests.clock.virtual_room import VirtualHall, hands_of, left_of

RED, BLUE = Side.RED, Side.BLUE


def rows(room: VirtualHall) -> tuple[ClockRow, ...]:
    picture = ClocksSnapshot(
        room.supervisor.ports, room.bank.bound.clocks, room.bank.seating.awaiting
    )
    return clock_rows(picture, room.now_ms)


def two_tables(**second: str) -> tuple[VirtualHall, str, str]:
    """Two DCLK clocks on two tables of a round under way."""
    room = VirtualHall(2)
    one = room.plug("dclk", uid="AAAAAAAA")
    two = room.plug("dclk", **({"uid": "BBBBBBBB"} | second))
    room.run(30_000)
    room.do(DrawRound(7, 1))
    room.do(PublishRound())
    room.seat(one, 1)
    room.seat(two, 2)
    room.do(StartRound(1))
    room.bank.set_for_round()
    room.run(3000)
    return room, one, two


def test_two_clocks_with_the_same_number_keep_their_tables_whichever_returns_first():
    room, one, two = two_tables(uid="AAAAAAAA")
    assert "Two clocks have this number" in rows(room)[1].notice
    room.do(StartClock(1, RED))
    room.do(StartClock(2, BLUE))
    room.run(MINUTE)
    for port in (one, two):
        room.pull(port)
    room.run(5000)
    for port in (two, one):
        room.plug_in(port)
        room.run(10_000)
    assert [row.state for row in rows(room)] == ["connected", "connected"]
    assert [row.port for row in rows(room)] == [one, two]
    room.press(two)
    room.run(1000)
    assert (room.game(1).play.runner, room.game(2).play.runner) == (RED, RED)
    assert room.game(2).play.step == 1


def test_a_clock_moved_to_another_port_has_a_single_row():
    room, port = room_with("dgt3000")
    begin(room, port)
    room.pull(port)
    room.run(3000)
    room.lines["other"] = room.lines.pop(port)
    room.plug_in("other")
    room.run(10_000)
    (row,) = rows(room)
    assert (row.table, row.port, row.state) == ("1", "other", "connected")


def test_pressing_a_second_clock_for_a_table_reports_that_it_already_has_one():
    room, _, two = two_tables()
    assert room.bank.seating.seat(room.bank.bound.clocks[1].name, None) == ""
    room.bank.seating.await_press(1)
    room.press(two, DeviceSide.LEFT)
    room.run(1000)
    assert room.bank.seating.awaiting is None
    assert rows(room)[1].notice.startswith("Table 1 already has a clock")


def test_the_program_takes_over_a_game_whose_clock_has_a_bad_crystal():
    room, port = room_with("dclk", drift="3000")
    begin(room, port)
    room.run(10 * MINUTE)
    play = room.game().play
    assert (play.ticking, play.clock_holds) == (False, False)
    assert play.pause is not None
    assert "is inaccurate" in play.pause.reason
    (row,) = rows(room)
    assert row.shows == "plungers only"
    assert "It keeps no time now; its plungers" in row.notice
    room.do(ResumeClock(1))
    room.run(MINUTE)
    left_ms = left_of(room.game(), RED, room.now_ms)
    room.run(MINUTE)
    assert left_of(room.game(), RED, room.now_ms) == left_ms - MINUTE  # the flag can fall again
    room.press(port, DeviceSide.LEFT)
    room.run(1000)
    assert room.game().play.runner is BLUE


def test_a_drifting_clock_still_keeping_time_is_reported_for_as_long_as_it_drifts():
    hall = begun()
    hall.hear(Drift(hall.later(1000), -1600))
    for second in (32, 63, 94):
        hall.hear(Reading(hall.later(31_000), HOUR - second * 1000, HOUR, Hand.LEFT))
    assert hall.it.notice == ""
    picture = ClocksSnapshot((), hall.bank.bound.clocks)
    assert clock_rows(picture, hall.now_ms)[0].notice.startswith("This clock is off by 1600")


def test_a_clock_that_became_buttons_only_leaves_a_paused_game_paused():
    hall = begun()
    hall.do(PauseClock(1, "judge"))
    hall.hear(Identified("Clock", "", "", Abilities(holds_time=False)))
    assert not hall.game().play.clock_holds


def test_a_spare_clock_takes_over_a_paused_game():
    room, port = room_with("dclk")
    begin(room, port)
    spare = room.plug("dclk", uid="BBBBBBBB")
    room.run(MINUTE)
    room.do(PauseClock(1, "the clock broke"))
    room.run(1000)
    assert room.bank.seating.seat(room.bank.bound.clocks[0].name, None) == ""
    room.seat(spare, 1)
    assert room.game().play.clock_holds
    room.run(2 * MINUTE)
    assert "Resume the table to set and start it." in room.bank.bound.clocks[1].notice
    room.do(ResumeClock(1))
    room.run(5000)
    assert room.lines[spare].truth(room.now_ms).running is DeviceSide.LEFT
    agrees(room, spare, 200)
    assert room.bank.bound.clocks[1].notice == ""
    room.press(spare)
    room.run(1000)
    assert room.game().play.runner is BLUE


@pytest.mark.parametrize("runner", [RED, BLUE])
def test_a_spare_ros_clock_continues_for_either_side(runner: Side):
    """Its orders know no turn but white's, which is Red's; for Blue somebody presses it once."""
    room, port = room_with("dclk", uid="AAAAAAAA")
    spare = room.plug("upd")
    begin(room, port)
    if runner is BLUE:
        room.press(port)
    room.run(MINUTE)
    room.do(PauseClock(1, "the clock is broken"))
    first, second = room.clock(port), room.clock(spare)
    assert first is not None
    assert second is not None
    assert room.bank.seating.seat(first.name, None) == ""
    room.seat(spare, 1)
    room.do(ResumeClock(1))
    room.run(3000)
    if runner is RED:
        room.do(PauseClock(1, "somebody tries the plunger"))
        room.run(1000)
        room.press(spare, DeviceSide.LEFT)
        room.run(1000)
        room.do(ResumeClock(1))
        room.run(3000)
    else:
        stands = room.clock(spare)
        assert stands is not None
        assert "Press its left plunger: it changes to the right side" in stands.sentence
        assert not room.game().play.ticking
        waited_from_ms = left_of(room.game(), BLUE, room.now_ms)
        room.run(MINUTE)
        assert left_of(room.game(), BLUE, room.now_ms) == waited_from_ms
        room.press(spare, DeviceSide.LEFT)
        room.run(3000)
    assert room.game().play.ticking
    assert room.game().play.runner is runner
    agrees(room, spare, 200)
    clock = room.clock(spare)
    assert clock is not None
    assert clock.sentence == ""


def test_a_spare_clock_that_cannot_be_set_is_set_by_hand():
    hall = begun()
    hall.do(PauseClock(1, "the clock broke"))
    assert hall.bank.seating.seat("c", None) == ""
    assert hall.bank.seating.seat("c", Seat(1)) == ""
    assert hall.it.notice.startswith("This clock keeps the game’s time now. Set it by hand")
    hall.hear(Reading(hall.later(1000), HOUR, HOUR, None))
    assert hall.it.notice == ""


def test_a_clock_bound_to_a_game_timed_by_the_program_says_how_it_could_take_over():
    hall = Hall()
    assert hall.bank.seating.seat("c", None) == ""
    hall.do(StartClock(1, RED))
    assert hall.bank.seating.seat("c", Seat(1)) == ""
    assert hall.it.notice.startswith("The program keeps this game’s time.")
    assert not hall.game().play.clock_holds


def test_pressing_an_unassigned_clock_binds_it_to_the_waiting_table():
    hall = Hall()
    assert hall.bank.seating.seat("c", None) == ""
    hall.bank.seating.await_press(1)
    hall.hear(Touched(hall.now_ms, Hand.LEFT))
    assert hall.it.seat == Seat(1)


def test_while_a_clock_is_set_nothing_is_reported_about_its_old_times():
    room, port = room_with("dclk", answer_ms="190")
    begin(room, port)
    room.run(MINUTE)
    room.do(AdjustClock(1, RED, -10 * MINUTE, "talked"))
    for _ in range(40):
        room.run(100)
        assert room.bank.bound.clocks[0].notice == ""
    agrees(room, port, 200)


def test_a_question_ends_when_the_clock_shows_the_times_of_its_game_again():
    hall = begun()
    hall.later(20_000)
    hall.hear(Reading(hall.later(1000), HOUR + 60_000, HOUR, Hand.LEFT))
    assert hall.it.notice.startswith("It shows 1:01:00")
    hall.hear(Reading(hall.later(1000), HOUR - 22_000, HOUR, Hand.LEFT))
    assert hall.it.notice == ""
    hall.hear(OrderDone(hall.now_ms, "identify"))
    assert not hall.it.doubtful


@pytest.mark.long
@pytest.mark.parametrize("by_ms", [-10 * MINUTE, 10 * MINUTE])
@pytest.mark.parametrize("kind", ["dgt3000", "dclk", "upd", "hourglass"])
def test_unannounced_time_jumps_are_questioned_and_can_be_adopted_as_they_are_now(kind, by_ms):
    room, port = room_with(kind)
    begin(room, port)
    room.run(20 * MINUTE)
    before_ms = left_of(room.game(), RED, room.now_ms)
    hands = hands_of(room.lines[port].device)
    hands.edit(DeviceSide.LEFT, hands.left_ms + by_ms)
    room.run(MINUTE)
    assert rows(room)[0].urgent
    assert abs(left_of(room.game(), RED, room.now_ms) - before_ms) <= MINUTE + 2000
    shown = room.lines[port].truth(room.now_ms).left_ms
    assert "Set the clock, or take its times" in room.bank.bound.clocks[0].notice
    adopt(room.bank.bound, room.bank.bound.clocks[0].name)
    assert abs(left_of(room.game(), RED, room.now_ms) - shown) <= 1500
    room.run(MINUTE)
    assert not rows(room)[0].urgent
    agrees(room, port, 1500)


def test_adopting_times_from_an_old_reading_includes_the_time_since():
    hall = begun()
    hall.hear(Reading(hall.later(1000), HOUR - 1000, HOUR, Hand.LEFT))
    hall.later(10 * MINUTE)
    adopt(hall.bank.bound, "c")
    assert left_of(hall.game(), RED, hall.now_ms) == HOUR - 1000 - 10 * MINUTE
    assert left_of(hall.game(), BLUE, hall.now_ms) == HOUR


def test_a_spare_clock_whose_option_cannot_be_set_is_not_reported_as_set():
    room, port = room_with("dclk", uid="AAAAAAAA")
    spare = room.plug("dgt3000", option="1")
    begin(room, port)
    room.run(MINUTE)
    room.do(PauseClock(1, "the clock broke"))
    first = room.clock(port)
    assert first is not None
    assert room.bank.seating.seat(first.name, None) == ""
    room.seat(spare, 1)
    room.do(ResumeClock(1))
    for _ in range(12):
        room.run(10_000)
        stands = room.clock(spare)
        assert stands is not None
        assert not room.game().play.ticking
        assert "Choose option 25 on it first" in stands.sentence
        assert "it is set" not in stands.sentence


def test_a_freed_clock_drops_the_notice_about_its_table():
    hall = begun()
    hall.do(PauseClock(1, "the clock broke"))
    assert hall.bank.seating.seat("c", None) == ""
    assert hall.bank.seating.seat("c", Seat(1)) == ""
    assert hall.it.notice.startswith("This clock keeps the game’s time now.")
    assert hall.bank.seating.seat("c", None) == ""
    assert hall.it.sentence == ""
