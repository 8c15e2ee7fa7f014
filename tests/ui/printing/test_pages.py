"""How documents are cut into pages."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter

from app.reports.page import NEW_PAGE, cell_words, frame, head, page
from app.ui.printing.pages import FEWEST, Paper, box_of, html_pages, lay_out
from app.ui.widgets.steps import at_once
from tests.ui.printing.on_paper import pdf_of, together, words_in

BOX = box_of(Paper.A4.size).size()


def rows(count: int) -> str:
    lines = [
        (cell_words(f"row {n} of many"), cell_words("below it", "a second line"))
        for n in range(count)
    ]
    return page("Rows", (head("First", percent=50), head("Second")), lines, "The end.")


def pages_of(html: str, size: QSizeF = BOX) -> int:
    return len(at_once(html_pages(html, size)))


@pytest.mark.parametrize("count", [*range(15, 45), 80, 81, 207])
def test_no_page_holds_only_a_row_or_two_and_no_row_is_lost(
    qapp: object, count: int, tmp_path: Path
) -> None:
    steps = lay_out([rows(count)], Paper.A4.size, title="", head="head", foot="foot")
    printout = at_once(steps)
    texts = [together(text) for text in words_in(pdf_of(printout, tmp_path / "rows.pdf"))]
    counted = [text.count("ofmany") for text in texts]
    assert sum(counted) == count
    assert min(counted) >= FEWEST - 1
    for text, number in zip(texts, counted, strict=True):
        assert text.count("asecondline") == number  # both lines of a row are on its page
        assert text.count("Second") == 1  # the head of the table
    assert texts[-1].count("Theend.") == 1


@pytest.mark.parametrize("count", range(20, 40, 3))
def test_no_row_is_printed_twice_when_a_heading_follows_its_table(
    qapp: object, count: int, tmp_path: Path
) -> None:
    table = rows(count).partition("<body>")[2].partition("<p>The end")[0]
    html = frame("Tables", f"{table}<h2>Second</h2>{table}", "")
    printout = at_once(lay_out([html], Paper.A4.size, title="", head="", foot=""))
    texts = words_in(pdf_of(printout, tmp_path / "tables.pdf"))
    assert together("".join(texts)).count("ofmany") == 2 * count


def test_content_slightly_too_long_for_a_page_is_scaled_down_to_fit(qapp: object) -> None:
    most = next(count for count in range(10, 60) if pages_of(rows(count + 1)) > 1)
    assert most >= 20


@pytest.mark.parametrize("sentences", [64, 67, 70])
def test_scaled_down_text_uses_the_full_page_width(qapp: object, sentences: int) -> None:
    words = "<p>" + "A sheet of many short words, none of which is very long at all. " * 2 + "</p>"
    pages = at_once(html_pages(frame("Long", words * (sentences // 2), ""), BOX))
    image = QImage(BOX.toSize() / 6, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(1 / 6, 1 / 6)
    pages[0](painter, QRectF(QPointF(), BOX))
    painter.end()
    inked = [
        x
        for x in range(image.width())
        if any(image.pixelColor(x, y).lightness() < 200 for y in range(image.height()))
    ]
    assert len(pages) == 1
    assert inked[-1] > 0.95 * image.width()


def test_a_forced_page_break_starts_a_new_page(qapp: object) -> None:
    body = f"<h1>One</h1><p>first</p><h1{NEW_PAGE}>Two</h1><p>second</p>"
    assert pages_of(frame("Two parts", body, "")) == 2


def test_a_row_larger_than_the_page_is_scaled_to_fit(qapp: object) -> None:
    long = page("Long", (head("All"),), [(cell_words("word " * 4000),), (cell_words("short"),)])
    assert pages_of(long) <= 3
