"""The teams of an event: their players and seats, their captains, and their results."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from app.engine.acts.commands import Command
from app.engine.acts.players import CheckIn
from app.engine.acts.teams.roster import DropTeam, EnterTeam, ReadmitTeam, SeatPlayer
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.players.rosters import Roster, as_entered, roster_of, rosters
from app.engine.state import State
from app.ui.pages.players.teams.lists import SeatsList, TeamsList, rounds_list
from app.ui.pages.players.teams.move_dialog import MoveDialog
from app.ui.pages.players.teams.substitute_dialog import SubstituteDialog
from app.ui.pages.players.teams.team_dialog import TeamDialog
from app.ui.widgets.basics import NameLabel, button, label, make_scrollable
from app.ui.widgets.layout import STRETCH, column_of, grow, row_of
from app.ui.widgets.theme import Space
from app.ui.widgets.two_lines import TwoLines
from app.views.teams.roster import (
    NO_TEAM,
    TeamRow,
    matching_teams,
    seat_rows,
    team_round_rows,
    team_rows,
    teams_words,
)

PANEL_WIDTH, PANEL_WIDEST = 360, 720
SEATS_HEIGHT, ROUNDS_HEIGHT = 262, 264
"""The heights of the lists of seats and of rounds in pixels. The seats have room for six
players.
"""
NO_TEAMS = say(
    "No teams yet. Press New team… and move players there,\n"
    "or paste a list of players with a column Team."
)
SEARCH_WIDTH = 120
KEYS = say("Drag players to a seat or onto a team; Alt+↑ and Alt+↓ move by a seat.")


class TeamsView(QWidget):
    """The teams on the players' page. ``ask`` sends a command."""

    def __init__(
        self,
        state: Callable[[], State],
        ask: Callable[[Command], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._state, self._ask = state, ask
        self._rows: tuple[TeamRow, ...] = ()
        self.search = QLineEdit()
        self.counts = NameLabel(role="muted")
        self.new = button(say("Ne&w team…"), self._new)
        self.edit = button(say("Edi&t…"), self._edit)
        self.here = button(say("&Check in team"), self._check_in)
        self.drop = button(say("&Drop team"), self._drop)
        self.readmit = button(say("&Readmit team"), self._readmit)
        self.teams = TeamsList()
        self.title = NameLabel(role="heading")
        self.seats = SeatsList()
        self.captain = button(say("Ca&ptain"), self._name_captain)
        self.substitute = button(say("Substit&ute…"), self._substitute)
        self.move_ = button(say("&Move to…"), self._move)
        self.rounds_title = label(say("Rounds"), "heading")
        self.rounds = rounds_list()
        self._lists, self.empty = QWidget(), label(NO_TEAMS, "empty", wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._lay_out()
        self._wire()

    def show_teams(self) -> None:
        state = self._state()
        self._rows = team_rows(state)
        self.counts.show_name(teams_words(self._rows))
        self.teams.show_rows(matching_teams(state, self._rows, self.search.text()))
        self.empty.setVisible(not self._rows)
        self._lists.setVisible(bool(self._rows))

    def find_player(self, player: int) -> None:
        """Choose a player's team, and then the player among its seats."""
        team = roster_of(self._state(), player)
        self.search.clear()
        self.teams.choose_team(team.key if team else NO_TEAM)
        self.seats.choose_players([player])

    @property
    def _roster(self) -> Roster | None:
        row = self.teams.chosen_row
        return rosters(self._state()).get(row.key) if row else None

    def _show_team(self) -> None:
        row, state = self.teams.chosen_row, self._state()
        key = row.key if row else NO_TEAM
        self.title.show_name(row.name if row else "")
        self.seats.show_rows(seat_rows(state, key) if row else ())
        rounds = team_round_rows(state, key)
        self.rounds.show_rows(rounds)
        for part in (self.rounds_title, self.rounds):
            part.setVisible(bool(rounds))
        team = row is not None and row.is_team
        self.edit.setEnabled(team)
        self.here.setEnabled(row is not None and bool(row.awaited))
        self.drop.setVisible(row is None or not row.out)
        self.readmit.setVisible(row is not None and row.out)
        self.drop.setEnabled(team and bool(self.seats.rows))
        self._show_chosen()

    def _show_chosen(self) -> None:
        chosen, team = self.seats.chosen_rows, self._roster
        one = chosen[0] if len(chosen) == 1 and team else None
        self.move_.setEnabled(bool(chosen))
        self.captain.setEnabled(one is not None and not one.is_captain)
        seated = one is not None and team is not None and one.number in team.seated
        self.substitute.setEnabled(seated)

    def _new(self) -> None:
        team = TeamDialog.ask(self._state(), None, self)
        if team is not None:
            self._ask(EnterTeam(team))

    def _edit(self) -> None:
        roster = self._roster
        team = TeamDialog.ask(self._state(), roster, self) if roster else None
        if roster and team:
            self._ask(EnterTeam(team, roster.name))

    def _check_in(self) -> None:
        row = self.teams.chosen_row
        if row is not None and row.awaited:
            self._ask(CheckIn(row.awaited))

    def _drop(self) -> None:
        if roster := self._roster:
            self._ask(DropTeam(roster.name))

    def _readmit(self) -> None:
        if roster := self._roster:
            self._ask(ReadmitTeam(roster.name))

    def _name_captain(self) -> None:
        roster, chosen = self._roster, self.seats.chosen_rows
        if roster and chosen:
            team = as_entered(self._state(), roster, roster.players)
            self._ask(EnterTeam(replace(team, captain=chosen[0].number), roster.name))

    def _substitute(self) -> None:
        chosen = self.seats.chosen_rows
        command = SubstituteDialog.ask(self._state(), chosen[0].number, self) if chosen else None
        if command is not None:
            self._ask(command)

    def _move(self) -> None:
        chosen, row = self.seats.chosen_rows, self.teams.chosen_row
        key = MoveDialog.ask(chosen, self._rows, row.key, self) if chosen and row else None
        if key is not None:
            self._give([player.number for player in chosen], key)

    def _seat(self, number: int, seat: int) -> None:
        """Give a player a seat in the team shown."""
        if roster := self._roster:
            self._ask(SeatPlayer(number, roster.name, seat))

    def _give(self, numbers: Sequence[int], key: str) -> None:
        """Move several players to a team in one act. An empty ``key`` means no team."""
        state = self._state()
        team, before = rosters(state).get(key), roster_of(state, numbers[0])
        name = team.name if team else ""
        if len(numbers) == 1:
            self._ask(SeatPlayer(numbers[0], name))
        elif team:
            fresh = (number for number in numbers if number not in team.players)
            players = (*team.players, *fresh)
            self._ask(EnterTeam(as_entered(state, team, players), name))
        elif before:
            left = [number for number in before.players if number not in numbers]
            self._ask(EnterTeam(as_entered(state, before, left), before.name))

    def _wire(self) -> None:
        self.search.textChanged.connect(lambda _text: self.show_teams())
        self.teams.chosen.connect(self._show_team)
        self.teams.edit_wanted.connect(self._edit)
        self.teams.here_wanted.connect(self._check_in)
        self.teams.dropped.connect(self._give)
        self.seats.chosen.connect(self._show_chosen)
        self.seats.seat_wanted.connect(self._seat)

    def _lay_out(self) -> None:
        self.search.setPlaceholderText(say("Search"))
        self.search.setAccessibleName(say("Search teams and their players"))
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(SEARCH_WIDTH)
        self.search.setMaximumWidth(280)
        inside = QWidget()
        panel = make_scrollable(inside)
        panel.setMinimumWidth(PANEL_WIDTH)
        panel.setMaximumWidth(PANEL_WIDEST)
        self.seats.setMinimumHeight(SEATS_HEIGHT)
        of_teams = self.new, self.edit, self.here, self.drop, self.readmit
        for act in (*of_teams, self.captain, self.substitute, self.move_):
            act.setProperty("narrow", True)
        self.rounds.setMaximumHeight(ROUNDS_HEIGHT)
        column_of(
            self.title,
            grow(self.seats, 2),
            label(KEYS, "muted", wraps=True),
            row_of(self.captain, self.substitute, self.move_, STRETCH),
            self.rounds_title,
            grow(self.rounds),
            on=inside,
        )
        row_of(grow(self.teams, 5), grow(panel, 4), gap=Space.L, on=self._lists)
        column_of(
            TwoLines(
                row_of(grow(self.search), grow(self.counts), gap=Space.XS),
                row_of(STRETCH, *of_teams, gap=Space.XS),
            ),
            grow(self._lists),
            grow(self.empty),
            on=self,
            gap=Space.M,
        )
