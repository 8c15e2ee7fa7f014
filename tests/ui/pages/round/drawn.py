"""The draw of a round, as the desk has it, and buttons pressed on its page."""

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QWidget

from app.engine.acts.undo import Redo, Undo
from app.engine.rounds.edit import arrangement
from app.engine.state import Round
from tests.events import Event

Key = Qt.Key


def press(button: QWidget) -> None:
    """By keyboard."""
    assert button.isEnabled()
    button.setFocus()
    QTest.keyClick(button, Key.Key_Space)


def cell(table: QTableView, row: int, column: int) -> QModelIndex:
    return table.model().index(row, column)


def latest(event: Event) -> Round:
    round_ = event.state.latest
    assert round_ is not None
    return round_


def pairs(event: Event) -> tuple[tuple[int, int], ...]:
    return arrangement(event.state, latest(event)).pairs


def undone_and_redone(event: Event) -> None:
    """What is on the screen now can be taken back and done again."""
    after = event.state
    event.do(Undo())
    before = event.state
    assert (before.rounds, before.players) != (after.rounds, after.players)
    event.do(Redo())
    assert (event.state.rounds, event.state.games) == (after.rounds, after.games)
