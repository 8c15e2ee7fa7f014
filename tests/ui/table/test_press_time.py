"""A press is dated when it was made, however busy its window is."""

import time
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, Qt
from PySide6.QtGui import QInputEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.clock.drivers.pads import BOUNCE_MS
from app.engine.acts.table import TurnEnded
from app.engine.side import Side
from app.ui.table.press_time import LATE_MS, MOST_LATE_MS, LateTap, PressTime
from tests.ui.tables import Table

RED = Side.RED
SECOND_NS = 1_000_000_000
SOON = LateTap(0, LATE_MS)


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def mouse() -> QInputEvent:
    button, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(5, 5)
    return QMouseEvent(QEvent.Type.MouseButtonPress, at, at, button, button, none)


def key(kind: QEvent.Type = QEvent.Type.KeyPress) -> QInputEvent:
    return QKeyEvent(kind, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier)


def send(widget: QWidget, event: QInputEvent, stamp_ms: int) -> None:
    event.setTimestamp(stamp_ms)
    QCoreApplication.postEvent(widget, event)


@pytest.mark.parametrize("by", ["mouse", "key"])
def test_a_press_handled_late_by_a_busy_window_keeps_its_original_time(
    qtbot: QtBot, tmp_path: Path, by: str
):
    with Table(qtbot, tmp_path) as table:
        assert table.begin(4) is RED
        pressed = table.window.halves[RED] if by == "mouse" else table.window
        make = mouse if by == "mouse" else key
        send(pressed, make(), now_ms())  # too short a turn: refused, and handled at once
        qtbot.waitUntil(lambda: bool(table.window.halves[RED].message))
        before = table.game.play.clock
        assert before is not None
        table.time.move_by(20_000)
        send(pressed, make(), now_ms())
        time.sleep(1.5)  # the window is busy
        table.time.move_by(1500)
        qtbot.waitUntil(lambda: table.game.play.step == 5)
        after = table.game.play.clock
        assert after is not None
        assert abs(after.used_ms.red - before.used_ms.red - 20_000) <= 100
        ended = [mark for mark in table.game.marks if isinstance(mark, TurnEnded)]
        assert ended[-1].uncertain_ms == LATE_MS


def test_the_first_press_in_a_busy_window_keeps_its_original_time(qtbot: QtBot, tmp_path: Path):
    with Table(qtbot, tmp_path) as table:
        assert table.begin(4) is RED
        before = table.game.play.clock
        assert before is not None
        table.time.move_by(20_000)
        send(table.window, key(), now_ms())
        time.sleep(1.5)  # the window is busy
        table.time.move_by(1500)
        qtbot.waitUntil(lambda: table.game.play.step == 5)
        after = table.game.play.clock
        assert after is not None
        assert abs(after.used_ms.red - before.used_ms.red - 20_000) <= 100


@pytest.mark.parametrize(("pushed_again_ms", "turns"), [(30, 5), (BOUNCE_MS, 6)])
def test_a_plunger_bouncing_on_release_ends_no_turn(
    qtbot: QtBot, tmp_path: Path, pushed_again_ms: int, turns: int
):
    """Red's plunger is held down while Blue plays; both players' turns are long enough to end."""
    with Table(qtbot, tmp_path) as table:
        assert table.begin(4) is RED
        table.time.move_by(20_000)
        stamp_ms = now_ms()
        send(table.window, key(), stamp_ms)
        qtbot.waitUntil(lambda: table.game.play.step == 5)
        table.time.move_by(20_000)
        qtbot.mousePress(table.window.halves[Side.BLUE], Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: table.game.play.step == 6)
        table.time.move_by(20_000)
        send(table.window, key(QEvent.Type.KeyRelease), stamp_ms + 40_000)
        send(table.window, key(), stamp_ms + 40_000 + pushed_again_ms)
        send(table.window, key(QEvent.Type.KeyRelease), stamp_ms + 40_010 + pushed_again_ms)
        table.settle()
        assert table.game.play.step == turns + 1


def test_press_timestamps_may_count_from_any_starting_point():
    at_ns = [100 * SECOND_NS]
    times = PressTime(lambda: at_ns[0])
    assert times.late("touch", 7_000) == SOON  # nobody knows from when they count
    at_ns[0] += 60 * SECOND_NS
    assert times.late("touch", 67_000) == SOON
    at_ns[0] += 10 * SECOND_NS
    assert times.late("touch", 75_500) == LateTap(1500, LATE_MS)
    assert times.late("key", 500) == SOON  # of another kind
    assert times.late("touch", 77_010) == SOON  # sooner than any before
    assert times.late("touch", 76_990) == SOON  # what every event waits
    assert times.late("touch", 76_900) == LateTap(110, LATE_MS)
    assert times.late("touch", 0) == LateTap()  # no stamp at all: nothing is known


def test_the_first_press_is_backdated_if_timestamps_use_the_programs_own_clock():
    at_ns = [100 * SECOND_NS]
    times = PressTime(lambda: at_ns[0])
    assert times.late("key", 98_000) == LateTap(2000, LATE_MS)
    assert times.late("key", 99_000) == LateTap(1000, LATE_MS)
    at_ns[0] += SECOND_NS
    assert times.late("key", 100_995) == SOON
    assert times.late("touch", 100_990) == SOON


def test_stamps_that_wrap_after_49_days_still_date_presses():
    at_ns = [((1 << 32) - 1000) * 1_000_000]
    times = PressTime(lambda: at_ns[0])
    assert times.late("key", (1 << 32) - 3000) == LateTap(2000, LATE_MS)
    at_ns[0] += 5 * SECOND_NS
    assert times.late("key", 3995) == SOON
    at_ns[0] += 5 * SECOND_NS
    assert times.late("key", 8000) == LateTap(1000, LATE_MS)


def test_timestamps_with_another_starting_point_are_recognized_at_the_second_press():
    at_ns = [100 * SECOND_NS]
    times = PressTime(lambda: at_ns[0])
    assert times.late("key", 80_000).by_ms == 20_000
    at_ns[0] += 30 * SECOND_NS
    assert times.late("key", 110_010) == SOON
    at_ns[0] += 30 * SECOND_NS
    assert times.late("key", 139_000) == LateTap(1010, LATE_MS)


def test_restarted_timestamps_do_not_backdate_a_press():
    at_ns = [100 * SECOND_NS]
    times = PressTime(lambda: at_ns[0])
    times.late("touch", 90_000)
    assert times.late("touch", 90_000 - MOST_LATE_MS - 1) == SOON
    assert times.late("touch", 90_000 - MOST_LATE_MS - 1001).by_ms == 1000
