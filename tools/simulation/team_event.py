"""Makes a random event of teams for the checker: short teams, substitutes, drops, locks, cuts."""

from app.engine.acts.draw import ChangePlan, SetPairing
from app.engine.acts.events import Record
from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer
from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.teams.roster import (
    DropTeam,
    EnterTeam,
    ReadmitTeam,
    SeatPlayer,
    SubstitutePlayer,
    Team,
)
from app.engine.acts.undo import Undo
from app.engine.draw.values import Kind
from app.engine.draw.wishes import ApartRule, Plan, SetPair
from app.engine.formats.settings import LevelMatch, Settings
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.engine.players.rosters import Roster, rosters
from app.engine.rounds.edit import arrangement, match_moved, team_with_bye, teams_swapped
from app.engine.rounds.team_draw import team_draw
from app.headless.simulation.dice import SimulationDice
from app.headless.simulation.fake_players import fake_entries
from tools.simulation.paper import SECOND_MS, Paper, fake_result

FEWEST_TEAMS = 3
SEATS = (2, 3, 3, 5)


class TeamEvent:
    """A random event of teams. ``players`` is the approximate number of players."""

    def __init__(self, dice: SimulationDice, packet: Packet, players: int, name: str) -> None:
        self._dice, self._packet, self._paper = dice, packet, Paper()
        self._seats = dice.pick(SEATS)
        self._teams = max(players // self._seats, FEWEST_TEAMS)
        settings = Settings(
            name,
            packet.key,
            75,
            1,
            team_seats=self._seats,
            level_match=dice.pick((*LevelMatch,)),
            drawn_match_half=dice.chance(50),
            cut=4 if self._teams > 6 and dice.chance(40) else 0,
            cut_by_seed=dice.chance(60),
        )
        settings = replace(settings, finals_tables=not settings.cut and dice.chance(50))
        self._paper.do(CreateEvent(settings, packet))

    def made(self) -> list[Record]:
        """Play the event, and return its rows."""
        paper, dice = self._paper, self._dice
        self._register()
        rules = (ApartRule(Kind.CLUB, dice.chance(50)),) if dice.chance(40) else ()
        paper.do(ChangePlan(Plan(rules, top_tables_first=dice.chance(70))))
        for number in range(1, self._packet.rounds_for(self._teams) + 1):
            if number > 1:
                self._between()
            if not self._round(number):
                break
        return paper.fold.records

    def _register(self) -> None:
        """Register full teams, some with a substitute and some a player short."""
        paper, dice = self._paper, self._dice
        sizes = [self._seats + dice.pick((0, 0, 1, 1, -1)) for _ in range(self._teams)]
        entries = list(fake_entries(sum(sizes), dice))
        teams = [f"Team {at}" for at, size in enumerate(sizes, start=1) for _ in range(size)]
        paper.do(
            AddPlayers(
                tuple(replace(entry, team=team) for entry, team in zip(entries, teams, strict=True))
            )
        )
        for team in rosters(paper.state).values():
            if dice.chance(50):
                order = (*team.players[1:], team.players[0])
                captain = dice.pick((0, *order))
                paper.do(EnterTeam(Team(team.name, "", captain, order), team.name))
        here = tuple(number for number in paper.state.players if not dice.chance(2))
        paper.do(CheckIn(here))

    def _between(self) -> None:
        dice, paper = self._dice, self._paper
        if dice.chance(30):
            paper.do(DropPlayer(dice.pick(tuple(paper.state.players))))
        teams = tuple(rosters(paper.state).values())
        for team in teams:
            if team.substitutes and dice.chance(30):
                self._substitute(team)
        team = dice.pick(teams)
        if dice.chance(10):
            paper.do(DropTeam(team.name))
        elif dice.chance(10):
            paper.do(ReadmitTeam(team.name))
        elif dice.chance(15) and team.players:
            paper.do(SeatPlayer(dice.pick(team.players), team.name, 1))
        if dice.chance(20):
            self._change_teams()

    def _change_teams(self) -> None:
        """Move a player to another team, and sometimes rename a team."""
        dice, paper = self._dice, self._paper
        number = dice.pick(tuple(paper.state.players))
        team = dice.pick(tuple(rosters(paper.state).values()))
        paper.do(SeatPlayer(number, team.name))
        if dice.chance(30):
            renamed = Team(f"{team.name}’", "", 0, rosters(paper.state)[team.key].players)
            paper.do(EnterTeam(renamed, team.name))

    def _substitute(self, team: Roster) -> None:
        dice = self._dice
        gone, came = dice.pick(team.seated), dice.pick(team.substitutes)
        self._paper.do(SubstitutePlayer(gone, came, dice.chance(30)))

    def _round(self, number: int) -> bool:
        dice, paper = self._dice, self._paper
        if not paper.do(DrawRound(self._seed())):
            return False
        if dice.chance(20):
            one, other = (dice.pick(tuple(paper.state.players)) for _ in range(2))
            paper.do(SetPairing(SetPair(one, other, dice.chance(50), "They asked", number)))
            paper.do(DrawRound(self._seed(), why="A wish"))
        if dice.chance(10):
            paper.do(Undo())
            paper.do(DrawRound(self._seed()))
        if dice.chance(30):
            self._by_hand()
        paper.do(PublishRound())
        if dice.chance(20):
            self._at_once()
        paper.do(StartRound(dice.below(2**20)))
        if dice.chance(10):
            paper.do(ReportResult(dice.pick(paper.state.rounds[-1].games), fake_result(dice)))
            paper.do(DrawRound(self._seed(), again=True, why="A wrong team"))
            paper.do(PublishRound())
            paper.do(StartRound(dice.below(2**20)))
        if dice.chance(15):
            self._change_teams()
        paper.now_ms += 7200 * SECOND_MS
        games = paper.state.rounds[-1].games
        paper.write(tuple(ReportResult(game, fake_result(dice)) for game in games))
        return paper.do(FinishRound())

    def _by_hand(self) -> None:
        """Change the draw by hand: swap two teams, give one the bye, or move a match to other
        tables.
        """
        dice, state = self._dice, self._paper.state
        round_ = state.rounds[-1]
        now, teams = arrangement(state, round_), team_draw(state, round_)
        one, other = (dice.pick((*teams.players,)) for _ in range(2))
        changed = dice.pick(
            (
                teams_swapped(now, teams, one, other),
                team_with_bye(now, teams, one),
                match_moved(now, teams, one, dice.pick(now.tables)),
            )
        )
        self._paper.do(changed.command("They asked"))

    def _at_once(self) -> None:
        """Let a substitute play in the round that is already drawn."""
        dice, paper = self._dice, self._paper
        teams = [team for team in rosters(paper.state).values() if team.substitutes]
        if teams:
            team = dice.pick(teams)
            gone, came = dice.pick(team.seated), dice.pick(team.substitutes)
            paper.do(SubstitutePlayer(gone, came, at_once=True))

    def _seed(self) -> int:
        return 1 + self._dice.below(2**31)
