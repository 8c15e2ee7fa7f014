"""A reason that must be given looks it, whether the keyboard is in it or not, until it is given."""

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.ui.dialogs.reason import ReasonDialog
from app.ui.widgets.theme import LIGHT
from tests.ui.pictures import picture_of


def edge(part: QWidget) -> QColor:
    """The colour at its left edge, beside the middle of its height."""
    return QColor(picture_of(part).pixel(QPoint(2, part.height() // 2)))


def test_the_reason_field_is_focused_and_marked_as_required_until_filled_in(qtbot: QtBot) -> None:
    dialog = ReasonDialog("Warn", "Ann", "It is kept.")
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(dialog.reason.hasFocus)
    assert edge(dialog.reason) == QColor(LIGHT.warn)
    assert not dialog.act.isEnabled()
    qtbot.keyClicks(dialog.reason, "  ")
    assert edge(dialog.reason) == QColor(LIGHT.warn)
    qtbot.keyClicks(dialog.reason, "Slow play")
    assert edge(dialog.reason) != QColor(LIGHT.warn)
    assert dialog.act.isEnabled()
    dialog.cancel.setFocus()
    assert edge(dialog.reason) != QColor(LIGHT.warn)
    dialog.reason.clear()
    assert edge(dialog.reason) == QColor(LIGHT.warn)
