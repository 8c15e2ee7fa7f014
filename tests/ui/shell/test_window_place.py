"""The main window fits the screen, works on half of one, and comes back where it was."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.store.preferences import load_preferences
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.shell.preferences import AppPreferences
from tests.ui.full_hall import show_played
from tests.ui.windows import open_desk


def window_of(qtbot: QtBot, qapp: QApplication, folder: Path) -> MainWindow:
    window = MainWindow(open_desk, AppPreferences(qapp, folder / "preferences.json"))
    qtbot.addWidget(window)
    return window


def test_at_first_the_window_fits_the_screen(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    window = window_of(qtbot, qapp, tmp_path)
    window.show()
    free = window.screen().availableGeometry()
    assert window.width() < free.width()
    assert window.height() < free.height()
    assert free.contains(window.geometry())


def test_the_window_comes_back_as_it_was(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> None:
    before = window_of(qtbot, qapp, tmp_path)
    before.show()
    before.setGeometry(40, 60, 610, 520)
    before.close()
    after = window_of(qtbot, qapp, tmp_path)
    assert after.geometry() == before.geometry()
    assert load_preferences(tmp_path / "preferences.json").window


def test_a_window_last_on_a_missing_screen_opens_on_this_one(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    before = window_of(qtbot, qapp, tmp_path)
    before.show()
    before.setGeometry(3000, 2000, 2600, 1900)
    before.close()
    after = window_of(qtbot, qapp, tmp_path)
    after.show()
    assert after.screen().availableGeometry().intersects(after.geometry())
    assert after.height() <= after.screen().availableGeometry().height()


@pytest.mark.parametrize("kept", ["", "no base 64", "AAAA"])
def test_an_unreadable_window_position_is_ignored(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path, kept: str
) -> None:
    (tmp_path / "preferences.json").write_text(f'{{"window": "{kept}"}}')
    window = window_of(qtbot, qapp, tmp_path)
    assert window.width() < window.screen().availableGeometry().width()


def test_every_page_works_on_half_of_a_full_hd_screen(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "event.flagfall"
    window = show_played(qapp, file, 64)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    stretch = max(qapp.font().stretch() or 100, 100)
    least = QSize(960 * stretch // 100, 620)
    for kind in PAGES:
        view.show_page(kind.page)
        wanted = window.minimumSizeHint()
        assert wanted.width() <= least.width(), kind.name
        assert wanted.height() <= least.height(), kind.name
