"""Counts the whole rows of lists that a laptop shows, as a process of its own: a program has one
language.
"""

import sys
from pathlib import Path

from app.store.languages import choose_language

if __name__ == "__main__":  # the names of pages are read as their modules are
    choose_language(sys.argv[2])

from PySide6.QtCore import QAbstractItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView

from app.ui.garbage import GarbageCollection
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from app.ui.shell.event_window import EventView
from app.ui.widgets.theme import styled_application
from app.views.pages import DeskPage, page_name
from tests.events import entries
from tests.patience import until
from tests.ui.full_hall import show_played
from tests.ui.small_screen import knows_all

PLAYERS, TABLES, ROUNDS = 40, 20, 3
SIZES = ((1366, 768), (1366 * 2 // 3, 768 * 2 // 3), (1366 * 2 // 3, 464))
"""A club's laptop, and the same with everything half as large again, without and with the desktop's
bar.
"""
SETTLE_MS = 20


def rows_in_sight(table: QTableView) -> int:
    """Return how many rows are seen whole."""
    seen = table.viewport().visibleRegion().boundingRect()
    rows = range(table.model().rowCount())
    rects = [table.visualRect(table.model().index(row, 0)) for row in rows]
    return sum(rect.top() >= seen.top() and rect.bottom() <= seen.bottom() for rect in rects)


def list_on(view: EventView, page: DeskPage) -> QTableView:
    """Show a page and return its list."""
    view.show_page(page)
    shown = view.page
    if isinstance(shown, RoundPage):
        tables = shown.live.tables
        assert isinstance(tables, QTableView)
        return tables
    assert isinstance(shown, PlayersPage | StandingsPage)
    at_check_in = isinstance(shown, PlayersPage) and page is DeskPage.CHECK_IN
    return shown.check_in.table if at_check_in else shown.table


def settled(table: QTableView) -> int:
    """Return the rows in sight once two looks see the same."""
    seen = [-1]

    def stays() -> bool:
        QTest.qWait(SETTLE_MS)
        seen.append(rows_in_sight(table))
        model: QAbstractItemModel = table.model()
        return table.isVisible() and model.rowCount() >= TABLES and seen[-1] == seen[-2]

    until(stays)
    return seen[-1]


def main(folder: Path) -> None:
    app = styled_application(["flagfall"])
    collection = GarbageCollection(app)
    file = folder / "event.flagfall"
    window = show_played(app, file, PLAYERS, entries(PLAYERS))
    window.show()
    try:
        window.open_event(file)
        until(lambda: knows_all(window))
        view = window.view
        assert view is not None
        for size in SIZES:
            window.resize(*size)
            for page in (DeskPage.ROUND, DeskPage.PLAYERS, DeskPage.CHECK_IN, DeskPage.STANDINGS):
                print(page_name(page), f"{size[0]}×{size[1]}", settled(list_on(view, page)))
    finally:
        window.close_event()
        window.close()
        collection.end()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
