"""What one clock tells the bank, message by message, with an event in memory and no device."""

import pytest

from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Drift,
    Fact,
    Failed,
    Fallen,
    Hand,
    HandedOver,
    Message,
    Noted,
    OrderDone,
    PauseAsked,
    Pressed,
    Reading,
    Restarted,
    ScoredAtClock,
    Started,
    Stopped,
    Touched,
)
from app.clock.hall.clock import Seat
from app.clock.hall.play import adopt
from app.engine.acts.chess_clock import HoldTime, PressLever, ReportFlag, ReportStop
from app.engine.acts.table import PauseCause, PauseClock, StartClock, TurnEnded
from app.engine.side import Side
from app.engine.subjects.table.chess_clock import PROGRAM_HOLDS
from app.views.table.organizer_acts import open_words
from app.views.table.table import table_view
from tests.clock.hall.one_clock import BUTTONS, HOUR, Hall, begun


def test_buttons_play_and_pause_a_game_and_their_lamps_are_lit():
    hall = Hall(BUTTONS)
    hall.hear(PauseAsked(hall.now_ms))
    assert hall.game().play.clock is None
    hall.hear(Pressed(hall.now_ms, Hand.RIGHT))
    assert (hall.game().play.ticking, hall.game().play.clock_holds) == (True, False)
    hall.hear(PauseAsked(hall.later(1000)))
    assert not hall.game().play.ticking
    said = open_words(table_view(hall.desk.state, hall.game()))
    assert said == "Somebody at the table paused this clock."
    hall.hear(PauseAsked(hall.later(1000)))
    assert hall.game().play.ticking
    hall.bank.bound.identify("c")
    assert hall.told.orders == [Hand.LEFT, None, Hand.LEFT, "identify"]


def test_an_absent_clock_is_not_told_to_blink():
    hall = Hall()
    hall.bank.went("c", "Away.")
    hall.bank.bound.identify("c")
    assert hall.told.orders == []


def test_a_clock_without_a_table_affects_no_game():
    hall = Hall()
    assert hall.bank.seating.seat("c", None) == ""
    for message in (
        Pressed(hall.now_ms, Hand.LEFT),
        Stopped(hall.now_ms),
        Reading(hall.now_ms, 1, 1, None),
    ):
        hall.hear(message)
    adopt(hall.bank.bound, "c")
    assert hall.game().play.clock is None


def test_a_game_does_not_begin_before_its_round():
    hall = Hall(started=False)
    hall.hear(Pressed(hall.now_ms, Hand.LEFT))
    assert hall.game().play.clock is None


def test_a_flag_that_falls_too_early_is_questioned_and_a_plausible_one_believed():
    hall = begun()
    hall.hear(Fallen(hall.later(1000), Hand.LEFT))
    assert hall.it.notice.startswith("It shows Red’s flag too early.")
    assert hall.game().play.flag is None
    hall.hear(Fallen(hall.later(HOUR), Hand.LEFT))
    assert not hall.game().play.ticking


def test_a_stop_before_the_game_begins_is_ignored():
    hall = Hall()
    hall.hear(Stopped(hall.now_ms))
    assert hall.it.notice == ""


def test_actions_at_a_table_without_a_clock_send_no_orders():
    hall = Hall()
    assert hall.bank.seating.seat("c", None) == ""
    hall.do(StartClock(1, Side.RED))
    hall.do(PauseClock(1, "Fire alarm"))
    assert hall.told.orders == []


def test_a_timekeeping_clock_can_only_be_moved_during_a_pause():
    hall = begun()
    assert hall.bank.seating.seat("c", None).startswith("Pause table 1 first")
    hall.do(PauseClock(1, "Fire alarm"))
    assert hall.bank.seating.seat("c", None) == ""
    assert not hall.game().play.clock_holds


def test_an_odd_time_is_questioned_once_and_taken_when_the_organizer_says_so():
    hall = begun()
    hall.hear(Reading(hall.later(15_000), HOUR - 15_000, HOUR, Hand.LEFT))
    hall.hear(Reading(hall.later(1000), 5 * HOUR, HOUR, Hand.LEFT))
    said = hall.it.notice
    assert said.startswith("It shows 5:00:00 and 1:00:00; the game has")
    hall.hear(Reading(hall.later(1000), 4 * HOUR, HOUR, Hand.LEFT))
    assert hall.it.notice == said
    adopt(hall.bank.bound, "c")
    assert hall.it.notice == ""


def test_times_that_cannot_be_adopted_are_refused_in_the_words_of_that_refusal():
    hall = begun()
    hall.hear(Reading(hall.later(1000), 5 * HOUR, HOUR, Hand.LEFT))
    hall.file_is_held = True
    adopt(hall.bank.bound, "c")
    assert (hall.it.notice, hall.bank.waits) == ("The file is held.", False)
    hall.file_is_held = False
    hall.do(PauseClock(1, "Fire alarm"))
    hall.do(HoldTime(1, by_clock=False))
    adopt(hall.bank.bound, "c")
    assert hall.it.notice == PROGRAM_HOLDS


def test_a_press_that_waits_is_no_reason_why_other_times_are_refused():
    hall = begun()
    hall.hear(Reading(hall.later(1000), 5 * HOUR, HOUR, Hand.LEFT))
    hall.do(PauseClock(1, "Fire alarm"))
    hall.do(HoldTime(1, by_clock=False))
    hall.file_is_held = True
    hall.hear(Pressed(hall.later(1000), Hand.LEFT))
    hall.file_is_held = False
    adopt(hall.bank.bound, "c")
    assert (hall.it.notice, hall.bank.waits) == (PROGRAM_HOLDS, True)


def test_a_doubt_about_times_ends_when_they_agree_but_the_clock_s_own_doubt_does_not():
    hall = begun()
    hall.hear(Fallen(hall.later(1000), Hand.LEFT))
    hall.hear(Reading(hall.later(1000), HOUR - 2000, HOUR, Hand.LEFT))
    assert hall.it.notice == ""
    hall.hear(Doubted(hall.later(1000), "It shows an error."))
    hall.hear(Reading(hall.later(1000), HOUR - 4000, HOUR, Hand.LEFT))
    assert hall.it.notice == "It shows an error."


@pytest.mark.parametrize(
    ("message", "said", "battery"),
    [
        (Noted(0, Fact.BATTERY_LOW), "", "low"),
        (Noted(0, Fact.BATTERY_FINE), "", "fine"),
        (Noted(0, Fact.BATTERY_LOW, "9 %"), "", "9 %"),
        (Noted(0, Fact.UNPLUGGED), "No clock is plugged into the board. Check its cable.", ""),
        (Noted(0, Fact.PLUGGED), "", ""),
        (Drift(0, 40), "", ""),
        (Doubted(0, "Odd."), "Odd.", ""),
        (Failed(0, "run", "Try again."), "Try again.", ""),
        (OrderDone(0, "run"), "", ""),
        (ScoredAtClock(0, Hand.LEFT, 3), "The clock’s left side has 3 points on it.", ""),
    ],
)
def test_a_clock_s_messages_are_kept_in_its_row(message: Message, said: str, battery: str):
    hall = Hall()
    hall.hear(message)
    assert (hall.it.sentence, hall.it.battery) == (said, battery)


def test_clearing_a_doubt_removes_only_that_doubt():
    hall = Hall()
    hall.hear(Doubted(0, "Quiet."))
    hall.hear(Cleared(1, "Odd."))
    assert (hall.it.notice, hall.it.doubtful) == ("Quiet.", True)
    hall.hear(Cleared(2, "Quiet."))
    assert (hall.it.notice, hall.it.doubtful) == ("", False)


def test_buttons_may_be_taken_to_another_table_in_the_middle_of_a_game():
    hall = begun(BUTTONS)
    assert hall.bank.seating.seat("c", Seat(2)) == ""
    assert hall.game().play.ticking


def test_presses_that_cannot_be_saved_are_recorded_in_order_once_they_can():
    hall = begun()
    hall.file_is_held = True
    pressed = [(hall.later(60_000), Hand.LEFT), (hall.later(60_000), Hand.RIGHT)]
    for at_ms, hand in pressed:
        hall.hear(Pressed(at_ms, hand))
        hall.hear(Reading(at_ms, HOUR - 60_000, HOUR, hand.other))
    assert hall.game().play.step == 0
    assert "tries again" in hall.it.notice
    hall.bank.try_again()
    assert "tries again" in hall.it.notice
    hall.file_is_held = False
    hall.bank.try_again()
    ended = [r.event.at_ms for r in hall.desk.records if isinstance(r.event, TurnEnded)]
    assert ended == [at_ms for at_ms, _ in pressed]
    assert (hall.game().play.step, hall.it.notice, hall.bank.waits) == (2, "", False)


def test_unsaved_presses_are_listed_but_readings_are_not():
    hall = begun()
    hall.file_is_held = True
    pressed_ms = hall.later(60_000)
    hall.hear(Pressed(pressed_ms, Hand.LEFT))
    for second in range(50):
        hall.hear(Reading(pressed_ms + second, HOUR - 60_000, HOUR, Hand.RIGHT))
    hall.hear(Pressed(hall.later(60_000), Hand.RIGHT))
    first, second = hall.bank.unsaved
    assert (first.station, first.at_ms, first.who) == ("table 1", pressed_ms, "Clock")
    assert isinstance(first.what, PressLever)
    assert second.at_ms > first.at_ms
    hall.file_is_held = False
    hall.bank.try_again()
    assert hall.bank.unsaved == []


def test_each_unsaved_report_is_listed_with_what_it_asks_of_its_game():
    hall = begun()
    hall.file_is_held = True
    pressed, fell = Pressed(hall.later(10), Hand.LEFT), Fallen(hall.later(10), Hand.RIGHT)
    for message in (
        pressed,
        Touched(hall.later(10), Hand.LEFT),
        Stopped(hall.later(10)),
        Started(hall.later(10), Hand.LEFT),
        PauseAsked(hall.later(10)),
        Restarted(hall.later(10)),
        HandedOver(hall.later(10), (pressed, fell)),
    ):
        hall.hear(message)
    assert [one.what for one in hall.bank.unsaved] == [
        PressLever(1, Side.RED),
        ReportStop(1, stands=True),
        ReportStop(1, stands=False),
        PauseClock(1, "", PauseCause.TABLE),
        PressLever(1, Side.RED),
        ReportFlag(1, Side.BLUE),
    ]
    assert hall.bank.unsaved[-1].at_ms == fell.at_ms


@pytest.mark.parametrize(
    "message", [Pressed(0, Hand.RIGHT), Started(0, Hand.LEFT)], ids=["pressed", "started"]
)
def test_an_unsaved_press_that_would_start_the_game_is_listed_as_a_start(message: Message):
    hall = Hall()
    hall.file_is_held = True
    hall.hear(message)
    (kept,) = hall.bank.unsaved
    assert kept.what == StartClock(1, Side.RED, by_lever=True)
