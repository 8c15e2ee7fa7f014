"""The look ahead for small fields: whether the later rounds can be drawn without a rematch, and the
best pairs that leave that possible.
"""

from collections.abc import Iterator, Mapping, Sequence

from app.engine.draw.criteria import list_shifts
from app.engine.draw.solve import Solution, solve_draw
from app.engine.draw.values import BYE, DrawConstraints, Entrant, Numbers, Occasion

MOST_PLAYERS = 10
MOST_STEPS = 20_000
"""The most steps of one search. If it is not finished by then, the later rounds count as
possible.
"""

Pairs = frozenset[frozenset[int]]


def look_ahead(
    entrants: Sequence[Entrant],
    occasion: Occasion,
    names: Mapping[int, str],
    wishes: DrawConstraints,
    rounds_left: int,
) -> tuple[Numbers, ...]:
    """Return the best pairs after which ``rounds_left`` more rounds can be drawn without a rematch
    or a second bye. Return an empty tuple if the best draw leaves that possible anyway, or if no
    draw does.
    """
    if len(entrants) > MOST_PLAYERS or rounds_left < 1:
        return ()
    free = _free_pairs(entrants)
    best = solve_draw(entrants, occasion, names, wishes)
    drawn = frozenset(map(frozenset, best.draw.couples))
    if drawn <= free and can_go_on(free - drawn, rounds_left):
        return ()
    held = frozenset(frozenset((one, other)) for one, other in best.sheet.held.items())
    choices = (each for each in _matchings(free) if held <= each)
    for pairs in sorted(choices, key=lambda each: _cost(best, each)):
        if can_go_on(free - pairs, rounds_left):
            return tuple((max(pair), min(pair)) for pair in sorted(pairs, key=sorted))
    return ()


def can_go_on(free: Pairs, rounds: int, *, most_steps: int = MOST_STEPS) -> bool:
    """Tell whether ``rounds`` rounds can be drawn from pairs that have not met."""
    return _can_go_on(free, rounds, 0, set(), [most_steps])


def _can_go_on(
    free: Pairs, rounds: int, after: int, failed: set[tuple[Pairs, int]], steps: list[int]
) -> bool:
    """Search for the rounds. The order of rounds does not matter. Therefore the lowest player's
    opponents are tried in ascending order, starting above ``after``.
    """
    if not rounds:
        return True
    if (free, after) in failed or not free:
        return False
    lowest = min(map(min, free))
    for pairs in _matchings(free):
        steps[0] -= 1
        if steps[0] < 0:
            return True
        mate = next(max(pair) for pair in pairs if lowest in pair)
        if mate > after and _can_go_on(free - pairs, rounds - 1, mate, failed, steps):
            return True
    failed.add((free, after))
    return False


def _free_pairs(entrants: Sequence[Entrant]) -> Pairs:
    """Return the pairs that have not met yet. In a field of odd size, a player without a bye yet
    counts as a pair with BYE.
    """
    pairs = {
        frozenset((one.number, other.number))
        for one in entrants
        for other in entrants
        if one.number < other.number and one.number not in other.met and other.number not in one.met
    }
    byes = {frozenset((each.number, BYE)) for each in entrants if not each.byes}
    return frozenset(pairs | byes if len(entrants) % 2 else pairs)


def _matchings(free: Pairs) -> Iterator[Pairs]:
    """Yield every way to pair all players."""
    mates: dict[int, list[int]] = {}
    for one, other in map(sorted, free):
        mates.setdefault(one, []).append(other)
        mates.setdefault(other, []).append(one)
    players = sorted(mates)
    yield from _pair_up(players, {player: sorted(mates[player]) for player in players})


def _pair_up(players: Sequence[int], mates: Mapping[int, Sequence[int]]) -> Iterator[Pairs]:
    if not players:
        yield frozenset()
        return
    first, *others = players
    for mate in mates[first]:
        if mate in others:
            pair = frozenset((first, mate))
            for rest in _pair_up([each for each in others if each != mate], mates):
                yield rest | {pair}


def _cost(solution: Solution, pairs: Pairs) -> int:
    """Return the cost of these pairs by the draw's criteria, as one number."""
    sheet = solution.sheet
    seats = {BYE if seat is None else seat.number: at for at, seat in enumerate(sheet.seats)}
    couples = [sheet.couple(*sorted(seats[number] for number in pair)) for pair in pairs]
    shifts = list(list_shifts(sheet.ladder))
    return sum(rule.cost(*couple) << shift for couple in couples for rule, shift in shifts)
