"""The least value that each criterion can have, and the draw that has the least of everything.

Few pairs can be in such a draw: nobody meets again, and only groups that cannot be paired among
themselves send somebody to the next. If these pairs seat everybody, no other draw needs to be
weighed, and this draw is the best, down to the dice. Groups that send nobody to each other are
solved separately.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from app.engine.draw.criteria import (
    BYE_ABOVE_LOWEST,
    CROSSINGS,
    PAIR_DOWN_AGAIN,
    REMATCH,
    SECOND_BYE,
    total,
)
from app.engine.draw.graph import CostGraph, by_standing, held_seats
from app.engine.draw.matching import Edge, solve
from app.engine.draw.values import BYE, Couple, Entrant, Numbers

OWN_RULES = (REMATCH, SECOND_BYE, BYE_ABOVE_LOWEST, PAIR_DOWN_AGAIN, CROSSINGS)
"""The criteria that the choice of pairs meets by itself, in addition to pair-downs group by
group.
"""


def suffices(sheet: CostGraph, couples: Sequence[Couple]) -> bool:
    """Tell whether no draw at all is better than this one, except by the dice.

    Pairs that the organizer set cost the same in every draw.
    """
    free = [couple for couple in couples if not sheet.is_held(couple)]
    return all(
        total(rule, free) <= few
        for rule, few in zip(sheet.ladder, lower_bounds(sheet), strict=False)
    )


def lower_bounds(sheet: CostGraph) -> tuple[int, ...]:
    """Return the least value of each criterion, except the dice, for the pairs that the organizer
    did not set.

    A draw may have less of a later criterion only if it has more of an earlier one.
    """
    field = _free(sheet)
    down = _least_crossings(field)
    allowed = {CROSSINGS: sum(down.values()), PAIR_DOWN_AGAIN: _least_repeats(field, down)}
    return tuple(
        allowed.get(rule.name, 0) if rule.tp is None else down.get(rule.tp, 0)
        for rule in sheet.ladder[:-1]
    )


def least_draw(sheet: CostGraph) -> tuple[Couple, ...] | None:
    """Return the draw with the best dice among the draws in which every criterion has its least
    value; None if there is no such draw. In a thin graph only the likely pairs are weighed.
    """
    field = _free(sheet)
    down = _least_crossings(field)
    groups = _groups(sheet)
    sends = [bool(group and down.get(tp)) for tp, group in groups.items()]
    seats = [*groups.values()]
    rank_of = {seat: rank for rank, group in enumerate(seats) for seat in group}
    edges: list[list[Edge]] = [[] for _ in seats]
    for edge in _edges(sheet, _pairs(sheet, seats, sends, rank_of), _least_repeats(field, down)):
        edges[rank_of[edge[0]]].append(edge)
    pairs = [*held_seats(sheet.seats, sheet.held)]
    for first, last in _parts(sends):
        part = [seat for group in seats[first:last] for seat in group]
        matched = _match_seats(part, [edge for own in edges[first:last] for edge in own])
        if 2 * len(matched) < len(part):
            return None
        pairs += matched
    couples = by_standing(sheet, pairs)
    return couples if suffices(sheet, couples) else None


def _pairs(
    sheet: CostGraph,
    seats: Sequence[Sequence[int]],
    sends: Sequence[bool],
    rank_of: Mapping[int, int],
) -> Iterator[Numbers]:
    """Yield the pairs of free seats within a group, and with the next group if a group sends
    somebody there.
    """
    if sheet.likely is None:
        for group, lower, open_ in zip(seats, [*seats[1:], []], sends, strict=False):
            yield from combinations(group, 2)
            if open_:
                yield from product(group, lower)
        return
    for i, j in sheet.likely:
        if i in rank_of and j in rank_of:
            rank = rank_of[i]
            if rank_of[j] <= rank + sends[rank]:
                yield i, j


def _edges(sheet: CostGraph, pairs: Iterable[Numbers], repeats: int) -> Iterator[Edge]:
    """Yield the pairs that break no rule, with their dice. A pair-down costs more than any dice."""
    *others, dice = sheet.ladder
    lowest = min((entrant.tp for entrant in sheet.field), default=0)
    rules = [
        rule.cost
        for rule in others
        if rule.bound and rule.tp is None and rule.name not in OWN_RULES
    ]
    for i, j in pairs:
        first, second = sheet.field[i], sheet.seats[j]
        down = 0
        if second is None:
            if first.byes or first.tp > lowest:
                continue
        elif second.number in first.met or first.number in second.met:
            continue
        elif first.tp > second.tp:
            if first.paired_down > repeats:
                continue
            down = (1 + first.paired_down) * (dice.bound + 1)
        if not any(cost(first, second) for cost in rules):
            yield i, j, down + dice.cost(first, second)


def _parts(sends: Sequence[bool]) -> Iterator[Numbers]:
    """Yield the ranges of groups in which each group but the last sends somebody to the next. A
    range is given by its first group and its end (exclusive).
    """
    first = 0
    for rank, open_ in enumerate(sends, start=1):
        if not open_:
            yield first, rank
            first = rank


def _match_seats(part: Sequence[int], edges: Sequence[Edge]) -> list[Numbers]:
    place = {seat: number for number, seat in enumerate(part)}
    most = len(part) * max((cost for *_, cost in edges), default=0)
    near = [(place[i], place[j], cost) for i, j, cost in edges]
    return [(part[i], part[j]) for i, j in solve(len(part), near, most.bit_length())]


def _free(sheet: CostGraph) -> list[Entrant]:
    """Return the players who are not in a pair that the organizer set."""
    return [entrant for entrant in sheet.field if entrant.number not in sheet.held]


def _least_crossings(field: Sequence[Entrant]) -> Mapping[int, int]:
    """Return a mapping from each group's points to 1 if the group has to send somebody to the next
    one, and to 0 otherwise. The lowest group has the bye.
    """
    came = 0
    down = {}
    for tp, size in Counter(entrant.tp for entrant in field).items():
        came = (size - came) % 2
        down[tp] = came
    return {**down, min(down, default=0): 0}


def _least_repeats(field: Sequence[Entrant], down: Mapping[int, int]) -> int:
    """Return the least number of times that any player in the top group was paired down before; 0
    if the group sends nobody down.
    """
    top = max(down)
    return down[top] * min(
        (entrant.paired_down for entrant in field if entrant.tp == top), default=0
    )


def _groups(sheet: CostGraph) -> dict[int, list[int]]:
    """Return the free seats of each group, by points; the bye belongs to the lowest group."""
    groups: dict[int, list[int]] = {entrant.tp: [] for entrant in sheet.field}
    for seat, entrant in enumerate(sheet.seats):
        if entrant is None and BYE not in sheet.held:
            groups[sheet.field[-1].tp].append(seat)
        elif entrant is not None and entrant.number not in sheet.held:
            groups[entrant.tp].append(seat)
    return groups
