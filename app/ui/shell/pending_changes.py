"""The strip in the header that names changes on a page which are not in the event yet."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.ui.widgets.basics import NameLabel, button


class PendingChanges(QFrame):
    """It stays in sight on every page until the changes are applied or discarded."""

    apply_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pending")
        self.words = NameLabel()
        self.apply = button("Apply", self.apply_wanted.emit, kind="inStrip")
        self.discard = button("Discard", self.discard_wanted.emit, kind="inStrip")
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 1, 2, 1)
        row.setSpacing(4)
        row.addWidget(self.words, 1)
        row.addWidget(self.apply)
        row.addWidget(self.discard)
        self.hide()

    def show_changes(self, changes: Sequence[str]) -> None:
        self.words.show_name(f"Not applied: {', '.join(changes)}")
        self.setVisible(bool(changes))
