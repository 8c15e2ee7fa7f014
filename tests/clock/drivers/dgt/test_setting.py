from itertools import pairwise

import pytest

from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.dgt.words import Switches
from app.clock.drivers.driver import (
    Doubted,
    Failed,
    Hand,
    Identified,
    OrderDone,
    Pressed,
    Reading,
    Started,
    Stopped,
)
from tests.clock.drivers.dgt_bench import (
    HOUR,
    LEFT_RUNS,
    RIGHT_RUNS,
    STANDS,
    Board,
    answer,
    playing,
    ready,
    shown,
    time,
)
from tests.clock.drivers.line import Line, only

L, R = Hand.LEFT, Hand.RIGHT


def test_setting_a_clock_is_confirmed_by_its_reading() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(2_730_000, 3_127_400, line.now_ms)
    board.codes = lambda command: answer(0x10, command) + time(HOUR, HOUR, STANDS)
    line.wait(300)
    board.shows = time(2730, 3127, STANDS)
    line.wait(2000)
    assert board.commands[-1] == bytes.fromhex("2b 0a 03 0a 00 2d 1e 00 34 07 04 00")
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]
    assert not only(line.heard, (Doubted, Started, Stopped))
    assert only(line.heard, Reading)[-1].left_ms == 2_730_000
    shown(line, board, time(2729, 3127, LEFT_RUNS))
    assert not only(line.heard, Doubted)


def test_a_clock_can_be_set_to_zero() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(0, 0, line.now_ms)
    line.wait(300)
    assert board.commands[-1] == bytes.fromhex("2b 0a 03 0a 00 00 00 00 00 00 04 00")
    assert not only(line.heard, Failed)


def test_a_dgt_clock_is_run_and_stopped() -> None:
    board = Board()
    line = ready(board)
    line.driver.run(R, line.now_ms)
    board.shows = time(HOUR, HOUR, RIGHT_RUNS)
    line.wait(2000)
    assert board.commands[-1][-2] == 0x0A
    assert [started.running for started in only(line.heard, Started)] == [R]
    line.driver.run(L, line.now_ms)
    board.shows = time(HOUR, HOUR, LEFT_RUNS)
    line.wait(2000)
    assert board.commands[-1][-2] == 0x09
    line.driver.run(None, line.now_ms)
    board.shows = time(HOUR, HOUR, STANDS)
    line.wait(2000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["run", "run", "stop"]
    assert not only(line.heard, (Stopped, Doubted, Pressed))


@pytest.mark.parametrize("answered_ms", [0, 600])
def test_presses_right_after_the_clock_was_started_are_heard(answered_ms: int) -> None:
    """The clock has agreed to run, or is about to, but has not shown yet that it does."""
    board = Board()
    line = ready(board)
    board.codes = lambda command: b"" if answered_ms else answer(0x10, command)
    line.driver.run(L, line.now_ms)
    line.wait(200)
    board.shows = time(HOUR, HOUR, RIGHT_RUNS)
    line.hear(board.shows)
    line.wait(answered_ms)
    if answered_ms:
        line.hear(answer(0x10, 0x0A))
    line.wait(700)
    assert [press.hand for press in only(line.heard, Pressed)] == [L]
    shown(line, board, time(HOUR, HOUR - 1, LEFT_RUNS), after_ms=100)
    line.wait(5000)
    assert [press.hand for press in only(line.heard, Pressed)] == [L, R]
    assert [started.running for started in only(line.heard, Started)] == [L]
    assert [done.request for done in only(line.heard, OrderDone)] == ["run"]
    assert not only(line.heard, (Failed, Doubted))


def test_a_press_between_two_orders_is_reported_once() -> None:
    board = Board()
    line = ready(board)
    for _ in range(2):
        line.driver.run(L, line.now_ms)
    line.wait(300)
    board.shows = time(HOUR, HOUR, RIGHT_RUNS)
    line.hear(board.shows)
    line.wait(9000)
    assert [press.hand for press in only(line.heard, Pressed)] == [L]


def test_a_lever_left_as_it_was_is_no_press_after_setting_the_clock() -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(HOUR, HOUR - 1, RIGHT_RUNS))
    shown(line, board, time(HOUR, HOUR - 2, RIGHT_RUNS))
    line.driver.run(L, line.now_ms)
    line.wait(9000)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [words.NOT_APPLIED]
    assert not only(line.heard, Pressed)


def test_running_again_for_the_same_side_reports_no_new_start() -> None:
    board = Board()
    line = playing(board)
    line.driver.run(L, line.now_ms)
    line.wait(2000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["run"]
    assert not only(line.heard, Started)


def test_a_run_order_right_after_setting_uses_the_new_times() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(600_000, 660_000, line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(100)
    line.hear(time(600, 660, STANDS))  # before the proof: too early to count
    board.shows = time(600, 660, LEFT_RUNS)
    line.wait(9000)
    assert board.commands[-1][4:] == bytes([0, 10, 0, 0, 11, 0, 0x09, 0])
    assert "run" in [done.request for done in only(line.heard, OrderDone)]


def test_a_run_order_before_the_setting_is_confirmed_uses_the_new_times() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(600_000, 660_000, line.now_ms)
    line.wait(100)
    line.driver.run(L, line.now_ms)
    line.wait(300)
    assert board.commands[-1][4:] == bytes([0, 10, 0, 0, 11, 0, 0x09, 0])


def test_times_shown_by_the_clock_confirm_a_setting_whose_answer_was_lost() -> None:
    board = Board()
    line = ready(board)
    board.codes = lambda command: b""
    line.driver.set_times(600_000, 660_000, line.now_ms)
    line.wait(600)
    board.shows = time(600, 660, STANDS)
    line.hear(board.shows)
    line.wait(5000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]
    assert not only(line.heard, (Failed, Doubted))
    assert sum(command[3] == 0x0A for command in board.commands) == 1


def test_times_are_requested_when_the_answer_and_the_message_are_lost() -> None:
    board = Board()
    line = ready(board)
    board.codes = lambda command: b""
    line.driver.run(L, line.now_ms)
    board.shows = time(HOUR - 1, HOUR, LEFT_RUNS)
    line.wait(7000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["run"]
    assert not only(line.heard, (Failed, Doubted))


def test_an_order_that_is_neither_answered_nor_shown_has_failed() -> None:
    board = Board()
    line = ready(board)
    board.codes = lambda command: b""
    line.driver.set_times(600_000, 660_000, line.now_ms)
    line.wait(20_000)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [words.NO_ANSWER]
    assert not only(line.heard, OrderDone)


def test_new_times_shown_before_the_answer_comes_are_not_doubted() -> None:
    board = Board()
    line = ready(board)
    board.codes = lambda command: b""
    line.driver.set_times(5_400_000, 5_400_000, line.now_ms)
    line.wait(200)
    assert line.hear(time(5400, 5400, STANDS)) == []
    board.shows = time(5400, 5400, STANDS)
    line.hear(answer(0x10, 0x0A))
    line.wait(1000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]


@pytest.mark.parametrize(("version", "option"), [(0x22, "25"), (0x1E, "23")])
def test_a_clock_in_the_wrong_option_says_which_to_choose(version: int, option: str) -> None:
    board = Board(version)
    line = ready(board)
    board.codes = lambda command: answer(0x40, command)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    (failed,) = only(line.heard, Failed)
    assert failed.request == "set"
    assert f"option {option}" in failed.sentence
    assert sum(command[3] == 0x0A for command in board.commands) == 1


@pytest.mark.parametrize("refuses", [True, False])
def test_an_unasked_wrong_mode_notice_can_be_treated_as_a_refusal(refuses: bool) -> None:
    board = Board()
    line = ready(board, Switches(notice_refuses=refuses))
    line.hear(answer(0x10, 0x90))
    board.codes = lambda command: answer(0x10, 0x90)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(1000)
    assert bool(only(line.heard, Failed)) is refuses


def test_a_clock_that_does_not_show_what_was_set_is_reported() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(4000)
    assert only(line.heard, Failed) == [
        Failed(only(line.heard, Failed)[0].at_ms, "set", words.NOT_APPLIED)
    ]
    assert only(line.heard, Reading)[-1].left_ms == 3_600_000


def test_a_clock_that_says_nothing_after_it_was_set_is_reported() -> None:
    board = Board()
    line = ready(board)
    board.shows = None
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [words.NOT_APPLIED]


def test_times_just_set_are_requested_once_a_second() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(300)
    line.sent.clear()
    line.wait(5000)
    asked_ms = [at_ms for at_ms, out in line.sent if out == b"A"]
    assert [after - before for before, after in pairwise(asked_ms)] == [1000] * 2


def test_a_command_without_an_answer_is_sent_four_times() -> None:
    board = Board()
    line = ready(board)
    line.wait(6000)  # its line is known to be quick
    board.codes = lambda command: b""
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    assert sum(command[3] == 0x0A for command in board.commands) == 4
    assert [failed.sentence for failed in only(line.heard, Failed)] == [words.NO_ANSWER]


def test_an_answer_with_another_fault_sends_the_command_again() -> None:
    board = Board()
    line = ready(board)
    answers = [answer(0x20, 0), answer(0x10, 0x01), answer(0x10, 0), answer(0x10, 0x0A)]
    board.codes = lambda command: answers.pop(0) if command == 0x0A else b""
    board.shows = time(60, 60, STANDS)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]


def test_impossible_orders_are_refused_at_once() -> None:
    line = Line(DgtBoard(), Board())
    line.driver.run(L, line.now_ms)
    assert line.driver.due_ms() == line.now_ms
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.driver.set_times(36_000_000, 0, line.now_ms)
    line.wait(1)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [
        words.NO_TIMES,
        words.NOT_SETTABLE,
        words.TOO_LONG,
    ]


def test_more_orders_than_can_wait_are_refused() -> None:
    line = ready(Board())
    for _ in range(6):
        line.driver.identify(line.now_ms)
    line.wait(1)
    assert [failed.sentence for failed in only(line.heard, Failed)] == [words.BUSY, words.BUSY]


def test_a_stopped_clock_shows_an_identifying_word_for_three_seconds() -> None:
    board = Board()
    line = ready(board)
    line.driver.identify(line.now_ms)
    line.wait(2999)
    assert [command[3] for command in board.commands] == [0x09, 0x0C]
    line.wait(1)
    assert [command[3] for command in board.commands] == [0x09, 0x0C, 0x03]
    assert [done.request for done in only(line.heard, OrderDone)] == ["identify"]


@pytest.mark.parametrize("version", [0x22, 0x1E])
def test_a_running_clock_or_one_without_letters_beeps_instead(version: int) -> None:
    board = Board(version)
    line = playing(board)
    line.driver.identify(line.now_ms)
    line.wait(500)
    assert board.commands[-1] == bytes.fromhex("2b 04 03 0b 10 00")


def test_the_times_are_redisplayed_on_a_clock_that_needs_to_be_told() -> None:
    board = Board()
    line = ready(board, Switches(end_after_set=True))
    line.driver.set_times(3_600_000, 3_600_000, line.now_ms)
    line.wait(2000)
    assert [command[3] for command in board.commands] == [0x09, 0x0A, 0x03]
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]


def test_a_clock_whose_lever_does_not_switch_is_only_listened_to() -> None:
    line = ready(Board(), Switches(lever_switches=False))
    able = only(line.heard, Identified)[0].abilities
    assert (able.holds_time, able.sets, able.runs) == (True, False, False)


@pytest.mark.parametrize("seconds", [60, 2 * HOUR])
def test_the_effect_of_setting_times_is_not_questioned(seconds: int) -> None:
    board = Board()
    line = playing(board)
    line.driver.set_times(seconds * 1000, seconds * 1000, line.now_ms)
    board.shows = time(seconds, seconds, STANDS)
    line.wait(5000)
    assert [done.request for done in only(line.heard, OrderDone)] == ["set"]
    for gone in (1, 2, 3):
        shown(line, board, time(seconds - gone, seconds, LEFT_RUNS))
    assert not only(line.heard, (Doubted, Failed))
    reading = only(line.heard, Reading)[-1]
    assert (reading.left_ms, reading.running) == ((seconds - 3) * 1000, L)


@pytest.mark.parametrize(("left", "right"), [(60, 60), (0, 60), (60, 0)])
@pytest.mark.parametrize("switches", [Switches(), Switches(stands_with_run_bit=True)])
def test_a_stopped_clock_that_sets_its_run_bit_can_be_allowed_for(
    switches: Switches, left: int, right: int
) -> None:
    board = Board()
    line = ready(board, switches)
    line.driver.set_times(left * 1000, right * 1000, line.now_ms)
    board.shows = time(left, right, 0x01)
    line.wait(5000)
    line.hear(board.shows)
    line.wait(200)
    known = switches.stands_with_run_bit
    assert [done.request for done in only(line.heard, OrderDone)] == (["set"] if known else [])
    assert bool(only(line.heard, Started)) is not known
    if right:
        shown(line, board, time(left, 59, RIGHT_RUNS))
    else:
        shown(line, board, time(59, 0, LEFT_RUNS))
    assert only(line.heard, Reading)[-1].running is (R if right else L)
