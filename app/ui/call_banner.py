"""The frame of a banner over the live list: games that wait for the organizer's call."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.pieces import button, card, label, scrolled


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
        frame = card("overtime")
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
        self.setVisible(not games <= self._put_off)

    def fill(self, rows: Iterable[Sequence[QWidget]]) -> None:
        """Other rows, or none; the second column takes what the others leave."""
        rows = tuple(rows)
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
