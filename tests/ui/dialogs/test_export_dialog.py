import re
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QProgressBar
from pytestqt.qtbot import QtBot

from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.rounds import FinishRound
from app.engine.formats.settings import Settings
from app.engine.side import Pair, Side
from app.headless.recheck.verify import verify
from app.store.exports.event_export import import_event
from app.ui.clients.desk import DeskClient
from app.ui.dialogs.export_dialog import FORMS, ExportDialog, Form
from tests.disks import filled_up_to
from tests.events import Event
from tests.patience import PATIENCE_S
from tests.stores import stored

DOCUMENT = (Path(__file__).parents[3] / "docs" / "export.md").read_text("utf-8")


@pytest.fixture
def dialog(qtbot: QtBot, event: Event) -> ExportDialog:
    """Over an event of six players after its first round."""
    event.register(6)
    event.start()
    won = Result(Side.RED, How.SCENARIO, Pair(5, 3), Pair(20, 10))
    for game in event.state.games:
        event.do(ReportResult(game, won), insist=True)
    event.do(FinishRound())
    return opened(qtbot, event)


def opened(qtbot: QtBot, event: Event) -> ExportDialog:
    client = DeskClient(event.desk)
    client.setParent(QApplication.instance())
    qtbot.waitUntil(lambda: client.snapshot is not None)
    dialog = ExportDialog(client, stored(event.path))
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def choose(dialog: ExportDialog, form: Form) -> None:
    dialog.forms.setCurrentRow(list(Form).index(form))
    assert dialog.form is form


def saved(qtbot: QtBot, dialog: ExportDialog, path: Path) -> str:
    dialog.save_to(path)
    qtbot.waitUntil(dialog.save.isEnabled)
    return dialog.notice.text()


def test_texts_are_copied_for_a_chat(dialog: ExportDialog) -> None:
    choose(dialog, Form.STANDINGS)
    dialog.copy.click()
    assert (
        QApplication.clipboard().text().startswith("Foundry Open – standings after round 1\n1=. ")
    )
    assert dialog.notice.text() == "Copied. Paste it into your chat."
    assert dialog.private.isHidden()
    choose(dialog, Form.RESULTS)
    dialog.copy.click()
    assert "\nTable 1: " in QApplication.clipboard().text()


def test_tables_for_the_sign_up_site_are_copied_for_a_spreadsheet(dialog: ExportDialog) -> None:
    choose(dialog, Form.SITE_STANDINGS)
    dialog.copy.click()
    assert QApplication.clipboard().text().startswith("Place\tName\t#id\tNickname\tFaction\t")
    assert dialog.notice.text() == "Copied. Paste it into a spreadsheet."
    assert dialog.round.isHidden()
    choose(dialog, Form.SITE_ROUND)
    assert not dialog.round.isHidden()
    dialog.copy.click()
    assert "\n1\t1\t" in QApplication.clipboard().text()


def test_private_exports_are_marked_private_and_offer_no_copy_button(dialog: ExportDialog) -> None:
    for form in (Form.TABLES, Form.JSON, Form.EVENT):
        choose(dialog, form)
        assert not dialog.private.isHidden()
        assert dialog.copy.isHidden()
        counted = [line.partition(":")[0] for line in dialog.preview.toPlainText().splitlines()]
        assert "games" in counted
        assert ("history" in counted) == ("awards" in counted) == (form is not Form.EVENT)
        assert ("rows" in counted) == (form is Form.EVENT)


def test_only_exports_marked_private_include_a_draw_under_review(
    qtbot: QtBot, dialog: ExportDialog, event: Event, tmp_path: Path
) -> None:
    def files(shown: ExportDialog) -> dict[Form, bytes]:
        written = {}
        for form in Form:
            choose(shown, form)
            saved(qtbot, shown, tmp_path / form.value)
            written[form] = (tmp_path / form.value).read_bytes()
        return written

    before = files(dialog)
    event.draw()
    after = files(opened(qtbot, event))
    told = {form for form in Form if after[form] != before[form]}
    assert b"Round 2 drawn" in after[Form.JSON]
    assert told == {form for form, words in FORMS.items() if words.private}
    for form, words in FORMS.items():
        (row,) = re.findall(rf"^\| [^|]+\| {words.name} \|.*", DOCUMENT, re.MULTILINE)
        assert row.endswith("| no |" if form in told else "| yes |")


def test_each_form_is_written_to_its_file(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    for form, begins in (
        (Form.PAGE, b"<!DOCTYPE html>"),
        (Form.STANDINGS, b"Foundry Open"),
        (Form.TABLES, b"PK"),
        (Form.JSON, b'{\n"format": "flagfall-tables"'),
    ):
        choose(dialog, form)
        file = tmp_path / form.value
        assert saved(qtbot, dialog, file) == f"Exported to {file}"
        assert file.read_bytes().startswith(begins)


def test_the_whole_event_is_exported_while_it_is_open(
    qtbot: QtBot, dialog: ExportDialog, event: Event, tmp_path: Path
) -> None:
    choose(dialog, Form.EVENT)
    saved(qtbot, dialog, tmp_path / "e.json")
    imported = import_event(tmp_path / "e.json", tmp_path / "copy.flagfall")
    assert imported.chain == verify(stored(event.path)).chain


def test_a_place_that_cannot_be_written_is_reported(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path
) -> None:
    words = saved(qtbot, dialog, tmp_path / "none" / "x.html")
    assert words == "Not exported: No such file or directory. Choose another place."


def test_an_export_that_fills_the_disk_leaves_existing_files_unchanged(
    qtbot: QtBot, dialog: ExportDialog, tiny_disk: Path
) -> None:
    new, old = tiny_disk / "new.json", tiny_disk / "old.json"
    old.write_text("what was there")
    choose(dialog, Form.EVENT)
    with filled_up_to(tiny_disk, 8_000):
        for file in (new, old):
            assert saved(qtbot, dialog, file).startswith("Not exported: No space left on device.")
    assert [*tiny_disk.iterdir()] == [old]
    assert old.read_text() == "what was there"


def test_before_the_first_round_there_is_nothing_to_publish(qtbot: QtBot, event: Event) -> None:
    dialog = opened(qtbot, event)
    for form in (Form.STANDINGS, Form.RESULTS):
        choose(dialog, form)
        assert not dialog.save.isEnabled()
        assert "yet" in dialog.notice.text()


def test_a_game_without_armies_offers_no_export_for_the_sign_up_site(
    qtbot: QtBot, tmp_path: Path
) -> None:
    club = Event(tmp_path / "club.flagfall", Settings("Club night", "points", 0, 7))
    dialog = opened(qtbot, club)
    shown = [dialog.forms.item(row).text() for row in range(dialog.forms.count())]
    site = {FORMS[form].name for form in (Form.SITE_STANDINGS, Form.SITE_ROUND)}
    assert FORMS[Form.STANDINGS].name in shown
    assert not site & {*shown}
    club.close()


def test_a_long_export_shows_its_progress_and_can_be_cancelled(
    qtbot: QtBot, dialog: ExportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, goes_on = dialog.progress.report_progress, threading.Event()

    def slow(part: float) -> None:
        told(part)
        assert goes_on.wait(PATIENCE_S)

    monkeypatch.setattr(dialog.progress, "report_progress", slow)
    for form in (Form.TABLES, Form.EVENT):
        goes_on.clear()
        choose(dialog, form)
        file = tmp_path / form.value
        dialog.save_to(file)
        bar = dialog.progress.findChild(QProgressBar)
        assert isinstance(bar, QProgressBar)
        qtbot.waitUntil(lambda bar=bar: bar.value() > 0)
        assert dialog.progress.isVisible()
        dialog.progress.cancel()
        goes_on.set()
        qtbot.waitUntil(dialog.save.isEnabled)
        assert dialog.notice.text() == "Cancelled. Nothing was exported."
        assert not dialog.progress.isVisible()
        assert not file.exists()
