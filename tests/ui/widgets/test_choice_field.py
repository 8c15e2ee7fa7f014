"""Fields that propose words in a list below them."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.widgets.choice_field import ARROW, ChoiceField


@pytest.mark.parametrize("way", ["typed", "arrow", "key"])
def test_suggestions_have_the_same_line_spacing_as_other_lists(qtbot: QtBot, way: str) -> None:
    field = ChoiceField()
    field.offer(["Cryx", "Khador"])
    qtbot.addWidget(field)
    field.show()
    if way == "typed":
        QTest.keyClicks(field, "k")
    elif way == "arrow":
        arrow = QPoint(field.width() - ARROW // 2, field.height() // 2)
        QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=arrow)
    else:
        QTest.keyClick(field, Qt.Key.Key_Down)
    shown = field.completer().popup()
    assert shown is not None
    assert shown.isVisible()
    assert shown.sizeHintForRow(0) == shown.fontMetrics().height() + 8
    shown.hide()
