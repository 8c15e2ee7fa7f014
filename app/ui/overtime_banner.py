"""At the round's expected end: every game still going, what the rules say, and the tie to call."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.engine.results import How
from app.engine.round_view import Overtime, Proposal
from app.engine.table_commands import Rule
from app.engine.wording import counted
from app.ui.pieces import NameLabel, button, card, label, scrolled

MIDDLE = Qt.AlignmentFlag.AlignVCenter
TALLEST = 116
REASON = "Expected end of the round, more than 5 minutes on both clocks"
VERDICTS = {
    Proposal.PLAY_ON: "Plays on",
    Proposal.YOURS: "You decide",
    Proposal.TIE: "A tie",
}


class OvertimeBanner(QWidget):
    """``asked`` carries the ruling the EO wants."""

    asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games: tuple[Overtime, ...] = ()
        self._put_off_games: set[int] = set()
        self._sentences: dict[int, QLabel] = {}
        frame = card("overtime")
        self._title = label("", "heading")
        self._all = button("", self._call_all, kind="danger")
        self.later = button("Later", self._put_off, kind="quiet")
        self._scroll = scrolled(QWidget())
        head = QHBoxLayout()
        head.addWidget(self._title)
        head.addStretch()
        head.addWidget(self.later)
        head.addWidget(self._all)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._scroll)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(frame)
        self.hide()

    @property
    def ties(self) -> list[Overtime]:
        return [one for one in self._games if one.proposal is Proposal.TIE]

    def show_games(self, games: Sequence[Overtime]) -> None:
        """Rebuilt only when a game comes or goes or its proposal changes."""
        before = [(one.game, one.proposal) for one in self._games]
        self._games = tuple(games)
        self.setVisible(not {one.game for one in games} <= self._put_off_games)
        if before == [(one.game, one.proposal) for one in games]:
            for one in games:
                self._sentences[one.game].setText(one.sentence)
            return
        going = counted(len(games), "game")
        self._title.setText(f"Expected end of the round: check {going} still going")
        self._all.setText(f"Call {counted(len(self.ties), 'tie')}")
        self._all.setVisible(len(self.ties) > 1)
        self._fill()

    def _fill(self) -> None:
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setContentsMargins(0, 0, 8, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self._sentences = {}
        for row, one in enumerate(self._games):
            names = NameLabel(f"{one.names.red} – {one.names.blue}")
            said = self._sentences[one.game] = label(one.sentence, "muted")
            grid.addWidget(label(f"Table {one.table}"), row, 0)
            grid.addWidget(names, row, 1)
            grid.addWidget(said, row, 2)
            grid.addWidget(label(VERDICTS[one.proposal], "pill"), row, 3, MIDDLE)
            if one.proposal is not Proposal.PLAY_ON:
                kind = "" if one.proposal is Proposal.TIE else "quiet"
                grid.addWidget(button("Call a tie", partial(self._call, one), kind=kind), row, 4)
        self._scroll.setWidget(inside)
        inside.setAutoFillBackground(False)
        needed = inside.sizeHint().height() + 4
        self._scroll.setFixedHeight(min(needed, TALLEST))

    def _put_off(self) -> None:
        """Out of the way until another game goes over time."""
        self._put_off_games = {one.game for one in self._games}
        self.hide()

    def _call(self, one: Overtime) -> None:
        self.asked.emit(Rule(one.game, None, How.TIME, REASON))

    def _call_all(self) -> None:
        for one in self.ties:
            self._call(one)
