"""The program's own font: its figures, its weights, and what it lacks."""

import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
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

from app.ui.pages.clocks.rows import COLUMNS as CLOCK_COLUMNS
from app.ui.pages.clocks.rows import ClockColumn
from app.ui.widgets.basics import label
from app.ui.widgets.font import FAMILY, even_figures, is_worn
from app.ui.widgets.list_column import ListColumn
from app.ui.widgets.table_list import TableList
from app.ui.widgets.table_model import ListRows

PARTS: tuple[Callable[[], QWidget], ...] = (QLabel, QPushButton, QMenu, QTableWidget)


@pytest.mark.parametrize("made", PARTS)
def test_every_widget_uses_the_programs_font_with_proportional_hyphens(
    qtbot: QtBot, made: Callable[[], QWidget]
) -> None:
    part = made()
    qtbot.addWidget(part)
    part.ensurePolished()
    assert is_worn(part.font())
    assert not even(part.font())
    assert hyphen(part.font()) < hyphen(even_figures(part.font()))


def test_column_headings_and_tooltips_use_the_programs_font(qtbot: QtBot) -> None:
    table = QTableWidget(1, 1)
    qtbot.addWidget(table)
    header: QHeaderView = table.horizontalHeader()
    header.ensurePolished()
    for font in (header.font(), QToolTip.font()):
        assert is_worn(font)
        assert not even(font)


def test_large_numbers_use_tabular_figures_and_keep_their_size(qtbot: QtBot) -> None:
    figure = label("41:17", "figure")
    qtbot.addWidget(figure)
    figure.ensurePolished()
    assert even(figure.font())
    assert figure.font().pixelSize() > 20


def test_number_columns_use_tabular_figures_and_name_columns_do_not(qtbot: QtBot) -> None:
    columns: tuple[ListColumn[tuple[str, str]], ...] = (
        ListColumn("Player", lambda row: row[0], bold=True),
        ListColumn("TP", lambda row: row[1], centred=True),
    )
    table = TableList("ranked", "Ranked", ListRows(columns))
    qtbot.addWidget(table)
    table.show_rows([("Anna-Lena Müller-Lüdenscheidt", "11")])
    table.ensurePolished()
    for column, is_even in enumerate((False, True)):
        font = table.held.index(0, column).data(Qt.ItemDataRole.FontRole)
        assert even(font.resolve(table.font())) is is_even


def test_time_columns_use_tabular_figures_and_state_columns_do_not() -> None:
    for column, is_even in ((ClockColumn.SHOWS, True), (ClockColumn.STATE, False)):
        assert CLOCK_COLUMNS[column].figures is is_even


def hyphen(font: QFont) -> float:
    return QFontMetricsF(font).horizontalAdvance("-")


def even(font: QFont) -> bool:
    metrics = QFontMetricsF(font)
    return len({metrics.horizontalAdvance(digit * 4) for digit in "0123456789"}) == 1


def test_bold_text_uses_the_fonts_own_bold_face(qapp: QApplication) -> None:
    font = QFont(qapp.font())
    font.setStretch(100)
    plain = QFontMetricsF(font).horizontalAdvance("Hamburgefonstiv")
    font.setWeight(QFont.Weight.DemiBold)
    assert QFontInfo(font).weight() == QFont.Weight.DemiBold
    assert QFontMetricsF(font).horizontalAdvance("Hamburgefonstiv") > plain


@pytest.mark.skipif(sys.platform == "win32", reason="offscreen, Qt knows no font of Windows")
def test_a_script_that_the_font_lacks_is_drawn_in_another(qapp: QApplication) -> None:
    layout = QTextLayout("אבג", qapp.font())
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    families = {run.rawFont().familyName() for run in layout.glyphRuns()}
    assert families
    assert FAMILY not in families


@pytest.mark.skipif(sys.platform == "win32", reason="Windows’ fonts are not fontconfig’s")
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
from app.ui.widgets.theme import LIGHT, apply_theme, styled_application, wear_theme
app = styled_application([])
apply_theme(app, LIGHT)
label = QLabel("Aleksander")
wear_theme(label)
label.ensurePolished()
metrics = label.fontMetrics()
print(metrics.horizontalAdvance(label.text()), metrics.height())
"""
