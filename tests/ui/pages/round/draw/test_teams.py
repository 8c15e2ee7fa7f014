"""The draft of a round of teams: matches above their games, teams that change opponents."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot

from app.ui.pages.round.draw.table import LOW_ROW, RED
from app.ui.pages.round.draw.table_number_dialog import TableNumberDialog
from app.ui.pages.round.page import RoundPage
from tests.events import Event
from tests.team_events import team_event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf
from tests.ui.pages.round.drawn import cell


@pytest.fixture
def event(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Event]:
    """Four teams of two are drawn, or another number of teams."""
    made = team_event(tmp_path / "teams.flagfall", getattr(request, "param", 4), 2)
    made.draw()
    yield made
    made.close()


def column(page: RoundPage, number: int) -> list[str]:
    table = page.review.table
    rows = [row for row in range(table.model().rowCount()) if not table.isRowHidden(row)]
    return [cell(table, row, number).data() for row in rows]


def choose_team(page: RoundPage, row: int) -> str:
    """The red team of the match in a row."""
    page.review.table.clearSelection()
    return select(page, row)


def choose_teams(page: RoundPage) -> list[str]:
    """The red teams of both matches."""
    return [select(page, row) for row in (0, 3)]


def select(page: RoundPage, row: int) -> str:
    """Add the red player or team of a row to those that are chosen, and return their name."""
    red = cell(page.review.table, row, RED)
    page.review.table.selectionModel().select(red, QItemSelectionModel.SelectionFlag.Select)
    return str(red.data())


def test_match_rows_without_a_second_line_are_as_low_as_game_rows(page_of: PageOf) -> None:
    """The rows of matches were half as high again."""
    table = page_of(RoundPage).review.table
    assert {table.rowHeight(row) for row in range(table.model().rowCount())} == {LOW_ROW}


def test_games_are_listed_below_their_match_and_can_be_collapsed(
    page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(RoundPage)
    assert column(page, 0) == ["1–2", "1", "2", "3–4", "3", "4"]
    table = page.review.table
    table.setCurrentIndex(cell(table, 0, RED))
    qtbot.keyClick(table, Qt.Key.Key_Minus)
    assert column(page, 0) == ["1–2", "3–4", "3", "4"]
    qtbot.keyClick(table, Qt.Key.Key_Minus)
    assert len(column(page, 0)) == 4
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert len(column(page, 0)) == 6
    table.clicked.emit(cell(table, 3, 0))
    assert column(page, 0) == ["1–2", "1", "2", "3–4"]
    assert table.table_at(3) == 3


def test_two_chosen_teams_change_opponents(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(RoundPage)
    before = choose_teams(page)
    assert not page.review.acts.bye.isEnabled()
    assert not page.review.acts.table.isEnabled()  # of one alone
    qtbot.mouseClick(page.review.acts.swap, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(event.state.rounds[-1].edits) == 1)
    qtbot.waitUntil(lambda: [column(page, RED)[row] for row in (0, 3)] == before[::-1])
    lines = [page.review.why.list.item(row).text() for row in range(page.review.why.list.count())]
    assert any(before[0] in line and "Changed by hand" in line for line in lines)


def test_a_match_can_be_moved_to_other_tables(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(RoundPage)
    red = choose_team(page, 3)
    assert not page.review.acts.bye.isEnabled()  # nobody has it
    titles: list[str] = []

    def answer(dialog: TableNumberDialog) -> None:
        titles.append(dialog.windowTitle())
        assert dialog.number.value() == 3
        dialog.number.setValue(1)
        dialog.move_it.click()

    when_asked(TableNumberDialog, answer)
    qtbot.mouseClick(page.review.acts.table, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(event.state.rounds[-1].edits) == 1)
    qtbot.waitUntil(lambda: column(page, RED)[0] == red)
    assert column(page, 0) == ["1–2", "1", "2", "3–4", "3", "4"]
    assert titles == ["Move the match"]


@pytest.mark.parametrize("event", [3], indirect=True)
def test_the_bye_can_be_given_to_a_whole_team(event: Event, page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(RoundPage)
    before = {bye.player for bye in event.state.rounds[-1].byes}
    red = choose_team(page, 0)
    qtbot.mouseClick(page.review.acts.bye, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(event.state.rounds[-1].edits) == 1)
    after = {bye.player for bye in event.state.rounds[-1].byes}
    assert len(after) == 2
    assert not after & before
    qtbot.waitUntil(lambda: red not in column(page, RED)[0])
    lines = [page.review.why.list.item(row).text() for row in range(page.review.why.list.count())]
    assert any(red in line and "Changed by hand" in line for line in lines)


def test_what_if_describes_the_chosen_teams(page_of: PageOf, qtbot: QtBot) -> None:
    page = page_of(RoundPage)
    one, _ = choose_teams(page)
    qtbot.mouseClick(page.review.acts.what_if, Qt.MouseButton.LeftButton)
    assert one[:8] in page.review.why.title.text()
    assert page.review.why.verdict.text()


def test_a_match_can_be_locked_by_choosing_its_teams(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(RoundPage)
    choose_teams(page)
    qtbot.mouseClick(page.review.acts.lock, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(event.state.set_pairs) == 2)
    qtbot.waitUntil(lambda: page.review.acts.lock.text() == "Un&lock")


def test_choosing_a_player_together_with_a_team_selects_nobody(page_of: PageOf) -> None:
    page = page_of(RoundPage)
    choose_teams(page)
    select(page, 1)
    assert page.review.players == ()
    assert not page.review.acts.swap.isEnabled()
