"""The keys, as the help lists them, where they work."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QWidget

from app.ui.widgets.basics import button, label
from app.ui.widgets.layout import STRETCH, across, column_of, grid_of, placed, row_of
from app.ui.widgets.theme import DIALOG, Space

KEYS = (
    (
        "Everywhere",
        (
            ("F1", "these keys"),
            ("Ctrl+1 to Ctrl+9, Ctrl+0", "the pages, from the top"),
            ("Ctrl+F", "find a player or a table"),
            ("Alt and a letter", "the button or field where it is underlined"),
            ("Tab, Shift+Tab", "the next field or button, the one before"),
            ("Space, Enter", "the button that has the focus"),
            ("Esc", "close the message above"),
            ("Ctrl+Z", "undo"),
            ("Ctrl+Shift+Z, Ctrl+Y", "redo"),
            ("F11", "full screen"),
            ("Ctrl+N, Ctrl+O, Ctrl+W", "new event, open, close"),
            ("Ctrl+Q", "quit"),
        ),
    ),
    (
        "Lists of players",
        (
            ("Ctrl+V", "paste a list, on Players"),
            ("Ctrl+Shift+F", "search, on Players and History"),
            ("Space", "check in, or tick"),
            ("Enter", "edit the player or their lists"),
        ),
    ),
    (
        "Round",
        (
            ("Ctrl+B", "tables as a list, as cards"),
            ("Enter in the list", "the table’s window"),
            ("Ctrl or Shift, Ctrl+A", "choose several tables, or all"),
            ("F2, Ctrl+R", "enter a result"),
            ("Enter", "the next field of the result"),
            ("Esc", "cancel"),
        ),
    ),
    (
        "A table’s window",
        (
            ("Space", "end Red’s turn"),
            ("Enter", "end Blue’s turn"),
            ("Tab, then Space", "the buttons between the clocks"),
            ("Esc", "close the sheet you opened"),
            ("F11", "full screen"),
        ),
    ),
)


TOP = Qt.AlignmentFlag.AlignTop
NARROWEST = 88
NOTE = "A table’s own keys are chosen in its menu, under Plunger keys."


class KeysBox(QDialog):
    """In two columns, each part under where it works."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        (first, *others) = (_part(title, rows) for title, rows in KEYS)
        both = row_of(
            column_of(first, STRETCH),
            column_of(*others, STRETCH, gap=Space.XL),
            gap=Space.XXL,
        )
        close = button("&Close", self.accept, kind="primary")
        close.setDefault(True)
        column_of(
            both,
            row_of(label(NOTE, "muted"), STRETCH, close),
            on=self,
            gap=Space.XL,
            margins=DIALOG,
        )
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> None:
        box = cls(parent)
        box.exec()
        box.deleteLater()


def _part(title: str, rows: tuple[tuple[str, str], ...]) -> QGridLayout:
    grid = grid_of(
        (across(label(title, "heading"), 2),),
        *((placed(_keys(keys), TOP), placed(label(what, "muted"), TOP)) for keys, what in rows),
        gap_across=Space.XL,
        shares=(0, 1),
    )
    grid.setColumnMinimumWidth(0, NARROWEST)
    return grid


def _keys(keys: str) -> QLabel:
    made = label(_native(keys))
    made.setObjectName("keys")
    return made


def _native(keys: str) -> str:
    """As this system's menus write them."""
    form = QKeySequence.SequenceFormat.NativeText
    return re.sub(r"Ctrl\+[\w+]+", lambda match_: QKeySequence(match_[0]).toString(form), keys)
