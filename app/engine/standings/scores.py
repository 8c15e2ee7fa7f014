"""Each player's score, added up from games, byes and missed rounds, and their strength of
schedule.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import attrgetter
from typing import Protocol, TypeAlias, assert_never

from msgspec import Struct

from app.engine.acts.results import How
from app.engine.formats.settings import Late
from app.engine.frozen import remember_latest, replace
from app.engine.packet.ranking import STEAMROLLER, Points, RankingColumn, Schedule
from app.engine.standings.matches import team_of, team_then
from app.engine.state import Round, State
from app.engine.table.game import Game
from app.engine.table.verdict import final_result

Score: TypeAlias = int | Fraction

LATER = 1_000
"""A number after every round, for a player who has not played yet."""


class MetOpponent(Struct, frozen=True):
    """An opponent whom a player met, with the opponent's present tournament points and contribution
    to strength of schedule.
    """

    number: int
    tp: int
    adds: Score = 0


class Scored(Protocol):
    """The score of a player or a team."""

    @property
    def tp(self) -> int: ...
    @property
    def sos(self) -> Score: ...
    @property
    def cp(self) -> int: ...
    @property
    def apd(self) -> int: ...
    @property
    def assassinations(self) -> int: ...
    @property
    def wins(self) -> Score: ...
    @property
    def win_rates(self) -> Score: ...


def value_of(row: Scored, criterion: RankingColumn) -> Score:
    """Return the value of a row in a ranking column."""
    return _READ[criterion](row)


def readers_of(criteria: Iterable[RankingColumn]) -> list[Callable[[Scored], Score]]:
    """Return a function for each ranking column that returns the value of a row in it."""
    return [_READ[criterion] for criterion in criteria]


_READ: dict[RankingColumn, Callable[[Scored], Score]] = {
    RankingColumn.TP: attrgetter("tp"),
    RankingColumn.SOS: attrgetter("sos"),
    RankingColumn.CP: attrgetter("cp"),
    RankingColumn.APD: attrgetter("apd"),
    RankingColumn.ASSASSINATIONS: attrgetter("assassinations"),
    RankingColumn.WINS: attrgetter("wins"),
    RankingColumn.WIN_RATES: attrgetter("win_rates"),
}


class Standing(Struct, frozen=True):
    """One player's line in the standings."""

    number: int
    place: int = 0
    """The place, from 1; 0 for the disqualified, who are not ranked."""
    shared: bool = False
    """True if somebody else has the same place."""
    tp: int = 0
    sos: Score = 0
    """The strength of schedule."""
    cp: int = 0
    apd: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    byes: int = 0
    missed: int = 0
    """The number of losses that are rounds missed before a late arrival."""
    assassinations: int = 0
    met: tuple[MetOpponent, ...] = ()
    by_hand: str = ""
    """The organizer's reason for this player's place among level players; empty if no order was
    set.
    """
    by_final: bool = False
    """True if a finals table decided the place."""
    win_rates: Score = 0

    def value(self, criterion: RankingColumn) -> Score:
        return value_of(self, criterion)


def scores(state: State) -> dict[int, Standing]:
    """Return the score of every player who is here or was drawn, without a place. A registered
    player who never came has none.
    """
    drawn = {number for game in state.games.values() for number in game.players}
    drawn |= {bye.player for round_ in state.rounds for bye in round_.byes}
    points = state.packet.points if state.packet else STEAMROLLER
    games = _games_of_players(state)
    rows = {
        number: _from_games(number, points, tuple(games.get(number, ())))
        for number, player in state.players.items()
        if player.plays or number in drawn
    }
    first = _first_rounds(state)
    for round_ in state.rounds:
        if round_.has_begun:
            late = [number for number in rows if first.get(number, LATER) > round_.number]
            _add_round(rows, state, round_, late, points)
    return _with_schedule(state, rows)


def planned_rounds(state: State) -> int:
    """Return the event's number of rounds: the organizer's setting, or else the packet's number for
    its field.
    """
    if state.settings and state.settings.rounds:
        return state.settings.rounds
    return state.packet.rounds_for(max(planned_field(state), 2)) if state.packet else 0


def planned_field(state: State) -> int:
    """Return the number of players, or teams, to which the packet's number of rounds applies. Those
    who played round 1 count. Before round 1, those who are here count, or if nobody is here, all
    who are registered (our decision).
    """
    seats = state.settings.team_seats if state.settings else 0
    if seats:
        return _planned_teams(state, seats)
    came = _field_of_round_1(state)
    if came is None:
        here = sum(player.plays for player in state.players.values())
        came = here or field_size(state)
    return came


def _planned_teams(state: State, seats: int) -> int:
    """Return the number of teams, short ones included. Players without a team count as complete
    teams.
    """
    first = state.rounds[0] if state.rounds else None
    if first is not None:
        came = [number for game in state.games_of(first) for number in game.players]
        teams = [team_then(state, first, n) for n in (*came, *(bye.player for bye in first.byes))]
    else:
        here = [number for number, player in state.players.items() if player.plays]
        in_list = (n for n, player in state.players.items() if not player.status.has_left)
        teams = [team_of(state, number) for number in here or in_list]
    return len({*teams} - {""}) + teams.count("") // seats


def field_size(state: State) -> int:
    """Return how many players played round 1. Before round 1, return how many are registered and
    have not left.
    """
    came = _field_of_round_1(state)
    here = sum(not player.status.has_left for player in state.players.values())
    return here if came is None else came


def _field_of_round_1(state: State) -> int | None:
    first = state.rounds[0] if state.rounds else None
    return 2 * len(first.games) + len(first.byes) if first else None


def was_played(game: Game) -> bool:
    """Tell whether the two players really met; in a no-show they did not."""
    result = final_result(game)
    return result is None or result.how is not How.NO_SHOW


def _games_of_players(state: State) -> dict[int, list[Game]]:
    """Return each player's games with a result, in the order of the rounds."""
    games: dict[int, list[Game]] = {}
    for round_ in state.rounds:
        for game in state.games_of(round_):
            if final_result(game) is not None:
                games.setdefault(game.players.red, []).append(game)
                games.setdefault(game.players.blue, []).append(game)
    return games


@remember_latest
def _from_games(number: int, points: Points, games: tuple[Game, ...]) -> Standing:
    tp = cp = apd = wins = losses = ties = assassinations = 0
    met: list[MetOpponent] = []
    for game in games:
        result = final_result(game)
        assert result is not None
        side = game.players.side_of(number)
        won, tied = result.winner is side, result.winner is None
        margin = result.cp.of(side) - result.cp.of(side.other)
        tp += points.won(margin) if won else points.tie if tied else points.loss
        cp += result.cp.of(side)
        apd += result.apd.of(side)
        wins += won
        losses += not won and not tied
        ties += tied
        assassinations += won and result.how.is_assassination(
            clock_out_kills=game.terms.time.clock_out_kills
        )
        if result.how is not How.NO_SHOW:
            met.append(MetOpponent(game.players.of(side.other), 0))
    return Standing(
        number,
        tp=tp,
        cp=cp,
        apd=apd,
        wins=wins,
        losses=losses,
        ties=ties,
        assassinations=assassinations,
        met=tuple(met),
    )


def score_in(state: State, round_: Round, number: int) -> Standing:
    """Return a player's score in one round, without a strength of schedule."""
    points = state.packet.points if state.packet else STEAMROLLER
    games = (game for game in state.games_of(round_) if number in game.players)
    row = _from_games(number, points, tuple(game for game in games if final_result(game)))
    bye = round_.bye_of(number) if round_.has_begun else None
    return _with_bye(row, points, bye.cp, bye.apd) if bye else row


def _first_rounds(state: State) -> dict[int, int]:
    """Return the number of the round in which each player first had a game or a bye."""
    first: dict[int, int] = {}
    for round_ in state.rounds:
        there = [number for game in state.games_of(round_) for number in game.players]
        for number in (*there, *(bye.player for bye in round_.byes)):
            first.setdefault(number, round_.number)
    return first


def credited_byes(state: State) -> dict[int, int]:
    """Return how many rounds before a player's first round count as byes, by player."""
    if state.settings is None or state.settings.late is Late.LOSSES:
        return {}
    first = _first_rounds(state)
    started = [
        round_.number for round_ in state.rounds if round_.has_begun and state.games_of(round_)
    ]
    return {
        number: sum(round_number < first.get(number, LATER) for round_number in started)
        for number in state.players
    }


def _add_round(
    rows: dict[int, Standing], state: State, round_: Round, late: Iterable[int], points: Points
) -> None:
    """Add a round's byes to the scores. For each player in ``late``, who had not arrived yet, also
    add what a missed round counts: a loss or a bye.
    """
    for bye in (bye for bye in round_.byes if bye.player in rows):
        rows[bye.player] = _with_bye(rows[bye.player], points, bye.cp, bye.apd)
    losses = state.settings is None or state.settings.late is Late.LOSSES
    terms = next((game.terms for game in state.games_of(round_)), None)
    for number in late:
        row = rows[number]
        if losses:
            rows[number] = replace(row, losses=row.losses + 1, missed=row.missed + 1)
        elif terms is not None:
            rows[number] = _with_bye(row, points, terms.bye_cp, terms.bye_apd)


def _with_bye(row: Standing, points: Points, cp: int, apd: int) -> Standing:
    return replace(
        row, tp=row.tp + points.bye, cp=row.cp + cp, apd=row.apd + apd, byes=row.byes + 1
    )


def _with_schedule(state: State, rows: Mapping[int, Standing]) -> dict[int, Standing]:
    """Return the scores with the strength of schedule, from the opponents' present points."""
    schedule = state.settings.schedule if state.settings else Schedule.POINTS
    rounds = max(planned_rounds(state), state.round_now, 1)
    gone = {number for number, player in state.players.items() if player.status.has_left}
    adds = {
        number: schedule_worth(
            schedule,
            rounds,
            points=row.tp,
            wins=row.wins,
            games=row.wins + row.losses - row.missed + row.ties + row.byes,
            left=number in gone,
        )
        for number, row in rows.items()
    }
    lines = {number: (row, adds[number]) for number, row in rows.items()}
    return {
        number: _with_opponents(
            number, row, tuple([lines.get(opponent.number) for opponent in row.met])
        )
        for number, row in rows.items()
    }


@remember_latest
def _with_opponents(
    number: int, row: Standing, opponents: tuple[tuple[Standing, Score] | None, ...]
) -> Standing:
    """Add the opponents whom a player met. ``opponents`` has the row of each with their
    contribution to strength of schedule, or None for an unknown opponent.
    """
    met = tuple(
        MetOpponent(before.number, opponent[0].tp, opponent[1])
        if opponent
        else MetOpponent(before.number, 0)
        for before, opponent in zip(row.met, opponents, strict=True)
    )
    known = [opponent[0] for opponent in opponents if opponent]
    return replace(
        row,
        number=number,
        met=met,
        sos=sum((opponent.adds for opponent in met), start=0),
        win_rates=_mean_win_rate(known) if known else 0,
    )


def _mean_win_rate(rows: Sequence[Standing]) -> Fraction:
    """Return the mean of these players' win rates: wins divided by rounds played or missed. Byes
    are left out, because they say nothing about a player's strength.
    """
    rounds = [row.wins + row.losses + row.ties for row in rows]
    common = lcm(*rounds)
    wins = sum(row.wins * (common // played) for row, played in zip(rows, rounds, strict=True))
    return Fraction(wins, common * len(rows))


def schedule_worth(
    schedule: Schedule, rounds: int, *, points: Score, wins: Score, games: int, left: bool
) -> Score:
    """Return the value that an opponent adds to the strength of schedule, in an event of ``rounds``
    rounds. ``left`` is whether the opponent has left the event.
    """
    match schedule:
        case Schedule.POINTS:
            return points
        case Schedule.OVER_GAMES:
            return Fraction(points) / games if points else Fraction(1, rounds)
        case Schedule.OVER_ROUNDS:
            return Fraction(max(wins, left)) / rounds
        case _:
            assert_never(schedule)
