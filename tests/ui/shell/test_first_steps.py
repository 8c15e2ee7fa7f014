"""The first steps in the sample stand whole in the rail."""

import pytest
from PySide6.QtWidgets import QApplication, QFrame
from pytestqt.qtbot import QtBot

from app.engine.state import State
from app.ui.shell.event_window import RAIL
from app.ui.shell.first_steps import FirstSteps
from app.ui.widgets.layout import column_of
from app.ui.widgets.theme import Space
from tests.spoken import spoken
from tests.ui.cut_text import cut_texts


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_text_of_every_first_step_is_uncut(qtbot: QtBot, qapp: QApplication, code: str) -> None:
    rail = QFrame()
    qtbot.addWidget(rail)
    rail.setObjectName("rail")
    rail.setFixedWidth(RAIL)
    with spoken(code):
        steps = FirstSteps()
        steps.show_state(State())
    column_of(steps, on=rail, gap=Space.NONE)
    rail.show()
    assert cut_texts(rail) == []
