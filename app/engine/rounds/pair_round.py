"""Pairs a round: prepares the input of the draw, and pairs rounds by place instead of by lot."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TypeVar

from app.engine.acts.rounds import EnterPairings, Seating
from app.engine.draw.values import Draw, Entrant
from app.engine.remarks import Remark, RemarkKind, Said, note
from app.engine.rounds.field import cut_players, field, finalists
from app.engine.standings.ranking import standings
from app.engine.standings.scores import credited_byes, was_played
from app.engine.state import Stage, State
from app.engine.table.verdict import final_result

T = TypeVar("T")


def by_hand(before: State, command: EnterPairings) -> Draw:
    """Return the pairings as the organizer entered them."""
    down = () if cut_players(before) else paired_down(before, command.pairs)
    return Draw(command.pairs, command.bye, down, ())


def finals_pairs(before: State, number: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs that meet at the finals tables according to their places, the first table
    first.
    """
    top = finalists(before, number)
    return tuple(zip(top[::2], top[1::2], strict=True))


def finals_first(before: State, number: int, seatings: Iterable[Seating]) -> tuple[int, ...]:
    """Return the games at the finals tables, the first table first; empty if they are not all in
    the round.
    """
    top = finalists(before, number)
    wanted = [{*top[at : at + 2]} for at in range(0, len(top), 2)]
    games = {frozenset(seating.players): seating.game for seating in seatings}
    tables = [games.get(frozenset(pair)) for pair in wanted]
    known = tuple(table for table in tables if table is not None)
    return known if len(known) == len(wanted) else ()


def entrants(state: State) -> list[Entrant]:
    """Return the data that the draw needs about each player."""
    before = [round_ for round_ in state.rounds if round_.stage is not Stage.DRAWN]
    rows = {row.number: row for row in standings(state)}
    met = _opponents(state)
    credited = credited_byes(state)
    return [
        Entrant(
            number=number,
            tp=rows[number].tp if number in rows else 0,
            met=frozenset(met.get(number, ())),
            byes=sum(round_.bye_of(number) is not None for round_ in before)
            + credited.get(number, 0),
            paired_down=sum(number in round_.paired_down for round_ in before),
        )
        for number in field(state)
    ]


def scenarios_played(state: State) -> tuple[int, ...]:
    """Return the numbers of the scenarios that this event may play."""
    packet, settings = state.packet, state.settings
    if packet is None or settings is None:
        return ()
    out = {
        number
        for keyword in settings.variants
        if (variant := packet.variant(keyword.key))
        for number in variant.excludes
    }
    listed = settings.scenarios or tuple(scenario.number for scenario in packet.scenarios)
    return tuple(number for number in listed if number not in out)


def roll_scenario(state: State, seed: int, round_number: int) -> int:
    """Return the round's scenario: the next one in the organizer's order, or else a random one of
    those not played yet. The roll is repeatable.

    The event's own seed is part of the roll. The draw's seed is printed with the pairings and must
    not reveal the scenario before the round starts.
    """
    packet, settings, among = state.packet, state.settings, scenarios_played(state)
    if packet is None or settings is None or not among:
        return 0
    if settings.in_order and settings.scenarios:
        return among[(round_number - 1) % len(among)]
    used = [round_.scenario for round_ in state.rounds if round_.number != round_number]
    left = [scenario.number for scenario in packet.scenarios_left(used, among)]
    digest = hashlib.sha256(f"scenario|{settings.seed}|{seed}|{round_number}".encode()).digest()
    return left[int.from_bytes(digest[:8], "big") % len(left)]


def paired_down(before: State, pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return, for each pair with different points, the player with more tournament points."""
    tp = {row.number: row.tp for row in standings(before)}
    points = [(tp.get(player, 0), tp.get(other, 0), player, other) for player, other in pairs]
    return tuple(player if a > b else other for a, b, player, other in points if a != b)


def by_seed(before: State, inside: Sequence[int], held: Sequence[tuple[int, int]] = ()) -> Draw:
    """Pair the X players of a cut by seed: 1 against X, 2 against X − 1 and so on. In later rounds
    of the cut, players are paired in this way among those with equally many wins in the cut. With
    an odd number of players, the lowest of those with the fewest byes has the bye. The ``held``
    pairs stay.
    """
    rounds = [round_ for round_ in before.rounds if round_.cut]
    games = [game for round_ in rounds for game in before.games_of(round_)]
    won = dict.fromkeys(inside, 0)
    for game in games:
        result = final_result(game)
        if result is not None and result.winner is not None:
            winner = game.players.of(result.winner)
            won[winner] = won.get(winner, 0) + 1
    places = [row.number for row in standings(before)] if rounds else [*inside]
    present = set(field(before)) & {*inside} - {player for pair in held for player in pair}
    left = sorted(present, key=lambda player: (-won[player], places.index(player)))
    bye = _lowest(before, left) if len(left) % 2 else None
    left = [player for player in left if player != bye]
    pairs = [*held, *pair_by_wins(left, won, [{*game.players} for game in games])]
    again = meet_again(before, pairs, note(RemarkKind.CUT_BY_SEED))
    return Draw(tuple(pairs), bye, (), again)


def pair_by_wins(
    best_first: Sequence[T], won: Mapping[T, int], met: Sequence[Set[T]]
) -> Iterator[tuple[T, T]]:
    """Yield the pairs of a cut's players or teams. The best who is left meets one who is not in a
    pair with them in ``met``, if possible; among several, the lowest of those with the most wins.
    """
    left = [*best_first]
    while left:
        first, *others = left
        second = min(
            others,
            key=lambda other: ({first, other} in met, won[first] - won[other], -left.index(other)),
        )
        yield first, second
        left = [other for other in others if other != second]


def _lowest(before: State, ranked: Sequence[int]) -> int:
    had = Counter(bye.player for round_ in before.rounds for bye in round_.byes)
    had.update(credited_byes(before))
    return min(reversed(ranked), key=lambda number: had[number])


def meet_again(before: State, pairs: Iterable[tuple[int, int]], why: Said) -> tuple[Said, ...]:
    """Return a sentence with the reason ``why`` for each pair that has met before."""
    met = _opponents(before)
    return tuple(
        note(
            RemarkKind.MEET_AGAIN_BECAUSE,
            name=before.name(first),
            name_2=before.name(second),
            why=why,
        )
        for first, second in pairs
        if second in met.get(first, ())
    )


def without_repeats(gave_way: Iterable[Said], again: Iterable[Said]) -> tuple[Said, ...]:
    """Return the sentences of ``gave_way`` without those on rematches for which ``again`` has a
    better reason.
    """
    players = [_players(repeat.remark) for repeat in again]
    return tuple(
        gave
        for gave in gave_way
        if not (
            isinstance(fact := dict(gave.remark.values).get("fact"), Remark)
            and fact.kind is RemarkKind.MEET_AGAIN
            and _players(fact) in players
        )
    )


def _players(remark: Remark) -> tuple[object, ...]:
    return tuple(value for _, value in remark.values[:2])


def _opponents(state: State) -> dict[int, set[int]]:
    """Return each player's opponents so far. A no-show does not count as a meeting."""
    met: dict[int, set[int]] = {}
    for round_ in state.rounds:
        for game in state.games_of(round_) if round_.stage is not Stage.DRAWN else ():
            if was_played(game):
                player, other = game.players
                met.setdefault(player, set()).add(other)
                met.setdefault(other, set()).add(player)
    return met
