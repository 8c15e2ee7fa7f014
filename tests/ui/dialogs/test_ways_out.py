"""What the window offers when an event's file is damaged, behind, or to be restored."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, Entry
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.history.page import HistoryPage
from app.ui.shell.main_window import MainWindow
from app.views.pages import DeskPage
from tests.store.log.test_log_file import change
from tests.stores import open_log
from tests.ui.asked import when_asked
from tests.ui.windows import begin

pytestmark = pytest.mark.in_file


@pytest.fixture
def night(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> Path:
    """A closed event with three players, its backup of before the third beside it."""
    file = tmp_path / "night.flagfall"
    client = begin(qtbot, window, file).client
    for name in ("Ann", "Bo", "Cy"):
        client.ask(AddPlayers((Entry(name),)))
    qtbot.waitUntil(lambda: len(client.state.players) == 3)
    window.close_event()
    return file


def damage(file: Path) -> bytes:
    change(file, "UPDATE log SET payload = replace(payload, 'Bo', 'Bu') WHERE seq = 3")
    return file.read_bytes()


def refused(qtbot: QtBot, window: MainWindow, file: Path) -> str:
    with qtbot.waitSignal(window.failed):
        window.open_event(file)
    return window.messages.text


def test_a_damaged_event_is_repaired_with_one_button(
    qtbot: QtBot, window: MainWindow, night: Path
) -> None:
    damaged = damage(night)
    assert "Row 3 is not as it was written" in refused(qtbot, window, night)
    page = window.start_page
    assert page.ways_out.isVisible()
    assert not page.ways_out.as_it_is.isVisible()
    assert page.ways_out.repair.hasFocus()
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(page.ways_out.repair, Qt.MouseButton.LeftButton)
    assert "3 rows brought back into " in window.messages.text
    assert "Row 3: a row “players added”, " in window.messages.text
    assert night.read_bytes() == damaged
    assert window.windowTitle() == "night repaired – Flagfall"
    assert window.view is not None
    qtbot.waitUntil(lambda: len(window.view.client.state.players) == 2)
    window.view.show_page(DeskPage.HISTORY)
    assert isinstance(window.view.page, HistoryPage)


def test_repair_is_not_offered_for_a_file_that_contains_no_event_data(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    text = tmp_path / "list.txt"
    text.write_text("Haley 1\nStormwall\n" * 20)
    assert "list.txt is not a Flagfall event file" in refused(qtbot, window, text)
    assert not [way for way in window.start_page.ways_out.buttons if way.isVisible()]
    assert window.start_page.name.hasFocus()


def test_repair_is_offered_for_an_event_whose_head_is_overwritten(
    qtbot: QtBot, window: MainWindow, night: Path
) -> None:
    night.write_bytes(b"x" * 100 + night.read_bytes()[100:])
    assert "night.flagfall is not a Flagfall event file" in refused(qtbot, window, night)
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(window.start_page.ways_out.repair, Qt.MouseButton.LeftButton)
    assert "brought back into" in window.messages.text


def test_a_damaged_event_can_be_viewed_read_only_without_writing_anything(
    qtbot: QtBot, window: MainWindow, night: Path
) -> None:
    damaged = damage(night)
    beside = sorted(night.parent.iterdir())
    refused(qtbot, window, night)
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(window.start_page.ways_out.read_only, Qt.MouseButton.LeftButton)
    assert "Read-only" in window.messages.text
    assert window.windowTitle() == "night (read-only) – Flagfall"
    assert window.view is not None
    client = window.view.client
    qtbot.waitUntil(lambda: len(client.state.players) == 2)
    for page in ("Players", "Check-in", "Round", "Standings", "Awards", "Format", "History"):
        window.view.show_page(DeskPage(page))
    client.ask(AddPlayers((Entry("Di"),)))
    qtbot.waitUntil(lambda: "open for reading only" in window.view.messages.text)
    assert len(client.state.players) == 2
    window.close_event()
    assert night.read_bytes() == damaged
    assert sorted(night.parent.iterdir()) == beside


def test_an_event_with_missing_rows_can_be_opened_as_it_is(
    qtbot: QtBot, window: MainWindow, night: Path
) -> None:
    change(night, "DELETE FROM log WHERE seq = 4")
    assert "ends at row 3, but this computer has written row 4" in refused(qtbot, window, night)
    assert window.start_page.ways_out.as_it_is.isVisible()
    with qtbot.waitSignal(window.opened):
        qtbot.mouseClick(window.start_page.ways_out.as_it_is, Qt.MouseButton.LeftButton)
    assert window.view is not None
    qtbot.waitUntil(lambda: len(window.view.client.state.players) == 2)
    window.close_event()
    with qtbot.waitSignal(window.opened):
        window.open_event(night)


def test_opening_another_event_hides_the_recovery_buttons(
    qtbot: QtBot, window: MainWindow, night: Path, tmp_path: Path
) -> None:
    damage(night)
    refused(qtbot, window, night)
    begin(qtbot, window, tmp_path / "other.flagfall")
    window.close_event()
    assert not window.start_page.ways_out.isVisible()


@pytest.mark.parametrize("answer", [InsistDialog.accept, InsistDialog.reject])
def test_a_backup_is_restored_after_one_question(
    qtbot: QtBot,
    window: MainWindow,
    night: Path,
    tmp_path: Path,
    answer: Callable[[InsistDialog], None],
) -> None:
    with open_log(night) as log:
        backup = log.copied().write(tmp_path, "round 1")
    with qtbot.waitSignal(window.opened):
        window.open_event(night)
    assert window.view is not None
    window.view.client.ask(AddPlayers((Entry("Di"),)))
    qtbot.waitUntil(lambda: len(window.view.client.state.players) == 4)
    when_asked(InsistDialog, answer)
    if answer is InsistDialog.reject:
        window.restore_backup(backup)
        assert len(window.view.client.state.players) == 4
        return
    with qtbot.waitSignal(window.opened):
        window.restore_backup(backup)
    qtbot.waitUntil(lambda: len(window.view.client.state.players) == 3)
    assert window.windowTitle() == "night – Flagfall"
    (aside,) = tmp_path.glob("night before restoring *.flagfall")
    assert str(aside) in window.messages.text


def test_restoring_a_file_that_is_no_backup_shows_an_error(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, night: Path
) -> None:
    (tmp_path / "notes.flagfall").write_text("notes")
    window.restore_backup(tmp_path / "notes.flagfall")
    assert "notes.flagfall is not a Flagfall event file" in window.messages.text
