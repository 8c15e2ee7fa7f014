"""The manual, which is readable without a network, and the box about the program."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QColor,
    QDesktopServices,
    QFont,
    QImage,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from app import VERSION
from app.engine.language import language_code, mark_text, say
from app.engine.text import join_words
from app.store.resources import resources_folder
from app.ui.shell.help.licences_box import LicencesBox, licences_folder
from app.ui.shell.help.manual_index import ManualIndex, ManualPlace, manual_headings
from app.ui.shell.help.manual_search import ManualSearch
from app.ui.shell.palette import MANUAL, Offer
from app.ui.widgets.basics import button, label
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import DIALOG, Space, around, current_theme

FIRST = "README.md"
TROUBLESHOOTING = "troubleshooting.md"
MENUS = (mark_text("&File"), mark_text("&Edit"), mark_text("&View"), mark_text("&Help"))
MISSING = say("The manual is missing here. It is docs/README.md in the program’s source.")
ABOUT = say(
    "The desk, the clocks and the referee of a Steamroller event. It needs no internet, and every"
    " event is one file on this computer."
)
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")
SMOOTH = Qt.TransformationMode.SmoothTransformation
AROUND = 48
"""The number of pixels that margins and the scroll bar need beside a picture; in a table, beside
each cell.
"""
NARROWEST = 120
FIT_AFTER_MS = 150


class ManualText(QTextBrowser):
    """Pages in Markdown from a folder. Pictures are scaled down to the width of the text."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.setAccessibleName(say("Manual"))
        self.folder = folder
        self._beside: dict[str, int] = {}  # how many pictures each one's row has
        self.before: list[str] = []
        """The pages that were read before this one."""
        self._place: ManualPlace | None = None  # the place that is highlighted
        self._fits = QTimer(self, singleShot=True, interval=FIT_AFTER_MS)
        self._fits.timeout.connect(self._fit)
        self._wide = 0
        # Always there: while a page is read anew it would go, and pictures come out too wide.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setOpenLinks(False)
        self.setSearchPaths([str(folder)])
        self.anchorClicked.connect(self.follow)

    def open_page(self, name: str) -> None:
        if (shown := self.source().fileName()) != name:
            if shown:
                self.before.append(shown)
            self._show(name)

    def go_back(self) -> None:
        if self.before:
            self._show(self.before.pop())

    def show_place(self, place: ManualPlace | None) -> None:
        """Highlight a text that was found at ``place`` and scroll to it; None removes the
        highlight.
        """
        if place is not None:
            self.open_page(place.page)
        self._place = place
        self._mark()
        if place is not None:
            self._bring_into_sight(place)

    def _mark(self) -> None:
        marks = []
        if self._place is not None and self.source().fileName() == self._place.page:
            cursor = QTextCursor(self.document().findBlockByNumber(self._place.block))
            cursor.setPosition(cursor.position() + self._place.start)
            end = cursor.position() + self._place.length
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format.setBackground(QColor(current_theme().warn))
            mark.format.setForeground(QColor(current_theme().on_warn))
            marks.append(mark)
        self.setExtraSelections(marks)

    def _bring_into_sight(self, place: ManualPlace) -> None:
        """Scroll so that a place is a third below the top, with the text before it visible."""
        block = self.document().findBlockByNumber(place.block)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + place.start)
        self.setTextCursor(cursor)
        bar = self.verticalScrollBar()
        above = self.cursorRect(cursor).top() - self.viewport().height() // 3
        bar.setValue(bar.value() + above)

    def _show(self, name: str) -> None:
        self._place = None
        lines = (self.folder / name).read_text("utf-8").splitlines()
        rows = [PICTURE.findall(line) for line in lines]
        self._beside = {picture: len(row) for row in rows for picture in row}
        self._wide = self.viewport().width()
        self.setSource(
            QUrl.fromLocalFile(str(self.folder / name)),
            QTextDocument.ResourceType.MarkdownResource,
        )
        self._space()
        self._mark()

    def _space(self) -> None:
        """Give the text a style that Markdown lacks: space between paragraphs and above headings,
        and underlined links. Make bold text as light, and the lines of tables as pale, as elsewhere
        in the program.
        """
        self.document().setDocumentMargin(Space.L)
        whole = QTextCursor(self.document())
        whole.beginEditBlock()  # so that it is laid out only once
        for part in self.document().rootFrame().childFrames():
            if isinstance(part, QTextTable):
                lines = part.format()
                lines.setBorderCollapse(True)
                lines.setBorderBrush(QColor(current_theme().line))
                part.setFormat(lines)
        block = self.document().begin()
        while block.isValid():
            form, cursor = block.blockFormat(), QTextCursor(block)
            if cursor.currentTable() is None:
                form.setBottomMargin(Space.S)
                form.setTopMargin(Space.L if form.headingLevel() > 1 else 0)
                cursor.setBlockFormat(form)
            block = block.next()
        for start, end, lacking in _parts_to_change(self.document()):
            whole.setPosition(start)
            whole.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            whole.mergeCharFormat(lacking)
        whole.endEditBlock()

    def follow(self, link: QUrl) -> None:
        """Follow a link to another page of the manual, to a heading on this page, or to a
        website.
        """
        if link.scheme() in {"http", "https"}:
            QDesktopServices.openUrl(link)
            return
        name = Path(link.path()).name
        if name and (self.folder / name).is_file():
            self.open_page(name)
        if link.fragment():
            self.show_heading(link.fragment())

    def show_heading(self, anchor: str) -> None:
        """Scroll to a heading, given by its anchor as GitHub makes it: in small letters with
        hyphens.
        """
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and slug(block.text()) == anchor:
                self.setTextCursor(QTextCursor(block))
                place = self.document().documentLayout().blockBoundingRect(block)
                self.verticalScrollBar().setValue(round(place.top()))
                return
            block = block.next()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        if kind != QTextDocument.ResourceType.ImageResource.value:
            return super().loadResource(kind, name)
        path = QUrl(name).path().removeprefix(f"{self.folder}/")
        image = QImage(str(self.folder / path))
        beside = self._beside.get(path, 1)
        room = max(self.viewport().width() // beside - AROUND, NARROWEST)
        return image.scaledToWidth(room, SMOOTH) if image.width() > room else image

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.source().isValid() and self.viewport().width() != self._wide:
            self._fits.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and self.source().isValid():
            self._fits.start()  # links keep the colour from when the page was read

    def _fit(self) -> None:
        """Render the page again with the present colour of links and width of pictures. The
        reader's place stays in sight.
        """
        bar = self.verticalScrollBar()
        place = bar.value() / max(bar.maximum(), 1)
        self._wide = self.viewport().width()
        self.document().clear()
        self.reload()
        self._space()
        self._mark()
        bar.setValue(round(place * bar.maximum()))
        if self._place is not None:
            self._bring_into_sight(self._place)


def _parts_to_change(document: QTextDocument) -> list[tuple[int, int, QTextCharFormat]]:
    """Return the start and end of each bold part and each link, with the properties that its format
    lacks.
    """
    demi_bold, underlined = QTextCharFormat(), QTextCharFormat()
    demi_bold.setFontWeight(QFont.Weight.DemiBold)
    underlined.setFontUnderline(True)
    parts = []
    block = document.begin()
    while block.isValid():
        place = block.begin()
        while not place.atEnd():
            fragment = place.fragment()
            start, form = fragment.position(), fragment.charFormat()
            if form.fontWeight() > QFont.Weight.DemiBold:
                parts.append((start, start + fragment.length(), demi_bold))
            if form.isAnchor():
                parts.append((start, start + fragment.length(), underlined))
            place += 1
        block = block.next()
    return parts


def language_words() -> str:
    """Return a sentence that helps readers of other languages find the menus that the English
    manual names.
    """
    named = ((menu.replace("&", ""), say(menu).replace("&", "")) for menu in MENUS)
    menus = (say("{english} is “{menu}”", english=english, menu=menu) for english, menu in named)
    return say("The manual is in English. In its menus, {menus}.", menus=join_words(menus))


def slug(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def offer_manual(show: Callable[[str, str], object]) -> Iterator[Offer]:
    """Yield an offer for each heading of the manual. ``show`` is called with the page and the
    heading's anchor.
    """
    beside = ""
    for page, title, heading in manual_headings(resources_folder().parent / "docs", FIRST):
        if heading:
            yield Offer(heading, beside, partial(_show_heading, show, page, heading))
        else:  # its headings follow
            beside = say("Manual: {title}", title=title)
            yield Offer(title, MANUAL, partial(show, page, ""))


def _show_heading(show: Callable[[str, str], object], page: str, heading: str) -> None:
    show(page, slug(heading))


class ManualBox(Dialog):
    """A window with the manual that comes with the program. It begins at ``page``. No dialog blocks
    this window, and it does not stay on top of other windows.
    """

    def __init__(self, parent: QWidget | None = None, page: str = FIRST) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(say("Manual – Flagfall"))
        folder = resources_folder().parent / "docs"
        self.text = ManualText(folder)
        self.search = ManualSearch(ManualIndex(folder, FIRST))
        self.language = label(language_words(), "muted", wraps=True)
        self.home = button(say("Con&tents"), lambda: self.text.open_page(FIRST), kind="quiet")
        self.back = button(say("&Back"), self.text.go_back, kind="quiet")
        self.text.sourceChanged.connect(lambda: self.back.setEnabled(bool(self.text.before)))
        self.back.setEnabled(False)
        self.search.chosen.connect(self.text.show_place)
        self.search.left.connect(self.text.setFocus)
        for keys, act in (
            ("Ctrl+F", self.search.begin),
            ("F3", self.search.go_on),
            ("Shift+F3", lambda: self.search.go_on(-1)),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        self.resize(1000, 680)
        close = button(say("&Close"), self.accept, kind="primary")
        column_of(
            row_of(self.home, self.back, STRETCH, *self.search.row, gap=Space.S),
            self.language,
            row_of(self.search.list, grow(self.text), gap=Space.M),
            row_of(STRETCH, close),
            on=self,
            gap=Space.M,
            margins=around(Space.L),
        )
        if (folder / page).is_file():
            self.text.open_page(page)
        else:
            self.text.setPlainText(MISSING)
        self.language.setVisible(language_code() != "en")
        self.text.setFocus()

    def show_page(self, page: str = "") -> None:
        """Bring the manual to the front, at ``page`` or at its last place. The program continues
        beside it.
        """
        if page and (self.text.folder / page).is_file():
            self.text.open_page(page)
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """End the search, if one is open, when Esc is pressed."""
        if event.key() == Qt.Key.Key_Escape and self.search.is_open:
            self.search.leave()
        else:
            super().keyPressEvent(event)


class AboutBox(Dialog):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("About Flagfall"))
        words = label(ABOUT, wraps=True)
        words.setMinimumWidth(380)
        close = button(say("&Close"), self.accept, kind="primary")
        self.licences = button(say("&Licences…"), self._show_licences, kind="quiet")
        self.licences.setVisible(licences_folder().is_dir())
        column_of(
            label(say("Flagfall {version}", version=VERSION), "title"),
            words,
            row_of(self.licences, STRETCH, close),
            on=self,
            gap=Space.M,
            margins=DIALOG,
        )

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> None:
        cls(parent).exec()

    def _show_licences(self) -> None:
        LicencesBox.ask(licences_folder(), self)
