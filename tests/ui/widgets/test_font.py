"""The program's own font: its figures, its weights, and what it lacks."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QTextLayout
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QTableWidget,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.ui.widgets.font import FAMILY, is_worn

PARTS: tuple[Callable[[], QWidget], ...] = (QLabel, QPushButton, QMenu, QTableWidget)


@pytest.mark.parametrize("made", PARTS)
def test_every_part_of_a_window_wears_the_programs_font_with_even_figures(
    qtbot: QtBot, made: Callable[[], QWidget]
) -> None:
    part = made()
    qtbot.addWidget(part)
    part.ensurePolished()
    assert even(part.font())
    assert is_worn(part.font())


def test_headings_of_columns_and_tooltips_wear_it_too(qtbot: QtBot) -> None:
    table = QTableWidget(1, 1)
    qtbot.addWidget(table)
    header: QHeaderView = table.horizontalHeader()
    header.ensurePolished()
    for font in (header.font(), QToolTip.font()):
        assert is_worn(font)
        assert even(font)


def even(font: QFont) -> bool:
    metrics = QFontMetricsF(font)
    return len({metrics.horizontalAdvance(digit * 4) for digit in "0123456789"}) == 1


def test_bold_words_are_drawn_in_the_fonts_own_bold(qapp: QApplication) -> None:
    font = QFont(qapp.font())
    font.setStretch(100)
    plain = QFontMetricsF(font).horizontalAdvance("Hamburgefonstiv")
    font.setWeight(QFont.Weight.DemiBold)
    assert QFontInfo(font).weight() == QFont.Weight.DemiBold
    assert QFontMetricsF(font).horizontalAdvance("Hamburgefonstiv") > plain


def test_a_script_that_the_font_lacks_is_drawn_in_another(qapp: QApplication) -> None:
    layout = QTextLayout("אבג", qapp.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    families = {run.rawFont().familyName() for run in layout.glyphRuns()}
    assert families
    assert FAMILY not in families


def test_the_font_of_a_window_does_not_depend_on_which_fonts_are_installed() -> None:
    """Not even where there is no other."""
    found = subprocess.run(
        [sys.executable, "-c", WIDTH],
        env={"QT_QPA_PLATFORM": "offscreen", "FONTCONFIG_FILE": "/dev/null"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (
        found.stdout.split()
        == subprocess.run(
            [sys.executable, "-c", WIDTH],
            env={"QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
    )


WIDTH = """
from PySide6.QtWidgets import QLabel
from app.ui.widgets.theme import LIGHT, apply_theme, styled_application
app = styled_application([])
apply_theme(app, LIGHT)
label = QLabel("Aleksander")
label.ensurePolished()
metrics = label.fontMetrics()
print(metrics.horizontalAdvance(label.text()), metrics.height())
"""
