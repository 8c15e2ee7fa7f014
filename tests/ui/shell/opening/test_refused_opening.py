"""An event that cannot be opened, made or restored leaves the open one on the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, StartRound
from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.store.log.file_lock import ENDING
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.confirm import InsistDialog
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.opening.backups_dialog import BackupsDialog
from app.ui.shell.opening.new_event_dialog import NewEventDialog
from tests.store.by_hand import fill
from tests.store.log.test_log_file import change
from tests.store.powers import folder_for_all, powerless
from tests.stores import create
from tests.ui.asked import when_asked
from tests.ui.windows import begin, choose_in_menu

pytestmark = pytest.mark.in_file


@pytest.fixture
def archive() -> Iterator[Path]:
    """A folder that anybody may read and only its owner may write in."""
    with folder_for_all(0o755) as folder:
        yield folder


@pytest.fixture
def night(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    """An event on show in which a clock runs."""
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    start_game(qtbot, view.client)
    return view


@pytest.fixture
def backup(qtbot: QtBot, night: EventView, tmp_path: Path) -> Path:
    """The copy that the start of its round has left."""
    copy = tmp_path / "night backups" / "night round 1 start.flagfall"
    qtbot.waitUntil(copy.is_file)
    return copy


def start_game(qtbot: QtBot, client: DeskClient) -> None:
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    qtbot.waitUntil(lambda: len(client.state.games) == 1)
    client.ask(StartClock(1, Side.RED))
    qtbot.waitUntil(lambda: client.state.games[1].play.ticking)


def closing_insisted_on() -> list[str]:
    """Answer the question before the event is closed. Returns the words of its button, by then."""
    asked: list[str] = []

    def insist(dialog: InsistDialog) -> None:
        asked.append(dialog.anyway.text())
        dialog.accept()

    when_asked(InsistDialog, insist)
    return asked


def test_a_new_event_in_a_read_only_folder_is_refused_in_its_dialog(
    qtbot: QtBot, window: MainWindow, night: EventView, archive: Path
) -> None:
    sentences: list[str] = []
    dialog_of: list[NewEventDialog] = []

    def create_there(dialog: NewEventDialog) -> None:
        dialog_of.append(dialog)
        dialog.form.name.setText("Autumn Cup")
        dialog.show_folder(archive)
        with powerless():
            dialog.create_event.click()
        assert dialog.isVisible()
        assert dialog.form.name.text() == "Autumn Cup"
        sentences.append(dialog.fault.text())
        dialog.elsewhere.setFocus()

    when_asked(NewEventDialog, create_there)
    choose_in_menu(window, "&New event…")
    assert sentences == [f"Flagfall may not write in {archive}. Choose another folder."]
    assert window.view is night
    assert list(archive.iterdir()) == []


def test_the_open_event_is_closed_only_once_the_new_event_is_valid(
    qtbot: QtBot, window: MainWindow, night: EventView, tmp_path: Path
) -> None:
    asked: list[str] = []

    def keep_open(dialog: InsistDialog) -> None:
        asked.append(dialog.anyway.text())
        dialog.reject()

    def type_and_create(dialog: NewEventDialog) -> None:
        assert not asked
        dialog.form.name.setText("Autumn Cup")
        dialog.show_folder(tmp_path)
        when_asked(InsistDialog, keep_open)
        dialog.create_event.click()
        assert dialog.isVisible()
        assert asked

    when_asked(NewEventDialog, type_and_create)
    choose_in_menu(window, "&New event…")
    assert window.view is night


def test_a_file_in_a_read_only_folder_can_be_opened_read_only(
    qtbot: QtBot,
    window: MainWindow,
    night: EventView,
    archive: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = archive / "old.flagfall"
    with create(old) as log:
        fill(log)
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: old)
    with powerless():
        choose_in_menu(window, "&Open event…")
    assert "old.flagfall cannot be opened for writing" in window.messages.text
    assert window.view is night
    assert window.messages.act.text() == "Open read-only"
    asked = closing_insisted_on()
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(window.messages.act, Qt.MouseButton.LeftButton)
    assert asked == ["&Close event and stop clocks"]
    assert window.windowTitle() == "old (read-only) – Flagfall"


def test_the_start_page_offers_to_open_an_unwritable_event_read_only(
    qtbot: QtBot, window: MainWindow, archive: Path
) -> None:
    old = archive / "old.flagfall"
    with create(old) as log:
        fill(log)
    with powerless(), qtbot.waitSignal(window.failed):
        window.open_event(old)
    ways = window.start_page.ways_out
    assert ways.isVisible()
    assert not any(way.isVisible() for way in (ways.repair, ways.restore, ways.as_it_is))
    assert ways.read_only.hasFocus()
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(ways.read_only, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("name", ["letter.flagfall", "none.flagfall"])
def test_failing_to_open_a_file_that_is_no_event_stops_no_clock(
    window: MainWindow, night: EventView, tmp_path: Path, name: str
) -> None:
    (tmp_path / "letter.flagfall").write_text("Dear Sir")
    window.open_file(tmp_path / name)
    assert name in window.messages.text
    assert not window.messages.act.isVisible()
    assert window.view is night


def test_an_event_that_is_open_elsewhere_stops_no_clock(
    window: MainWindow, night: EventView, tmp_path: Path
) -> None:
    other = tmp_path / "other.flagfall"
    with create(other):
        window.open_file(other)
    assert "other.flagfall is already open in another Flagfall" in window.messages.text
    assert window.view is night


def test_files_left_by_a_crash_remain_if_opening_fails_for_another_reason(
    window: MainWindow, night: EventView, tmp_path: Path
) -> None:
    other = tmp_path / "other.flagfall"
    with create(other):
        pass
    left = other.with_name(other.name + ENDING)
    left.write_bytes(b"\0left by a crash")
    when_asked(InsistDialog, lambda dialog: dialog.reject())
    window.open_file(other)
    assert left.read_bytes() == b"\0left by a crash"


def test_a_backup_is_not_restored_over_an_existing_file_and_no_clock_stops(
    qtbot: QtBot,
    window: MainWindow,
    night: EventView,
    backup: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = tmp_path / "night.flagfall"
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: taken)
    sentences: list[str] = []

    def restore(dialog: BackupsDialog) -> None:
        qtbot.waitUntil(lambda: len(dialog.list.rows) == 1)
        dialog.restore.click()
        assert dialog.isVisible()
        sentences.append(dialog.copied.text())

    when_asked(BackupsDialog, restore)
    window.show_backups()
    assert sentences == [f"{taken} is already there. Choose another name, or open that file."]
    assert window.view is night


def test_after_failing_to_open_a_damaged_event_the_previous_event_is_reopened(
    qtbot: QtBot, window: MainWindow, night: EventView, tmp_path: Path
) -> None:
    other = tmp_path / "other.flagfall"
    with create(other) as log:
        fill(log)
    change(other, "UPDATE meta SET value = 'x' WHERE key = 'event'")
    closing_insisted_on()
    with qtbot.waitSignals([window.failed, window.opened]):
        window.open_file(other)
    assert window.windowTitle() == "night – Flagfall"
    assert "other.flagfall is damaged" in window.messages.text
    assert "night is open again" in window.messages.text
    assert window.messages.act.text() == "Repair or restore"
    closing_insisted_on()
    qtbot.mouseClick(window.messages.act, Qt.MouseButton.LeftButton)
    assert window.view is None
    assert window.start_page.ways_out.repair.isVisible()
