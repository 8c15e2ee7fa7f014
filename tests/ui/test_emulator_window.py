from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.emulators.device import DeviceSide
from app.emulators.lines.live import LiveDevice, forget_all, live_device
from app.emulators.lines.pty_line import PtyLine
from app.emulators.lines.socket_line import SocketLine
from app.engine.text import digits
from app.ui.emulator_window import EmulatorWindow
from tests.clock.links.ear import Ear
from tests.ui.timers import running_timers

HOUR_MS = 3_600_000


@pytest.fixture
def live() -> LiveDevice:
    return live_device("emu://dgt3000?serial=77")


@pytest.fixture
def window(live: LiveDevice, qtbot: QtBot) -> Iterator[EmulatorWindow]:
    window = EmulatorWindow(live, "dgt3000", "/dev/pts/9")
    qtbot.addWidget(window)
    window.show()
    yield window
    window.close()
    forget_all()


def test_the_emulator_window_shows_its_address_and_kind(window: EmulatorWindow) -> None:
    assert window.windowTitle() == "DGT 3000 behind a DGT board – emulated"
    assert window.address.text() == "Address: /dev/pts/9"


def test_the_emulators_plungers_and_buttons_operate_the_clock(
    window: EmulatorWindow, live: LiveDevice, qtbot: QtBot
) -> None:
    window.hour.click()
    assert live.truth().of(DeviceSide.LEFT) == HOUR_MS
    window.plungers[DeviceSide.LEFT].click()
    window.start_stop.click()
    qtbot.waitUntil(lambda: window.state.text() == "The right side’s time runs")
    window.plungers[DeviceSide.RIGHT].click()
    qtbot.waitUntil(lambda: window.state.text() == "The left side’s time runs")
    window.start_stop.click()
    qtbot.waitUntil(lambda: window.state.text() == "The clock is stopped")
    left_ms = live.truth().of(DeviceSide.RIGHT)
    assert left_ms < HOUR_MS
    assert window.times[DeviceSide.RIGHT].text() == digits(left_ms)


def test_the_emulators_cable_can_be_unplugged_and_plugged_in(
    window: EmulatorWindow, live: LiveDevice, qtbot: QtBot
) -> None:
    window.cable.click()
    assert not live.line.connected
    assert window.cable.text() == "&Plug in"
    qtbot.waitUntil(lambda: window.state.text().endswith("cable pulled"))
    window.cable.click()
    assert live.line.connected
    assert window.cable.text() == "&Unplug"


@pytest.mark.parametrize("way", ["terminal", "socket"])
def test_a_replugged_emulator_answers_at_the_same_address(
    qtbot: QtBot, tmp_path: Path, way: str
) -> None:
    live = live_device("emu://dclk?boot_ms=0&resets_on_open=0")
    line = PtyLine(live, tmp_path / "dclk") if way == "terminal" else SocketLine(live)
    address = line.name if isinstance(line, PtyLine) else line.url
    window = EmulatorWindow(live, "dclk", address, line)
    qtbot.addWidget(window)
    for _ in range(2):
        ear = Ear()
        link = ear.link(address)
        qtbot.waitUntil(ear.ready.is_set)
        link.write(b"@7 HELLO*15\n")
        qtbot.waitUntil(lambda ear=ear: b"HI dclk=1" in ear.data)
        window.cable.click()
        qtbot.waitUntil(lambda ear=ear: bool(ear.lost))
        while not link.join():
            pass
        nobody = Ear()
        away = nobody.link(address)
        qtbot.waitUntil(lambda nobody=nobody: bool(nobody.lost))
        away.join()
        window.cable.click()
    line.close()
    forget_all()


def test_the_emulator_shows_which_side_of_its_lever_is_down(
    window: EmulatorWindow, qtbot: QtBot
) -> None:
    assert window.lever.text() == "The lever is down on the right"
    window.plungers[DeviceSide.LEFT].click()
    qtbot.waitUntil(lambda: window.lever.text() == "The lever is down on the left")
    assert window.plungers[DeviceSide.LEFT].text() == "&Left plunger ▾ down"
    assert window.plungers[DeviceSide.RIGHT].text() == "&Right plunger ▴ up"


def test_a_clock_with_spring_plungers_shows_no_lever(qtbot: QtBot) -> None:
    window = EmulatorWindow(live_device("emu://dclk?uid=2"), "dclk", "")
    qtbot.addWidget(window)
    window.show()
    assert not window.lever.isVisible()
    assert window.plungers[DeviceSide.LEFT].text() == "&Left plunger"
    forget_all()


def test_the_emulator_window_shows_a_fallen_flag(
    window: EmulatorWindow, live: LiveDevice, qtbot: QtBot
) -> None:
    window.hour.click()
    live.do(lambda now_ms: live.device.edit_time(DeviceSide.RIGHT, 1000, now_ms))
    window.plungers[DeviceSide.LEFT].click()
    window.start_stop.click()
    said = "The flag of the right side has fallen"
    qtbot.waitUntil(lambda: window.state.text() == said)


def test_closing_the_emulator_window_is_signalled_and_hiding_it_stops_its_timers(
    window: EmulatorWindow, qtbot: QtBot
) -> None:
    window.hide()
    assert running_timers(window) == []
    window.show()
    with qtbot.waitSignal(window.closed):
        window.close()


def test_an_unknown_clock_kind_is_shown_by_its_identifier(qtbot: QtBot) -> None:
    window = EmulatorWindow(live_device("emu://dclk?uid=1"), "other", "")
    qtbot.addWidget(window)
    assert window.windowTitle() == "other – emulated"
    forget_all()
