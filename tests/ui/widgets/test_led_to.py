"""What somebody is led to stays in sight while the page around it is still laid out."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.basics import Scroll, is_in_sight, scroll_to
from app.ui.widgets.layout import column_of


@pytest.fixture
def parts(qtbot: QtBot) -> tuple[Scroll, QWidget, QLineEdit]:
    """A field below what is longer than the page, and above it all what comes later."""
    inside, later, before, field = QWidget(), QWidget(), QWidget(), QLineEdit()
    later.setFixedHeight(400)
    later.hide()
    before.setFixedHeight(600)
    column_of(later, before, field, on=inside)
    scroll = Scroll(inside)
    scroll.resize(300, 300)
    qtbot.addWidget(scroll)
    with qtbot.waitExposed(scroll):
        scroll.show()
    scroll.activateWindow()
    qtbot.waitUntil(scroll.isActiveWindow)
    field.setFocus(Qt.FocusReason.TabFocusReason)
    scroll_to(field, 16)
    qtbot.waitUntil(lambda: field.hasFocus() and is_in_sight(field))
    return scroll, later, field


def test_the_focused_field_stays_visible_when_the_page_grows(
    qtbot: QtBot, parts: tuple[Scroll, QWidget, QLineEdit]
) -> None:
    scroll, later, field = parts
    most = scroll.verticalScrollBar().maximum()
    later.show()
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > most)
    assert is_in_sight(field)


def test_the_focused_field_stays_visible_even_while_another_window_is_active(
    qtbot: QtBot, parts: tuple[Scroll, QWidget, QLineEdit]
) -> None:
    scroll, later, field = parts
    other = QLineEdit()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not field.hasFocus())
    most = scroll.verticalScrollBar().maximum()
    later.show()
    qtbot.waitUntil(lambda: scroll.verticalScrollBar().maximum() > most)
    assert is_in_sight(field)


@pytest.mark.parametrize("left", ["scrolled", "keyboard"])
def test_a_growing_page_does_not_scroll_after_the_user_has_moved_on(
    qtbot: QtBot, parts: tuple[Scroll, QWidget, QLineEdit], left: str
) -> None:
    scroll, later, field = parts
    bar = scroll.verticalScrollBar()
    if left == "scrolled":
        middle = scroll.viewport().rect().center()
        handle = scroll.window().windowHandle()
        QTest.wheelEvent(handle, QPointF(scroll.viewport().mapTo(scroll, middle)), QPoint(0, 240))
    else:
        field.clearFocus()
    place, most = bar.value(), bar.maximum()
    later.show()
    qtbot.waitUntil(lambda: bar.maximum() > most)
    assert bar.value() == place
