"""A newer version is spoken of once a month at most, with leave, and never during an event."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app import VERSION
from app.store.preferences import Agreed, load_preferences
from app.ui.shell.main_window import MainWindow
from app.ui.shell.one_window import register
from app.ui.shell.opening.newer_version import NewerVersion
from app.ui.shell.preferences import AppPreferences
from app.ui.shell.settings_dialog import SettingsDialog
from tests.published import Published, published
from tests.ui.windows import begin

LEFT = Qt.MouseButton.LeftButton
NOVEMBER, LATER, DECEMBER = date(2026, 11, 3), date(2026, 11, 28), date(2026, 12, 1)
NEWER = f"Flagfall 99.1 is available. This is {VERSION}."


class Laptop:
    """A computer with the built program, which is started from day to day."""

    def __init__(self, app: QApplication, file: Path, window: MainWindow) -> None:
        self._app, self.file, self._window = app, file, window
        self.address = ""

    def start(self, day: date) -> NewerVersion:
        self._window.messages.hide()
        laptop = AppPreferences(self._app, self.file, public_address=self.address)
        window = self._window
        looks = NewerVersion(
            laptop, lambda: window.messages, lambda: window.is_free, window, today=lambda: day
        )
        looks.begin()
        return looks

    @property
    def said(self) -> str:
        return self._window.messages.text if self._window.messages.isVisible() else ""

    def press(self, words: str) -> None:
        buttons = self._window.messages.findChildren(QPushButton)
        (button,) = (one for one in buttons if one.isVisible() and one.text() == words)
        QTest.mouseClick(button, LEFT)


@pytest.fixture
def laptop(
    qapp: QApplication, tmp_path: Path, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> Laptop:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "state"))
    return Laptop(qapp, tmp_path / "built.json", window)


@pytest.fixture
def site(laptop: Laptop) -> Iterator[Published]:
    with published("99.1\n") as site:
        laptop.address = site.address
        yield site


def test_without_a_public_address_there_is_no_version_check(laptop: Laptop) -> None:
    laptop.start(NOVEMBER)
    assert laptop.said == ""
    assert not laptop.file.exists()


def test_permission_is_asked_once_and_the_first_version_check_follows(
    qtbot: QtBot, laptop: Laptop, site: Published
) -> None:
    laptop.start(NOVEMBER)
    assert laptop.said.startswith("Flagfall can check once a month, while no event is open, for")
    assert site.address.split("/")[2] in laptop.said
    assert site.asked == []
    laptop.press("&Check once a month")
    qtbot.waitUntil(lambda: laptop.said == NEWER)
    kept = load_preferences(laptop.file)
    assert (kept.newer_versions, kept.newer_looked_in) == (Agreed.YES, "2026-11")


def test_a_user_who_declines_version_checks_is_not_asked_again(
    laptop: Laptop, site: Published
) -> None:
    laptop.start(NOVEMBER)
    laptop.press("Got it")
    laptop.start(DECEMBER)
    assert laptop.said == ""
    assert site.asked == []


def test_a_user_who_dismisses_the_offer_by_keyboard_is_not_asked_again(
    laptop: Laptop, window: MainWindow, site: Published
) -> None:
    laptop.start(NOVEMBER)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    laptop.start(DECEMBER)
    assert laptop.said == ""
    assert site.asked == []


@pytest.mark.usefixtures("site")
def test_the_offer_returns_at_the_next_start_if_an_event_was_opened_instead(
    qtbot: QtBot, laptop: Laptop, window: MainWindow, tmp_path: Path
) -> None:
    laptop.start(NOVEMBER)
    begin(qtbot, window, tmp_path / "cup.flagfall")
    assert "can check once a month" not in laptop.said
    window.close_event()
    laptop.start(LATER)
    assert "can check once a month" in laptop.said


def test_versions_are_checked_at_most_once_a_month(
    qtbot: QtBot, qapp: QApplication, laptop: Laptop, site: Published
) -> None:
    AppPreferences(qapp, laptop.file).keep_looks_for_newer(True)
    laptop.start(NOVEMBER)
    qtbot.waitUntil(lambda: laptop.said == NEWER)
    laptop.start(LATER)
    assert laptop.said == ""
    laptop.start(DECEMBER)
    qtbot.waitUntil(lambda: laptop.said == NEWER)
    assert len(site.asked) == 2


def test_a_failed_version_check_is_repeated(
    qtbot: QtBot, qapp: QApplication, laptop: Laptop, site: Published
) -> None:
    AppPreferences(qapp, laptop.file).keep_looks_for_newer(True)
    site.status = 503
    laptop.start(NOVEMBER)
    qtbot.waitUntil(lambda: len(site.asked) == 1)
    site.status = 200
    laptop.start(LATER)
    qtbot.waitUntil(lambda: laptop.said == NEWER)


def test_nothing_is_shown_if_the_version_is_current(
    qtbot: QtBot, qapp: QApplication, laptop: Laptop, site: Published
) -> None:
    AppPreferences(qapp, laptop.file).keep_looks_for_newer(True)
    site.text = VERSION
    laptop.start(NOVEMBER)
    qtbot.waitUntil(lambda: load_preferences(laptop.file).newer_looked_in == "2026-11")
    assert laptop.said == ""


def test_no_version_check_is_made_during_an_event(
    qtbot: QtBot, qapp: QApplication, laptop: Laptop, site: Published, window: MainWindow,
    tmp_path: Path,
) -> None:  # fmt: skip
    AppPreferences(qapp, laptop.file).keep_looks_for_newer(True)
    begin(qtbot, window, tmp_path / "cup.flagfall")
    laptop.start(NOVEMBER)
    assert laptop.said == ""
    assert site.asked == []


@pytest.mark.usefixtures("site")
def test_no_version_check_is_offered_while_another_window_is_open(laptop: Laptop) -> None:
    stop = register(lambda _event: True)  # whose window may have an event
    laptop.start(NOVEMBER)
    assert not laptop.said
    stop()
    laptop.start(NOVEMBER)
    assert "can check once a month" in laptop.said


def test_an_answer_that_comes_during_an_event_is_kept_for_the_next_start(
    qtbot: QtBot, qapp: QApplication, laptop: Laptop, site: Published, window: MainWindow,
    tmp_path: Path,
) -> None:  # fmt: skip
    AppPreferences(qapp, laptop.file).keep_looks_for_newer(True)
    looks = laptop.start(NOVEMBER)
    begin(qtbot, window, tmp_path / "cup.flagfall")
    qtbot.waitUntil(lambda: not looks.is_waiting)
    assert len(site.asked) == 1
    assert "99.1" not in laptop.said
    window.close_event()
    laptop.start(LATER)
    qtbot.waitUntil(lambda: laptop.said == NEWER)


def test_the_settings_can_allow_and_forbid_version_checks(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "built.json"
    laptop = AppPreferences(qapp, file, public_address="https://example.org/owner/flagfall")
    dialog = SettingsDialog(laptop, laptop.keep_backup_folder)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.newer.isChecked()
    assert load_preferences(file).newer_versions is Agreed.NOT_ASKED
    QTest.keyClick(dialog.newer, Qt.Key.Key_Space)
    assert load_preferences(file).newer_versions is Agreed.YES
    QTest.keyClick(dialog.newer, Qt.Key.Key_Space)
    assert load_preferences(file).newer_versions is Agreed.NO


def test_without_a_public_address_the_settings_do_not_mention_version_checks(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    laptop = AppPreferences(qapp, tmp_path / "plain.json", public_address="")
    dialog = SettingsDialog(laptop, laptop.keep_backup_folder)
    qtbot.addWidget(dialog)
    dialog.show()
    assert not dialog.newer.isVisible()
