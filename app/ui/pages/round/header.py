"""The head of the round page: the round, its stage and time, and the next step."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from app.engine import wording
from app.engine.language import plural, say
from app.engine.state import Round, Stage
from app.engine.subjects.rounds.dice_down import PROMPT_MS
from app.ui.widgets.basics import FittingLabel, StepButton, button, label, restyle, step_button
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.font import even_figures
from app.ui.widgets.key_names import native_keys
from app.ui.widgets.layout import LayoutGap, grow, place_part, row_of
from app.ui.widgets.theme import Space
from app.views.time_of_day import clock_time

STAGE_WORDS = {
    Stage.DRAWN: say("Drawn, not public"),
    Stage.PUBLISHED: say("Published"),
    Stage.STARTED: say("Under way"),
    Stage.FINISHED: say("Finished"),
}
MINUTE_MS = 60_000
MINUTES_A_DAY = 24 * 60
ROOMY = 960
FIRST = 4  # the index of the first button, after texts and space


class RoundHeader(QWidget):
    """The head of the round page. ``round_chosen`` carries the number of a round; 0 means the
    latest round, whichever that is.
    """

    next_step = Signal()
    other_step = Signal()
    round_chosen = Signal(int)
    secret_wanted = Signal()
    print_wanted = Signal()
    wall_wanted = Signal()
    match_ups_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left: tuple[StepButton, QWidget | None] | None = None
        """The step that lost the keyboard's focus when it was disabled, and the widget that got the
        focus then.
        """
        self._has_stage = True
        self.title = label("", "title")
        self.stage = label("", "pill")
        self.clock = FittingLabel(role="muted")
        self.clock.setFont(even_figures())
        self.clock.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.secret = button(say("Ro&und time…"), self.secret_wanted.emit, kind="quiet")
        self.secret.setToolTip(say("When dice go down. Players must not see it."))
        self.print = button(say("&Print…"), self.print_wanted.emit, kind="quiet")
        self.print.setToolTip(say("Pairings, slips and every other sheet"))
        self.match_ups = button(say("Match-ups…"), self.match_ups_wanted.emit, kind="quiet")
        self.match_ups.setToolTip(say("Pairings within a match"))
        self.wall = button(say("On the wall"), self.wall_wanted.emit, kind="quiet")
        self.wall.setToolTip(
            native_keys(say("Show the pairings on the room display (Ctrl+Shift+W)"))
        )
        self.more = button("…", lambda: None, kind="quiet")
        self.more.setAccessibleName(say("More for this round"))
        self.more.setToolTip(say("More for this round"))
        self.menu = QMenu(self)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.more.setMenu(self.menu)
        self.rounds = ComboBox()
        self.rounds.setAccessibleName(say("Round to look at"))
        self.rounds.activated.connect(self._choose)
        self.other = step_button(self.other_step.emit)
        self.next = step_button(self.next_step.emit, kind="primary")
        row = row_of(
            self.title,
            place_part(self.stage, Qt.AlignmentFlag.AlignVCenter),
            grow(self.clock),
            LayoutGap(Space.S),
            on=self,
            gap=Space.S,
        )
        self._quiet = (self.print, self.wall, self.match_ups, self.secret)
        """The acts that are rarely needed, the rarest last. Acts that do not fit are in the menu of
        ``more``.
        """
        self._offered: set[QPushButton] = set()
        acts = (self.more, self.match_ups, self.wall, self.print, self.secret)
        for part in (self.next, self.other, self.rounds, *acts):
            row.insertWidget(FIRST, part)  # from the right, as Tab goes
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def offer(self, act: QPushButton, *, offered: bool) -> None:
        """Start or stop offering an act that is rarely needed."""
        (self._offered.add if offered else self._offered.discard)(act)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the title and the stage if there is no room for them, because the list of rounds and
        the steps give the same information. Move acts that do not fit to the menu.
        """
        self.title.setVisible(self.width() >= ROOMY or self.rounds.count() < 2)
        offered = [act for act in self._quiet if act in self._offered]
        beside = list(offered)
        while beside and self._needed(*beside, *self._door(beside, offered)) > self.width():
            beside.pop()
        for act in self._quiet:
            act.setVisible(act in beside)
        door = self._door(beside, offered)
        self.more.setVisible(bool(door))
        whole = self._needed(*beside, *door, self.stage)
        self.stage.setVisible(self._has_stage and whole <= self.width())

    def _door(self, beside: Sequence[QWidget], offered: Sequence[QWidget]) -> tuple[QWidget, ...]:
        return (self.more,) if len(beside) < len(offered) else ()

    def _needed(self, *more: QWidget) -> int:
        """Return the width needed by the parts outside the menu, together with the parts
        ``more``.
        """
        always = (self.title, self.clock, self.rounds, self.other, self.next)
        parts = (*(part for part in always if not part.isHidden()), *more)
        return sum(part.minimumSizeHint().width() + Space.S for part in parts) + Space.S

    def _fill_menu(self) -> None:
        """Fill the menu with the offered acts whose own buttons are hidden for lack of room."""
        self.menu.clear()
        for act in self._quiet:
            if act in self._offered and act.isHidden():
                self.menu.addAction(act.text(), act.click)

    def minimumSizeHint(self) -> QSize:
        door = (self.more,) if self._offered else ()
        return QSize(self._needed(*door), super().minimumSizeHint().height())

    def show_round(self, round_: Round | None, number: int) -> None:
        self.title.setText(say("Round {number}", number=number))
        self.stage.setText(STAGE_WORDS[round_.stage] if round_ else say("Not drawn"))
        self._has_stage = round_ is None or round_.stage is not Stage.STARTED  # the times say it
        public = round_ is not None and round_.stage is not Stage.DRAWN
        self.offer(self.print, offered=public)
        over = round_ is None or round_.stage is Stage.FINISHED
        self.offer(self.wall, offered=public and not over)

    def show_rounds(self, rounds: Sequence[Round], number: int) -> None:
        """Show the rounds, the latest first. ``number`` is the chosen one."""
        texts = [say("Round {round}", round=round_.number) for round_ in reversed(rounds)]
        self.rounds.setVisible(len(rounds) > 1)
        if texts != [self.rounds.itemText(place) for place in range(self.rounds.count())]:
            self.rounds.clear()
            for round_ in reversed(rounds):
                self.rounds.addItem(say("Round {round}", round=round_.number), round_.number)
        self.rounds.setCurrentIndex(self.rounds.findData(number))
        self._make_room()

    def show_steps(
        self, step: str, other: str = "", *, enabled: bool = True, quiet: bool = False
    ) -> None:
        """Show the next step and, beside it, a less important one. An empty text hides the button.
        A step with the focus keeps it, or gets it back when it is enabled again. A ``quiet`` step
        is not due yet.
        """
        focused = self._focused_step()
        restyle(self.next, "kind", "" if quiet else "primary")
        self.next.show_step(step)
        self.other.show_step(other)
        self.next.setEnabled(enabled)
        self._keep_focus(focused)
        self._make_room()

    def _focused_step(self) -> StepButton | None:
        """Return the step that has the focus. If a step lost the focus by being disabled, return
        that step, unless somebody has moved the focus since then.
        """
        focus = self.window().focusWidget()
        if self._left is not None and focus is self._left[1]:
            return self._left[0]
        return next((step for step in (self.next, self.other) if step is focus), None)

    def _keep_focus(self, focused: StepButton | None) -> None:
        self._left = None
        if focused is None:
            return
        usable = [step for step in (focused, self.next) if step.isEnabled() and not step.isHidden()]
        if usable:
            usable[0].setFocus()
        else:
            self._left = (focused, self.window().focusWidget())

    def show_times(
        self,
        started_ms: int | None,
        end_ms: int | None,
        now_ms: int,
        time_of: Callable[[int], int] = int,
    ) -> None:
        """Show the round's times. ``time_of`` converts an instant to the time that is shown."""
        self.clock.show_any(*time_words(started_ms, end_ms, now_ms, time_of))

    def show_round_clock(
        self, round_: Round, now_ms: int, time_of: Callable[[int], int] = int
    ) -> None:
        """Show the clock of a round that ends with dice down. The time of its end is secret and not
        shown in advance. If dice down is overdue, ask whether to call it.
        """
        started_ms, due_ms = round_.started_ms, round_.dice_down_due_ms
        words = (
            say("Started {clock_time}", clock_time=clock_time(time_of(started_ms)))
            if started_ms is not None
            else ""
        )
        if round_.dice_down_ms is not None:
            words = say(
                "{words} · dice down at {clock_time}",
                words=words,
                clock_time=clock_time(time_of(round_.dice_down_ms)),
            )
        elif due_ms is not None and due_ms + PROMPT_MS < now_ms:
            words = say(
                "Time was up at {clock_time}: call dice down?",
                clock_time=clock_time(time_of(due_ms)),
            )
        self.clock.show_any(words)

    def _choose(self, index: int) -> None:
        self.round_chosen.emit(0 if index == 0 else self.rounds.itemData(index))


def time_words(
    started_ms: int | None,
    end_ms: int | None,
    now_ms: int,
    time_of: Callable[[int], int] = int,
) -> tuple[str, ...]:
    """Return two texts: the round's times, such as "Started 14:05 · expected end 16:05 · 72 min to
    go", and the part for a narrow header, "72 min to go". Return only the first if no end is known.
    """
    if started_ms is None:
        return ("",)
    started = say("Started {clock_time}", clock_time=clock_time(time_of(started_ms)))
    if end_ms is None:
        return (started,)
    to_go = _to_go(-(-(end_ms - now_ms) // MINUTE_MS))
    whole = say(
        "{started} · expected end {clock_time} · {to_go}",
        started=started,
        clock_time=clock_time(time_of(end_ms)),
        to_go=to_go,
    )
    return whole, to_go


def _to_go(minutes: int) -> str:
    """Return how much time is left in a round, or how long the round is overdue. If the round was
    left open, count days.
    """
    if minutes > 0:
        return wording.MINUTES_TO_GO.format(minutes=minutes)
    if days := -minutes // MINUTES_A_DAY:
        return plural(days, "left open for {count} day", "left open for {count} days")
    return say("{left} min over", left=-minutes) if minutes else say("time is up")
