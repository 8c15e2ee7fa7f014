"""The panel beside the live list: one table's state and the organizer's acts there."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from app.engine import wording
from app.engine.formats.times import times_words
from app.engine.language import say
from app.engine.players.list_choice import has_cards, list_look_ups
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.text import join_words
from app.ui.pages.round.live.act_form import NEEDS_FORM, ActForm
from app.ui.widgets.basics import NameLabel, button, has_keyboard, label, make_scrollable
from app.ui.widgets.layout import STRETCH, column_of, grid_of, in_rows_of, row_of
from app.ui.widgets.theme import PANEL, Space, around
from app.views.round.live import clock_advice
from app.views.round.result_entry import rulings
from app.views.table.element_states import states_line
from app.views.table.organizer_acts import (
    ACTIONS,
    ActionRow,
    OrganizerAction,
    OrganizerAnswers,
    acts,
    command,
    open_words,
)
from app.views.table.scoring_pad import correctable, pad_steps
from app.views.table.table import CONDITION_WORDS, TableView

MINUTE_MS = 60_000
IN_A_LINE, IN_LINES = 4, 3
"""So many buttons fit beside each other; of more, so many stand in a line."""
Choices = tuple[tuple[str, Callable[[], object]], ...]
"""What stands together in a menu: words and what is done."""


class TablePanel(QFrame):
    """One table of the running round. ``requested`` carries a command for the desk, ``open_table``
    a game's number.
    """

    requested = Signal(object)
    open_table = Signal(int)
    report_wanted = Signal(int)  # the table's number
    losses_wanted = Signal(int)  # a game's number, as in the next
    scoring_wanted = Signal(int)
    switches_wanted = Signal(int)
    lists_wanted = Signal()
    cards_wanted = Signal(int)  # a game's number
    timeline_wanted = Signal(int)  # the same
    terrain_wanted = Signal(int)  # the table's number
    code_wanted = Signal(int)  # the same
    finished = Signal()  # what had the keyboard here is gone

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tablePanel")
        self.setProperty("role", "card")
        self._state = State()
        self._round: Round | None = None
        self._view: TableView | None = None
        self._offered: tuple[object, ...] = ()
        self._started_for_ms = 0
        self._now_ms = 0
        self.tablet_away = False  # one that may have kept the time
        self.has_code: Callable[[], bool] = lambda: False  # whether tablets can join
        self.form: ActForm | None = None
        self._groups: list[list[tuple[str, Callable[[], object]]]] = []
        self._make()

    def _make(self) -> None:
        self._title = label("", "heading")
        self._word = label("", "pill")
        self._names = {side: NameLabel() for side in Side}
        self._clubs = {side: NameLabel(role="muted") for side in Side}
        self._facts = label("", "muted", wraps=True)
        self.elements = label("", "muted", wraps=True)
        self.open_question = label("", wraps=True)
        self.open_question.setObjectName("openQuestion")
        self.advice = label("", wraps=True)
        self._why = label("", wraps=True)
        self.decision = label("", "muted", wraps=True)
        self.look_up = label("", wraps=True)
        self._acts = QWidget()
        self._pages = QStackedWidget()
        self._pages.addWidget(self._acts)
        self._offered_here: list[QWidget] = []
        self._at_hand = column_of()
        self._empty = label(
            say("Choose a table to see how it stands and what you can do there."),
            "muted",
            wraps=True,
        )
        self._body = self._lay_out_body()
        inside = QWidget()
        column_of(self._empty, self._at_hand, self._body, STRETCH, on=inside, margins=PANEL)
        self._scroll = make_scrollable(inside)
        always = Qt.ScrollBarPolicy.ScrollBarAlwaysOn  # coming and going, it would move the buttons
        self._scroll.setVerticalScrollBarPolicy(always)
        column_of(self._scroll, on=self, margins=around(Space.LINE))
        self._body.hide()

    def _lay_out_body(self) -> QWidget:
        body = QWidget()
        red, blue = self._who(Side.RED), self._who(Side.BLUE)
        names = grid_of(*red, (), *blue, gap=Space.NONE, gap_across=Space.S, shares=(0, 1))
        names.setRowMinimumHeight(len(red), Space.XS)
        column_of(
            row_of(self._title, STRETCH, self._word),
            names,
            self._facts,
            self.elements,
            self.advice,
            self._why,
            self.decision,
            self.look_up,
            self.open_question,
            self._pages,
            on=body,
            gap=Space.S,
        )
        return body

    def _who(self, side: Side) -> tuple[tuple[QWidget | None, ...], ...]:
        """Return two lines: the side with its player, and below the player their club."""
        chip = label(side.colour)
        chip.setObjectName("sideChip")
        chip.setProperty("side", side.value)
        return (chip, self._names[side]), (None, self._clubs[side])

    def offer(self, *parts: QWidget) -> None:
        """Offer what can be done while no table is chosen."""
        for part in parts:
            place = QWidget()
            column_of(part, on=place)
            self._at_hand.addWidget(place)
            self._offered_here.append(place)

    def _show_at_hand(self, *, visible: bool) -> None:
        for part in self._offered_here:
            part.setVisible(visible)

    def show_table(self, state: State, round_: Round, view: TableView | None, now_ms: int) -> None:
        """Show a table; a form that is being filled in stays as long as its table is shown and
        allows it.
        """
        same = self._view is not None and view is not None and self._view.game == view.game
        self._state, self._round, self._view = state, round_, view
        self._body.setVisible(view is not None)
        self._empty.setVisible(view is None)
        self._show_at_hand(visible=view is None)
        if view is None:
            self._leave_form()
            return
        game = state.games[view.game]
        self._title.setText(say("Table {table}", table=view.table))
        self._word.setText(CONDITION_WORDS[view.condition])
        for side in Side:
            self._names[side].show_name(view.names.of(side))
            self._clubs[side].show_name(state.club_beside(game.players.of(side)))
        _show(self._facts, _facts(view))
        _show(self.elements, states_line(game))
        self._show_clubs()
        self.show_advice(now_ms)
        _show(self._why, view.why)
        _show(self.decision, view.decision)
        _show(self.look_up, _look_up_words(state, game))
        _show(self.open_question, open_words(view, tablet_away=self.tablet_away))
        offered = acts(game, round_.stage, dice_down=round_.dice_down_ms is not None)
        if not same or (self.form is not None and self.form.act not in offered):
            self._leave_form()
        scores = view.result is None and bool(pad_steps(game))
        cards = _has_cards(state, view)
        content = (
            *offered,
            scores,
            any(view.armies),
            cards,
            view.play.clock_holds,
            view.lists,
            self.has_code(),
            bool(game.marks),
        )
        if not same or content != self._offered:
            self._offered = content
            self._show_acts(view, offered, scores=scores)

    def show_advice(self, now_ms: int) -> None:
        """Show advice that falls due as the clocks run."""
        view = self._view
        if self._round is not None:
            self._started_for_ms = now_ms - (self._round.started_ms or now_ms)
        _show(self.advice, clock_advice(self._state, view, now_ms) if view else "")
        self._show_left(now_ms)

    def _show_left(self, now_ms: int) -> None:
        """Show the time there is, where time is adjusted."""
        self._now_ms = now_ms
        clock = self._view.clock if self._view is not None else None
        if self.form is not None and clock is not None:
            self.form.show_left(Pair(*(clock.remaining(side, now_ms) for side in Side)))

    def _show_acts(
        self, view: TableView, offered: tuple[OrganizerAction, ...], *, scores: bool
    ) -> None:
        focused = self._acts.focusWidget() if has_keyboard(self._acts) else None
        self._groups = []
        fresh = QWidget()
        orders: list[QWidget] = []
        self._begin_group()
        if OrganizerAction.START in offered:
            caption = label(say("Who has the first turn? Their clock starts."), "muted", wraps=True)
            firsts = (
                self._first(side, side.value, wording.GOES_FIRST.format(side=side.colour))
                for side in Side
            )
            beside = QWidget()
            row_of(*firsts, on=beside)
            orders += (caption, beside)
        for act in offered:
            row = ACTIONS[act]
            if row.at_once:
                urgent = row.urgent and (not view.result or act is OrganizerAction.DISMISS_JUDGE)
                first = urgent and not any(made.property("kind") == "primary" for made in orders)
                do, kind = partial(self._do, act, OrganizerAnswers()), "primary" if first else ""
                orders.append(self._choice(_button_words(act, row), do, kind=kind))
        if OrganizerAction.OTHER_FIRST in offered:
            other = view.play.first.other
            orders.append(
                self._first(other, "", say("Restart, {colour} first", colour=other.colour))
            )
        self._begin_group()
        column_of(
            *orders,
            *self._entries(view, scores=scores),
            self._more(view, offered),
            on=fresh,
        )
        self._pages.removeWidget(self._acts)
        self._acts.deleteLater()
        self._acts = fresh
        self._pages.insertWidget(0, fresh)
        if self.form is None:
            self._pages.setCurrentWidget(fresh)
        if isinstance(focused, QPushButton):
            self._give_keyboard(focused.text())

    def _begin_group(self) -> None:
        self._groups.append([])

    def _choice(self, words: str, do: Callable[[], object], kind: str = "") -> QPushButton:
        """Return a button that the menu has, too."""
        self._groups[-1].append((words.replace("&", ""), do))
        return button(words, do, kind=kind)

    def menu(self) -> tuple[Choices, ...]:
        """Return all that can be done at the table on show, as a menu has it."""
        return tuple(map(tuple, self._groups)) if self._view is not None else ()

    def _give_keyboard(self, words: str) -> None:
        """Give the keyboard to the button that says so, or take it out of here."""
        same = [
            button_ for button_ in self._acts.findChildren(QPushButton) if button_.text() == words
        ]
        back = same[0].setFocus if same else self.finished.emit
        back()

    def _more(self, view: TableView, offered: tuple[OrganizerAction, ...]) -> QGridLayout:
        """Return what needs a form, or another window."""
        forms = [act for act in offered if act in NEEDS_FORM]
        self._begin_group()
        others = []
        if self._state.games[view.game].marks:  # first: it is wanted when a judge is called
            picture = partial(self.timeline_wanted.emit, view.game)
            others.append(self._choice(say("Timeline…"), picture, kind="quiet"))
        others += [
            self._choice(f"{say(act.value)}…", partial(self.begin, act), kind="quiet")
            for act in forms
        ]
        if self._state.packet is not None and self._state.packet.terrain is not None:
            go = partial(self.terrain_wanted.emit, view.table)
            others.append(self._choice(say("Terrain…"), go, kind="quiet"))
        if self.has_code():
            show = partial(self.code_wanted.emit, view.table)
            others.append(self._choice(say("Tablet code…"), show, kind="quiet"))
        for widget in others:
            widget.setProperty("dense", True)
            widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return grid_of(*in_rows_of(2, others), gap=Space.XS)

    def _entries(self, view: TableView, *, scores: bool) -> Iterator[QLayout]:
        """Yield the table's window and its result; what else is entered for the players: scores,
        losses, lists, cards, switches. One of these stands in the same line.
        """
        window = self._choice(say("Table window"), self._open_window)
        result = self._choice(say("Enter resu&lt"), self._enter_result)
        self._begin_group()
        entries = (
            (say("Score"), scores, partial(self.scoring_wanted.emit, view.game)),
            (say("Losses"), any(view.armies), partial(self.losses_wanted.emit, view.game)),
            (say("Lists"), _has_lists(view), self.lists_wanted.emit),
            (
                say("Cards"),
                _has_cards(self._state, view),
                partial(self.cards_wanted.emit, view.game),
            ),
            (say("Switches"), _has_switches(view), partial(self.switches_wanted.emit, view.game)),
        )
        buttons = [self._choice(words, wanted) for words, offered, wanted in entries if offered]
        for made in buttons:
            made.setProperty("narrow", True)
        if len(buttons) == 1:
            for made in (window, result):
                made.setProperty("narrow", True)
            yield row_of(window, result, *buttons)
        else:
            yield row_of(window, result)
            columns = len(buttons) if len(buttons) <= IN_A_LINE else IN_LINES
            yield grid_of(*in_rows_of(max(columns, 1), buttons))

    def _first(self, side: Side, kind: str, words: str) -> QWidget:
        return self._choice(
            words, partial(self._do, OrganizerAction.START, OrganizerAnswers(side=side)), kind
        )

    def begin(self, act: OrganizerAction) -> None:
        """Show the form of an act."""
        if self._view is None:
            return
        self._leave_form()
        game = self._state.games[self._view.game]
        self.form = ActForm(
            act,
            self._view.names,
            self._note(act),
            turns=correctable(game),
            hows=rulings(game),
        )
        self.form.answered.connect(self._do)
        self.form.left.connect(self._leave_form)
        self._pages.addWidget(self.form)
        self._pages.setCurrentWidget(self.form)
        self._show_clubs()
        self._show_left(self._now_ms)
        self.form.grown.connect(self._show_foot)
        self.form.begin()
        self._show_foot()

    def _show_clubs(self) -> None:
        """Hide the clubs while a form, a chess clock’s buttons or the words of how elements stand
        take their room, so that all of it is seen on a small screen.
        """
        crowded = self.form is not None or bool(self.elements.text())
        crowded = crowded or (self._view is not None and _has_switches(self._view))
        for line in self._clubs.values():
            line.setVisible(not crowded and bool(line.text()))

    def _show_foot(self) -> None:
        """Keep the form's button in sight once it has been laid out, however long the form is."""
        QTimer.singleShot(0, self, self._scroll_to_foot)

    def _scroll_to_foot(self) -> None:
        if self.form is not None:
            self._scroll.ensureWidgetVisible(self.form.apply, 0, 16)

    def _note(self, act: OrganizerAction) -> str:
        if act is not OrganizerAction.NO_SHOW:
            return ""
        minutes = self._started_for_ms // MINUTE_MS
        return say(
            "The round started {minutes} min ago. The opponent scores as for a bye.",
            minutes=minutes,
        )

    def _do(self, act: OrganizerAction, answers: OrganizerAnswers) -> None:
        if self._view is not None:
            game = self._state.games[self._view.game]
            self._leave_form()
            self.requested.emit(command(act, game, answers))

    def _leave_form(self) -> None:
        form, self.form = self.form, None
        if form is not None:
            if has_keyboard(form):
                self.finished.emit()
            self._pages.removeWidget(form)
            form.deleteLater()
            self._pages.setCurrentWidget(self._acts)
            self._show_clubs()

    def _open_window(self) -> None:
        if self._view is not None:
            self.open_table.emit(self._view.game)

    def _enter_result(self) -> None:
        if self._view is not None:
            self.report_wanted.emit(self._view.table)


def _has_cards(state: State, view: TableView) -> bool:
    """Tell whether somebody at the table has objectives, specialists or reinforcements to enter."""
    game = state.games[view.game]
    objectives = bool(view.objectives) and (view.play.ending is None or any(view.play.objectives))
    return objectives or any(has_cards(state, game, side) for side in Side)


def _look_up_words(state: State, game: Game) -> str:
    """Return whose cards have to be checked, only while something can still be put right."""
    if game.play.ending is not None or game.reported is not None:
        return ""
    changed = [side.colour for side in Side if list_look_ups(state, game, side)]
    if not changed:
        return ""
    return say("{who} changed the army. See Cards for what to check.", who=join_words(changed))


def _has_lists(view: TableView) -> bool:
    return any(army_list.offered or army_list.shown for army_list in view.lists)


def _has_switches(view: TableView) -> bool:
    return view.play.clock_holds and view.clock is not None


def _button_words(act: OrganizerAction, row: ActionRow) -> str:
    words = say(act.value)
    return f"&{words}" if row.by_first_letter else row.letter or words


def _show(line: QLabel, words: str) -> None:
    line.setVisible(bool(words))
    line.setText(words)


def _facts(view: TableView) -> str:
    if view.clock is None:
        return times_words(view.time)
    points = view.result.cp if view.result else view.cp
    cp = say("Control points {red}–{blue}", red=points.red, blue=points.blue)
    if view.play.ending or view.result:
        return cp
    if view.cp_after != points:
        after = f"{view.cp_after.red}–{view.cp_after.blue}"
        cp = wording.POINTS_WITH_THIS_TURN.format(points=cp, after=after)
    return f"{view.step} · {cp}"
