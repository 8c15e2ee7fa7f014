"""At the round's expected end: every game still going, what the rules say, and the tie to call."""

from collections.abc import Iterator, Sequence
from functools import partial

from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.engine.acts.table import Rule
from app.engine.formats.settings import How
from app.engine.text import counted
from app.ui.pages.round.live.banners import CallBanner
from app.ui.widgets.basics import NameLabel, button, label
from app.views.round.round import Overtime, Proposal

TALLEST = 116
REASON = "Expected end of the round, more than 5 minutes on both clocks"
VERDICTS = {
    Proposal.PLAY_ON: "Plays on",
    Proposal.YOURS: "You decide",
    Proposal.TIE: "A tie",
}


class OvertimeBanner(CallBanner):
    """``asked`` carries the ruling the EO wants."""

    def __init__(self) -> None:
        super().__init__(TALLEST)
        self._all = button("", self._call_all, kind="danger")
        self.head.addWidget(self._all)
        self._games: tuple[Overtime, ...] = ()
        self._sentences: dict[int, QLabel] = {}

    @property
    def ties(self) -> list[Overtime]:
        return [one for one in self._games if one.proposal is Proposal.TIE]

    def show_games(self, games: Sequence[Overtime]) -> None:
        """Rebuilt only when a game comes or goes or its proposal changes."""
        before = [(one.game, one.proposal) for one in self._games]
        self._games = tuple(games)
        self.show_waiting(one.game for one in games)
        if before == [(one.game, one.proposal) for one in games]:
            for one in games:
                self._sentences[one.game].setText(one.sentence)
            return
        going = counted(len(games), "game")
        self.title.setText(f"Expected end of the round: check {going} still going")
        self._all.setText(f"Call {counted(len(self.ties), 'tie')}")
        self._all.setVisible(len(self.ties) > 1)
        self._sentences = {one.game: label(one.sentence, "muted") for one in games}
        self.fill(tuple(self._row(one)) for one in games)

    def _row(self, one: Overtime) -> Iterator[QWidget]:
        yield label(f"Table {one.table}")
        yield NameLabel(f"{one.names.red} – {one.names.blue}")
        yield self._sentences[one.game]
        verdict = label(VERDICTS[one.proposal], "pill")
        verdict.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        yield verdict
        if one.proposal is not Proposal.PLAY_ON:
            kind = "" if one.proposal is Proposal.TIE else "quiet"
            yield button("Call a tie", partial(self._call, one), kind=kind)

    def _call(self, one: Overtime) -> None:
        self.asked.emit(Rule(one.game, None, How.TIME, REASON))

    def _call_all(self) -> None:
        for one in self.ties:
            self._call(one)
