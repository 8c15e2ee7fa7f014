"""The manual's search: over all its pages, by keys alone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.store.resources import resources_folder
from app.ui.shell.help.help_boxes import FIRST, ManualBox
from app.ui.shell.help.manual_index import ManualIndex
from tests.ui.timers import run_out, running_timers

DOCS = resources_folder().parent / "docs"
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


@pytest.fixture
def manual(qtbot: QtBot) -> ManualBox:
    box = ManualBox()
    qtbot.addWidget(box)
    with qtbot.waitExposed(box):
        box.show()
    box.activateWindow()
    qtbot.waitUntil(box.isActiveWindow)
    return box


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "README.md").write_text(
        "# First\n\nAbout dice. See [more](more.md#dice).\n\n"
        "| What | Why |\n|---|---|\n| a die | luck |\n"
    )
    (tmp_path / "more.md").write_text(
        "# More\n\nNothing yet.\n\n## Dice\n\nThe *blue\ndice* are **dice**, and the last ones.\n"
    )
    (tmp_path / "apart.md").write_text("# Apart\n\nNobody links to these dice.\n")
    return tmp_path


def marked(manual: ManualBox) -> list[str]:
    return [mark.cursor.selectedText() for mark in manual.text.extraSelections()]


def is_in_sight(manual: ManualBox) -> bool:
    (mark,) = manual.text.extraSelections()
    return manual.text.viewport().rect().contains(manual.text.cursorRect(mark.cursor))


def search(manual: ManualBox, words: str) -> None:
    press(Key.Key_F, CTRL)
    assert QApplication.focusWidget() is manual.search
    QTest.keyClicks(manual.search, words)


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def test_every_linked_page_is_searched_and_headings_come_first(folder: Path) -> None:
    index = ManualIndex(folder, FIRST)
    found = [(place.page, place.heading, place.words) for place in index.find("dice")]
    assert found == [
        ("more.md", "", "Dice"),
        ("README.md", "", "About dice. See more."),
        ("more.md", "Dice", "The blue dice are dice, and the last ones."),
    ]
    assert [place.title for place in index.find("LAST  ones")] == ["More"]
    assert index.find("last ones")[0].words == "…dice, and the last ones."
    assert [place.words for place in index.find("a die")] == ["a die"]
    assert index.find("d") == index.find(" ") == index.find("no such word") == ()


def test_a_page_that_is_missing_is_left_out(tmp_path: Path) -> None:
    assert ManualIndex(tmp_path, FIRST).find("dice") == ()


def test_enter_and_f3_step_through_matches_on_all_pages(manual: ManualBox) -> None:
    search(manual, "chess clock")
    places = manual.search.list.count()
    assert manual.search.count.text() == f"{places} hits"
    assert marked(manual) == []
    pages, texts = set(), set()
    for number in range(places):
        press(Key.Key_F3 if number % 2 else Key.Key_Return)
        assert manual.search.count.text() == f"{number + 1} of {places}"
        pages.add(manual.text.source().fileName())
        (mark,) = marked(manual)
        texts.add(mark.casefold())
        assert is_in_sight(manual)
    assert texts == {"chess clock"}
    assert {"dclk.md", "running-an-event.md", "troubleshooting.md"} <= pages
    press(Key.Key_Return)
    assert manual.search.count.text() == f"1 of {places}"
    press(Key.Key_F3, SHIFT)
    assert manual.search.count.text() == f"{places} of {places}"
    press(Key.Key_Return, SHIFT)
    assert manual.search.count.text() == f"{places - 1} of {places}"


def test_the_down_arrow_moves_into_the_list_of_matches(manual: ManualBox) -> None:
    search(manual, "dice seed")
    press(Key.Key_Down)
    assert QApplication.focusWidget() is manual.search.list
    (first,) = marked(manual)
    assert first.casefold() == "dice seed"
    press(Key.Key_Down)
    assert manual.search.list.currentRow() == 1
    assert "\n" in manual.search.list.item(1).text()


def test_esc_ends_the_search_first_and_then_closes(manual: ManualBox) -> None:
    search(manual, "dice seed")
    press(Key.Key_Return)
    press(Key.Key_Escape)
    assert manual.isVisible()
    assert manual.search.text() == ""
    assert manual.search.list.isHidden()
    assert marked(manual) == []
    assert QApplication.focusWidget() is manual.text
    press(Key.Key_Escape)
    assert manual.isHidden()


def test_a_search_without_matches_says_so_and_suggests_another_word(manual: ManualBox) -> None:
    press(Key.Key_F3)
    assert QApplication.focusWidget() is manual.search
    assert manual.search.count.text() == ""
    search(manual, "x")
    assert manual.search.count.text() == ""
    search(manual, "zzzz")
    assert manual.search.count.text() == "Nothing found. Try another word."
    assert manual.search.accessibleDescription() == manual.search.count.text()
    press(Key.Key_Return)
    press(Key.Key_Down)
    assert manual.search.list.isHidden()
    assert QApplication.focusWidget() is manual.search


def test_a_match_stays_highlighted_and_visible_when_the_window_is_resized(
    qtbot: QtBot, manual: ManualBox
) -> None:
    search(manual, "Leave the window open")
    press(Key.Key_Return)
    manual.resize(700, 600)
    qtbot.waitUntil(lambda: bool(running_timers(manual.text)))
    run_out(manual.text)
    assert [mark.casefold() for mark in marked(manual)] == ["leave the window open"]
    assert is_in_sight(manual)


def test_the_search_index_reads_pages_exactly_as_they_are_shown(manual: ManualBox) -> None:
    for path in sorted(DOCS.glob("*.md")):
        manual.text.open_page(path.name)
        searched = QTextDocument()
        searched.setMarkdown(path.read_text("utf-8"))
        assert manual.text.document().blockCount() == searched.blockCount()


def test_opening_another_page_clears_the_highlight(manual: ManualBox) -> None:
    search(manual, "dice seed")
    press(Key.Key_Return)
    manual.text.open_page("stations.md")
    assert marked(manual) == []
