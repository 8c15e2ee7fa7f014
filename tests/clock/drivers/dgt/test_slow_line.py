"""A board behind a Bluetooth link that brings in one burst what was said in three seconds."""

import random

import pytest

from app.clock.drivers.catalog import PRODUCTS
from app.clock.drivers.dgt.board import DgtBoard
from app.clock.drivers.driver import (
    Doubted,
    Driver,
    Failed,
    Hand,
    Identified,
    Message,
    OrderDone,
    Pressed,
    Stopped,
)
from app.clock.ports.candidates import LISTEN_MS, TALK_MS, Attempt
from app.clock.ports.handshake import Asking
from app.emulators.device import DeviceSide
from app.emulators.dgt.board import EmulatedDgtBoard
from app.emulators.dgt.clock import DgtKnobs
from tests.clock.drivers.line import only

BURST_MS, STEP_MS, MINUTE_MS = 3000, 25, 60_000
DGT = next(product for product in PRODUCTS if product.name == "dgt")


class SlowLink:
    """A driver and an emulated board. What the driver sends arrives at once; what the board sends
    waits for the next burst.
    """

    def __init__(self, phase_ms: int) -> None:
        self.board, self.driver, self.now_ms = EmulatedDgtBoard(phase_ms), DgtBoard(), phase_ms
        self.heard: list[Message] = []
        self._waiting = b""
        self._take(self.driver.opened(self.now_ms))

    def run(self, ms: int) -> None:
        for _ in range(ms // STEP_MS):
            self.now_ms += STEP_MS
            self._waiting += self.board.send(self.now_ms)
            if self.now_ms % BURST_MS < STEP_MS and self._waiting:
                arrived, self._waiting = self._waiting, b""
                self._take(self.driver.receive(arrived, self.now_ms))
            due_ms = self.driver.due_ms()
            if due_ms is not None and due_ms <= self.now_ms:
                self._take(self.driver.tick(self.now_ms))

    def _take(self, messages: list[Message]) -> None:
        self.heard += messages
        if sent := self.driver.to_send():
            self.board.receive(sent, self.now_ms)


@pytest.mark.parametrize("phase_ms", range(0, BURST_MS, 250))
def test_a_whole_game_is_played_over_a_link_that_delivers_every_three_seconds(phase_ms: int):
    link, chance = SlowLink(phase_ms), random.Random(phase_ms)
    link.run(15_000)
    assert [said.uid for said in only(link.heard, Identified)] == ["02054"]
    link.driver.set_times(20 * MINUTE_MS, 20 * MINUTE_MS, link.now_ms)
    link.run(15_000)
    lever = link.board.lever(link.now_ms)
    link.driver.run(Hand.RIGHT if lever is DeviceSide.LEFT else Hand.LEFT, link.now_ms)
    link.run(15_000)
    pressed = []
    for _ in range(40):
        side = link.board.lever(link.now_ms)
        assert side is not None
        link.board.press(side.other, link.now_ms)
        pressed.append(side.other)
        link.run(STEP_MS * chance.randint(60, 800))
    link.run(2 * BURST_MS)
    assert not link.driver.dead
    assert not only(link.heard, (Failed, Doubted, Stopped))
    assert [done.request for done in only(link.heard, OrderDone)] == ["set", "run"]
    hands = {Hand.LEFT: DeviceSide.LEFT, Hand.RIGHT: DeviceSide.RIGHT}
    assert [hands[press.hand] for press in only(link.heard, Pressed)] == pressed


@pytest.mark.parametrize("phase_ms", range(0, BURST_MS, 250))
def test_a_slow_link_on_an_unknown_port_is_asked_long_enough(phase_ms: int):
    """As long as an unknown port is asked with patience."""

    class Bluetooth:
        is_held = True

        def __init__(self) -> None:
            self.board = EmulatedDgtBoard(phase_ms, DgtKnobs(poll_ms=400))

        def write(self, data: bytes) -> None:
            self.board.receive(data, now_ms)

        unheard_s = 0.0

        def set_baud(self, baud: int) -> None:
            pass

        def stay_up(self) -> None:
            pass

        def close(self) -> None:
            pass

    now_ms, heard, waiting = phase_ms, list[Message](), b""

    def hear(_driver: Driver, messages: list[Message]) -> None:
        heard.extend(messages)

    asking = Asking(Attempt((DGT,), LISTEN_MS, LISTEN_MS + TALK_MS), hear, lambda *_: None)
    asking.line = line = Bluetooth()
    asking.opened(now_ms)
    while not only(heard, Identified):
        now_ms += STEP_MS
        waiting += line.board.send(now_ms)
        if now_ms % BURST_MS < STEP_MS and waiting:
            asking.received(waiting, now_ms)
            waiting = b""
        asking.tick(now_ms)
        assert not asking.is_over(now_ms)
        assert not asking.drivers[0].dead
