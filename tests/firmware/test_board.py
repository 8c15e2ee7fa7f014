"""The ESP32's whole program under sanitizers, with a flash that only erasing makes blank again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.emulators.device import DeviceSide
from tests.firmware.wifi_clock import WifiClock
from tests.patience import until

UID = "5A3F01C2"
TWO_AND_ONE = "0 2 0 0 0 1 0 0"
DARK = "0 0 0 0 0 0 0 0"


@pytest.fixture
def board(tmp_path: Path) -> Iterator[WifiClock]:
    board = WifiClock(tmp_path, UID)
    yield board
    board.end()


def set_by_hand(board: WifiClock) -> None:
    """Two minutes on the left, one on the right."""
    board.hold_pause()
    for hand in (DeviceSide.LEFT, DeviceSide.LEFT, DeviceSide.RIGHT):
        board.press(hand)
    board.press_pause()
    until(lambda: board.looks() == TWO_AND_ONE)


def seconds(digits: str) -> int:
    ten, minute, tens, second = map(int, digits.split()[:4])
    return (ten * 10 + minute) * 60 + tens * 10 + second


def test_a_display_that_lost_its_settings_is_right_again_within_a_second(board: WifiClock) -> None:
    set_by_hand(board)
    board.spark()
    until(lambda: board.looks() == TWO_AND_ONE)


def test_a_game_goes_on_where_the_power_cut_it_off(board: WifiClock, tmp_path: Path) -> None:
    set_by_hand(board)
    board.press(DeviceSide.RIGHT)
    until(lambda: seconds(board.looks()) <= 117)
    before = seconds(board.cut())
    again = WifiClock(tmp_path, UID)
    try:
        until(lambda: before <= seconds(again.looks() or DARK) <= before + 1)
        after = again.looks()
        again.press_pause()
        until(lambda: seconds(again.looks()) < seconds(after))
    finally:
        again.end()
