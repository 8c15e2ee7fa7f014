import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, Entry, WarnPlayer
from app.engine.state import Status
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.players.table import COLUMNS
from app.ui.shell.event_window import RAIL
from app.views.event.players import PlayerColumn
from tests.events import Event
from tests.ui.full_hall import long_names
from tests.ui.open_pages import PageOf
from tests.ui.players import Key, names, players, status

CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def page(page_of: PageOf) -> PlayersPage:
    return page_of(PlayersPage)


def test_the_search_narrows_the_list_and_says_when_nobody_matches(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 12)
    page.table.choose_players([3])
    QTest.keyClick(page, Key.Key_F, CTRL | SHIFT)
    assert page.search.hasFocus()
    QTest.keyClicks(page.search, "player 1")
    assert names(page) == ["Player 1", "Player 10", "Player 11", "Player 12"]
    QTest.keyClicks(page.search, "7")
    assert page.empty.text() == "Nobody matches the search."
    assert page.search.isVisible()
    page.search.clear()
    assert len(names(page)) == 12


def test_clicking_a_heading_sorts_and_clicking_again_reverses_the_order(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    event.do(WarnPlayer(2, "Late"))
    qtbot.waitUntil(lambda: page.table.held.rows[1].cell(PlayerColumn.WARNINGS) == "1")
    page.table.choose_players([3])
    header = page.table.horizontalHeader()
    warnings, name = COLUMNS.index(PlayerColumn.WARNINGS), COLUMNS.index(PlayerColumn.NAME)
    header.sectionClicked.emit(warnings)
    assert names(page)[0] == "Player 2"
    header.sectionClicked.emit(name)
    header.sectionClicked.emit(name)
    assert names(page) == ["Player 3", "Player 2", "Player 1"]
    assert [row.number for row in page.table.chosen_rows] == [3]


def test_an_empty_column_is_hidden_to_make_room_for_names(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    event.do(AddPlayers(long_names(3)))
    qtbot.waitUntil(lambda: len(names(page)) == 3)
    page.window().resize(911 - RAIL, 480)
    table, warnings = page.table, COLUMNS.index(PlayerColumn.WARNINGS)
    name = COLUMNS.index(PlayerColumn.NAME)
    qtbot.waitUntil(lambda: table.columnWidth(name) >= table.sizeHintForColumn(name))
    assert table.isColumnHidden(warnings)
    event.do(WarnPlayer(2, "Late"))
    qtbot.waitUntil(lambda: not table.isColumnHidden(warnings))
    assert not table.horizontalScrollBar().isVisible()


def test_a_large_selection_is_restored_in_one_step_when_the_order_changes(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 60)
    page.table.choose_players([number for number in range(1, 61) if number % 7])
    told: list[int] = []
    page.table.chosen.connect(lambda: told.append(len(page.table.chosen_rows)))
    page.table.horizontalHeader().sectionClicked.emit(COLUMNS.index(PlayerColumn.NAME))
    page.table.horizontalHeader().sectionClicked.emit(COLUMNS.index(PlayerColumn.NAME))
    assert {row.number for row in page.table.chosen_rows} == {n for n in range(1, 61) if n % 7}
    assert len(told) < 10


def test_the_selection_stays_when_players_are_added(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 3)
    page.table.choose_players([2])
    event.do(AddPlayers((Entry("Zoe"),)))
    qtbot.waitUntil(lambda: len(names(page)) == 4)
    assert [row.number for row in page.table.chosen_rows] == [2]
    assert page.table.selectionModel().currentIndex().row() == 1


def test_the_context_menu_offers_the_same_acts_as_the_buttons(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    players(qtbot, page, event, 2)
    page.table.choose_players([1])
    offered = {action.text().replace("&", ""): action for action in page.table.actions()}
    assert offered["Check in"].isEnabled()
    assert not offered["Readmit"].isVisible()
    offered["Check in"].trigger()
    qtbot.waitUntil(lambda: status(page, 1) is Status.CHECKED_IN)


def test_a_very_long_name_is_shortened_and_complete_in_its_tooltip(
    qtbot: QtBot, page: PlayersPage, event: Event
) -> None:
    long = ("Wolfeschlegelstein " * 10).strip()
    event.do(AddPlayers((Entry(long),)))
    qtbot.waitUntil(lambda: names(page) == [long])
    index = page.table.held.index(0, COLUMNS.index(PlayerColumn.NAME))
    assert index.data(Qt.ItemDataRole.ToolTipRole) == long
    assert page.width() == 1198
    assert page.table.horizontalScrollBar().maximum() == 0
