"""Charts in a text are drawn by Qt, as wide as the text lets them be."""

from base64 import b64encode
from fractions import Fraction

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot

from app.reports.bar_chart import LEFT, RIGHT, WIDTH, Bar, Chart, chart_image, stack
from app.reports.paper import ON_PAPER
from app.ui.printing.text_images import DATA, TextImages

CHART = Chart((Bar("All", stack(1), "1 of 1"),), ((Fraction(0), "0 %"),))


@pytest.mark.parametrize(("room", "scale"), [(WIDTH + 100, 1.0), (WIDTH // 2, 0.5)])
def test_a_chart_keeps_its_colours_and_shrinks_with_the_text(
    qtbot: QtBot, room: int, scale: float
) -> None:
    browser = QTextBrowser()
    qtbot.addWidget(browser)
    browser.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
    browser.setLineWrapColumnOrWidth(room)
    browser.document().setDocumentMargin(0)
    TextImages(browser.document())
    browser.setHtml(chart_image(CHART))
    browser.resize(WIDTH + 200, 200)
    browser.show()
    image = browser.viewport().grab().toImage().scaled(browser.viewport().size())
    full = QColor(ON_PAPER.tones[0])
    line = [x for x in range(image.width()) if image.pixelColor(x, round(17 * scale)) == full]
    assert line[0] == pytest.approx(LEFT * scale, abs=2)
    assert line[-1] == pytest.approx(RIGHT * scale, abs=2)


def test_a_map_is_as_wide_as_its_tag_says(qtbot: QtBot) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 50 50">'
    svg += '<rect x="-1" y="-1" width="50" height="50" fill="#ff0000"/></svg>'
    data = b64encode(svg.encode()).decode()
    browser = QTextBrowser()
    qtbot.addWidget(browser)
    browser.document().setDocumentMargin(0)
    TextImages(browser.document())
    browser.setHtml(f'<img width="300" height="300" src="{DATA}{data}">')
    browser.resize(400, 400)
    browser.show()
    image = browser.viewport().grab().toImage().scaled(browser.viewport().size())
    red = [x for x in range(image.width()) if image.pixelColor(x, 150) == QColor("#ff0000")]
    assert len(red) == pytest.approx(300, abs=2)
