"""The pages that share one place in the rail: below the place's name, or as tabs above the page."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QButtonGroup, QWidget

from app.ui.widgets.basics import button, choose_one
from app.ui.widgets.fields import TabBar
from app.ui.widgets.layout import STRETCH, column_of, row_of
from app.ui.widgets.theme import Margins, Space


class PlacePages(QWidget):
    """The names of the pages below the place. ``go`` gets the name that was pressed."""

    def __init__(
        self, names: Sequence[str], go: Callable[[str], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.names = {name: button(name, partial(go, name)) for name in names}
        for one in self.names.values():
            one.setProperty("within", True)
        choose_one(QButtonGroup(self), *self.names.values())
        column_of(
            *self.names.values(),
            on=self,
            gap=Space.NONE,
            margins=Margins(Space.M, Space.NONE, Space.NONE, Space.NONE),
        )

    def show_chosen(self, name: str) -> None:
        """Mark the page that is shown. Hide the names if it belongs to another place."""
        self.setVisible(name in self.names)
        if name in self.names:
            self.names[name].setChecked(True)


class PlaceTabs(QWidget):
    """The names of the pages as tabs. ``go`` gets the name that was chosen."""

    def __init__(
        self, names: Sequence[str], go: Callable[[str], object], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.names = tuple(names)
        self.tabs = TabBar()
        for name in names:
            self.tabs.addTab(name)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.currentChanged.connect(lambda at: go(self.names[at]))
        row_of(
            self.tabs,
            STRETCH,
            on=self,
            margins=Margins(Space.L, Space.S, Space.L, Space.NONE),
        )

    def show_chosen(self, name: str) -> None:
        """Mark the page that is shown. Hide the tabs if it belongs to another place."""
        self.setVisible(name in self.names)
        if name in self.names:
            with QSignalBlocker(self.tabs):
                self.tabs.setCurrentIndex(self.names.index(name))
            self.tabs.updateGeometry()  # the name of the tab on show is the wider one
