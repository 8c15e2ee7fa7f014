"""The matches of a team event: the games between two teams in a round, and who won them."""

from collections.abc import Mapping

from msgspec import Struct

from app.engine.formats.settings import LevelMatch
from app.engine.frozen import memoized_few, replace
from app.engine.side import Pair, Side
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.engine.text import team_key

NOTHING = Pair(0, 0)


class Match(Struct, frozen=True):
    """A match of two teams in a round. A team is given by its key, as `team_then` returns it."""

    round_number: int
    teams: Pair[str]
    games: tuple[int, ...] = ()
    """The numbers of the match's games, the first table first."""
    won: Pair[int] = NOTHING
    """The games that each team won, including byes of players without an opponent."""
    cp: Pair[int] = NOTHING
    apd: Pair[int] = NOTHING
    out: int = 0
    """The number of games without a result."""
    level: LevelMatch = LevelMatch.DRAW

    @property
    def winner(self) -> Side | None:
        """The winner, as soon as the remaining games cannot change it; None before that, and for a
        drawn match.
        """
        for side in Side:
            if self.won.of(side) > self.won.of(side.other) + self.out:
                return side
        if self.out or self.level is LevelMatch.DRAW:
            return None
        for points in (self.won, self.cp, self.apd):
            if points.red != points.blue:
                return Side.RED if points.red > points.blue else Side.BLUE
        return None

    @property
    def is_over(self) -> bool:
        """Tell whether the match is won or drawn, whatever the results of the remaining games."""
        return not self.out or self.winner is not None

    @property
    def is_drawn(self) -> bool:
        return not self.out and self.winner is None


class TeamBye(Struct, frozen=True):
    """A round in which a whole team has the bye. It counts as a match won (our decision)."""

    round_number: int
    team: str
    players: tuple[int, ...]


def team_of(state: State, number: int) -> str:
    """Return the key of the player's team, which ignores capitals and spaces; empty if they have
    none.
    """
    player = state.players.get(number)
    return team_key(player.entry.team) if player else ""


def team_then(state: State, round_: Round, number: int) -> str:
    """Return the key of the team that the player played for in a round. If a player changes teams
    once a round has begun, their game or bye in that round stays with the old team (our decision).
    """
    then = round_.teams_then.get(number)
    return team_of(state, number) if then is None else team_key(then)


@memoized_few
def team_rounds(state: State) -> tuple[tuple[tuple[Match, ...], tuple[TeamBye, ...]], ...]:
    """Return the matches and team byes of each round, in the order of their tables.

    A game within a team, or with a player without a team, belongs to no match.
    """
    return tuple(_round(state, round_) for round_ in state.rounds)


def matches_of(state: State, round_number: int) -> tuple[Match, ...]:
    """Return the matches of a round, in the order of their tables."""
    return next(
        (
            matches
            for round_, (matches, _) in zip(state.rounds, team_rounds(state), strict=True)
            if round_.number == round_number
        ),
        (),
    )


def match_as(state: State, match: Match, game: Game) -> Match:
    """Return the match as it would be if ``game`` replaced the game with its number."""
    changed = replace(state, games={**state.games, game.number: game})
    of_round = (round_ for round_ in state.rounds if round_.number == match.round_number)
    matches = (other for round_ in of_round for other in _round(changed, round_)[0])
    return next(other for other in matches if game.number in other.games)


def _round(state: State, round_: Round) -> tuple[tuple[Match, ...], tuple[TeamBye, ...]]:
    level = state.settings.level_match if state.settings else LevelMatch.DRAW
    matches: dict[frozenset[str], Match] = {}
    for game in sorted(state.games_of(round_), key=lambda game: game.table):
        teams = game.players.map(lambda number: team_then(state, round_, number))
        if not all(teams) or teams.red == teams.blue:
            continue
        key = frozenset(teams)
        match = matches.get(key, Match(round_.number, teams, level=level))
        matches[key] = _with_game(match, game, turned=teams.red != match.teams.red)
    alone = _with_byes(state, round_, matches) if round_.has_begun else {}
    byes = (TeamBye(round_.number, team, players) for team, players in alone.items())
    return tuple(matches.values()), tuple(byes)


def _with_game(match: Match, game: Game, *, turned: bool) -> Match:
    match = replace(match, games=(*match.games, game.number))
    result = final_result(game)
    if result is None:
        return replace(match, out=match.out + 1)
    cp, apd = result.cp, result.apd
    won = Pair(int(result.winner is Side.RED), int(result.winner is Side.BLUE))
    if turned:
        cp, apd, won = (Pair(points.blue, points.red) for points in (cp, apd, won))
    return _with(match, won, cp, apd)


def _with(match: Match, won: Pair[int], cp: Pair[int], apd: Pair[int]) -> Match:
    return replace(match, won=_sum(match.won, won), cp=_sum(match.cp, cp), apd=_sum(match.apd, apd))


def _sum(points: Pair[int], more: Pair[int]) -> Pair[int]:
    return Pair(points.red + more.red, points.blue + more.blue)


def _with_byes(
    state: State, round_: Round, matches: dict[frozenset[str], Match]
) -> Mapping[str, tuple[int, ...]]:
    """Count each bye as a game won in the match of the player's team. Return the byes of teams
    without a match, by team.
    """
    alone: dict[str, tuple[int, ...]] = {}
    for bye in round_.byes:
        team = team_then(state, round_, bye.player)
        key = next((teams for teams in matches if team in teams), None)
        if key is not None:
            match = matches[key]
            red = match.teams.red == team
            pairs = (Pair(n, 0) if red else Pair(0, n) for n in (1, bye.cp, bye.apd))
            matches[key] = _with(match, *pairs)
        elif team:
            alone[team] = (*alone.get(team, ()), bye.player)
    return alone
