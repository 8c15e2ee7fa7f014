from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.teams.roster import Team
from app.engine.formats.settings import CheckInItem
from app.engine.state import Status
from app.ui.clients.desk import DeskClient
from app.ui.pages.players.import_dialog import (
    FACTION,
    NAME,
    NOTE,
    STATE,
    TEAM,
    TICK,
    RosterDialog,
)
from app.ui.pages.players.page import PlayersPage
from app.views.event.check_in import CheckInColumn
from app.views.event.players import PlayerColumn
from app.views.pages import DeskPage
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.players import Key, names


@pytest.fixture
def page(page_of: PageOf) -> PlayersPage:
    return page_of(PlayersPage)


LIST = "Name,Club,Email\nAnna,Ravens,x\nBen,,y\nAnna,,z\n,Nobody,\n"


def test_a_pasted_list_is_shown_before_anybody_is_added(qtbot: QtBot, page: PlayersPage) -> None:
    seen: list[str] = []

    def answer(dialog: RosterDialog) -> None:
        rows = dialog.rows
        seen.extend(rows.index(place, STATE).data() for place in range(5))
        seen.append(dialog.add.text().replace("&", ""))
        seen.append(dialog.counts.text())
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_text(f"{LIST}{'x' * 201},Ravens,z\n")
    assert seen[:5] == ["Ready", "Ready", "Duplicate", "No name", "Too long"]
    assert seen[5] == "Add 2 players"
    assert seen[6] == "3 rows not ticked and left out. Columns not used: Email."
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])


def test_check_in_columns_of_an_imported_list_are_reported_and_ticked_off(
    client: DeskClient, qtbot: QtBot, page: PlayersPage
) -> None:
    seen: list[object] = []

    def answer(dialog: RosterDialog) -> None:
        seen.extend(dialog.rows.index(place, NOTE).data() for place in range(2))
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_text("Name,Here,Paid\nAnna,x,15 €\nBen,,no\n")
    assert seen == ["Here, Paid.", ""]
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])
    qtbot.waitUntil(lambda: CheckInItem.PAID in client.state.players[1].checked)
    page.show_mode(DeskPage.CHECK_IN)
    missing = {row.name: row.cell(CheckInColumn.MISSING) for row in page.check_in.table.rows}
    assert "payment" not in missing["Anna"]
    assert "payment" in missing["Ben"]
    players = client.state.players
    assert (players[1].plays, players[2].plays) == (True, False)
    assert not players[2].checked


def test_imported_factions_are_spelled_as_in_the_packet(qtbot: QtBot, page: PlayersPage) -> None:
    seen: list[object] = []

    def answer(dialog: RosterDialog) -> None:
        rows = dialog.rows
        seen.extend(
            (rows.index(place, FACTION).data(), rows.index(place, NOTE).data())
            for place in range(4)
        )
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_text("Name,Faction\nAnna,khador\nBen,Legion\nCleo,Elves\nDan,\n")
    qtbot.waitUntil(lambda: len(names(page)) == 4)
    assert seen == [
        ("Khador", ""),
        ("Legion of Everblight", "“Legion” is read as Legion of Everblight."),
        ("Elves", ""),
        ("", ""),
    ]


def test_an_imported_lists_teams_are_shown_in_the_preview_and_afterwards(
    qtbot: QtBot, page: PlayersPage
) -> None:
    seen: list[object] = []

    def answer(dialog: RosterDialog) -> None:
        seen.append(dialog.table.isColumnHidden(TEAM))
        seen.append(dialog.rows.index(0, TEAM).data())
        dialog.add.click()

    place = list(PlayerColumn).index(PlayerColumn.TEAM)
    when_asked(RosterDialog, answer)
    page.add_from_text("Name,Club\nZoe,Ravens\n")
    qtbot.waitUntil(lambda: names(page) == ["Zoe"])
    assert page.table.isColumnHidden(place)
    when_asked(RosterDialog, answer)
    page.add_from_text("Name,Team\nAnna,Red Foxes\n")
    assert seen == [True, "", False, "Red Foxes"]
    qtbot.waitUntil(lambda: not page.table.isColumnHidden(place))
    assert page.table.columnWidth(place) > 72
    page.search.setText("foxes")
    assert names(page) == ["Anna"]


def test_the_organizer_may_import_a_duplicate_but_no_row_without_a_name(
    qtbot: QtBot, page: PlayersPage
) -> None:
    def answer(dialog: RosterDialog) -> None:
        dialog.all.click()
        assert dialog.rows.ticked == {0, 1, 2}
        dialog.none.click()
        assert not dialog.add.isEnabled()
        dialog.table.selectRow(2)
        QTest.keyClick(dialog.table, Key.Key_Space)
        assert [row.entry.name for row in dialog.rows.chosen] == ["Anna"]
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_text(LIST)
    qtbot.waitUntil(lambda: names(page) == ["Anna"])


def test_clicking_a_rows_checkbox_ticks_the_row(page: PlayersPage) -> None:
    def answer(dialog: RosterDialog) -> None:
        box = dialog.table.visualRect(dialog.rows.index(2, TICK))
        QTest.mouseClick(
            dialog.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), box.center()
        )
        assert dialog.rows.ticked == {0, 1, 2}
        name = dialog.table.visualRect(dialog.rows.index(0, NAME)).center()
        QTest.mouseClick(
            dialog.table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), name
        )
        assert dialog.rows.ticked == {0, 1, 2}
        dialog.reject()

    when_asked(RosterDialog, answer)
    page.add_from_text(LIST)
    assert names(page) == []


def test_names_already_registered_are_marked(qtbot: QtBot, page: PlayersPage, event: Event) -> None:
    event.do(AddPlayers((Entry("Ben"),)))
    qtbot.waitUntil(lambda: names(page) == ["Ben"])
    seen: list[object] = []

    def answer(dialog: RosterDialog) -> None:
        tick = dialog.rows.index(1, TICK).data(Qt.ItemDataRole.CheckStateRole)
        seen.extend((dialog.rows.index(1, STATE).data(), tick))
        dialog.reject()

    when_asked(RosterDialog, answer)
    page.add_from_text("Anna\nBen\n")
    assert seen == ["Duplicate", Qt.CheckState.Unchecked]


def test_ctrl_v_imports_the_copied_list(qtbot: QtBot, page: PlayersPage) -> None:
    QApplication.clipboard().setText("Anna\tRavens\nBen\t\n")
    page.paste.setFocus()
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    QTest.keyClick(page.paste, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])


def test_pasting_into_the_name_field_imports_a_list_but_inserts_a_single_name(
    qtbot: QtBot, page: PlayersPage
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    QApplication.clipboard().setText("Cleo")
    QTest.keyClick(page.entry.name, Key.Key_V, control)
    assert page.entry.name.text() == "Cleo"
    page.entry.name.clear()
    QApplication.clipboard().setText("Anna\nBen\n")
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    QTest.keyClick(page.entry.name, Key.Key_V, control)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])


@pytest.mark.parametrize("search", ["search", "check_in.search", "teams.search"])
def test_pasting_into_a_search_field_imports_a_list_but_inserts_a_single_name(
    qtbot: QtBot, page: PlayersPage, search: str
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    field = attrgetter(search)(page)
    QApplication.clipboard().setText("Cleo")
    QTest.keyClick(field, Key.Key_V, control)
    assert field.text() == "Cleo"
    field.clear()
    QApplication.clipboard().setText("Anna\tRavens\nBen\t\n")
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    QTest.keyClick(field, Key.Key_V, control)
    assert field.text() == ""
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])


def test_a_file_goes_through_the_same_preview(
    qtbot: QtBot, page: PlayersPage, tmp_path: Path
) -> None:
    file = tmp_path / "players.csv"
    file.write_text("Name;Faction\nŁucja;Cryx\n", encoding="utf-8")
    when_asked(RosterDialog, lambda dialog: dialog.accept())
    page.add_from_file(file)
    qtbot.waitUntil(lambda: names(page) == ["Łucja"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" \n", "There is no text to paste."),
        (",,,\n,,\n", "There is nothing in the list."),
        ("Name,Club\n", "The list has a heading and no players."),
    ],
)
def test_a_list_without_players_is_reported_on_the_page(
    page: PlayersPage, text: str, said: str
) -> None:
    page.add_from_text(text)
    assert page.notice.text().startswith(said)
    assert page.notice.property("tone") == "doubt"


def test_an_unreadable_file_is_reported_on_the_page(page: PlayersPage, tmp_path: Path) -> None:
    page.add_from_file(tmp_path / "gone.csv")
    assert "gone.csv cannot be read" in page.notice.text()


def test_an_imported_list_sets_team_seats_and_captains(
    event: Event, qtbot: QtBot, page: PlayersPage
) -> None:
    event.do(AddPlayers((Entry("Zoe", team="Oak"),)))
    seen: list[str] = []

    def answer(dialog: RosterDialog) -> None:
        seen.extend(dialog.rows.index(place, TEAM).data() for place in range(3))
        dialog.add.click()

    when_asked(RosterDialog, answer)
    qtbot.waitUntil(lambda: names(page) == ["Zoe"])
    page.add_from_text("Name,Team,Seat,Captain\nAnna,Oak,2,\nBen,Oak,1,x\nCleo,Ash,,\n")
    assert seen == ["Oak · seat 2", "Oak · seat 1 · captain", "Ash"]
    qtbot.waitUntil(lambda: "oak" in event.state.teams)
    assert event.state.teams["oak"] == Team("Oak", captain=3, players=(1, 3, 2))
    assert "ash" not in event.state.teams


SIGNED_UP = "ID,Name,Nickname,Faction,Army\n4711,Anna,ace,Dusk,House Kallyss\n4712,Ben,,Khador,\n"


def test_importing_a_list_again_updates_players_matched_by_number(
    event: Event, qtbot: QtBot, page: PlayersPage
) -> None:
    seen: list[str] = []

    def answer(dialog: RosterDialog) -> None:
        states = [dialog.rows.index(n, STATE).data() for n in range(len(dialog.rows.rows))]
        seen.extend((*states, dialog.add.text().replace("&", ""), dialog.counts.text()))
        seen.append(dialog.notes.text())
        dialog.add.click()

    army = list(PlayerColumn).index(PlayerColumn.ARMY)
    when_asked(RosterDialog, answer)
    page.add_from_text(SIGNED_UP)
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])
    assert seen == ["Ready", "Ready", "Add 2 players", "All ticked.", ""]
    assert not page.table.isColumnHidden(army)
    seen.clear()
    event.do(CheckIn((1, 2)))
    when_asked(RosterDialog, answer)
    page.add_from_text(SIGNED_UP.replace("4712,Ben", "4712,Benno") + "4713,Cleo,,Cryx,\n")
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Benno", "Cleo"])
    assert seen == [
        *("Unchanged", "Changed", "Ready", "Add 1, change 1"),
        "All ticked. 1 player is already in the event like that.",
        "",
    ]
    assert event.state.players[2].status is Status.CHECKED_IN
    seen.clear()
    when_asked(RosterDialog, answer)
    page.add_from_text("ID,Name\n4711,Annika\n")
    qtbot.waitUntil(lambda: names(page) == ["Annika", "Benno", "Cleo"])
    assert seen[1] == "Change 1 player"
    assert seen[3] == "In the event, but not in this list: Benno and Cleo. They stay in the event."


def test_a_player_can_be_found_by_nickname_or_sign_up_number(
    event: Event, qtbot: QtBot, page: PlayersPage
) -> None:
    event.do(AddPlayers((Entry("Anna", nickname="ace"), Entry("Ben", sign_up="4712"))))
    qtbot.waitUntil(lambda: names(page) == ["Anna", "Ben"])
    page.search.setText("ACE")
    assert names(page) == ["Anna"]
    page.search.setText("4712")
    assert names(page) == ["Ben"]


def test_another_encoding_is_chosen_where_letters_look_wrong(
    qtbot: QtBot, page: PlayersPage, tmp_path: Path
) -> None:
    file = tmp_path / "players.csv"
    file.write_bytes("Name\nŁukasz Żak\n".encode("cp1250"))
    seen: list[str] = []

    def answer(dialog: RosterDialog) -> None:
        chosen = dialog.encoding.currentText()
        seen.extend((chosen, dialog.rows.index(0, NAME).data(), dialog.notes.text()))
        dialog.encoding.setCurrentIndex(dialog.encoding.findData("cp1251"))
        seen.append(dialog.rows.index(0, NAME).data())
        dialog.encoding.setCurrentIndex(dialog.encoding.findData("cp1250"))
        dialog.add.click()

    when_asked(RosterDialog, answer)
    page.add_from_file(file)
    qtbot.waitUntil(lambda: names(page) == ["Łukasz Żak"])
    assert seen[:2] == ["Central European (Windows)", "Łukasz Żak"]
    assert seen[2].startswith("The file does not say how its letters are encoded.")
    assert seen[3] == "Јukasz Їak"


def test_a_list_in_unicode_offers_no_encoding(page: PlayersPage, tmp_path: Path) -> None:
    file = tmp_path / "players.csv"
    file.write_text("Name\nJiří\n", encoding="utf-8")
    hidden: list[bool] = []

    def look(dialog: RosterDialog) -> None:
        hidden.append(dialog.encoding.isHidden())
        dialog.reject()

    when_asked(RosterDialog, look)
    page.add_from_file(file)
    assert hidden == [True]
