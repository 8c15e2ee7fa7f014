"""What the window shows when no event is open."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.pieces import as_typed, button, label

LINE = "The desk, the clocks and the referee of a Steamroller event."
LONGEST = 64  # characters of a recent file that fit its line


class StartPage(QWidget):
    new_wanted = Signal()
    open_wanted = Signal()
    sample_wanted = Signal()
    recent_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.new_event = button("&New event…", self.new_wanted.emit, kind="primary")
        self.open_event = button("&Open event…", self.open_wanted.emit)
        self.sample = button("Look at a &sample event", self.sample_wanted.emit, kind="quiet")
        self.recent = QListWidget()
        self.recent.setAccessibleName("Recent events")
        self.recent.itemActivated.connect(self._activated)
        self._no_recent = label("Events you open appear here.", "muted")
        self._busy = label("Opening the event…", "muted")
        self._busy.hide()
        self._build()

    def show_recent(self, files: Sequence[str]) -> None:
        self.recent.clear()
        for file in files:
            path = Path(file)
            item = QListWidgetItem(f"{_beginning(path.stem)}\n{_end(str(path.parent))}")
            item.setToolTip(as_typed(file))
            item.setData(Qt.ItemDataRole.UserRole, file)
            self.recent.addItem(item)
        self.recent.setVisible(bool(files))
        self._no_recent.setVisible(not files)

    def show_busy(self, busy: bool) -> None:
        """While an event is being opened there is nothing to choose."""
        for one in (self.new_event, self.open_event, self.sample, self.recent):
            one.setEnabled(not busy)
        self._busy.setVisible(busy)

    def _activated(self, item: QListWidgetItem) -> None:
        self.recent_wanted.emit(item.data(Qt.ItemDataRole.UserRole))

    def _build(self) -> None:
        card = QFrame()
        card.setProperty("role", "card")
        card.setMaximumWidth(640)
        column = QVBoxLayout(card)
        column.setContentsMargins(32, 32, 32, 32)
        column.setSpacing(8)
        column.addWidget(label("Flagfall", "title"))
        column.addWidget(label(LINE, "muted"))
        column.addSpacing(16)
        buttons = QHBoxLayout()
        for one in (self.new_event, self.open_event, self.sample):
            buttons.addWidget(one)
        buttons.addStretch()
        column.addLayout(buttons)
        column.addSpacing(16)
        column.addWidget(label("Recent events", "heading"))
        column.addWidget(self._no_recent)
        column.addWidget(self.recent)
        column.addWidget(self._busy)
        centre = QHBoxLayout()
        centre.addStretch()
        centre.addWidget(card, 1)
        centre.addStretch()
        outer = QVBoxLayout(self)
        outer.addStretch(1)
        outer.addLayout(centre)
        outer.addStretch(2)


def _beginning(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _end(text: str) -> str:
    return text if len(text) <= LONGEST else f"…{text[1 - LONGEST :]}"
