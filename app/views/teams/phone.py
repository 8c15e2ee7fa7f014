"""The match of a player's team on their phone, once the pairings are public."""

from msgspec import Struct

from app.engine.language import say
from app.engine.rounds.match_ups import public_rounds
from app.engine.side import Side
from app.engine.standings.matches import team_then
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.views.teams.matches import MatchView, team_round_view


class MateRow(Struct, frozen=True):
    """A game of the match, as the player's team sees it."""

    table: int
    mate: str
    opponent: str
    result: str
    """The result: "won", "lost", "tie"; empty while the game goes on."""


class OwnTeam(Struct, frozen=True):
    """The player's team in the latest public round."""

    round_number: int
    team: str
    opponent: str
    tables: str
    """The tables, such as "1–5"."""
    stands: str
    """The state or the result of the match; empty before the round has begun."""
    rows: tuple[MateRow, ...]
    notes: tuple[str, ...]
    """Sentences about players without an opponent."""


def own_team(state: State, number: int) -> OwnTeam | None:
    """Return the match of the player's team; None if the team has no match in this round."""
    round_ = _latest(state)
    team = team_then(state, round_, number) if round_ else ""
    match = _match(state, round_, team)
    if round_ is None or match is None:
        return None
    side = Side.RED if match.match.teams.red == team else Side.BLUE
    return OwnTeam(
        round_.number,
        match.names.of(side),
        match.names.of(side.other),
        match.tables_words,
        match.stands if round_.has_begun else "",
        tuple(_row(state, round_, state.games[game], team) for game in match.games),
        match.lacking,
    )


def team_games(state: State, number: int) -> tuple[int, ...]:
    """Return the numbers of the games in the match of the player's team."""
    round_ = _latest(state)
    match = _match(state, round_, team_then(state, round_, number) if round_ else "")
    return match.games if match else ()


def _latest(state: State) -> Round | None:
    return next(reversed(public_rounds(state)), None)


def _match(state: State, round_: Round | None, team: str) -> MatchView | None:
    matches = team_round_view(state, round_).matches if round_ else ()
    return next((match for match in matches if team in match.match.teams), None)


def _row(state: State, round_: Round, game: Game, team: str) -> MateRow:
    side = Side.RED if team_then(state, round_, game.players.red) == team else Side.BLUE
    result = final_result(game)
    words = ""
    if result is not None:
        words = say("tie") if result.winner is None else say("lost")
        words = say("won") if result.winner is side else words
    names = game.players.map(state.name)
    return MateRow(game.table, names.of(side), names.of(side.other), words)
