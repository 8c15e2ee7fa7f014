"""The buttons of the start page that help with an event that was not opened."""

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.engine.language import say
from app.ui.widgets.basics import button, label, restyle
from app.ui.widgets.layout import STRETCH, column_of, row_of
from app.ui.widgets.theme import Margins, Space


class Ways(Struct, frozen=True):
    """The buttons to show besides the one that opens the file read-only."""

    repair: bool
    """True to offer to repair the file or to restore a backup."""
    as_it_is: bool
    """True to offer to open the file although rows are missing."""


class WaysOut(QWidget):
    repair_wanted = Signal()
    read_only_wanted = Signal()
    as_it_is_wanted = Signal()
    restore_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._about = label("", "heading", wraps=True)
        self.repair = button(say("&Repair"), self.repair_wanted.emit, kind="primary")
        self.read_only = button(say("Open read-onl&y"), self.read_only_wanted.emit)
        self.restore = button(say("Restore &backup…"), self.restore_wanted.emit)
        self.as_it_is = button(say("Open &as it is"), self.as_it_is_wanted.emit)
        self.buttons = (self.repair, self.read_only, self.restore, self.as_it_is)
        self.repair.setToolTip(say("Everything that can be read goes into a new file"))
        column_of(
            self._about,
            row_of(*self.buttons, STRETCH),
            on=self,
            margins=Margins(Space.NONE, Space.L, Space.NONE, Space.NONE),
        )

    def show_for(self, file: str, ways: Ways) -> None:
        self._about.setText(say("{beginning} was not opened. What now?", beginning=file))
        self.repair.setVisible(ways.repair)
        self.restore.setVisible(ways.repair)
        self.as_it_is.setVisible(ways.as_it_is)
        main = self.repair if ways.repair else self.read_only
        for way in (self.repair, self.read_only):
            restyle(way, "kind", "primary" if way is main else "")
        self.show()
        main.setFocus()
