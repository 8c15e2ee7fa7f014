"""The list of an event's backups, and a new file of one."""

import re
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, FinishRound, StartRound
from app.engine.state import Stage
from app.store.events import open_log
from app.store.log.event_log import create
from app.store.rescue import backups
from app.ui.clients.desk import DeskClient
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.backups_dialog import NO_SECOND, NONE, BackupColumn, BackupsDialog
from app.ui.widgets.theme import current_theme
from tests.disks import filled_up_to
from tests.ui.asked import when_asked
from tests.ui.windows import begin


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """The file of the event."""
    return tmp_path / "night.flagfall"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick that is plugged in."""
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


@pytest.fixture
def choose_second(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Choose a second folder as the organizer does it; the system's own dialog cannot be used."""

    def choose(folder: Path) -> None:
        monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: folder)
        in_dialog(window, lambda dialog: dialog.change.click())

    return choose


@pytest.fixture
def begun_with_second(
    qtbot: QtBot, window: MainWindow, night: Path, choose_second: Callable[[Path], None]
) -> Callable[[Path], DeskClient]:
    """Begin the event with its copies in a second folder."""

    def begin_with(folder: Path) -> DeskClient:
        choose_second(folder)
        return begin(qtbot, window, night).client

    return begin_with


def in_dialog(window: MainWindow, answer: Callable[[BackupsDialog], object]) -> None:
    """Open the dialog from the window's menu, and close it once it is answered."""
    when_asked(BackupsDialog, answer)
    window.show_backups()


def copied(qtbot: QtBot, dialog: BackupsDialog) -> str:
    """Make a copy at once. Returns what the dialog says of it."""
    dialog.copy.click()
    qtbot.waitUntil(dialog.copy.isEnabled)
    return dialog.copied.text()


def ink_of(words: QLabel) -> str:
    return words.palette().color(words.foregroundRole()).name()


def start_round(client: DeskClient, *names: str) -> None:
    """Draw and start a round of the first players, as many as make pairs."""
    client.ask(AddPlayers(tuple(map(Entry, names))))
    client.ask(CheckIn(tuple(range(1, len(names) // 2 * 2 + 1))))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)


def played(qtbot: QtBot, window: MainWindow, file: Path) -> None:
    """An event whose first round has ended, with two backups."""
    client = begin(qtbot, window, file).client
    folder = file.with_name(f"{file.stem} backups")
    start_round(client, "Ann", "Bo")
    qtbot.waitUntil((folder / f"{file.stem} round 1 start.flagfall").is_file)
    client.ask(FinishRound(), insist=True)
    qtbot.waitUntil((folder / f"{file.stem} round 1 end.flagfall").is_file)


def filled(qtbot: QtBot, dialog: BackupsDialog, count: int) -> BackupsDialog:
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: len(dialog.list.rows) == count and not dialog.note.isVisible())
    return dialog


def test_a_restored_backup_becomes_a_new_file_which_is_opened(
    qtbot: QtBot, window: MainWindow, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(qtbot, window, night)
    new = night.with_name("night again.flagfall")
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: new)
    seen: list[str] = []

    def choose(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: len(dialog.list.rows) == 2)
        for row in range(2):
            seen.append(dialog.list.text(row, BackupColumn.STATE))
        dialog.list.choose([1])
        dialog.restore.click()

    with qtbot.waitSignal(window.opened):
        in_dialog(window, choose)
    assert seen == ["Round 1 finished", "Round 1 running"]
    assert new.is_file()
    assert night.is_file()
    assert window.windowTitle() == "night again – Flagfall"
    assert window.view is not None
    client = window.view.client
    qtbot.waitUntil(lambda: bool(client.state.rounds))
    assert client.state.rounds[0].stage is Stage.STARTED


def test_without_an_open_event_backups_of_recent_events_are_listed(
    qtbot: QtBot, window: MainWindow, night: Path
) -> None:
    played(qtbot, window, night)
    window.close_event()
    rows: list[int] = []

    def look(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: len(dialog.list.rows) == 2)
        rows.append(len(dialog.list.rows))

    in_dialog(window, look)
    assert rows == [2]


def test_an_event_without_backups_says_when_the_first_is_made(qtbot: QtBot) -> None:
    dialog = BackupsDialog(tuple, None, lambda _folder: None)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: dialog.note.text() == NONE)
    assert not dialog.restore.isEnabled()
    assert not dialog.folder.isEnabled()
    assert dialog.second.text() == NO_SECOND


def test_the_second_backup_folder_can_be_chosen_and_removed(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Path | None] = []
    dialog = BackupsDialog(tuple, None, given.append)
    qtbot.addWidget(dialog)
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: tmp_path)
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
    qtbot: QtBot,
    window: MainWindow,
    night: Path,
    stick: Path,
    choose_second: Callable[[Path], None],
) -> None:
    client = begin(qtbot, window, night).client
    choose_second(stick)
    start_round(client, "Ann", "Bo")
    qtbot.waitUntil((stick / "night round 1 start.flagfall").is_file)


def test_the_current_event_can_be_copied_and_the_dialog_says_where_to(
    qtbot: QtBot,
    window: MainWindow,
    night: Path,
    stick: Path,
    begun_with_second: Callable[[Path], DeskClient],
) -> None:
    begun_with_second(stick)
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: dialog.note.text() == NONE)
        assert dialog.copied.isHidden()
        qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
        assert not dialog.copy.isEnabled()
        qtbot.waitUntil(dialog.copy.isEnabled)
        said.append(dialog.copied.text())
        qtbot.waitUntil(lambda: len(dialog.list.rows) == 2)

    in_dialog(window, copy)
    (beside,) = night.with_name("night backups").iterdir()
    (second,) = stick.iterdir()
    assert said == [f"Copied to {beside} and {second}."]
    with open_log(second, read_only=True) as log:
        assert log.records()


def test_without_an_open_event_there_is_nothing_to_copy(
    qtbot: QtBot, window: MainWindow, night: Path
) -> None:
    seen: list[bool] = []
    in_dialog(window, lambda dialog: seen.append(dialog.copy.isVisible()))
    begin(qtbot, window, night)
    window.close_event()
    with qtbot.waitSignal(window.opened):
        window.open_read_only(night)
    in_dialog(window, lambda dialog: seen.append(dialog.copy.isVisible()))
    assert seen == [False, False]


def test_a_missing_usb_stick_and_the_outcome_of_the_copy_are_reported(
    qtbot: QtBot,
    window: MainWindow,
    night: Path,
    begun_with_second: Callable[[Path], DeskClient],
) -> None:
    away = night.with_name("stick")
    begun_with_second(away)
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: "is not there" in dialog.second.text())
        assert ink_of(dialog.second) == current_theme().danger
        said.append(dialog.second.text())
        said.append(copied(qtbot, dialog))
        away.mkdir()
        copied(qtbot, dialog)
        assert ink_of(dialog.second) == current_theme().text
        said.append(dialog.second.text())

    in_dialog(window, copy)
    missing, made, back = said
    assert missing == (
        f"The second folder {away} is not there. Plug in its disk, or choose another folder."
    )
    beside = night.with_name("night backups")
    assert re.fullmatch(rf"Copied to {beside}/night by hand .*\.flagfall\.", made)
    assert back == f"Copies also go to {away}."


def test_a_full_usb_stick_is_reported_along_with_the_copy_that_succeeded(
    qtbot: QtBot,
    window: MainWindow,
    night: Path,
    tiny_disk: Path,
    begun_with_second: Callable[[Path], DeskClient],
) -> None:
    begun_with_second(tiny_disk)
    said: list[str] = []
    with filled_up_to(tiny_disk, 0):
        in_dialog(window, lambda dialog: said.append(copied(qtbot, dialog)))
    (beside,) = night.with_name("night backups").iterdir()
    assert said[0].startswith(
        f"Copied to {beside}. No copy was made in the second backup folder {tiny_disk}. The disk is"
        " full"
    )


def test_an_empty_mount_folder_left_by_a_usb_stick_gets_no_copies(
    qtbot: QtBot,
    window: MainWindow,
    tiny_disk: Path,
    begun_with_second: Callable[[Path], DeskClient],
) -> None:
    begun_with_second(tiny_disk)
    said: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        copied(qtbot, dialog)
        subprocess.run(["umount", tiny_disk], check=True)
        dialog.copy.click()
        qtbot.waitUntil(lambda: "is not there" in dialog.second.text())
        said.append(dialog.second.text())

    in_dialog(window, copy)
    assert said
    assert [*tiny_disk.iterdir()] == []
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", tiny_disk], check=True)


def test_a_closed_desk_copies_nothing_and_says_so(qtbot: QtBot, night: Path) -> None:
    desk = Desk(lambda: create(night))
    desk.start().result()
    desk.stop()
    dialog = BackupsDialog(tuple, None, lambda _folder: None, copy_now=desk.copy_now)
    qtbot.addWidget(dialog)
    dialog.copy.click()
    qtbot.waitUntil(lambda: dialog.copied.text() == "The event is closed.")
    assert dialog.copy.isEnabled()


def test_a_usb_stick_removed_during_play_is_reported_once_and_other_copies_continue(
    qtbot: QtBot,
    window: MainWindow,
    night: Path,
    stick: Path,
    begun_with_second: Callable[[Path], DeskClient],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(backups, "BETWEEN_MS", 0)  # each act is copied
    client = begun_with_second(stick)
    assert window.view is not None
    messages, beside = window.view.messages, night.with_name("night backups")
    start_round(client, "Ann", "Bo", "Cy", "Di", "Ed")
    qtbot.waitUntil((stick / "night round 1 start.flagfall").is_file)
    pocket = stick.rename(stick.with_name("pocket"))

    def act(name: str) -> None:
        before = len([*beside.iterdir()])
        client.ask(AddPlayers((Entry(name),)))
        qtbot.waitUntil(lambda: len([*beside.glob("*.flagfall")]) == before + 1)
        qtbot.waitUntil(lambda: all(thread.name != "backup" for thread in threading.enumerate()))

    act("Flo")
    qtbot.waitUntil(messages.isVisible)
    assert messages.text == (
        f"The second backup folder {stick} is not there. Plug in its disk, or choose another"
        " folder: File, Backups… Copies beside the event are still made."
    )
    qtbot.mouseClick(messages.dismiss, Qt.MouseButton.LeftButton)
    for name in ("Gus", "Hal"):
        act(name)
    assert messages.isHidden()
    pocket.rename(stick)
    act("Ida")
    qtbot.waitUntil(messages.isVisible)
    assert messages.text == f"Backup copies go to {stick} again."
    assert len([*stick.iterdir()]) == 2
