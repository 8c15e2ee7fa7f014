"""A whole game over a line that loses and spoils lines: what is told is what happened."""

import random

import pytest

from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.driver import Doubted, Hand, Message, Pressed, Reading, Restarted, Stopped
from tests.clock.drivers.dclk_bench import Clock
from tests.clock.drivers.line import Line, only

SIDES = {"L": Hand.LEFT, "R": Hand.RIGHT}


class BadLine:
    """Between a clock and its driver; each line may be lost, doubled or have a wrong byte."""

    def __init__(self, clock: Clock, seed: int, chance: float) -> None:
        self.clock = clock
        self.random = random.Random(seed)
        self.chance = chance

    def __call__(self, sent: bytes, now_ms: int) -> bytes:
        if self.random.random() < self.chance:
            return b""
        return self.spoiled(self.clock(sent, now_ms))

    def spoiled(self, data: bytes) -> bytes:
        return b"".join(self.one(line) for line in data.splitlines(keepends=True))

    def one(self, line: bytes) -> bytes:
        fate = self.random.random()
        if fate < self.chance:
            return b""
        if fate < 2 * self.chance:
            at = self.random.randrange(len(line))
            return line[:at] + bytes([self.random.randrange(256)]) + line[at + 1 :]
        return line * (2 if fate < 3 * self.chance else 1)


@pytest.mark.parametrize("start_t", [0, 2**32 - 200_000])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("chance", [0.0, 0.02, 0.08])
def test_every_press_is_reported_at_its_time_however_bad_the_line(
    start_t: int, seed: int, chance: float
) -> None:
    clock = Clock(start_t)
    bad = BadLine(clock, seed, 0)
    line = Line(DclkClock(), bad)
    line.hear(clock.hi())
    for act in (lambda: line.driver.set_times(3_600_000, 3_600_000, line.now_ms), None):
        act() if act else line.driver.run(Hand.LEFT, line.now_ms)
        line.wait(1500)
    line.heard.clear()
    bad.chance = chance
    pressed: list[tuple[int, Hand]] = []
    for second in range(300):
        line.wait(bad.random.randrange(100, 900))
        if second % 3 == 1 and second < 280:
            side = clock.run
            pressed.append((line.now_ms, SIDES[side]))
            line.hear(bad.spoiled(clock.press(side, line.now_ms)))
        line.hear(bad.spoiled(clock.state(line.now_ms)))
        assert not line.driver.dead
    bad.chance = 0
    line.wait(1000)
    line.hear(clock.state(line.now_ms))
    told = sorted(only(line.heard, Pressed), key=lambda one: one.at_ms)
    assert [message.hand for message in told] == [hand for _, hand in pressed]
    late = [(one.at_ms - at_ms, at_ms) for one, (at_ms, _) in zip(told, pressed, strict=True)]
    assert [one for one in late if abs(one[0]) >= 20] == []
    unwanted: tuple[type[Message], ...] = (Doubted, Restarted, Stopped)
    assert not [message for message in line.heard if isinstance(message, unwanted)]
    last = only(line.heard, Reading)[-1]
    assert (last.left_ms, last.right_ms) == (clock.times["L"], clock.times["R"])
