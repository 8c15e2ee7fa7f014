"""The standings, worked out from the games each time, in each packet's order.

The points of each player are in ``app.engine.standings.scores``; here they are put in order.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias, TypeVar

from app.engine.frozen import memoized_few, remember_latest, replace
from app.engine.packet.ranking import AFTER_FINALS, BASELINE, RankingColumn
from app.engine.side import Pair, Side
from app.engine.standings.same_results import same_results
from app.engine.standings.scores import Score, Standing, readers_of, scores
from app.engine.state import Stage, State, Status
from app.engine.table.verdict import final_result

T = TypeVar("T")
Level: TypeAlias = tuple[Standing, ...]
"""Players who are equal in every column; nearly always just one."""


_known: list[State] = []
"""The latest states whose standings were worked out, the newest last."""
FEW_KNOWN = 3


@memoized_few
def _with_these_results(state: State) -> State:
    """Return an earlier state with the same results, or else this state. Play alone changes no
    standings, so both have the same ones.
    """
    for known in reversed(_known):
        if same_results(known, state):
            return known
    _known.append(state)
    del _known[:-FEW_KNOWN]
    return state


def standings(state: State) -> tuple[Standing, ...]:
    """Return the line of every player in the event, best first; disqualified players come last.

    After a cut only the places of the players in it change; all others keep their points and places
    (SR2017, Cut to Top X). After the finals tables, their players have the first three places
    (Finals Tables).
    """
    return _worked_out(_with_these_results(state))


@memoized_few
def _worked_out(state: State) -> tuple[Standing, ...]:
    cut = state.cut_round
    rows = scores(state)
    if cut is None:
        return _assign_places(state, _rank(state, rows.values()))
    before = before_round(state, cut.number)
    inside = [row for row in rows.values() if row.number in state.in_cut]
    frozen = scores(before)
    others = [frozen.get(number, Standing(number)) for number in rows if number not in state.in_cut]
    by_hand = _kept_by_hand(before)
    return _assign_places(
        state, [*_rank(state, inside), *_order_rows(by_hand, others, order(state))]
    )


def order(state: State) -> tuple[RankingColumn, ...]:
    """Return the columns that rank players at this event: the organizer's order, or else the
    packet's.
    """
    chosen = state.settings.order if state.settings else ()
    return chosen or (state.packet.standings if state.packet else BASELINE)


def before_round(state: State, number: int) -> State:
    """Return the event as it was before round ``number`` was drawn."""
    if all(round_.number < number for round_ in state.rounds):
        return state
    games = {key: game for key, game in state.games.items() if game.round_number < number}
    rounds = tuple(round_ for round_ in state.rounds if round_.number < number)
    return replace(state, rounds=rounds, games=games)


def sole_leader(state: State) -> int | None:
    """Return the one player with more tournament points than all others; None if there is none."""
    rows = [row for row in standings(state) if row.place]
    if len(rows) < 2:
        return None
    best, second = sorted(rows, key=lambda row: -row.tp)[:2]
    return best.number if best.tp > second.tp else None


def level_with(state: State, number: int) -> tuple[int, ...]:
    """Return all players who would share this player's place if no order was set by hand, best
    first.
    """
    return next((level for level in levels(state) if number in level), ())


def levels(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the players who would share each place if no order was set by hand, best first."""
    rows = standings(state)
    now = [row.number for row in rows if row.place]
    undecided = standings(replace(state, tie_breaks=())) if state.tie_breaks else rows
    places = {row.number: row.place for row in undecided}
    level: dict[int, list[int]] = {}
    for number in now:
        level.setdefault(places[number], []).append(number)
    return tuple(map(tuple, level.values()))


def _rank(state: State, rows: Iterable[Standing]) -> list[Level]:
    """Rank the players, best first. Those of decided finals tables come before all others."""
    levels = _order_rows(state, rows, order(state))
    finalists = _finalists(state, levels)
    if not finalists:
        return levels
    by_number = {row.number: row for level in levels for row in level}
    known = [number for number in finalists if number in by_number]
    first = [(replace(by_number[number], by_final=True),) for number in known]
    rest = [row for number, row in by_number.items() if number not in finalists]
    return [*first, *_order_rows(state, rest, AFTER_FINALS)]


def _order_rows(
    state: State, rows: Iterable[Standing], criteria: Sequence[RankingColumn]
) -> list[Level]:
    readers = readers_of(criteria)

    def rank(row: Standing) -> tuple[Score, ...]:
        return tuple([read(row) for read in readers])

    by_number = sorted(rows, key=attrgetter("number"))
    best_first = sorted(by_number, key=rank, reverse=True)  # ties stay in order of number
    return [
        level
        for _, together in groupby(best_first, key=rank)
        for level in _by_hand(state, tuple(together))
    ]


def _by_hand(state: State, level: Level) -> list[Level]:
    """Return the level players in the organizer's order, if the organizer has set one for all of
    them since the last round.
    """
    if not state.tie_breaks:
        return [level]
    playing = {row.number for row in level if not _is_out(state, row.number)}
    if len(playing) < 2:
        return [level]
    for tie in reversed(state.tie_breaks):
        if tie.after_round == state.round_now and playing <= {*tie.numbers}:
            ranked = sorted(level, key=lambda row: _position(tie.numbers, row.number))
            return [(replace(row, by_hand=tie.reason),) for row in ranked]
    return [level]


def _kept_by_hand(before: State) -> State:
    """Return the state with the orders that were set by hand made permanent. This state decides the
    places outside the cut, which no longer change.
    """
    now = before.round_now
    since = (replace(tie, after_round=now) for tie in before.tie_breaks if tie.after_round >= now)
    return replace(before, tie_breaks=tuple(since))


def _position(best_first: Sequence[T], one: T) -> int:
    return best_first.index(one) if one in best_first else len(best_first)


def _finalists(state: State, levels: Sequence[Level]) -> tuple[int, ...]:
    """Return the first three players by the finals tables, once those are decided. If a final is
    tied, the player who was ahead before stays ahead.
    """
    if state.settings and state.settings.team_seats:
        return ()  # the finals tables decide places of teams
    started = [round_ for round_ in state.rounds if round_.stage is not Stage.DRAWN]
    tables = started[-1].finals if started else ()
    games = [state.games[number] for number in tables if number in state.games]
    if len(games) < len(tables):
        return ()
    results = [final_result(game) for game in games]
    finals = [
        (game.players, result.winner)
        for game, result in zip(games, results, strict=True)
        if result is not None
    ]
    if len(finals) < len(games):
        return ()
    return first_by_finals(finals, [row.number for level in levels for row in level])


def first_by_finals(
    finals: Iterable[tuple[Pair[T], Side | None]], best_first: Sequence[T]
) -> tuple[T, ...]:
    """Return the first players or teams by the finals tables: both of the first table, then the
    better one of each other table. ``finals`` has the two of each table and the winner. Without a
    winner, the one ahead in ``best_first`` stays ahead.
    """
    places: list[T] = []
    for two, winner in finals:
        ranked = sorted(two, key=lambda each: _position(best_first, each))
        if winner is not None:
            ranked = [two.of(winner), two.of(winner.other)]
        places += ranked[: 1 if places else 2]
    return tuple(places)


def _assign_places(state: State, levels: Sequence[Level]) -> tuple[Standing, ...]:
    placed: list[Standing] = []
    out: list[Standing] = []
    for level in levels:
        ranked = [row for row in level if not _is_out(state, row.number)]
        place, shared = len(placed) + 1, len(ranked) > 1
        placed += [_at_place(row.number, row, place, shared) for row in ranked]
        out += [replace(row, by_hand="") for row in level if _is_out(state, row.number)]
    return (*placed, *out)


@remember_latest
def _at_place(_number: int, row: Standing, place: int, shared: bool) -> Standing:
    return replace(row, place=place, shared=shared)


def _is_out(state: State, number: int) -> bool:
    return state.players[number].status is Status.DISQUALIFIED
