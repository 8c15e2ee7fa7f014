"""No words are cut on a small laptop, whatever page, with names of 24 letters."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTableWidget, QTableWidgetItem
from pytestqt.qtbot import QtBot

from app.ui.pages.round.page import RoundPage
from app.ui.shell.main_window import MainWindow
from app.ui.shell.pages import PAGES
from app.ui.widgets.basics import NameLabel
from app.ui.widgets.theme import DARK, LIGHT, Theme
from tests.ui.cut_text import cut_texts
from tests.ui.full_hall import play_event, show_event

TRIES = 20  # a page is laid out in several steps


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_no_words_of_any_page_are_cut(
    qtbot: QtBot,
    qapp: QApplication,
    tmp_path: Path,
    dressed: Callable[[Theme], None],
    theme: Theme,
) -> None:
    dressed(theme)
    file = tmp_path / "event.flagfall"
    window = show_event(qapp, tmp_path, play_event(file, 64))
    qtbot.addWidget(window, before_close_func=MainWindow.close_event)
    window.resize(1366, 768)
    with qtbot.waitExposed(window):
        window.show()
    with qtbot.waitSignal(window.opened):
        window.open_event(file)
    view = window.view
    assert view is not None
    qtbot.waitUntil(lambda: len(view.client.state.rounds) == 3)
    cut = {}
    for index, page in enumerate(PAGES):
        view.show_page(index)
        if isinstance(view.page, RoundPage):
            view.page.live.choose(view.client.state.rounds[-1].games[4])
        for _ in range(TRIES):
            QApplication.processEvents()
            cut[page.name] = cut_texts(window)
            if not cut[page.name]:
                break
    assert {name: words for name, words in cut.items() if words} == {}


def test_cut_words_are_noticed(qtbot: QtBot) -> None:
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


def test_cut_cells_and_headings_are_noticed(qtbot: QtBot) -> None:
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
