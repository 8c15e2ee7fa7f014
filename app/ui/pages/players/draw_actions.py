"""The organizer's acts that concern a player's place in draws: groups, tables, late seats, byes,
merging.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.engine.acts.commands import Command
from app.engine.acts.draw import ChangeTies, MergePlayers, SeatLate, SetPairing, TakeOut
from app.engine.draw.wishes import NO_GROUPS, bye_for
from app.engine.language import say
from app.engine.remarks import Reason, reason
from app.engine.rounds.field import field
from app.engine.state import Round, Stage, State
from app.ui.pages.players.groups_dialog import TiesDialog
from app.ui.pages.players.merge_dialog import MergeDialog
from app.views.event.players import PlayerRow


class DrawActions(QObject):
    """A menu of acts about a player before a draw. ``menu`` is opened by a button on the page.
    ``ask`` sends a command and then shows a sentence about it.
    """

    def __init__(
        self,
        state: Callable[[], State],
        chosen: Callable[[], PlayerRow | None],
        ask: Callable[[Command, str], None],
        page: QWidget,
    ) -> None:
        super().__init__(page)
        self._state, self._chosen, self._ask, self._page = state, chosen, ask, page
        self.menu = QMenu(page)
        self.groups = self._add(say("&Groups and tables…"), self._change_groups)
        self.menu.addSeparator()
        self.seat = self._add(say("&Seat in this round"), self._seat)
        self.take_out = self._add(say("Ta&ke out of this round"), self._take_out)
        self.volunteer = self._add(say("&Bye in the next round"), self._volunteer)
        self.menu.addSeparator()
        self.merge = self._add(say("&Merge with another entry…"), self._merge)
        self.menu.aboutToShow.connect(self.show_chosen)

    def show_chosen(self) -> None:
        """Enable the acts that are possible now."""
        row, state = self._chosen(), self._state()
        round_ = state.open_round
        there = row is not None and round_ is not None and row.number in _list_seated(state, round_)
        self.groups.setEnabled(row is not None)
        self.merge.setEnabled(row is not None and len(state.players) > 1)
        self.seat.setEnabled(row is not None and round_ is not None and not there and not row.out)
        self.take_out.setEnabled(there)
        self.volunteer.setEnabled(row is not None and not row.out)
        self.volunteer.setText(say("&Bye in round {next}", next=_next(state)))

    def _add(self, words: str, act: Callable[[], None]) -> QAction:
        action = QAction(words, self.menu)
        action.triggered.connect(lambda _checked=False: act())
        self.menu.addAction(action)
        return action

    def _change_groups(self) -> None:
        if row := self._chosen():
            before = self._state().groups.get(row.number, NO_GROUPS)
            ties = TiesDialog.ask(row.name, before, self._page)
            if ties is not None:
                self._ask(ChangeTies(row.number, ties), "")

    def _seat(self) -> None:
        if row := self._chosen():
            self._ask(SeatLate(row.number), "")

    def _take_out(self) -> None:
        if row := self._chosen():
            self._ask(TakeOut(row.number), say("No other pair changed."))

    def _volunteer(self) -> None:
        row, state = self._chosen(), self._state()
        if row is None:
            return
        number = _next(state)
        here = len(field(state))
        sentence = (
            ""
            if here % 2
            else say(
                "No bye in round {number} yet: {here} players are an even number. {name} has it"
                " once the number is odd.",
                name=row.name,
                number=number,
                here=here,
            )
        )
        self._ask(SetPairing(bye_for(row.number, number, reason(Reason.VOLUNTEERED))), sentence)

    def _merge(self) -> None:
        if row := self._chosen():
            gone = MergeDialog.ask(self._state(), row.number, self._page)
            if gone is not None:
                self._ask(MergePlayers(row.number, gone), "")


def _next(state: State) -> int:
    """Return the number of the round that the next draw is for. This is the latest round if its
    draw has not been published, because it would be drawn again.
    """
    latest = state.latest
    if latest is None:
        return 1
    return latest.number if latest.stage is Stage.DRAWN else latest.number + 1


def _list_seated(state: State, round_: Round) -> set[int]:
    numbers = {number for game in state.games_of(round_) for number in game.players}
    return numbers | {bye.player for bye in round_.byes}
