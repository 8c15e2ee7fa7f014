"""The help's list of keys."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.shell.shortcut_help import KEYS
from app.ui.widgets.basics import button, label

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
        shown = label(_native(keys))
        shown.setObjectName("keys")
        grid.addWidget(shown, place, 0, TOP)
        grid.addWidget(label(what, "muted"), place, 1, TOP)
    return grid


def _native(keys: str) -> str:
    """As this system's menus write them."""
    form = QKeySequence.SequenceFormat.NativeText
    return re.sub(r"Ctrl\+[\w+]+", lambda found: QKeySequence(found[0]).toString(form), keys)
