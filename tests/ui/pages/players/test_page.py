from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry, WarnPlayer
from app.engine.acts.setup import ChangeSettings
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.state import Player, Status
from app.store.errors import StoreError
from app.store.known_players import keep_players, players_file
from app.store.log.event_log import EventLog
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.players.player_dialog import PlayerDialog
from app.ui.shell.main_window import MainWindow
from app.views.event.players import PlayerColumn
from app.views.pages import DeskPage
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.full_hall import long_names
from tests.ui.open_pages import PageOf
from tests.ui.players import Key, names, players, status
from tests.ui.windows import begin


def has_player(page: PlayersPage, name: str) -> bool:
    return name in names(page)


@pytest.fixture
def page(page_of: PageOf) -> PlayersPage:
    return page_of(PlayersPage)


def test_the_empty_players_page_says_how_to_add_players(page: PlayersPage) -> None:
    assert page.empty.isVisible()
    assert "Ctrl+V" in page.empty.text()
    assert page.counts.text() == "0 registered · 0 checked in · 0 dropped"
    assert not page.search.isVisible()
    assert not page.all_here.isEnabled()
    assert page.entry.name.hasFocus()


def test_the_team_is_kept_while_its_players_are_typed_in(
    event: Event, qtbot: QtBot, page_of: PageOf
) -> None:
    chosen = Settings("Open", "sr2017", 75, 1, team_seats=2)
    event.do(ChangeSettings(chosen, packets()["sr2017"]), insist=True)
    page = page_of(PlayersPage)
    QTest.keyClicks(page.entry.name, "Anna")
    QTest.keyClicks(page.entry.team, "Oak")
    QTest.keyClick(page.entry.team, Key.Key_Return)
    qtbot.waitUntil(lambda: has_player(page, "Anna"))
    assert page.entry.team.text() == "Oak", "for the next of the team"
    QTest.keyClicks(page.entry.name, "Ben")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: page.entry.team.text() == "")
    teams = [player.entry.team for player in event.state.players.values()]
    assert teams == ["Oak", "Oak"]
    assert page.entry.name.hasFocus()


def test_a_substitute_can_be_typed_in_for_a_full_team_during_a_round(
    event: Event, qtbot: QtBot, page_of: PageOf
) -> None:
    chosen = Settings("Open", "sr2017", 75, 1, team_seats=2)
    event.do(ChangeSettings(chosen, packets()["sr2017"]), insist=True)
    event.do(AddPlayers((Entry("Ben", team="Oak"),)))
    page = page_of(PlayersPage)
    QTest.keyClicks(page.entry.name, "Anna")
    QTest.keyClicks(page.entry.team, "Oak")
    QTest.keyClick(page.entry.team, Key.Key_Return)
    qtbot.waitUntil(lambda: has_player(page, "Anna") and page.entry.team.text() == "")
    QTest.keyClicks(page.entry.team, "Oak")
    event.do(AddPlayers((Entry("Cy"),)))
    qtbot.waitUntil(lambda: has_player(page, "Cy"))
    assert page.entry.team.text() == "Oak"


def test_the_entry_form_has_no_team_field_in_an_event_without_teams(page: PlayersPage) -> None:
    assert page.entry.club.isVisible()
    assert not page.entry.team.isVisible()


def test_enter_adds_a_player_and_clears_the_row_for_the_next(
    qtbot: QtBot, page: PlayersPage
) -> None:
    for name in ("Anna", "Ben"):
        QTest.keyClicks(page.entry.name, name)
        QTest.keyClicks(page.entry.club, "Ravens")
        QTest.keyClick(page.entry.club, Key.Key_Return)
        assert page.entry.name.text() == page.entry.club.text() == ""
        assert page.entry.name.hasFocus()
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])
    qtbot.waitUntil(lambda: [row.number for row in page.table.chosen_rows] == [2])
    assert not page.notice.isVisible()  # the foot of the window says it, with Undo
    assert page.table.held.rows[1].cell(PlayerColumn.CLUB) == "Ravens"


def test_undo_first_reverts_unsaved_typing_and_then_the_last_added_player(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    view = begin(qtbot, window, tmp_path / "night.flagfall")
    view.show_page(DeskPage.PLAYERS)
    page, state = view.page, lambda: view.client.state
    assert isinstance(page, PlayersPage)
    page.entry.name.setFocus()
    QTest.keyClicks(page.entry.name, "Anna")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: len(state().players) == 1)
    qtbot.waitUntil(window.undo.isEnabled)
    QTest.keyClicks(page.entry.name, "Ben")
    QTest.keyClick(page.entry.name, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.entry.name.text() == ""
    assert len(state().players) == 1
    QTest.keyClick(page.entry.name, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: not state().players)
    assert page.entry.name.text() == ""
    qtbot.waitUntil(window.redo.isEnabled)
    page.entry.name.setText("")
    QTest.keyClick(page.entry.name, Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(state().players) == 1)


def test_a_blank_name_adds_nobody(page: PlayersPage) -> None:
    QTest.keyClicks(page.entry.name, "  ")
    assert not page.entry.add.isEnabled()
    QTest.keyClick(page.entry.name, Key.Key_Return)
    assert page.entry.name.text() == "  "


def test_players_with_the_same_name_are_distinguished_by_number(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    event.do(AddPlayers((Entry("Anna"),)))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    QTest.keyClicks(page.entry.name, "Anna")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Anna"])
    qtbot.waitUntil(lambda: "Number 1 has the same name, too." in page.notice.text())


def full(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of the event's file."""

    def refuse(*_args: object, **_how: object) -> None:
        raise StoreError("the disk is full.")

    monkeypatch.setattr(EventLog, "write", refuse)


@pytest.mark.in_file
def test_a_typed_player_that_cannot_be_saved_stays_in_the_entry_row(
    qtbot: QtBot, page: PlayersPage, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        full(event, patch)
        QTest.keyClicks(page.entry.name, "Anna")
        QTest.keyClicks(page.entry.faction, "Khador")
        QTest.keyClick(page.entry.faction, Key.Key_Return)
        qtbot.waitUntil(lambda: "the disk is full" in page.notice.text())
        assert page.entry.name.text() == "Anna"
        assert page.entry.faction.text() == "Khador"
        assert page.entry.name.hasFocus()
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    assert page.entry.name.text() == ""


@pytest.mark.in_file
def test_a_refused_player_does_not_take_the_place_of_the_next_one_typed(
    qtbot: QtBot, page: PlayersPage, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    full(event, monkeypatch)
    QTest.keyClicks(page.entry.name, "Anna")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    page.entry.name.setText("Ben")  # before the desk has answered
    qtbot.waitUntil(lambda: page.notice.text().startswith("Anna was not added. Not saved"))
    assert page.entry.name.text() == "Ben"


def test_a_list_is_entered_for_the_chosen_player(
    client: DeskClient, qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    page.table.choose_only((1,))

    def answer(dialog: ListsDialog) -> None:
        dialog.forms[0].texts[0].setPlainText("Gunners (10) 8")
        dialog.save.click()

    when_asked(ListsDialog, answer)
    page.acts.list.click()
    qtbot.waitUntil(lambda: bool(client.state.players[1].lists))
    assert client.state.players[1].lists[0].army[0].models == 10


def test_clubs_typed_before_are_offered(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna", "Iron Foundry", "Cryx"),)))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    QTest.keyClicks(page.entry.club, "iro")
    assert page.entry.club.completer().currentCompletion() == "Iron Foundry"
    popup = page.entry.club.completer().popup()
    assert popup is not None
    popup.hide()


RAVEN = Entry("Ana Lind", "Ravens", "Cryx", nickname="Raven", sign_up="70")


@pytest.fixture
def season() -> Iterator[None]:
    """Two players of a season that this laptop has read."""
    keep_players((RAVEN, Entry("Bo Reed", "Owls")))
    yield
    players_file().unlink()


@pytest.mark.usefixtures("season")
def test_season_players_are_suggested_with_their_known_details(
    qtbot: QtBot, page: PlayersPage, client: DeskClient
) -> None:
    page.hide()
    page.show()
    QTest.keyClicks(page.entry.name, "lind")
    completer = page.entry.name.completer()
    popup = completer.popup()
    assert popup is not None
    qtbot.waitUntil(popup.isVisible)
    assert popup.model().index(0, 0).data() == "Ana Lind · Ravens · Cryx"
    QTest.keyClick(popup, Key.Key_Down)
    QTest.keyClick(popup, Key.Key_Return)
    assert page.entry.name.text() == "Ana Lind"
    assert page.entry.club.text() == "Ravens"
    page.entry.add.click()
    qtbot.waitUntil(lambda: names(page) == ["Ana Lind"])
    assert client.state.players[1].entry == RAVEN
    QTest.keyClicks(page.entry.name, "ana")
    assert not popup.isVisible()
    page.entry.name.setText("")


def test_the_factions_of_the_packet_are_offered_and_others_can_be_typed(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    event.do(AddPlayers((Entry("Anna", faction="Orcs"),)))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    field = page.entry.faction
    assert {"Khador", "Orcs"} < set(field.offered)
    assert "Dusk" not in field.offered
    popup = field.completer().popup()
    assert popup is not None
    QTest.keyClick(field, Key.Key_Down)
    assert popup.isVisible()
    assert popup.model().rowCount() == len(field.offered)
    popup.hide()
    arrow = QPoint(field.width() - 8, field.height() // 2)
    QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=arrow)
    assert popup.isVisible()
    popup.hide()
    for name, typed in (("Ben", "Kador"), ("Cleo", "Elves"), ("Dan", "mercs")):
        QTest.keyClicks(page.entry.name, name)
        QTest.keyClicks(field, typed)
        popup.hide()
        QTest.keyClick(field, Key.Key_Return)
        qtbot.waitUntil(partial(has_player, page, name))
    factions = [player.entry.faction for player in event.state.players.values()]
    assert factions == ["Orcs", "Khador", "Elves", "Mercenaries"]


def test_an_abbreviated_faction_is_completed_unless_it_is_typed_again(qtbot: QtBot) -> None:
    dialog = PlayerDialog(Player(1, Entry("Anna")), ("Khador", "Legion of Everblight"))
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)
    for shown in ("Legion of Everblight", "Legion"):
        dialog.faction.setFocus()
        dialog.faction.selectAll()
        QTest.keyClicks(dialog.faction, "Legion")
        popup = dialog.faction.completer().popup()
        assert popup is not None
        popup.hide()
        QTest.keyClick(dialog.faction, Key.Key_Tab)
        assert dialog.entry.faction == shown


def test_a_late_arrival_gets_in_during_a_round(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    event.register(4)
    event.start()
    qtbot.waitUntil(lambda: len(names(page)) == 4)
    QTest.keyClicks(page.entry.name, "Zoe")
    QTest.keyClick(page.entry.name, Key.Key_Return)
    qtbot.waitUntil(lambda: "from round 2 on" in page.notice.text())
    QTest.keyClick(page.table, Key.Key_Space)
    qtbot.waitUntil(lambda: status(page, 5) is Status.CHECKED_IN)


def test_space_checks_a_player_in_and_out_again(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.table.choose_players([2])
    QTest.keyClick(page.table, Key.Key_Space)
    qtbot.waitUntil(lambda: status(page, 2) is Status.CHECKED_IN)
    assert not page.notice.isVisible()
    assert [row.number for row in page.table.chosen_rows] == [2]
    QTest.keyClick(page.table, Key.Key_Space)
    qtbot.waitUntil(lambda: status(page, 2) is Status.REGISTERED)


def test_several_players_are_checked_in_at_once(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.table.choose_players([1, 3])
    assert not page.acts.edit.isEnabled()
    page.acts.toggle.click()
    qtbot.waitUntil(lambda: status(page, 3) is Status.CHECKED_IN)
    assert status(page, 2) is Status.REGISTERED


def test_everybody_is_checked_in_with_one_button(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.all_here.click()
    qtbot.waitUntil(lambda: page.counts.text().startswith("3 registered · 3 checked in"))
    assert not page.all_here.isEnabled()


def test_a_notice_about_players_disappears_when_a_later_act_changes_them(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.entry.entered.emit(Entry("Player 2"))
    qtbot.waitUntil(lambda: page.notice.text() == "Number 2 has the same name, too.")
    event.do(AddPlayers((Entry("Zoe"),)))
    qtbot.waitUntil(lambda: page.counts.text().startswith("5 registered"))
    assert page.notice.text() == "Number 2 has the same name, too."
    event.do(CheckIn((4,)))
    qtbot.waitUntil(lambda: page.notice.text() == "")


def test_keys_do_nothing_while_no_player_is_chosen(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    for key in (Key.Key_Space, Key.Key_Return):
        QTest.keyClick(page.table, key)
    acts = page.acts
    for wanted in (
        acts.warn_wanted, acts.drop_wanted, acts.readmit_wanted, acts.disqualify_wanted,
    ):  # fmt: skip
        wanted.emit()
    assert QApplication.activeModalWidget() is None


def test_enter_edits_a_player(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Anna", "Ravens"),)))
    event.do(WarnPlayer(1, "Late"))
    qtbot.waitUntil(lambda: names(page) == ["Anna"])
    page.table.choose_players([1])

    def answer(dialog: PlayerDialog) -> None:
        dialog.name.clear()
        assert not dialog.save.isEnabled()
        QTest.keyClicks(dialog.name, "Anne")
        QTest.keyClick(dialog.name, Key.Key_Return)

    when_asked(PlayerDialog, answer)
    QTest.keyClick(page.table, Key.Key_Return)
    qtbot.waitUntil(lambda: names(page) == ["Anne"])
    assert page.table.held.rows[0].cell(PlayerColumn.CLUB) == "Ravens"


def test_an_edit_that_changes_nothing_is_no_act(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 1)
    page.table.choose_players([1])
    when_asked(PlayerDialog, lambda dialog: dialog.accept())
    page.acts.edit.click()
    assert len(event.state.done) == 1


def test_a_hidden_players_page_catches_up_when_it_is_shown(
    client: DeskClient, qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    page.hide()
    with qtbot.waitSignal(client.changed):
        event.do(AddPlayers((Entry("Anna"),)))
    assert names(page) == []
    page.show()
    assert names(page) == ["Anna"]


def test_keyboard_focus_moves_between_the_drop_and_readmit_buttons(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.table.choose_only((1,))
    page.acts.drop.setFocus()
    for left in (True, False):
        focused = QApplication.focusWidget()
        assert focused is (page.acts.drop if left else page.acts.readmit)
        QTest.keyClick(focused, Key.Key_Space)
        qtbot.waitUntil(lambda left=left: event.state.players[1].status.has_left is left)
        qtbot.waitUntil(lambda left=left: page.acts.readmit.isVisible() is left)
    assert page.acts.drop.hasFocus()


def test_names_get_the_width_that_the_status_column_does_not_need(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    event.do(AddPlayers(long_names(4)))
    page = page_of(PlayersPage, (836, 600))
    table = page.table
    qtbot.waitUntil(lambda: len(table.held.rows) == 4)
    widths = {column: table.columnWidth(place) for place, column in enumerate(PlayerColumn)}
    needs = table.fontMetrics().horizontalAdvance("Registered")
    assert widths[PlayerColumn.STATUS] < 2 * needs
    assert widths[PlayerColumn.NAME] > 2 * widths[PlayerColumn.STATUS]


def test_the_check_in_button_names_the_only_player_still_missing(
    event: Event, qtbot: QtBot, page: PlayersPage
) -> None:
    event.do(AddPlayers((Entry("Anna"), Entry("Ben & Co"))))
    qtbot.waitUntil(lambda: page.all_here.text() == "&All here")
    event.do(CheckIn((1,)))
    qtbot.waitUntil(lambda: page.all_here.text() == "Ben && Co is here")
    qtbot.mouseClick(page.all_here, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.all_here.text() == "&All here")
    assert not page.all_here.isEnabled()


def test_the_dialog_of_a_player_shows_a_long_name_whole_and_where_each_text_begins(
    qtbot: QtBot,
) -> None:
    entry = Entry("Maximilian Alexander Friedrich Hohen 001", "Strategiespieler " * 9)
    dialog = PlayerDialog(Player(1, replace(entry, faction="Convergence of Cyriss " * 4)))
    qtbot.addWidget(dialog)
    dialog.show()
    wide = dialog.name.fontMetrics().horizontalAdvance(entry.name)
    assert wide < dialog.name.width() - 16
    assert dialog.name.selectedText() == entry.name
    for field in (dialog.name, dialog.club, dialog.faction):
        assert field.cursorPosition() == 0, field.text()
