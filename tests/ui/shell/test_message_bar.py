"""Where the bar for messages lies."""

import pytest
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.ui.shell.message_bar import MessageBar

WIDE, HIGH = 900, 600


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(WIDE, HIGH)
    return host


@pytest.fixture
def field(host: QWidget) -> QLineEdit:
    """At the foot of the window, as the results desk is."""
    field = QLineEdit(host)
    field.setGeometry(40, HIGH - 50, 60, 32)
    return field


def shown(qtbot: QtBot, host: QWidget) -> MessageBar:
    bar = MessageBar()
    bar.attach_to(host, at_bottom=True)
    with qtbot.waitExposed(host):
        host.show()
    host.activateWindow()
    return bar


def test_a_message_does_not_cover_the_field_being_typed_in(
    qtbot: QtBot, host: QWidget, field: QLineEdit
) -> None:
    bar = shown(qtbot, host)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    bar.show_message("The players are asked who goes first.")
    assert not bar.geometry().intersects(field.geometry())
    assert bar.geometry().bottom() < field.geometry().top()


def test_a_message_does_not_cover_a_field_without_focus_either(
    qtbot: QtBot, host: QWidget, field: QLineEdit
) -> None:
    elsewhere = QLineEdit(host)
    bar = shown(qtbot, host)
    elsewhere.setFocus()
    qtbot.waitUntil(elsewhere.hasFocus)
    bar.show_message("Not saved.")
    assert bar.geometry().bottom() < field.geometry().top()
    field.hide()
    bar.place_again()
    qtbot.waitUntil(lambda: bar.geometry().bottom() == HIGH - 1)


def test_a_message_moves_away_from_a_control_that_gets_focus(qtbot: QtBot, host: QWidget) -> None:
    part = QPushButton("Finish", host)
    part.setGeometry(40, HIGH - 50, 60, 32)
    bar = shown(qtbot, host)
    bar.show_message("Not saved.")
    bar.dismiss.setFocus()
    qtbot.waitUntil(bar.dismiss.hasFocus)
    qtbot.waitUntil(lambda: bar.geometry().bottom() == HIGH - 1)
    part.setFocus()
    qtbot.waitUntil(lambda: not bar.geometry().intersects(part.geometry()))


def test_if_fields_leave_no_room_a_message_avoids_only_the_one_being_typed_in(
    qtbot: QtBot, host: QWidget
) -> None:
    fields = [QLineEdit(host) for _ in range(HIGH // 30)]
    for place, field in enumerate(fields):
        field.setGeometry(40, 30 * place, 60, 28)
    bar = shown(qtbot, host)
    bar.show_message("Not saved.")
    assert host.rect().contains(bar.geometry())
    fields[-1].setFocus()
    qtbot.waitUntil(lambda: not bar.geometry().intersects(fields[-1].geometry()))
    assert host.rect().contains(bar.geometry())


def test_a_focused_list_does_not_move_a_message(qtbot: QtBot, host: QWidget) -> None:
    all_over = QWidget(host)
    all_over.setGeometry(0, 0, WIDE, HIGH)
    bar = shown(qtbot, host)
    all_over.setFocus()
    bar.show_message("Not saved.")
    qtbot.waitUntil(lambda: bar.geometry().bottom() == HIGH - 1)


def test_a_window_can_be_destroyed_while_a_message_is_shown_and_a_field_has_focus(
    qtbot: QtBot,
) -> None:
    """The field gives the keyboard back while the window is half gone."""
    host = QWidget()
    field = QLineEdit(host)
    bar = shown(qtbot, host)
    bar.show_message("Table 4 has no result yet.")
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    moves: list[None] = []
    bar.moved.connect(lambda: moves.append(None))
    host.deleteLater()
    qtbot.waitUntil(lambda: not isValid(host))
    assert not moves
