"""Draws of teams in events played by dice, and what a draw costs, worked out apart from the engine:
the packets' order for players, with match wins in place of tournament points.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random

from msgspec import Struct

from app.engine.acts.players import AddPlayers, CheckIn, Entry
from app.engine.acts.rounds import DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import CreateEvent
from app.engine.acts.teams.roster import DropTeam
from app.engine.frozen import replace
from app.engine.side import Side
from app.engine.standings.matches import matches_of, team_of
from app.engine.state import Round, State
from app.engine.table.verdict import final_result
from tests.engine.event import SR2017, Desk, settings

MOST_TEAMS = 8
"""Every pairing of so many is tried."""


class TeamCase(Struct, frozen=True):
    seed: int
    before: State
    drawn: State
    """The event with the round drawn."""

    @property
    def here(self) -> dict[str, list[int]]:
        """Who could play for each team."""
        teams: dict[str, list[int]] = {}
        for number, player in self.before.players.items():
            if player.plays:
                teams.setdefault(team_of(self.before, number), []).append(number)
        return teams

    @property
    def is_short(self) -> bool:
        assert self.before.settings
        return any(len(players) < self.before.settings.team_seats for players in self.here.values())


def team_event(sizes: Sequence[int], seats: int = 2, *, cut: int = 0, tables: int = 0) -> Desk:
    """Teams A, B, C … of so many players each, numbered team by team."""
    desk = Desk()
    chosen = replace(settings(tables=tables), team_seats=seats, cut=cut)
    desk.do(CreateEvent(chosen, SR2017), insist=True)
    entries = [
        Entry(f"{chr(65 + at % 26)}{at // 26 or ''}-{n}", team=f"Team {at + 1}")
        for at, size in enumerate(sizes)
        for n in range(size)
    ]
    desk.do(AddPlayers(tuple(entries)))
    desk.do(CheckIn(tuple(range(1, len(entries) + 1))))
    return desk


def latest(desk: Desk) -> Round:
    assert desk.state.latest
    return desk.state.latest


def draw(desk: Desk, seed: int = 7) -> Round:
    desk.do(DrawRound(seed), insist=True)
    return latest(desk)


def begin(desk: Desk) -> None:
    desk.do(PublishRound())
    desk.do(StartRound())


def finish(desk: Desk, dice: Random) -> None:
    for game in desk.state.games_of(latest(desk)):
        desk.report(game.table, dice.choice((Side.RED, Side.BLUE)))
    desk.do(FinishRound())


def wins_of(state: State) -> dict[str, int]:
    wins: Counter[str] = Counter({team_of(state, n): 0 for n in state.players})
    for round_ in state.rounds:
        sums: dict[frozenset[str], Counter[str]] = {}
        for number in round_.games:
            game = state.games[number]
            result = final_result(game)
            assert result
            red, blue = (team_of(state, n) for n in game.players)
            winner = red if result.winner is Side.RED else blue
            sums.setdefault(frozenset((red, blue)), Counter())[winner] += 1
        alone = {team_of(state, bye.player) for bye in round_.byes}
        for teams, won in sums.items():
            for bye in round_.byes:
                if team_of(state, bye.player) in teams:
                    won[team_of(state, bye.player)] += 1
            alone -= teams
            first, second = teams
            if won[first] != won[second]:
                wins[max(teams, key=lambda team: won[team])] += 1
        wins.update(alone)
    return wins


def history(state: State) -> tuple[Counter[frozenset[str]], Counter[str], Counter[str]]:
    """Who met whom, who had a bye, and who was paired down."""
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    down: Counter[str] = Counter()
    for round_ in state.rounds:
        pairs = {
            frozenset(team_of(state, n) for n in state.games[number].players)
            for number in round_.games
        }
        met.update(pairs)
        alone = {team_of(state, bye.player) for bye in round_.byes}
        byes.update(team for team in alone if all(team not in pair for pair in pairs))
        down.update(team_of(state, player) for player in round_.paired_down)
    return met, byes, down


def cost(state: State, pairs: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Rematches, second byes, byes above the lowest, and crossings of groups from the top down."""
    here = {team for pair in pairs for team in pair}
    wins = {team: won for team, won in wins_of(state).items() if team in here}
    met, byes, down = history(state)
    levels = sorted({*wins.values()}, reverse=True)
    real = [pair for pair in pairs if len(pair) == 2]
    bye = next((pair[0] for pair in pairs if len(pair) == 1), None)
    rank = {team: levels.index(won) for team, won in wins.items()}
    down_steps = [(min(a, b, key=lambda team: rank[team]), abs(rank[a] - rank[b])) for a, b in real]
    return (
        sum(met[frozenset(pair)] > 0 for pair in real),
        byes[bye] if bye else 0,
        len(levels) - 1 - rank[bye] if bye else 0,
        sum(down[higher] for higher, steps in down_steps if steps),
        *(
            sum(steps for higher, steps in down_steps if rank[higher] == level)
            for level in range(len(levels))
        ),
    )


def pairings(teams: tuple[str, ...]) -> list[list[tuple[str, ...]]]:
    if not teams:
        return [[]]
    first, *others = teams
    ways = [
        [(first, other), *rest]
        for other in others
        for rest in pairings(tuple(team for team in others if team != other))
    ]
    if len(teams) % 2:
        ways += [[(first,), *rest] for rest in pairings(tuple(others))]
    return ways


def cases(wanted: int, first_seed: int = 1) -> Iterator[TeamCase]:
    """So many draws, in the order of their events; each event has a seed."""
    return islice(_cases(first_seed), wanted)


def _cases(first_seed: int) -> Iterator[TeamCase]:
    for seed in count(first_seed):
        dice = Random(seed)
        seats, teams = dice.choice((2, 3, 5)), dice.randint(2, MOST_TEAMS)
        desk = team_event([seats + dice.choice((0, 0, 0, 1, -1)) for _ in range(teams)], seats)
        for number in range(1, min(teams, 6)):
            before = desk.state
            draw(desk, dice.randrange(1, 10**6))
            yield TeamCase(seed, before, desk.state)
            begin(desk)
            finish(desk, dice)
            left = {team_of(desk.state, n) for n, each in desk.state.players.items() if each.plays}
            if len(left) > max(number + 1, 3) and not dice.randrange(6):
                desk.do(DropTeam(dice.choice(sorted(left))))


def fault(case: TeamCase) -> str:
    """What is wrong with a draw: team-mates who meet, somebody without a seat or a bye, or a
    pairing that costs less.
    """
    state, teams = case.drawn, case.here
    assert state.settings
    assert state.latest
    games = state.games_of(state.latest)
    if any(team_of(state, red) == team_of(state, blue) for red, blue in (g.players for g in games)):
        return "team-mates meet"
    seated = [number for game in games for number in game.players]
    seated += [bye.player for bye in state.latest.byes]
    placed = Counter(team_of(state, number) for number in seated)
    due = {team: min(len(players), state.settings.team_seats) for team, players in teams.items()}
    if placed != due or len({*seated}) < len(seated):
        return "somebody is stranded"
    met = [tuple(match.teams) for match in matches_of(state, state.latest.number)]
    alone = {*teams} - {team for pair in met for team in pair}
    couples: list[tuple[str, ...]] = [*met, *((team,) for team in alone)]
    best = min(cost(case.before, way) for way in pairings(tuple(teams)))
    mine = cost(case.before, couples)
    return f"costs {mine} instead of {best}" if mine != best else ""
