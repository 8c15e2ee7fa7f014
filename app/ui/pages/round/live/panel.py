"""A round under way or over: its tables, the chosen one's panel, the games over time."""

from collections import Counter
from collections.abc import Callable, Mapping

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from app.engine.rounds.no_shows import absences
from app.engine.rounds.stops import stop_calls
from app.engine.state import Round, Stage, State
from app.engine.text import shortened
from app.ui.pages.round.live.banners import AbsenceBanner, OvertimeBanner, StopBanner
from app.ui.pages.round.live.hall_bar import GapBanner, HallBar
from app.ui.pages.round.live.list import TableList
from app.ui.pages.round.live.many_panel import ManyPanel
from app.ui.pages.round.live.table_panel import TablePanel
from app.ui.pages.round.live.waiting_banner import WaitingBanner, waiting
from app.ui.widgets.basics import NameLabel, button, choose_one
from app.views.round.hall import HallView, hall_view, many_view
from app.views.round.live import Order, Seen, look
from app.views.round.round import overtimes
from app.views.table.table import Condition, table_view

PANEL_WIDTH = 288
PANEL_LETTERS = 33  # where letters are wide
LOOK_MS = 5_000  # the round's own time goes on where no clock runs
NAME = 20  # characters of the scenario's name: beside it is how many tables need the EO
URGENT = (Condition.JUDGE, Condition.LATE, Condition.GAP, Condition.CLOCK_OUT)


class LiveRound(QWidget):
    """``requested`` carries a command for the desk. ``is_awaited`` says whether the tablet of a
    table may come back; ``flags_waiting`` has the flags that wait for one too long; ``wait_wanted``
    carries the game where that goes on.
    """

    requested = Signal(object)
    open_table = Signal(int)
    report_wanted = Signal(int)
    losses_wanted = Signal(int)
    cards_wanted = Signal(int)
    scoring_wanted = Signal(int)
    switches_wanted = Signal(int)
    lists_wanted = Signal()
    terrain_wanted = Signal(int)  # the table's number
    print_terrain = Signal(object)  # the tables' numbers
    scenario_wanted = Signal()
    ticked = Signal()
    wait_wanted = Signal(int)

    def __init__(self, now_ms: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._now_ms = now_ms
        self.is_awaited: Callable[[int], bool] = lambda _table: False
        self.flags_waiting: Callable[[], Mapping[int, int]] = dict
        self._state = State()
        self._round: Round | None = None
        self._seen: dict[int, Seen] = {}
        self.banner = OvertimeBanner()
        self.absences = AbsenceBanner()
        self.stops = StopBanner()
        self.hall = HallBar()
        self.gap = GapBanner()
        self.waiting = WaitingBanner()
        self.tables = TableList(now_ms)
        self.panel = TablePanel()
        self.many = ManyPanel()
        wide = max(PANEL_WIDTH, self.fontMetrics().horizontalAdvance("n" * PANEL_LETTERS))
        for side_panel in (self.panel, self.many):
            side_panel.setFixedWidth(wide)
        self.hall.setMinimumWidth(wide)
        self.panel.offer(*self.hall.at_hand.values())
        self.summary = NameLabel(role="muted")
        self.scenario = button("", self.scenario_wanted.emit, kind="quiet")
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._tick)
        self.orders = QButtonGroup(self)
        self._lay_out()
        self._connect()

    def _connect(self) -> None:
        self.banner.requested.connect(self.requested)
        self.absences.requested.connect(self.requested)
        self.stops.requested.connect(self.requested)
        self.hall.requested.connect(self.requested)
        self.gap.requested.connect(self.requested)
        self.waiting.requested.connect(self.requested)
        self.waiting.wait_wanted.connect(self.wait_wanted)
        self.panel.requested.connect(self.requested)
        self.panel.open_table.connect(self.open_table)
        self.panel.report_wanted.connect(self.report_wanted)
        self.panel.losses_wanted.connect(self.losses_wanted)
        self.panel.cards_wanted.connect(self.cards_wanted)
        self.panel.scoring_wanted.connect(self.scoring_wanted)
        self.panel.switches_wanted.connect(self.switches_wanted)
        self.panel.lists_wanted.connect(self.lists_wanted)
        self.panel.terrain_wanted.connect(self.terrain_wanted)
        self.panel.finished.connect(self.tables.setFocus)
        self.many.asked.connect(self.requested)
        self.many.windows_wanted.connect(self._open_tables)
        self.many.terrain_wanted.connect(self.print_terrain)
        self.many.finished.connect(self.tables.setFocus)
        self.tables.opened.connect(self.open_table)
        self.tables.chosen.connect(self._show_panel)
        self.tables.ticked.connect(self._tick)

    def _lay_out(self) -> None:
        tools = QHBoxLayout()
        tools.setSpacing(4)
        tools.addWidget(self.summary, 1)
        tools.addWidget(self.scenario)
        orders = {order: button(order.value, lambda: None, kind="choice") for order in Order}
        choose_one(self.orders, *orders.values())
        orders[Order.URGENCY].setChecked(True)
        for button_ in orders.values():
            tools.addWidget(button_)
        self.orders.idClicked.connect(self._order)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addLayout(tools)
        left.addWidget(self.tables, 1)
        both = QHBoxLayout()
        both.setSpacing(12)
        both.addLayout(left, 1)
        right = QVBoxLayout()
        right.setSpacing(6)
        right.addWidget(self.hall)
        right.addWidget(self.panel, 1)
        right.addWidget(self.many, 1)
        both.addLayout(right)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(both, 1)
        column.addWidget(self.gap)
        column.addWidget(self.waiting)
        column.addWidget(self.absences)  # below: what comes and goes there moves no table
        column.addWidget(self.stops)
        column.addWidget(self.banner)

    def show_round(self, state: State, round_: Round) -> None:
        self._state, self._round = state, round_
        self._seen = look(state, round_, self._seen)
        views = [seen.view for seen in self._seen.values()]
        hall = hall_view(state, self._now_ms())
        self.hall.show_hall(hall, state)
        self.gap.show_hall(hall)
        self.summary.show_name(_summary(hall, Counter(view.condition for view in views)))
        self.tables.show_tables(views)
        self._show_scenario(state, round_)
        self.stops.show_calls(stop_calls(state, round_))
        self._show_panel()
        self.show_waiting()

    def show_waiting(self) -> None:
        """Anew what only the organizer can decide, also of earlier rounds."""
        if self._round is None:
            return
        views = [seen.view for seen in self._seen.values()]
        others = [
            table_view(self._state, game)
            for number, game in self._state.games.items()
            if game.aside and number not in self._seen
        ]
        rows = waiting([*others, *views], self.flags_waiting(), self._round.number)
        self.waiting.show_rows(rows)

    def _show_scenario(self, state: State, round_: Round) -> None:
        played = state.packet.scenario(round_.scenario) if state.packet else None
        under_way = round_.stage is Stage.STARTED  # later another button has that letter
        words = "Scenar&io: {}…" if under_way else "Scenario: {}…"
        name = played.name if played else "unknown"
        self.scenario.setText(words.format(shortened(name, NAME)))
        self.scenario.setToolTip(f"{name}: what counts, for all tables of this round")
        self.scenario.setVisible(bool(state.packet and state.packet.scenarios))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look.stop()

    def choose(self, game: int) -> None:
        self.tables.choose(game)

    def _order(self, place: int) -> None:
        self.tables.show_order(list(Order)[place])

    def _show_panel(self) -> None:
        if self._round is None:
            return
        games = self.tables.chosen_games
        if len(games) > 1:
            now_ms = self._now_ms()
            self.many.show_tables(self._state, games, many_view(self._state, games, now_ms))
        self.panel.setVisible(len(games) < 2)
        self.many.setVisible(len(games) > 1)
        seen = self._seen.get(self.tables.chosen_game or 0)
        view = seen.view if seen else None
        self.panel.tablet_away = view is not None and self.is_awaited(view.table)
        self.panel.show_table(self._state, self._round, view, self._now_ms())

    def _open_tables(self, games: tuple[int, ...]) -> None:
        for game in games:
            self.open_table.emit(game)

    def _tick(self) -> None:
        seen = self._seen.get(self.tables.chosen_game or 0)
        if seen and seen.view.condition is Condition.GAP:
            self._show_panel()  # its tablet may have come back
        self.panel.show_advice(self._now_ms())
        if self._round is not None and self._round.stage is Stage.STARTED:
            self.banner.show_games(overtimes(self._state, self._round, self._now_ms()))
            self.absences.show_games(absences(self._state, self._round, self._now_ms()))
        else:
            self.banner.show_games(())
            self.absences.show_games(())
        self.ticked.emit()


def _summary(hall: HallView, conditions: Counter[Condition]) -> str:
    """ "2 need you · 18 playing", behind clocks that stand; "22 finished" when all are."""
    if set(conditions) == {Condition.DONE}:
        return f"{conditions[Condition.DONE]} finished"
    urgent = sum(conditions[condition] for condition in URGENT)
    counts_shown = [(urgent, "needs you" if urgent == 1 else "need you")]
    others = [condition for condition in Condition if condition not in {*URGENT, Condition.DONE}]
    counts_shown += [(conditions[condition], condition.value.lower()) for condition in others]
    counts = [f"{number} {words}" for number, words in counts_shown if number]
    return " · ".join([*([hall.standing] if hall.standing else []), *counts])
