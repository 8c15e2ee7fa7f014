"""The review of a draw: its pairings with their reasons, changes by hand, and the secret
scenario.
"""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFrame,
    QStackedWidget,
    QWidget,
)

from app.engine.draw.values import Numbers
from app.engine.language import say
from app.engine.packet.scenario import Scenario
from app.engine.rounds.edit import (
    Arrangement,
    match_moved,
    move_game,
    swap_players,
    tables_of_match,
    team_with_bye,
    teams_swapped,
    teams_together,
    together,
    with_bye,
)
from app.engine.rounds.team_draw import TeamDraw
from app.engine.side import Side
from app.engine.state import Stage
from app.ui.pages.round.draw.buttons import DrawActs
from app.ui.pages.round.draw.table import DrawTable
from app.ui.pages.round.draw.table_number_dialog import TableNumberDialog
from app.ui.pages.round.draw.why import DrawWhy
from app.ui.widgets.basics import button, card, choose_one, label, make_scrollable
from app.ui.widgets.fields import ComboBox
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.scenario_map import ScenarioMap
from app.ui.widgets.theme import Margins, Space
from app.views.round.draw_review import DrawNotes
from app.views.round.round import Review

SIDE_WIDTH, ANY_WIDTH = 368, 4000
ROOMY = 900
"""The width, in pixels, below which the reasons stand below the pairings."""
LEAST_LIST, LEAST_SIDE = 212, 300
"""The least heights of the pairings and the reasons when the reasons stand below the pairings."""
WHY, SCENARIO = 0, 1


class DrawReview(QWidget):
    """The view of a draw while it can still be changed. ``scenario_chosen`` carries the number of
    another scenario, ``requested`` an ``EditPairings`` command, and ``terrain_wanted`` the number
    of the table chosen in the list. Other parts of the round page act on the chosen ``players``.
    """

    scenario_chosen = Signal(int)
    layout_wanted = Signal()
    requested = Signal(object)
    terrain_wanted = Signal(int)
    all_terrain_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Review | None = None
        self._now: Arrangement | None = None
        self._locked: frozenset[Numbers] = frozenset()
        self._teams: TeamDraw | None = None
        self.table = DrawTable()
        self.acts = DrawActs()
        self.why = DrawWhy()
        self.scenario = ComboBox()
        self.scenario.setAccessibleName(say("Scenario"))
        self.scenario.activated.connect(self._choose)
        self.map = ScenarioMap()
        self.map.setFixedHeight(264)
        self.layout_ = button(say("La&yout…"), self.layout_wanted.emit, kind="quiet")
        self.terrain = button("", lambda: self.terrain_wanted.emit(self._chosen), kind="quiet")
        self.all_terrain = button(
            say("Te&rrain of all tables…"), self.all_terrain_wanted.emit, kind="quiet"
        )
        self._secret = label("", "muted", wraps=True)
        self._gave_way = label("", wraps=True)
        self._seed = label("", "muted", wraps=True)
        self.sides = QStackedWidget()
        self.turns = QButtonGroup(self)
        self._both = row_of(grow(self.table), self._side(), gap=Space.L)
        column_of(self.acts, grow(self._both), on=self, gap=Space.M)
        self.table.chosen.connect(self._show_table)
        self.table.chosen.connect(self._show_chosen)
        for source in (self.acts.swap_wanted, self.table.swapped):
            source.connect(lambda: self._edit(swap_players))
        self.acts.pair_wanted.connect(lambda: self._edit(together))
        self.acts.bye_wanted.connect(self._give_bye)
        self.acts.table_wanted.connect(self._move)
        self.acts.what_if_wanted.connect(self._what_if)

    def _side(self) -> QFrame:
        why = QWidget()
        column_of(self._gave_way, grow(self.why), self._seed, on=why)
        played = QWidget()
        column_of(
            self.scenario,
            self._secret,
            self.map,
            self.layout_,
            self.terrain,
            self.all_terrain,
            STRETCH,
            on=played,
        )
        self.sides.addWidget(why)
        self.sides.addWidget(make_scrollable(played))
        words = {WHY: say("Why this &draw"), SCENARIO: say("S&cenario")}
        choices = [button(words[place], lambda: None, kind="choice") for place in sorted(words)]
        choose_one(self.turns, *choices)
        choices[WHY].setChecked(True)
        self.turns.idClicked.connect(self.sides.setCurrentIndex)
        self._beside = frame = card("drawSide")
        frame.setMinimumWidth(SIDE_WIDTH)
        column_of(
            row_of(*choices, STRETCH, gap=Space.XS),
            grow(self.sides),
            on=frame,
            gap=Space.M,
            margins=Margins(Space.L, Space.M, Space.L, Space.L),
        )
        return frame

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside, ways = self.width() >= ROOMY, QBoxLayout.Direction
        self._both.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._beside.setMinimumHeight(0 if beside else LEAST_SIDE)
        self._beside.setMaximumWidth(SIDE_WIDTH if beside else ANY_WIDTH)
        self.table.setMinimumHeight(0 if beside else LEAST_LIST)

    @property
    def players(self) -> tuple[int, ...]:
        """The chosen players; the last one in the tuple was chosen last. Teams have the numbers
        that the draw gives them. Empty if both players and teams are chosen.
        """
        chosen = self.table.players
        return tuple(map(abs, chosen)) if len({number < 0 for number in chosen}) == 1 else ()

    @property
    def _of_teams(self) -> bool:
        """Tell whether teams are chosen rather than players."""
        return bool(self.players) and self.table.players[0] < 0

    @property
    def pairs(self) -> tuple[Numbers, ...]:
        """The games of the chosen players, or the matches of the chosen teams. In a bye, the
        opponent is 0.
        """
        if self._now is None:
            return ()
        chosen = {*self.players}
        games = self._teams.now if self._teams and self._of_teams else self._now.games
        return tuple(pair for pair in games if chosen & {*pair})

    @property
    def all_locked(self) -> bool:
        """Tell whether all chosen games are locked."""
        return bool(self.pairs) and {*self.pairs} <= self._locked

    def show_review(self, review: Review, now: Arrangement, notes: DrawNotes) -> None:
        self._now, self._locked, self._teams = now, notes.locked, notes.teams
        self.why.show_notes(notes, is_calm=not (review.gave_way or review.byes))
        if review == self._shown:
            return
        self._shown = review
        self.table.show_pairings(review)
        self.scenario.clear()
        if played := self.turns.button(SCENARIO):
            played.setVisible(bool(review.scenarios))
        for number, name in review.scenarios:
            words = say("{scenario} (played before)", scenario=name)
            self.scenario.addItem(f"{number}  {words if number in review.used else name}", number)
        self.scenario.setCurrentIndex(self.scenario.findData(review.scenario))
        self.scenario.setEnabled(review.stage in {Stage.DRAWN, Stage.PUBLISHED})
        self._show_map(review.played, review.ours)
        self._show_table()
        gave_way = "\n".join(filter(None, (*review.gave_way, review.byes)))
        self._gave_way.setText(gave_way)
        self._gave_way.setVisible(bool(gave_way))
        self._seed.setText(_seed_words(review))
        self._show_chosen()

    def _show_chosen(self) -> None:
        bye = self._now.bye if self._now is not None else None
        if self._teams and self._of_teams:
            bye = self._teams.bye
        has_bye = bye is not None and bye not in self.players
        self.acts.show_chosen(self.players, has_bye=has_bye, locked=self.all_locked)

    def _edit(self, change: Callable[[Arrangement, int, int], Arrangement]) -> None:
        if self._now is None or len(self.players) != 2:
            return
        if self._teams and self._of_teams:
            of_teams = teams_swapped if change is swap_players else teams_together
            changed = of_teams(self._now, self._teams, *self.players)
        else:
            changed = change(self._now, *self.players)
        self.requested.emit(changed.command())

    def _give_bye(self) -> None:
        if self._now is None or len(self.players) != 1:
            return
        if self._teams and self._of_teams:
            given = team_with_bye(self._now, self._teams, *self.players)
        else:
            given = with_bye(self._now, *self.players)
        self.requested.emit(given.command())

    def _move(self) -> None:
        """Ask for another table for a game, or another first table for a match, and make the move.
        Games that are already there move to the tables that become free.
        """
        if self._now is None or len(self.players) != 1 or not self.pairs[0][1]:
            return
        (chosen,) = self.players
        if self._teams and self._of_teams:
            match = tables_of_match(self._now, self._teams, chosen)
            table = TableNumberDialog.ask(match[0], self, tables=len(match))
            if table is not None:
                there = match_moved(self._now, self._teams, chosen, table)
                self.requested.emit(there.command())
            return
        at = self._now.tables[self._now.pairs.index(self.pairs[0])]
        table = TableNumberDialog.ask(at, self)
        if table is not None:
            self.requested.emit(move_game(self._now, chosen, table).command())

    def _what_if(self) -> None:
        if self._now is not None and len(self.players) == 2:
            self.turns.button(WHY).click()
            now, (one, other) = self._now, self.players
            if self._teams:  # players stand for their teams
                teams = self._teams
                tables = tuple(range(len(teams.pairs)))
                now = Arrangement(teams.pairs, tables, teams.bye)
                one, other = teams.team(one), teams.team(other)
            then = together(now, one, other)
            self.why.what_if(one, other, now.games, then.games)

    def _show_map(self, played: Scenario | None, ours: str) -> None:
        known = False
        if played is not None:
            self.map.show_map(played, Side.RED)
            known = self.map.known
        self.map.setVisible(known)
        self.layout_.setVisible(played is not None and bool(played.elements))
        hidden = say("Hidden from players until you start the round.")
        missing = say("The layout of its elements is not known: draw it yourself.")
        words = hidden if known or not played else f"{hidden} {missing}"
        self._secret.setText(f"{words} {ours}".strip())

    def show_terrain(self, *, possible: bool) -> None:
        """Show the button for terrain if the packet has rules for it."""
        self.terrain.setVisible(possible)
        self.all_terrain.setVisible(possible)

    @property
    def _chosen(self) -> int:
        """The number of the table chosen in the list, or of the first table if none is chosen."""
        return self.table.table_at(max(self.table.currentIndex().row(), 0)) or 1

    def _show_table(self) -> None:
        self.terrain.setText(say("&Terrain of table {chosen}…", chosen=self._chosen))

    def _choose(self, index: int) -> None:
        number = self.scenario.itemData(index)
        if self._shown is None or number == self._shown.scenario:
            return
        self.scenario.setCurrentIndex(self.scenario.findData(self._shown.scenario))
        self.scenario_chosen.emit(number)


def _seed_words(review: Review) -> str:
    if not review.seed:
        return say("Pairings set by hand.")
    return say(
        "Seed {seed}, attempt {attempt}. The same seed and attempt always give this draw.",
        seed=review.seed,
        attempt=review.attempt,
    )
