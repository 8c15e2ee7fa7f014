"""An event comes from the sign-up site, and is imported again while it is played."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, EditPlayer, Entry
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.players.rosters import rosters
from app.engine.side import Pair, Side
from app.engine.state import State
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.import_dialog import STATE, RosterDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.players.whose_lists_dialog import WhoseListsDialog
from app.ui.shell.main_window import MainWindow
from tests.events import Event
from tests.store.tables.sign_up_pages import (
    TEAMS,
    lists,
    page,
    people,
    players_page,
    single,
    teams_page,
)
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.players import names
from tests.ui.windows import do

LIST = "Grand Melee - 100 pts\n\n14 Eidolon 1"


def opened(qtbot: QtBot, window: MainWindow, event: Event) -> DeskClient:
    event.close()
    with qtbot.waitSignal(window.opened):
        window.open_event(event.path)
    assert window.view is not None
    return window.view.client


def accept(dialog: RosterDialog) -> None:
    assert dialog.add.isEnabled()
    dialog.add.click()


def tick_all(dialog: RosterDialog) -> None:
    dialog.table.selectAll()
    QTest.keyClick(dialog.table, Qt.Key.Key_Space)
    accept(dialog)


def play_a_round(qtbot: QtBot, client: DeskClient) -> None:
    for command in (CheckIn(tuple(client.state.players)), DrawRound(7), PublishRound()):
        do(client, qtbot, command)
    do(client, qtbot, StartRound())
    result = Result(Side.RED, How.SCENARIO, Pair(5, 2), Pair(20, 10))
    for game in tuple(client.state.games):
        do(client, qtbot, ReportResult(game, result))
    do(client, qtbot, FinishRound())


def played(state: State) -> tuple[object, ...]:
    """Whatever has happened and everybody who takes part."""
    return state.players, state.rounds, state.games, state.teams


def test_teams_of_five_can_be_imported_from_a_saved_page_and_again_after_round_1(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "teams.html"
    file.write_text(teams_page(), encoding="utf-8")
    event = Event(
        tmp_path / "event.flagfall",
        Settings("Clash", "sr2017", 75, 20_261_121, team_seats=5),
    )
    client = opened(qtbot, window, event)
    when_asked(RosterDialog, accept)
    window.import_from(file)
    qtbot.waitUntil(lambda: len(client.state.teams) == 8)
    teams = [
        [client.state.name(n) for n in team.players] for team in rosters(client.state).values()
    ]
    everybody = [person.name for person in people(40)]
    assert teams == [everybody[at : at + 5] for at in range(0, 40, 5)]
    assert [team.name for team in rosters(client.state).values()] == list(TEAMS)
    play_a_round(qtbot, client)
    before = played(client.state)
    before_of = {number: player.entry for number, player in client.state.players.items()}
    seen: list[str] = []

    def look(dialog: RosterDialog) -> None:
        seen.extend(dialog.rows.index(row, STATE).data() for row in range(40))
        seen.append(dialog.counts.text())
        assert not dialog.add.isEnabled()
        dialog.reject()

    when_asked(RosterDialog, look)
    window.import_from(file)
    qtbot.waitUntil(lambda: len(seen) == 41)
    assert set(seen[:40]) == {"Unchanged"}
    assert "40 players are already in the event like that." in seen[40]
    assert played(client.state) == before

    def look_again(dialog: RosterDialog) -> None:
        seen.append(dialog.add.text())
        dialog.reject()

    later = teams_page().replace("Kithguard", "Brineblood Marauders")
    file.write_text(later, encoding="utf-8")
    when_asked(RosterDialog, look_again)
    window.import_from(file)
    qtbot.waitUntil(lambda: len(seen) == 42)
    assert seen[41] == "A&dd players"
    assert played(client.state) == before
    when_asked(RosterDialog, tick_all)
    window.import_from(file)
    moved = {number for number, one in before_of.items() if one.army == "Kithguard"}
    assert moved
    qtbot.waitUntil(
        lambda: {client.state.players[n].entry.army for n in moved} == {"Brineblood Marauders"}
    )
    state = client.state
    assert (state.rounds, state.games, state.teams) == before[1:]
    kept = before_of.keys() - moved
    assert {n: state.players[n].entry for n in kept} == {n: before_of[n] for n in kept}


def test_dropping_one_file_on_the_window_imports_forty_players(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    file = tmp_path / "players.html"
    file.write_text(players_page(), encoding="utf-8")
    client = opened(qtbot, window, Event(tmp_path / "event.flagfall"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    entering = QDragEnterEvent(QPoint(9, 9), copy, data, left, Qt.KeyboardModifier(0))
    QApplication.sendEvent(window, entering)
    assert entering.isAccepted()
    when_asked(RosterDialog, accept)
    dropped = QDropEvent(QPoint(9, 9), copy, data, left, Qt.KeyboardModifier(0))
    QApplication.sendEvent(window, dropped)
    qtbot.waitUntil(lambda: len(client.state.players) == 40)
    assert client.state.players[1].entry.sign_up == "4701"
    data.setUrls([QUrl.fromLocalFile(str(file))] * 2)
    several = QDragEnterEvent(QPoint(9, 9), copy, data, left, Qt.KeyboardModifier(0))
    several.ignore()
    QApplication.sendEvent(window, several)
    assert not several.isAccepted()


@pytest.fixture
def players(page_of: PageOf) -> PlayersPage:
    return page_of(PlayersPage)


def test_copied_page_content_is_read_from_its_html_as_well_as_its_text(
    event: Event, qtbot: QtBot, players: PlayersPage
) -> None:
    ana, bo, *_ = people(2)
    data = QMimeData()
    data.setText("Ana Lind ace #4701 Bo Lind #4702")
    data.setHtml(f"<!--StartFragment-->{single(ana)}{single(bo)}<!--EndFragment-->")
    QApplication.clipboard().setMimeData(data)
    when_asked(RosterDialog, accept)
    players.paste.click()
    qtbot.waitUntil(lambda: names(players) == [ana.name, bo.name])
    data = QMimeData()
    data.setText("Cleo\tRavens")
    data.setHtml("<table><tr><td>Cleo</td><td>Ravens</td></tr></table>")
    QApplication.clipboard().setMimeData(data)
    when_asked(RosterDialog, accept)
    players.paste.click()
    qtbot.waitUntil(lambda: names(players) == [ana.name, bo.name, "Cleo"])
    assert event.state.players[3].entry.club == "Ravens"
    QApplication.clipboard().clear()  # Qt would free it after Python's end, and crash


def test_the_organizer_says_whose_lists_a_page_holds(
    event: Event, qtbot: QtBot, players: PlayersPage, tmp_path: Path
) -> None:
    event.do(AddPlayers((Entry("Anna"), Entry("Ben"))))
    qtbot.waitUntil(lambda: names(players) == ["Anna", "Ben"])
    file = tmp_path / "lists.html"
    file.write_text(page(lists(("One", LIST), ("Two", LIST))), encoding="utf-8")

    def choose(dialog: WhoseListsDialog) -> None:
        assert not dialog.open_lists.isEnabled()
        dialog.player.setCurrentIndex(2)
        when_asked(ListsDialog, lambda lists: lists.save.click())
        dialog.open_lists.click()

    when_asked(WhoseListsDialog, choose)
    players.add_from_file(file)
    qtbot.waitUntil(lambda: bool(event.state.players[2].lists))
    assert [each.name for each in event.state.players[2].lists] == ["One", "Two"]
    when_asked(WhoseListsDialog, lambda dialog: dialog.skip.click())
    players.add_from_file(file)
    assert event.state.players[1].lists == ()


def test_an_imported_players_lists_are_shown_at_once_and_not_imported_twice(
    client: DeskClient, qtbot: QtBot, players: PlayersPage, tmp_path: Path
) -> None:
    ana, *_ = people(1)
    file = tmp_path / "all.html"
    file.write_text(page(single(ana), lists(("One", LIST), owner=ana)), encoding="utf-8")
    when_asked(RosterDialog, lambda dialog: (accept(dialog), when_asked(ListsDialog, save)))
    players.add_from_file(file)
    qtbot.waitUntil(lambda: bool(client.state.players) and bool(client.state.players[1].lists))
    notes: list[str] = []

    def look(dialog: ListsDialog) -> None:
        dialog.take_file(file)
        notes.append(dialog.note.text())
        dialog.reject()

    players.table.choose_only([1])
    when_asked(ListsDialog, look)
    players.acts.list_wanted.emit()
    assert notes == ["1 list of the file is already here under its title and stays as it is."]


def save(dialog: ListsDialog) -> None:
    dialog.save.click()


def test_local_changes_survive_a_reimport_that_does_not_mention_them(
    event: Event, qtbot: QtBot, players: PlayersPage
) -> None:
    ana, *_ = people(1)
    when_asked(RosterDialog, accept)
    players.add_from_text(page(single(ana)))
    qtbot.waitUntil(lambda: names(players) == [ana.name])
    entry = replace(event.state.players[1].entry, club="Ravens", team="Oak")
    event.do(EditPlayer(1, entry))
    seen: list[str] = []

    def look(dialog: RosterDialog) -> None:
        seen.append(dialog.rows.index(0, STATE).data())
        dialog.reject()

    qtbot.waitUntil(lambda: players.table.held.rows[0].player.entry == entry)
    when_asked(RosterDialog, look)
    players.add_from_text(page(single(ana)))
    assert seen == ["Unchanged"]
