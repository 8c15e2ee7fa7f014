"""The draw: who meets whom and who has the bye, found as one matching of least cost.

The dice are a hash of what the caller records. No results, standings or tables here.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import shake_256
from typing import TypeAlias

import rustworkx

BYE = 0
"""The number the bye has among the players, whose own numbers begin at 1."""

WIDEST_BITS = 125
"""The matching library counts in 128 bits and needs the rest for itself."""

DICE_BITS = 32
SHORT_DICE_BITS = 24


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as the draw sees one."""

    number: int
    """The permanent registration number, 1 or more."""
    tp: int
    """Tournament points so far; players of equal points are a group."""
    met: frozenset[int]
    """The numbers of the opponents already played."""
    byes: int
    paired_down: int
    """How many times this player was the higher one of a pair from two groups."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One round's pairs by registration number, the best table first, and how they came about."""

    pairs: tuple[tuple[int, int], ...]
    """Best first by the higher player's points, then the lower's, then dice; so is each pair."""
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[str, ...]
    """A sentence for every time a rule had to give way."""


Cost: TypeAlias = Callable[[Entrant, Entrant | None], int]
"""What a pair costs, the player with more points first; None is the bye."""

Dice: TypeAlias = Callable[[int, int], int]
"""The roll of two numbers, in either order, DICE_BITS wide; a number with itself is its lot."""

Couple: TypeAlias = tuple[Entrant, Entrant | None]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing the draw keeps small. Any of it outweighs everything in later criteria."""

    name: str
    cost: Cost
    bound: int
    """No draw's costs add up to more."""
    gave_way: str = ""
    """For a rule: what to say of a pair that breaks it; {first}, {second} are its players."""


def draw(
    entrants: Sequence[Entrant],
    *,
    round_number: int,
    seed: int,
    attempt: int,
    names: Mapping[int, str],
) -> Draw:
    """Pair everybody, or all but one; whatever the field and its history, a draw comes back.

    Groups of equal tournament points, random inside a group, no opponent twice, an odd group
    pairs one player down, nobody more than once (all packets, Pairing). Where the field does
    not allow it, the least strict rule gives way, as seldom as can be. The same players, round,
    seed and attempt give the same draw on any machine, in whatever order the players come.
    """
    dice = _dice(f"{seed}|{round_number}|{attempt}", [entrant.number for entrant in entrants])
    field = sorted(entrants, key=lambda e: (-e.tp, dice(e.number, e.number), e.number))
    ladder = criteria(field, dice)
    couples = _couples(field, ladder)
    tables = [(first, second) for first, second in couples if second is not None]
    return Draw(
        pairs=tuple((first.number, second.number) for first, second in tables),
        bye=next((player.number for player, second in couples if second is None), None),
        paired_down=tuple(first.number for first, second in tables if first.tp > second.tp),
        gave_way=tuple(_gave_way(couples, ladder, names)),
    )


def criteria(field: Sequence[Entrant], dice: Dice) -> tuple[Criterion, ...]:
    """What this field's draw is judged by, the strictest first.

    Crossings between groups count group by group from the top. With so many groups that this
    is too wide for the matching library, they count together, a longer way down for its square.
    """
    ranks = {tp: rank for rank, tp in enumerate(sorted({e.tp for e in field}, reverse=True))}
    rules = _rules(field, ranks)
    ladder = (*rules, *_crossings(field, ranks), _dice_criterion(field, dice, DICE_BITS))
    if _bits(ladder) <= WIDEST_BITS:
        return ladder
    return (*rules, _all_crossings(field, ranks), _dice_criterion(field, dice, SHORT_DICE_BITS))


def _rules(field: Sequence[Entrant], ranks: Mapping[int, int]) -> tuple[Criterion, ...]:
    odd = len(field) % 2

    def above_lowest(player: Entrant, opponent: Entrant | None) -> int:
        return len(ranks) - 1 - ranks[player.tp] if opponent is None else 0

    return (
        Criterion(
            "rematch",
            _rematch,
            len(field) // 2,
            "{first} and {second} meet again: not everybody could be given a new opponent.",
        ),
        Criterion(
            "second bye",
            _second_bye,
            odd * max((e.byes for e in field), default=0),
            "{first} has a bye again: everybody else has had as many"
            " or would leave a rematch behind.",
        ),
        Criterion(
            "bye above the lowest group",
            above_lowest,
            odd * (len(ranks) - 1),
            "{first} has the bye from above the lowest group: everybody below"
            " has had more byes or would leave a rematch behind.",
        ),
        Criterion(
            "repeated pair-down",
            _repeated_pair_down,
            sum(e.paired_down for e in field),
            "{first} is paired down again, to {second}: any other draw breaks a stricter rule"
            " or pairs somebody down again as well.",
        ),
    )


def _rematch(first: Entrant, second: Entrant | None) -> int:
    return int(second is not None and (second.number in first.met or first.number in second.met))


def _second_bye(player: Entrant, opponent: Entrant | None) -> int:
    return player.byes if opponent is None else 0


def _repeated_pair_down(first: Entrant, second: Entrant | None) -> int:
    return first.paired_down if second is not None and first.tp > second.tp else 0


def _crossings(field: Sequence[Entrant], ranks: Mapping[int, int]) -> Iterator[Criterion]:
    sizes = Counter(entrant.tp for entrant in field)
    below = len(field)
    for tp, rank in ranks.items():
        below -= sizes[tp]
        farthest = len(ranks) - 1 - rank
        bound = min(sizes[tp], below) * farthest
        yield Criterion(f"crossings from {tp} TP", _crossing_from(tp, ranks), bound)


def _crossing_from(tp: int, ranks: Mapping[int, int]) -> Cost:
    def groups_crossed(first: Entrant, second: Entrant | None) -> int:
        return 0 if second is None or first.tp != tp else ranks[second.tp] - ranks[tp]

    return groups_crossed


def _all_crossings(field: Sequence[Entrant], ranks: Mapping[int, int]) -> Criterion:
    def square(first: Entrant, second: Entrant | None) -> int:
        return 0 if second is None else (ranks[second.tp] - ranks[first.tp]) ** 2

    return Criterion("crossings", square, len(field) // 2 * (len(ranks) - 1) ** 2)


def _dice_criterion(field: Sequence[Entrant], dice: Dice, bits: int) -> Criterion:
    def roll(first: Entrant, second: Entrant | None) -> int:
        return dice(first.number, BYE if second is None else second.number) >> (DICE_BITS - bits)

    return Criterion("dice", roll, (len(field) + 1) // 2 * (2**bits - 1))


def _dice(key: str, numbers: Sequence[int]) -> Dice:
    """Roll for every two numbers: the lower one's stream of bytes, read at the higher one."""
    size = DICE_BITS // 8
    length = size * (max(numbers, default=BYE) + 1)
    streams = {n: shake_256(f"{key}|{n}".encode()).digest(length) for n in (BYE, *numbers)}

    def roll(one: int, other: int) -> int:
        low, high = (one, other) if one < other else (other, one)
        return int.from_bytes(streams[low][size * high : size * (high + 1)], "big")

    return roll


def _couples(field: Sequence[Entrant], ladder: Sequence[Criterion]) -> list[Couple]:
    """The cheapest couples, in the order of their better player, the bye last."""
    seats: list[Entrant | None] = [*field, None] if len(field) % 2 else [*field]
    matched = solve(len(seats), _edges(field, seats, ladder), _bits(ladder))
    couples = [(field[first], seats[second]) for first, second in sorted(matched)]
    return sorted(couples, key=_standing)


def _standing(couple: Couple) -> tuple[bool, int, int]:
    first, second = couple
    return (True, 0, 0) if second is None else (False, -first.tp, -second.tp)


def _edges(
    field: Sequence[Entrant], seats: Sequence[Entrant | None], ladder: Sequence[Criterion]
) -> Iterator[tuple[int, int, int]]:
    """Every possible couple of seats with its cost: one number, the strictest rule leftmost."""
    costs = [(rule.cost, shift) for rule, shift in _shifts(ladder) if rule.bound]
    for i, first in enumerate(field):
        for j in range(i + 1, len(seats)):
            second = seats[j]
            yield i, j, sum([cost(first, second) << shift for cost, shift in costs])


def _bits(ladder: Iterable[Criterion]) -> int:
    return sum(rule.bound.bit_length() for rule in ladder)


def _shifts(ladder: Sequence[Criterion]) -> Iterator[tuple[Criterion, int]]:
    """Each criterion with the place of its field, wide enough that no sum spills over."""
    shift = _bits(ladder)
    for rule in ladder:
        shift -= rule.bound.bit_length()
        yield rule, shift


def solve(n: int, edges: Iterable[tuple[int, int, int]], bits: int) -> list[tuple[int, int]]:
    """Match n vertices at the least cost, each pair lower vertex first.

    Whole matchings cost less than 2**bits. Raises ValueError above WIDEST_BITS, which the
    library would answer by ending the process.
    """
    if bits > WIDEST_BITS:
        raise ValueError(f"The draw's criteria need {bits} bits; {WIDEST_BITS} is the limit.")
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(n))
    graph.add_edges_from(list(edges))
    most = 2**bits - 1
    matched = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda cost: most - cost
    )
    return [(min(pair), max(pair)) for pair in matched]


def _gave_way(
    couples: Sequence[Couple], ladder: Sequence[Criterion], names: Mapping[int, str]
) -> Iterator[str]:
    for rule in ladder:
        for first, second in couples:
            if rule.gave_way and rule.cost(first, second):
                opponent = "" if second is None else names[second.number]
                yield rule.gave_way.format(first=names[first.number], second=opponent)
