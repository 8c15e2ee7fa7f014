"""The pages of one place of the rail, below its name while it is on show."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QButtonGroup, QWidget

from app.ui.widgets.basics import button, choose_one
from app.ui.widgets.layout import column_of
from app.ui.widgets.theme import Margins, Space


class PlacePages(QWidget):
    """The names of the pages; ``go`` gets one that is pressed."""

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
        """Mark the page on show; hide the names while it is in another place."""
        self.setVisible(name in self.names)
        if name in self.names:
            self.names[name].setChecked(True)
