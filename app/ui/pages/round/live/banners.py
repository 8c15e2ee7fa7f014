"""The frame of a banner over the live list: games that wait for the organizer's call."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.widgets import push_button
from app.ui.widgets.basics import button, card, label, scrolled


class CallBanner(QWidget):
    """``asked`` carries the command the EO wants. ``tallest``: its rows scroll beyond."""

    asked = Signal(object)

    def __init__(self, tallest: int) -> None:
        super().__init__()
        self._tallest = tallest
        self._waiting: set[object] = set()
        self._put_off: set[object] = set()
        self.title = label("", "heading")
        self.later = button("Later", self._leave, kind="quiet")
        self._scroll = scrolled(QWidget())
        self.head = QHBoxLayout()
        self.head.addWidget(self.title)
        self.head.addStretch()
        self.head.addWidget(self.later)
        self._frame = frame = card("overtime")
        self._fresh = QTimer(self)
        self._fresh.setSingleShot(True)
        self._fresh.timeout.connect(lambda: frame.setEnabled(True))
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addLayout(self.head)
        column.addWidget(self._scroll)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(frame)
        self.hide()

    def show_waiting(self, games: Iterable[object]) -> None:
        """There while something waits that was not put off."""
        games = set(games)
        self._waiting = games
        shown = not games <= self._put_off
        if shown and self.isHidden():
            self._hold()
        self.setVisible(shown)

    def _hold(self) -> None:
        """It comes by itself, perhaps under the mouse: for a moment it takes no press."""
        if push_button.HELD_MS:
            self._frame.setEnabled(False)
            self._fresh.start(push_button.HELD_MS)

    def fill(self, rows: Iterable[Sequence[QWidget]]) -> None:
        """Other rows, or none; the second column takes what the others leave."""
        rows = tuple(rows)
        if self.isVisible():
            self._hold()
        self._scroll.setVisible(bool(rows))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, parts in enumerate(rows):
            for column, part in enumerate(parts):
                grid.addWidget(part, row, column)
        self._scroll.setWidget(inside)
        inside.setAutoFillBackground(False)
        self._scroll.setFixedHeight(min(inside.sizeHint().height() + 4, self._tallest))

    def _leave(self) -> None:
        """Out of the way until another game waits."""
        self._put_off = self._waiting
        self.hide()
