import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.clock.devices import dgt_words as words
from app.clock.devices.dgt_board import DgtBoard
from app.clock.devices.dgt_words import Switches
from app.clock.devices.driver import (
    Done,
    Doubted,
    Fact,
    Failed,
    Fallen,
    Hand,
    Identified,
    Noted,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from tests.clock.devices.dgt_bench import (
    HOUR,
    LEFT_RUNS,
    RIGHT_RUNS,
    STANDS,
    Board,
    answer,
    frame,
    ready,
    shown,
    time,
)
from tests.clock.devices.line import Line, cuts, only

L, R = Hand.LEFT, Hand.RIGHT
EITHER_WAY = [
    Switches(),
    Switches(
        lever_switches=False,
        end_after_set=True,
        option_xl=25,
        option_3000=23,
        notice_refuses=True,
        stands_with_run_bit=True,
        board_battery=True,
    ),
]


def playing(board: Board, switches: Switches | None = None) -> Line:
    """Left runs, 59:58 against an hour."""
    line = ready(board, switches)
    shown(line, board, time(HOUR - 1, HOUR, LEFT_RUNS))
    shown(line, board, time(HOUR - 2, HOUR, LEFT_RUNS))
    line.heard.clear()
    return line


def test_the_board_is_asked_in_order_and_the_clock_behind_it_named() -> None:
    board = Board()
    line = ready(board)
    assert line.bytes_sent().startswith(bytes.fromhex("40 4d 45 4b"))
    assert board.commands == [bytes.fromhex("2b 03 03 09 00")]
    assert only(line.heard, Identified) == [
        Identified(
            "DGT 3000",
            "01025",
            "board 1.08, clock 2.02",
            words.abilities_of("DGT 3000", Switches()),
        )
    ]
    assert only(line.heard, Reading)[-1].left_ms == 3_600_000
    assert line.driver.product == "DGT 3000"


def test_nothing_is_sent_in_the_first_half_second_and_old_bytes_are_dropped() -> None:
    line = Line(DgtBoard())
    assert line.hear(frame(0x93, b"\x01\x08")) == []
    line.wait(490)
    assert line.sent == []


def test_commands_keep_their_distance() -> None:
    line = ready(Board())
    times = [at for at, _ in line.sent]
    assert all(b - a >= 100 for a, b in pairwise(times))


def test_an_xl_is_told_by_its_version() -> None:
    line = ready(Board(0x1E))
    assert only(line.heard, Identified)[0].product == "DGT XL"
    assert only(line.heard, Identified)[0].firmware == "board 1.08, clock 1.14"


def test_a_driver_that_was_not_opened_does_nothing() -> None:
    driver = DgtBoard()
    assert (driver.tick(5), driver.receive(b"\x93", 5), driver.due_ms(), driver.to_send()) == (
        [],
        [],
        None,
        b"",
    )


def test_what_is_no_board_is_given_up_after_three_questions() -> None:
    line = Line(DgtBoard())
    line.wait(5000)
    assert line.bytes_sent() == bytes.fromhex("40 4d 4d 4d")
    assert line.driver.dead == words.NOT_A_BOARD
    assert line.driver.due_ms() is None
    assert line.hear(frame(0x93, b"\x01\x08")) == []


def test_a_board_without_a_number_is_still_a_board() -> None:
    board = Board()
    board.serial = False
    line = ready(board)
    assert only(line.heard, Identified)[0].uid == ""


def test_a_board_without_a_clock_says_so_and_greets_the_clock_that_comes() -> None:
    board = Board()
    board.clock = False
    board.shows = None
    line = Line(DgtBoard(), board)
    line.wait(9000)
    (first,) = only(line.heard, Identified)
    assert (first.product, first.abilities.sets) == ("DGT board", False)
    assert only(line.heard, Noted)[0].fact is Fact.UNPLUGGED
    board.clock = True
    board.shows = time(HOUR, HOUR, STANDS)
    line.hear(board.shows)
    line.wait(7000)
    assert [one.fact for one in only(line.heard, Noted)] == [Fact.UNPLUGGED, Fact.PLUGGED]
    assert [one.product for one in only(line.heard, Identified)] == ["DGT board", "DGT 3000"]


def test_a_clock_that_answers_late_is_asked_again_every_five_seconds() -> None:
    board = Board()
    board.clock = False
    line = Line(DgtBoard(), board)
    line.wait(30_000)
    assert len(only(line.heard, Identified)) == 1
    board.clock = True
    line.wait(6000)
    assert [one.product for one in only(line.heard, Identified)] == ["DGT board", "DGT 3000"]


def test_a_lever_that_flips_is_a_press() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, RIGHT_RUNS))
    assert only(line.heard, Pressed) == [Pressed(line.now_ms - 200, L, late_ms=1000)]
    assert only(line.heard, Reading)[-1].running is R


def test_a_clock_that_is_stopped_and_goes_on_says_so_with_the_first_message_s_time() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x10))
    assert only(line.heard, Stopped) == [Stopped(line.now_ms - 200)]
    shown(line, board, time(HOUR - 3, HOUR, LEFT_RUNS))
    assert only(line.heard, Started) == [Started(line.now_ms - 200, L)]
    assert not only(line.heard, Doubted)


def test_a_wrong_status_bit_stops_nobody() -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    board.shows = time(HOUR - 3, HOUR, LEFT_RUNS)
    line.hear(time(HOUR - 3, HOUR, 0x10))
    line.wait(300)
    assert not only(line.heard, Stopped)
    assert only(line.heard, Reading)[-1].running is L


def test_two_hidden_presses_are_concluded_when_both_times_fell() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR - 1, LEFT_RUNS))
    presses = only(line.heard, Pressed)
    assert [(one.hand, one.inferred) for one in presses] == [(L, True), (R, True)]


def test_a_press_just_before_a_stop_is_concluded() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR - 1, 0x02))
    assert [type(one) for one in line.heard if not isinstance(one, Reading)] == [Pressed, Stopped]


@pytest.mark.parametrize("flags", [0x50, 0x40, 0x10, 0x00])
@pytest.mark.parametrize("status", [LEFT_RUNS, 0x10])
def test_a_flag_falls_once_however_the_clock_shows_it(flags: int, status: int) -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(2, HOUR, LEFT_RUNS))
    shown(line, board, time(1, HOUR, LEFT_RUNS))
    shown(line, board, time(0, HOUR, status, left_flags=flags))
    shown(line, board, time(0, HOUR, status, left_flags=flags))
    assert [one.hand for one in only(line.heard, Fallen)] == [L]
    assert not only(line.heard, Stopped)
    assert only(line.heard, Reading)[-1].fallen is L


def test_a_flag_beside_time_that_is_left_is_questioned() -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    board.shows = time(HOUR - 3, HOUR, LEFT_RUNS)
    line.hear(time(HOUR - 3, HOUR, LEFT_RUNS, left_flags=0x40))
    line.wait(300)
    assert not only(line.heard, Fallen)
    assert [one.sentence for one in only(line.heard, Doubted)] == [words.ODD_FLAG]


def test_a_flag_beside_time_that_is_left_is_believed_when_said_twice() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, LEFT_RUNS, left_flags=0x40))
    assert [one.hand for one in only(line.heard, Fallen)] == [L]
    shown(line, board, time(HOUR - 4, HOUR, LEFT_RUNS, left_flags=0x40))
    assert len(only(line.heard, Doubted)) == 1


def test_the_battery_s_warning_is_told_once_each_way() -> None:
    board = Board()
    line = playing(board)
    for at, low in enumerate([4, 4, 0], start=3):
        shown(line, board, time(HOUR - at, HOUR, LEFT_RUNS | low))
    assert [one.fact for one in only(line.heard, Noted)] == [Fact.BATTERY_LOW, Fact.BATTERY_FINE]


def test_one_message_that_there_is_no_clock_is_not_believed() -> None:
    board = Board()
    line = playing(board)
    line.wait(500)
    line.hear(time(0, 0, 0x20))
    line.wait(500)
    assert not only(line.heard, Noted)


def test_a_clock_pulled_out_is_told_at_the_second_message_and_greeted_when_it_is_back() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(0, 0, 0x20))
    assert [one.fact for one in only(line.heard, Noted)] == [Fact.UNPLUGGED]
    line.hear(time(0, 0, 0x20))
    shown(line, board, time(HOUR - 6, HOUR, LEFT_RUNS), after_ms=3000)
    line.wait(6000)
    assert [one.fact for one in only(line.heard, Noted)] == [Fact.UNPLUGGED, Fact.PLUGGED]
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 6) * 1000
    assert only(line.heard, Identified)[-1].product == "DGT 3000"


@pytest.mark.parametrize(
    "wrong",
    [
        time(HOUR, HOUR, LEFT_RUNS),
        time(HOUR - 700, HOUR, LEFT_RUNS),
        time(HOUR - 3, HOUR + 60, LEFT_RUNS),
        time(HOUR - 5, HOUR - 3, LEFT_RUNS),
        time(HOUR - 3, HOUR, LEFT_RUNS | 0x40),
        time(HOUR - 3, HOUR, 0x13),
    ],
)
def test_what_cannot_be_is_questioned_once_and_forgotten_when_nothing_agrees(wrong: bytes) -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    board.shows = time(HOUR - 3, HOUR, LEFT_RUNS)
    line.hear(wrong)
    line.wait(400)
    assert len(only(line.heard, Doubted)) == 1
    assert not only(line.heard, (Pressed, Stopped, Fallen))
    assert line.sent[-1][1] == b"\x41"
    assert only(line.heard, Reading) == [
        Reading(only(line.heard, Reading)[0].at_ms, (HOUR - 3) * 1000, HOUR * 1000, L)
    ]


def test_what_cannot_be_is_believed_when_a_second_message_agrees() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 700, HOUR, LEFT_RUNS))
    shown(line, board, time(HOUR - 701, HOUR, LEFT_RUNS))
    assert len(only(line.heard, Doubted)) == 1
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 701) * 1000


def test_a_doubt_that_changes_its_mind_is_said_only_once() -> None:
    board = Board()
    line = playing(board)
    board.shows = None
    line.hear(time(HOUR - 700, HOUR, LEFT_RUNS))
    line.hear(time(HOUR - 1700, HOUR, LEFT_RUNS))
    assert len(only(line.heard, Doubted)) == 1


def test_a_turn_that_changes_within_a_jump_is_a_concluded_press() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 700, HOUR, RIGHT_RUNS))
    assert [(one.hand, one.inferred) for one in only(line.heard, Pressed)] == [(L, True)]


def test_a_clock_that_stands_with_more_time_than_before_has_been_reset() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(5400, 5400, STANDS))
    assert len(only(line.heard, Restarted)) == 1


def test_times_changed_while_it_stands_are_an_arbiter_s() -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(5400, 1800, STANDS))
    assert not only(line.heard, (Doubted, Restarted))
    assert only(line.heard, Reading)[-1].left_ms == 5_400_000


def test_a_lever_that_does_not_switch_is_questioned_and_the_turn_believed() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x13))
    shown(line, board, time(HOUR - 4, HOUR, 0x13))
    assert [one.sentence for one in only(line.heard, Doubted)] == [words.ODD_LEVER]
    assert not only(line.heard, Pressed)
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 4) * 1000


@pytest.mark.parametrize("turn_bits", [0x00, 0x18])
def test_a_clock_that_does_not_say_whose_turn_it_is_is_read_by_its_lever(turn_bits: int) -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(HOUR - 1, HOUR, 0x01 | turn_bits))
    shown(line, board, time(HOUR - 2, HOUR, 0x03 | turn_bits))
    assert [one.hand for one in only(line.heard, Pressed)] == [L]


@pytest.mark.parametrize("paused", [0x00, 0x08, 0x10, 0x18])
def test_a_paused_clock_may_show_any_turn(paused: int) -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, paused))
    assert only(line.heard, Reading)[-1].running is None
    assert not only(line.heard, Doubted)


def test_null_messages_buttons_late_answers_and_boards_change_nothing() -> None:
    board = Board()
    line = playing(board)
    dump = frame(0x86, bytes(64))
    line.hear(time(0, 0, 0) + answer(0x10, 0x88, 5, 0x31) + answer(0x10, 0x0C) + dump)
    line.hear(answer(0x10, 0x90))
    assert line.heard == []


def test_an_unreadable_time_is_asked_for_again() -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    line.hear(bytes.fromhex("8d 00 0a 01 60 00 01 00 00 11"))
    line.wait(200)
    assert line.sent[-1][1] == b"\x41"


def test_a_clock_is_set_and_proves_it() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(2_730_000, 3_127_400, line.now_ms)
    board.codes = lambda command: answer(0x10, command) + time(HOUR, HOUR, STANDS)
    line.wait(300)
    board.shows = time(2730, 3127, STANDS)
    line.wait(2000)
    assert board.commands[-1] == bytes.fromhex("2b 0a 03 0a 00 2d 1e 00 34 07 04 00")
    assert [one.asked for one in only(line.heard, Done)] == ["set"]
    assert not only(line.heard, (Doubted, Started, Stopped))
    assert only(line.heard, Reading)[-1].left_ms == 2_730_000


def test_a_clock_is_run_and_stopped() -> None:
    board = Board()
    line = ready(board)
    line.driver.run(R, line.now_ms)
    board.shows = time(HOUR, HOUR, RIGHT_RUNS)
    line.wait(2000)
    assert board.commands[-1][-2] == 0x0A
    assert [one.running for one in only(line.heard, Started)] == [R]
    line.driver.run(L, line.now_ms)
    board.shows = time(HOUR, HOUR, LEFT_RUNS)
    line.wait(2000)
    assert board.commands[-1][-2] == 0x09
    line.driver.run(None, line.now_ms)
    board.shows = time(HOUR, HOUR, STANDS)
    line.wait(2000)
    assert [one.asked for one in only(line.heard, Done)] == ["run", "run", "stop"]
    assert not only(line.heard, (Stopped, Doubted, Pressed))


def test_running_again_for_the_same_side_starts_nothing_anew() -> None:
    board = Board()
    line = playing(board)
    line.driver.run(L, line.now_ms)
    line.wait(2000)
    assert [one.asked for one in only(line.heard, Done)] == ["run"]
    assert not only(line.heard, Started)


def test_set_and_run_in_a_row_uses_the_times_on_their_way() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(600_000, 660_000, line.now_ms)
    line.driver.run(L, line.now_ms)
    line.wait(100)
    line.hear(time(600, 660, STANDS))  # before the proof: too early to count
    board.shows = time(600, 660, LEFT_RUNS)
    line.wait(9000)
    assert board.commands[-1][4:] == bytes([0, 10, 0, 0, 11, 0, 0x09, 0])
    assert "run" in [one.asked for one in only(line.heard, Done)]


def test_running_while_the_proof_is_open_uses_the_times_just_set() -> None:
    board = Board()
    line = ready(board)
    line.driver.set_times(600_000, 660_000, line.now_ms)
    line.wait(100)
    line.driver.run(L, line.now_ms)
    line.wait(300)
    assert board.commands[-1][4:] == bytes([0, 10, 0, 0, 11, 0, 0x09, 0])


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
    assert [one.asked for one in only(line.heard, Done)] == ["set"]


@pytest.mark.parametrize(("version", "option"), [(0x22, "25"), (0x1E, "23")])
def test_a_clock_in_the_wrong_option_says_which_to_choose(version: int, option: str) -> None:
    board = Board(version)
    line = ready(board)
    board.codes = lambda command: answer(0x40, command)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    (failed,) = only(line.heard, Failed)
    assert failed.asked == "set"
    assert f"option {option}" in failed.sentence
    assert sum(one[3] == 0x0A for one in board.commands) == 1


@pytest.mark.parametrize("refuses", [True, False])
def test_the_unasked_notice_of_the_wrong_mode_may_be_a_refusal(refuses: bool) -> None:
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
    assert [one.sentence for one in only(line.heard, Failed)] == [words.NOT_APPLIED]


def test_a_command_without_an_answer_is_sent_four_times() -> None:
    board = Board()
    line = ready(board)
    board.codes = lambda command: b""
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    assert sum(one[3] == 0x0A for one in board.commands) == 4
    assert [one.sentence for one in only(line.heard, Failed)] == [words.NO_ANSWER]


def test_an_answer_with_another_fault_sends_the_command_again() -> None:
    board = Board()
    line = ready(board)
    answers = [answer(0x20, 0), answer(0x10, 0x01), answer(0x10, 0), answer(0x10, 0x0A)]
    board.codes = lambda command: answers.pop(0) if command == 0x0A else b""
    board.shows = time(60, 60, STANDS)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(9000)
    assert [one.asked for one in only(line.heard, Done)] == ["set"]


def test_orders_that_cannot_be_are_refused_at_once() -> None:
    line = Line(DgtBoard(), Board())
    line.driver.run(L, line.now_ms)
    assert line.driver.due_ms() == line.now_ms
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.driver.set_times(36_000_000, 0, line.now_ms)
    line.wait(1)
    assert [one.sentence for one in only(line.heard, Failed)] == [
        words.NO_TIMES,
        words.NOT_SETTABLE,
        words.TOO_LONG,
    ]


def test_more_orders_than_can_wait_are_refused() -> None:
    line = ready(Board())
    for _ in range(6):
        line.driver.identify(line.now_ms)
    line.wait(1)
    assert [one.sentence for one in only(line.heard, Failed)] == [words.BUSY, words.BUSY]


def test_a_clock_that_stands_shows_a_word_for_a_while() -> None:
    board = Board()
    line = ready(board)
    line.driver.identify(line.now_ms)
    line.wait(4000)
    assert [one[3] for one in board.commands] == [0x09, 0x0C, 0x03]
    assert [one.asked for one in only(line.heard, Done)] == ["identify"]


@pytest.mark.parametrize("version", [0x22, 0x1E])
def test_a_clock_that_runs_or_has_no_letters_beeps(version: int) -> None:
    board = Board(version)
    line = playing(board)
    line.driver.identify(line.now_ms)
    line.wait(500)
    assert board.commands[-1] == bytes.fromhex("2b 04 03 0b 10 00")


def test_the_times_are_shown_again_where_a_clock_needs_to_be_told() -> None:
    board = Board()
    line = ready(board, Switches(end_after_set=True))
    line.driver.set_times(3_600_000, 3_600_000, line.now_ms)
    line.wait(2000)
    assert [one[3] for one in board.commands] == [0x09, 0x0A, 0x03]
    assert [one.asked for one in only(line.heard, Done)] == ["set"]


def test_a_clock_whose_lever_does_not_switch_is_only_listened_to() -> None:
    line = ready(Board(), Switches(lever_switches=False))
    able = only(line.heard, Identified)[0].abilities
    assert (able.holds_time, able.sets, able.runs) == (True, False, False)


@pytest.mark.parametrize("switches", [Switches(), Switches(stands_with_run_bit=True)])
def test_a_clock_that_stands_with_its_run_bit_on_can_be_known(switches: Switches) -> None:
    board = Board()
    line = ready(board, switches)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    board.shows = time(60, 60, 0x01)
    line.wait(5000)
    line.hear(board.shows)
    line.wait(200)
    known = switches.stands_with_run_bit
    assert [one.asked for one in only(line.heard, Done)] == (["set"] if known else [])
    assert bool(only(line.heard, Started)) is not known
    shown(line, board, time(60, 59, RIGHT_RUNS))
    assert only(line.heard, Reading)[-1].running is R


def test_the_board_s_own_battery_is_told_where_it_has_one() -> None:
    board = Board()
    line = ready(board, Switches(board_battery=True))
    assert only(line.heard, Noted)[0].value == "board 63 %"
    line.hear(frame(0xA0, bytes([0x7F, 0, 0, 0])) + frame(0xA0, bytes([9, 0, 0, 0])))
    assert [one.fact for one in only(line.heard, Noted)] == [Fact.BATTERY_FINE, Fact.BATTERY_LOW]
    line.wait(300_000)
    assert line.bytes_sent().count(b"\x4c") == 2


def test_a_board_that_stands_is_asked_its_number_every_second_and_a_half() -> None:
    line = ready(Board())
    line.sent.clear()
    line.wait(9000)
    assert set(line.bytes_sent()) == {0x45}
    assert 4 <= len(line.sent) <= 7
    assert not line.driver.dead


@pytest.mark.parametrize("runs", [True, False])
def test_a_board_that_freezes_is_asked_twice_and_then_lost(runs: bool) -> None:
    board = Board()
    line = playing(board) if runs else ready(board)
    board.here = False
    line.sent.clear()
    line.wait(4900)
    assert line.bytes_sent()[-2:] == b"\x41\x45"
    line.wait(1000)
    assert line.driver.dead == words.GONE


def test_a_clock_that_is_mute_behind_a_board_that_answers_is_doubted_once() -> None:
    board = Board()
    line = playing(board)
    board.shows = None
    line.wait(30_000)
    assert [one.sentence for one in only(line.heard, Doubted)] == [words.SILENT]
    assert not line.driver.dead


def test_a_long_dump_is_not_a_freeze() -> None:
    board = Board()
    line = playing(board)
    board.here = False
    line.hear(bytes([0x8F, 0x1F03 >> 7, 0x1F03 & 0x7F]))
    for _ in range(80):
        line.wait(100)
        line.hear(bytes(96))
    assert not line.driver.dead


def test_after_a_lost_line_the_clock_s_own_numbers_count() -> None:
    board = Board()
    line = playing(board)
    line.now_ms += 20_000
    board.shows = time(HOUR - 5, HOUR - 17, RIGHT_RUNS)
    line.heard += line.driver.opened(line.now_ms)
    line.wait(4000)
    assert [one.hand for one in only(line.heard, Pressed)] == [L]
    assert only(line.heard, Reading)[-1].right_ms == (HOUR - 17) * 1000


@pytest.mark.parametrize("switches", EITHER_WAY)
def test_a_game_is_followed_to_its_flag_whatever_the_switches(switches: Switches) -> None:
    board = Board()
    line = ready(board, switches)
    left, right = 20, 20
    shown(line, board, time(left, right, LEFT_RUNS))
    status = LEFT_RUNS
    for second in range(60):
        if second % 7 == 6:
            status = RIGHT_RUNS if status == LEFT_RUNS else LEFT_RUNS
        left, right = (left - 1, right) if status == LEFT_RUNS else (left, right - 1)
        fell = 0x50 if 0 in (left, right) else 0
        flags = (fell if left == 0 else 0, fell if right == 0 else 0)
        shown(line, board, time(left, right, status, *flags), after_ms=800)
        if fell:
            break
    assert len(only(line.heard, Fallen)) == 1
    assert [one.hand for one in only(line.heard, Pressed)] == [L, R, L, R, L][: (second + 1) // 7]
    assert not only(line.heard, (Doubted, Stopped))


def test_messages_are_the_same_however_the_bytes_are_cut() -> None:
    stream = time(HOUR - 3, HOUR, RIGHT_RUNS) + time(0, 0, 0) + answer(0x10, 0x88, 5, 0x31)
    said = []
    for pieces in cuts(stream):
        board = Board()
        line = playing(board)
        board.shows = time(HOUR - 3, HOUR, RIGHT_RUNS)
        for piece in pieces:
            line.hear(piece)
        said.append(line.heard)
    assert all(one == said[0] for one in said)
    assert only(said[0], Pressed)


def test_the_clock_is_heard_again_after_a_megabyte_of_noise() -> None:
    board = Board()
    line = playing(board)
    line.hear(random.Random(1).randbytes(1 << 20))
    line.heard.clear()
    shown(line, board, time(HOUR - 4, HOUR, LEFT_RUNS))
    shown(line, board, time(HOUR - 5, HOUR, LEFT_RUNS))
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 5) * 1000


NEVER = {0x49, 0x4A, 0x4E, 0x51, 0x52, 0x53, 0x54}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.one_of(
            st.binary(max_size=30),
            st.integers(1, 3000),
            st.sampled_from(["set", "left", "right", "stop", "identify"]),
            st.builds(
                lambda left, right, status: time(left, right, status & 0x7F),
                st.integers(0, 9 * HOUR),
                st.integers(0, 9 * HOUR),
                st.integers(0, 127),
            ),
            st.builds(answer, st.integers(0, 255), st.integers(0, 255)),
        ),
        max_size=40,
    ),
    st.sampled_from(EITHER_WAY),
)
def test_nothing_that_comes_upsets_the_driver_or_makes_it_send_what_it_must_not(
    acts: list[bytes | int | str], switches: Switches
) -> None:
    line = ready(Board(), switches)
    for act in acts:
        match act:
            case bytes():
                line.hear(act)
            case int():
                line.wait(act)
            case "set":
                line.driver.set_times(90_000, 90_000, line.now_ms)
            case "identify":
                line.driver.identify(line.now_ms)
            case _:
                hand = {"left": L, "right": R}.get(act)
                line.driver.run(hand, line.now_ms)
    line.wait(3000)
    for _, out in line.sent:
        assert out[0] == 0x2B or not set(out) & NEVER
