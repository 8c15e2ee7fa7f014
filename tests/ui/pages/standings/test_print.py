"""The standings on paper: what stands on them, and how they are saved."""

from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, DisqualifyPlayer, DropPlayer, Entry
from app.engine.acts.setup import ChangeSettings
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn
from app.reports.standings_sheet import standings_page, teams_page
from app.ui.pages.standings.page import StandingsPage
from app.ui.printing.dialog import PrintDialog
from app.views.event.standings import StandingsColumn, standing_rows
from tests.events import Event, entries
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf


def document(html: str) -> QTextDocument:
    made = QTextDocument()
    made.setHtml(html)
    return made


def table(made: QTextDocument) -> QTextTable:
    (found,) = (
        childFrame
        for childFrame in made.rootFrame().childFrames()
        if isinstance(childFrame, QTextTable)
    )
    return found


def cells(html: str) -> list[list[str]]:
    """Line by line; a line break within a cell is " / "."""
    made = document(html)
    grid = table(made)
    return [
        [_words(grid, row, column) for column in range(grid.columns())]
        for row in range(grid.rows())
    ]


def _words(grid: QTextTable, row: int, column: int) -> str:
    cell = grid.cellAt(row, column)
    cursor = cell.firstCursorPosition()
    cursor.setPosition(cell.lastPosition(), cursor.MoveMode.KeepAnchor)
    return cursor.selectedText().replace("\u2029", " / ")


def test_the_printed_standings_list_everybody_by_place_with_the_ranking_columns(
    event: Event,
) -> None:
    event.register(5)
    event.do(AddPlayers((Entry("anna kowalska", "", "Cryx"),)))
    event.do(CheckIn((6,)))
    event.finish()
    event.do(DropPlayer(2))
    event.do(DisqualifyPlayer(3, "abuse of the judge"), insist=True)
    state = event.state
    html = standings_page(state)
    head, *rows = cells(html)
    assert head == ["Place", "Player", "W–L–T", "TP", "SoS", "CP", "APD"]
    shown = standing_rows(state)
    assert [row[0] for row in rows] == [one.cell(StandingsColumn.PLACE) for one in shown]
    assert [row[2:] for row in rows] == [
        [
            one.cell(each)
            for each in (
                StandingsColumn.RECORD,
                StandingsColumn.TP,
                StandingsColumn.SOS,
                StandingsColumn.CP,
                StandingsColumn.APD,
            )
        ]
        for one in shown
    ]
    said = {row[1] for row in rows}
    assert "Anna Kowalska (no. 1) / Iron Foundry · Cygnar" in said
    assert "anna kowalska (no. 6) / Cryx" in said
    assert any(one.endswith("Dropped after round 1") for one in said)
    assert any(one.endswith("Disqualified: no place") for one in said)
    assert "abuse of the judge" not in html
    words = document(html).toPlainText()
    assert words.startswith("Foundry Open: standings after round 1")
    assert "Ranked by tournament points (TP), then strength of schedule (SoS)" in words


def test_the_printed_columns_follow_the_organizers_ranking_order(event: Event) -> None:
    settings, packet = event.state.settings, event.state.packet
    assert settings is not None
    assert packet is not None
    chosen = (RankingColumn.WINS, RankingColumn.ASSASSINATIONS, RankingColumn.TP)
    event.do(ChangeSettings(replace(settings, order=chosen), packet), insist=True)
    event.register(4)
    event.finish()
    html = standings_page(event.state)
    assert cells(html)[0] == ["Place", "Player", "W–L–T", "Assn.", "TP"]
    said = "Ranked by wins, then assassination wins (Assn.), then tournament points (TP)."
    assert said in document(html).toPlainText()


def test_players_with_only_a_name_take_one_line_and_shared_places_are_explained(
    event: Event,
) -> None:
    event.do(AddPlayers((Entry("Anna"), Entry("Ben"))))
    event.do(CheckIn((1, 2)))
    html = standings_page(event.state)
    assert [row[:2] for row in cells(html)[1:]] == [["1=", "Anna"], ["1=", "Ben"]]
    words = document(html).toPlainText()
    assert words.startswith("Foundry Open: standings before round 1")
    assert "= after a place: it is shared." in words


def test_printed_team_standings_name_the_players_below_each_team(event: Event) -> None:
    event.do(
        AddPlayers(tuple(replace(one, team="RB"[n % 2] * 3) for n, one in enumerate(entries(4))))
    )
    event.do(CheckIn((1, 2, 3, 4)))
    event.finish()
    head, *rows = cells(teams_page(event.state))
    assert head == ["Place", "Team", "Wins", "SoS", "TP", "CP", "APD"]
    assert len(rows) == 2
    assert {row[1].split(" / ")[0] for row in rows} == {"RRR", "BBB"}
    assert all(" / " in row[1] for row in rows)


def test_standings_of_128_players_span_pages_with_a_repeated_heading(
    event: Event, qapp: object
) -> None:
    event.register(128)
    html = standings_page(event.state)
    made = document(html)
    made.setPageSize(QSizeF(600, 800))
    assert made.pageCount() > 3
    assert html.count("<thead><tr>") == 1


def test_printing_opens_the_standings_currently_on_screen(
    event: Event, page_of: PageOf, qtbot: QtBot
) -> None:
    page = page_of(StandingsPage)
    assert not page.print.isEnabled()
    event.do(AddPlayers(tuple(replace(entry, team="Reds") for entry in entries(4))))
    event.do(CheckIn((1, 2, 3, 4)))
    event.finish()
    qtbot.waitUntil(page.print.isEnabled)
    seen: list[str] = []
    for tab in range(2):
        page.tabs.setCurrentIndex(tab)
        when_asked(PrintDialog, lambda dialog: seen.append(dialog.kind.key))
        page.print.click()
    assert seen == ["standings", "teams"]
