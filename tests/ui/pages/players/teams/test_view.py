"""The teams on the players page: seats, captains, substitutes, and teams that leave."""

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.teams.roster import EnterTeam, Team
from app.engine.frozen import replace
from app.engine.players.rosters import rosters
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.page import TEAMS, PlayersPage
from app.ui.pages.players.teams.lists import PLAYERS, read_dragged
from app.ui.pages.players.teams.move_dialog import MoveDialog
from app.ui.pages.players.teams.substitute_dialog import SubstituteDialog
from app.ui.pages.players.teams.team_dialog import TeamDialog
from app.ui.pages.players.teams.view import TeamsView
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf, catch_up, insist_on_everything

Key, Modifier = Qt.Key, Qt.KeyboardModifier


@pytest.fixture
def view(event: Event, client: DeskClient, page_of: PageOf, qtbot: QtBot) -> TeamsView:
    """Oak with a substitute, Ash, and Una without a team; nobody is here yet."""
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    event.do(ChangeSettings(replace(settings, team_seats=2), packet))
    names = (("Oak", "Ann Bo Cy"), ("Ash", "Di Ed"), ("", "Una"))
    entries = [Entry(name, team=team) for team, players in names for name in players.split()]
    event.do(AddPlayers(tuple(entries)))
    catch_up(client, event, qtbot)
    page = page_of(PlayersPage)
    page.tabs.setCurrentIndex(TEAMS)
    assert page.teams.isVisible()
    return page.teams


def names(view: TeamsView) -> list[str]:
    return [row.name for row in view.seats.rows]


def mime(*numbers: int) -> QMimeData:
    data = QMimeData()
    data.setData(PLAYERS, " ".join(map(str, numbers)).encode())
    return data


def drop(onto: QTableWidget, place: int, data: QMimeData) -> bool:
    """What the mouse does when it lets go over a row; whether the list took it."""
    row = onto.visualRect(onto.model().index(place, 0)).center() if place >= 0 else QPoint(5, 999)
    action, buttons = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    no = Qt.KeyboardModifier.NoModifier
    onto.dragEnterEvent(QDragEnterEvent(row, action, data, buttons, no))
    onto.dragMoveEvent(QDragMoveEvent(row, action, data, buttons, no))
    event = QDropEvent(QPointF(row), action, data, buttons, no)
    onto.dropEvent(event)
    return event.isAccepted()


def choose(view: TeamsView, team: str, *numbers: int) -> None:
    view.teams.choose_team(team)
    view.seats.clearSelection()
    view.seats.choose_players(numbers)


def test_teams_are_listed_with_their_players_by_seat(view: TeamsView) -> None:
    assert [row.name for row in view.teams.rows] == ["Without a team", "Ash", "Oak"]
    assert view.counts.text() == "2 teams"
    choose(view, "oak")
    assert [(row.seat, row.name) for row in view.seats.rows] == [
        ("1", "Ann"),
        ("2", "Bo"),
        ("Sub", "Cy"),
    ]
    assert not view.rounds.isVisible()
    view.search.setText("di")
    assert [row.name for row in view.teams.rows] == ["Ash"]
    assert names(view) == ["Di", "Ed"]


def test_an_event_of_single_players_shows_no_teams_tab(page_of: PageOf) -> None:
    page = page_of(PlayersPage)
    assert not page.tabs.isTabVisible(TEAMS)


def test_a_team_can_be_entered_renamed_and_given_a_captain(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    def enter(dialog: TeamDialog) -> None:
        assert not dialog.save.isEnabled()
        QTest.keyClicks(dialog.name, "Elm")
        dialog.nation.setText("Wales")
        dialog.save.click()

    when_asked(TeamDialog, enter)
    view.new.click()
    qtbot.waitUntil(lambda: [row.name for row in view.teams.rows][-1] == "Elm")
    assert event.state.teams["elm"] == Team("Elm", "Wales")

    def rename(dialog: TeamDialog) -> None:
        dialog.name.setText("Royal Oak")
        dialog.captain.setCurrentIndex(2)
        dialog.save.click()

    when_asked(TeamDialog, rename)
    choose(view, "oak")
    QTest.keyClick(view.teams, Key.Key_Return)
    qtbot.waitUntil(lambda: "royal oak" in rosters(event.state))
    assert event.state.teams["royal oak"].captain == 2
    assert event.state.players[1].entry.team == "Royal Oak"


def test_cancelling_the_team_dialog_changes_nothing(view: TeamsView, event: Event) -> None:
    before = len(event.state.done)
    when_asked(TeamDialog, lambda dialog: dialog.reject())
    view.new.click()
    choose(view, "oak", 1)
    for kind, act in (
        (TeamDialog, view.edit),
        (SubstituteDialog, view.substitute),
        (MoveDialog, view.move_),
    ):
        when_asked(kind, lambda dialog: dialog.reject())
        act.click()
    assert len(event.state.done) == before


def test_a_captain_is_named_by_a_button(view: TeamsView, event: Event, qtbot: QtBot) -> None:
    choose(view, "oak", 1)
    assert not view.captain.isEnabled()
    choose(view, "oak", 2)
    view.captain.click()
    qtbot.waitUntil(lambda: [row.is_captain for row in view.seats.rows] == [False, True, False])


def test_players_are_dragged_between_seats_and_teams(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    choose(view, "oak", 3)
    assert read_dragged(view.seats.held.mimeData(view.seats.selectedIndexes())) == (3,)
    assert view.seats.held.mimeTypes() == [PLAYERS]
    assert drop(view.seats, 0, mime(3))
    qtbot.waitUntil(lambda: names(view) == ["Cy", "Bo", "Ann"])
    assert drop(view.teams, 1, mime(1))
    qtbot.waitUntil(lambda: names(view) == ["Cy", "Bo"])
    choose(view, "ash")
    assert names(view) == ["Di", "Ed", "Ann"]
    assert drop(view.seats, -1, mime(6))
    qtbot.waitUntil(lambda: names(view) == ["Di", "Ed", "Ann", "Una"])
    text = QMimeData()
    text.setText("1")
    assert not drop(view.teams, 1, text)
    assert drop(view.teams, -1, mime(1))


def test_alt_with_an_arrow_key_moves_a_player_by_one_seat(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    choose(view, "oak", 2)
    QTest.keyClick(view.seats, Key.Key_Up, Modifier.AltModifier)
    qtbot.waitUntil(lambda: names(view) == ["Bo", "Ann", "Cy"])
    acts = len(event.state.done)
    QTest.keyClick(view.seats, Key.Key_Up, Modifier.AltModifier)
    choose(view, "oak", 1, 2)
    QTest.keyClick(view.seats, Key.Key_Down, Modifier.AltModifier)
    QTest.keyClick(view.seats, Key.Key_Down)
    assert len(event.state.done) == acts


@pytest.mark.parametrize(
    ("team", "numbers", "to", "left"),
    [
        ("oak", (3,), "Ash", ["Ann", "Bo"]),
        ("oak", (2, 3), "Ash", ["Ann"]),
        ("oak", (3,), "No team", ["Ann", "Bo"]),
        ("oak", (2, 3), "No team", ["Ann"]),
        ("", (6,), "Oak", []),
    ],
)
def test_players_move_to_the_team_that_is_chosen(
    view: TeamsView,
    client: DeskClient,
    event: Event,
    qtbot: QtBot,
    team: str,
    numbers: Sequence[int],
    to: str,
    left: list[str],
) -> None:
    insist_on_everything(client)
    choose(view, team, *numbers)

    def answer(dialog: MoveDialog) -> None:
        words = [dialog.team.itemText(place) for place in range(dialog.team.count())]
        dialog.team.setCurrentIndex(next(n for n, text in enumerate(words) if text.startswith(to)))
        dialog.move_.click()

    when_asked(MoveDialog, answer)
    view.move_.click()
    qtbot.waitUntil(
        lambda: (
            {
                " ".join(event.state.players[number].entry.team.split()) or "No team"
                for number in numbers
            }
            == {to}
        )
    )
    view.teams.choose_team(team)
    if left:
        qtbot.waitUntil(lambda: names(view) == left)


def test_a_team_with_a_free_seat_is_proposed_for_a_player_who_moves(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    event.do(EnterTeam(Team("Yew")))
    qtbot.waitUntil(lambda: "Yew" in [row.name for row in view.teams.rows])
    choose(view, "", 6)
    proposed: list[str] = []

    def look(dialog: MoveDialog) -> None:
        proposed.append(dialog.team.currentText())
        dialog.reject()

    when_asked(MoveDialog, look)
    view.move_.click()
    assert proposed == ["Yew  (0 of 2)"]


def test_space_checks_in_the_chosen_team(view: TeamsView, event: Event, qtbot: QtBot) -> None:
    choose(view, "ash")
    QTest.keyClick(view.teams, Key.Key_Space)
    qtbot.waitUntil(lambda: [n for n, one in event.state.players.items() if one.plays] == [4, 5])


def test_a_team_event_without_teams_says_how_to_add_them(page_of: PageOf, event: Event) -> None:
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    event.do(ChangeSettings(replace(settings, team_seats=2), packet))
    page = page_of(PlayersPage)
    page.tabs.setCurrentIndex(TEAMS)
    assert page.teams.empty.isVisible()
    assert "New team…" in page.teams.empty.text()
    assert not page.teams.teams.isVisible()


def test_dropping_players_without_a_team_outside_any_team_changes_nothing(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    event.do(AddPlayers((Entry("Vic"),)))
    acts = len(event.state.done)
    view.teams.dropped.emit((6, 7), "")
    assert len(event.state.done) == acts


def test_a_whole_team_can_be_checked_in_dropped_and_readmitted(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    choose(view, "oak")
    view.here.click()
    qtbot.waitUntil(lambda: not view.here.isEnabled())
    assert [row.here for row in view.teams.rows] == ["0 of 1", "0 of 2", "3 of 3"]
    view.drop.click()
    qtbot.waitUntil(view.readmit.isVisible)
    assert view.teams.rows[-1].note == "Dropped"
    view.readmit.click()
    qtbot.waitUntil(view.drop.isVisible)


def test_a_substitute_can_be_fielded_and_the_panel_lists_changes_by_round(
    view: TeamsView, event: Event, qtbot: QtBot
) -> None:
    event.do(CheckIn((1, 2, 3, 4, 5)))
    event.start()

    def answer(dialog: SubstituteDialog) -> None:
        assert [dialog.came.itemData(n) for n in range(dialog.came.count())] == [3, 6]
        dialog.leaves.click()
        dialog.substitute.click()

    when_asked(SubstituteDialog, answer)
    choose(view, "oak", 1)
    view.substitute.click()
    qtbot.waitUntil(lambda: names(view) == ["Cy", "Bo", "Ann"])
    assert [(row.number, row.opponent, row.changes) for row in view.rounds.rows] == [
        ("1", "Ash", ""),
        ("2", "", "Cy for Ann"),
    ]
    assert view.rounds.isVisible()
    choose(view, "ash", 5)

    def nobody(dialog: SubstituteDialog) -> None:
        assert dialog.at_once.isVisible()
        dialog.at_once.click()
        assert dialog.command.at_once
        dialog.reject()

    when_asked(SubstituteDialog, nobody)
    view.substitute.click()


def test_finding_a_player_selects_their_team_and_row(
    view: TeamsView, client: DeskClient, qtbot: QtBot
) -> None:
    view.search.setText("oak")
    view.find_player(5)
    assert view.teams.chosen_row
    assert view.teams.chosen_row.name == "Ash"
    assert [row.name for row in view.seats.chosen_rows] == ["Ed"]
    view.find_player(6)
    assert names(view) == ["Una"]
