"""Rates draws with a small change, mostly without solving the draw again.

Dice are ignored. A draw with the change is known to be the best one if it differs from the best
draw in only a few couples and is as good as the best draw, or as good as any draw with the change
can be.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct, field

from app.engine.draw.criteria import Cost, bits_of, list_shifts, total
from app.engine.draw.graph import CostGraph
from app.engine.draw.least import lower_bounds
from app.engine.draw.matching import solve
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, Merit, Numbers

Keep: TypeAlias = Callable[[int, int], bool]
"""Tells whether two seats may be paired; it is called with the lower seat first."""


class Nearby(Struct, frozen=True):
    """A draw that is to be changed, with the cost of each pair as one number without the dice."""

    sheet: CostGraph
    seats: Mapping[int, int]
    """The seat of each player and of BYE."""
    mates: tuple[int, ...]
    """The seat that each seat is paired with, by seat."""
    free: tuple[Numbers, ...]
    """The couples of seats that the organizer did not set."""
    rules: Mapping[int, Sequence[tuple[Cost, int]]]
    """The criteria that can have a cost for a pair, by the points of the pair's better player. Each
    is given by its cost function and the position of its bits in a cost.
    """
    places: tuple[int, ...]
    """The place of each criterion's bits in a cost, the strictest criterion first."""
    floor: tuple[int, ...]
    """The least value of each criterion in any draw. A draw may have less of a later criterion only
    if it has more of an earlier one.
    """
    own: int
    """The cost of the whole draw."""
    prices: dict[Numbers, int] = field(default_factory=dict)
    """The costs of pairs that have been computed so far."""


def nearby(drawn: Solution) -> Nearby:
    """Return the draw with the costs that are needed to judge small changes of it."""
    sheet = drawn.sheet
    dice = sheet.ladder[-1].bound.bit_length()
    seats = {entrant.number if entrant else BYE: seat for seat, entrant in enumerate(sheet.seats)}
    couples = [
        (seats[first.number], seats[second.number if second else BYE])
        for first, second in drawn.couples
    ]
    mates = {a: b for seat, other in couples for a, b in ((seat, other), (other, seat))}
    held = [couple for couple in drawn.couples if sheet.is_held(couple)]
    placed = [(rule, shift - dice) for rule, shift in list_shifts(sheet.ladder)][:-1]
    rules = zip(sheet.ladder, lower_bounds(sheet), strict=False)
    floor = tuple(total(rule, held) + few for rule, few in rules)
    return Nearby(
        sheet=sheet,
        seats=seats,
        mates=tuple(mates[seat] for seat in range(len(sheet.seats))),
        free=tuple(pair for pair in map(_sort_pair, couples) if not _is_held(sheet, pair)),
        rules={
            tp: [
                (rule.cost, place) for rule, place in placed if rule.bound and rule.tp in (None, tp)
            ]
            for tp in {entrant.tp for entrant in sheet.field}
        },
        places=tuple(place for _, place in placed),
        floor=floor,
        own=sum(
            merit.value << place
            for merit, (_, place) in zip(drawn.draw.merits, placed, strict=True)
        ),
    )


def best_with(
    near: Nearby,
    pairs: Iterable[Numbers],
    keep: Keep,
    at_least: Sequence[int],
    bound: Sequence[int] = (),
) -> tuple[Merit, ...] | None:
    """Return the merits of the best draw that ``keep`` allows, if it can be reached by changing the
    draw for one of these pairs of seats. Return None if that is not certain without solving.

    ``at_least`` has the least value of each criterion in any draw that ``keep`` allows. ``bound``
    has the seats, besides those of the pair, that ``keep`` restricts.
    """
    lowest = map(max, near.floor, at_least)
    floor = sum(few << place for few, place in zip(lowest, near.places, strict=True))
    target = max(near.own, floor)
    reached = any(
        cost == target for pair in pairs for cost in _price_changes(near, pair, keep, bound)
    )
    return _merits(near, target) if reached else None


def solved_with(near: Nearby, keep: Keep) -> tuple[Merit, ...] | None:
    """Solve the draw with only the pairs that ``keep`` allows, and return its merits. Return None
    if the graph has no such draw.
    """
    dice = near.sheet.ladder[-1].bound.bit_length()
    costs = {(i, j): cost >> dice for i, j, cost in near.sheet.edges if keep(i, j)}
    edges = [(i, j, cost) for (i, j), cost in costs.items()]
    couples = solve(len(near.mates), edges, bits_of(near.sheet.ladder) - dice)
    if 2 * len(couples) < len(near.mates):
        return None
    return _merits(near, sum(costs[pair] for pair in couples))


def _price_changes(near: Nearby, pair: Numbers, keep: Keep, bound: Sequence[int]) -> Iterator[int]:
    """Yield the costs of the draws with this pair in which the two players left over meet, or
    change places with another couple.
    """
    seat, other = pair
    left, right = near.mates[seat], near.mates[other]
    gone = _price(near, seat, left) + _price(near, other, right)
    start = near.own - gone + _price(near, seat, other)
    around = {seat, other, left, right}
    parted = [
        couple
        for couple in (_sort_pair((i, near.mates[i])) for i in bound if i not in around)
        if not keep(*couple)
    ]
    if not parted and keep(*_sort_pair((left, right))):
        yield start + _price(near, left, right)
    for i, j in parted or near.free:
        if i in around:
            continue
        for first, second in ((i, j), (j, i)):
            if keep(*_sort_pair((left, first))) and keep(*_sort_pair((right, second))):
                fresh = _price(near, left, first) + _price(near, right, second)
                yield start + fresh - _price(near, i, j)


def _price(near: Nearby, seat: int, other: int) -> int:
    pair = _sort_pair((seat, other))
    price = near.prices.get(pair)
    if price is None:
        first, second = near.sheet.couple(*pair)
        price = sum([cost(first, second) << place for cost, place in near.rules[first.tp]])
        near.prices[pair] = price
    return price


def _merits(near: Nearby, cost: int) -> tuple[Merit, ...]:
    return tuple(
        Merit(rule.name, (cost >> place) & ((1 << rule.bound.bit_length()) - 1))
        for rule, place in zip(near.sheet.ladder, near.places, strict=False)
    )


def _sort_pair(pair: Numbers) -> Numbers:
    seat, other = pair
    return (seat, other) if seat < other else (other, seat)


def _is_held(sheet: CostGraph, pair: Numbers) -> bool:
    return sheet.is_held(sheet.couple(*pair))
