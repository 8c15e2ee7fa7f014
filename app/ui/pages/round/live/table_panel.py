"""The panel for one table: its state, and the organizer's acts there."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from app.engine import wording
from app.engine.formats.times import times_words
from app.engine.language import is_reworded, mark_text, say
from app.engine.players.list_choice import has_cards, list_look_ups
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.text import ON_A_BUTTON, join_words, shorten
from app.ui.pages.round.live.act_form import NEEDS_FORM, ActForm
from app.ui.widgets.basics import NameLabel, button, has_keyboard, label, make_scrollable
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.layout import STRETCH, column_of, grid_of, in_rows_of, row_of
from app.ui.widgets.theme import PANEL, Space, around
from app.ui.widgets.two_lines import TwoLines
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
    form_note,
    open_words,
)
from app.views.table.photos import photos_words
from app.views.table.scoring_pad import correctable, pad_steps
from app.views.table.table import CONDITION_WORDS, TableCondition, TableView

MINUTE_MS = 60_000
MOST_AT_HAND = 3
"""The greatest number of acts that have buttons of their own. The others are in menus."""
ENTER_RESULT, CORRECT_RESULT = say("Enter resu&lt"), say("Correct resu&lt")
TABLE_WINDOW = say("Table window")
LOW = 260
"""The height below which the panel leaves out the players' clubs, and shows its acts before all
texts about the table.
"""
BELOW_NAMES = 2
"""The index at which the acts are inserted in a panel lower than ``LOW``."""
Group = list[tuple[str, Callable[[], object]]]
Choices = tuple[tuple[str, Callable[[], object]], ...]
"""A group of acts in a menu, each with its text and its function."""


class _Door(Enum):
    """The menus for less frequent acts."""

    TIME = mark_text("Time")
    RESULT = mark_text("Result")
    PLAYERS = mark_text("Players")
    TABLE = mark_text("Table")


SELDOM = frozenset({OrganizerAction.TAKE_BACK, OrganizerAction.PROGRAM_HOLDS})
"""Acts that are never offered as a button, although they ask no questions."""
BEHIND: Mapping[_Door, Sequence[OrganizerAction]] = {
    _Door.TIME: (
        OrganizerAction.PAUSE,
        OrganizerAction.RESUME,
        OrganizerAction.COUNT_GAP,
        OrganizerAction.IGNORE_GAP,
        OrganizerAction.COUNT_PRESSES,
        OrganizerAction.LEAVE_OUT,
        OrganizerAction.PUT_TIME_BACK,
        OrganizerAction.ADJUST,
        OrganizerAction.TAKE_BACK,
        OrganizerAction.STOPPED,
        OrganizerAction.DICE_DOWN,
        OrganizerAction.PROGRAM_HOLDS,
    ),
    _Door.RESULT: (
        OrganizerAction.TAKE_REPORT,
        OrganizerAction.POINTS,
        OrganizerAction.RULE,
        OrganizerAction.REOPEN,
        OrganizerAction.WITHDRAW,
        OrganizerAction.NO_SHOW,
    ),
    _Door.PLAYERS: (OrganizerAction.DISMISS_JUDGE, OrganizerAction.WARN),
    _Door.TABLE: (),
}
HURTING = (OrganizerAction.DROP, OrganizerAction.DISQUALIFY)


class _Choice(Struct, frozen=True):
    """An act: the text of its button, its function, and the kind of the button."""

    words: str
    do: Callable[[], object]
    kind: str = ""

    @property
    def plain(self) -> str:
        return self.words.replace("&", "")


class TablePanel(QFrame):
    """The panel for one table of the running round. ``requested`` carries a command for the desk,
    ``open_table`` the number of a game.
    """

    requested = Signal(object)
    open_table = Signal(int)
    report_wanted = Signal(int)  # the table's number
    losses_wanted = Signal(int)  # a game's number, as in the next
    scoring_wanted = Signal(int)
    switches_wanted = Signal(int)
    lists_wanted = Signal()
    army_lists_wanted = Signal(int)  # a player's number
    cards_wanted = Signal(int)  # a game's number
    timeline_wanted = Signal(int)  # the same
    photos_wanted = Signal(int)  # the same
    terrain_wanted = Signal(int)  # the table's number
    code_wanted = Signal(int)  # the same
    finished = Signal()  # the widget with the focus is gone

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
        self._pointed: Side | None = None  # whose player was clicked for the menu
        self._groups: list[Group] = []
        self._behind: dict[_Door, list[Group]] = {}
        self.open_menu = QMenu(self)
        self._make()

    def _make(self) -> None:
        self._title = label("", "heading")
        self._word = label("", "pill")
        self._names = {side: NameLabel() for side in Side}
        self._clubs = {side: NameLabel(role="muted") for side in Side}
        self._facts = label("", "muted", wraps=True)
        self.elements = label("", "muted", wraps=True)
        self.photos = button("", self._show_photos, kind="quiet")
        self.open_question = label("", wraps=True)
        self.open_question.setObjectName("openQuestion")
        self.advice = label("", wraps=True)
        self._why = label("", wraps=True)
        self.decision = label("", "muted", wraps=True)
        self.look_up = label("", wraps=True)
        self._acts = QWidget()
        self._pages = QStackedWidget()
        self._pages.addWidget(self._acts)
        self._offered_here: list[tuple[QWidget, bool]] = []
        self._at_hand = column_of()
        self._empty = label(
            say("Choose a table to see how it stands and what you can do there."),
            "muted",
            wraps=True,
        )
        self._body = self._lay_out_body()
        inside = QWidget()
        column_of(self._empty, self._body, self._at_hand, STRETCH, on=inside, margins=PANEL)
        self._scroll = make_scrollable(inside)
        always = Qt.ScrollBarPolicy.ScrollBarAlwaysOn  # coming and going would move the buttons
        self._scroll.setVerticalScrollBarPolicy(always)
        column_of(self._scroll, on=self, margins=around(Space.LINE))
        self._body.hide()

    def _lay_out_body(self) -> QWidget:
        body = QWidget()
        red, blue = self._who(Side.RED), self._who(Side.BLUE)
        names = grid_of(*red, (), *blue, gap=Space.NONE, gap_across=Space.S, shares=(0, 1))
        names.setRowMinimumHeight(len(red), Space.XS)
        self._in_body = column_of(
            row_of(self._title, STRETCH, self._word),
            names,
            self._facts,
            self.elements,
            self.advice,
            self._why,
            self.photos,
            self.decision,
            self.look_up,
            self.open_question,
            self._pages,
            on=body,
            gap=Space.S,
        )
        return body

    def _who(self, side: Side) -> tuple[tuple[QWidget | None, ...], ...]:
        """Return two lines: the side with its player, and below that the player's club."""
        chip = label(side.colour)
        chip.setObjectName("sideChip")
        chip.setProperty("side", side.value)
        return (chip, self._names[side]), (None, self._clubs[side])

    def offer(self, *parts: QWidget) -> None:
        """Show these widgets in the panel while no table is chosen, but only for the latest round.
        Beside a table with a result, show them too, except for primary buttons, which the page has
        to show elsewhere.
        """
        for part in parts:
            place = QWidget()
            column_of(part, on=place)
            place.hide()  # until it has its text
            self._at_hand.addWidget(place)
            self._offered_here.append((place, part.property("kind") == "primary"))

    def _show_at_hand(self, view: TableView | None) -> None:
        done = view is not None and view.condition is TableCondition.DONE
        latest = self._round is self._state.latest
        for place, is_main in self._offered_here:
            place.setVisible(latest and (view is None or (done and not is_main)))

    def show_table(self, state: State, round_: Round, view: TableView | None, now_ms: int) -> None:
        """Show a table. A form that is being filled in stays if its table is still shown and the
        act is still allowed.
        """
        same = self._view is not None and view is not None and self._view.game == view.game
        self._state, self._round, self._view = state, round_, view
        self._body.setVisible(view is not None)
        self._empty.setVisible(view is None)
        self._show_at_hand(view)
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
        self.photos.setVisible(bool(game.photos))
        self.photos.setText(photos_words(len(game.photos)))
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_clubs()
        acts = BELOW_NAMES if self.height() < LOW else self._in_body.count() - 1
        if self._in_body.indexOf(self._pages) != acts:
            self._in_body.removeWidget(self._pages)
            self._in_body.insertWidget(acts, self._pages)

    def show_advice(self, now_ms: int) -> None:
        """Show advice that becomes due as the clocks run."""
        view = self._view
        if self._round is not None:
            self._started_for_ms = now_ms - (self._round.started_ms or now_ms)
        _show(self.advice, clock_advice(self._state, view, now_ms) if view else "")
        self._show_left(now_ms)

    def _show_left(self, now_ms: int) -> None:
        """Show how much time the players have left, in a form that changes it."""
        self._now_ms = now_ms
        clock = self._view.clock if self._view is not None else None
        if self.form is not None and clock is not None:
            self.form.show_left(Pair(*(clock.remaining(side, now_ms) for side in Side)))

    def _show_acts(
        self, view: TableView, offered: tuple[OrganizerAction, ...], *, scores: bool
    ) -> None:
        focused = self._acts.focusWidget() if has_keyboard(self._acts) else None
        fresh = QWidget()
        firsts = self._firsts(offered)
        called = self._called_for(view, offered, MOST_AT_HAND - len(firsts))
        self._groups = [
            [(choice.plain, choice.do) for choice in (*firsts, *called)],
            *self._doors(view, offered, scores=scores, shown={choice.words for choice in called}),
        ]
        parts: list[QWidget] = []
        if called and called[0].kind:  # the main act is above the question
            main, *called = called
            parts.append(button(main.words, main.do, kind=main.kind))
        if firsts:
            red, blue = (row_of(button(each.words, each.do, kind=each.kind)) for each in firsts)
            asked = TwoLines(red, blue, evenly=True)  # the packet’s words may be long
            words = say("Who has the first turn? Their clock starts.")
            parts += (label(words, "muted", wraps=True), asked)
        made: list[QWidget] = [
            button(choice.words, choice.do, kind=choice.kind) for choice in called
        ]
        if len(made) > 1 and called[-1].words == TABLE_WINDOW:
            result, window = made[-2:]
            beside = QWidget()
            for each in (result, window):
                each.setProperty("narrow", True)
            row_of(result, window, on=beside)
            made[-2:] = [beside]
        parts += made
        doors = [
            self._door(f"{say(door.value)} ›", groups)
            for door, groups in self._behind.items()
            if any(groups)
        ]
        column_of(*parts, grid_of(*in_rows_of(2, doors), gap=Space.XS), STRETCH, on=fresh)
        self._pages.removeWidget(self._acts)
        self._acts.deleteLater()
        self._acts = fresh
        self._pages.insertWidget(0, fresh)
        if self.form is None:
            self._pages.setCurrentWidget(fresh)
        if isinstance(focused, QPushButton):
            self._give_keyboard(focused.text())

    def menu(self, side: Side | None = None) -> tuple[Choices, ...]:
        """Return all acts at the table for a menu. If the player of ``side`` was clicked, that
        player is preselected in any act that asks for a player.
        """
        if self._view is None:
            return ()
        groups = [
            tuple((words, partial(self._do_for, side, do)) for words, do in group)
            for group in self._groups
        ]
        if side is not None and self._state.armies:
            player = self._state.games[self._view.game].players.of(side)
            name = shorten(self._state.name(player), ON_A_BUTTON)
            words = say("Army lists of {name}…", name=name)
            groups.append(((words, partial(self.army_lists_wanted.emit, player)),))
        return tuple(groups)

    def _do_for(self, side: Side | None, do: Callable[[], object]) -> None:
        self._pointed = side
        do()
        self._pointed = None

    def _give_keyboard(self, words: str) -> None:
        """Move the focus to the button with this text. If there is none, move the focus out of the
        panel.
        """
        same = [
            button_ for button_ in self._acts.findChildren(QPushButton) if button_.text() == words
        ]
        back = same[0].setFocus if same else self.finished.emit
        back()

    def _firsts(self, offered: tuple[OrganizerAction, ...]) -> list[_Choice]:
        """Return the buttons that say who goes first; none unless the game's clock can be started
        now.
        """
        if OrganizerAction.START not in offered:
            return []
        return [
            _Choice(wording.GOES_FIRST.format(side=side.colour), self._first(side), side.value)
            for side in Side
        ]

    def _called_for(
        self, view: TableView, offered: tuple[OrganizerAction, ...], room: int
    ) -> list[_Choice]:
        """Return the acts that the table's state calls for, at most ``room`` of them. The first
        urgent one is the primary button.
        """
        found: list[_Choice] = []
        for act in offered:
            row = ACTIONS[act]
            if row.at_once and act not in SELDOM:
                urgent = row.urgent and (not view.result or act is OrganizerAction.DISMISS_JUDGE)
                first = urgent and not any(choice.kind for choice in found)
                do = partial(self._do, act, OrganizerAnswers())
                kind = "primary" if first else ""
                found.append(_Choice(_button_words(act, row), do, kind))
        found.sort(key=lambda choice: not choice.kind)
        return [*found, self._result(view), self._window][:room]

    def _result(self, view: TableView) -> _Choice:
        words = CORRECT_RESULT if view.result else ENTER_RESULT
        return _Choice(words, self._enter_result)

    @property
    def _window(self) -> _Choice:
        return _Choice(TABLE_WINDOW, self._open_window)

    def _doors(
        self,
        view: TableView,
        offered: tuple[OrganizerAction, ...],
        *,
        scores: bool,
        shown: set[str],
    ) -> list[Group]:
        """Return the menus with the remaining acts. Harmful acts stand apart at the end. Acts in
        ``shown`` are left out, because they already have a button.
        """
        game = view.game
        table = self._state.packet is not None and self._state.packet.terrain is not None
        entries: Mapping[_Door, Sequence[tuple[_Choice, bool]]] = {
            _Door.TIME: (
                (
                    _Choice(say("Timeline…"), partial(self.timeline_wanted.emit, game)),
                    bool(self._state.games[game].marks),
                ),
                *self._other_first(view, offered),
                (
                    _Choice(say("Switches"), partial(self.switches_wanted.emit, game)),
                    _has_switches(view),
                ),
            ),
            _Door.RESULT: (
                (self._result(view), True),
                (_Choice(say("Score"), partial(self.scoring_wanted.emit, game)), scores),
                (_Choice(say("Losses"), partial(self.losses_wanted.emit, game)), any(view.armies)),
            ),
            _Door.PLAYERS: (
                (_Choice(say("Lists"), self.lists_wanted.emit), _has_lists(view)),
                (
                    _Choice(say("Cards"), partial(self.cards_wanted.emit, game)),
                    _has_cards(self._state, view),
                ),
            ),
            _Door.TABLE: (
                (self._window, True),
                (_Choice(say("Terrain…"), partial(self.terrain_wanted.emit, view.table)), table),
                (
                    _Choice(say("Tablet code…"), partial(self.code_wanted.emit, view.table)),
                    self.has_code(),
                ),
            ),
        }
        self._behind = {}
        for door, choices in entries.items():
            acts_here = [self._act(act) for act in BEHIND[door] if act in offered]
            all_here = [*acts_here, *(choice for choice, there in choices if there)]
            group = [(one.plain, one.do) for one in all_here if one.words not in shown]
            self._behind[door] = [group]
        hurting = [self._act(act) for act in HURTING if act in offered]
        last = [(choice.plain, choice.do) for choice in hurting]
        self._behind[_Door.PLAYERS].append(last)
        return [*(groups[0] for groups in self._behind.values()), last]

    def _act(self, act: OrganizerAction) -> _Choice:
        """Return an act for a menu. If the act opens a form, its text ends in an ellipsis."""
        if act in NEEDS_FORM:
            return _Choice(f"{say(act.value)}…", partial(self.begin, act))
        return _Choice(_button_words(act, ACTIONS[act]), partial(self._do, act, OrganizerAnswers()))

    def _other_first(
        self, view: TableView, offered: tuple[OrganizerAction, ...]
    ) -> Iterator[tuple[_Choice, bool]]:
        if OrganizerAction.OTHER_FIRST in offered:
            other = view.play.first.other
            words = say("Restart, {colour} first", colour=other.colour)
            yield _Choice(words, self._first(other)), True

    def _door(self, words: str, groups: Sequence[Group]) -> QPushButton:
        """Return a button that opens a menu with these groups."""
        made = button(words, lambda: self._open_door(made, groups), kind="quiet")
        made.setProperty("dense", True)
        made.setToolTip(", ".join(choice for group in groups for choice, _ in group))
        made.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        return made

    def _open_door(self, door: QPushButton, groups: Sequence[Group]) -> None:
        self.open_menu.clear()
        for group in groups:
            self.open_menu.addSeparator()
            for words, do in group:
                self.open_menu.addAction(escape_mnemonic(words), do)
        self.open_menu.popup(door.mapToGlobal(QPoint(0, door.height())))

    def _first(self, side: Side) -> Callable[[], object]:
        return partial(self._do, OrganizerAction.START, OrganizerAnswers(side=side))

    def begin(self, act: OrganizerAction) -> None:
        """Show the form for an act."""
        if self._view is None:
            return
        self._leave_form()
        game = self._state.games[self._view.game]
        self.form = ActForm(
            act,
            self._view.names,
            self._note(act, game),
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
        self.form.begin(self._pointed)
        self._show_foot()

    def _show_clubs(self) -> None:
        """Show the clubs unless their room is needed: by a form, by a chess clock's buttons, by the
        line about elements, or by the first act if the panel is low.
        """
        crowded = self.form is not None or bool(self.elements.text()) or self.height() < LOW
        crowded = crowded or (self._view is not None and _has_switches(self._view))
        for line in self._clubs.values():
            line.setVisible(not crowded and bool(line.text()))

    def _show_foot(self) -> None:
        """Scroll to the button at the end of the form as soon as the form is laid out."""
        QTimer.singleShot(0, self, self._scroll_to_foot)

    def _scroll_to_foot(self) -> None:
        if self.form is not None:
            self._scroll.ensureWidgetVisible(self.form.apply, 0, 16)

    def _note(self, act: OrganizerAction, game: Game) -> str:
        if act is not OrganizerAction.NO_SHOW:
            return form_note(act, game)
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

    def _show_photos(self) -> None:
        if self._view is not None:
            self.photos_wanted.emit(self._view.game)

    def _open_window(self) -> None:
        if self._view is not None:
            self.open_table.emit(self._view.game)

    def _enter_result(self) -> None:
        if self._view is not None:
            self.report_wanted.emit(self._view.table)


def _has_cards(state: State, view: TableView) -> bool:
    """Tell whether anybody at the table has objectives, specialists or reinforcements to enter."""
    game = state.games[view.game]
    objectives = bool(view.objectives) and (view.play.ending is None or any(view.play.objectives))
    return objectives or any(has_cards(state, game, side) for side in Side)


def _look_up_words(state: State, game: Game) -> str:
    """Return a sentence about players whose cards have to be checked, as long as anything can still
    be corrected.
    """
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
    """Return the text of an act's button, with its Alt letter. A packet's own word, such as TO,
    gets no letter, because another button may have the same one.
    """
    words = say(act.value)
    if is_reworded(act.value):
        return words
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
