"""Tables where nobody has begun once the time for it is over: no-shows to be called."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.engine.absences import Absence
from app.engine.commands import AwardNoShow
from app.engine.round_view import clock_words
from app.engine.side import Side
from app.engine.wording import counted, shortened
from app.ui.pieces import NameLabel, button, card, label, scrolled

TALLEST = 84


class AbsenceBanner(QWidget):
    """``asked`` carries the no-show the EO calls."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[tuple[int, bool], ...] = ()
        self._games: tuple[Absence, ...] = ()
        self._put_off: set[int] = set()
        frame = card("overtime")
        self.title = label("", "heading")
        self.later = button("Later", self._leave, kind="quiet")
        self._scroll = scrolled(QWidget())
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch()
        head.addWidget(self.later)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._scroll)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(frame)
        self.hide()

    def show_games(self, games: Sequence[Absence]) -> None:
        """Before the time is over only the title counts down; then each game has its buttons."""
        waiting = {one.game for one in games}
        self.setVisible(bool(waiting) and not waiting <= self._put_off)
        if not games:
            return
        due = games[0].is_due
        said = f"Nobody has begun at {counted(len(games), 'table')}"
        left = "" if due else f": no-show in {clock_words(games[0].left_ms)}"
        self.title.setText(said + left)
        shown = tuple((one.game, one.is_due) for one in games)
        if shown != self._shown:
            self._shown, self._games = shown, tuple(games)
            self._fill()

    def _fill(self) -> None:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, one in enumerate(self._games):
            grid.addWidget(label(f"Table {one.table}"), row, 0)
            grid.addWidget(NameLabel(f"{one.names.red} – {one.names.blue}"), row, 1)
            for column, side in enumerate(Side, start=2):
                words = f"{shortened(one.names.of(side), 20)} is absent"
                call = button(words, partial(self._call, one, side), kind="quiet")
                call.setEnabled(one.is_due)
                grid.addWidget(call, row, column)
        self._scroll.setWidget(inside)
        inside.setAutoFillBackground(False)
        self._scroll.setFixedHeight(min(inside.sizeHint().height() + 4, TALLEST))

    def _leave(self) -> None:
        """Out of the way until another table is late."""
        self._put_off = {one.game for one in self._games}
        self.hide()

    def _call(self, one: Absence, side: Side) -> None:
        self.asked.emit(AwardNoShow(one.game, side))
