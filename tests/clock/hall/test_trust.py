"""What of a clock's numbers is believed, on plain values."""

from dataclasses import replace

from app.clock.drivers.driver import Abilities, Hand, Reading
from app.clock.hall.clock import Clock, Seat
from app.clock.hall.trust import LOST_POWER, compare_clock, lost_power, taken_over
from app.engine.acts.chess_clock import AdoptTimes, HoldTime, PressLever, ReportFlag
from app.engine.acts.table import PauseCause, PauseClock, StartClock
from app.engine.side import Pair, Side
from tests.engine.event import Desk, under_way

MINUTE = 60_000
CLOCK = Clock("c", abilities=Abilities(holds_time=True), seat=Seat(1))
NEVER_HEARD_MS = 1_800_000_000_000


def playing(minutes: int) -> Desk:
    desk = under_way(2)
    desk.do(HoldTime(1, by_clock=True))
    desk.do(StartClock(1, Side.RED))
    desk.now_ms += minutes * MINUTE
    return desk


def reading(desk: Desk, left: int, right: int) -> Reading:
    return Reading(desk.now_ms, left * MINUTE, right * MINUTE, Hand.LEFT)


def test_a_clock_heard_for_the_first_time_cannot_have_stood_longer_than_the_game_lasts():
    desk = playing(10)
    clock, commands = compare_clock(CLOCK, desk.game(), reading(desk, 100, 60), NEVER_HEARD_MS)
    assert commands == ()
    assert clock.notice.startswith("It shows 1:40:00 and 1:00:00; the game has 50:00")


def test_a_clock_that_stood_while_nobody_heard_it_is_believed():
    desk = playing(10)
    clock, commands = compare_clock(CLOCK, desk.game(), reading(desk, 58, 60), NEVER_HEARD_MS)
    assert commands == (AdoptTimes(1, Pair(58 * MINUTE, 60 * MINUTE)),)
    assert clock.notice == ""


def test_a_clock_without_a_table_is_compared_with_nothing():
    desk = playing(10)
    free = Clock("c", abilities=Abilities(holds_time=True))
    assert compare_clock(free, desk.game(), reading(desk, 50, 60), 1000) == (free, ())


def test_a_flag_that_fell_while_nobody_heard_the_clock_is_reported():
    desk = playing(61)
    fallen = Reading(desk.now_ms, 0, 60 * MINUTE, None, Hand.LEFT)
    _, commands = compare_clock(CLOCK, desk.game(), fallen, NEVER_HEARD_MS)
    assert commands == (AdoptTimes(1, Pair(0, 60 * MINUTE)), ReportFlag(1, Side.RED))
    desk.do(commands[0])
    desk.do(commands[1])
    assert compare_clock(CLOCK, desk.game(), fallen, NEVER_HEARD_MS)[1] == ()


def test_so_is_the_flag_of_a_side_whose_turn_nobody_heard_begin():
    desk = playing(70)
    fallen = Reading(desk.now_ms, 50 * MINUTE, 0, None, Hand.RIGHT)
    _, commands = compare_clock(CLOCK, desk.game(), fallen, NEVER_HEARD_MS)
    assert commands[-2:] == (PressLever(1, Side.RED), ReportFlag(1, Side.BLUE))


def test_the_organizer_s_word_takes_the_flag_with_the_times():
    desk = playing(10)
    fallen = Reading(desk.now_ms, 0, 60 * MINUTE, None, Hand.LEFT)
    assert taken_over(desk.game(), Seat(1), fallen, desk.now_ms + 5000) == (
        AdoptTimes(1, Pair(0, 60 * MINUTE)),
        ReportFlag(1, Side.RED),
    )
    mute = Reading(desk.now_ms, None, None, None)
    assert taken_over(desk.game(), Seat(1), mute, desk.now_ms) == ()


def test_a_clock_that_keeps_no_time_of_its_game_is_only_compared():
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED))
    desk.now_ms += MINUTE
    clock, commands = compare_clock(CLOCK, desk.game(), reading(desk, 50, 60), 1000)
    assert commands == ()
    assert clock.ahead_ms == Pair(-9 * MINUTE, 0)


def test_what_was_just_said_of_a_clock_is_not_reported_over():
    desk = playing(10)
    doubted = replace(CLOCK, notice="Look at it.", doubtful=True, said_ms=desk.now_ms - 1000)
    clock, commands = compare_clock(doubted, desk.game(), reading(desk, 100, 60), 1000)
    assert (clock.notice, commands) == ("Look at it.", ())


def test_a_question_goes_once_the_clock_shows_what_can_be_and_no_other_word_does():
    desk = playing(10)
    asked, _ = compare_clock(CLOCK, desk.game(), reading(desk, 100, 60), 1000)
    assert asked.notice.startswith("It shows 1:40:00")
    desk.now_ms += MINUTE
    right, commands = compare_clock(asked, desk.game(), reading(desk, 49, 60), 1000)
    assert (right.notice, commands) == ("", ())
    other = CLOCK.saying("Its battery is low.")
    assert compare_clock(other, desk.game(), reading(desk, 49, 60), 1000)[0].notice == other.notice


def test_the_last_word_before_power_was_lost_counts_if_it_can_be_true():
    desk = playing(10)
    pause = PauseClock(1, LOST_POWER, PauseCause.PROGRAM)
    for left, right, believed in ((52, 60, True), (0, 0, False), (30, 60, False)):
        last = Reading(desk.now_ms - 3 * MINUTE, left * MINUTE, right * MINUTE, Hand.LEFT)
        commands = lost_power(replace(CLOCK, reading=last), desk.game(), desk.now_ms)
        times = (AdoptTimes(1, Pair(left * MINUTE, right * MINUTE)),) if believed else ()
        assert commands == (*times, pause)
