import pytest

from app.clock.drivers.dgt import words
from app.clock.drivers.driver import (
    Doubted,
    Fact,
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
from tests.clock.drivers.dgt_bench import (
    HOUR,
    LEFT_RUNS,
    RIGHT_RUNS,
    STANDS,
    Board,
    answer,
    frame,
    playing,
    ready,
    shown,
    time,
)
from tests.clock.drivers.line import only

L, R = Hand.LEFT, Hand.RIGHT


def test_a_lever_that_flips_is_a_press() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, RIGHT_RUNS))
    assert only(line.heard, Pressed) == [Pressed(line.now_ms - 200, L, late_ms=1000)]
    assert only(line.heard, Reading)[-1].running is R


def test_a_stop_and_restart_are_reported_with_the_time_of_their_first_message() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x10))
    assert only(line.heard, Stopped) == [Stopped(line.now_ms - 200)]
    shown(line, board, time(HOUR - 3, HOUR, LEFT_RUNS))
    assert only(line.heard, Started) == [Started(line.now_ms - 200, L)]
    assert not only(line.heard, Doubted)


def test_a_single_wrong_status_bit_does_not_stop_the_clock() -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    board.shows = time(HOUR - 3, HOUR, LEFT_RUNS)
    line.hear(time(HOUR - 3, HOUR, 0x10))
    line.wait(300)
    assert not only(line.heard, Stopped)
    assert only(line.heard, Reading)[-1].running is L


def test_two_hidden_presses_are_inferred_when_both_times_fell() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR - 1, LEFT_RUNS))
    presses = only(line.heard, Pressed)
    assert [(press.hand, press.inferred) for press in presses] == [(L, True), (R, True)]


def test_a_press_just_before_a_stop_is_inferred() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR - 1, 0x02))
    assert [type(message) for message in line.heard if not isinstance(message, Reading)] == [
        Pressed,
        Stopped,
    ]


@pytest.mark.parametrize("flags", [0x50, 0x40, 0x10, 0x00])
@pytest.mark.parametrize("status", [LEFT_RUNS, 0x10])
def test_a_flag_falls_once_however_the_clock_shows_it(flags: int, status: int) -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(2, HOUR, LEFT_RUNS))
    shown(line, board, time(1, HOUR, LEFT_RUNS))
    shown(line, board, time(0, HOUR, status, left_flags=flags))
    shown(line, board, time(0, HOUR, status, left_flags=flags))
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [L]
    assert not only(line.heard, Stopped)
    assert only(line.heard, Reading)[-1].fallen is L


def test_a_flag_shown_while_time_is_left_is_questioned() -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    board.shows = time(HOUR - 3, HOUR, LEFT_RUNS)
    line.hear(time(HOUR - 3, HOUR, LEFT_RUNS, left_flags=0x40))
    line.wait(300)
    assert not only(line.heard, Fallen)
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [words.ODD_FLAG]


def test_a_flag_shown_twice_while_time_is_left_is_believed() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, LEFT_RUNS, left_flags=0x40))
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [L]
    shown(line, board, time(HOUR - 4, HOUR, LEFT_RUNS, left_flags=0x40))
    assert len(only(line.heard, Doubted)) == 1


def test_the_low_battery_warning_is_reported_once_when_it_appears_and_once_when_it_ends() -> None:
    board = Board()
    line = playing(board)
    for at, low in enumerate([4, 4, 0], start=3):
        shown(line, board, time(HOUR - at, HOUR, LEFT_RUNS | low))
    assert [noted.fact for noted in only(line.heard, Noted)] == [
        Fact.BATTERY_LOW,
        Fact.BATTERY_FINE,
    ]


def test_a_single_message_without_a_clock_is_not_believed() -> None:
    board = Board()
    line = playing(board)
    line.wait(500)
    line.hear(time(0, 0, 0x20))
    line.wait(500)
    assert not only(line.heard, Noted)


def test_an_unplugged_clock_is_reported_at_the_second_message_and_greeted_when_it_returns() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(0, 0, 0x20))
    assert [noted.fact for noted in only(line.heard, Noted)] == [Fact.UNPLUGGED]
    line.hear(time(0, 0, 0x20))
    shown(line, board, time(HOUR - 6, HOUR, LEFT_RUNS), after_ms=3000)
    line.wait(6000)
    assert [noted.fact for noted in only(line.heard, Noted)] == [Fact.UNPLUGGED, Fact.PLUGGED]
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
    ],
)
def test_an_impossible_reading_is_questioned_once_and_dropped_if_nothing_confirms_it(
    wrong: bytes,
) -> None:
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


def test_an_impossible_reading_is_believed_when_a_second_message_agrees() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 700, HOUR, LEFT_RUNS))
    shown(line, board, time(HOUR - 701, HOUR, LEFT_RUNS))
    assert len(only(line.heard, Doubted)) == 1
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 701) * 1000


def test_a_doubt_that_changes_its_mind_is_reported_only_once() -> None:
    board = Board()
    line = playing(board)
    board.shows = None
    line.hear(time(HOUR - 700, HOUR, LEFT_RUNS))
    line.hear(time(HOUR - 1700, HOUR, LEFT_RUNS))
    assert len(only(line.heard, Doubted)) == 1


def test_a_change_of_turn_during_a_jump_is_an_inferred_press() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 700, HOUR, RIGHT_RUNS))
    assert [(pressed.hand, pressed.inferred) for pressed in only(line.heard, Pressed)] == [
        (L, True)
    ]


def test_a_stopped_clock_with_more_time_than_before_has_been_reset() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(5400, 5400, STANDS))
    assert len(only(line.heard, Restarted)) == 1


def test_times_changed_on_a_stopped_clock_are_accepted_as_the_arbiter_s() -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(5400, 1800, STANDS))
    assert not only(line.heard, (Doubted, Restarted))
    assert only(line.heard, Reading)[-1].left_ms == 5_400_000


@pytest.mark.parametrize("status", [0x03, 0x0B, 0x13])
def test_a_stuck_lever_is_questioned_and_the_falling_time_is_believed(
    status: int,
) -> None:
    board = Board()
    line = playing(board)
    for second in range(3, 9):
        shown(line, board, time(HOUR - second, HOUR, status))
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [words.ODD_LEVER]
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L, R]
    assert only(line.heard, Reading)[-1].left_ms == (HOUR - 8) * 1000
    assert only(line.heard, Reading)[-1].running is L


def test_one_message_contradicting_the_lever_is_ignored_and_the_second_is_believed() -> None:
    """Two presses that nobody saw look the same in one message."""
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x03))
    line.heard.clear()
    shown(line, board, time(HOUR - 4, HOUR, 0x03))
    assert not only(line.heard, (Reading, Doubted))
    shown(line, board, time(HOUR - 5, HOUR, 0x03))
    assert [doubted.sentence for doubted in only(line.heard, Doubted)] == [words.ODD_LEVER]


def test_a_clock_that_stops_after_one_message_against_the_lever_raises_no_doubt() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x03))
    shown(line, board, time(HOUR - 4, HOUR, 0x03))
    line.heard.clear()
    for _ in range(3):
        shown(line, board, time(HOUR - 4, HOUR, 0x02))
    assert not only(line.heard, Doubted)
    assert only(line.heard, Reading)[-1].running is None


def test_only_consecutive_messages_against_the_lever_count() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x03))
    shown(line, board, time(HOUR - 4, HOUR, 0x03))
    shown(line, board, time(HOUR - 4, HOUR - 1, 0x03))
    shown(line, board, time(HOUR - 5, HOUR - 1, 0x03))
    assert not only(line.heard, Doubted)


def test_a_jump_ends_the_count_of_messages_against_the_lever() -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, 0x03))
    shown(line, board, time(HOUR - 4, HOUR, 0x03))
    line.heard.clear()
    shown(line, board, time(HOUR - 20, HOUR, 0x03))
    (doubted,) = only(line.heard, Doubted)
    assert doubted.sentence == "The left time on the clock jumped from 0:59:57 to 0:59:40."


def test_a_lever_that_switches_again_is_believed_again() -> None:
    board = Board()
    line = playing(board)
    for second in range(3, 7):
        shown(line, board, time(HOUR - second, HOUR, 0x03))
    line.heard.clear()
    shown(line, board, time(HOUR - 7, HOUR, 0x01))
    shown(line, board, time(HOUR - 8, HOUR, 0x01))
    assert not only(line.heard, Pressed)
    shown(line, board, time(HOUR - 8, HOUR - 1, 0x03))
    shown(line, board, time(HOUR - 8, HOUR - 2, 0x03))
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L]


@pytest.mark.parametrize("turn_bits", [0x00, 0x18])
def test_a_clock_without_turn_bits_is_read_by_its_lever(turn_bits: int) -> None:
    board = Board()
    line = ready(board)
    shown(line, board, time(HOUR - 1, HOUR, 0x01 | turn_bits))
    shown(line, board, time(HOUR - 2, HOUR, 0x03 | turn_bits))
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L]


@pytest.mark.parametrize("paused", [0x00, 0x08, 0x10, 0x18])
def test_a_paused_clock_may_show_any_turn(paused: int) -> None:
    board = Board()
    line = playing(board)
    shown(line, board, time(HOUR - 3, HOUR, paused))
    assert only(line.heard, Reading)[-1].running is None
    assert not only(line.heard, Doubted)


def test_null_messages_buttons_late_answers_and_board_dumps_change_nothing() -> None:
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
    line.sent.clear()
    line.hear(bytes.fromhex("8d 00 0a 01 60 00 01 00 00 11"))
    assert [sent for _, sent in line.sent] == [b"\x41"]


def test_two_messages_without_a_clock_are_enough_to_report_it_unplugged() -> None:
    board = Board()
    line = playing(board)
    board.shows = None
    line.hear(time(0, 0, 0x20))
    assert not only(line.heard, Noted)
    line.hear(time(0, 0, 0x20))
    assert [noted.fact for noted in only(line.heard, Noted)] == [Fact.UNPLUGGED]
