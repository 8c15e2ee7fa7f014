"""What of a clock's numbers is believed, on plain values."""

from app.clock.drivers.driver import Abilities, Hand, Reading
from app.clock.hall.clock import Clock, Seat
from app.clock.hall.trust import LOST_POWER, compare_clock, lost_power, taken_over
from app.engine.acts.chess_clock import AdoptTimes, HoldTime, PressLever, ReportFlag
from app.engine.acts.table import PauseCause, PauseClock, StartClock
from app.engine.frozen import replace
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


def test_a_clock_heard_for_the_first_time_is_questioned_if_its_times_are_impossible():
    desk = playing(10)
    clock, commands = compare_clock(CLOCK, desk.game(), reading(desk, 100, 60), NEVER_HEARD_MS)
    assert commands == ()
    assert clock.notice.startswith("It shows 1:40:00 and 1:00:00; the game has 50:00")


def test_a_clock_that_was_stopped_before_it_was_heard_is_believed():
    desk = playing(10)
    clock, commands = compare_clock(CLOCK, desk.game(), reading(desk, 58, 60), NEVER_HEARD_MS)
    assert commands == (AdoptTimes(1, Pair(58 * MINUTE, 60 * MINUTE)),)
    assert clock.notice == ""


def test_a_clock_without_a_table_is_compared_with_nothing():
    desk = playing(10)
    free = Clock("c", abilities=Abilities(holds_time=True))
    assert compare_clock(free, desk.game(), reading(desk, 50, 60), 1000) == (free, ())


def test_a_flag_that_fell_before_the_clock_was_heard_is_reported():
    desk = playing(61)
    fallen = Reading(desk.now_ms, 0, 60 * MINUTE, None, Hand.LEFT)
    _, commands = compare_clock(CLOCK, desk.game(), fallen, NEVER_HEARD_MS)
    assert commands == (AdoptTimes(1, Pair(0, 60 * MINUTE)), ReportFlag(1, Side.RED))
    desk.do(commands[0])
    desk.do(commands[1])
    assert compare_clock(CLOCK, desk.game(), fallen, NEVER_HEARD_MS)[1] == ()


def test_a_flag_in_a_turn_whose_start_was_not_heard_is_reported():
    desk = playing(70)
    fallen = Reading(desk.now_ms, 50 * MINUTE, 0, None, Hand.RIGHT)
    _, commands = compare_clock(CLOCK, desk.game(), fallen, NEVER_HEARD_MS)
    assert commands[-2:] == (PressLever(1, Side.RED), ReportFlag(1, Side.BLUE))


def test_adopting_a_clock_s_times_adopts_its_flag_too():
    desk = playing(10)
    fallen = Reading(desk.now_ms, 0, 60 * MINUTE, None, Hand.LEFT)
    assert taken_over(desk.game(), Seat(1), fallen, desk.now_ms + 5000) == (
        AdoptTimes(1, Pair(0, 60 * MINUTE)),
        ReportFlag(1, Side.RED),
    )
    mute = Reading(desk.now_ms, None, None, None)
    assert taken_over(desk.game(), Seat(1), mute, desk.now_ms) == ()


def test_a_clock_not_in_charge_of_its_game_is_only_compared():
    desk = under_way(2)
    desk.do(StartClock(1, Side.RED))
    desk.now_ms += MINUTE
    clock, commands = compare_clock(CLOCK, desk.game(), reading(desk, 50, 60), 1000)
    assert commands == ()
    assert clock.ahead_ms == Pair(-9 * MINUTE, 0)


def test_a_recent_notice_is_not_overwritten_by_a_comparison():
    desk = playing(10)
    doubted = replace(CLOCK, notice="Look at it.", doubtful=True, said_ms=desk.now_ms - 1000)
    clock, commands = compare_clock(doubted, desk.game(), reading(desk, 100, 60), 1000)
    assert (clock.notice, commands) == ("Look at it.", ())


def test_only_a_question_about_the_times_ends_when_the_clock_shows_plausible_ones():
    desk = playing(10)
    asked, _ = compare_clock(CLOCK, desk.game(), reading(desk, 100, 60), 1000)
    assert asked.notice.startswith("It shows 1:40:00")
    desk.now_ms += MINUTE
    right, commands = compare_clock(asked, desk.game(), reading(desk, 49, 60), 1000)
    assert (right.notice, commands) == ("", ())
    other = CLOCK.saying("Its battery is low.")
    assert compare_clock(other, desk.game(), reading(desk, 49, 60), 1000)[0].notice == other.notice


def test_the_last_reading_before_a_power_loss_is_adopted_if_plausible():
    desk = playing(10)
    pause = PauseClock(1, LOST_POWER, PauseCause.PROGRAM)
    for left, right, believed in ((52, 60, True), (0, 0, False), (30, 60, False)):
        last = Reading(desk.now_ms - 3 * MINUTE, left * MINUTE, right * MINUTE, Hand.LEFT)
        commands = lost_power(replace(CLOCK, reading=last), desk.game(), desk.now_ms)
        times = (AdoptTimes(1, Pair(left * MINUTE, right * MINUTE)),) if believed else ()
        assert commands == (*times, pause)
