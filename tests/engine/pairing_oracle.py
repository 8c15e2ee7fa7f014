"""What the draw is checked by, written apart from it: every pairing tried, a second solver, whole
events played by dice. Only the values that go in and come out are the engine's own.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import shake_256
from itertools import combinations
from random import Random

import networkx
from hypothesis import strategies as st

from app.engine.draw.solve import Solution
from app.engine.draw.solve import solve_draw as draw_to_question
from app.engine.draw.values import (
    NO_CONSTRAINTS,
    Apart,
    Draw,
    DrawConstraints,
    Entrant,
    Kind,
    Occasion,
)

Pairing = list[tuple[Entrant, Entrant | None]]
NAMES = {number: f"P{number}" for number in range(1, 3000)}


def entrant(
    number: int, tp: int = 0, met: Sequence[int] = (), byes: int = 0, paired_down: int = 0
) -> Entrant:
    return Entrant(number, tp, frozenset(met), byes, paired_down)


def asked(
    field: Sequence[Entrant],
    seed: int = 1,
    round_number: int = 1,
    attempt: int = 1,
    wishes: DrawConstraints = NO_CONSTRAINTS,
) -> Solution:
    return draw_to_question(field, Occasion(round_number, seed, attempt), NAMES, wishes)


def drawn(
    field: Sequence[Entrant],
    seed: int = 1,
    round_number: int = 1,
    attempt: int = 1,
    wishes: DrawConstraints = NO_CONSTRAINTS,
) -> Draw:
    return asked(field, seed, round_number, attempt, wishes).draw


def pairing_of(field: Sequence[Entrant], result: Draw) -> Pairing:
    by_number = {player.number: player for player in field}
    pairs: Pairing = [(by_number[a], by_number[b]) for a, b in result.pairs]
    return pairs if result.bye is None else [*pairs, (by_number[result.bye], None)]


def every_pairing(seats: Sequence[Entrant | None]) -> Iterator[Pairing]:
    """All ways to pair the players, or all but one."""
    seats = [*seats, None] if len(seats) % 2 else seats
    if not seats:
        yield []
    for i, second in enumerate(seats[1:], start=1):
        first = seats[0]
        assert first is not None
        for rest in every_pairing([*seats[1:i], *seats[i + 1 :]]):
            yield [(first, second), *rest]


def number_of(player: Entrant | None) -> int:
    return player.number if player else 0


def nobody_meets_again(pairing: Pairing) -> bool:
    return all(other is None or other.number not in one.met for one, other in pairing)


def merits(
    field: Sequence[Entrant],
    pairing: Pairing,
    wishes: DrawConstraints = NO_CONSTRAINTS,
    *,
    round_number: int = 1,
    together: bool = False,
) -> list[int]:
    """What a pairing is judged by, worst fault first; ``together`` sums crossings' squares."""
    points = sorted({player.tp for player in field}, reverse=True)
    here = {player.number for player in field} | {0}
    notices = [{*pair} for pair in wishes.published if {*pair} <= here]
    forbidden = rematches = second_byes = above = repeats = changed = squares = 0
    steps = dict.fromkeys(points, 0)
    near = [0 for _ in wishes.apart]
    for one, other in pairing:
        numbers = {one.number, number_of(other)}
        forbidden += any({*pair} == numbers for pair in wishes.forbidden)
        changed += bool(notices) and numbers not in notices
        if other is None:
            second_byes += one.byes
            above += len(points) - 1 - points.index(one.tp)
            continue
        rematches += other.number in one.met
        high, low = (one, other) if one.tp > other.tp else (other, one)
        down = points.index(low.tp) - points.index(high.tp)
        steps[high.tp] += down
        squares += down * down
        repeats += high.paired_down if down else 0
        for place, apart in enumerate(wishes.apart):
            if round_number == 1 or not apart.first_round_only:
                mine, theirs = (apart.words.get(n, frozenset()) for n in numbers)
                near[place] += bool(mine & theirs)
    crossings = [squares] if together else list(steps.values())
    return [forbidden, rematches, second_byes, changed, above, repeats, *crossings, *near]


def rolled(seed: int, pairing: Pairing, bits: int = 32, round_number: int = 1) -> int:
    total = 0
    for one, other in pairing:
        low, high = sorted((one.number, number_of(other)))
        stream = shake_256(f"{seed}|{round_number}|1|{low}".encode()).digest(4 * high + 4)
        total += int.from_bytes(stream[-4:], "big") >> (32 - bits)
    return total


def unordered(pairing: Pairing) -> set[frozenset[int]]:
    return {frozenset((one.number, number_of(other))) for one, other in pairing}


def holds(wishes: DrawConstraints, pairing: Pairing) -> bool:
    return {frozenset(pair) for pair in wishes.forced} <= unordered(pairing)


def best_by_masks(
    field: Sequence[Entrant],
    seed: int,
    wishes: DrawConstraints = NO_CONSTRAINTS,
    round_number: int = 1,
) -> tuple[tuple[int, ...], set[frozenset[int]]]:
    """The best pairing and its merits, dice last: every set of seats is solved once."""
    seats: list[Entrant | None] = [*field, None] if len(field) % 2 else [*field]
    mates = {a: b for pair in wishes.forced for a, b in (pair, pair[::-1])}

    def edge(i: int, j: int) -> tuple[int, ...] | None:
        one, other = seats[i], seats[j]
        assert one is not None
        if mates.get(one.number, number_of(other)) != number_of(other):
            return None
        if mates.get(number_of(other), one.number) != one.number:
            return None
        judged = merits(field, [(one, other)], wishes, round_number=round_number)
        return (*judged, rolled(seed, [(one, other)], round_number=round_number))

    costs = {pair: edge(*pair) for pair in combinations(range(len(seats)), 2)}
    nothing = tuple(0 for _ in [*merits(field, [], wishes), 0])

    @cache
    def best(left: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]] | None:
        if not left:
            return nothing, ()
        i = (left & -left).bit_length() - 1
        found = None
        for j in range(i + 1, len(seats)):
            cost = costs[i, j]
            rest = best(left & ~(1 << i | 1 << j)) if left >> j & 1 and cost else None
            if rest and cost:
                whole = tuple(a + b for a, b in zip(cost, rest[0], strict=True))
                found = min(filter(None, (found, (whole, ((i, j), *rest[1])))))
        return found

    answer = best((1 << len(seats)) - 1)
    assert answer is not None
    return answer[0], {frozenset((number_of(seats[i]), number_of(seats[j]))) for i, j in answer[1]}


def second_opinion(
    field: Sequence[Entrant],
    seed: int,
    wishes: DrawConstraints = NO_CONSTRAINTS,
    *,
    round_number: int = 1,
    together: bool = False,
) -> set[frozenset[int]]:
    """The best pairing by networkx, whose integers have no end, in fields of 64 bits."""
    graph = networkx.Graph()
    bits = 24 if together else 32
    forced = {frozenset(pair) for pair in wishes.forced}
    bound = {number for pair in forced for number in pair}
    for one, other in combinations([*field, None] if len(field) % 2 else field, 2):
        assert one is not None
        pair: Pairing = [(one, other)]
        judged = merits(field, pair, wishes, round_number=round_number, together=together)
        numbers = {one.number, number_of(other)}
        cost = int(bool(numbers & bound) and numbers not in forced)
        for part in [*judged, rolled(seed, pair, bits, round_number)]:
            cost = cost << 64 | part
        graph.add_edge(one.number, number_of(other), weight=-cost)
    return {frozenset(p) for p in networkx.max_weight_matching(graph, maxcardinality=True)}


def after(field: Sequence[Entrant], result: Draw, dice: Random) -> list[Entrant]:
    """The field when the round is played; one game in ten is a tie."""
    opponent = dict(result.pairs) | {b: a for a, b in result.pairs}
    winners = {dice.choice(pair) for pair in result.pairs if dice.random() < 0.9} | {result.bye}
    return [
        Entrant(
            player.number,
            player.tp + (player.number in winners),
            player.met | ({opponent[player.number]} if player.number != result.bye else set()),
            player.byes + (player.number == result.bye),
            player.paired_down + (player.number in result.paired_down),
        )
        for player in field
    ]


def event(
    players: int, rounds: int, seed: int, *, drops: bool = False, late: bool = False
) -> Iterator[list[Entrant]]:
    """The field before each round, and after the last one."""
    dice = Random(seed)
    field = [entrant(number) for number in range(1, players + 1)]
    following = players + 1
    for round_number in range(1, rounds + 1):
        yield field
        field = after(field, drawn(field, seed, round_number), dice)
        if drops and field and dice.random() < 0.3:
            field.remove(dice.choice(field))
        if late and dice.random() < 0.3:
            field.append(entrant(following))
            following += 1
    yield field


@st.composite
def any_fields(pick: st.DrawFn, most: int = 9) -> list[Entrant]:
    """Fields with any past whatever, also such as no event would bring about."""
    numbers = pick(st.lists(st.integers(1, 60), max_size=most, unique=True))
    pairs = list(combinations(numbers, 2))
    met = pick(st.sets(st.sampled_from(pairs))) if pairs else set()
    few = st.integers(0, 2)
    return [
        entrant(n, pick(few), [a + b - n for a, b in met if n in (a, b)], pick(few), pick(few))
        for n in numbers
    ]


@st.composite
def played_fields(pick: st.DrawFn) -> list[Entrant]:
    """Small fields deep into an event, drops included."""
    players, rounds = pick(st.integers(4, 10)), pick(st.integers(1, 8))
    return list(event(players, rounds, pick(st.integers(0, 2**16)), drops=True))[-1]


def any_wishes(field: Sequence[Entrant], dice: Random) -> DrawConstraints:
    """Wishes that can hold together: forced pairs apart from each other and from the forbidden."""
    seats = [player.number for player in field] + [0] * (len(field) % 2)
    dice.shuffle(seats)
    couples = [tuple(seats[i : i + 2]) for i in range(0, len(seats) - 1, 2)]
    forced = [(a, b) for a, b in couples if dice.random() < 0.2]
    pairs = [pair for pair in combinations(seats, 2) if {*pair} not in map(set, forced)]
    groups = [
        Apart(
            kind,
            {n: frozenset({dice.choice("ABC")}) for n in seats if n and dice.random() < 0.8},
            dice.random() < 0.3,
        )
        for kind in dice.sample(list(Kind), dice.randrange(3))
    ]
    return DrawConstraints(
        forced=tuple(forced),
        forbidden=tuple(dice.sample(pairs, min(len(pairs), dice.randrange(5)))),
        apart=tuple(groups),
        published=tuple((a, b) for a, b in couples if dice.random() < 0.3),
    )
