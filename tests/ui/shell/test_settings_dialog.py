"""The settings of a laptop: each is kept as it is chosen, and holds where it should."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.side import Pair
from app.store.preferences import EVERY_TABLE, Preferences, ThemeChoice, load_preferences
from app.ui.dialogs.events_folder import events_folder
from app.ui.shell import main_window
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.shell.settings_dialog import SettingsDialog
from app.ui.table.layout_settings import DEFAULT_KEYS, KeysDialog
from tests.ui.windows import begin

Key = Qt.Key


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "preferences.json"


@pytest.fixture
def laptop(qapp: QApplication, file: Path) -> AppPreferences:
    return AppPreferences(qapp, file)


@pytest.fixture
def dialog(qtbot: QtBot, laptop: AppPreferences) -> SettingsDialog:
    made = SettingsDialog(laptop, laptop.keep_backup_folder)
    qtbot.addWidget(made)
    made.show()
    return made


def answer_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: folder)


def test_language_and_size_are_kept_for_the_next_start(dialog: SettingsDialog, file: Path) -> None:
    assert [dialog.language.itemText(row) for row in range(2)] == ["English", "Deutsch"]
    assert dialog.again.text() == ""
    dialog.language.setCurrentIndex(1)
    dialog.zoom.setCurrentIndex(dialog.zoom.findText("150 %"))

    kept = load_preferences(file)
    assert (kept.language, kept.zoom) == ("de", 150)
    assert dialog.again.text() == "Language and size change when Flagfall is started again."


def test_the_settings_dialog_shows_the_saved_settings(
    qtbot: QtBot, qapp: QApplication, file: Path
) -> None:
    before = AppPreferences(qapp, file)
    before.keep_language("de")
    before.keep_zoom(125)
    before.wear(ThemeChoice.DARK)
    dialog = SettingsDialog(AppPreferences(qapp, file), lambda _folder: None)
    qtbot.addWidget(dialog)

    shown = [box.currentText() for box in (dialog.language, dialog.zoom, dialog.theme)]
    assert shown == ["Deutsch", "125 %", "Dark"]
    before.wear(ThemeChoice.SYSTEM)


def test_colours_change_at_once(dialog: SettingsDialog, laptop: AppPreferences) -> None:
    dialog.theme.setCurrentIndex(dialog.theme.findText("Dark"))
    assert laptop.theme is ThemeChoice.DARK
    dialog.theme.setCurrentIndex(dialog.theme.findText("Same as system"))
    assert laptop.theme is ThemeChoice.SYSTEM


def test_new_events_go_into_the_chosen_folder(
    dialog: SettingsDialog,
    qapp: QApplication,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer_folder(monkeypatch, tmp_path / "events")
    dialog.change_folder.click()

    assert dialog.folder.text() == str(tmp_path / "events")
    assert events_folder() == tmp_path / "events"
    assert (tmp_path / "events").is_dir()
    AppPreferences(qapp, tmp_path / "another.json")
    assert events_folder() != tmp_path / "events"
    AppPreferences(qapp, file)
    assert events_folder() == tmp_path / "events"
    AppPreferences(qapp, tmp_path / "another.json")


def test_the_second_backup_folder_can_be_chosen_and_removed(
    dialog: SettingsDialog, laptop: AppPreferences, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dialog.no_second.isHidden()
    answer_folder(monkeypatch, tmp_path)
    dialog.change_second.click()
    assert laptop.backup_folder == tmp_path
    assert dialog.second.text() == str(tmp_path)

    dialog.no_second.click()
    assert laptop.backup_folder is None
    assert dialog.second.text() == "No USB backup chosen"


def test_tables_without_their_own_keys_use_those_from_the_settings(
    qtbot: QtBot, dialog: SettingsDialog, laptop: AppPreferences
) -> None:
    own = laptop.table_wishes(2)
    laptop.keep_table_wishes(2, own)
    pressed(KeysDialog, lambda keys: [QTest.keyClick(keys, key) for key in (Key.Key_A, Key.Key_L)])
    dialog.change_keys.click()
    dialog.sound.setChecked(False)

    assert dialog.keys.text() == "Red: A key, Blue: L key"
    assert laptop.table_wishes(7).keys == Pair(Key.Key_A.value, Key.Key_L.value)
    assert not laptop.table_wishes(7).sound
    assert laptop.table_wishes(2).keys == DEFAULT_KEYS
    assert laptop.table_wishes(2).sound
    assert laptop.table_wishes(EVERY_TABLE).keys == laptop.table_wishes(7).keys


def pressed(kind: type[KeysDialog], act: Callable[[KeysDialog], object]) -> None:
    def look() -> None:
        found = QApplication.activeModalWidget()
        if isinstance(found, kind):
            act(found)
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)


def test_the_start_page_says_where_events_are_saved_until_one_was_opened(
    qtbot: QtBot, window: MainWindow, laptop: AppPreferences, tmp_path: Path
) -> None:
    page = window.start_page
    page.show()
    assert not page.first_steps.isHidden()
    assert "A USB stick can hold second copies" in page.first_steps.text()
    page.show_folders(tmp_path, tmp_path / "stick")
    assert (
        f"saved in {tmp_path}. Copies also go to {tmp_path / 'stick'}." in page.first_steps.text()
    )
    page.show_recent([str(tmp_path / "a.flagfall")])
    assert page.first_steps.isHidden()


def test_the_start_page_offers_other_languages_with_one_press(window: MainWindow) -> None:
    (german,) = window.start_page.languages
    assert german.text() == "Deutsch"
    german.click()
    assert window.messages.text == "Restart Flagfall to use Deutsch."


def test_one_press_restarts_the_program_with_the_same_event(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[QProcess] = []
    monkeypatch.setattr(main_window, "start_detached", started.append)
    file = tmp_path / "night.flagfall"
    begin(qtbot, window, file)
    window.start_page.language_wanted.emit("de")
    assert window.messages.act.text() == "Restart now"
    window.messages.act.click()
    assert not window.isVisible()
    assert [program.arguments()[-1] for program in started] == [str(file)]


def test_a_restart_uses_the_newly_chosen_language_and_size(tmp_path: Path) -> None:
    """As the program does it: a window in German at 150 % is closed for English at 100 %."""
    first = """
import subprocess, sys
from app.store.preferences import Preferences, save_preferences
save_preferences(Preferences(language="de", zoom=150))
from app.__main__ import _follow_preferences
_follow_preferences([], {})
from app.ui.shell.program import program_anew
program = program_anew()
save_preferences(Preferences())
variables = program.processEnvironment()
env = {name: variables.value(name) for name in variables.keys()}
subprocess.run([sys.executable, "-c", sys.argv[1]], env=env, check=True)
"""
    again = """
import os
from app.__main__ import _follow_preferences
_follow_preferences([], {})
from app.engine.wording import GAME_IS_OVER
print(GAME_IS_OVER, os.environ.get("QT_SCALE_FACTOR", ""))
"""
    chosen = {"FLAGFALL_LANGUAGE", "QT_SCALE_FACTOR"}
    plain = {name: value for name, value in os.environ.items() if name not in chosen}
    done = subprocess.run(
        [sys.executable, "-c", first, again],
        env={**plain, "FLAGFALL_STATE": str(tmp_path)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout == "The game is over \n"


def test_the_dialog_offers_a_restart_once_the_language_changed(dialog: SettingsDialog) -> None:
    dialog.show()
    assert not dialog.restart.isVisible()
    dialog.language.setCurrentIndex(1)
    assert dialog.restart.isVisible()
    dialog.restart.click()
    assert dialog.wants_restart
    assert not dialog.isVisible()


def test_the_program_starts_in_the_language_and_size_that_were_kept(tmp_path: Path) -> None:
    code = (
        "import app.store.preferences as p, os\n"
        "p.load_preferences = lambda: p.Preferences(language='de', zoom=150)\n"
        "from app.__main__ import _follow_preferences\n"
        "_follow_preferences([], {})\n"
        "from app.engine.wording import GAME_IS_OVER\n"
        "print(GAME_IS_OVER, os.environ['QT_SCALE_FACTOR'])\n"
    )
    plain = {
        k: v for k, v in os.environ.items() if k not in {"FLAGFALL_LANGUAGE", "QT_SCALE_FACTOR"}
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=plain, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Das Spiel ist vorbei 1.5\n"
    assert Preferences().zoom == 100


def test_the_settings_scroll_on_a_screen_that_is_too_low(
    qtbot: QtBot, dialog: SettingsDialog
) -> None:
    """As 1366 × 768 is at 200 %."""
    dialog.show()
    dialog.resize(640, 320)
    dialog.sound.setFocus()
    assert dialog.height() <= 320
    qtbot.waitUntil(lambda: not dialog.sound.visibleRegion().isEmpty())
    low = dialog.close_button.mapTo(dialog, dialog.close_button.rect().bottomLeft()).y()
    assert low < dialog.height()


def test_the_fields_of_all_settings_sections_are_aligned(dialog: SettingsDialog) -> None:
    fields = (
        *(dialog.language, dialog.zoom, dialog.theme),
        *(dialog.folder, dialog.second, dialog.keys, dialog.sound),
    )
    assert len({field.mapTo(dialog, field.rect().topLeft()).x() for field in fields}) == 1
