"""The keys, as the help lists them, where they work."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.widgets.basics import button, label

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
        right = QVBoxLayout()
        right.setSpacing(24)
        for part in others:
            right.addLayout(part)
        right.addStretch()
        left = QVBoxLayout()
        left.addLayout(first)
        left.addStretch()
        both = QHBoxLayout()
        both.setSpacing(48)
        both.addLayout(left)
        both.addLayout(right)
        close = button("&Close", self.accept, kind="primary")
        close.setDefault(True)
        foot = QHBoxLayout()
        foot.addWidget(label(NOTE, "muted"))
        foot.addStretch()
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(24)
        column.addLayout(both)
        column.addLayout(foot)
        close.setFocus()

    @classmethod
    def ask(cls, parent: QWidget | None = None) -> None:
        box = cls(parent)
        box.exec()
        box.deleteLater()


def _part(title: str, rows: tuple[tuple[str, str], ...]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(24)
    grid.setVerticalSpacing(8)
    grid.setColumnMinimumWidth(0, NARROWEST)
    grid.setColumnStretch(1, 1)
    grid.addWidget(label(title, "heading"), 0, 0, 1, 2)
    for place, (keys, what) in enumerate(rows, start=1):
        key_label = label(_native(keys))
        key_label.setObjectName("keys")
        grid.addWidget(key_label, place, 0, TOP)
        grid.addWidget(label(what, "muted"), place, 1, TOP)
    return grid


def _native(keys: str) -> str:
    """As this system's menus write them."""
    form = QKeySequence.SequenceFormat.NativeText
    return re.sub(r"Ctrl\+[\w+]+", lambda match_: QKeySequence(match_[0]).toString(form), keys)
