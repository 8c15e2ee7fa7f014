from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument, QTextTable
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.engine.acts.rounds import DrawRound, PublishRound
from app.reports.pairings_sheet import as_page
from app.ui.dialogs.confirm import InsistDialog
from app.ui.dialogs.files import LOST, ask_new_file
from app.ui.pages.round.page import RoundPage
from app.ui.printing.dialog import PrintDialog
from tests.events import Event
from tests.ui.asked import when_asked
from tests.ui.open_pages import PageOf


@pytest.fixture
def event(event: Event) -> Event:
    event.register(5)
    event.do(DrawRound(7))
    return event


@pytest.fixture
def page(page_of: PageOf) -> RoundPage:
    return page_of(RoundPage)


def test_pairings_are_offered_for_printing_once_they_are_public(
    event: Event, page: RoundPage, qtbot: QtBot
) -> None:
    offer = page.header.print
    assert not offer.isVisible()
    event.do(PublishRound())
    qtbot.waitUntil(offer.isVisible)
    seen: list[tuple[str, str]] = []
    when_asked(
        PrintDialog, lambda dialog: seen.append((dialog.kind.key, dialog.round.currentText()))
    )
    offer.click()
    assert seen == [("pairings", "Round 1")]


@pytest.mark.parametrize("replaced", [True, False])
def test_replacing_a_file_whose_suffix_was_added_needs_the_organizers_consent(
    page: RoundPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replaced: bool
) -> None:
    (tmp_path / "Round 1.v2.pdf").touch()
    typed = tmp_path / "Round 1.v2"
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: typed)
    asked: list[str] = []

    def answer(dialog: InsistDialog) -> None:
        asked.extend(label.text() for label in dialog.findChildren(QLabel))
        (dialog.anyway if replaced else dialog.leave).click()

    when_asked(InsistDialog, answer)
    chosen = ask_new_file(page, "Save", "Round 1", "PDF")
    assert asked == ["Round 1.v2.pdf already exists. Replace it?", LOST]
    assert chosen == (tmp_path / "Round 1.v2.pdf" if replaced else None)


def test_a_typed_suffix_means_the_system_already_asked_about_replacing_the_file(
    page: RoundPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "Round 1.PDF"
    there.touch()
    monkeypatch.setattr("app.ui.dialogs.chooser.read_answer", lambda _dialog: there)
    assert ask_new_file(page, "Save", "Round 1", "PDF") == there


def test_the_sheet_names_everybody_and_their_table_and_no_seed(event: Event, qapp: object) -> None:
    round_ = event.state.latest
    assert round_ is not None
    document = QTextDocument()
    document.setHtml(as_page(event.state, round_))
    words = document.toPlainText()
    for player in event.state.players.values():
        assert player.entry.name in words
    assert "Bye" in words
    assert "seed" not in words


def test_both_players_names_have_the_same_width_on_the_pairings_sheet(
    event: Event, qapp: object
) -> None:
    round_ = event.state.latest
    assert round_ is not None
    document = QTextDocument()
    document.setHtml(as_page(event.state, round_))
    table = document.rootFrame().childFrames()[0]
    assert isinstance(table, QTextTable)
    name, number, opponent = (
        width.rawValue() for width in table.format().columnWidthConstraints()[:3]
    )
    assert name == opponent
    assert number == 0
