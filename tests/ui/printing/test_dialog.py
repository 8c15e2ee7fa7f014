"""The one dialog that prints: what it shows is what comes out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from app.engine.acts.players import AddPlayers, EnterArmy, Entry
from app.engine.acts.table import StartClock
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.side import Side
from app.store.preferences import load_preferences
from app.ui.clients.desk import DeskClient
from app.ui.printing.dialog import KEY, NOT_PUBLIC, STOPPED, PrintDialog, chosen_pages
from app.ui.printing.pages import Paper, picture
from app.ui.printing.sheets import KINDS
from app.ui.shell.main_window import MainWindow
from tests.disks import filled_up_to
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.printing.on_paper import together, words_in

Opened = Callable[..., PrintDialog]


@pytest.fixture
def opened(qtbot: QtBot, client: DeskClient, event: Event) -> Opened:
    def open_it(sheet: str = "", **more: Any) -> PrintDialog:
        qtbot.waitUntil(lambda: len(client.state.rounds) == len(event.state.rounds))
        dialog = PrintDialog(client, sheet, None, **more)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_it


def choose(dialog: PrintDialog, key: str) -> None:
    for place in range(dialog.sheets.count()):
        if dialog.sheets.item(place).data(Qt.ItemDataRole.UserRole) == key:
            dialog.sheets.setCurrentRow(place)


def test_every_sheet_can_be_chosen_by_keyboard_and_cannot_be_printed_without_pages(
    qtbot: QtBot, opened: Opened, event: Event
) -> None:
    event.register(8)
    event.start()
    dialog = opened("pairings")
    seen = []
    dialog.sheets.setCurrentRow(1)
    for _ in range(2 * len(KINDS)):
        if dialog.kind.key not in seen:
            seen.append(dialog.kind.key)
        assert dialog.print.isEnabled() == (dialog.preview.pages > 0)
        qtbot.keyClick(dialog.sheets, Qt.Key.Key_Down)
    assert seen == [key for key, kind in KINDS.items() if not kind.of_teams]


def test_team_sheets_are_listed_if_anybody_is_in_a_team(opened: Opened, event: Event) -> None:
    event.do(AddPlayers(tuple(Entry(name, team="Ravens") for name in ("Anna", "Ben"))))
    dialog = opened("teams", state=event.state)
    assert dialog.kind.key == "teams"
    keys = [dialog.sheets.item(place).data(KEY) for place in range(dialog.sheets.count())]
    assert [key for key in keys if key] == list(KINDS)


def test_the_preview_can_turn_pages_and_shows_exactly_what_is_printed(
    qtbot: QtBot, opened: Opened, event: Event
) -> None:
    event.register(24)
    event.start()
    dialog = opened("slips")
    assert dialog.page.text() == "Page 1 of 3"
    assert not dialog.back.isEnabled()
    qtbot.keyClick(dialog.preview, Qt.Key.Key_PageDown)
    assert dialog.page.text() == "Page 2 of 3"
    dialog.on.click()
    assert dialog.page.text() == "Page 3 of 3"
    assert not dialog.on.isEnabled()
    assert dialog.printout is not None
    drawn = picture(dialog.printout, 2, QSize(300, 400))
    assert drawn != picture(dialog.printout, 1, QSize(300, 400))
    choose(dialog, "tables")
    assert dialog.page.text() == "Page 1 of 1"


def test_a_pdf_has_the_pages_of_the_preview_and_the_choice_is_remembered(
    opened: Opened,
    event: Event,
    client: DeskClient,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event.register(24)
    event.start()
    dialog = opened("slips")
    dialog.paper.setCurrentIndex(dialog.paper.findData(Paper.LETTER))
    dialog.paper.activated.emit(1)
    asked: list[str] = []

    def chosen(dialog: QFileDialog) -> Path:
        asked.append(Path(dialog.selectedFiles()[0]).name)
        return tmp_path / "slips.pdf"

    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", chosen)
    dialog.pdf.click()
    assert asked == ["Foundry Open result slips round 1.pdf"]
    assert dialog.notice.text() == f"Saved to {tmp_path / 'slips.pdf'}"
    pages = words_in(tmp_path / "slips.pdf")
    assert len(pages) == dialog.preview.pages == 3
    assert b"MediaBox [0 0 612" in (tmp_path / "slips.pdf").read_bytes()
    assert client.printing.sheet == "slips"
    again = opened()
    assert again.kind.key == "slips"
    assert again.paper.currentData() is Paper.LETTER


def test_an_unwritable_place_is_reported_and_the_dialog_stays_open(
    opened: Opened, event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.register(4)
    event.start()
    dialog = opened("pairings")
    nowhere = tmp_path / "none" / "p.pdf"
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: nowhere)
    dialog.pdf.click()
    assert dialog.notice.text() == "Not saved: No such file or directory. Choose another place."
    assert dialog.isVisible()


def accept_into(file: Path) -> None:
    """The system's dialog prints into a file."""

    def answer() -> None:
        shown = QApplication.activeModalWidget()
        if isinstance(shown, QPrintDialog):
            shown.printer().setOutputFileName(str(file))
            shown.done(QDialog.DialogCode.Accepted)
        else:
            QTimer.singleShot(10, answer)

    QTimer.singleShot(0, answer)


def test_print_goes_to_the_printer_and_closes(opened: Opened, event: Event, tmp_path: Path) -> None:
    event.register(12)
    event.start()
    dialog = opened("wall")
    accept_into(tmp_path / "printed.pdf")
    dialog.print.click()
    words = together("".join(words_in(tmp_path / "printed.pdf")))
    for player in event.state.players.values():
        assert together(player.entry.name) in words
    assert not dialog.isVisible()


def test_only_the_pages_that_were_asked_for_are_printed(qapp: object) -> None:
    printer = QPrinter()
    assert list(chosen_pages(printer, 5)) == [0, 1, 2, 3, 4]
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    printer.setFromTo(2, 3)
    assert list(chosen_pages(printer, 5)) == [1, 2]


def test_an_unpublished_round_is_flagged_and_an_older_round_can_be_chosen(
    opened: Opened, event: Event
) -> None:
    event.register(4)
    event.finish()
    event.draw()
    dialog = opened("pairings")
    assert dialog.round.currentText() == "Round 2"
    assert dialog.notice.text() == NOT_PUBLIC
    dialog.round.setCurrentIndex(1)
    dialog.round.activated.emit(1)
    assert dialog.round.currentText() == "Round 1"
    assert dialog.notice.text() == ""


def test_ctrl_p_opens_the_print_dialog_on_any_page_and_its_choice_is_remembered(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not window.undo.isEnabled()  # the menus are filled for it
    assert not window.print.isEnabled()
    window.open_sample()
    qtbot.waitUntil(window.print.isEnabled, timeout=60_000)
    seen: list[str] = []

    def save(dialog: PrintDialog) -> None:
        seen.append(dialog.kind.key)
        choose(dialog, "settings")
        path = tmp_path / "settings.pdf"
        monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: path)
        dialog.pdf.click()

    assert [keys.toString() for keys in window.print.shortcuts()] == ["Ctrl+P"]
    when_asked(PrintDialog, save)
    window.print.trigger()
    when_asked(PrintDialog, lambda dialog: seen.append(dialog.kind.key))
    window.print.trigger()
    assert seen == ["pairings", "settings"]
    assert load_preferences(tmp_path / "preferences.json").printing.sheet == "settings"


def test_chosen_tables_can_be_widened_to_all(opened: Opened, event: Event) -> None:
    event.register(4)
    event.start()
    dialog = opened("terrain", tables=(2,))
    assert dialog.only.text() == "&Only table 2"
    assert dialog.only.isChecked()
    choose(dialog, "pairings")
    assert not dialog.only.isVisible()


def test_the_print_dialog_accepts_any_window_as_parent(
    qtbot: QtBot, client: DeskClient, event: Event
) -> None:
    event.register(4)
    parent = QWidget()
    qtbot.addWidget(parent)
    seen: list[int] = []
    when_asked(PrintDialog, lambda dialog: seen.append(dialog.preview.pages))
    PrintDialog.show_for(client, "awards", parent)
    assert seen == [1]


def test_the_report_has_the_sheets_that_are_ticked(
    qtbot: QtBot, opened: Opened, client: DeskClient, event: Event
) -> None:
    event.register(4)
    event.do(EnterArmy(1, (ArmyList((ArmyRow("Haley", Kind.CASTER, 0),)),)), insist=True)
    event.start()
    event.do(StartClock(1, Side.RED))
    event.report(1)
    event.report(2)
    qtbot.waitUntil(lambda: len(client.state.done) == len(event.state.done))
    dialog = opened("report")
    lists, records, timelines = dialog.parts.values()
    assert lists.isVisible()
    assert records.isVisible()
    assert timelines.isVisible()
    for part, pages in ((timelines, 1), (records, 4), (lists, 1)):
        before = dialog.preview.pages
        part.click()
        assert before - dialog.preview.pages == pages
    choose(dialog, "pairings")
    assert not lists.isVisible()


def test_a_report_offers_only_sheets_that_exist(opened: Opened, event: Event) -> None:
    event.register(2)
    event.start()
    dialog = opened("report")
    assert [key for key, part in dialog.parts.items() if part.isVisible()] == ["records"]


def test_many_pages_are_written_step_by_step_and_can_be_cancelled(
    qtbot: QtBot, opened: Opened, event: Event, tmp_path: Path
) -> None:
    event.register(24)
    event.start()
    dialog = opened("records")
    assert dialog.preview.pages == 24
    file = tmp_path / "records.pdf"
    dialog.save(file)
    assert dialog.busy
    assert dialog.notice.text().startswith("Page 4 of 24, ")
    assert not dialog.sheets.isEnabled()
    assert dialog.leave.text() == "&Cancel"
    dialog.leave.click()
    assert (dialog.busy, dialog.isVisible(), file.exists()) == (False, True, False)
    assert dialog.notice.text() == STOPPED
    dialog.save(file)
    qtbot.waitUntil(lambda: not dialog.busy)
    assert len(words_in(file)) == 24
    assert dialog.sheets.isEnabled()
    dialog.leave.click()
    assert not dialog.isVisible()


def test_a_cancelled_pdf_leaves_the_existing_file_unchanged(
    opened: Opened, event: Event, tmp_path: Path
) -> None:
    event.register(24)
    event.start()
    file = tmp_path / "records.pdf"
    file.write_bytes(b"the one of this morning")
    dialog = opened("records")
    dialog.save(file)
    assert dialog.busy
    dialog.leave.click()
    assert [*tmp_path.glob("*.pdf*")] == [file]
    assert file.read_bytes() == b"the one of this morning"


def test_a_pdf_that_fills_the_disk_is_reported_as_not_saved(
    opened: Opened, event: Event, tiny_disk: Path
) -> None:
    event.register(8)
    event.start()
    dialog = opened("slips")
    with filled_up_to(tiny_disk, 4_000):
        dialog.save(tiny_disk / "slips.pdf")
        assert dialog.notice.text() == "Not saved: No space left on device. Choose another place."
    assert [*tiny_disk.iterdir()] == []


def test_a_long_list_is_laid_out_step_by_step(qtbot: QtBot, opened: Opened, event: Event) -> None:
    event.register(160)
    event.start()
    dialog = opened("pairings")
    assert dialog.printout is None
    assert not dialog.pdf.isEnabled()
    choose(dialog, "scenario")
    assert dialog.preview.pages == 1
    choose(dialog, "pairings")
    qtbot.waitUntil(lambda: dialog.printout is not None)
    assert dialog.preview.pages > 1
    assert dialog.pdf.isEnabled()
    choose(dialog, "tables")
    choose(dialog, "pairings")
    dialog.reject()
    assert dialog.printout is None


def test_the_requested_sheet_is_scrolled_into_view(opened: Opened, event: Event) -> None:
    event.register(4)
    dialog = opened("report")
    dialog.resize(900, 420)
    chosen = dialog.sheets.visualItemRect(dialog.sheets.currentItem())
    assert dialog.sheets.currentRow() > 15
    assert dialog.sheets.viewport().rect().contains(chosen)
