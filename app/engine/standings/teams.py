"""Teams ranked by what their players have scored."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from app.engine.packet.ranking import TEAMS
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Score, Standing, value_of
from app.engine.state import State
from app.engine.text import name_order


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One team's line in the standings: the sums over its players (our decision)."""

    team: str
    place: int
    shared: bool
    members: tuple[int, ...]
    """The numbers of its players, best first."""
    wins: int
    sos: Score
    tp: int
    cp: int
    apd: int
    assassinations: int
    win_rates: Score = 0
    """The mean of its players' win rates."""


def team_standings(state: State) -> tuple[TeamStanding, ...]:
    """Best first, by the EO's order or wins, SoS, TP, CP, APD. Disqualified players add nothing.

    A team is one whatever its capitals and spaces.
    """
    members: dict[str, list[Standing]] = {}
    names: dict[str, str] = {}
    for player in state.players.values():
        name = " ".join(player.entry.team.split())
        names.setdefault(name.casefold(), name)
    for row in standings(state):
        key = " ".join(state.players[row.number].entry.team.split()).casefold()
        if key and row.place:
            members.setdefault(key, []).append(row)
    order = (state.settings.team_order if state.settings else ()) or TEAMS
    teams = [_summed(names[key], rows) for key, rows in members.items()]

    def rank(team: TeamStanding) -> tuple[Score, ...]:
        return tuple(-value_of(team, criterion) for criterion in order)

    placed: list[TeamStanding] = []
    best_first = sorted(teams, key=lambda team: (rank(team), name_order(team.team)))
    for _, together in groupby(best_first, key=rank):
        level = list(together)
        place = len(placed) + 1
        placed += [replace(team, place=place, shared=len(level) > 1) for team in level]
    return tuple(placed)


def _summed(team: str, rows: Sequence[Standing]) -> TeamStanding:
    return TeamStanding(
        team=team,
        place=0,
        shared=False,
        members=tuple(row.number for row in rows),
        wins=sum(row.wins for row in rows),
        sos=sum((row.sos for row in rows), start=0),
        tp=sum(row.tp for row in rows),
        cp=sum(row.cp for row in rows),
        apd=sum(row.apd for row in rows),
        assassinations=sum(row.assassinations for row in rows),
        win_rates=sum((Fraction(row.win_rates) for row in rows), start=Fraction(0)) / len(rows),
    )
