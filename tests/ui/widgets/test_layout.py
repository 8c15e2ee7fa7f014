"""Layouts that are filled anew: what they held before is gone from the window."""

from PySide6.QtWidgets import QApplication, QLabel, QLayout, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.layout import STRETCH, append, clear, column_of, grid_of, grow, row_of
from tests.ui.ghosts import ghosts, shown_buttons

FILLINGS, ROWS = 40, 8


def row(words: str) -> QLayout:
    """A row of columns, as dialogs have it."""
    name = column_of(QLabel(words), QLabel("about"))
    answers = grid_of([QPushButton(words), QPushButton(f"not {words}")])
    return column_of(row_of(grow(name), answers, STRETCH))


def window_with_rows(qtbot: QtBot, *words: str) -> tuple[QWidget, QVBoxLayout]:
    window = QWidget()
    qtbot.addWidget(window)
    rows = column_of(*map(row, words), STRETCH, on=window)
    with qtbot.waitExposed(window):
        window.show()
    return window, rows


def test_a_cleared_layout_shows_nothing_of_the_rows_inside_it(qtbot: QtBot) -> None:
    window, rows = window_with_rows(qtbot, "Anna", "Ben")
    assert shown_buttons(window) == ["Anna", "not Anna", "Ben", "not Ben"]
    clear(rows)
    assert [part for part in window.findChildren(QWidget) if part.isVisible()] == []
    qtbot.waitUntil(lambda: window.findChildren(QWidget) == [])
    assert window.findChildren(QLayout) == [rows]


def test_rows_can_be_refilled_many_times_without_leaving_widgets_behind(qtbot: QtBot) -> None:
    window, rows = window_with_rows(qtbot, "Anna")
    for filling in range(FILLINGS):
        clear(rows)
        append(rows, *(row(f"{filling}.{number}") for number in range(ROWS)), STRETCH)
        QApplication.processEvents()
        QApplication.sendPostedEvents()
        assert len(shown_buttons(window)) == 2 * ROWS
    assert ghosts(window) == []


def test_the_check_notices_widgets_lost_from_a_layout(qtbot: QtBot) -> None:
    """Else no test would notice that a window shows it."""
    window, rows = window_with_rows(qtbot, "Anna")
    assert ghosts(window) == []
    lost = QPushButton("Ben", window)
    assert ghosts(window) == []
    lost.show()
    assert ghosts(window) == ["QPushButton  Ben"]
    append(rows, lost)
    assert ghosts(window) == []
