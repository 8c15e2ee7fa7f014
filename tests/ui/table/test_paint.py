"""Text painted as large as it fits."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from app.ui.table.paint import NO_BREAK, SMALLEST_PX, fitting_px, keep_together, sized_font
from app.ui.widgets.elide import elide

WORDS = ("Interrupt: your clock runs", "Red has the clock", "Finish the move, then tap")


@pytest.mark.parametrize("words", WORDS)
def test_text_shrunk_to_fit_loses_no_letters(qapp: QApplication, words: str) -> None:
    for width in range(200, 420):
        px = fitting_px(words, width, 60, 40, bold=True, wrap=False)
        metrics = QFontMetrics(sized_font(px, bold=True))
        assert px == SMALLEST_PX or elide(metrics, words, width) == words, (width, px)


@pytest.mark.parametrize(
    ("words", "last"),
    [("Blue wins by control points: 12 to 0.", "12 to 0."), ("Nobody", "Nobody"), ("to 0", "to 0")],
)
def test_no_line_begins_with_a_stray_number(words: str, last: str) -> None:
    first, _, second = keep_together(f"{words}\n{words}").partition("\n")
    assert first == second
    assert first.replace(NO_BREAK, " ") == words
    assert first.split(" ")[-1].replace(NO_BREAK, " ").endswith(last[-4:])
    assert NO_BREAK in first or len(words) == len("Nobody")
