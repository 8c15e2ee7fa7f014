"""The terrain of all tables of a round, and where what is printed goes."""

import sys
from collections.abc import Iterator
from decimal import Decimal

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.rounds import PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, SetTerrain
from app.engine.acts.undo import Undo
from app.engine.frozen import replace
from app.engine.packet.scenario import Area
from app.engine.packet.terrain_rules import Kind, Method
from app.engine.terrain.check import check
from app.engine.terrain.layout import Layout, Piece
from app.store.packets.files import packets
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.events_folder import events_folder
from app.ui.dialogs.files import ask_printer
from app.ui.pages.round.page import RoundPage
from app.ui.pages.terrain.all_tables_dialog import TerrainTablesDialog
from app.ui.pages.terrain.dialog import TerrainDialog
from app.ui.printing.dialog import PrintDialog
from app.ui.printing.pages import Paper
from app.views.table.terrain import Which
from tests.engine.random_commands import LYING
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.letters import clear, letters
from tests.ui.open_pages import PageOf

PIT = packets()["sr2017"].scenarios[0]


@pytest.fixture
def tables(event: Event, page_of: PageOf) -> Iterator[TerrainTablesDialog]:
    """Four tables drawn under the first scenario."""
    event.register(8)
    event.draw()
    dialog = page_of(lambda client: TerrainTablesDialog(client, 1))
    yield dialog
    dialog.reject()


def said(dialog: TerrainTablesDialog) -> list[str]:
    return [dialog.tables.item(at).text() for at in range(dialog.tables.count())]


def choose(dialog: TerrainTablesDialog, which: Which) -> None:
    at = list(Which).index(which)
    dialog.which.setCurrentIndex(at)
    dialog.which.activated.emit(at)


def test_one_press_gives_every_table_its_own_terrain_and_one_undo_removes_it(
    client: DeskClient, event: Event, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    assert tables.state.text() == "Terrain lies on 0 of 4 tables."
    assert not tables.print.isEnabled()
    assert said(tables)[0] == "Table 1: no terrain yet"
    tables.propose.click()
    qtbot.waitUntil(lambda: len(client.state.terrain) == 4)
    state = client.state
    assert len({layout.pieces for layout in state.terrain.values()}) == 4
    assert state.packet is not None
    assert state.packet.terrain is not None
    assert not any(check(state.packet.terrain, PIT, layout) for layout in state.terrain.values())
    assert tables.state.text() == "Terrain lies on 4 of 4 tables. No rule is broken."
    assert tables.notice.text() == "Kept for tables 1, 2, 3 and 4."
    assert not tables.propose.isEnabled()
    event.do(Undo())
    qtbot.waitUntil(lambda: not client.state.terrain)
    assert tables.propose.isEnabled()


def test_all_tables_get_the_same_proposals_as_tables_opened_singly(
    client: DeskClient, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    kept: list[Layout] = []

    def look(dialog: TerrainDialog) -> None:
        qtbot.waitUntil(dialog.keep.isEnabled)
        kept.append(dialog.layout_)

    tables.tables.setCurrentRow(2)
    assert tables.open_one.text() == "&Open table 3…"
    when_asked(TerrainDialog, look)
    tables.open_one.click()
    tables.propose.click()
    qtbot.waitUntil(lambda: len(client.state.terrain) == 4)
    assert kept == [client.state.terrain[3]]


def test_existing_terrain_is_replaced_only_on_request(
    client: DeskClient, event: Event, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    event.do(SetTerrain(2, LYING))
    qtbot.waitUntil(lambda: tables.state.text().startswith("Terrain lies on 1 of 4"))
    assert tables.state.text().endswith("It breaks a rule under this scenario on table 2.")
    assert said(tables)[1].startswith("Table 2: 1 piece. 1 piece on the table; the packet wants")
    tables.propose.click()
    qtbot.waitUntil(lambda: len(client.state.terrain) == 4)
    before = client.state.terrain
    assert before[2] == LYING
    choose(tables, Which.AGAINST)
    tables.propose.click()
    qtbot.waitUntil(lambda: client.state.terrain[2] != LYING)
    now = client.state.terrain
    assert [now[at] == before[at] for at in (1, 2, 3, 4)] == [True, False, True, True]
    assert not tables.propose.isEnabled()
    choose(tables, Which.ALL)
    tables.method.setCurrentIndex(tables.method.findData(Method.SCATTER))
    tables.propose.click()
    qtbot.waitUntil(
        lambda: all(layout.method is Method.SCATTER for layout in client.state.terrain.values())
    )
    assert all(now[at] != client.state.terrain[at] for at in now)


def test_when_only_illegal_layouts_are_left_fixing_them_is_preselected(
    client: DeskClient, event: Event, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    for table in (1, 2, 3, 4):
        event.do(SetTerrain(table, LYING))
    qtbot.waitUntil(lambda: len(client.state.terrain) == 4)
    assert not tables.propose.isEnabled()
    again = TerrainTablesDialog(client, 1)
    qtbot.addWidget(again)
    assert again.which.currentIndex() == list(Which).index(Which.AGAINST)
    assert again.propose.isEnabled()


def test_tables_for_which_no_legal_layout_is_found_are_named(
    client: DeskClient, event: Event, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    state = event.state
    assert state.settings is not None
    assert state.packet is not None
    assert state.packet.terrain is not None
    tight = replace(
        state.packet, terrain=replace(state.packet.terrain, edge=Decimal(PIT.table) / 2)
    )
    event.do(ChangeSettings(state.settings, tight), insist=True)
    qtbot.waitUntil(lambda: client.state.packet == tight)
    tables.propose.click()
    qtbot.waitUntil(lambda: "No legal layout was found for tables 1, 2" in tables.notice.text())
    assert not event.state.terrain
    assert tables.propose.isEnabled()


def test_closing_the_dialog_during_a_search_saves_nothing(
    event: Event, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    tables.propose.click()
    tables.reject()
    qtbot.wait(50)
    assert not event.state.terrain


def test_the_dialog_closes_when_its_round_is_undone(
    event: Event, tables: TerrainTablesDialog, qtbot: QtBot
) -> None:
    event.do(Undo())
    qtbot.waitUntil(lambda: not tables.isVisible())


def test_print_shows_the_sheets_of_all_tables(tables: TerrainTablesDialog, qtbot: QtBot) -> None:
    tables.propose.click()
    qtbot.waitUntil(tables.print.isEnabled)
    seen: list[tuple[str, int]] = []
    when_asked(PrintDialog, lambda dialog: seen.append((dialog.kind.key, dialog.preview.pages)))
    tables.print.click()
    assert seen == [("terrain", 4)]


def test_the_dialogs_buttons_have_unique_access_keys(tables: TerrainTablesDialog) -> None:
    assert letters(tables)
    assert clear(tables)


def test_the_round_page_opens_the_dialog_and_names_tables_with_illegal_terrain(
    event: Event, insisting_client: DeskClient, page_of: PageOf, qtbot: QtBot
) -> None:
    event.register(4)
    beyond = Area(Decimal(PIT.table - 1), Decimal(0), Decimal(3), Decimal(3))
    event.do(SetTerrain(2, Layout((Piece(Kind.FOREST, beyond),))))
    event.draw()
    page = page_of(RoundPage)
    said = "Terrain breaks the rules under this scenario: table 2."
    assert said in page.notice.text()
    page.review.turns.button(1).click()
    assert clear(page)
    seen: list[str] = []
    when_asked(TerrainTablesDialog, lambda dialog: seen.append(dialog.state.text()))
    page.review.all_terrain.click()
    assert seen[0].startswith("Terrain lies on 1 of 2 tables.")
    event.do(PublishRound())
    event.do(StartRound())
    said = "Terrain breaks the rules: table 2. Correct it before its game begins."
    qtbot.waitUntil(lambda: said in page.notice.text())


def file_proposed(qtbot: QtBot, parent: QWidget) -> str:
    """What stands in the print dialog for a file."""
    found: list[str] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QPrintDialog):
            line = dialog.findChild(QLineEdit, "filename")
            found.extend([line.text()] if isinstance(line, QLineEdit) else [])
            dialog.reject()
        else:
            QTimer.singleShot(10, look)

    QTimer.singleShot(0, look)
    assert ask_printer(parent, "Print", "Spring: terrain", Paper.A4.kind) is None
    return found[0]


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="the system’s own dialog")
def test_printing_to_a_file_proposes_a_file_name(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    assert file_proposed(qtbot, parent) == str(events_folder() / "Spring- terrain.pdf")


def test_a_printer_is_not_given_the_name_of_a_file(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    native = QPrinter.OutputFormat.NativeFormat  # which Qt gives only where there is a printer
    monkeypatch.setattr(QPrinter, "outputFormat", lambda _printer: native)
    monkeypatch.setattr(QPrintDialog, "exec", lambda _dialog: QDialog.DialogCode.Accepted)
    parent = QWidget()
    qtbot.addWidget(parent)
    printer = ask_printer(parent, "Print", "Spring: terrain", Paper.A4.kind)
    assert printer is not None
    assert not printer.outputFileName()
    assert printer.docName() == "Spring: terrain"
