"""A fault of the program: told in a dialog that nothing waits for, and saved as a report."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import Qt, QTimer, qCritical, qWarning
from pytestqt.qtbot import QtBot

from app.engine.acts.commands import Command
from app.engine.acts.players import AddPlayers, EditPlayer, Entry
from app.engine.acts.teams.roster import EnterTeam, Team
from app.store.faults import Faults
from app.store.preferences import computer_name
from app.ui.clients.remote_table import RemoteTable
from app.ui.shell.help.fault_watch import FaultWatch
from app.ui.shell.help.fault_words import TABLE
from app.ui.shell.main_window import MainWindow
from tests.patience import PATIENCE_S
from tests.ui.windows import begin
from tests.web.venue import Venue
from tools.environment import ROOT


@pytest.fixture
def watch(window: MainWindow, tmp_path: Path) -> Iterator[FaultWatch]:
    watch = FaultWatch(Faults(tmp_path / "faults"), window.names, window)
    yield watch
    watch.stop()


def fail() -> None:
    raise ValueError("Ann is not here")


def test_the_event_goes_on_while_a_fault_box_is_open(
    qtbot: QtBot, window: MainWindow, watch: FaultWatch, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: watch.box is not None and watch.box.isVisible())
    assert watch.box is not None
    assert "Something went wrong in Flagfall itself (the window)" in watch.box.text
    assert not watch.box.isModal()
    client.ask(AddPlayers((Entry("Ann"),)))
    qtbot.waitUntil(lambda: len(client.state.players) == 1)

    watch.write_report(tmp_path / "report.txt", with_names=False)
    assert "ValueError: [name] is not here" in (tmp_path / "report.txt").read_text("utf-8")
    watch.write_report(tmp_path / "report.txt", with_names=True)
    assert "ValueError: Ann is not here" in (tmp_path / "report.txt").read_text("utf-8")
    assert not watch.box.names.isChecked()
    qtbot.keyClick(watch.box, Qt.Key.Key_Escape)
    assert not watch.box.isVisible()


def test_a_report_omits_former_names_and_names_from_closed_events(
    qtbot: QtBot, window: MainWindow, watch: FaultWatch, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"),)))
    qtbot.waitUntil(lambda: len(client.state.players) == 1)
    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: watch.box is not None and watch.box.isVisible())

    client.ask(EditPlayer(1, Entry("Beatrix")))
    qtbot.waitUntil(lambda: client.state.players[1].entry.name == "Beatrix")
    watch.write_report(tmp_path / "report.txt", with_names=False)
    assert "ValueError: [name] is not here" in (tmp_path / "report.txt").read_text("utf-8")

    begin(qtbot, window, tmp_path / "morning.flagfall")
    watch.write_report(tmp_path / "report.txt", with_names=False)
    assert "ValueError: [name] is not here" in (tmp_path / "report.txt").read_text("utf-8")


def test_a_fault_in_another_thread_is_shown_in_the_window(qtbot: QtBot, watch: FaultWatch) -> None:
    thread = threading.Thread(target=fail, name="port ttyUSB0")
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: watch.box is not None and watch.box.isVisible())
    assert watch.box is not None
    assert "(port ttyUSB0)" in watch.box.text


def test_qt_warnings_are_logged_and_qt_errors_are_shown(
    qtbot: QtBot, watch: FaultWatch, tmp_path: Path
) -> None:
    qWarning("a plugin is missing")
    qCritical("the display is gone")
    qtbot.waitUntil(lambda: watch.box is not None and watch.box.isVisible())
    assert watch.box is not None
    assert "(Qt)" in watch.box.text
    watch.write_report(tmp_path / "report.txt", with_names=True)
    report = (tmp_path / "report.txt").read_text("utf-8")
    assert "Qt: a plugin is missing" in report
    assert "Qt: the display is gone" in report


def test_a_fault_in_the_desk_is_reported_as_an_answer(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.client.ask(cast(Command, object()))
    qtbot.waitUntil(lambda: "Nothing was changed" in view.messages.text)


def test_a_report_omits_the_names_of_teams_venue_and_station(
    qtbot: QtBot, window: MainWindow, watch: FaultWatch, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(EnterTeam(Team("Iron Hawks")))
    qtbot.waitUntil(lambda: len(client.state.teams) == 1)
    station = computer_name()

    def fail_with_names() -> None:
        raise ValueError(f"iron_hawks, user “{station.upper()}_3f2a1b”")

    QTimer.singleShot(0, fail_with_names)
    qtbot.waitUntil(lambda: watch.box is not None and watch.box.isVisible())
    watch.write_report(tmp_path / "report.txt", with_names=False)
    report = (tmp_path / "report.txt").read_text("utf-8")
    assert "ValueError: [name], user “[name]_3f2a1b”" in report


def test_a_remote_table_window_reports_faults_without_player_names(
    qtbot: QtBot, elsewhere: RemoteTable, tmp_path: Path
) -> None:
    qtbot.waitUntil(lambda: len(elsewhere.names()) == 2)
    watch = FaultWatch(Faults(tmp_path / "faults"), elsewhere.names, elsewhere.window, TABLE)
    name = min(elsewhere.names())

    def fail() -> None:
        raise ValueError(f"{name} is not here")

    QTimer.singleShot(0, fail)
    qtbot.waitUntil(lambda: watch.box is not None and watch.box.isVisible())
    assert watch.box is not None
    assert "The game goes on: every press so far is saved." in watch.box.text
    watch.write_report(tmp_path / "report.txt", with_names=False)
    assert "ValueError: [name] is not here" in (tmp_path / "report.txt").read_text("utf-8")
    watch.box.hide()
    watch.stop()


IN_ITS_OWN_PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.ui.application import show_emulator, show_table
from app.ui.shell.help.fault_box import FaultBox

def fail():
    raise ValueError("Something is not here")

def look():
    app = QApplication.instance()
    boxes = [box for box in app.topLevelWidgets() if isinstance(box, FaultBox) and box.isVisible()]
    if not boxes:
        QTimer.singleShot(20, look)
        return
    print(boxes[0].text)
    app.closeAllWindows()
    app.quit()

app = QApplication([])
QTimer.singleShot(0, fail)
QTimer.singleShot(0, look)
address = sys.argv[1]
show_table(address, "") if address.startswith("http") else show_emulator(address, by_socket=True)
"""


def box_of_a_program(address: str, folder: Path) -> str:
    """What the box says when a program of its own fails at once: its end is the end of Qt's loop,
    which the tests here share.
    """
    command = (sys.executable, "-c", IN_ITS_OWN_PROGRAM, address)
    home = {"HOME": str(folder), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_DATA_HOME": ""}
    environment = os.environ | home
    done = subprocess.run(
        command,
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_window_of_an_emulated_clock_reports_faults(tmp_path: Path) -> None:
    assert "No event is affected: this is an emulated clock." in box_of_a_program(
        "emu://dclk?", tmp_path
    )


def test_a_table_joined_by_its_address_reports_faults(venue: Venue, tmp_path: Path) -> None:
    address = f"{venue.base}/#table=2&secret={venue.secrets[2]}"
    assert "The game goes on" in box_of_a_program(address, tmp_path)
