"""The matches of a round in words: the teams, the scores, and the effect of a result."""

from collections.abc import Sequence

from msgspec import Struct

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


class MatchView(Struct, frozen=True):
    """A match as it is shown."""

    match: Match
    names: Pair[str]
    tables: tuple[int, ...]
    """The tables of the match's games, in order."""
    stands: str
    """The state or the result, such as "2–1, 2 games out" or "Ada won 3–2"."""
    byes: tuple[tuple[int, str], ...] = ()
    """The players without an opponent because the other team is short of players, each with a
    sentence.
    """
    empty: str = ""
    """A sentence about the seats for which neither team has a player; empty for none."""

    @property
    def lacking(self) -> tuple[str, ...]:
        """Return the sentences about players without an opponent and about empty seats."""
        return tuple(filter(None, (*(sentence for _, sentence in self.byes), self.empty)))

    @property
    def games(self) -> tuple[int, ...]:
        return self.match.games

    @property
    def score(self) -> str:
        """The score, such as "2–1"."""
        return _pair_words(self.match.won)

    @property
    def tables_words(self) -> str:
        """The tables, such as "1–5" or "3, 8"."""
        return block_words(self.tables)

    @property
    def title(self) -> str:
        """The names of both teams, such as "Ada – Bay"."""
        return f"{self.names.red} – {self.names.blue}"


class TeamByeView(Struct, frozen=True):
    """A team without an opponent in a round."""

    team: str
    players: tuple[str, ...]


class TeamRound(Struct, frozen=True):
    """A round of a team event."""

    matches: tuple[MatchView, ...]
    byes: tuple[TeamByeView, ...]

    def of_game(self, game: int) -> MatchView | None:
        """Return the match that a game belongs to; None if there is none."""
        return next((view for view in self.matches if game in view.games), None)


NO_MATCHES = TeamRound((), ())


def block_words(tables: tuple[int, ...]) -> str:
    """Return tables such as "1–5" if they are consecutive, else "3, 8"."""
    first, last = (tables[0], tables[-1]) if tables else (0, 0)
    if len(tables) > 1 and last - first == len(tables) - 1:
        return f"{first}–{last}"
    return ", ".join(map(str, tables))


def team_round_view(state: State, round_: Round) -> TeamRound:
    """Return the round of a team event; an empty one at other events."""
    if not is_of_teams(state):
        return NO_MATCHES
    names = team_names(state)
    return TeamRound(
        tuple(_view(state, round_, match, names) for match in matches_of(state, round_.number)),
        tuple(_team_byes(state, round_, names)),
    )


def _view(state: State, round_: Round, match: Match, names: dict[str, str]) -> MatchView:
    named = match.teams.map(lambda team: names[team])
    byes = tuple(
        (bye.player, _alone_words(state, round_, bye, match, names))
        for bye in round_.byes
        if team_then(state, round_, bye.player) in match.teams
    )
    seats = state.settings.team_seats if state.settings else 0
    return MatchView(
        match,
        named,
        tuple(state.games[game].table for game in match.games),
        stands_words(match, named),
        byes,
        _empty_words(named, seats - len(match.games) - len(byes)),
    )


def _empty_words(names: Pair[str], seats: int) -> str:
    """Return a sentence about the seats for which neither team has a player; empty for none."""
    if seats <= 0:
        return ""
    return plural(
        seats,
        "{red} – {blue}: one seat is empty on both sides.",
        "{red} – {blue}: {count} seats are empty on both sides.",
        red=names.red,
        blue=names.blue,
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
"""The greatest number of teams that are named; the standings name all of them."""


def describe_outlook(state: State) -> str:
    """Return a text about the latest round and those to come; empty if the latest round has not
    begun, and at events without teams.
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
    """Return which teams have the bye, who has no opponent and which seats are empty; empty if
    none, and at events without teams.
    """
    view = team_round_view(state, round_)
    alone = [say("Bye: {team}.", team=bye.team) for bye in view.byes]
    return " ".join((*alone, *(words for match in view.matches for words in match.lacking)))


def stands_words(match: Match, names: Pair[str]) -> str:
    """Return the state of a match, such as "2–1, 2 games out", "Ada won 3–1, 1 game out" or "2–2,
    drawn".
    """
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
    """Return how points decided a match with equally many games won by both; empty for other
    matches.
    """
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
    """Return a line such as "Ada – Bay: 2–1, 2 games out" for each game, by its number."""
    return {
        game: f"{view.title}: {view.stands}"
        for view in team_round_view(state, round_).matches
        for game in view.games
    }


def effect_words(state: State, game: Game, result: Result) -> str:
    """Return the effect of another result on the match, such as "Turns the match: Bay won 3–2 (was
    Ada won 3–2)"; empty for a game without a match.
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
    """Return the result from the view of one team: "won 3–2", "drawn 2–2", "2–1 so far"."""
    score = f"{match.won.of(side)}–{match.won.of(side.other)}"
    if not match.is_over:
        return say("{score} so far", score=score)
    if match.winner is None:
        return say("drawn {score}", score=score)
    won = match.winner is side
    words = say("won {score}", score=score) if won else say("lost {score}", score=score)
    return f"{words} {by_points(match)}".strip()
