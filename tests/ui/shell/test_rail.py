"""The rail shows where one is by a line, a shade and bold letters, and moves no name."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.ui.shell.event_window import EventView
from app.ui.shell.main_window import MainWindow
from app.ui.shell.place_pages import PlacePages
from app.ui.shell.rail_button import RailButton
from app.ui.widgets.theme import CONTRAST, THEMES, Theme
from app.views.pages import DeskPage
from tests.ui.pictures import picture_of
from tests.ui.windows import begin

BAR = 4
"""The width of the line beside the chosen name in high contrast."""
PAGES = (DeskPage.NOW, DeskPage.ROUND, DeskPage.STANDINGS, DeskPage.AWARDS, DeskPage.HISTORY)


class Name(NamedTuple):
    """A name in the rail as it is seen."""

    words: str
    chosen: bool
    picture: QImage


@pytest.fixture
def view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> EventView:
    return begin(qtbot, window, tmp_path / "night.flagfall")


def names_in_sight(view: EventView) -> list[Name]:
    """The names of places and of their pages; of both there are Standings."""
    rail = view.findChild(QWidget, "rail")
    assert rail is not None
    whole = picture_of(rail)
    names: list[QPushButton] = [*view.findChildren(RailButton)]
    for pages in view.findChildren(PlacePages):
        names += pages.names.values()
    return [
        Name(
            f"{type(name).__name__} {name.text()}",
            name.isChecked(),
            whole.copy(QRect(name.mapTo(rail, QPoint()), name.size())),
        )
        for name in names
        if name.isVisible()
    ]


def words_begin(picture: QImage) -> int:
    """Where the letters of a name begin, in pixels from its left edge."""
    ground = picture.pixelColor(BAR + 1, picture.height() // 2)
    rows = range(picture.height() // 4, picture.height() * 3 // 4)
    return next(
        x
        for x in range(BAR + 1, picture.width())
        if any(apart(picture.pixelColor(x, y), ground) for y in rows)
    )


def apart(one: QColor, other: QColor) -> bool:
    return abs(one.lightness() - other.lightness()) > 64


@pytest.mark.parametrize("theme", THEMES.values())
def test_choosing_a_rail_entry_does_not_move_its_text(
    view: EventView, theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    """In high contrast it was 4 pixels further right, by the line beside it."""
    dressed(theme)
    begins: dict[str, dict[bool, int]] = {}
    for page in PAGES:
        view.show_page(page)
        for name in names_in_sight(view):
            begins.setdefault(name.words, {})[name.chosen] = words_begin(name.picture)
    both = {words: seen for words, seen in begins.items() if len(seen) == 2}
    assert len(both) >= 6
    moved = {words: seen for words, seen in both.items() if abs(seen[True] - seen[False]) > 1}
    assert not moved


@pytest.mark.parametrize("theme", CONTRAST)
def test_in_high_contrast_a_straight_line_marks_the_chosen_rail_entry(
    view: EventView, theme: Theme, dressed: Callable[[Theme], None]
) -> None:
    dressed(theme)
    view.show_page(DeskPage.AWARDS)
    names = names_in_sight(view)
    for name in names:
        beside = {name.picture.pixelColor(1, y).name() for y in range(name.picture.height())}
        assert (beside == {theme.accent}) is name.chosen
        assert name.chosen or theme.accent not in beside
    assert sum(name.chosen for name in names) == 2
