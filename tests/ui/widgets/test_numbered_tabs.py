"""Tabs with numbers share the room of their bar."""

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.widgets.fields import NumberedTabs
from tests.ui.cut_text import seen_tabs

WORDS = ("1: Haley", "2: Commander Coleman Stryker", "List 3", "4: General Adept Nemo")


@pytest.fixture
def tabs(qtbot: QtBot) -> NumberedTabs:
    tabs = NumberedTabs()
    qtbot.addWidget(tabs)
    for words in WORDS:
        tabs.addTab(words)
    tabs.show()
    return tabs


def seen_at(tabs: NumberedTabs, width: int) -> list[str]:
    tabs.resize(width, tabs.sizeHint().height())
    QApplication.processEvents()
    return seen_tabs(tabs)


def test_tabs_with_enough_room_are_whole(tabs: NumberedTabs) -> None:
    assert seen_at(tabs, tabs.sizeHint().width()) == [*WORDS]


def test_only_names_that_are_longer_than_their_share_are_shortened(tabs: NumberedTabs) -> None:
    for missing in (80, 160):
        haley, stryker, third, nemo = seen_at(tabs, tabs.sizeHint().width() - missing)
        assert (haley, third) == ("1: Haley", "List 3")
        assert stryker.startswith("2: …")
        assert stryker.endswith("Stryker")
        assert nemo.endswith("Nemo")


def test_numbers_are_seen_in_the_narrowest_bar(tabs: NumberedTabs) -> None:
    tabs.setTabText(0, "1: Captain Victoria Haley")
    seen = seen_at(tabs, tabs.minimumSizeHint().width())
    assert [words.strip("…")[:2].strip() for words in seen] == ["1:", "2:", "3", "4:"]
