"""The laptop is back: the program's driver takes the game from the reference clock's core."""

import random

import pytest

from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.driver import (
    Doubted,
    Fallen,
    Hand,
    HandedOver,
    Message,
    OrderDone,
    Pressed,
    Reading,
    Restarted,
    Started,
    Stopped,
)
from tests.clock.drivers.line import only
from tests.firmware.bench import LEFT, PAUSE, RIGHT, Chip, Clock

STEP_MS = 5
TICK_MS = 1_000
HOUR_MS = 3_600_000
FLASH_SLOTS = 16_384
HANDS = {LEFT: Hand.LEFT, RIGHT: Hand.RIGHT}


class Laptop:
    """The driver beside a clock, both in virtual time; ``is_there`` joins their line."""

    def __init__(self, slots: int = FLASH_SLOTS) -> None:
        self.chip = Chip(slots, 0 if slots == FLASH_SLOTS else 3_400)
        self.clock = Clock(chip=self.chip)
        self.driver = DclkClock()
        self.now_ms = 1_000_000
        self.heard: list[Message] = []
        self.pressed: list[tuple[int, Hand]] = []
        self.is_there = True
        self.heard += self.driver.opened(self.now_ms)

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            self.now_ms += STEP_MS
            self.clock.wait(STEP_MS, step=1)
            data = self.clock.sent().encode()
            if not self.is_there:
                continue
            if data:
                self.heard += self.driver.receive(data, self.now_ms)
            self.heard += self.driver.tick(self.now_ms)
            if orders := self.driver.to_send():
                self.clock.raw(orders)
        assert not self.driver.dead or not self.is_there

    def start(self) -> None:
        self.wait(3_000)
        self.driver.set_times(HOUR_MS, HOUR_MS, self.now_ms)
        self.wait(500)
        self.driver.run(Hand.LEFT, self.now_ms)
        self.wait(500)
        assert {done.request for done in only(self.heard, OrderDone)} == {"set", "run"}
        self.heard.clear()

    def leave(self) -> None:
        self.is_there = False

    def come_back(self) -> None:
        self.is_there = True
        self.clock.sent()
        self.heard += self.driver.opened(self.now_ms)

    def start_anew(self) -> None:
        """Another program, or the same one after it was ended, sits at the line."""
        self.driver = DclkClock()
        self.heard.clear()
        self.come_back()

    def press(self) -> None:
        """Whose time runs ends their turn."""
        button = LEFT if self.clock.running == "L" else RIGHT
        self.pressed.append((self.now_ms, HANDS[button]))
        self.clock.contact(button, True)
        self.wait(60)
        self.clock.contact(button, False)
        self.wait(60)

    def cut(self, noise: int = 0) -> None:
        """The power goes, and is back at once."""
        self.chip.cut(noise)
        self.clock.close()
        self.clock = Clock(boot=42, chip=self.chip)

    def resume(self) -> None:
        self.clock.contact(PAUSE, True)
        self.wait(100)
        self.clock.contact(PAUSE, False)
        self.wait(100)

    def agrees(self) -> bool:
        """The last reading is what the clock had then."""
        reading = only(self.heard, Reading)[-1]
        left, right = self.clock.times()
        behind_ms = (reading.left_ms or 0) + (reading.right_ms or 0) - left - right
        return 0 <= behind_ms <= self.now_ms - reading.at_ms + STEP_MS

    def close(self) -> None:
        self.clock.close()
        self.chip.close()


@pytest.mark.parametrize("presses", [3, 40, 900])
def test_every_press_of_the_time_without_a_laptop_is_handed_over_once(presses: int) -> None:
    laptop = Laptop()
    laptop.start()
    laptop.leave()
    for _ in range(presses):
        laptop.press()
        laptop.wait(500)
    laptop.come_back()
    laptop.wait(30_000)
    heard = only(laptop.heard, Pressed)
    assert [press.hand for press in heard] == [hand for _, hand in laptop.pressed]
    off = [press.at_ms - at_ms for press, (at_ms, _) in zip(heard, laptop.pressed, strict=True)]
    assert max(map(abs, off)) <= 2 * STEP_MS
    assert not any(press.inferred for press in heard)
    assert only(laptop.heard, Doubted) == only(laptop.heard, Restarted) == []
    assert laptop.agrees()
    laptop.close()


@pytest.mark.parametrize("presses", [0, 1, 40])
def test_a_program_that_was_started_anew_is_handed_the_whole_game(presses: int) -> None:
    laptop = Laptop()
    laptop.start()
    for _ in range(3):
        laptop.press()
        laptop.wait(700)
    laptop.leave()
    for _ in range(presses):
        laptop.press()
        laptop.wait(700)
    laptop.start_anew()
    laptop.wait(20_000)
    (handed,) = only(laptop.heard, HandedOver)
    heard = only([*handed.happened], Pressed)
    assert [press.hand for press in heard] == [hand for _, hand in laptop.pressed]
    off = [press.at_ms - at_ms for press, (at_ms, _) in zip(heard, laptop.pressed, strict=True)]
    assert max(map(abs, off)) <= 10 * STEP_MS
    assert only(laptop.heard, Pressed) == only(laptop.heard, Doubted) == []
    assert laptop.agrees()
    laptop.press()
    laptop.wait(1_000)
    assert [press.hand for press in only(laptop.heard, Pressed)] == [laptop.pressed[-1][1]]
    laptop.close()


def test_a_clock_without_a_game_hands_nothing_over() -> None:
    laptop = Laptop()
    laptop.wait(3_000)
    laptop.start_anew()
    laptop.wait(3_000)
    assert only(laptop.heard, HandedOver) == []
    laptop.driver.set_times(HOUR_MS, HOUR_MS, laptop.now_ms)
    laptop.wait(500)
    laptop.driver.run(Hand.LEFT, laptop.now_ms)
    laptop.wait(500)
    laptop.leave()
    laptop.press()
    laptop.come_back()
    laptop.wait(3_000)
    assert [press.hand for press in only(laptop.heard, Pressed)] == [Hand.LEFT]
    laptop.close()


def test_a_power_cut_without_a_laptop_is_handed_over_as_a_pause() -> None:
    laptop = Laptop()
    laptop.start()
    laptop.leave()
    for _ in range(5):
        laptop.press()
        laptop.wait(3_000)
    laptop.cut()
    laptop.wait(20_000)
    laptop.resume()
    for _ in range(4):
        laptop.press()
        laptop.wait(3_000)
    laptop.come_back()
    laptop.wait(10_000)
    moves = [m for m in laptop.heard if isinstance(m, Pressed | Stopped | Started)]
    assert [type(move) for move in moves] == [Pressed] * 5 + [Stopped, Started] + [Pressed] * 4
    assert [press.hand for press in only(moves, Pressed)] == [hand for _, hand in laptop.pressed]
    assert only(laptop.heard, Restarted) == only(laptop.heard, Doubted) == []
    assert laptop.agrees()
    laptop.close()


def test_a_power_cut_beside_a_laptop_is_a_pause() -> None:
    laptop = Laptop()
    laptop.start()
    laptop.press()
    laptop.wait(5_000)
    laptop.cut()
    laptop.wait(4_000)
    moves = [m for m in laptop.heard if isinstance(m, Pressed | Stopped | Started)]
    assert [type(move) for move in moves] == [Pressed, Stopped]
    assert only(laptop.heard, Restarted) == []
    assert laptop.clock.running == "P"
    assert laptop.agrees()
    laptop.driver.run(Hand.RIGHT, laptop.now_ms)
    laptop.wait(2_000)
    assert laptop.clock.running == "R"
    laptop.close()


def test_a_flag_that_fell_without_a_laptop_is_handed_over_with_its_presses() -> None:
    laptop = Laptop()
    laptop.start()
    laptop.leave()
    laptop.press()
    laptop.wait(HOUR_MS + 1_000)
    laptop.cut()
    laptop.come_back()
    laptop.wait(5_000)
    assert [press.hand for press in only(laptop.heard, Pressed)] == [Hand.LEFT]
    assert [fallen.hand for fallen in only(laptop.heard, Fallen)] == [Hand.RIGHT]
    laptop.close()


@pytest.mark.parametrize("slots", [31, FLASH_SLOTS], ids=["EEPROM", "flash"])
def test_no_cut_beside_a_laptop_loses_more_than_a_tick_or_invents_any_time(slots: int) -> None:
    worst_ms, missed = 0, 0
    for seed in range(125):
        lot = random.Random(seed)
        laptop = Laptop(slots)
        laptop.start()
        for _ in range(lot.randrange(6)):
            laptop.press()
            laptop.wait(lot.randrange(1, 3_000))
        laptop.wait(lot.randrange(1, 1_500))
        before = laptop.clock.times()
        laptop.cut(lot.randrange(256))
        after = laptop.clock.times()
        lost = [now - then for now, then in zip(after, before, strict=True)]
        assert all(ms >= 0 for ms in lost), seed
        worst_ms = max(worst_ms, sum(lost))
        laptop.wait(5_000)
        reading = only(laptop.heard, Reading)[-1]
        assert (reading.left_ms, reading.right_ms, reading.running) == (*after, None), seed
        assert only(laptop.heard, Restarted) == []
        heard = only(laptop.heard, Pressed)
        assert [press.hand for press in heard] == [hand for _, hand in laptop.pressed], seed
        missed += len(laptop.pressed) - len(heard)
        laptop.close()
    assert worst_ms <= TICK_MS
    assert missed == 0
