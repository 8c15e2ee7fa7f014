"""Rates draws that are changed in one place, mostly without solving again.

Dice do not count here. A draw that differs from the best one in a few couples, and is as good as
that one or as any draw with the change could be, is the best with it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from app.engine.draw.criteria import Cost, bits_of, list_shifts, total
from app.engine.draw.graph import CostGraph
from app.engine.draw.least import lower_bounds
from app.engine.draw.matching import solve
from app.engine.draw.solve import Solution
from app.engine.draw.values import BYE, Merit, Numbers

Keep: TypeAlias = Callable[[int, int], bool]
"""Whether two seats may be a couple, the lower seat first."""


@dataclass(frozen=True, slots=True)
class Nearby:
    """A draw to be changed, with the cost of each pair as one number, dice left out."""

    sheet: CostGraph
    seats: Mapping[int, int]
    """Where each player sits, and BYE."""
    mates: tuple[int, ...]
    """By seat."""
    free: tuple[Numbers, ...]
    """The couples of seats that the organizer did not set."""
    rules: Mapping[int, Sequence[tuple[Cost, int]]]
    """By the better player's points the rules that can have a cost, with their places."""
    places: tuple[int, ...]
    """Where in a price each criterion stands, the strictest first."""
    floor: tuple[int, ...]
    """What no draw at all has less of, read from the strictest on."""
    own: int
    """What the whole draw costs."""
    prices: dict[Numbers, int] = field(default_factory=dict)
    """Those asked for so far."""


def nearby(drawn: Solution) -> Nearby:
    """Prepare the costs of changing this draw in one place."""
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
    """Return what the best draw within ``keep`` has, if one of these pairs of seats is enough to
    make it.

    ``at_least``: what all draws within it have of each criterion. ``bound``: the seats beside the
    pair's own that ``keep`` says anything of. None if it takes a solution to know.
    """
    lowest = map(max, near.floor, at_least)
    floor = sum(few << place for few, place in zip(lowest, near.places, strict=True))
    target = max(near.own, floor)
    reached = any(
        cost == target for pair in pairs for cost in _price_changes(near, pair, keep, bound)
    )
    return _merits(near, target) if reached else None


def solved_with(near: Nearby, keep: Keep) -> tuple[Merit, ...] | None:
    """Return the merits of the best draw with the pairs that ``keep`` keeps, by solving; None if
    the sheet has no such draw.
    """
    dice = near.sheet.ladder[-1].bound.bit_length()
    costs = {(i, j): cost >> dice for i, j, cost in near.sheet.edges if keep(i, j)}
    edges = [(i, j, cost) for (i, j), cost in costs.items()]
    couples = solve(len(near.mates), edges, bits_of(near.sheet.ladder) - dice)
    if 2 * len(couples) < len(near.mates):
        return None
    return _merits(near, sum(costs[pair] for pair in couples))


def _price_changes(near: Nearby, pair: Numbers, keep: Keep, bound: Sequence[int]) -> Iterator[int]:
    """Yield what draws cost with this pair, whose two others meet, or are put into one more
    couple.
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
