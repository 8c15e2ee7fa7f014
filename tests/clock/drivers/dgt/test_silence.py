"""Boards and clocks behind them that say nothing any more, and what counts afterwards."""

import pytest

from app.clock.drivers.dgt import words
from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Failed,
    Hand,
    Identified,
    Pressed,
    Reading,
    Restarted,
)
from tests.clock.drivers.dgt_bench import (
    HOUR,
    LEFT_RUNS,
    RIGHT_RUNS,
    STANDS,
    Board,
    playing,
    ready,
    time,
)
from tests.clock.drivers.line import only

L, R = Hand.LEFT, Hand.RIGHT


def test_a_board_with_a_stopped_clock_is_asked_its_number_every_second_and_a_half() -> None:
    line = ready(Board())
    line.sent.clear()
    line.wait(9000)
    assert set(line.bytes_sent()) == {0x45}
    assert 4 <= len(line.sent) <= 7
    assert not line.driver.dead


@pytest.mark.parametrize("runs", [True, False])
def test_a_board_that_freezes_is_asked_twice_and_lost_within_three_seconds(runs: bool) -> None:
    board = Board()
    line = playing(board) if runs else ready(board)
    line.wait(6000)  # its line is known to be quick
    line.hear(board.shows or b"")
    line.wait(200)
    board.here = False
    line.sent.clear()
    line.wait(2250)
    assert set(line.bytes_sent()) <= {0x41, 0x45}
    assert len(line.sent) >= 2
    assert not line.driver.dead
    line.wait(500)
    assert line.driver.dead == words.GONE


def test_a_board_that_only_sends_noise_is_lost_a_little_later() -> None:
    board = Board()
    line = playing(board)
    board.here = False
    for _ in range(20):
        line.wait(200)
        line.hear(b"\x55\x55")
    assert not line.driver.dead
    for _ in range(10):
        line.wait(200)
        line.hear(b"\x55\x55")
    assert line.driver.dead == words.GONE


def test_a_different_board_on_the_line_is_a_different_clock() -> None:
    board = Board()
    line = playing(board)
    board.number = b"04711"
    board.shows = time(HOUR, HOUR, STANDS)
    line.heard += line.driver.opened(line.now_ms)
    line.wait(4000)
    assert only(line.heard, Identified)[-1].uid == "04711"
    assert not only(line.heard, Restarted)


def test_orders_pending_on_a_lost_board_have_failed() -> None:
    board = Board()
    line = ready(board)
    line.wait(6000)
    line.driver.set_times(60_000, 60_000, line.now_ms)
    line.wait(100)
    board.here = False
    line.driver.run(Hand.LEFT, line.now_ms)
    line.driver.identify(line.now_ms)
    line.now_ms += 5000
    line.wait(1)
    assert line.driver.dead == words.GONE
    assert [failed.request for failed in only(line.heard, Failed)] == ["set", "run", "identify"]


def test_a_silent_clock_behind_an_answering_board_is_questioned_once() -> None:
    board = Board()
    line = playing(board)
    shown, board.shows = board.shows, None
    line.wait(30_000)
    doubts = [(doubt.sentence, doubt.lasting) for doubt in only(line.heard, Doubted)]
    assert doubts == [(words.SILENT, True)]
    assert not line.driver.dead
    assert not only(line.heard, Cleared)
    board.shows = shown
    line.wait(3000)
    assert [cleared.sentence for cleared in only(line.heard, Cleared)] == [words.SILENT]


def test_a_long_dump_is_not_a_freeze() -> None:
    board = Board()
    line = playing(board)
    board.here = False
    line.hear(bytes([0x8F, 0x1F03 >> 7, 0x1F03 & 0x7F]))
    for _ in range(80):
        line.wait(100)
        line.hear(bytes(96))
    assert not line.driver.dead


def test_after_a_lost_line_the_clock_s_own_times_are_adopted() -> None:
    board = Board()
    line = playing(board)
    line.now_ms += 20_000
    board.shows = time(HOUR - 5, HOUR - 17, RIGHT_RUNS)
    line.heard += line.driver.opened(line.now_ms)
    line.wait(4000)
    assert [pressed.hand for pressed in only(line.heard, Pressed)] == [L]
    assert only(line.heard, Reading)[-1].right_ms == (HOUR - 17) * 1000


def test_a_press_seen_once_before_the_line_was_lost_is_not_confirmed_afterwards() -> None:
    board = Board()
    line = playing(board)
    line.wait(1000)
    board.here = False
    line.hear(time(HOUR - 2, HOUR, RIGHT_RUNS))
    line.driver.opened(line.now_ms)
    opened_ms = line.now_ms
    board.here, board.shows = True, time(HOUR - 2, HOUR, RIGHT_RUNS)
    line.wait(4000)
    (pressed,) = only(line.heard, Pressed)
    assert pressed.at_ms > opened_ms


def test_a_clock_behind_an_answering_board_counts_as_silent_after_ten_seconds() -> None:
    board = Board()
    line = playing(board)
    line.hear(time(HOUR - 2, HOUR, LEFT_RUNS))
    board.shows = None
    line.wait(9999)
    assert only(line.heard, Doubted) == []
    line.wait(1)
    assert only(line.heard, Doubted) == [Doubted(line.now_ms, words.SILENT, lasting=True)]
