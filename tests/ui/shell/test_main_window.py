import gc
import socket
import subprocess
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.desk.desk import Desk
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry
from app.engine.acts.rounds import DrawRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import PauseClock, StartClock
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.state import Stage
from app.store.preferences import ThemeChoice, load_preferences
from app.ui import application
from app.ui.clients.desk import DeskClient
from app.ui.clients.tablets import Stage as Serving
from app.ui.dialogs.confirm import InsistDialog
from app.ui.pages.event.page import EventPage
from app.ui.pages.history.page import HistoryPage
from app.ui.shell import main_window
from app.ui.shell.help.help_boxes import FIRST, TROUBLESHOOTING, ManualBox
from app.ui.shell.help.shortcut_help import KeysBox
from app.ui.shell.main_window import MainWindow
from app.ui.shell.preferences import AppPreferences
from app.ui.widgets.theme import DARK, LIGHT, apply_theme, current_theme
from app.views.pages import DeskPage
from tests.stores import create, open_log
from tests.ui.asked import when_asked
from tests.ui.windows import begin, open_desk


def test_the_window_begins_without_an_event(window: MainWindow) -> None:
    assert window.view is None
    assert window.start_page.isVisible()
    assert not window.undo.isEnabled()


def test_a_new_event_is_shown_and_remembered(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "night.flagfall"
    view = begin(qtbot, window, file)
    qtbot.waitUntil(lambda: view.header.name.text() != "")
    assert view.header.name.text() == "Club night"
    assert window.windowTitle() == "night – Flagfall"
    assert load_preferences(tmp_path / "preferences.json").recent_files == (str(file),)


def test_help_leads_to_troubleshooting(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: hasattr(window, "troubleshooting"))  # once the window is drawn
    window.troubleshooting.trigger()
    manual = window.manual
    assert isinstance(manual, ManualBox)
    assert manual.isVisible()
    assert manual.text.toPlainText().startswith("Troubleshooting")
    manual.close()
    window.troubleshooting.trigger()
    assert window.manual is manual
    assert manual.isVisible()


def test_the_manual_is_a_window_of_its_own_until_the_program_ends(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.show_manual()
    manual = window.manual
    assert manual is not None
    assert not manual.isModal()  # its steps are followed in the window while it is read
    assert manual.windowHandle().transientParent() is None  # may lie behind the main window
    assert manual.windowFlags() & Qt.WindowType.WindowMinMaxButtonsHint
    manual.showMinimized()
    window.show_manual()
    assert not manual.isMinimized()
    window.close()
    assert not manual.isVisible()
    assert window.manual is None


def test_the_manual_can_be_read_while_a_dialog_is_open(qtbot: QtBot, window: MainWindow) -> None:
    window.show_manual(TROUBLESHOOTING)
    manual = window.manual
    assert manual is not None
    shown: list[str] = []

    def turn(dialog: KeysBox) -> None:
        at = manual.home.mapTo(manual, manual.home.rect().center())
        QTest.mouseClick(
            manual.windowHandle(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at
        )
        shown.append(manual.text.source().fileName())
        dialog.accept()

    when_asked(KeysBox, turn)
    KeysBox.ask(window)
    assert shown == [FIRST]


def test_a_file_that_is_no_event_is_reported(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "letter.flagfall"
    file.write_text("Dear Sir")
    with qtbot.waitSignal(window.failed):
        window.open_event(file)
    assert window.messages.isVisible()
    assert "letter.flagfall" in window.messages.text
    assert window.start_page.new_event.isEnabled()
    assert file.read_text() == "Dear Sir"


def test_an_event_open_elsewhere_is_not_opened_twice(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "night.flagfall"
    with create(file), qtbot.waitSignal(window.failed):
        window.open_event(file)
    assert "night.flagfall" in window.messages.text


def test_undo_and_redo_say_what_they_would_do(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    qtbot.waitUntil(lambda: window.undo.text() == "Undo adding 2 players")
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.redo.text() == "Redo adding 2 players")
    assert not client.state.players
    assert not window.undo.isEnabled()
    window.redo.trigger()
    qtbot.waitUntil(lambda: len(client.state.players) == 2)


def test_the_undo_note_describes_what_was_undone(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.shell.toast.SHOWN_MS", 200)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    qtbot.waitUntil(lambda: view.client.state.settings is not None)
    settings, packet = view.client.state.settings, view.client.state.packet
    assert settings is not None
    assert packet is not None
    view.client.ask(ChangeSettings(replace(settings, rounds=3), packet))
    qtbot.waitUntil(lambda: "settings" in window.undo.text())
    window.undo.trigger()
    words = "Undone: change of settings (Rounds: as the packet says → 3)."
    qtbot.waitUntil(lambda: window.toast.text == words)
    qtbot.waitUntil(window.toast.isHidden)
    window.redo.trigger()
    qtbot.waitUntil(lambda: window.toast.text.startswith("Redone: change of settings"))
    view.show_page(DeskPage.HISTORY)
    page = view.page
    assert isinstance(page, HistoryPage)
    qtbot.waitUntil(window.toast.isHidden)
    qtbot.waitUntil(page.undo.isEnabled)
    qtbot.mouseClick(page.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.toast.text.startswith("Undone: change of settings"))


def test_the_undo_note_disappears_after_the_next_act(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ui.shell.toast.SHOWN_MS", 3_600_000)
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    qtbot.waitUntil(lambda: view.client.state.settings is not None)
    settings, packet = view.client.state.settings, view.client.state.packet
    assert settings is not None
    assert packet is not None
    view.client.ask(ChangeSettings(replace(settings, rounds=3), packet))
    qtbot.waitUntil(lambda: "settings" in window.undo.text())
    window.undo.trigger()
    qtbot.waitUntil(lambda: window.toast.text.startswith("Undone"))
    view.client.ask(ChangeSettings(replace(settings, rounds=4), packet))
    qtbot.waitUntil(lambda: window.toast.text.startswith("Settings"))


def test_an_ampersand_in_the_undo_text_creates_no_access_key(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Sons & Co"), Entry("Bo"))))
    client.ask(DropPlayer(1))
    qtbot.waitUntil(lambda: "Sons && Co" in window.undo.text())


def test_a_refusal_stays_in_the_message_bar_until_it_is_dismissed(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.client.ask(DrawRound(1))
    qtbot.waitUntil(view.messages.isVisible)
    assert view.messages.text == "A draw needs two players. Check players in first."
    qtbot.mouseClick(view.messages.dismiss, Qt.MouseButton.LeftButton)
    assert not view.messages.isVisible()


def test_undo_asks_before_it_reverts_past_an_act_at_a_table(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    for command in (DrawRound(1), PublishRound(), StartRound()):
        client.ask(command, insist=True)
    qtbot.waitUntil(lambda: window.undo.text() == "Undo start of round 1")
    client.ask(StartClock(1, Side.RED))
    client.ask(PauseClock(1, "judge"))
    qtbot.waitUntil(lambda: window.undo.text() == "Undo start of round 1 (earlier)…")
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.extend((dialog.windowTitle(), dialog.anyway.text(), dialog.leave.text()))
        qtbot.mouseClick(dialog.leave, Qt.MouseButton.LeftButton)

    when_asked(InsistDialog, answer)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(asked))
    assert asked[1:] == ["&Undo start of round 1", "&Cancel"]
    assert client.state.rounds[0].stage is Stage.STARTED
    when_asked(InsistDialog, lambda dialog: dialog.accept())
    window.undo.trigger()
    qtbot.waitUntil(lambda: client.state.rounds[0].stage is Stage.PUBLISHED)
    qtbot.waitUntil(lambda: window.toast.text == "Undone: start of round 1.")
    assert window.toast.isVisible()


@pytest.mark.parametrize("insists", [True, False])
def test_the_organizer_is_asked_to_decide_about_a_doubt(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, insists: bool
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.append(dialog.windowTitle())
        button = dialog.anyway if insists else dialog.leave
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    when_asked(InsistDialog, answer)
    client.ask(StartRound())
    qtbot.waitUntil(lambda: bool(asked))
    wanted = Stage.STARTED if insists else Stage.DRAWN
    qtbot.waitUntil(lambda: bool(client.state.rounds) and client.state.rounds[0].stage is wanted)


def test_the_pages_of_the_rail_can_be_opened_by_keyboard(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    with qtbot.waitActive(window):
        window.activateWindow()
    for key, page in (
        (Qt.Key.Key_1, "NowPage"),
        (Qt.Key.Key_2, "EventPage"),
        (Qt.Key.Key_3, "PlayersPage"),
        (Qt.Key.Key_4, "RoundPage"),
        (Qt.Key.Key_5, "StandingsPage"),
        (Qt.Key.Key_6, "ClocksPage"),
        (Qt.Key.Key_7, "HistoryPage"),
    ):
        qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda page=page: type(view.page).__name__ == page)


def test_the_event_page_changes_settings_only_when_applied(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.EVENT)
    client, page = view.client, view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.form.name.text() == "Club night")
    page.form.tables.setValue(6)
    assert client.state.settings is not None
    assert client.state.settings.tables == 0
    qtbot.mouseClick(page.revert, Qt.MouseButton.LeftButton)
    assert page.form.tables.value() == 0
    page.form.tables.setValue(6)
    qtbot.mouseClick(page.apply, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: client.state.settings is not None and client.state.settings.tables == 6)
    assert not page.apply.isEnabled()


def test_the_next_step_leads_to_its_page(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.EVENT)
    page = view.page
    assert isinstance(page, EventPage)
    qtbot.waitUntil(lambda: page.next_button.text() == "Add players")
    qtbot.mouseClick(page.next_button, Qt.MouseButton.LeftButton)
    assert type(view.page).__name__ == "PlayersPage"


def test_a_chosen_theme_is_applied_at_once_and_remembered(
    window: MainWindow, qapp: QApplication, tmp_path: Path
) -> None:
    AppPreferences(qapp, tmp_path / "preferences.json").wear(ThemeChoice.DARK)
    assert current_theme().name == "dark"
    AppPreferences(qapp, tmp_path / "preferences.json").wear(ThemeChoice.LIGHT)
    assert current_theme().name == "light"
    assert load_preferences(tmp_path / "preferences.json").theme is ThemeChoice.LIGHT


def test_the_current_theme_is_not_applied_again(
    window: MainWindow, qapp: QApplication, tmp_path: Path
) -> None:
    AppPreferences(qapp, tmp_path / "preferences.json").wear(ThemeChoice.LIGHT)
    sheet = window.styleSheet()
    assert LIGHT.surface in sheet
    window.setStyleSheet("QLabel {}")
    apply_theme(qapp, LIGHT)
    assert window.styleSheet() == "QLabel {}"
    apply_theme(qapp, DARK)
    assert DARK.surface in window.styleSheet()
    apply_theme(qapp, LIGHT)
    assert window.styleSheet() == sheet


def test_the_program_itself_has_no_style_sheet(window: MainWindow, qapp: QApplication) -> None:
    """Under one, Qt goes through all that is in a part each time the part is put into another."""
    assert qapp.styleSheet() == ""
    assert [part.objectName() for part in window.findChildren(QWidget) if part.styleSheet()] == []


def test_the_self_test_opens_and_closes_an_event(qapp: QApplication, tmp_path: Path) -> None:
    assert application.self_test(open_desk, tmp_path) == ""
    assert (tmp_path / "self-test.flagfall").is_file()


def test_the_self_test_reports_a_failure(qapp: QApplication, tmp_path: Path) -> None:
    (tmp_path / "self-test.flagfall").mkdir()
    assert "self-test.flagfall" in application.self_test(open_desk, tmp_path)


def test_starting_a_round_makes_a_backup_even_if_no_folder_was_chosen(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    client = begin(qtbot, window, tmp_path / "night.flagfall").client
    client.ask(AddPlayers((Entry("Ann"), Entry("Bo"))))
    client.ask(CheckIn((1, 2)))
    client.ask(DrawRound(1))
    client.ask(StartRound(), insist=True)
    copy = tmp_path / "night backups" / "night round 1 start.flagfall"
    qtbot.waitUntil(copy.is_file)
    with open_log(copy, read_only=True) as log:
        assert log.last_seq >= 4


def test_a_recent_file_with_a_long_name_fits_its_line(qtbot: QtBot, window: MainWindow) -> None:
    file = f"/home/eo/{'long folder ' * 20}/the last one/{'long event ' * 15}.flagfall"
    window.start_page.show_recent([file])
    item = window.start_page.recent.item(0)
    assert len(item.text().splitlines()[1]) == 64
    qtbot.waitUntil(lambda: "Not found" in item.text())
    name, folder = item.text().splitlines()
    assert len(name) == len(folder) == 64
    assert name.startswith("long event")
    assert folder.endswith("the last one")
    assert item.toolTip() == file


def test_a_recent_file_with_a_long_name_needs_no_scroll_bar(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.start_page.show_recent([f"/home/eo/{'W' * 300}.flagfall"])
    recent = window.start_page.recent
    qtbot.waitUntil(lambda: recent.isVisible() and recent.viewport().width() > 0)
    assert recent.horizontalScrollBar().maximum() == 0
    item = recent.visualItemRect(recent.item(0))
    assert item.width() <= recent.viewport().width()


def answers(address: str) -> bool:
    port = int(address.rsplit(":", 1)[1])
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


def test_the_tablet_server_starts_with_an_event_that_left_it_on_and_stops_with_it(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.web.server.http.PORT", 0)  # the usual one may be another Flagfall's
    tablets = begin(qtbot, window, tmp_path / "one.flagfall").client.tablets
    assert tablets is not None
    assert tablets.picture.stage is Serving.OFF
    tablets.switch_on()
    qtbot.waitUntil(lambda: tablets.picture.stage is Serving.ON)
    first = tablets.picture.addresses[-1]
    second = begin(qtbot, window, tmp_path / "two.flagfall").client.tablets
    assert second is not None
    assert second is not tablets
    qtbot.waitUntil(lambda: second.picture.stage is Serving.ON)
    last = second.picture.addresses[-1]
    assert (answers(first), answers(last)) == (False, True)
    second.switch_off()
    window.close_event()
    assert not answers(last)


def test_the_rows_of_a_closed_event_are_freed_from_memory(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """A laptop may open several long events in a day; its windows' client has all their rows."""
    client = weakref.ref(begin(qtbot, window, tmp_path / "one.flagfall").client)
    assert client() is not None
    window.close_event()
    qtbot.waitUntil(lambda: gc.collect() >= 0 and client() is None)
    assert window.findChild(DeskClient) is None


def test_an_unexpected_error_while_opening_an_event_leaves_the_window_usable(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    def full(path: Path, new: bool) -> Desk:
        raise OSError(28, "No space left on device")

    window = MainWindow(full, AppPreferences(qapp, tmp_path / "preferences.json"))
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.failed):
        window.open_event(tmp_path / "night.flagfall")
    assert window.messages.text == (
        "The event was not opened: No space left on device. Its file is as it was; try again, or"
        " open its latest backup."
    )
    assert window.start_page.new_event.isEnabled()


def test_the_history_page_does_not_focus_undo_which_a_stray_space_would_press(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    window.activateWindow()
    view.client.ask(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: bool(view.client.state.players))
    view.show_page(DeskPage.PLAYERS)
    assert view.page is not None
    page = view.page
    qtbot.waitUntil(lambda: page.isAncestorOf(QApplication.focusWidget() or window))
    view.show_page(DeskPage.HISTORY)
    assert isinstance(QApplication.focusWidget(), QAbstractItemView)


@pytest.mark.parametrize(
    ("name", "open_folder"),
    [("packets", MainWindow.open_packets), ("match_ups", MainWindow.open_match_ups)],
)
def test_folders_for_the_users_own_files_are_created_and_opened(
    name: str,
    open_folder: Callable[[MainWindow], None],
    window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "state"))
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: not opened.append(url))
    open_folder(window)
    folder = tmp_path / "state" / name
    assert folder.is_dir()
    assert opened == [QUrl.fromLocalFile(str(folder))]
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    open_folder(window)
    assert str(folder) in window.messages.text
    (tmp_path / "file").touch()
    monkeypatch.setenv("FLAGFALL_STATE", str(tmp_path / "file"))
    open_folder(window)
    assert window.messages.text.startswith(f"There is no folder {tmp_path / 'file'}. ")


def test_another_window_runs_as_a_separate_process(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[QProcess] = []
    monkeypatch.setattr(main_window, "start_detached", started.append)
    window.open_window()
    (program,) = started
    asked = subprocess.run(
        [program.program(), *program.arguments(), "--version"],
        cwd=program.workingDirectory(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert asked.stdout.startswith("Flagfall")
