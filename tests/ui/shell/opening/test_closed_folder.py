"""Ways into a folder that the user may not enter, at the window: a sentence each."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.store.exports.event_export import export_pieces
from app.ui.dialogs.export_dialog import ExportDialog
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.backups_dialog import BackupsDialog
from app.ui.shell.opening.event_opener import AFTERWARDS, FOR_WINDOW, WITHOUT_QT
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from tests.events import Event
from tests.store.powers import closed_to_us, folder_for_all, powerless
from tests.ui.asked import when_asked
from tests.ui.windows import begin, choose_in_menu

pytestmark = [
    pytest.mark.in_file,
    pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes"),
]


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What the window imports late: a Python in its user's own folder is closed to others, too."""
    for name in (*FOR_WINDOW, *WITHOUT_QT, *AFTERWARDS):
        import_module(name)


@pytest.fixture
def theirs() -> Iterator[Path]:
    """Somebody else's folder, with an event in it."""
    with folder_for_all() as folder:
        theirs = folder / "theirs"
        theirs.mkdir()
        event = Event(folder / "Cup.flagfall")
        event.register(2)
        event.close()
        shutil.copy(event.path, theirs)
        yield theirs


@pytest.fixture
def closed(theirs: Path) -> Iterator[Path]:
    with ExitStack() as stack:
        stack.callback(theirs.chmod, 0o700)
        theirs.chmod(0)
        yield theirs


@pytest.fixture
def night(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """An event on show."""
    return begin(qtbot, window, tmp_path / "night.flagfall")


def sentence(folder: Path) -> str:
    return (
        f"Flagfall is not allowed to open the folder {folder}."
        " Change its permissions, or choose another folder."
    )


def test_opening_an_event_in_a_closed_folder_is_refused_and_the_open_event_stays(
    window: MainWindow, night: EventView, closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = closed / "Cup.flagfall"
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: chosen)
    for words in ("&Open event…", "Open &read-only…", "Res&tore…", "&Import…"):
        window.messages.hide()
        with powerless():
            choose_in_menu(window, words)
        assert window.messages.text in {
            sentence(closed),
            "Cup.flagfall cannot be read: Permission denied. Choose another file.",
        }
        assert not window.messages.act.isVisible()
        assert window.view is night


def test_the_start_page_also_reports_an_event_in_a_closed_folder(
    qtbot: QtBot, window: MainWindow, closed: Path
) -> None:
    for open_it in (window.open_event, window.open_read_only):
        with powerless(), qtbot.waitSignal(window.failed) as failed:
            open_it(closed / "Cup.flagfall")
        assert failed.args == [sentence(closed)]
        assert window.messages.text == sentence(closed)
        assert window.start_page.new_event.isEnabled()


def test_a_new_event_in_a_closed_folder_is_refused_in_its_dialog(
    window: MainWindow, night: EventView, closed: Path
) -> None:
    sentences: list[str] = []

    def create_there(dialog: NewEventDialog) -> None:
        with powerless():
            dialog.form.name.setText("Autumn Cup")
            dialog.show_folder(closed)
            dialog.create_event.click()
        assert dialog.isVisible()
        sentences.append(dialog.fault.text())

    when_asked(NewEventDialog, create_there)
    choose_in_menu(window, "&New event…")
    assert sentences == [sentence(closed)]
    assert window.view is night


def test_a_backup_cannot_be_restored_into_a_closed_folder(
    window: MainWindow, night: EventView, closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = closed.parent / "Cup.flagfall"
    chosen = iter([own, closed / "Cup.flagfall"])
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: next(chosen))
    with powerless():
        choose_in_menu(window, "Res&tore…")
    assert window.messages.text == sentence(closed)
    assert window.view is night


def test_an_event_cannot_be_imported_into_a_closed_folder(
    window: MainWindow, night: EventView, closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = closed.parent / "Cup.json"
    export.write_bytes(b"".join(export_pieces(closed.parent / "Cup.flagfall")))
    chosen = iter([export, closed / "Cup.flagfall"])
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: next(chosen))
    with powerless():
        choose_in_menu(window, "&Import…")
    assert window.messages.text == sentence(closed)
    assert window.view is night


def test_an_event_cannot_be_exported_into_a_closed_folder(
    qtbot: QtBot, window: MainWindow, night: EventView, closed: Path
) -> None:
    sentences: list[str] = []

    def save(dialog: ExportDialog) -> None:
        with powerless():
            dialog.save_to(closed / "Cup.json")
            qtbot.waitUntil(lambda: bool(dialog.notice.text()))
        sentences.append(dialog.notice.text())

    when_asked(ExportDialog, save)
    window.export_event()
    assert sentences == ["Not exported: Permission denied. Choose another place."]


def test_a_recent_event_in_a_closed_folder_cannot_be_opened(
    qtbot: QtBot, window: MainWindow, theirs: Path
) -> None:
    with qtbot.waitSignal(window.opened):
        window.open_event(theirs / "Cup.flagfall")
    with closed_to_us(theirs):
        window.close_event()
        qtbot.waitUntil(lambda: "Cannot be read" in window.start_page.recent.item(0).text())
        with qtbot.waitSignal(window.failed):
            window.start_page.recent.itemActivated.emit(window.start_page.recent.item(0))
        assert window.messages.text == sentence(theirs)


@pytest.mark.parametrize("inner", ["", "inner"])
def test_the_backups_dialog_says_why_the_second_folder_gets_no_copy(
    qtbot: QtBot,
    window: MainWindow,
    closed: Path,
    monkeypatch: pytest.MonkeyPatch,
    inner: str,
) -> None:
    begin(qtbot, window, closed.parent / "night.flagfall")
    second = closed / inner
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: second)
    sentences: list[str] = []

    def copy(dialog: BackupsDialog) -> None:
        with powerless():
            dialog.change.click()
            qtbot.waitUntil(lambda: dialog.second.text() == sentence(closed))
            dialog.copy.click()
            qtbot.waitUntil(dialog.copy.isEnabled)
            sentences.append(dialog.copied.text())
            qtbot.waitUntil(lambda: dialog.second.text() == sentence(closed))

    when_asked(BackupsDialog, copy)
    window.show_backups()
    assert sentences[0].startswith(f"Copied to {closed.parent / 'night backups'}")
    assert sentences[0].endswith(
        f"No copy was made in the second backup folder {second}. {sentence(closed)}"
    )


def test_opening_a_closed_packets_or_match_ups_folder_is_reported(
    window: MainWindow, closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(closed))
    for words in ("Pac&kets folder", "&Match-ups folder"):
        window.messages.hide()
        with powerless():
            choose_in_menu(window, words)
        assert window.messages.text == sentence(closed)


def test_a_new_event_says_that_the_folder_of_packets_is_closed(
    window: MainWindow, closed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(closed))
    sentences: list[str] = []

    def look(dialog: NewEventDialog) -> None:
        sentences.extend(words.text() for words in dialog.findChildren(QLabel))

    when_asked(NewEventDialog, look)
    with powerless():
        choose_in_menu(window, "&New event…")
    assert any(sentence(closed) in words for words in sentences)
