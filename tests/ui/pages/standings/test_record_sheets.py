"""Record sheets are saved from the standings, a page for each player."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.ui.pages.standings.page import StandingsPage
from tests.events import Event
from tests.ui.open_pages import PageOf


def test_record_sheets_are_saved_as_pdf(
    event: Event, page_of: PageOf, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.register(4)
    event.start()
    page = page_of(StandingsPage)
    there = tmp_path / "records.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(there), ""))
    page.records.click()
    qtbot.waitUntil(there.exists)
    assert there.read_bytes().count(b"/Type /Page\n") == 4
