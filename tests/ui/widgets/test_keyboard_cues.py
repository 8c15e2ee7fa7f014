"""Letters are underlined while Alt is held, and a key that moves the keyboard shows where it is."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton, QTableWidget, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.basics import button
from app.ui.widgets.layout import caption_for, column_of
from app.ui.widgets.theme import wear_theme
from tests.ui.by_window_keys import click, press_key


def nothing() -> None: ...


class Parts(QWidget):
    """One of each that takes the keyboard."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = button("&Draw", nothing), button("&Start", nothing)
        self.tick, self.list, self.field = QCheckBox("&Here"), QTableWidget(2, 2), QLineEdit()
        self.caption = caption_for(self.field, "&Name")
        column_of(self.first, self.second, self.tick, self.caption, self.field, self.list, on=self)
        wear_theme(self)


@pytest.fixture
def parts(qtbot: QtBot) -> Parts:
    made = Parts()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.field.setFocus()
    qtbot.waitUntil(made.field.hasFocus)
    return made


def looks(part: QWidget) -> QImage:
    return part.grab().toImage()


WITH_LETTERS: list[Callable[[Parts], QWidget]] = [
    lambda parts: parts.first,
    lambda parts: parts.tick,
    lambda parts: parts.caption,
]


@pytest.mark.parametrize("part_of", WITH_LETTERS)
def test_access_keys_are_underlined_while_alt_is_held(
    parts: Parts, part_of: Callable[[Parts], QWidget]
) -> None:
    part, handle = part_of(parts), parts.windowHandle()
    plain = without_letter(part)
    assert looks(part) == plain
    QTest.keyPress(handle, Qt.Key.Key_Alt)
    assert looks(part) != plain
    QTest.keyRelease(handle, Qt.Key.Key_Alt)
    assert looks(part) == plain


def without_letter(part: QWidget) -> QImage:
    """Return how ``part`` looks if its words have no letter at all."""
    assert isinstance(part, QLabel | QPushButton | QCheckBox)
    words = part.text()
    part.setText(words.replace("&", ""))
    seen = looks(part)
    part.setText(words)
    return seen


def test_access_key_underlines_disappear_when_alt_tab_leaves_the_window(
    qtbot: QtBot, parts: Parts
) -> None:
    plain = looks(parts.first)
    QTest.keyPress(parts.windowHandle(), Qt.Key.Key_Alt)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    assert looks(parts.first) == plain


def test_a_focus_frame_is_shown_for_keyboard_focus_but_not_for_clicks(parts: Parts) -> None:
    plain = looks(parts.first)
    click(parts.first)
    parts.second.clearFocus()
    assert parts.first.hasFocus()
    moved_by_mouse = looks(parts.first)
    press_key(parts, Qt.Key.Key_Tab)
    assert parts.second.hasFocus()
    assert looks(parts.second) != without_focus(parts.second)
    press_key(parts, Qt.Key.Key_Backtab)
    assert looks(parts.first) != moved_by_mouse
    click(parts.tick)
    assert looks(parts.first) == plain
    assert looks(parts.tick) == without_focus(parts.tick)


def without_focus(part: QWidget) -> QImage:
    part.clearFocus()
    seen = looks(part)
    part.setFocus()
    return seen


def test_a_list_shows_its_focus_frame_only_for_keyboard_use(parts: Parts) -> None:
    click(parts.list.viewport())
    corner = looks(parts.list).pixelColor(0, 20)
    press_key(parts.list, Qt.Key.Key_Down)
    assert looks(parts.list).pixelColor(0, 20) != corner


def test_an_input_field_shows_its_focus_however_it_was_reached(parts: Parts) -> None:
    click(parts.field)
    frame = looks(parts.field).pixelColor(0, 15)
    parts.field.clearFocus()
    assert looks(parts.field).pixelColor(0, 15) != frame
