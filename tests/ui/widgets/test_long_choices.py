"""Long choices in a combo box that is too narrow for them."""

import pytest
from PySide6.QtWidgets import QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from app.ui.widgets.fields import ComboBox

NAMES = tuple(f"{number}  Maximilian Alexander Friedrich Hohen {number}" for number in (1, 2))


def test_a_long_choice_keeps_its_number_and_its_end(qtbot: QtBot) -> None:
    combo = ComboBox()
    qtbot.addWidget(combo)
    combo.addItems([*NAMES, "3  Anna"])
    combo.setFixedWidth(200)
    combo.show()
    for place, name in enumerate((*NAMES, "3  Anna")):
        combo.setCurrentIndex(place)
        option = QStyleOptionComboBox()
        combo.initStyleOption(option)
        before, dots, end = option.currentText.partition("…")
        assert bool(dots) == (name in NAMES)
        assert name.startswith(before)
        assert name.endswith(end)
        assert before[:1] == name[:1]
        assert (end or before)[-1:] == name[-1:]
        assert combo.fontMetrics().horizontalAdvance(option.currentText) < 200 - 24


@pytest.mark.parametrize("words", ["Round 16", "Runde 16", "Dringlichkeit", "A4", NAMES[0]])
def test_a_choice_is_whole_in_a_combo_box_of_its_own_size(qtbot: QtBot, words: str) -> None:
    combo = ComboBox()
    qtbot.addWidget(combo)
    combo.addItem(words)
    combo.show()
    combo.resize(combo.sizeHint())
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    assert option.currentText == words
