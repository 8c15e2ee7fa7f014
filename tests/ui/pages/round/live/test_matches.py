"""The matches of a team event on the round page: above their tables, folded by key and button."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.engine.acts.table import StartClock
from app.engine.side import Side
from app.ui.pages.round.live.tables.board import TableBoard
from app.ui.pages.round.live.tables.list import ROOMY, LiveTables
from app.ui.pages.round.live.tables.model import LiveColumn
from app.ui.pages.round.live.tables.painter import PAD, PICTURE, TablePainter
from app.ui.pages.round.page import RoundPage
from app.ui.widgets.theme import LIGHT, Theme
from app.views.round.live import Filter, LiveRow, Order
from app.views.table.table import CONDITION_WORDS
from tests.events import Event
from tests.team_events import team_event
from tests.ui.cut_text import cut_texts
from tests.ui.open_pages import PageOf


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    """Four teams of two: tables 1 and 2 are a match, 3 and 4 the other."""
    made = team_event(tmp_path / "teams.flagfall", 4, 2)
    made.start()
    yield made
    made.close()


@pytest.fixture(params=[False, True])
def page(request: pytest.FixtureRequest, event: Event, page_of: PageOf) -> RoundPage:
    made = page_of(RoundPage)
    made.live.show_board(board=request.param)
    for tables in (made.live.list, made.live.board):
        tables.show_order(Order.TABLE)
    return made


def rows(page: RoundPage) -> list[LiveRow]:
    """What stands in the list or on the board."""
    model = page.live.tables.model()
    return [model.index(row, 0).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]


def blocks(page: RoundPage) -> list[str]:
    """ "1–2" of a match, "1" of a table."""
    return [row.place for row in rows(page)]


def choose_first(tables: LiveTables | TableBoard) -> None:
    tables.setFocus()
    tables.setCurrentIndex(tables.model().index(0, 0))


def test_each_match_is_listed_above_its_tables(page: RoundPage) -> None:
    assert blocks(page) == ["1–2", "1", "2", "3–4", "3", "4"]
    assert page.live.fold.isVisible()


def test_choosing_a_match_chooses_all_its_tables(page: RoundPage) -> None:
    choose_first(page.live.tables)
    assert page.live.tables.chosen_games == (1, 2)
    assert page.live.many.isVisible()


def test_keys_collapse_and_expand_a_match(page: RoundPage, qtbot: QtBot) -> None:
    tables = page.live.tables
    choose_first(tables)
    qtbot.keyClick(tables, Qt.Key.Key_Minus)
    assert blocks(page) == ["1–2", "3–4", "3", "4"]
    assert tables.chosen_games == (1, 2)
    qtbot.keyClick(tables, Qt.Key.Key_Plus)
    assert blocks(page)[:3] == ["1–2", "1", "2"]
    qtbot.keyClick(tables, Qt.Key.Key_Return)
    assert blocks(page)[:2] == ["1–2", "3–4"]


def test_one_button_collapses_all_matches_in_both_list_and_board(
    page: RoundPage, qtbot: QtBot
) -> None:
    qtbot.mouseClick(page.live.fold, Qt.MouseButton.LeftButton)
    assert blocks(page) == ["1–2", "3–4"]
    page.live.show_board(board=page.live.tables is page.live.list)
    assert blocks(page) == ["1–2", "3–4"]
    qtbot.mouseClick(page.live.fold, Qt.MouseButton.LeftButton)
    assert len(blocks(page)) == 6


def test_finding_a_table_expands_its_match(page: RoundPage) -> None:
    page.live.tables.fold(page.live.tables.matches)
    page.live.choose(3)
    assert blocks(page) == ["1–2", "3–4", "3", "4"]
    assert page.live.tables.chosen_games == (3,)


def test_a_filter_keeps_the_match_rows_of_the_tables_it_shows(
    event: Event, page: RoundPage, qtbot: QtBot
) -> None:
    event.report(4)
    board = page.live.board
    page.live.show_board(board=True)
    qtbot.waitUntil(lambda: any(row.over for row in board.all_rows))
    board.show_filter(Filter.DONE)
    assert blocks(page) == ["3–4", "4"]


def test_a_report_shows_its_effect_on_the_match_score(
    event: Event, page: RoundPage, qtbot: QtBot
) -> None:
    page.desk.choose(1)
    assert "2 games out" in page.desk.names.text()
    qtbot.keyClicks(page.desk.winner, "1")
    assert "The match then: 1–0, 1 game out" in page.desk.names.text()
    for field in (*page.desk.cp, *page.desk.apd):
        field.setText("5")
    qtbot.mouseClick(page.desk.send, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "The match then: 1–0" in page.desk.message.text())
    qtbot.waitUntil(lambda: "1 out" in [row.word for row in rows(page)])


def test_the_time_column_headings_also_name_the_games_won_in_matches(page: RoundPage) -> None:
    model = page.live.list.model()
    headings = [
        model.headerData(part, Qt.Orientation.Horizontal) for part in range(model.columnCount())
    ]
    assert headings.count("Won, time") == 2
    assert "Time" not in headings
    assert "Turn or ending" in headings


@pytest.mark.parametrize("over", [False, True])
def test_the_columns_have_room_for_their_headings(
    event: Event, page: RoundPage, qtbot: QtBot, over: bool
) -> None:
    """Also once no table has a time any more."""
    if over:
        for game in event.state.games.values():
            event.report(game.table)
        qtbot.waitUntil(lambda: all(not row.left.red for row in rows(page) if not row.games))
    page.resize(1220, 700)
    head = page.live.list.horizontalHeader()
    for part in (LiveColumn.RED_LEFT, LiveColumn.BLUE_LEFT):
        wanted = head.sectionSizeFromContents(part).width()
        qtbot.waitUntil(lambda part=part, wanted=wanted: head.sectionSize(part) >= wanted)


def test_a_matchs_state_is_shown_only_once(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    """By its word and the games won; the whole sentence is the tooltip."""
    page = page_of(RoundPage)
    page.live.show_board(board=False)
    event.report(1)
    model = page.live.list.model()
    qtbot.waitUntil(lambda: model.index(0, LiveColumn.CONDITION).data() == "1 out")
    told = model.index(0, LiveColumn.TOLD)
    assert told.data() == ""
    assert "1–0, 1 game out" in told.data(Qt.ItemDataRole.ToolTipRole)


def test_match_rows_are_included_when_row_heights_are_chosen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(RoundPage)
    tables = page.live.list
    page.live.show_board(board=False)
    room = tables.viewport().height()
    page.resize(page.width(), page.height() - room + 5 * ROOMY)
    qtbot.waitUntil(lambda: tables.rowHeight(0) < ROOMY)
    page.live.tables.fold(page.live.tables.matches)
    qtbot.waitUntil(lambda: tables.rowHeight(0) == ROOMY)


def test_names_of_twelve_letters_are_uncut_on_a_small_screen(
    page: RoundPage, event: Event, qtbot: QtBot, dressed: Callable[[Theme], None]
) -> None:
    dressed(LIGHT)
    for game in (1, 2, 3, 4):
        event.do(StartClock(game, Side.RED))
    page.live.show_board(board=False)
    page.resize(787, 394)  # of 1366 × 768 pixels at 150 %
    tables = page.live.list
    qtbot.waitUntil(lambda: all(row.left.red for row in rows(page)))
    names = {name for row in rows(page) for name in row.names if len(name) <= 12}
    assert names
    lines = {f"LiveTables tableList: {name}" for name in names}
    qtbot.waitUntil(lambda: lines.isdisjoint(cut_texts(page.live)))
    assert tables.columnWidth(LiveColumn.RED) > tables.columnWidth(LiveColumn.CONDITION)


def test_either_all_condition_texts_are_shown_or_none(page: RoundPage) -> None:
    """A picture alone beside words would seem to say less."""
    page.live.show_board(board=False)
    tables = page.live.list
    painter = tables.itemDelegate()
    assert isinstance(painter, TablePainter)
    seen = set()
    for width in range(700, 1300, 50):
        page.resize(width, 500)
        room = tables.columnWidth(LiveColumn.CONDITION) - 3 * PAD - PICTURE
        longest = max(map(tables.fontMetrics().horizontalAdvance, CONDITION_WORDS.values()))
        assert painter.says_conditions == (longest < room), width
        seen.add(painter.says_conditions)
    assert seen == {True, False}
