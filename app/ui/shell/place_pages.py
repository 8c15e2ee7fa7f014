"""The pages that share one place in the rail. Their names stand below the place's name, or as tabs
above the page.
"""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QWidget

from app.ui.widgets.basics import button, choose_one
from app.ui.widgets.fields import TabBar
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.letters_of_alt import paint_without_letters
from app.ui.widgets.theme import Margins, Space
from app.views.pages import DeskPage, page_name


class PlacePages(QWidget):
    """The names of a place's pages, as buttons below the place in the rail. ``go`` is called with
    the page whose name was pressed.
    """

    def __init__(
        self,
        pages: Sequence[DeskPage],
        go: Callable[[DeskPage], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.names = {page: button(page_name(page), partial(go, page)) for page in pages}
        for one in self.names.values():
            one.setProperty("within", True)
            paint_without_letters(one)
        choose_one(QButtonGroup(self), *self.names.values())
        column_of(
            *self.names.values(),
            on=self,
            gap=Space.NONE,
            margins=Margins(Space.M, Space.NONE, Space.NONE, Space.NONE),
        )

    def show_chosen(self, page: DeskPage) -> None:
        """Mark the page that is shown. Hide the names if the page belongs to another place."""
        self.setVisible(page in self.names)
        if page in self.names:
            self.names[page].setChecked(True)


class PlaceTabs(QWidget):
    """The pages of a place, with their names as tabs above them. ``go`` is called with the page
    that was chosen.
    """

    def __init__(
        self,
        pages: Sequence[DeskPage],
        go: Callable[[DeskPage], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.pages = tuple(pages)
        self.stack = QStackedWidget()
        self.tabs = TabBar()
        paint_without_letters(self.tabs)
        for page in pages:
            self.tabs.addTab(page_name(page))
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.currentChanged.connect(lambda at: go(self.pages[at]))
        column_of(
            row_of(
                self.tabs,
                STRETCH,
                margins=Margins(Space.L, Space.S, Space.L, Space.NONE),
            ),
            grow(self.stack),
            on=self,
            gap=Space.NONE,
        )

    def show_chosen(self, page: DeskPage) -> None:
        """Mark the page that is shown."""
        if page in self.pages and self.tabs.currentIndex() != self.pages.index(page):
            with QSignalBlocker(self.tabs):
                self.tabs.setCurrentIndex(self.pages.index(page))
            self.tabs.updateGeometry()  # the shown tab's name is wider

    def focus_page(self) -> None:
        """Move the focus to its last position on the page that is shown, or else to the first field
        of that page. Qt by itself would return to the page that last had the focus.
        """
        page = self.stack.currentWidget()
        before = page.focusWidget() if page is not None else None
        if before is not None:
            before.setFocus()
        else:
            self.tabs.setFocus()
            self.tabs.focusNextChild()
