"""What counts, as players read it at their table's window."""

from pytestqt.qtbot import QtBot

from app.engine.side import Side
from app.ui.table.centre_strip import SCENARIO
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


def test_the_pad_tells_what_counts_and_is_there_again_after_it(table: Table) -> None:
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
    for part in ("SCORING", "WINNING", "KILL BOX", "A CIRCLE", "A RECTANGLE", "REMEMBER"):
        assert part in text
    assert "completely within 12 inches of their own table edge" in text
    table.click(table.its(BriefingSheet, RED).done)
    assert table.its(ScoringPad, RED).title.text() == turn


def test_a_player_may_read_the_scenario_before_the_game_begins(table: Table) -> None:
    table.click(table.window.strip.buttons[BLUE][SCENARIO])
    assert table.kind(BLUE) is Kind.BRIEFING
    assert table.kind(RED) is Kind.START
    table.click(table.its(BriefingSheet, BLUE).done)
    assert table.kind(BLUE) is Kind.START


def test_a_second_press_on_scenario_leaves_the_way_back(table: Table) -> None:
    table.begin(8)
    table.click(table.window.strip.buttons[RED][0])
    for _ in range(2):
        table.click(table.window.strip.buttons[RED][SCENARIO])
    table.click(table.its(BriefingSheet, RED).done)
    assert table.kind(RED) is Kind.PAD


def test_nobody_reads_a_scenario_that_is_still_secret(qtbot: QtBot, tmp_path: object) -> None:
    with Table(qtbot, tmp_path, stage="published") as table:  # type: ignore[arg-type]
        assert not table.window.strip.buttons[RED][SCENARIO].isVisible()
        table.window.sheets.open_briefing(RED)
        assert table.kind(RED) is None


def test_every_line_of_the_briefing_has_room_on_the_smallest_window(table: Table) -> None:
    table.begin(8)
    table.window.resize(800, 480)
    table.click(table.window.strip.buttons[RED][SCENARIO])
    sheet = table.its(BriefingSheet, RED)
    assert sheet.more.isVisible()
    assert len(read(table, RED).splitlines()) > 15
