"""Adds up the matches of an event of teams, independently of the engine.

Only the results of games come from the engine.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct, field

from app.engine.acts.events import Record
from app.engine.formats.settings import LevelMatch
from app.engine.language import say
from app.engine.packet.ranking import Schedule
from app.engine.side import Side
from app.engine.standings.teams import TeamStanding, team_standings
from app.engine.state import Round, Stage, State
from app.engine.table.verdict import final_result
from app.headless.recheck.past_teams import Then, fold_team, teams_then


class TeamSums(Struct):
    """The sums of one team's matches."""

    wins: Fraction = Fraction(0)
    won: int = 0
    """The matches won against another team, not counting byes."""
    games: int = 0
    met: list[str] = field(default_factory=list)


def team_faults(state: State, records: Sequence[Record]) -> Iterator[str]:
    """Yield a sentence for each row of the team standings that differs from the sums of the
    matches.
    """
    if state.settings is not None and state.settings.team_seats:
        yield from find_differences(state, team_standings(state), teams_then(records))


def find_differences(state: State, rows: Sequence[TeamStanding], then: Then) -> Iterator[str]:
    """Yield a sentence for each team whose match wins, games won or strength of schedule differ.
    Strength of schedule is compared only if it is a plain sum. After a cut, the values of teams
    outside the cut stay as they were.
    """
    assert state.settings
    cut = next((round_ for round_ in state.rounds if round_.cut), None)
    now = match_sums(state, len(state.rounds), then)
    before = match_sums(state, cut.number - 1, then) if cut else now
    cuts = [number for round_ in state.rounds for number in round_.cut]
    inside = {team_in(state, then, cut, number) for number in cuts} if cut else {*now}
    whole = state.settings.schedule is Schedule.POINTS
    for row in rows:
        team = row.team.casefold()
        sums = now if team in inside else before
        sos = sum((sums[other].wins for other in sums[team].met), start=Fraction(0))
        mine = (sums[team].wins, sums[team].games, sos if whole else row.sos)
        theirs = (row.wins, row.tp, row.sos)
        if mine != theirs:
            yield say(
                "{team}: matches won, games won and SoS are {theirs} in the standings, but its"
                " matches add up to {mine}.",
                team=row.team,
                theirs=", ".join(map(str, theirs)),
                mine=", ".join(map(str, mine)),
            )


def team_of_player(state: State, number: int) -> str:
    return fold_team(state.players[number].entry.team)


def team_in(state: State, then: Then, round_: Round, number: int) -> str:
    """Return the folded name of the team that the player played for in the round."""
    return then.get((round_.number, number)) or team_of_player(state, number)


def match_sums(state: State, rounds: int, then: Then) -> defaultdict[str, TeamSums]:
    """Return the sums of each team over the first ``rounds``, by its folded name."""
    sums: defaultdict[str, TeamSums] = defaultdict(TeamSums)
    for round_ in state.rounds[:rounds]:
        _add_round(state, round_, sums, then)
    return sums


def _add_round(state: State, round_: Round, sums: defaultdict[str, TeamSums], then: Then) -> None:
    points: defaultdict[frozenset[str], Counter[tuple[str, str]]] = defaultdict(Counter)
    out: Counter[frozenset[str]] = Counter()
    by_table: dict[frozenset[str], None] = {}
    for game in sorted(state.games_of(round_), key=lambda game: game.table):
        red, blue = (team_in(state, then, round_, player) for player in game.players)
        if not red or not blue or red == blue:
            continue
        match, result = frozenset((red, blue)), final_result(game)
        by_table.setdefault(match)
        if result is None:
            out[match] += 1
        for side, team in zip(Side, (red, blue), strict=True):
            if result is not None:
                points[match][team, "games"] += result.winner is side
                points[match][team, "cp"] += result.cp.of(side)
                points[match][team, "apd"] += result.apd.of(side)
    alone: set[str] = set()
    for bye in round_.byes if round_.stage in {Stage.STARTED, Stage.FINISHED} else ():
        team = team_in(state, then, round_, bye.player)
        match = next((match for match in by_table if team in match), frozenset())
        if match:
            points[match].update({(team, "games"): 1, (team, "cp"): bye.cp, (team, "apd"): bye.apd})
        elif team:
            alone.add(team)
            sums[team].games += 1
    for team in alone:
        sums[team].wins += 1
    for match in {*points, *out}:
        _add_match(state, match, points[match], out[match], sums)


def _add_match(
    state: State,
    match: frozenset[str],
    points: Counter[tuple[str, str]],
    out: int,
    sums: defaultdict[str, TeamSums],
) -> None:
    first, second = match
    assert state.settings
    ahead = points[first, "games"] - points[second, "games"]
    sums[first].games += points[first, "games"]
    sums[second].games += points[second, "games"]
    if abs(ahead) <= out and out:
        return
    if not ahead and state.settings.level_match is LevelMatch.POINTS:
        ahead = points[first, "cp"] - points[second, "cp"]
        ahead = ahead or points[first, "apd"] - points[second, "apd"]
    sums[first].met.append(second)
    sums[second].met.append(first)
    if ahead:
        winner = sums[first if ahead > 0 else second]
        winner.wins += 1
        winner.won += 1
    elif state.settings.drawn_match_half:
        sums[first].wins += Fraction(1, 2)
        sums[second].wins += Fraction(1, 2)
