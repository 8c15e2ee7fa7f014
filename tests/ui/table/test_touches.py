"""Two hands on one touch screen: every finger counts on the half it came down on."""

from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QInputDevice, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.engine.side import Side
from app.ui.table.clock_half import ClockHalf
from app.ui.widgets.layout import row_of
from tests.ui.tables import Table

RED, BLUE = Side.RED, Side.BLUE


class TwoHands:
    """Two halves side by side, and a finger for each player."""

    def __init__(self, qtbot: QtBot, screen: QPointingDevice) -> None:
        self.window, self.screen = QWidget(), screen
        self.halves = {side: ClockHalf(side) for side in Side}
        row_of(*self.halves.values(), on=self.window)
        self.taps: list[Side] = []
        for side, half in self.halves.items():
            half.tapped.connect(lambda _, side=side: self.taps.append(side))
        qtbot.addWidget(self.window)
        self.window.resize(800, 400)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.down: dict[Side, QPoint] = {}

    def put_down(self, side: Side) -> None:
        self.down[side] = self._middle(side)
        self._send(side, "press")

    def slide(self, side: Side) -> None:
        """Move a finger onto the other half: it stays the finger of the half it began on."""
        self.down[side] = self._middle(side.other)
        self._send(side, "move")

    def lift(self, side: Side) -> None:
        self._send(side, "release")
        del self.down[side]

    def _middle(self, side: Side) -> QPoint:
        half = self.halves[side]
        return half.mapTo(self.window, half.rect().center())

    def _send(self, side: Side, what: str) -> None:
        sequence = QTest.touchEvent(self.window.windowHandle(), self.screen, False)
        for finger, at in self.down.items():
            number = 0 if finger is RED else 1
            if finger is not side:
                sequence.stationary(number)
            else:
                getattr(sequence, what)(number, at, self.window.windowHandle())
        sequence.commit()


@pytest.fixture(scope="module")
def screen() -> QPointingDevice:
    return QTest.createTouchDevice()


@pytest.fixture(scope="module")
def pad() -> QPointingDevice:
    """It moves the mouse by itself, as those of laptops do."""
    can = QInputDevice.Capability.Position | QInputDevice.Capability.MouseEmulation
    return QTest.createTouchDevice(QInputDevice.DeviceType.TouchPad, can)


def test_every_tap_of_two_hands_counts_for_the_half_it_began_on(
    qtbot: QtBot, screen: QPointingDevice
):
    hands, dice = TwoHands(qtbot, screen), Random(37)
    begun: list[Side] = []
    for _ in range(200):
        first = dice.choice((RED, BLUE))
        second = first.other
        hands.put_down(first)
        if dice.random() < 0.5:
            hands.slide(first)
        hands.put_down(second)
        begun += [first, second]
        for _ in range(dice.randrange(3)):  # the other rests, and this one taps again
            resting, tapping = dice.choice(((first, second), (second, first)))
            assert resting in hands.down
            hands.lift(tapping)
            hands.put_down(tapping)
            begun.append(tapping)
        for side in dice.sample((first, second), 2):
            hands.lift(side)
    assert hands.taps == begun


def test_a_finger_resting_on_one_half_does_not_block_taps_on_the_other(
    qtbot: QtBot, screen: QPointingDevice
):
    hands = TwoHands(qtbot, screen)
    hands.put_down(RED)
    hands.put_down(BLUE)
    assert hands.taps == [RED, BLUE]


def test_a_finger_on_a_laptops_touch_pad_is_no_tap(qtbot: QtBot, pad: QPointingDevice):
    hands = TwoHands(qtbot, pad)
    hands.put_down(RED)
    hands.lift(RED)
    assert hands.taps == []


def test_a_tap_ends_the_turn_while_the_other_player_rests_a_finger(
    qtbot: QtBot, tmp_path: Path, screen: QPointingDevice
):
    with Table(qtbot, tmp_path) as table:
        assert table.begin(4) is RED
        table.forward(20)
        window, halves = table.window.windowHandle(), table.window.halves
        where = {s: halves[s].mapTo(table.window, halves[s].rect().center()) for s in Side}
        QTest.touchEvent(window, screen, False).press(0, where[BLUE], window).commit()
        table.settle()
        assert table.game.play.step == 4
        second = QTest.touchEvent(window, screen, False)
        second.stationary(0).press(1, where[RED], window).commit()
        table.settle()
        assert table.game.play.step == 5
        last = QTest.touchEvent(window, screen, False)
        last.release(0, where[BLUE], window).release(1, where[RED], window).commit()
        table.settle()
        assert table.game.play.step == 5
