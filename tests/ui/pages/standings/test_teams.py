"""Team standings on the page: beside them the chosen team's matches, sums and players."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QTextBrowser
from pytestqt.qtbot import QtBot

from app.engine.frozen import replace
from app.ui.pages.standings.page import PLAYERS, TEAMS, StandingsPage
from app.ui.shell.event_window import RAIL
from app.ui.widgets.theme import THEMES, Theme
from app.views.event.standings import StandingsColumn
from tests.events import Event
from tests.team_events import team_event
from tests.ui.open_pages import PageOf


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    made = team_event(tmp_path / "teams.flagfall", 4, 2)
    made.finish()
    yield made
    made.close()


def test_the_chosen_teams_record_is_shown_beside_the_team_list(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(StandingsPage)
    page.tabs.setCurrentIndex(TEAMS)
    first = page.teams.chosen_team
    assert page.team.toPlainText().startswith(first)
    assert "How it adds up" in page.team.toPlainText()
    qtbot.keyClick(page.teams, Qt.Key.Key_Down)
    second = page.teams.chosen_team
    assert second != first
    assert page.team.toPlainText().startswith(second)
    event.start()
    event.report(1)
    qtbot.waitUntil(lambda: "During round 2" in page.after.text())
    assert page.teams.chosen_team == second


def test_team_players_are_not_a_visible_column_but_are_copied_with_the_table(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(StandingsPage)
    page.tabs.setCurrentIndex(TEAMS)
    assert page.teams.isColumnHidden(page.teams.columnCount() - 1)
    qtbot.mouseClick(page.copy, Qt.MouseButton.LeftButton)
    head, *_ = QApplication.clipboard().text().splitlines()
    assert head.split("\t")[-1] == "Players"


def test_a_note_column_after_the_numbers_says_what_the_cut_means_for_a_team(
    event: Event, page_of: PageOf
) -> None:
    teams = page_of(StandingsPage).teams
    shown = teams.table
    last = len(shown.headings)
    assert teams.columnCount() == last
    marks = ("In the cut", "In the cut", "Place kept", "Place kept")
    teams.show_table(replace(shown, marks=marks))
    cells = [teams.item(place, last) for place in range(4)]
    assert tuple(cell.text() for cell in cells if cell) == marks
    heading = teams.horizontalHeaderItem(last)
    assert heading
    assert heading.text() == "Note"
    teams.show_table(shown)
    assert teams.columnCount() == last


def test_team_names_take_precedence_over_the_lowest_ranking_columns(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(StandingsPage)
    page.tabs.setCurrentIndex(TEAMS)
    teams, last = page.teams, len(page.teams.table.headings) - 2
    assert not teams.isColumnHidden(last)
    page.window().resize(911 - RAIL, 480)
    qtbot.waitUntil(lambda: teams.isColumnHidden(last))
    assert teams.columnWidth(1) >= min(teams.sizeHintForColumn(1), 160)
    assert not teams.isColumnHidden(0)
    assert not teams.horizontalScrollBar().isVisible()


def test_a_team_event_opens_with_the_team_standings(page_of: PageOf) -> None:
    page = page_of(StandingsPage)
    assert page.tabs.currentIndex() == TEAMS


def test_the_ranking_of_players_names_their_teams(page_of: PageOf, event: Event) -> None:
    page = page_of(StandingsPage)
    page.tabs.setCurrentIndex(PLAYERS)
    at = list(StandingsColumn).index(StandingsColumn.TEAM)
    assert not page.table.isColumnHidden(at)
    teams = {player.entry.team for player in event.state.players.values()}
    assert {page.table.text(place, at) for place in range(8)} == teams
    header = page.table.horizontalHeader()
    name = list(StandingsColumn).index(StandingsColumn.NAME)
    assert header.visualIndex(at) == header.visualIndex(name) + 1


def inks_of(view: QTextBrowser) -> set[str]:
    """The colours of a page's words."""
    inks, block = set(), view.document().begin()
    usual = view.palette().color(QPalette.ColorRole.Text)
    while block.isValid():
        for part in block.textFormats():
            own = part.format.foreground()
            inks.add((usual if own.style() is Qt.BrushStyle.NoBrush else own.color()).name())
        block = block.next()
    return inks


def test_the_record_uses_readable_colours_in_every_theme(
    page_of: PageOf, dressed: Callable[[Theme], None]
) -> None:
    """In the dark theme the captain and the factions had the grey of paper, 2.2 to 1."""
    page = page_of(StandingsPage)
    page.tabs.setCurrentIndex(TEAMS)
    for theme in THEMES.values():  # put on while the record is shown
        dressed(theme)
        inks = inks_of(page.team)
        assert inks == {theme.text, theme.muted}
