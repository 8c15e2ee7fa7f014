"""The form with the few questions that an act at a table asks: which player, how, how much time,
and why.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QRadioButton,
    QWidget,
)

from app.engine import wording
from app.engine.acts.results import How
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.table.sentences import HOW_WORDS
from app.engine.text import clock_words
from app.ui.widgets.basics import button, label
from app.ui.widgets.escape import escape_mnemonic, escape_tooltip
from app.ui.widgets.fields import ComboBox, NumberField, ReasonField, SpinBox
from app.ui.widgets.keyboard_cues import shows_focus
from app.ui.widgets.layout import STRETCH, Part, column_of, grow, row_of
from app.ui.widgets.theme import Space
from app.views.table.organizer_acts import OrganizerAction, OrganizerAnswers
from app.views.table.scoring_pad import TurnPoints

MOST_MINUTES = 180
MOST_POINTS = 20
NAME_LENGTH = 26
ADD, TAKE_AWAY, SET_TO = range(3)
"""The ways to change a clock's time, in the order in which they are offered."""
NARROW = 64
LONGEST = 300
GOES_ON = say("Play goes on; the clock stays paused until you resume it.")


class _Fields(Struct, frozen=True):
    """The parts of an act's form: its texts, and the questions that it asks."""

    title: str
    apply: str
    who: str = ""
    """The question above the players' names; empty if the form does not ask for a player."""
    tie: bool = False
    nobody: bool = False
    how: bool = False
    time: bool = False
    points: bool = False
    reason: bool = True
    danger: bool = False
    note: str = ""


_ASKED = {
    OrganizerAction.ADJUST: _Fields(
        wording.ADJUST_TIME, say("Adjust"), who=say("Whose clock?"), time=True
    ),
    OrganizerAction.POINTS: _Fields(wording.POINTS_OF_TURN, say("Correct"), points=True),
    OrganizerAction.RULE: _Fields(
        wording.RULE_ON_THIS_GAME, say("Decide game"), who=say("Who wins?"), tie=True, how=True
    ),
    OrganizerAction.STOPPED: _Fields(
        say("Clock stopped by a player"),
        say("Record"),
        who=say("Who stopped it?"),
        nobody=True,
        reason=False,
    ),
    OrganizerAction.NO_SHOW: _Fields(
        say("No-show"), say("Report the no-show"), who=say("Who is missing?"), reason=False
    ),
    OrganizerAction.REOPEN: _Fields(wording.REOPEN_GAME, say("Reopen"), note=GOES_ON),
    OrganizerAction.WITHDRAW: _Fields(
        wording.WITHDRAW_RESULT, say("Delete result"), note=say("Both players are asked again.")
    ),
    OrganizerAction.WARN: _Fields(say("Warn a player"), say("Warn"), who=say("Who?")),
    OrganizerAction.DROP: _Fields(
        say("Drop a player"), say("Drop"), who=say("Who leaves?"), reason=False, danger=True
    ),
    OrganizerAction.DISQUALIFY: _Fields(
        say("Disqualify a player"), say("Disqualify"), who=say("Who?"), danger=True
    ),
}
NEEDS_FORM = frozenset(_ASKED)


class ActForm(QWidget):
    """The form for an act at a table. ``turns`` are the turns whose points can be corrected, and
    ``hows`` are the ways in which a game can be won.

    ``answered`` carries the act and its ``OrganizerAnswers``. ``left`` is emitted when the form is
    cancelled, and ``grown`` when the form needs more room than before.
    """

    answered = Signal(object, object)
    left = Signal()
    grown = Signal()

    def __init__(
        self,
        act: OrganizerAction,
        names: Pair[str],
        note: str = "",
        *,
        turns: Sequence[TurnPoints] = (),
        hows: Sequence[How] = (),
    ) -> None:
        super().__init__()
        self.setObjectName("actForm")
        self.act, self._fields = act, _ASKED[act]
        self._sides: dict[QRadioButton, Side | None] = {}
        self.how = ComboBox()
        self.more = ComboBox()
        self.minutes, self.seconds = NumberField(), NumberField()
        self.times = label("", "muted", wraps=True)
        self._left_ms: Pair[int] | None = None
        self._hows = hows
        self._turns = {turn.step: turn for turn in turns}
        self.turn = ComboBox()
        self.points = Pair(SpinBox(), SpinBox())
        self.withdraw = QCheckBox(wording.COUNT_WHAT_TABLE_SCORED)
        self.reason = ReasonField(LONGEST)
        self.problem = label("", "muted", wraps=True)
        self.problem.setObjectName("deskMessage")
        self.problem.setProperty("tone", "doubt")
        self.problem.hide()
        kind = "danger" if self._fields.danger else "primary"
        self.apply = button(self._fields.apply, self._apply, kind=kind)
        self.leave = button(say("Cancel"), self.left.emit, kind="quiet")
        self._lay_out(names, note)

    def _lay_out(self, names: Pair[str], note: str) -> None:
        about = note or self._fields.note
        self.reason.setPlaceholderText(say("Reason (needed), kept in the history"))
        self.reason.setAccessibleName(say("Reason (needed)"))
        column_of(
            label(self._fields.title, "heading"),
            label(about, "muted", wraps=True) if about else None,
            *(self._who(names) if self._fields.who else ()),
            *(self._how() if self._fields.how else ()),
            *(self._time() if self._fields.time else ()),
            *(self._points() if self._fields.points else ()),
            self.reason if self._fields.reason else None,
            self.problem,
            row_of(STRETCH, self.leave, self.apply),
            STRETCH,
            on=self,
            gap=Space.XS,
        )
        if self._fields.points:
            self._show_points()

    def _who(self, names: Pair[str]) -> Iterator[Part]:
        yield label(self._fields.who, "muted")
        group = QButtonGroup(self)
        choices: list[tuple[str, Side | None]] = [(names.of(side), side) for side in Side]
        if self._fields.tie:
            choices.append((say("Nobody: a tie"), None))
        if self._fields.nobody:
            choices.append((wording.NO_PLAYER, None))
        for name, side in choices:
            text = name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…"
            choice = QRadioButton(escape_mnemonic(text))
            choice.setToolTip(escape_tooltip(name))
            choice.toggled.connect(self._side_chosen)
            choice.clicked.connect(self._go_on)
            group.addButton(choice)
            self._sides[choice] = side
            yield choice

    def _how(self) -> Iterator[Part]:
        self.how.setAccessibleName(say("How"))
        self.how.setMinimumWidth(NARROW)
        for how in self._hows:
            self.how.addItem(HOW_WORDS[how], how)
        yield self.how

    def _time(self) -> Iterator[Part]:
        self.more.addItems([say("Add"), say("Take away"), wording.SET_TO])
        self.more.setAccessibleName(say("Add, take away or set"))
        self.more.currentIndexChanged.connect(self._show_times)
        for field, suffix, most in (
            (self.minutes, say("min"), MOST_MINUTES),
            (self.seconds, say("s"), 59),
        ):
            field.setRange(0, most)
            field.setSuffix(f" {suffix}")
            field.setMinimumWidth(NARROW)
            field.setAlignment(Qt.AlignmentFlag.AlignRight)
            field.setAccessibleName(say("Minutes") if field is self.minutes else say("Seconds"))
            field.valueChanged.connect(self._show_times)
            field.letter_typed.connect(self._begin_reason)
        yield self.more
        yield row_of(grow(self.minutes), grow(self.seconds))
        yield self.times

    def _begin_reason(self, letter: str) -> None:
        """Move to the field for the reason, and begin with a letter that was typed in the field for
        the time.
        """
        if self._time_ms:
            self.reason.setFocus(Qt.FocusReason.TabFocusReason)
            self.reason.insert(letter)

    def show_left(self, left_ms: Pair[int]) -> None:
        """Show how much time both players have left."""
        self._left_ms = left_ms
        self._show_times()

    def _show_times(self) -> None:
        """Show the chosen player's time now, and what it will be after the act."""
        side = self.side
        if not self._fields.time or self._left_ms is None or side is None:
            return
        left_ms = self._left_ms.of(side)
        now, after = clock_words(left_ms), clock_words(self._left_after(left_ms))
        changes = self._time_ms or self.more.currentIndex() == SET_TO
        words = wording.NOW_AND_THEN if changes else wording.LEFT_NOW
        self.times.setText(words.format(now=now, after=after))

    def _left_after(self, left_ms: int) -> int:
        """Return the time left after the act. No more time can be taken away than is left."""
        kind = self.more.currentIndex()
        if kind == ADD:
            return left_ms + self._time_ms
        if kind == TAKE_AWAY:
            return max(left_ms - self._time_ms, min(left_ms, 0))
        return self._time_ms

    @property
    def _time_ms(self) -> int:
        return (self.minutes.value() * 60 + self.seconds.value()) * 1000

    def _points(self) -> Iterator[Part]:
        """Yield the fields for the points of a finished turn, filled with the turn's present
        points.
        """
        self.turn.setAccessibleName(say("Which turn?"))
        self.turn.setMinimumWidth(NARROW)
        for turn in self._turns.values():
            self.turn.addItem(turn.title, turn.step)
        self.turn.currentIndexChanged.connect(self._show_points)
        self.withdraw.toggled.connect(self._withdrawn)
        for side in Side:
            field = self.points.of(side)
            field.setRange(0, MOST_POINTS)
            field.setPrefix(f"{side.colour} ")
            field.setMinimumWidth(NARROW)
            field.setAccessibleName(wording.CONTROL_POINTS_OF.format(side=side.colour))
        yield self.turn
        yield row_of(*map(grow, self.points))
        yield self.withdraw

    def _show_points(self) -> None:
        turn = self._turns.get(self.turn.currentData())
        self.withdraw.setChecked(False)
        self.withdraw.setVisible(turn is not None and turn.overruled)
        for side in Side if turn else ():
            self.points.of(side).setValue(turn.points.of(side) if turn else 0)

    def _withdrawn(self, checked: bool) -> None:
        for part in (*self.points, self.reason):
            part.setEnabled(not checked)

    @property
    def side(self) -> Side | None:
        return next((side for choice, side in self._sides.items() if choice.isChecked()), None)

    def choose(self, side: Side | None) -> None:
        for choice, its in self._sides.items():
            if its is side:
                choice.setChecked(True)

    def begin(self, side: Side | None = None) -> None:
        """Move the focus to the first answer. ``side`` is the player concerned; None if that is not
        known.
        """
        if side is not None and side in self._sides.values():
            self.choose(side)
            self._next_field().setFocus(Qt.FocusReason.TabFocusReason)
            return
        first = next(iter(self._sides), None)
        (first or self.reason).setFocus()

    def _go_on(self) -> None:
        """Move the focus to the next field, after a player was chosen with the mouse."""
        if not any(map(shows_focus, self._sides)):
            self._next_field().setFocus(Qt.FocusReason.TabFocusReason)

    def _next_field(self) -> QWidget:
        """Return the first field for text; the button if there is no such field."""
        if self._fields.time and not self._time_ms:
            return self.minutes
        return self.reason if self._fields.reason else self.apply

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._apply()
        else:
            super().keyPressEvent(event)

    def _side_chosen(self) -> None:
        """Show the time of the chosen side. Disable the ways to win if a tie was chosen."""
        self._show_times()
        if self._fields.how:
            self.how.setEnabled(self.side is not None)

    def _apply(self) -> None:
        missing = self._missing()
        if missing:
            self.problem.setText(missing)
            self.problem.show()
            if self.side is not None or not self._sides:
                self._next_field().setFocus(Qt.FocusReason.TabFocusReason)
            self.grown.emit()
            return
        ms, kind = self._time_ms, self.more.currentIndex()
        how = self.how.currentData() if self.side is not None else How.TIE
        answers = OrganizerAnswers(
            side=self.side,
            how=how if isinstance(how, How) else How.ASSASSINATION,
            delta_ms=-ms if kind == TAKE_AWAY else ms,
            left_ms=ms if self._fields.time and kind == SET_TO else None,
            points=None
            if self.withdraw.isChecked()
            else self.points.map(lambda field: field.value()),
            step=self.turn.currentData(),
            reason=self.reason.words,
        )
        self.answered.emit(self.act, answers)

    def _missing(self) -> str:
        if self._sides and not any(side.isChecked() for side in self._sides):
            return self._fields.who.replace("?", "? Choose first.")
        if self._fields.time and not self._time_ms and self.more.currentIndex() != SET_TO:
            return say("How much time? Enter minutes or seconds.")
        needed = self._fields.reason and not self.withdraw.isChecked()
        if needed and not self.reason.words:
            return say("Say why: it goes into the history.")
        return ""
