"""A player or a table is found from wherever the organizer is."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.engine.acts.players import DropPlayer
from app.engine.acts.rounds import FinishRound
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.views.event.finding import Find
from tests.ui.full_hall import play_event, show_event
from tests.ui.windows import CREATE

Key = Qt.Key


@pytest.fixture
def view(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> EventView:
    """64 players in the third round, in the window of a small laptop."""
    file = tmp_path / "event.flagfall"
    window = show_event(qapp, tmp_path, play_event(file, 64))
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    with qtbot.waitActive(window):
        window.activateWindow()
    return view


def find(view: EventView, typed: str) -> list[str]:
    QTest.keyClick(view, Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(view.find_box, typed)
    shown = view.find_box.list
    assert shown is not None
    assert shown.isVisible()
    return [shown.item(row).text() for row in range(shown.count())]


@pytest.mark.parametrize("page", ["Event", "Players", "Round", "History"])
def test_a_players_table_is_read_as_the_name_is_typed(
    qtbot: QtBot, view: EventView, page: str
) -> None:
    view.show_page_named(page)
    state = view.client.state
    game = next(game for game in state.games_of(state.rounds[-1]) if 1 in game.players)
    red, blue = game.players.map(state.name)
    assert find(view, "anna hohenlohe") == [
        f"{red}: table {game.table}, red, against {blue}"
        if game.players.red == 1
        else f"{blue}: table {game.table}, blue, against {red}"
    ]


def test_enter_goes_to_the_table_and_the_keyboard_is_there(qtbot: QtBot, view: EventView) -> None:
    assert find(view, "17")[0].startswith("Table 17: ")
    QTest.keyClick(view.find_box, Key.Key_Return)
    page = view.page
    assert isinstance(page, RoundPage)
    chosen = page.live.tables.chosen_game
    assert chosen is not None
    assert view.client.state.games[chosen].table == 17
    assert page.live.tables.hasFocus()
    assert view.find_box.text() == ""


def test_arrows_and_the_mouse_choose_among_several(qtbot: QtBot, view: EventView) -> None:
    listed = find(view, "anna")
    assert len(listed) > 2
    QTest.keyClick(view.find_box, Key.Key_Down)
    shown = view.find_box.list
    assert shown is not None
    assert shown.currentRow() == 1
    with qtbot.waitSignal(view.find_box.chosen) as picked:
        place = shown.visualItemRect(shown.item(2)).center()
        QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert picked.args is not None
    assert picked.args[0].words == listed[2]
    assert not shown.isVisible()


def test_who_has_no_game_is_shown_among_the_players(qtbot: QtBot, view: EventView) -> None:
    name = view.client.state.name(5)
    view.client.ask(FinishRound(), insist=True)
    view.client.ask(DropPlayer(5), insist=True)
    qtbot.waitUntil(lambda: view.client.state.players[5].status.name == "DROPPED")
    view.find_box.chosen.emit(Find(name, None, 5))
    page = view.page
    assert isinstance(page, PlayersPage)
    assert [row.number for row in page.table.chosen_rows] == [5]


def test_escape_gives_the_keyboard_back_and_nothing_is_chosen(
    qtbot: QtBot, view: EventView
) -> None:
    view.show_page_named("Players")
    page = view.page
    assert isinstance(page, PlayersPage)
    page.table.setFocus()
    assert find(view, "zzz") == ["No player or table matches."]
    QTest.keyClick(view.find_box, Key.Key_Return)
    QTest.keyClick(view.find_box, Key.Key_Escape)
    assert page.table.hasFocus()
    assert view.page is page


def test_half_of_the_tables_of_64_players_are_in_sight_on_a_small_laptop(
    qtbot: QtBot, view: EventView
) -> None:
    view.show_page_named("Round")
    page = view.page
    assert isinstance(page, RoundPage)
    tables = page.live.tables
    qtbot.waitUntil(lambda: tables.model().rowCount() == 32)
    room, high = tables.viewport().height(), tables.rowHeight(0)
    assert room // high >= 16
    assert view.window().height() == 768


def test_a_long_name_of_the_event_leaves_the_field_its_width(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    name = "The Grand Steamroller Masters of the Northern Foundry and Friends in the Old Town"
    long = replace(CREATE, settings=replace(CREATE.settings, name=name))
    with qtbot.waitSignal(window.opened):
        window.create_event(tmp_path / "night.flagfall", long)
    view = window.view
    assert view is not None
    window.resize(1000, 700)
    title = view.header.name
    qtbot.waitUntil(lambda: title.text() == name and title.width() < title.sizeHint().width())
    assert view.find_box.width() == view.find_box.sizeHint().width()
