"""The list of an event's backups, and a new file of one."""

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, FinishRound, StartRound
from app.engine.state import Stage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.backups_dialog import NO_SECOND, NONE, BackupsDialog, Column
from tests.ui.asked import when_asked
from tests.ui.windows import begin


def played(qtbot: QtBot, window: MainWindow, file: Path) -> None:
    """An event whose first round has ended, with two backups."""
    client = begin(qtbot, window, file).client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    backups = file.with_name(f"{file.stem} backups")
    for command, name in ((StartRound(), "start"), (FinishRound(), "end")):
        client.ask(command, insist=True)
        qtbot.waitUntil((backups / f"{file.stem} round 1 {name}.flagfall").is_file)


def filled(qtbot: QtBot, dialog: BackupsDialog, count: int) -> BackupsDialog:
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.list.rowCount() == count and not dialog.note.isVisible())
    return dialog


def test_a_backup_becomes_a_new_file_and_that_is_opened(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(qtbot, window, tmp_path / "night.flagfall")
    new = tmp_path / "night again.flagfall"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, **__: (str(new), ""))
    seen: list[str] = []

    def choose(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: dialog.list.rowCount() == 2)
        for row in range(2):
            item = dialog.list.item(row, Column.STATE)
            assert item is not None
            seen.append(item.text())
        dialog.list.setCurrentCell(1, 0)
        dialog.restore.click()

    when_asked(BackupsDialog, choose)
    with qtbot.waitSignal(window.opened):
        window.show_backups()
    assert seen == ["Round 1 finished", "Round 1 running"]
    assert new.is_file()
    assert (tmp_path / "night.flagfall").is_file()
    assert window.windowTitle() == "night again – Flagfall"
    assert window.view is not None
    client = window.view.client
    qtbot.waitUntil(lambda: bool(client.state.rounds))
    assert client.state.rounds[0].stage is Stage.STARTED


def test_without_an_open_event_the_backups_of_recent_ones_are_there(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    played(qtbot, window, tmp_path / "night.flagfall")
    window.close_event()
    rows: list[int] = []

    def look(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: dialog.list.rowCount() == 2)
        rows.append(dialog.list.rowCount())

    when_asked(BackupsDialog, look)
    window.show_backups()
    assert rows == [2]


def test_an_event_without_backups_says_when_the_first_is_made(qtbot: QtBot) -> None:
    dialog = BackupsDialog(tuple, None, lambda _folder: None)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.note.text() == NONE)
    assert not dialog.restore.isEnabled()
    assert not dialog.folder.isEnabled()
    assert dialog.second.text() == NO_SECOND


def test_a_second_folder_is_chosen_and_given_up(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Path | None] = []
    dialog = BackupsDialog(tuple, None, given.append)
    qtbot.addWidget(dialog)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    dialog.change.click()
    assert dialog.second.text() == f"Copies also go to {tmp_path}."
    dialog.stop.click()
    assert given == [tmp_path, None]
    assert dialog.second.text() == NO_SECOND


def test_the_folder_of_a_backup_is_opened(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, file = tmp_path / "a backups" / "a round 1 start.flagfall", tmp_path / "a.flagfall"
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    dialog = filled(qtbot, BackupsDialog(lambda: [(copy, file)], None, lambda _folder: None), 1)
    dialog.folder.click()
    assert opened == [QUrl.fromLocalFile(str(copy.parent))]


def test_the_second_folder_is_kept_and_used_by_the_open_event(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(stick))
    when_asked(BackupsDialog, lambda dialog: dialog.change.click())
    window.show_backups()
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    qtbot.waitUntil((stick / "night round 1 start.flagfall").is_file)
