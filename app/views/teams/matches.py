"""The matches of a round in words: the teams, the score, and the effect of a result."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.acts.results import Result
from app.engine.formats.settings import LevelMatch
from app.engine.frozen import replace
from app.engine.language import plural, say
from app.engine.rounds.field import is_of_teams
from app.engine.side import Pair, Side
from app.engine.standings.matches import Match, match_as, matches_of, team_of, team_then
from app.engine.standings.scores import planned_rounds
from app.engine.standings.teams import team_names, team_standings
from app.engine.state import Bye, Round, State
from app.engine.table.game import Game
from app.engine.text import join_words, team_key


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as it is shown."""

    match: Match
    names: Pair[str]
    tables: tuple[int, ...]
    """Of its games, in order."""
    stands: str
    """How it stands or ended: "2–1, 2 games out", "Ada won 3–2"."""
    byes: tuple[tuple[int, str], ...] = ()
    """Players without an opponent, as the other team lacks somebody, each with a sentence."""

    @property
    def games(self) -> tuple[int, ...]:
        return self.match.games

    @property
    def score(self) -> str:
        """ "2–1"."""
        return _pair_words(self.match.won)

    @property
    def tables_words(self) -> str:
        """ "1–5", "3, 8"."""
        return block_words(self.tables)

    @property
    def title(self) -> str:
        """ "Ada – Bay"."""
        return f"{self.names.red} – {self.names.blue}"


@dataclass(frozen=True, slots=True)
class TeamByeView:
    """A team without an opponent in a round."""

    team: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round of an event of teams."""

    matches: tuple[MatchView, ...]
    byes: tuple[TeamByeView, ...]

    def of_game(self, game: int) -> MatchView | None:
        """Return the match that a game belongs to."""
        return next((view for view in self.matches if game in view.games), None)


NO_MATCHES = TeamRound((), ())


def block_words(tables: tuple[int, ...]) -> str:
    """Return the neighbouring tables by the first and the last."""
    first, last = (tables[0], tables[-1]) if tables else (0, 0)
    if len(tables) > 1 and last - first == len(tables) - 1:
        return f"{first}–{last}"
    return ", ".join(map(str, tables))


def team_round_view(state: State, round_: Round) -> TeamRound:
    """Return a round of teams; empty where the event is not one of teams."""
    if not is_of_teams(state):
        return NO_MATCHES
    names = team_names(state)
    return TeamRound(
        tuple(_view(state, round_, match, names) for match in matches_of(state, round_.number)),
        tuple(_team_byes(state, round_, names)),
    )


def _view(state: State, round_: Round, match: Match, names: dict[str, str]) -> MatchView:
    named = match.teams.map(lambda team: names[team])
    return MatchView(
        match,
        named,
        tuple(state.games[game].table for game in match.games),
        stands_words(match, named),
        tuple(
            (bye.player, _alone_words(state, round_, bye, match, names))
            for bye in round_.byes
            if team_then(state, round_, bye.player) in match.teams
        ),
    )


def _alone_words(state: State, round_: Round, bye: Bye, match: Match, names: dict[str, str]) -> str:
    team = team_then(state, round_, bye.player)
    short = match.teams.red if match.teams.blue == team else match.teams.blue
    return say(
        "{name} has the bye: {team} is one player short.",
        name=state.name(bye.player),
        team=names[short],
    )


def _team_byes(state: State, round_: Round, names: dict[str, str]) -> list[TeamByeView]:
    playing = {team for match in matches_of(state, round_.number) for team in match.teams}
    alone: dict[str, list[str]] = {}
    for bye in round_.byes:
        team = team_then(state, round_, bye.player)
        if team and team not in playing:
            alone.setdefault(team, []).append(state.name(bye.player))
    return [TeamByeView(names[team], tuple(players)) for team, players in alone.items()]


FEW = 2
"""Up to so many teams are named; the standings name all of them."""


def describe_outlook(state: State) -> str:
    """Return what is known of the latest round and of the rounds to come; empty where it has not
    begun, or the event is not one of teams.
    """
    latest = state.latest
    if latest is None or not latest.has_begun or not is_of_teams(state):
        return ""
    matches = matches_of(state, latest.number)
    over, left = sum(match.is_over for match in matches), planned_rounds(state) - latest.number
    here = {team_of(state, n) for n, player in state.players.items() if player.plays}
    rows = [row for row in team_standings(state) if team_key(row.team) in here and not row.losses]
    names = [row.team for row in rows]
    return " ".join(
        (
            plural(
                len(matches),
                "{over} of {count} match is decided.",
                "{over} of {count} matches are decided.",
                over=over,
            ),
            _left_words(left),
            _undefeated_words(names),
        )
    )


def _left_words(left: int) -> str:
    if left <= 0:
        return say("This is the last round.")
    return plural(left, "{count} more round is planned.", "{count} more rounds are planned.")


def _undefeated_words(names: Sequence[str]) -> str:
    if not names:
        return say("No team is undefeated.")
    if len(names) > FEW:
        return say("{many} teams are undefeated.", many=len(names))
    teams = join_words(names)
    return plural(len(names), "{teams} is undefeated.", "{teams} are undefeated.", teams=teams)


def byes_words(state: State, round_: Round) -> str:
    """Return which teams have the bye, and who has no opponent; empty where the event is not one of
    teams or everybody has one.
    """
    view = team_round_view(state, round_)
    alone = [say("Bye: {team}.", team=bye.team) for bye in view.byes]
    return " ".join((*alone, *(words for match in view.matches for _, words in match.byes)))


def stands_words(match: Match, names: Pair[str]) -> str:
    """Return "2–1, 2 games out"; "Ada won 3–1, 1 game out"; "2–2, drawn"."""
    score = _pair_words(match.won)
    out = plural(match.out, "{count} game out", "{count} games out") if match.out else ""
    if match.winner is None:
        return say("{score}, drawn", score=score) if match.is_over else f"{score}, {out}"
    side = match.winner
    won, lost = match.won.of(side), match.won.of(side.other)
    words = say("{team} won {score}", team=names.of(side), score=f"{won}–{lost}")
    points = by_points(match)
    return ", ".join(filter(None, (f"{words} {points}".strip(), out)))


def by_points(match: Match) -> str:
    """Return what decided a match whose games are level; empty for others."""
    level = match.won.red == match.won.blue and match.winner is not None
    if not level or match.level is not LevelMatch.POINTS:
        return ""
    if match.cp.red != match.cp.blue:
        return say("on control points, {points}", points=_pair_words(match.cp))
    return say("on army points, {points}", points=_pair_words(match.apd))


def _pair_words(points: Pair[int]) -> str:
    return f"{points.red}–{points.blue}"


def match_of(state: State, game: Game) -> tuple[Match, Pair[str]] | None:
    """Return the match that a game belongs to, with the teams' names."""
    found = next((m for m in matches_of(state, game.round_number) if game.number in m.games), None)
    if found is None or not is_of_teams(state):
        return None
    names = team_names(state)
    return found, found.teams.map(lambda team: names[team])


def match_lines(state: State, round_: Round) -> dict[int, str]:
    """Return "Ada – Bay: 2–1, 2 games out", by the numbers of the games."""
    return {
        game: f"{view.title}: {view.stands}"
        for view in team_round_view(state, round_).matches
        for game in view.games
    }


def effect_words(state: State, game: Game, result: Result) -> str:
    """Return what another result of a game does to its match: "Turns the match: Bay won
    3–2 (was Ada won 3–2)"; empty where the game belongs to no match.
    """
    known = match_of(state, game)
    if known is None:
        return ""
    was, names = known
    now = match_as(state, was, replace(game, reported=result))
    words, old = stands_words(now, names), stands_words(was, names)
    if words == old:
        return say("The match stays as it is: {stands}", stands=words)
    if was.is_over and (was.winner, was.is_drawn) != (now.winner, now.is_drawn):
        return say("Turns the match: {stands} (was {before})", stands=words, before=old)
    if now.is_over and not was.is_over:
        return say("Decides the match: {stands}", stands=words)
    return say("The match then: {stands}", stands=words)


def outcome_words(match: Match, side: Side) -> str:
    """Return "won 3–2", "drawn 2–2", "2–1 so far", as one of the teams sees it."""
    score = f"{match.won.of(side)}–{match.won.of(side.other)}"
    if not match.is_over:
        return say("{score} so far", score=score)
    if match.winner is None:
        return say("drawn {score}", score=score)
    won = match.winner is side
    words = say("won {score}", score=score) if won else say("lost {score}", score=score)
    return f"{words} {by_points(match)}".strip()
