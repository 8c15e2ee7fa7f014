"""The strip between the halves, with each player's buttons and the interrupt in the middle."""

from msgspec import Struct
from PySide6.QtCore import QRect, QSize, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.engine import wording
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.table import HandBack, Interrupt, TableCommand
from app.engine.language import say
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.table.deadlines import expected_end
from app.engine.table.game import Game, extension_fault
from app.engine.table.turns import FIRST_TURN_STEP
from app.ui.table.facing import FacingButton, FacingLabel
from app.ui.table.paint import sized_font
from app.ui.widgets.theme import current_theme
from app.views.table.clock_presses import PressRow
from app.views.table.scoring_pad import pad_steps
from app.views.table.table import TableView
from app.views.time_of_day import clock_time

GAP = 8
LEAST_BUTTON = 72
LEAST_LETTERS = 13
"""The size of a button's letters in pixels below which buttons become as wide as their words."""
AROUND_WORDS = 12
EXTEND, LOSSES, LISTS = 3, 4, 5  # their places among a side's buttons


class StripShow(Struct, frozen=True):
    """The contents of the strip between the halves of a table's window."""

    info: str
    interrupt: str = ""
    """The text of the middle button; empty to hide it."""
    asker: Side = Side.RED
    """The side that the middle button faces."""
    can_score: bool = False
    can_claim: bool = False
    extensions: bool = False
    may_extend: Side | None = None
    lists: bool = False
    brought: bool = False
    scenario: bool = False
    judge_called: bool = False


class CentreStrip(QWidget):
    score_asked = Signal(object)  # the side, as in the next two
    claim_asked = Signal(object)
    judge_asked = Signal(object)
    extension_asked = Signal(object)
    losses_asked = Signal(object)
    lists_asked = Signal(object)
    scenario_asked = Signal(object)
    _first_asked = Signal(object)
    interrupt_asked = Signal()
    menu_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bottom = Side.RED
        self._face_to_face = True
        self._scores = False
        self._first_asked.connect(self._ask_first)
        self.buttons = {side: self._buttons_of(side) for side in Side}
        self.interrupt = FacingButton(say("Interrupt"), self, kind="warn", pill=True, most=24)
        self.interrupt.clicked.connect(self.interrupt_asked)
        self.menu = FacingButton(say("Menu"), self, most=16)
        self.menu.clicked.connect(self.menu_asked)
        self.info = FacingLabel("", self, most=20, muted=True)

    def _buttons_of(self, side: Side) -> list[FacingButton]:
        made = []
        for text, signal in (
            (say("Score"), self._first_asked),
            (wording.END_GAME, self.claim_asked),
            (say("Judge"), self.judge_asked),
            (wording.EXTEND_TURN, self.extension_asked),
            (say("Losses"), self.losses_asked),
            (say("Lists"), self.lists_asked),
        ):
            button = FacingButton(text, self, most=18)
            button.setAccessibleName(f"{side.colour}: {text}")
            button.clicked.connect(lambda _=False, signal=signal: signal.emit(side))
            made.append(button)
        return made

    def sizeHint(self) -> QSize:
        return QSize(400, 88)

    def _ask_first(self, side: Side) -> None:
        """Open the scoring for a player. If there is nothing to score yet, open the scenario's
        rules.
        """
        (self.score_asked if self._scores else self.scenario_asked).emit(side)

    def show_strip(self, show: StripShow) -> None:
        self._scores, before = show.can_score, self._words
        self.info.show_text(show.info)
        self.interrupt.setVisible(bool(show.interrupt))
        self.info.setVisible(not show.interrupt)
        self.interrupt.show_text(show.interrupt or say("Interrupt"))
        self.interrupt.turned = self._face_to_face and show.asker is not self._bottom
        self.interrupt.update()
        for place, visible in (
            (EXTEND, show.extensions),
            (LOSSES, show.lists),
            (LISTS, show.brought),
        ):
            for buttons in self.buttons.values():
                buttons[place].setVisible(visible)
        for side, buttons in self.buttons.items():
            buttons[EXTEND].setEnabled(show.may_extend is side)
            buttons[0].setEnabled(show.can_score or show.scenario)
            buttons[0].show_text(
                say("Score") if show.can_score or not show.scenario else say("Scenario")
            )
            buttons[0].setAccessibleName(f"{side.colour}: {buttons[0].text()}")
            buttons[1].setEnabled(show.can_claim)
            buttons[2].setEnabled(not show.judge_called)
            buttons[2].setText(str(wording.JUDGE_CALLED) if show.judge_called else say("Judge"))
        if self._words != before:
            self._lay_out()

    @property
    def _words(self) -> tuple[str, ...]:
        """The texts of both sides' visible buttons."""
        return tuple(
            button.text()
            for buttons in self.buttons.values()
            for button in buttons
            if not button.isHidden()
        )

    def arrange(self, bottom: Side, *, face_to_face: bool) -> None:
        """Arrange the strip. ``bottom`` is the side whose player sits below, or at the left if the
        players sit side by side.
        """
        self._bottom, self._face_to_face = bottom, face_to_face
        for button in self.buttons[bottom.other]:
            button.turned = face_to_face
        for button in self.buttons[bottom]:
            button.turned = False
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        """Place the menu at the right, each player's buttons at that player's left hand, and the
        interrupt between them.
        """
        width, high = self.width(), self.height() - 2 * GAP
        menu = min(72, width // 15)
        room = width - menu - 4 * GAP
        most = max(
            sum(not facing_button.isHidden() for facing_button in self.buttons[side])
            for side in Side
        )
        third = max(room // 3, min(most * LEAST_BUTTON, room * 2 // 5))
        self._row(self.buttons[self._bottom], QRect(GAP, GAP, third, high), backwards=False)
        middle = QRect(2 * GAP + third, GAP, room - 2 * third, high)
        self.interrupt.setGeometry(middle)
        self.info.setGeometry(middle)
        right = QRect(middle.right() + 1 + GAP, GAP, third - GAP, high)
        backwards = self._face_to_face
        self._row(self.buttons[self._bottom.other], right, backwards=backwards)
        self.menu.setGeometry(width - menu - GAP, GAP, menu, high)

    @staticmethod
    def _row(buttons: list[FacingButton], box: QRect, *, backwards: bool) -> None:
        """Place the visible buttons of a side beside each other. They are equally wide or, in a
        narrow strip, as wide as their words need.
        """
        visible = [facing_button for facing_button in buttons if not facing_button.isHidden()]
        ordered = visible[::-1] if backwards else visible
        _place(ordered, box, [1] * len(ordered))
        if min(button.fitting for button in ordered) < LEAST_LETTERS:
            _place(ordered, box, [_measure(button) for button in ordered])
        _even_letters(visible)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current_theme().window))
        painter.end()


def _place(buttons: list[FacingButton], box: QRect, shares: list[int]) -> None:
    """Place buttons beside each other, each with its share of the width."""
    left = box.left()
    for button, share in zip(buttons, shares, strict=True):
        wide = box.width() * share // sum(shares)
        button.setGeometry(left, box.top(), wide - 4, box.height())
        left += wide


def _measure(button: FacingButton) -> int:
    """Return the width that a button's longest word needs in small letters."""
    metrics = QFontMetrics(sized_font(LEAST_LETTERS, bold=True))
    return max(map(metrics.horizontalAdvance, button.text().split())) + AROUND_WORDS


def _even_letters(buttons: list[FacingButton]) -> None:
    """Give these buttons the same text size."""
    px = min(button.fitting for button in buttons)
    for button in buttons:
        button.show_px(px)


def strip_show(game: Game, view: TableView, now_ms: int) -> StripShow:
    """Return what the strip shows now."""
    play = view.play
    plays = play.in_progress and view.result is None
    ticks = plays and play.pause is None
    lends = ticks and view.question is None and play.step >= FIRST_TURN_STEP
    lends = lends and play.dice_down_ms is None and not play.awaits_start
    turns_timed = view.time.kind is TimingKind.TURNS
    other = play.owner.other.colour
    text = ""
    if play.clock_holds:
        text = _switch_words(view.switch) if ticks and view.question is None else ""
    elif ticks and play.interrupted:
        text = wording.HAND_CLOCK_BACK_TO.format(side=play.owner.colour)
    elif lends and turns_timed and play.owner not in play.overrun:
        text = wording.STOP_THE_TURN.format(side=other)
    elif lends and not turns_timed and play.owner.other not in play.overrun:
        text = wording.INTERRUPT_GIVE_THE_CLOCK.format(side=other)
    extends = plays and not extension_fault(game.terms, play, play.owner)
    return StripShow(
        info=_info(game, view, now_ms),
        interrupt=text,
        asker=play.runner,
        can_score=bool(pad_steps(game)) and view.result is None,
        can_claim=plays and view.question is None,
        extensions=view.time.extensions > 0,
        may_extend=play.owner if extends else None,
        lists=any(view.armies) and view.result is None,
        brought=any(view.brought),
        scenario=not view.secret and view.victory.armies,
        judge_called=play.judge_called,
    )


def middle_press(view: TableView) -> TableCommand:
    """Return the command that the middle button sends. If the clock's last switch had two possible
    meanings, that is the other meaning. Otherwise it begins or ends an interrupt.
    """
    if view.switch is not None:
        read = view.switch
        return RelabelPress(view.game, view.play.owner, read.at_ms, not read.interrupt)
    return HandBack(view.game) if view.play.interrupted else Interrupt(view.game)


def _switch_words(switch: PressRow | None) -> str:
    """Return the text that says how the last switch of the clock was taken, and offers its other
    meaning. Only the players know which is right. Empty if there was no such switch.
    """
    return (
        wording.LAST_SWITCH_NO_IT.format(taken=switch.words, otherwise=switch.otherwise)
        if switch
        else ""
    )


def _info(game: Game, view: TableView, now_ms: int) -> str:
    """Return the place of the game and, on a second line, when the game is expected to end."""
    parts = [
        say("Table {table}", table=view.table),
        say("round {round_number}", round_number=view.round_number),
    ]
    if not view.secret and view.scenario:
        parts.append(view.scenario)
    where, end_ms = " · ".join(parts), expected_end(game, now_ms)
    if end_ms is None or not view.play.in_progress or view.result is not None:
        return where
    return f"{where}\n{wording.EXPECTED_END.format(time=clock_time(end_ms + view.shift_ms))}"
