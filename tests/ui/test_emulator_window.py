from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.clock.emulators.device import Side
from app.clock.emulators.live import forget_all, live_device
from app.engine.digits import digits
from app.ui.emulator_window import EmulatorWindow

HOUR_MS = 3_600_000


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[EmulatorWindow]:
    live = live_device("emu://dgt3000?serial=77")
    window = EmulatorWindow(live, "dgt3000", "/dev/pts/9")
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()
    forget_all()


def test_it_shows_its_address_and_what_it_is(window: EmulatorWindow) -> None:
    assert window.windowTitle() == "DGT 3000 behind a DGT board – emulated"
    assert window.address.text() == "Address: /dev/pts/9"


def test_its_plungers_and_its_button_move_the_clock(window: EmulatorWindow, qtbot: QtBot) -> None:
    window.hour.click()
    assert window._live.truth().of(Side.LEFT) == HOUR_MS
    window.plungers[Side.LEFT].click()
    window.start_stop.click()
    qtbot.waitUntil(lambda: window._state.text() == "The right side's time runs")
    window.plungers[Side.RIGHT].click()
    qtbot.waitUntil(lambda: window._state.text() == "The left side's time runs")
    window.start_stop.click()
    qtbot.waitUntil(lambda: window._state.text() == "The clock stands")
    left_ms = window._live.truth().of(Side.RIGHT)
    assert left_ms < HOUR_MS
    assert window._digits[Side.RIGHT].text() == digits(left_ms)


def test_its_cable_is_pulled_and_plugged_in(window: EmulatorWindow, qtbot: QtBot) -> None:
    window.cable.click()
    assert not window._live.line.connected
    assert window.cable.text() == "&Plug in"
    qtbot.waitUntil(lambda: window._state.text().endswith("cable pulled"))
    window.cable.click()
    assert window._live.line.connected
    assert window.cable.text() == "&Unplug"


def test_a_fallen_flag_is_said(window: EmulatorWindow, qtbot: QtBot) -> None:
    window.hour.click()
    window._live.do(lambda now_ms: window._live.device.edit_time(Side.RIGHT, 1000, now_ms))
    window.plungers[Side.LEFT].click()
    window.start_stop.click()
    said = "The flag of the right side has fallen"
    qtbot.waitUntil(lambda: window._state.text() == said)


def test_closing_it_is_told_and_hiding_it_rests(window: EmulatorWindow, qtbot: QtBot) -> None:
    window.hide()
    assert not window._refresh.isActive()
    window.show()
    with qtbot.waitSignal(window.closed):
        window.close()


def test_a_kind_without_words_keeps_its_own(qtbot: QtBot) -> None:
    window = EmulatorWindow(live_device("emu://dclk?uid=1"), "other", "")
    qtbot.addWidget(window)
    assert window.windowTitle() == "other – emulated"
    forget_all()
