"""The bar with acts at all tables of the round."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from app.engine import wording
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.language import plural, say, template
from app.engine.side import Side
from app.engine.state import State
from app.ui.pages.round.live.many_dialogs import ask_act, waiting_games
from app.ui.widgets.basics import button
from app.ui.widgets.layout import row_of
from app.ui.widgets.theme import Space
from app.views.round.hall import NO_HALL, HallView

MORE = {
    RoomAct.START: say("&Start at {tables}…"),
    RoomAct.GIVE_TIME: say("&Give time at {tables}…"),
    RoomAct.ACCEPT: f"&{wording.ACCEPT_AT}",
    RoomAct.TAKE_BACK_FLAGS: f"&{wording.TAKE_BACK_FLAGS_AT}",
}
"""The acts in the menu. Lost time is not among them, because it is settled on *Now*."""
AT_HAND = {RoomAct.START: say("Start at {tables}"), RoomAct.ACCEPT: wording.ACCEPT_AT}
"""The acts that also have a button while no table is chosen. They ask no questions."""
STARTS = template(
    "The tables ask who goes first, and each clock starts with their answer. To choose yourself:"
    " More, Start."
)


class HallBar(QWidget):
    """The acts that concern all tables at once, in one line. ``requested`` carries the command."""

    requested = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._hall = NO_HALL
        self._counts: dict[RoomAct, int] | None = None  # the tables that each act would affect
        self.firsts: Callable[[], Mapping[int, Side]] = dict
        self._state = State()
        self.pause = button(say("Pause all"), partial(self._ask, RoomAct.PAUSE), kind="quiet")
        self.resume = button(say("Resume all"), partial(self._ask, RoomAct.RESUME), kind="quiet")
        self.more = button(say("More"), lambda: None, kind="quiet")
        self.more.setToolTip(say("More for all tables at once"))
        self.menu = QMenu(self)
        self.more.setMenu(self.menu)
        self.acts = {
            act: self.menu.addAction(words.format(tables=say("no table")), partial(self._ask, act))
            for act, words in MORE.items()
        }
        self.at_hand = {
            act: button("", partial(self._act, act), kind="primary" if act is RoomAct.START else "")
            for act in AT_HAND
        }
        self.at_hand[RoomAct.START].setToolTip(str(STARTS))
        for hand in self.at_hand.values():  # one comes and goes, the other stays
            room = hand.sizePolicy()
            room.setRetainSizeWhenHidden(True)
            hand.setSizePolicy(room)
        for act in (self.pause, self.resume):
            act.setProperty("narrow", True)
        row_of(self.pause, self.resume, self.more, on=self, gap=Space.NONE)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_hall(self, hall: HallView, state: State) -> None:
        self._hall, self._state = hall, state
        counts = hall.tables
        if counts == self._counts:
            return
        self._counts = counts
        tables = {
            act: plural(counts.get(act, 0), "{count} table", "{count} tables") for act in RoomAct
        }
        self.pause.setEnabled(RoomAct.PAUSE in counts)
        self.pause.setToolTip(say("Pause the clocks at {tables}", tables=tables[RoomAct.PAUSE]))
        self.resume.setEnabled(RoomAct.RESUME in counts)
        self.resume.setToolTip(
            say("Start the paused clocks at {tables} again", tables=tables[RoomAct.RESUME])
        )
        for act, action in self.acts.items():
            action.setText(MORE[act].format(tables=tables[act]))
            action.setEnabled(act in counts)
        for act, hand in self.at_hand.items():
            hand.setText(AT_HAND[act].format(tables=tables[act]))
            hand.setVisible(act in counts)
        self.more.setEnabled(any(act in counts for act in MORE))

    def _act(self, act: RoomAct) -> None:
        """Request an act at all tables. When clocks are to be started, they start at the tables
        whose first player is known. The other tables ask their players.
        """
        firsts = self.firsts() if act is RoomAct.START else {}
        waiting = waiting_games(self._state, self._hall.games.get(act, ()))
        known = tuple((game.game, firsts[game.table]) for game in waiting if game.table in firsts)
        self.requested.emit(ActAtTables(act, (), firsts=tuple(sorted(known))))

    def _ask(self, act: RoomAct) -> None:
        games = self._hall.games.get(act, ())
        command = ask_act(act, games, (), self._state, self, known=self.firsts())
        if command is not None:
            self.requested.emit(command)
