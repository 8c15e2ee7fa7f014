from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.event.page import EventPage
from app.ui.shell.main_window import MainWindow
from tests.ui.asked import when_asked
from tests.ui.windows import begin


def test_running_clocks_are_asked_about_before_the_window_closes(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    when_asked(InsistDialog, lambda dialog: dialog.reject())
    assert not window.close()
    assert window.isVisible()
    for key in (Qt.Key.Key_W, Qt.Key.Key_N, Qt.Key.Key_O):
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        when_asked(InsistDialog, lambda dialog: dialog.reject())
        qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert window.view.client is client
    when_asked(InsistDialog, lambda dialog: dialog.accept())
    assert window.close()


@pytest.mark.parametrize("key", [Qt.Key.Key_W, Qt.Key.Key_N, Qt.Key.Key_O, Qt.Key.Key_Q])
def test_settings_that_are_not_applied_are_asked_about_before_they_are_lost(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, key: Qt.Key
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    page.form.tables.setValue(6)
    page.form.name.setText("Club day")
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.extend(said.text() for said in dialog.findChildren(QLabel))
        assert dialog.focusWidget() is dialog.leave
        dialog.reject()

    when_asked(InsistDialog, answer)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    assert asked == [
        "Changed on the page Event and not applied: Name and Tables.",
        "Apply the changes there, or they are lost.",
    ]
    assert window.view is view
    assert page.form.tables.value() == 6
    when_asked(InsistDialog, lambda dialog: dialog.accept())
    assert window.close()


def test_settings_that_are_not_applied_are_asked_about_once_with_running_clocks(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    client, page = view.client, view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    page.form.seed.setText("77")
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.extend(said.text() for said in dialog.findChildren(QLabel))
        dialog.accept()

    when_asked(InsistDialog, answer)
    assert window.close()
    assert asked[0].startswith("Clocks are running.")
    assert asked[0].endswith("Changed on the page Event and not applied: Dice seed.")


def test_settings_put_back_are_not_asked_about(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    page.form.tables.setValue(6)
    qtbot.mouseClick(page.revert, Qt.MouseButton.LeftButton)
    assert window.close()


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (Qt.Key.Key_Q, "&Quit, stop clocks and discard changes"),
        (Qt.Key.Key_W, "&Close event, stop clocks and discard changes"),
    ],
)
def test_the_buttons_say_what_leaving_does_and_nothing_promises_lost_time_back(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, key: Qt.Key, words: str
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    client, page = view.client, view.page
    assert isinstance(page, EventPage)
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: any(game.play.ticking for game in client.state.games.values()))
    page.form.tables.setValue(6)
    seen: list[str] = []

    def look(dialog: InsistDialog) -> None:
        seen.extend((dialog.leave.text(), dialog.anyway.text()))
        seen.extend(label.text() for label in dialog.findChildren(QLabel))
        dialog.reject()

    when_asked(InsistDialog, look)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(seen) > 2)
    assert seen[:2] == ["&Keep open", words]
    assert not any("undo" in one.lower() for one in seen)
