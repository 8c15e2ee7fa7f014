"""A double click on an event's file, as macOS tells it the program."""

from pathlib import Path

from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.file_events import FileEvents
from tests.ui.windows import begin


def test_a_file_open_event_from_the_system_opens_the_file(
    qtbot: QtBot, qapp: QApplication, window: MainWindow, tmp_path: Path
) -> None:
    begin(qtbot, window, tmp_path / "first.flagfall")
    begin(qtbot, window, tmp_path / "second.flagfall")
    events = FileEvents(qapp, window.open_file)
    with qtbot.waitSignal(window.opened):
        QApplication.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "first.flagfall")))
    assert window.windowTitle() == "first – Flagfall"
    qapp.removeEventFilter(events)
    events.deleteLater()
