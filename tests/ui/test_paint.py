"""Text painted as large as it fits."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from app.ui.names import elided
from app.ui.table.paint import SMALLEST_PX, fitting_px, font_of

WORDS = ("Interrupt: your clock runs", "Red has the clock", "Finish the move, then tap")


@pytest.mark.parametrize("words", WORDS)
def test_what_was_made_to_fit_loses_no_letters(qapp: QApplication, words: str) -> None:
    for width in range(200, 420):
        px = fitting_px(words, width, 60, 40, bold=True, wrap=False)
        metrics = QFontMetrics(font_of(px, bold=True))
        assert px == SMALLEST_PX or elided(metrics, words, width) == words, (width, px)
