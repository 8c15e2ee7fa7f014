"""What counts, as players read it at their table's window."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from app.engine.side import Side
from app.ui.table.sheets import Kind
from app.ui.table.sheets.briefing import BriefingSheet
from app.ui.table.sheets.scoring import ScoringPad
from tests.ui.tables import BLUE, RED, Table


def read(table: Table, side: Side) -> str:
    """All pages of the sheet on a half, as text."""
    sheet = table.its(BriefingSheet, side)
    pages = [column.text() for column in sheet.columns]
    while sheet.more.isVisible():
        table.click(sheet.more)
        if sheet.page == 0:
            break
        pages += [column.text() for column in sheet.columns]
    return "\n".join(pages)


def test_the_scoring_pad_opens_the_briefing_and_returns_afterwards(table: Table) -> None:
    table.begin(9)
    table.click(table.window.strip.buttons[RED][0])
    pad = table.its(ScoringPad, RED)
    table.click(pad.earlier)
    turn = pad.title.text()
    table.click(pad.explain)
    sheet = table.its(BriefingSheet, RED)
    assert table.kind(BLUE) is None
    assert sheet.title.text() == table.game.terms.scenario.name
    text = read(table, RED)
    for part in (
        "SCORING",
        "HOW THIS GAME ENDS",
        "KILL BOX",
        "A CIRCLE",
        "A RECTANGLE",
        "REMEMBER",
    ):
        assert part in text
    assert "completely within 12 inches of your own table edge" in text
    table.click(table.its(BriefingSheet, RED).done)
    assert table.its(ScoringPad, RED).title.text() == turn


def test_a_player_may_read_the_scenario_before_the_game_begins(table: Table) -> None:
    table.click(table.window.strip.buttons[BLUE][0])
    assert table.kind(BLUE) is Kind.BRIEFING
    assert table.kind(RED) is Kind.START
    table.click(table.its(BriefingSheet, BLUE).done)
    assert table.kind(BLUE) is Kind.START


def test_the_score_button_shows_the_scenario_until_scoring_begins(table: Table) -> None:
    button = table.window.strip.buttons[RED][0]
    table.begin(4)
    assert button.text() == "Scenario"
    table.click(button)
    table.click(button)
    table.click(table.its(BriefingSheet, RED).done)
    assert table.kind(RED) is None
    for side in (RED, BLUE, RED):
        table.forward(60)
        table.tap(side)
    assert button.text() == "Score"
    assert button.accessibleName() == "Red: Score"


def test_a_secret_scenario_cannot_be_opened(qtbot: QtBot, tmp_path: Path) -> None:
    with Table(qtbot, tmp_path, stage="published") as table:
        assert not table.window.strip.buttons[RED][0].isEnabled()
        assert table.window.strip.buttons[RED][0].text() == "Score"
        table.window.sheets.open_briefing(RED)
        assert table.kind(RED) is None


def test_every_line_of_the_briefing_is_readable_in_the_smallest_window(table: Table) -> None:
    table.begin(5)
    table.window.resize(800, 480)
    table.click(table.window.strip.buttons[RED][0])
    sheet = table.its(BriefingSheet, RED)
    assert sheet.more.isVisible()
    assert len(read(table, RED).splitlines()) > 15
