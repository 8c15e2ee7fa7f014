from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.ui.pages.round.page import REPORT_KEYS
from app.ui.shell.help.shortcut_help import KEYS, KeysBox
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences


def no_desk(_path: Path, _new: bool) -> Desk:
    raise AssertionError("nothing is opened")


def test_the_help_lists_the_keys_of_the_menus_and_of_the_results_desk(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    window = MainWindow(no_desk, AppPreferences(qapp, tmp_path / "preferences.json"))
    qtbot.addWidget(window)

    def keys() -> set[str]:
        return {action.shortcut().toString() for action in window.findChildren(QAction)} - {""}

    qtbot.waitUntil(lambda: bool(keys()))
    menus = keys()
    told = " ".join(keys for _, rows in KEYS for keys, _ in rows)
    assert {"Ctrl+Z", "F11"} <= menus
    assert [key for key in sorted({*menus, *REPORT_KEYS}) if key not in told] == []


def test_the_help_shows_every_key_and_closes_by_enter(qtbot: QtBot) -> None:
    box = KeysBox()
    qtbot.addWidget(box)
    box.show()
    said = {label.text() for label in box.findChildren(QLabel)}
    assert {what for _, rows in KEYS for _, what in rows} <= said
    assert "Ctrl+Z" in said or "⌘Z" in said
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not box.isVisible())
