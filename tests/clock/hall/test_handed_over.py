"""A program that was started anew takes in what its clock kept of the game meanwhile."""

import sys

import pytest

from app.clock.drivers.dclk.driver import DclkClock
from app.clock.drivers.driver import Gone, Hand, HandedOver, Message, Placed, Stopped, Touched
from app.clock.hall.bank import Bank
from app.clock.hall.clock import Seat
from app.engine.acts.rounds import DrawRound, PublishRound
from app.engine.acts.table import StartClock, TurnEnded
from app.engine.side import Side
from tests.clock.hall.one_clock import HOUR, Hall, Told, begun
from tests.firmware.bench import LEFT, RIGHT, Clock

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="there is no C++ compiler for the clock’s core there"
)

STEP_MS = 5
NAME = "c"


class Table:
    """The reference clock's core and the driver at it, beside an event, in one time."""

    def __init__(self) -> None:
        self.hall = begun()
        self.clock = Clock()
        self.told = Told()
        self.driver: DclkClock | None = None
        self.bank = self.hall.bank
        self.pressed: list[int] = []
        self.begin_program(self.bank)
        self.wait(3_000)
        assert self.driver is not None
        self.driver.set_times(HOUR, HOUR, self.hall.now_ms)
        self.wait(500)
        self.driver.run(Hand.LEFT, self.hall.now_ms)
        self.wait(1_000)

    def begin_program(self, bank: Bank) -> None:
        self.bank, self.driver = bank, DclkClock()
        self.clock.sent()
        bank.came(NAME, self.told)
        bank.seating.seat(NAME, Seat(1))
        bank.saw(self.hall.desk.state, ())
        self.hear(self.driver.opened(self.hall.now_ms))

    def end_program(self) -> None:
        self.driver = None

    def start_anew(self) -> None:
        self.hall.bank = self.hall.new_bank()
        self.begin_program(self.hall.bank)

    def hear(self, messages: "list[Message] | list[Placed]") -> None:
        for message in messages:
            assert not isinstance(message, Placed | Gone)
            self.bank.receive(NAME, message)
        self.bank.settle()

    def wait(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            self.hall.later(STEP_MS)
            self.clock.wait(STEP_MS, step=1)
            if self.driver is None:
                continue
            data = self.clock.sent().encode()
            if data:
                self.hear(self.driver.receive(data, self.hall.now_ms))
            self.hear(self.driver.tick(self.hall.now_ms))
            self.clock.raw(self.driver.to_send())

    def press(self, times: int = 1, every_ms: int = 20_000) -> None:
        """Whose time runs ends their turn."""
        for _ in range(times):
            self.wait(every_ms)
            button = LEFT if self.clock.running == "L" else RIGHT
            self.pressed.append(self.hall.now_ms)
            self.clock.contact(button, True)
            self.wait(60)
            self.clock.contact(button, False)
            self.wait(60)

    @property
    def ended(self) -> list[TurnEnded]:
        return [mark for mark in self.hall.game().marks if isinstance(mark, TurnEnded)]

    def close(self) -> None:
        self.clock.close()


@pytest.mark.parametrize("before", [0, 1, 4])
@pytest.mark.parametrize("alone", [0, 1, 2, 7])
def test_turns_played_while_the_program_was_off_enter_the_game_with_their_times(
    before: int, alone: int
) -> None:
    table = Table()
    table.press(before)
    table.end_program()
    table.press(alone)
    table.start_anew()
    table.wait(10_000)
    table.press()
    table.wait(3_000)
    ended = table.ended
    assert len(ended) == before + alone + 1
    assert [mark.side for mark in ended] == [
        (Side.RED, Side.BLUE)[i % 2] for i in range(len(ended))
    ]
    off = [mark.at_ms - at_ms for mark, at_ms in zip(ended, table.pressed, strict=True)]
    assert max(map(abs, off)) <= 60
    clock = table.hall.game().play.clock
    assert clock is not None
    now_ms, (left, right) = table.hall.now_ms, table.clock.times()
    assert abs(clock.remaining(Side.RED, now_ms) - left) <= 50
    assert abs(clock.remaining(Side.BLUE, now_ms) - right) <= 50
    table.close()


@pytest.mark.parametrize("is_begun", [False, True])
def test_an_old_game_in_the_clock_neither_starts_nor_ends_the_next(is_begun: bool) -> None:
    table = Table()
    table.press(3)
    table.end_program()
    fresh = Hall()
    fresh.later(table.hall.now_ms - fresh.now_ms + 60_000)
    if is_begun:
        fresh.do(StartClock(1, Side.RED))
    marks = fresh.game().marks
    handed: list[Message] = []
    driver = DclkClock()
    handed += driver.opened(fresh.now_ms)
    for _ in range(2_000):
        fresh.later(STEP_MS)
        table.clock.wait(STEP_MS, step=1)
        handed += driver.receive(table.clock.sent().encode(), fresh.now_ms)
        table.clock.raw(driver.to_send())
    assert [len(message.happened) for message in handed if isinstance(message, HandedOver)] == [3]
    for message in handed:
        if isinstance(message, HandedOver):
            fresh.hear(message)
    assert fresh.game().marks == marks
    table.close()


def yet_to_start() -> tuple[Hall, HandedOver]:
    """A hall whose clock stands before its game, and what it hands over: Blue's press."""
    hall = Hall()
    touched = Touched(hall.later(60_000), Hand.RIGHT)
    return hall, HandedOver(hall.later(60_000), (touched,))


def test_the_player_going_first_can_be_chosen_while_the_program_is_off() -> None:
    hall, handed = yet_to_start()
    hall.hear(handed)
    assert hall.it.first is Side.RED


def test_the_last_press_decides_who_goes_first() -> None:
    hall, handed = yet_to_start()
    again = Touched(handed.at_ms, Hand.LEFT)
    hall.hear(HandedOver(handed.at_ms, (*handed.happened, again)))
    assert hall.it.first is Side.BLUE


def test_a_press_from_hours_ago_does_not_decide_who_goes_first() -> None:
    hall, handed = yet_to_start()
    hall.hear(HandedOver(hall.later(4 * HOUR), handed.happened))
    assert hall.it.first is None


def test_a_press_in_a_stopped_game_does_not_decide_who_goes_first_in_the_next() -> None:
    hall, handed = yet_to_start()
    stopped = Stopped(handed.at_ms)
    hall.hear(HandedOver(handed.at_ms, (*handed.happened, stopped)))
    assert hall.it.first is None
    hall.hear(HandedOver(handed.at_ms, ()))
    assert hall.it.first is None


def test_a_press_made_before_the_pairing_changed_does_not_decide_who_goes_first() -> None:
    hall = Hall(started=False)
    hall.do(DrawRound(8, 1, again=True), insist=True)
    hall.do(PublishRound())
    touched = Touched(hall.later(60_000), Hand.RIGHT)
    hall.hear(HandedOver(hall.later(60_000), (touched,)))
    assert hall.it.first is None
