"""The machine is held awake while a clock of the open event runs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, StartRound
from app.engine.acts.table import PauseClock, ResumeClock, StartClock
from app.engine.side import Side
from app.ui.shell.awake import SAVER, ScreenSaver, StayAwake, any_clock_runs, system_holders
from app.ui.shell.main_window import MainWindow
from tests.missing import need_programs
from tests.patience import until
from tests.ui.remote import address
from tests.ui.windows import begin
from tests.web.venue import Venue


class Noted:
    def __init__(self) -> None:
        self.acts: list[str] = []

    def hold(self) -> None:
        self.acts.append("hold")

    def release(self) -> None:
        self.acts.append("release")


def test_the_computer_is_kept_awake_while_a_clock_runs_and_released_with_the_event(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    noted = Noted()
    begin(qtbot, window, tmp_path / "night.flagfall")
    assert window.view is not None
    client = window.view.client
    StayAwake(client, window.view, lambda: [noted])
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    qtbot.waitUntil(lambda: bool(client.state.games))
    assert noted.acts == []
    client.ask(StartClock(1, Side.RED), insist=True)
    qtbot.waitUntil(lambda: noted.acts == ["hold"])
    assert any_clock_runs(client.state)
    client.ask(PauseClock(1, "fire drill"))
    qtbot.waitUntil(lambda: noted.acts == ["hold", "release"])
    client.ask(ResumeClock(1))
    qtbot.waitUntil(lambda: noted.acts == ["hold", "release", "hold"])
    window.close_event()
    qtbot.waitUntil(lambda: noted.acts == ["hold", "release", "hold", "release"])


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A session's bus of its own; a file with all that goes over it."""
    if sys.platform != "linux":
        pytest.skip("desktops of Linux")
    need_programs("dbus-daemon", "dbus-monitor")
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert daemon.stdout is not None
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", daemon.stdout.readline().strip())
    heard = tmp_path / "heard"
    with heard.open("w") as file, subprocess.Popen(["dbus-monitor"], stdout=file) as monitor:
        until(lambda: "NameLost" in heard.read_text() or "NameAcquired" in heard.read_text())
        yield heard
        monitor.terminate()
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()


def request(bus: Path) -> str:
    """The latest one to leave the screen on."""
    lines = bus.read_text().splitlines()
    return [line for line in lines if line.endswith("member=Inhibit")][-1]


def sender(bus: Path) -> str:
    return request(bus).split("sender=")[1].split()[0]


def gone(name: str) -> str:
    """What the bus says when the line of this name is closed."""
    return f'string "{name}"\n   string "{name}"\n   string ""'


def test_the_desktop_keeps_the_screen_on_until_the_connection_closes(bus: Path) -> None:
    saver = ScreenSaver()
    saver.hold()
    until(lambda: "member=Inhibit" in bus.read_text())
    notice = bus.read_text()
    assert 'string "Flagfall"\n   string "Clocks are running"' in notice
    asked = request(bus)
    assert f"destination={SAVER} " in asked
    assert f"path=/ScreenSaver; interface={SAVER};" in asked
    held = sender(bus)
    saver.release()
    until(lambda: gone(held) in bus.read_text())


def test_a_tables_own_window_keeps_its_machine_awake_while_its_clock_runs(
    bus: Path, venue: Venue, tmp_path: Path
) -> None:
    """In a program of its own, as on a laptop that is the clock of one table."""
    game = venue.game(2).number

    def asked() -> int:
        return bus.read_text().count("member=Inhibit")

    with subprocess.Popen(
        (sys.executable, "-m", "app", "table", "--join", address(venue, 2)),
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "FLAGFALL_STATE": str(tmp_path)},
    ) as program:
        try:
            until(lambda: bool(venue.links) and 2 in venue.links[-1].tables)
            assert asked() == 0
            venue.do(StartClock(game, Side.RED))
            until(lambda: asked() == 1)
            held = sender(bus)
            venue.do(PauseClock(game, "Lunch"))
            until(lambda: gone(held) in bus.read_text())
            venue.do(ResumeClock(game))
            until(lambda: asked() == 2)
            held = sender(bus)
        finally:
            program.terminate()
    until(lambda: gone(held) in bus.read_text())


def test_without_a_session_bus_nothing_is_requested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    saver = ScreenSaver()
    saver.hold()
    saver.release()


def test_every_system_has_its_own_ways_of_keeping_the_computer_awake() -> None:
    assert len(system_holders()) == (2 if sys.platform == "linux" else 1)
