"""No words are cut on a small laptop, whatever page, with names of 24 letters."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.engine.acts.rounds import DrawRound, FinishRound
from app.engine.state import Stage
from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.widgets.basics import NameLabel
from app.ui.widgets.theme import DARK, LIGHT, Theme
from tests.ui.cut_text import cut_texts
from tests.ui.every_dialog import dialogs
from tests.ui.full_hall import show_played
from tests.ui.windows import begin

TRIES = 20  # a page is laid out in several steps
WIDE, HIGH = 1366, 768 - 40  # less what the system draws around it


@pytest.fixture
def hall(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> MainWindow:
    """64 players in their third round."""
    file = tmp_path / "event.flagfall"
    window = show_played(qapp, file, 64)
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    return window


def settled_cuts(window: QWidget) -> list[str]:
    """What stays cut."""
    cut: list[str] = []
    for _ in range(TRIES):
        QApplication.processEvents()
        cut = cut_texts(window)
        if not cut:
            break
    return cut


def cuts_of_pages(window: MainWindow) -> dict[str, list[str]]:
    view = window.view
    assert view is not None
    cut = {}
    for kind in PAGES:
        view.show_page(kind.page)
        if isinstance(view.page, RoundPage) and view.page.live.isVisible():
            view.page.live.choose(view.client.state.rounds[-1].games[4])
            view.page.live.show_board(board=True)
            cut["Board"] = settled_cuts(window)
            view.page.live.show_board(board=False)
        cut[kind.name] = settled_cuts(window)
    return {name: words for name, words in cut.items() if words}


def cuts_of_dialogs(window: MainWindow, folder: Path) -> dict[str, list[str]]:
    assert window.view is not None
    cut = {}
    for name, make in dialogs(window.view.client, folder, window).items():
        dialog = make()
        dialog.show()
        cut[name] = settled_cuts(dialog)
        assert dialog.width() <= WIDE, name
        assert dialog.height() <= HIGH, name
        dialog.done(QDialog.DialogCode.Rejected)
        dialog.deleteLater()
    return {name: words for name, words in cut.items() if words}


def test_no_words_of_any_page_or_dialog_are_cut(
    qtbot: QtBot, hall: MainWindow, tmp_path: Path, dressed: Callable[[Theme], None]
) -> None:
    assert hall.view is not None
    client = hall.view.client
    for theme in (DARK, LIGHT):
        dressed(theme)
        assert (theme.name, cuts_of_pages(hall)) == (theme.name, {})
        assert (theme.name, cuts_of_dialogs(hall, tmp_path)) == (theme.name, {})
    for command, stage in ((FinishRound(), Stage.FINISHED), (DrawRound(7), Stage.DRAWN)):
        client.ask(command, insist=True)
        qtbot.waitUntil(
            lambda stage=stage: client.state.latest and client.state.latest.stage is stage
        )
        assert (stage, cuts_of_pages(hall)) == (stage, {})


def test_no_words_of_an_empty_event_are_cut(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    assert settled_cuts(window) == []
    begin(qtbot, window, tmp_path / "night.flagfall")
    assert cuts_of_pages(window) == {}


def test_the_check_notices_cut_text(qtbot: QtBot) -> None:
    """Else the test above could not fail."""
    for part in (QLabel("Some words"), QPushButton("Some words"), NameLabel("Some words")):
        around = QLabel()
        qtbot.addWidget(around)
        part.setParent(around)
        around.resize(400, 100)
        around.show()
        part.setGeometry(0, 0, 200, 40)
        assert cut_texts(around) == []
        part.setGeometry(0, 0, 40, 40)
        assert len(cut_texts(around)) == 1
        part.setGeometry(300, 0, 200, 40)
        assert len(cut_texts(around)) == 1


def test_the_check_notices_cut_cells_and_headings(qtbot: QtBot) -> None:
    around = QLabel()
    qtbot.addWidget(around)
    table = QTableWidget(1, 1, around)
    table.setWordWrap(False)
    table.setHorizontalHeaderLabels(["A long heading"])
    table.setItem(0, 0, QTableWidgetItem("Maximilian Hohenlohe"))
    table.resize(400, 200)
    around.resize(400, 200)
    around.show()
    table.setColumnWidth(0, 300)
    assert cut_texts(around) == []
    table.setColumnWidth(0, 60)
    assert len(cut_texts(around)) == 2
