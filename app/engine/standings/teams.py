"""The ranking of teams: by the matches they won, or by the scores of their players."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct, field

from app.engine.frozen import memoized_few, replace
from app.engine.packet.ranking import TEAMS, RankingColumn, Schedule
from app.engine.side import Side
from app.engine.standings.matches import (
    Match,
    TeamBye,
    matches_of,
    team_of,
    team_rounds,
    team_then,
)
from app.engine.standings.ranking import before_round, first_by_finals, standings
from app.engine.standings.scores import (
    Score,
    Standing,
    planned_rounds,
    readers_of,
    schedule_worth,
    score_in,
)
from app.engine.state import State
from app.engine.text import name_order, team_key


class TeamMet(Struct, frozen=True):
    """An opposing team that was met, with its contribution to strength of schedule."""

    team: str
    """The name of the team."""
    adds: Score
    win_rate: Score


class TeamStanding(Struct, frozen=True):
    """A team's line in the standings.

    In an event of teams, wins are matches won, SoS comes from the match wins of the teams met, and
    TP are games won, as organizers of team events publish them. In any other event, all of these
    are sums over the team's players (our decision).
    """

    team: str
    place: int
    shared: bool
    members: tuple[int, ...]
    """The numbers of the team's players, best first."""
    wins: Score
    sos: Score
    tp: int
    cp: int
    apd: int
    assassinations: int
    win_rates: Score = 0
    """The mean win rate of the team's players or, in an event of teams, of the teams
    that it met.
    """
    losses: int = 0
    draws: int = 0
    byes: int = 0
    """The number of rounds in which the whole team had a bye. They also count as wins."""
    met: tuple[TeamMet, ...] = ()
    """The teams that this team met, in the order of the rounds."""
    by_final: bool = False
    """True if a match at the finals tables decided the place."""


def team_ranking(state: State) -> tuple[RankingColumn, ...]:
    """Return the columns that rank teams. Without armies, army points are left out."""
    chosen = state.settings.team_order if state.settings else ()
    return tuple(
        column for column in chosen or TEAMS if state.armies or column is not RankingColumn.APD
    )


@memoized_few
def team_standings(state: State) -> tuple[TeamStanding, ...]:
    """Return the standings of teams, best first, by the organizer's order or else by wins, SoS, TP,
    CP and APD. Disqualified players add nothing.

    Team names are compared without capitals and spaces. After a cut of teams, only the places of
    those in it change, as for players (SR2017, Cut to Top X). The matches at the finals tables
    decide the first three places (our decision, as for players).
    """
    cut = state.cut_round
    rows = _rows(state)
    groups = [rows]
    if cut is not None and state.settings and state.settings.team_seats:
        inside = {team_then(state, cut, number) for number in state.in_cut}
        frozen = {row.team: row for row in _rows(before_round(state, cut.number))}
        groups = [
            [row for row in rows if row.team.casefold() in inside],
            [frozen.get(row.team, row) for row in rows if row.team.casefold() not in inside],
        ]
    readers = readers_of(team_ranking(state))

    def rank(team: TeamStanding) -> tuple[Score, ...]:
        return tuple(-read(team) for read in readers)

    placed: list[TeamStanding] = []
    for group in groups:
        best_first = sorted(group, key=lambda team: (rank(team), name_order(team.team)))
        levels = [list(together) for _, together in groupby(best_first, key=rank)]
        for level in _finalists_first(state, levels):
            place = len(placed) + 1
            placed += [replace(team, place=place, shared=len(level) > 1) for team in level]
    return tuple(placed)


def _finalists_first(
    state: State, levels: Sequence[Sequence[TeamStanding]]
) -> Iterator[Sequence[TeamStanding]]:
    """Yield the teams at the finals tables before all others, once their matches are over."""
    by_team = {team_key(team.team): team for level in levels for team in level}
    final = [team for team in _finalists(state, [*by_team]) if team in by_team]
    for team in final:
        yield [replace(by_team[team], by_final=True)]
    for level in levels:
        if rest := [team for team in level if team_key(team.team) not in final]:
            yield rest


def _finalists(state: State, best_first: Sequence[str]) -> tuple[str, ...]:
    """Return the first three teams by the finals tables, once those are decided. If a match is
    drawn, the team that was ahead before stays ahead.
    """
    started = [round_ for round_ in state.rounds if round_.has_begun]
    games = started[-1].finals if started and state.settings and state.settings.team_seats else ()
    matches = matches_of(state, started[-1].number) if games else ()
    final = {games.index(game): match for match in matches for game in match.games if game in games}
    finals = [*dict.fromkeys(final[at] for at in sorted(final))]
    if not all(match.is_over for match in finals):
        return ()
    return first_by_finals([(match.teams, match.winner) for match in finals], best_first)


def _rows(state: State) -> list[TeamStanding]:
    """Return the line of each team, without its place."""
    names = team_names(state)
    teams = {
        key: _sum_team(state, key, names[key], rows)
        for key, rows in points_for_teams(state).items()
    }
    if state.settings and state.settings.team_seats:
        return _by_matches(state, teams, names)
    return [*teams.values()]


@memoized_few
def points_for_teams(state: State) -> dict[str, tuple[Standing, ...]]:
    """Return the scores of each team's players, by `team_of`, best first. The score of a player for
    an earlier team stays with that team, behind its own players.
    """
    teams: dict[str, dict[int, Standing]] = {}
    ranked = {row.number: row for row in standings(state) if row.place}
    for number, row in ranked.items():
        if key := team_of(state, number):
            teams.setdefault(key, {})[number] = row
    for round_ in state.rounds:
        for number, name in round_.teams_then.items():
            then, now = team_key(name), team_of(state, number)
            rows = teams.setdefault(then, {})
            if then == now or number not in ranked:
                continue
            share = score_in(state, round_, number)
            rows[number] = _plus(rows.get(number, Standing(number)), share, 1)
            if now:
                teams[now][number] = _plus(teams[now][number], share, -1)
    return {key: tuple(rows.values()) for key, rows in teams.items()}


def _plus(row: Standing, share: Standing, times: int) -> Standing:
    return replace(
        row,
        cp=row.cp + times * share.cp,
        apd=row.apd + times * share.apd,
        assassinations=row.assassinations + times * share.assassinations,
    )


@memoized_few
def team_names(state: State) -> dict[str, str]:
    """Return the name of each team by its key, as the organizer entered it or else as the entry of
    a player spells it. For a team that all players have left, that is the spelling from before they
    left.
    """
    names: dict[str, str] = {}
    for player in state.players.values():
        key, written = team_of(state, player.number), " ".join(player.entry.team.split())
        names.setdefault(key, state.teams[key].name if key in state.teams else written)
    for round_ in state.rounds:
        for written in round_.teams_then.values():
            names.setdefault(team_key(written), written)
    names.pop("", None)
    return names


def _sum_team(state: State, key: str, name: str, rows: Sequence[Standing]) -> TeamStanding:
    return TeamStanding(
        team=name,
        place=0,
        shared=False,
        members=tuple(row.number for row in rows if team_of(state, row.number) == key),
        wins=sum(row.wins for row in rows),
        sos=sum((row.sos for row in rows), start=0),
        tp=sum(row.tp for row in rows),
        cp=sum(row.cp for row in rows),
        apd=sum(row.apd for row in rows),
        assassinations=sum(row.assassinations for row in rows),
        win_rates=_mean([Fraction(row.win_rates) for row in rows]),
    )


class _Record(Struct):
    """A team's record of matches."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    byes: int = 0
    games: int = 0
    """The number of games won, including byes."""
    met: list[str] = field(default_factory=list)

    def wins(self, *, half: bool) -> Score:
        return self.won + self.byes + (Fraction(self.drawn, 2) if half and self.drawn else 0)

    @property
    def rate(self) -> Fraction:
        matches = self.won + self.lost + self.drawn
        return Fraction(self.won, matches) if matches else Fraction(0)


def _by_matches(
    state: State, teams: Mapping[str, TeamStanding], names: Mapping[str, str]
) -> list[TeamStanding]:
    """Return the standings with teams' matches in place of the sums of their players' wins, SoS and
    TP.
    """
    half = state.settings is not None and state.settings.drawn_match_half
    schedule = state.settings.schedule if state.settings else Schedule.POINTS
    rounds = max(planned_rounds(state), state.round_now, 1)
    records = {team: _Record() for team in names}
    for matches, byes in team_rounds(state):
        for match in matches:
            _add_match(records, match)
        for bye in byes:
            _add_bye(records[bye.team], bye)
    here = {team_of(state, n) for n, player in state.players.items() if not player.status.has_left}
    adds = {
        team: schedule_worth(
            schedule,
            rounds,
            points=(wins := record.wins(half=half)),
            wins=wins,
            games=record.won + record.lost + record.drawn + record.byes,
            left=team not in here,
        )
        for team, record in records.items()
    }
    return [
        replace(
            standing,
            wins=record.wins(half=half),
            sos=sum((adds[other] for other in record.met), start=0),
            tp=record.games,
            win_rates=_mean([records[other].rate for other in record.met]),
            losses=record.lost,
            draws=record.drawn,
            byes=record.byes,
            met=tuple(
                TeamMet(names[other], adds[other], records[other].rate) for other in record.met
            ),
        )
        for team, standing in teams.items()
        for record in [records[team]]
    ]


def _mean(rates: Sequence[Fraction]) -> Score:
    return sum(rates, start=Fraction(0)) / len(rates) if rates else 0


def _add_match(records: Mapping[str, _Record], match: Match) -> None:
    for side in Side:
        record = records[match.teams.of(side)]
        record.games += match.won.of(side)
        record.won += match.winner is side
        record.lost += match.winner is side.other
        record.drawn += match.is_drawn
        if match.is_over:
            record.met.append(match.teams.of(side.other))


def _add_bye(record: _Record, bye: TeamBye) -> None:
    record.byes += 1
    record.games += len(bye.players)
