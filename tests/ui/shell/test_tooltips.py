"""Tooltips: what players typed is read as it was typed, though it looks like markup."""

import pytest
from PySide6 import QtGui
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, CheckIn, EditPlayer, Entry
from app.engine.frozen import replace
from app.store.tables.roster import read_roster
from app.ui.dialogs.break_tie import BreakTieDialog
from app.ui.pages.awards.page import AwardsPage
from app.ui.pages.history.page import HistoryPage
from app.ui.pages.players.check_in.lists_dialog import ListsDialog
from app.ui.pages.players.import_dialog import RosterDialog
from app.ui.pages.players.page import PlayersPage
from app.ui.pages.round.page import RoundPage
from app.ui.pages.standings.page import StandingsPage
from app.ui.shell.event_window import EventHeader
from app.ui.shell.opening.start_page import StartPage
from app.views.table.organizer_acts import OrganizerAction
from tests.events import Event
from tests.ui.open_pages import PageOf, check_in_on
from tests.ui.tables import Table

TAGGED = "<b>Ann</b>"


def tips(page: QWidget) -> list[str]:
    """Every tooltip of the page, as it is read."""
    widgets = [page, *page.findChildren(QWidget)]
    found = [widget.toolTip() for widget in widgets]
    for view in page.findChildren(QAbstractItemView):
        model = view.model()
        rows = model.rowCount()
        columns = model.columnCount() if isinstance(view, QTableView) else 1
        cells = [model.index(row, column) for row in range(rows) for column in range(columns)]
        found += [str(cell.data(Qt.ItemDataRole.ToolTipRole) or "") for cell in cells]
    read = []
    for tip in found:
        document = QTextDocument()
        show = document.setHtml if QtGui.Qt.mightBeRichText(tip) else document.setPlainText
        show(tip)
        read.append(document.toPlainText())
    return read


def players_named(event: Event) -> None:
    event.do(AddPlayers(tuple(Entry(f"{TAGGED} {n}", f"{TAGGED} club") for n in range(1, 6))))
    event.do(CheckIn((1, 2, 3, 4, 5)))


@pytest.mark.parametrize(
    "kind", [PlayersPage, check_in_on, RoundPage, StandingsPage, AwardsPage, HistoryPage]
)
@pytest.mark.parametrize("upto", ["draw", "start", "finish"])
def test_tooltips_show_markup_in_names_as_it_was_typed(
    event: Event,
    page_of: PageOf,
    kind: type[QWidget],
    upto: str,
) -> None:
    players_named(event)
    getattr(event, upto)()
    page = page_of(kind)
    if isinstance(page, RoundPage) and upto != "draw":
        page.live.choose(1)
        page.live.panel.begin(OrganizerAction.WARN)
    read = [tip for tip in tips(page) if "Ann" in tip]
    assert read
    assert all(TAGGED in tip for tip in read), read


def test_tooltips_of_a_tables_window_show_markup_as_it_was_typed(table: Table) -> None:
    table.do(EditPlayer(1, Entry(f"{TAGGED} of the long name")))
    table.settle()
    read = [tip for tip in tips(table.window) if "Ann" in tip]
    assert {f"{TAGGED} of the long name"} == {*read}


def test_dialogs_show_markup_in_their_tooltips_as_it_was_typed(event: Event, qtbot: QtBot) -> None:
    players_named(event)
    event.start()
    state = event.state
    assert state.packet is not None
    assert state.settings is not None
    header, start = EventHeader(), StartPage()
    header.show_event(replace(state, settings=replace(state.settings, name=TAGGED + "n")))
    start.show_recent([f"/home/{TAGGED}/cup.flagfall"])
    lists = ListsDialog(state, 1)
    entry = "Ann <b"  # whole tags are taken off a pasted list
    lists.forms[0].texts[0].setPlainText(f"{entry}; jack; 9")
    tie = BreakTieDialog([(1, state.name(1)), (2, state.name(2))])
    roster = RosterDialog(read_roster(f"name\n{TAGGED}"), "pasted")
    for army_list in (header, start, lists, tie, roster):
        qtbot.addWidget(army_list, before_close_func=lambda one: one.hide())
        read = [tip for tip in tips(army_list) if "Ann" in tip]
        assert read, army_list
        assert all(TAGGED in tip or tip == entry for tip in read), read
    with qtbot.waitSignal(start.recent_wanted) as wanted:
        start.recent.itemActivated.emit(start.recent.item(0))
    assert wanted.args == [f"/home/{TAGGED}/cup.flagfall"]
