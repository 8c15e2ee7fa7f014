"""The manual and the version."""

import re
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QObject, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QFont, QTextTable
from pytestqt.qtbot import QtBot

from app.engine.language import speak
from app.store.resources import resources_folder
from app.ui.shell.help.help_boxes import AboutBox, ManualBox, slug
from app.ui.widgets.theme import DARK, LIGHT, Theme

DOCS = resources_folder().parent / "docs"


@pytest.fixture
def manual(qtbot: QtBot) -> ManualBox:
    box = ManualBox()
    qtbot.addWidget(box)
    box.show()
    return box


class French:
    """A second language, as far as the manual's line needs one."""

    def gettext(self, message: str, /) -> str:
        return {"&File": "&Fichier"}.get(message, message)

    def ngettext(self, one: str, other: str, number: int, /) -> str:
        return one if number == 1 else other

    def info(self) -> dict[str, str]:
        return {"language": "fr"}


@pytest.fixture
def french() -> Iterator[None]:
    speak(French())
    yield
    speak(None)


@pytest.mark.usefixtures("french")
def test_the_manual_says_that_it_is_in_english_if_the_program_is_not(qtbot: QtBot) -> None:
    box = ManualBox()
    qtbot.addWidget(box)
    box.show()
    assert box.language.isVisible()
    assert box.language.text().startswith("The manual is in English.")
    assert "File is “Fichier”" in box.language.text()


def test_the_manual_does_not_mention_its_language_in_an_english_program(manual: ManualBox) -> None:
    assert not manual.language.isVisible()


def test_the_help_menu_offers_the_manual_and_an_about_box(qtbot: QtBot, manual: ManualBox) -> None:
    about = AboutBox()
    qtbot.addWidget(about)
    assert manual.text.toPlainText().startswith("Flagfall: the manual")
    assert about.windowTitle() == "About Flagfall"


def test_every_page_that_the_manual_names_opens_inside_the_program(manual: ManualBox) -> None:
    pages = re.findall(r"\]\(([\w-]+\.md)\)", (DOCS / "README.md").read_text("utf-8"))
    assert "running-an-event.md" in pages
    for page in dict.fromkeys(pages):
        manual.text.follow(QUrl(page))
        heading = (DOCS / page).read_text("utf-8").splitlines()[0].removeprefix("# ")
        assert manual.text.toPlainText().startswith(heading)
        manual.back.click()
        assert manual.text.toPlainText().startswith("Flagfall: the manual")


def test_bold_text_in_the_manual_has_the_weight_used_elsewhere(manual: ManualBox) -> None:
    weights = set()
    block = manual.text.document().begin()
    while block.isValid():
        weights |= {part.format.fontWeight() for part in block.textFormats()}
        block = block.next()
    assert max(weights) == QFont.Weight.DemiBold


@pytest.mark.parametrize("wide", [700, 1100])
def test_pictures_of_the_manual_are_no_wider_than_its_window(
    qtbot: QtBot, manual: ManualBox, wide: int
) -> None:
    manual.text.open_page("running-an-event.md")
    manual.resize(wide, 600)
    document, view = manual.text.document(), manual.text.viewport()
    qtbot.waitUntil(lambda: document.idealWidth() <= view.width())
    qtbot.waitUntil(lambda: not manual.text.horizontalScrollBar().isVisible())


def link_inks(manual: ManualBox) -> set[str]:
    """The colours of the page's links."""
    inks, block = set(), manual.text.document().begin()
    while block.isValid():
        for part in block.textFormats():
            if part.format.isAnchor():
                inks.add(part.format.foreground().color().name())
        block = block.next()
    return inks


def test_links_on_an_open_manual_page_adopt_a_new_theme(
    qtbot: QtBot, manual: ManualBox, dressed: Callable[[Theme], None]
) -> None:
    (fits,) = manual.text.findChildren(QTimer)
    qtbot.waitUntil(lambda: not fits.isActive())
    assert link_inks(manual) == {LIGHT.accent}
    dressed(DARK)
    qtbot.waitUntil(lambda: link_inks(manual) == {DARK.accent})


def test_links_are_underlined_and_table_lines_use_the_theme_colour(
    qtbot: QtBot, manual: ManualBox, dressed: Callable[[Theme], None]
) -> None:
    """A colour alone does not tell a link from the words around it (WCAG 2.1, 1.4.1)."""

    def lines_of_tables() -> set[str]:
        parts = manual.text.document().rootFrame().childFrames()
        tables = [part for part in parts if isinstance(part, QTextTable)]
        return {table.format().borderBrush().color().name() for table in tables}

    assert lines_of_tables() == {LIGHT.line}
    links, block = 0, manual.text.document().begin()
    while block.isValid():
        for part in block.textFormats():
            links += part.format.isAnchor()
            assert part.format.fontUnderline() or not part.format.isAnchor()
        block = block.next()
    assert links > 10
    dressed(DARK)
    qtbot.waitUntil(lambda: lines_of_tables() == {DARK.line})


def test_a_link_to_a_heading_brings_it_to_the_top(manual: ManualBox) -> None:
    manual.text.follow(QUrl("architecture.md#the-map"))
    heading = manual.text.textCursor()
    assert heading.block().text() == "The map"
    assert manual.text.cursorRect(heading).top() in range(40)
    assert slug("What can be connected?") == "what-can-be-connected"


def test_web_links_open_in_the_browser(manual: ManualBox) -> None:
    asked: list[QUrl] = []

    class Browser(QObject):
        @Slot(QUrl)
        def take(self, url: QUrl) -> None:
            asked.append(url)

    browser = Browser()
    QDesktopServices.setUrlHandler("https", browser, "take")
    manual.text.follow(QUrl("https://example.org/"))
    QDesktopServices.unsetUrlHandler("https")
    assert [url.toString() for url in asked] == ["https://example.org/"]
