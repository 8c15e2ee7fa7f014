"""A round that is under way or over: its tables, with a panel beside them."""

from collections import Counter
from collections.abc import Callable, Mapping

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QMenu,
    QStackedWidget,
    QWidget,
)

from app.engine.language import plural, say, within
from app.engine.side import Side
from app.engine.standings.same_results import same_results
from app.engine.state import Round, Stage, State
from app.engine.text import shorten
from app.ui.pages.round.live.hall_bar import HallBar
from app.ui.pages.round.live.many_panel import ManyPanel
from app.ui.pages.round.live.table_panel import TablePanel
from app.ui.pages.round.live.tables.board import TableBoard
from app.ui.pages.round.live.tables.filter_bar import FilterBar
from app.ui.pages.round.live.tables.list import LiveTables
from app.ui.widgets.basics import FittingLabel, button, choose_one
from app.ui.widgets.escape import escape_mnemonic
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import column_of, grow, row_of
from app.ui.widgets.steps import StepByStep, Steps
from app.ui.widgets.theme import Space
from app.views.round.hall import NO_HALL, acts_at, hall_view, many_view
from app.views.round.live import (
    LOOKED_AT_ONCE,
    NEEDS_YOU,
    Filter,
    LiveRow,
    Order,
    Seen,
    filter_counts,
    update_seen,
)
from app.views.round.round import expected_round_end
from app.views.table.table import TableCondition, TableView
from app.views.teams.live import match_rows
from app.views.teams.matches import team_round_view

PANEL_WIDTH, NARROW_PANEL = 288, 264
ROOMY = 900
"""The width of the page, in pixels, below which the panel is narrower."""
PANEL_LETTERS = 38  # where letters are wide
MINUTE_MS = 60_000  # the round's time runs even if no clock does, and shows minutes
LOOKS_MS = 1_000  # while clocks run, it is not checked more often
NAME = 20  # characters of the scenario's name: beside it is how many tables need the EO
BOARD_KEY = "Ctrl+B"
FILTERS_SHARE = 10  # beside one of the words
STANDING = 240  # beside the board's filters: which clocks stand, as far as there is room


class LiveRound(QWidget):
    """The running round. ``requested`` carries a command for the desk. ``is_awaited`` tells whether
    a table's tablet may still return, and ``firsts`` returns who goes first, by table, as far as
    chess clocks know that. ``board_chosen`` carries whether to show the tables as cards.
    """

    requested = Signal(object)
    open_table = Signal(int)
    report_wanted = Signal(int)
    losses_wanted = Signal(int)
    cards_wanted = Signal(int)
    scoring_wanted = Signal(int)
    switches_wanted = Signal(int)
    timeline_wanted = Signal(int)
    photos_wanted = Signal(int)
    lists_wanted = Signal()
    army_lists_wanted = Signal(int)  # the player's number
    terrain_wanted = Signal(int)  # the table's number
    code_wanted = Signal(int)  # the same
    print_terrain = Signal(object)  # the tables' numbers
    scenario_wanted = Signal()
    ticked = Signal()
    board_chosen = Signal(bool)

    def __init__(self, now_ms: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now_ms = now_ms
        self.is_awaited: Callable[[int], bool] = lambda _table: False
        self.firsts: Callable[[], Mapping[int, Side]] = dict
        self._state = State()
        self._round: Round | None = None
        self._seen, self._known = dict[int, Seen](), dict[int, Seen]()  # the second is looked at
        self._looking, self._wanted = StepByStep[None](self), 0  # chosen when it is there
        self._counted: tuple[LiveRow, ...] | None = None
        self._looked_at, self._look_ms = self._state, -1  # for what is due by the time of the round
        self._beside: tuple[TableView | None, bool, bool] | None = None  # what the panel shows
        self._beside_of = self._state  # the latest state known to look the same there
        self._hall = NO_HALL
        self.hall = HallBar()
        self.list, self.board = LiveTables(now_ms), TableBoard(now_ms)
        self._shown: LiveTables | TableBoard = self.list
        self.filters = FilterBar()
        self._views = QStackedWidget()
        self.panel = TablePanel()
        self._many: ManyPanel | None = None
        self._share_width()
        self.panel.offer(*self.hall.at_hand.values())
        self.summary = FittingLabel(role="muted")
        self.scenario = button("", self.scenario_wanted.emit, kind="quiet")
        self.scenario.setProperty("narrow", True)
        self.scenario.hide()  # until it has its text
        self._scenario_words = "", ""  # whole, and without the name of the scenario
        self._look = QTimer(self, singleShot=True)
        self._look.timeout.connect(self._read_otherwise)
        self.menu = QMenu(self)
        self.order = ComboBox()
        self.fold = button("", self._fold, kind="quiet")
        self.fold.setProperty("narrow", True)
        self.looks = QButtonGroup(self)
        self.as_list = button(say("List"), lambda: None, kind="choice")
        self.as_board = button(say("Board"), lambda: None, kind="choice")
        self._lay_out()
        self._connect()
        self.filters.hide()

    @property
    def tables(self) -> LiveTables | TableBoard:
        """The view that shows the tables at present."""
        return self._shown

    def show_board(self, *, board: bool) -> None:
        """Show the tables as cards or as a list. The same tables stay chosen."""
        (self.as_board if board else self.as_list).setChecked(True)
        before, self._shown = self._shown, self.board if board else self.list
        if before is self._shown:
            return
        keyboard = before.hasFocus()
        games, current = before.chosen_games, before.chosen_game
        self.filters.setVisible(board)
        self._shown.fold(before.folded)
        self._name_fold()
        self._show_tables()
        self._views.setCurrentWidget(self.tables)
        self.tables.choose_all(games, current)
        self._show_panel()
        if keyboard:
            self.tables.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()
        self._share_tools()

    def _share_width(self) -> None:
        """Set the width of the panel, which depends on the letters' size and on whether the page is
        wide.
        """
        wide = max(PANEL_WIDTH, self.fontMetrics().horizontalAdvance("n" * PANEL_LETTERS))
        wide = wide if self.width() >= ROOMY else NARROW_PANEL
        wide = max(wide, self.hall.minimumSizeHint().width())
        self.panel.setFixedWidth(wide)
        if self._many is not None:
            self._many.setFixedWidth(wide)
        self.hall.setMinimumWidth(wide)

    def _share_tools(self) -> None:
        """Write the scenario's name on its button if the summary still fits beside the button."""
        whole, short = self._scenario_words
        others = (self.as_list, self.as_board, self.order, self.fold, self.scenario)
        shown = [part.sizeHint().width() for part in others if not part.isHidden()]
        wide = self.fontMetrics().horizontalAdvance
        longer = wide(whole) - wide(self.scenario.text()) + wide(self.summary.text())
        fits = sum(shown) + longer + Space.XS * (len(shown) + 1) <= self._views.width()
        words = whole if fits else short
        if self.scenario.text() != words:
            self.scenario.setText(words)
        self._place_filters()

    def _place_filters(self) -> None:
        """Place the filters in the same line as the other controls if there is room, otherwise
        below them.
        """
        others = (self.scenario, self.order, self.as_list, self.as_board, self.fold)
        taken = sum(part.sizeHint().width() for part in others) + STANDING
        beside = self._views.width() >= self.filters.whole + taken
        if beside and self._tools.indexOf(self.filters) < 0:
            self._left.removeWidget(self.filters)
            self._tools.insertWidget(self._tools.count() - 1, self.filters, FILTERS_SHARE)
        elif not beside and self._left.indexOf(self.filters) < 0:
            self._tools.removeWidget(self.filters)
            self._left.insertWidget(1, self.filters)

    def _take_keyboard(self) -> None:
        self.tables.setFocus()

    def _turn(self) -> None:
        """Switch between cards and list."""
        self._look_chosen(
            self.looks.id(self.as_list if self.as_board.isChecked() else self.as_board)
        )

    def _fold(self) -> None:
        """Fold all matches, or unfold them if any is folded."""
        self.tables.fold(() if self.tables.folded else self.tables.matches)

    def _name_fold(self) -> None:
        words = say("Unfol&d matches") if self.tables.folded else say("Fol&d matches")
        self.fold.setText(words)

    def _look_chosen(self, place: int) -> None:
        board = self.looks.button(place) is self.as_board
        self.show_board(board=board)
        self.board_chosen.emit(board)

    def _connect(self) -> None:
        self.hall.requested.connect(self.requested)
        self.panel.requested.connect(self.requested)
        self.panel.open_table.connect(self.open_table)
        self.panel.report_wanted.connect(self.report_wanted)
        self.panel.losses_wanted.connect(self.losses_wanted)
        self.panel.cards_wanted.connect(self.cards_wanted)
        self.panel.scoring_wanted.connect(self.scoring_wanted)
        self.panel.switches_wanted.connect(self.switches_wanted)
        self.panel.timeline_wanted.connect(self.timeline_wanted)
        self.panel.photos_wanted.connect(self.photos_wanted)
        self.panel.lists_wanted.connect(self.lists_wanted)
        self.panel.army_lists_wanted.connect(self.army_lists_wanted)
        self.panel.terrain_wanted.connect(self.terrain_wanted)
        self.panel.code_wanted.connect(self.code_wanted)
        self.panel.finished.connect(self._take_keyboard)
        for tables in (self.list, self.board):
            tables.opened.connect(self.open_table)
            tables.chosen.connect(self._show_panel)
            tables.ticked.connect(self._tick)
            tables.menu_wanted.connect(self._show_menu)
            tables.folded_otherwise.connect(self._name_fold)
        self.filters.chosen.connect(self._show_filter)
        self.order.activated.connect(lambda _place: self._show_order())
        self.looks.idClicked.connect(self._look_chosen)
        QShortcut(QKeySequence(BOARD_KEY), self).activated.connect(self._turn)

    def _lay_out(self) -> None:
        self.order.setAccessibleName(say("Order of the tables"))
        for order in Order:
            self.order.addItem(say("By {order}", order=within(say(order.value))), order)
        choose_one(self.looks, self.as_list, self.as_board)
        self.as_list.setChecked(True)
        for look_button in (self.as_list, self.as_board):
            look_button.setToolTip(say("{key} switches between list and board", key=BOARD_KEY))
            look_button.setProperty("narrow", True)
        for tables in (self.list, self.board):
            self._views.addWidget(tables)
        self._tools = row_of(
            self.as_list,
            self.as_board,
            self.order,
            self.fold,
            self.scenario,
            grow(self.summary),
            gap=Space.XS,
        )
        self._name_fold()
        self.fold.hide()
        self._left = column_of(self._tools, self.filters, grow(self._views), gap=Space.XS)
        self._right = column_of(self.hall, grow(self.panel), gap=Space.XS)
        column_of(
            grow(row_of(grow(self._left), self._right, gap=Space.M)),
            on=self,
        )

    @property
    def many(self) -> ManyPanel:
        """The panel for several tables, made when several are first chosen."""
        if self._many is None:
            self._many = many = ManyPanel()
            many.firsts = self.firsts
            many.setFixedWidth(self.panel.maximumWidth())
            many.asked.connect(self.requested)
            many.windows_wanted.connect(self._open_tables)
            many.terrain_wanted.connect(self.print_terrain)
            many.finished.connect(self._take_keyboard)
            self._right.addWidget(many, 1)
        return self._many

    def show_round(self, state: State, round_: Round) -> None:
        """Show a round. If very many tables are new, they are read step by step and appear a moment
        later.
        """
        self._looking.begin(
            self._look_at_tables(state, round_),
            self._show_progress,
            lambda _none: self._show_tables_of(state, round_),
        )

    def _look_at_tables(self, state: State, round_: Round) -> Steps[None]:
        many = False
        for words in update_seen(state, round_, self._known):
            many = True
            yield words
        if many and round_.stage is Stage.STARTED:  # the hall bar's questions about each are cached
            now_ms = self._now_ms()
            for place, game in enumerate(state.games_of(round_)):
                acts_at(state, game, now_ms)
                if not (place + 1) % LOOKED_AT_ONCE:
                    yield words

    def _show_progress(self, words: str) -> None:
        if not self._seen:  # otherwise the tables known so far stay visible
            self.summary.show_any(words)

    def _show_tables_of(self, state: State, round_: Round) -> None:
        same_round = self._round is round_
        self._state, self._round, self._seen = state, round_, {**self._known}
        latest = round_ is state.latest
        hall = hall_view(state, self._now_ms()) if latest else NO_HALL  # of the latest round alone
        self.hall.show_hall(hall, state)
        self.hall.setVisible(latest and round_.stage is Stage.STARTED)
        self._hall = hall
        self._show_scenario(state, round_)
        self._show_tables()
        self._show_panel(anew=not same_round)
        self._show_awaited()
        wanted, self._wanted = self._wanted, 0
        if wanted:
            self.choose(wanted)

    def _show_tables(self) -> None:
        """Show the tables, with a summary of their counts unless the filters of the board show
        these.
        """
        views = [seen.view for seen in self._seen.values()]
        counts = _summary(Counter(view.condition for view in views))
        standing = (self._hall.standing,) if self._hall.standing else ()
        said = standing if self.tables is self.board else (*standing, *counts)
        self.summary.show_any(
            *(" · ".join(said[:number]) for number in reversed(range(len(said) + 1)))
        )
        if self._round is not None:
            round_ = team_round_view(self._state, self._round)
            self.tables.show_matches(match_rows(round_))
            self.fold.setVisible(bool(round_.matches))
        self.tables.show_tables(views)
        self._share_tools()

    def show_tablets(self) -> None:
        """Show which tables' tablets are in touch. A hidden page catches up when it is shown."""
        if not self.isVisible():
            return
        if self.tables is self.board:
            self.board.show_now()
        else:
            self._show_awaited()

    def _show_awaited(self) -> None:
        """Update the chosen table if its tablet may have come back."""
        chosen = self._seen.get(self.tables.chosen_game or 0)
        if chosen and chosen.view.condition is TableCondition.GAP:
            self._show_panel(anew=False)

    def _show_scenario(self, state: State, round_: Round) -> None:
        played = state.packet.scenario(round_.scenario) if state.packet else None
        under_way = round_.stage is Stage.STARTED  # later, another button has that letter
        words = say("Scenar&io: {}…") if under_way else say("Scenario: {}…")
        name = played.name if played else say("unknown")
        short = say("Scenar&io…") if under_way else say("Scenario…")
        self._scenario_words = words.format(shorten(name, NAME)), short
        self.scenario.setToolTip(
            say("{name}: what counts, for all tables of this round", name=name)
        )
        self.scenario.setVisible(bool(state.packet and state.packet.scenarios))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._wait_for_minute(self._now_ms())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look.stop()

    def choose(self, game: int) -> None:
        """Choose a game. If the filter hides it, show all tables."""
        if self._looking.busy:
            self._wanted = game
            return
        if self.tables is self.board and game not in self.board.games:
            self.filters.show_filter(Filter.ALL)
            self.board.show_filter(Filter.ALL)
        self.tables.choose(game)

    def _show_order(self) -> None:
        for tables in (self.list, self.board):
            tables.show_order(self.order.currentData())

    def _show_filter(self, which: Filter) -> None:
        self.board.show_filter(which)
        self._show_panel()

    def _show_menu(self, place: QPoint, side: Side | None) -> None:
        """Show a menu with the panel's acts for the chosen tables. ``side`` is the player who was
        clicked.
        """
        many = len(self.tables.chosen_games) > 1
        groups = self.many.menu() if many else self.panel.menu(side)
        self.menu.clear()
        if not any(groups):
            return
        for group in groups:
            self.menu.addSeparator()
            for words, do in group:
                self.menu.addAction(escape_mnemonic(words), do)
        self.menu.popup(place)

    def _show_panel(self, *, anew: bool = True) -> None:
        """Show the chosen tables in the panel. With ``anew`` False, a table that is already shown
        in its present state is left alone.
        """
        if self._round is None:
            return
        games = self.tables.chosen_games
        if not anew and len(games) < 2 and self._is_shown(self.tables.chosen_game):
            self._beside_of = self._state
            return
        if len(games) > 1:
            now_ms = self._now_ms()
            self.many.show_tables(self._state, games, many_view(self._state, games, now_ms))
        self.panel.setVisible(len(games) < 2)
        if self._many is not None:
            self._many.setVisible(len(games) > 1)
        seen = self._seen.get(self.tables.chosen_game or 0)
        view = seen.view if seen else None
        self.panel.tablet_away = view is not None and self.is_awaited(view.table)
        self._beside = (view, self.panel.tablet_away, self.panel.has_code())
        self._beside_of = self._state
        self.panel.show_table(self._state, self._round, view, self._now_ms())

    def _is_shown(self, game: int | None) -> bool:
        """Tell whether the panel already shows the present state of the game's table. This is so if
        only other tables have changed.
        """
        seen = self._seen.get(game or 0)
        view = seen.view if seen else None
        awaited = view is not None and self.is_awaited(view.table)
        return (
            self._beside is not None
            and self._beside[0] is view
            and self._beside[1:] == (awaited, self.panel.has_code())
            and same_results(self._beside_of, self._state)
        )

    def _open_tables(self, games: tuple[int, ...]) -> None:
        for game in games:
            self.open_table.emit(game)

    def _tick(self) -> None:
        if self.tables is self.board and self._counted is not self.board.all_rows:
            self._counted = self.board.all_rows
            self.filters.show_counts(filter_counts(self.board.all_rows))
            self._share_tools()
        self._show_awaited()
        now_ms = self._now_ms()
        self.panel.show_advice(now_ms)
        looked = self._state is self._looked_at
        if not looked or not 0 <= now_ms - self._look_ms < LOOKS_MS:
            self._look_at_times(now_ms)

    def _read_otherwise(self) -> None:
        self._look_ms = -1
        self._tick()

    def _look_at_times(self, now_ms: int) -> None:
        """Start waiting for the next minute, and emit ``ticked``, which updates everything that
        depends on the round's time.
        """
        self._looked_at, self._look_ms = self._state, now_ms
        self._wait_for_minute(now_ms)
        self.ticked.emit()

    def _wait_for_minute(self, now_ms: int) -> None:
        """Start the timer for the next minute of the round's time. Stop it if no round is under
        way.
        """
        round_ = self._round
        if round_ is None or round_.stage is not Stage.STARTED or not self.isVisible():
            self._look.stop()
            return
        end_ms = expected_round_end(self._state, round_) or round_.dice_down_due_ms or 0
        self._look.start((end_ms - now_ms) % MINUTE_MS or MINUTE_MS)


def _summary(conditions: Counter[TableCondition]) -> tuple[str, ...]:
    """Return the parts of a summary, such as "2 need you" and "18 playing", or "22 finished"."""
    if set(conditions) == {TableCondition.DONE}:
        return (say("{conditions} finished", conditions=conditions[TableCondition.DONE]),)
    urgent = sum(conditions[condition] for condition in NEEDS_YOU)
    paused, counting = conditions[TableCondition.PAUSED], conditions[TableCondition.COUNT]
    to_confirm, playing = conditions[TableCondition.CONFIRM], conditions[TableCondition.PLAYING]
    unbegun = conditions[TableCondition.WAITING]
    counts = [
        (urgent, plural(urgent, "{count} needs you", "{count} need you")),
        (paused, plural(paused, "{count} paused", "{count} paused")),
        (to_confirm, plural(to_confirm, "{count} to confirm", "{count} to confirm")),
        (counting, plural(counting, "{count} counting", "{count} counting")),
        (playing, plural(playing, "{count} playing", "{count} playing")),
        (unbegun, plural(unbegun, "{count} not started", "{count} not started")),
    ]
    return tuple(counted for number, counted in counts if number)
