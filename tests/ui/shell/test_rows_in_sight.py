"""So many rows are in sight on a club's laptop, also with everything half as large again."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from app.engine.language import say
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from app.ui.shell.event_window import EventView
from tests.events import entries
from tests.ui.full_hall import play_event, show_event

PLAYERS, TABLES_AT_20 = 40, 20
LAPTOP, HALF_AS_LARGE_AGAIN = (1366, 768), (1366 * 2 // 3, 768 * 2 // 3)


def rows_in_sight(table: QTableView) -> int:
    """How many rows are seen whole."""
    seen = table.viewport().visibleRegion().boundingRect()
    rows = range(table.model().rowCount())
    rects = [table.visualRect(table.model().index(row, 0)) for row in rows]
    return sum(rect.top() >= seen.top() and rect.bottom() <= seen.bottom() for rect in rects)


def list_on(view: EventView, page: str) -> QTableView:
    """The list of a page that is shown."""
    view.show_page_named(page)
    shown = view.page
    if isinstance(shown, RoundPage):
        tables = shown.live.tables
    else:
        assert isinstance(shown, PlayersPage | StandingsPage)
        at_check_in = isinstance(shown, PlayersPage) and page == say("Check-in")
        tables = shown.check_in.table if at_check_in else shown.table
    assert isinstance(tables, QTableView)
    return tables


@pytest.mark.parametrize(("size", "least"), [(LAPTOP, 15), (HALF_AS_LARGE_AGAIN, 10)])
def test_most_of_twenty_rows_are_in_sight(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path, size: tuple[int, int], least: int
) -> None:
    event = play_event(tmp_path / "event.flagfall", PLAYERS, entries(PLAYERS))
    window = show_event(qapp, tmp_path, event)
    qtbot.addWidget(window)
    window.show()
    window.resize(*size)
    with qtbot.waitSignal(window.opened):
        window.open_event(tmp_path / "event.flagfall")
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    window.resize(*size)
    seen = {}
    for page in (say("Round"), say("Players"), say("Check-in"), say("Standings")):
        table = list_on(view, page)
        qtbot.waitUntil(lambda table=table: table.model().rowCount() >= TABLES_AT_20)
        qtbot.waitUntil(lambda table=table: table.isVisible())
        seen[page] = rows_in_sight(table)
    window.close_event()
    window.close()
    assert min(seen.values()) >= least, seen
