"""The public part of an event, for a page and as text to paste: the results of published rounds,
and the standings after the last finished one. It contains no draws under review and no scenarios
before the start.
"""

from msgspec import Struct

from app.engine.acts.results import Result
from app.engine.frozen import replace
from app.engine.language import say, within
from app.engine.packet.ranking import RankingColumn
from app.engine.rounds.field import is_of_teams
from app.engine.rounds.match_ups import public_rounds
from app.engine.side import Pair, Side
from app.engine.standings.awards import AwardRow, award_rows
from app.engine.standings.matches import team_of
from app.engine.standings.ranking import order, standings
from app.engine.standings.scores import Standing, planned_rounds
from app.engine.standings.teams import team_names
from app.engine.state import Round, Stage, State, Status
from app.engine.table.game import Game
from app.engine.table.sentences import HOW_WORDS
from app.engine.table.verdict import final_result
from app.engine.text import runs_left, visible
from app.views.event.standings import HEADINGS, after_words, in_short, standing_record, team_table
from app.views.score_words import place_words
from app.views.teams.matches import team_round_view

APART, TOGETHER = "\u2068", "\u2069"
"""Unicode marks around a name that is written from right to left, so that the numbers beside it
stay in place.
"""


class PublicGame(Struct, frozen=True):
    """A game as everybody may see it."""

    table: int
    names: Pair[str]
    about: Pair[str]
    """The faction and club of each player."""
    result: Result | None
    """The result; None while the game goes on."""
    armies: bool = True
    """True if army points are counted."""

    @property
    def how(self) -> str:
        """Return how the game was decided, such as "Scenario"; empty while it goes on."""
        return HOW_WORDS[self.result.how] if self.result else ""


class PublicRound(Struct, frozen=True):
    """A round whose draw is published."""

    number: int
    scenario: str
    """The scenario's name; empty before the round has begun."""
    games: tuple[PublicGame, ...]
    """The games that belong to no match."""
    byes: tuple[str, ...]
    matches: tuple["PublicMatch", ...] = ()


class PublicMatch(Struct, frozen=True):
    """A match of teams with its games."""

    title: str
    """The names of the teams, such as "Ada – Bay"."""
    stands: str
    """The score so far or at the end; empty before the round has begun."""
    games: tuple[PublicGame, ...]
    notes: tuple[str, ...]
    """Sentences about players without an opponent."""


def finish_rounds(state: State) -> State:
    """Return the event up to its last finished round. Its standings are the published ones."""
    rounds = tuple(round_ for round_ in state.rounds if round_.stage is Stage.FINISHED)
    return replace(state, rounds=rounds)


def published_results(state: State) -> tuple[PublicRound, ...]:
    """Return the public rounds, latest first."""
    return tuple(_round(state, round_) for round_ in reversed(public_rounds(state)))


def _round(state: State, round_: Round) -> PublicRound:
    games = sorted(state.games_of(round_), key=lambda game: game.table)
    scenario = state.packet.scenario(round_.scenario) if state.packet else None
    view = team_round_view(state, round_)
    of_matches = {number for match in view.matches for number in match.games}
    byes = tuple(state.name(bye.player) for bye in round_.byes)
    return PublicRound(
        round_.number,
        scenario.name if scenario and round_.has_begun else "",
        tuple(_game(state, game) for game in games if game.number not in of_matches),
        tuple(bye.team for bye in view.byes) if view.matches else byes,
        tuple(
            PublicMatch(
                match.title,
                match.stands if round_.has_begun else "",
                tuple(_game(state, game) for game in games if game.number in match.games),
                match.lacking,
            )
            for match in view.matches
        ),
    )


def _game(state: State, game: Game) -> PublicGame:
    return PublicGame(
        game.table,
        game.players.map(state.name),
        game.players.map(lambda number: about_player(state, number)),
        final_result(game),
        game.armies,
    )


def about_player(state: State, number: int) -> str:
    """Return a player's faction and club, such as "Cryx · Ravens", without the club if the name
    already contains it. At a team event the team comes first.
    """
    player = state.players.get(number)
    if player is None:
        return ""
    team = team_names(state).get(team_of(state, number), "") if is_of_teams(state) else ""
    parts = (team, player.entry.faction, state.club_beside(number))
    return " · ".join(filter(None, parts))


def published_awards(state: State) -> tuple[AwardRow, ...]:
    """Return the awards once the last round is finished; nothing before that, as it would spoil the
    prize-giving.
    """
    rounds = len(finish_rounds(state).rounds)
    if rounds < max(planned_rounds(state), 1) or rounds < len(state.rounds):
        return ()
    return tuple(row for row in award_rows(state) if row.winners)


def standings_words(state: State) -> str:
    """Return the standings after the last finished round, with a player on each line."""
    done = finish_rounds(state)
    after = after_words(done)
    title = _title(state, f"{say('standings')} {within(after)}")
    ranking = order(done)
    players = [_standing(done, row, ranking) for row in standings(done)]
    table = team_table(done)
    teams = [
        f"{row[0]}. {_isolate(row[1])} · " + _numbers(table.headings[2:-1], row[2:-1])
        for row in table.rows
    ]
    lines = [*players, "", say("Teams"), *teams] if teams else players
    if teams and is_of_teams(state):
        lines = [*teams, "", say("Players"), *players]
    return "\n".join((title, *lines)) + "\n"


def _standing(state: State, row: Standing, ranking: tuple[RankingColumn, ...]) -> str:
    player = state.players[row.number]
    place = f"{place_words(row)}." if row.place else say("DQ")
    faction = f" ({_isolate(player.entry.faction)})" if player.entry.faction else ""
    record = standing_record(row, all_ties=False)
    columns = [column for column in ranking if column is not RankingColumn.WINS]
    numbers = _numbers(
        [HEADINGS[column] for column in columns],
        [in_short(row.value(column)) for column in columns],
    )
    left = " · " + say("dropped") if player.status is Status.DROPPED else ""
    return f"{place} {_isolate(state.name(row.number))}{faction} · {record} · {numbers}{left}"


def _numbers(headings: "tuple[str, ...] | list[str]", cells: "tuple[str, ...] | list[str]") -> str:
    pairs = zip(headings, cells, strict=True)
    return " · ".join(f"{heading} {cell}" for heading, cell in pairs)


def results_words(state: State, number: int) -> str:
    """Return the pairings and results of a published round, with a table on each line; empty for no
    round.
    """
    shown = next((row for row in published_results(state) if row.number == number), None)
    if shown is None:
        return ""
    head = say("Round {number}", number=number)
    if shown.scenario:
        head = say("Round {number}: {scenario}", number=number, scenario=shown.scenario)
    return "\n".join((_title(state, head), *_round_lines(shown))) + "\n"


def pairings_words(state: State, number: int) -> str:
    """Return only the pairings of a published round, even if it has results; empty for no round."""
    shown = next((row for row in published_results(state) if row.number == number), None)
    if shown is None:
        return ""
    matches = tuple(
        replace(match, stands="", games=_without_results(match.games)) for match in shown.matches
    )
    pairs = replace(shown, games=_without_results(shown.games), matches=matches)
    head = say("pairings of round {number}", number=number)
    return "\n".join((_title(state, head), *_round_lines(pairs))) + "\n"


def _without_results(games: tuple[PublicGame, ...]) -> tuple[PublicGame, ...]:
    return tuple(replace(game, result=None) for game in games)


def _round_lines(shown: PublicRound) -> list[str]:
    lines = [line for match in shown.matches for line in _match_words(match)]
    lines += [_game_words(game) for game in shown.games]
    return [*lines, *(say("Bye: {name}", name=_isolate(name)) for name in shown.byes)]


def _match_words(match: PublicMatch) -> list[str]:
    head = f"{_isolate(match.title)}: {match.stands}" if match.stands else _isolate(match.title)
    return [head, *(f"  {_game_words(game)}" for game in match.games), *match.notes]


def _game_words(game: PublicGame) -> str:
    names = game.names.map(_isolate)
    where = say("Table {table}", table=game.table)
    if game.result is None:
        return f"{where}: {names.red} – {names.blue}"
    cp, apd = game.result.cp, game.result.apd
    points = say("CP {red}–{blue}", red=cp.red, blue=cp.blue)
    if game.armies:
        points = say(
            "CP {red_cp}–{blue_cp}, AP {red_ap}–{blue_ap}",
            red_cp=cp.red,
            blue_cp=cp.blue,
            red_ap=apd.red,
            blue_ap=apd.blue,
        )
    marks = Pair(*("*" if game.result.winner is side else "" for side in Side))
    both = f"{names.red}{marks.red} – {names.blue}{marks.blue}"
    return f"{where}: {both} · {game.how} · {points}"


def _title(state: State, what: str) -> str:
    name = state.settings.name if state.settings else ""
    return f"{_isolate(name)} – {what}" if name else what


def _isolate(name: str) -> str:
    """Return a name that does not reverse the text beside it. Names in older files may contain
    marks that would.
    """
    name = visible(name)
    return f"{APART}{name}{TOGETHER}" if runs_left(name) else name
