"""The list of an event's backups, and a new file of one."""

import re
import subprocess
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, FinishRound, StartRound
from app.engine.state import Stage
from app.store.events import open_log
from app.store.log.event_log import create
from app.store.rescue import backups
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.backups_dialog import NO_SECOND, NONE, BackupsDialog, Column
from tests.disks import filled_up_to
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


def choose_second(window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the organizer does it; the system's own dialog cannot be asked here."""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    when_asked(BackupsDialog, lambda dialog: dialog.change.click())
    window.show_backups()


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


def test_the_event_as_it_is_is_copied_and_the_dialog_says_where(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    choose_second(window, stick, monkeypatch)
    begin(qtbot, window, tmp_path / "night.flagfall")
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: dialog.note.text() == NONE)
        assert dialog.copied.isHidden()
        qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
        assert not dialog.copy.isEnabled()
        qtbot.waitUntil(dialog.copy.isEnabled)
        said.append(dialog.copied.text())
        qtbot.waitUntil(lambda: dialog.list.rowCount() == 2)

    when_asked(BackupsDialog, copy)
    window.show_backups()
    (beside,) = (tmp_path / "night backups").iterdir()
    (second,) = stick.iterdir()
    assert said == [f"Copied to {beside} and {second}."]
    with open_log(second, read_only=True) as log:
        assert log.records()


def test_without_an_open_event_there_is_nothing_to_copy(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    seen: list[bool] = []
    when_asked(BackupsDialog, lambda dialog: seen.append(dialog.copy.isVisible()))
    window.show_backups()
    begin(qtbot, window, tmp_path / "night.flagfall")
    window.close_event()
    with qtbot.waitSignal(window.opened):
        window.open_read_only(tmp_path / "night.flagfall")
    when_asked(BackupsDialog, lambda dialog: seen.append(dialog.copy.isVisible()))
    window.show_backups()
    assert seen == [False, False]


def test_a_stick_that_is_away_is_said_and_what_became_of_the_copy(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick"
    choose_second(window, stick, monkeypatch)
    begin(qtbot, window, tmp_path / "night.flagfall")
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: "is not there" in dialog.second.text())
        said.append(dialog.second.text())
        dialog.copy.click()
        qtbot.waitUntil(dialog.copy.isEnabled)
        said.append(dialog.copied.text())
        stick.mkdir()
        dialog.copy.click()
        qtbot.waitUntil(dialog.copy.isEnabled)
        said.append(dialog.second.text())

    when_asked(BackupsDialog, copy)
    window.show_backups()
    away, copied, there = said
    assert away == (
        f"The second folder {stick} is not there. Plug in its disk, or choose another folder."
    )
    assert re.fullmatch(
        rf"Copied to {tmp_path / 'night backups'}/night by hand .*\.flagfall\.", copied
    )
    assert there == f"Copies also go to {stick}."


def test_a_full_stick_is_said_beside_the_copy_that_was_made(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    tiny_disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose_second(window, tiny_disk, monkeypatch)
    begin(qtbot, window, tmp_path / "night.flagfall")
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        dialog.copy.click()
        qtbot.waitUntil(dialog.copy.isEnabled)
        said.append(dialog.copied.text())

    when_asked(BackupsDialog, copy)
    with filled_up_to(tiny_disk, 0):
        window.show_backups()
    (beside,) = (tmp_path / "night backups").iterdir()
    assert said[0].startswith(
        f"Copied to {beside}. No copy was made in the second backup folder {tiny_disk}. The disk is"
        " full"
    )


def test_an_empty_folder_that_a_stick_has_left_is_not_said_to_get_copies(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
    tiny_disk: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose_second(window, tiny_disk, monkeypatch)
    begin(qtbot, window, tmp_path / "night.flagfall")
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        dialog.copy.click()
        qtbot.waitUntil(dialog.copy.isEnabled)
        subprocess.run(["umount", tiny_disk], check=True)
        dialog.copy.click()
        qtbot.waitUntil(lambda: "is not there" in dialog.second.text())
        said.append(dialog.second.text())

    when_asked(BackupsDialog, copy)
    window.show_backups()
    assert said
    assert [*tiny_disk.iterdir()] == []
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", tiny_disk], check=True)


def test_a_closed_desk_copies_nothing_and_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    desk = Desk(lambda: create(tmp_path / "night.flagfall"))
    desk.start().result()
    desk.stop()
    dialog = BackupsDialog(tuple, None, lambda _folder: None, copy_now=desk.copy_now)
    qtbot.addWidget(dialog)
    dialog.copy.click()
    qtbot.waitUntil(lambda: dialog.copied.text() == "The event is closed.")
    assert dialog.copy.isEnabled()


def test_a_stick_pulled_in_play_is_told_once_in_the_window_and_copies_go_on(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "BETWEEN_MS", 0)  # each act is copied
    stick = tmp_path / "stick"
    stick.mkdir()
    choose_second(window, stick, monkeypatch)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    beside = tmp_path / "night backups"
    view.client.ask(AddPlayers(tuple(Entry(name) for name in ("Ann", "Bo", "Cy", "Di", "Ed"))))
    view.client.ask(CheckIn((1, 2, 3, 4)))
    view.client.ask(DrawRound(1))
    view.client.ask(StartRound(), insist=True)
    qtbot.waitUntil((stick / "night round 1 start.flagfall").is_file)
    pocket = stick.rename(tmp_path / "pocket")

    def act(name: str) -> None:
        before = len([*beside.iterdir()])
        view.client.ask(AddPlayers((Entry(name),)))
        qtbot.waitUntil(lambda: len([*beside.glob("*.flagfall")]) == before + 1)
        qtbot.waitUntil(lambda: all(thread.name != "backup" for thread in threading.enumerate()))

    act("Flo")
    qtbot.waitUntil(view.messages.isVisible)
    assert view.messages.text == (
        f"The second backup folder {stick} is not there. Plug in its disk, or choose another"
        " folder: File, Backups… Copies beside the event are still made."
    )
    qtbot.mouseClick(view.messages.dismiss, Qt.MouseButton.LeftButton)
    for name in ("Gus", "Hal"):
        act(name)
    assert view.messages.isHidden()
    pocket.rename(stick)
    act("Ida")
    qtbot.waitUntil(view.messages.isVisible)
    assert view.messages.text == f"Backup copies go to {stick} again."
    assert len([*stick.iterdir()]) == 2
