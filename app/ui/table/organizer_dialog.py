"""The dialog in which the organizer acts at a table's window on another computer. It first asks for
the PIN, and then offers the acts.
"""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QStackedWidget,
    QWidget,
)

from app.engine import wording
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Command
from app.engine.acts.late import CountPresses, LeaveOutPresses
from app.engine.language import plural, say
from app.engine.side import Side
from app.engine.state import State
from app.engine.table.game import Game
from app.ui.dialogs.pin_pad import PinPad
from app.ui.pages.round.live.act_form import NEEDS_FORM, ActForm
from app.ui.widgets.basics import NameLabel, button, label, make_scrollable
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.layout import STRETCH, column_of, foot, grid_of, grow, in_rows_of
from app.ui.widgets.theme import DIALOG, Space
from app.views.event.confirm import do_words
from app.views.round.result_entry import rulings
from app.views.table.clock_presses import PressRow
from app.views.table.late_presses import LateRow
from app.views.table.organizer_acts import (
    ACTIONS,
    OrganizerAction,
    OrganizerAnswers,
    command,
    form_note,
    open_words,
)
from app.views.table.scoring_pad import correctable
from app.views.table.table import CONDITION_WORDS, TableView
from app.views.time_of_day import clock_seconds

WIDE, HIGH = 440, 480


class OrganizerDialog(Dialog):
    """The dialog of the organizer at a table's window. ``requested`` carries a command for the
    desk, and whether the organizer insists. ``let_go_asked`` carries a game that is no longer to
    wait for its tablets.
    """

    pin_entered = Signal(str)
    requested = Signal(object, bool)
    let_go_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Organizer"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._game: Game | None = None
        self._view: TableView | None = None
        self._last: Command | None = None
        self._offered: tuple[OrganizerAction, ...] = ()
        self._switch: PressRow | None = None
        self._held = False
        self._late: tuple[LateRow, ...] = ()
        self.form: ActForm | None = None
        self.pin = PinPad()
        self.pin.entered.connect(self.pin_entered)
        self.about = NameLabel("", "heading")
        self.status = label("", "muted", wraps=True)
        self.problem = label("", "muted", wraps=True)
        self.problem.setObjectName("deskMessage")
        self.problem.setProperty("tone", "doubt")
        self.insist = button("", self._insist, kind="danger")
        self.leave = button(say("&Close"), self.reject)
        self.acts = QWidget()
        self._pages = QStackedWidget()
        self._lay_out()
        self.show_locked("")

    def _lay_out(self) -> None:
        self._orders = QWidget()
        self._body = column_of(
            self.about,
            self.status,
            self.acts,
            self.problem,
            self.insist,
            STRETCH,
            on=self._orders,
            gap=Space.M,
        )
        self._pages.addWidget(self.pin)
        self._pages.addWidget(make_scrollable(self._orders))
        column_of(grow(self._pages), foot(self.leave), on=self, gap=Space.L, margins=DIALOG)
        self.resize(WIDE, HIGH)

    def show_locked(self, sentence: str, wait_ms: int = 0) -> None:
        """Ask for the PIN. ``sentence`` says why the PIN is needed again."""
        self._game, self._offered = None, ()
        self._put(QWidget())
        self.pin.show_problem(sentence, wait_ms)
        self._pages.setCurrentIndex(0)
        self.pin.setFocus()

    def show_table(
        self,
        game: Game,
        view: TableView,
        offered: tuple[OrganizerAction, ...],
        *,
        switch: PressRow | None = None,
        held: bool = False,
    ) -> None:
        """Show the table and the acts that are ``offered``. A form that is being filled in stays.

        ``switch`` is the last press of the table's chess clock. ``held`` says whether a flag is
        waiting for a tablet. The late presses in ``view`` come from the organizer's computer.
        """
        fresh = self._game is None or self._game.number != game.number
        more = (switch, held, view.late) != (self._switch, self._held, self._late)
        self._switch, self._held, self._late = switch, held, view.late
        self._game, self._view = game, view
        self._pages.setCurrentIndex(1)
        self.about.show_name(
            say(
                "Table {table}: {red} – {blue}",
                table=view.table,
                red=view.names.red,
                blue=view.names.blue,
            )
        )
        parts = (CONDITION_WORDS[view.condition], view.why, open_words(view))
        self.status.setText(" · ".join(text for text in parts if text))
        if fresh:
            self._say("")
        if fresh or (self.form is not None and self.form.act not in offered):
            self._offered = ()
        if offered != self._offered or more:
            self._offered = offered
            if self.form is None or self.form.act not in offered:
                self._put(self._menu())

    def show_refused(self, sentence: str, *, insistable: bool) -> None:
        self._say(sentence)
        if self._last is not None:
            self.insist.setText(do_words(State(), self._last))
        self.insist.setVisible(insistable)

    def show_done(self) -> None:
        self._say("")
        if self._game is not None:
            self._put(self._menu())

    def _menu(self) -> QWidget:
        menu = QWidget()
        orders: list[QWidget] = []
        view = self._view
        shift_ms = view.shift_ms if view else 0
        for late in self._late:
            at_ms = late.first_ms + shift_ms if len(self._late) > 1 else None
            which = _presses(late, at_ms)
            count = partial(self._decide, CountPresses, late)
            leave = partial(self._decide, LeaveOutPresses, late)
            orders.append(button(wording.COUNT_LATE.format(which=which), count))
            orders.append(button(wording.LEAVE_OUT_LATE.format(which=which), leave))
        if OrganizerAction.START in self._offered:
            orders += (
                self._first(side, wording.GOES_FIRST.format(side=side.colour), side.value)
                for side in Side
            )
        for act in self._offered:
            if ACTIONS[act].at_once:
                urgent = ACTIONS[act].urgent and not (view and view.result)
                do, kind = partial(self._do, act, OrganizerAnswers()), "primary" if urgent else ""
                orders.append(button(say(act.value), do, kind=kind))
        if self._switch is not None:
            words = wording.THE_LAST_SWITCH.format(otherwise=self._switch.otherwise)
            orders.append(button(words, self._read_switch))
        if self._held:
            orders.append(button(wording.GO_ON_WITHOUT_ITS_TABLET, self._let_go))
        if OrganizerAction.OTHER_FIRST in self._offered and view is not None:
            other = view.play.first.other
            orders.append(
                self._first(other, say("Restart, {colour} first", colour=other.colour), "")
            )
        with_forms = (
            button(f"{say(act.value)}…", partial(self._begin, act))
            for act in self._offered
            if act in NEEDS_FORM
        )
        column_of(*orders, grid_of(*in_rows_of(2, with_forms)), on=menu)
        return menu

    def _first(self, side: Side, words: str, kind: str) -> QWidget:
        return button(
            words, partial(self._do, OrganizerAction.START, OrganizerAnswers(side=side)), kind=kind
        )

    def _read_switch(self) -> None:
        if self._game is not None and (read := self._switch) is not None:
            self._order(RelabelPress(self._game.number, None, read.at_ms, not read.interrupt))

    def _decide(self, kind: type[CountPresses | LeaveOutPresses], late: LateRow) -> None:
        if self._game is not None:
            self._order(kind(self._game.number, late.device))

    def _let_go(self) -> None:
        if self._game is not None:
            self._say("")
            self.let_go_asked.emit(self._game.number)

    def _begin(self, act: OrganizerAction) -> None:
        if self._game is None or self._view is None:
            return
        self._say("")
        turns, hows = correctable(self._game), rulings(self._game)
        note = form_note(act, self._game)
        form = ActForm(act, self._view.names, note, turns=turns, hows=hows)
        form.answered.connect(self._do)
        form.left.connect(self.show_done)
        self._put(form)
        self.form = form
        form.begin()

    def _put(self, widget: QWidget) -> None:
        """Show ``widget`` in place of the present menu or form."""
        self.form = None
        self._body.replaceWidget(self.acts, widget)
        self.acts.hide()
        self.acts.deleteLater()
        self.acts = widget

    def _do(self, act: OrganizerAction, answers: OrganizerAnswers) -> None:
        if self._game is not None:
            self._order(command(act, self._game, answers))

    def _order(self, wanted: Command) -> None:
        self._last = wanted
        self._say("")
        self.requested.emit(wanted, False)

    def _insist(self) -> None:
        if self._last is not None:
            self.requested.emit(self._last, True)

    def _say(self, sentence: str) -> None:
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))
        self.insist.hide()


def _presses(late: LateRow, at_ms: int | None) -> str:
    """Return "late presses of 14:03:11". ``at_ms`` is None if the presses can be told apart without
    the time.
    """
    what = plural(late.presses, "late press", "late presses")
    return what if at_ms is None else say("{what} of {time}", what=what, time=clock_seconds(at_ms))
