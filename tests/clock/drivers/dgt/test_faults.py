"""A whole game over a line that spoils bytes: what is told is what happened."""

import random

import pytest

from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.driver import Fallen, Hand, Pressed, Reading, Started, Stopped
from tests.clock.drivers.dgt_bench import Board, time
from tests.clock.drivers.line import Line, only

POLL_MS = 400


class Game:
    """A clock that is polled; ``spoil`` is the chance of each byte to be another one."""

    def __init__(self, seed: int, spoil: float) -> None:
        self.random = random.Random(seed)
        self.spoil = spoil
        self.left = {Hand.LEFT: 150_000, Hand.RIGHT: 150_000}
        self.runs: Hand | None = None
        self.down = Hand.RIGHT
        self.flag: Hand | None = None
        self.presses: list[Hand] = []

    def pass_by(self, ms: int) -> None:
        if self.runs is None or self.flag is not None:
            return
        self.left[self.runs] = max(self.left[self.runs] - ms, 0)
        if self.left[self.runs] == 0:
            self.flag = self.runs

    def press(self) -> None:
        assert self.runs is not None
        self.down = self.runs
        self.presses.append(self.runs)
        self.runs = self.runs.other

    def message(self) -> bytes:
        status = 0x02 if self.down is Hand.LEFT else 0
        if self.runs is not None:
            status |= 0x11 if self.runs is Hand.LEFT else 0x09
        shown = [-(-self.left[hand] // 1000) for hand in Hand]
        flags = [0x50 if self.flag is hand else 0 for hand in Hand]
        return time(shown[0], shown[1], status, *flags)

    def spoiled(self, data: bytes) -> bytes:
        return bytes(
            self.random.randrange(256) if self.random.random() < self.spoil else byte
            for byte in data
        )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("spoil", [0.0, 0.004, 0.02])
def test_a_game_over_a_bad_line_ends_with_the_right_flag_and_no_invented_presses(
    seed: int, spoil: float
) -> None:
    game, board = Game(seed, spoil), Board()
    board.shows = game.message()
    line = Line(DgtBoard(), lambda sent, now_ms: game.spoiled(board(sent, now_ms)))
    line.wait(12_000)
    line.heard.clear()
    game.runs = Hand.LEFT
    next_press = 5000
    for at_ms in range(0, 360_000, POLL_MS):
        game.pass_by(POLL_MS)
        if at_ms >= next_press and game.flag is None:
            game.press()
            next_press = at_ms + game.random.randrange(2500, 30_000)
        message = game.message()
        if message != board.shows:
            board.shows = message
            line.hear(game.spoiled(message))
        line.wait(POLL_MS)
        assert not line.driver.dead
    told = only(line.heard, Pressed)
    assert [message.hand for message in told] == game.presses
    assert [fallen.hand for fallen in only(line.heard, Fallen)] == [game.flag]
    assert [started.running for started in only(line.heard, Started)] == [Hand.LEFT]
    assert not only(line.heard, Stopped)
    last = only(line.heard, Reading)[-1]
    assert (last.left_ms, last.right_ms) == tuple(
        -(-game.left[hand] // 1000) * 1000 for hand in Hand
    )
