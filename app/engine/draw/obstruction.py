"""Finds out why a rule had to give way: the players who had too few possible opponents.

If not everybody can be paired within a rule, there is a set of players without whom the others fall
into more odd circles than the set has players (Tutte and Berge; Gallai and Edmonds).
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

from app.engine.draw.criteria import SAME, DrawCriterion, criterion_words, total
from app.engine.draw.graph import CostGraph
from app.engine.draw.matching import solve
from app.engine.draw.values import BYE, Cause, Couple, opponents
from app.engine.remarks import RemarkKind, Said, note

MOST_NAMES = 8


def obstructions(sheet: CostGraph, couples: Sequence[Couple]) -> tuple[Cause, ...]:
    """Return a cause for each rule that gave way. A rule has no cause if only several rules
    together explain why it gave way, or if the organizer set the pair that breaks it.
    """
    causes = []
    free = [couple for couple in couples if not sheet.is_held(couple)]
    rules: list[DrawCriterion] = []
    for rule in sheet.ladder:
        if not rule.bound or not rule.reason:
            continue
        if not total(rule, free):
            rules.append(rule)
        elif cause := _cause(sheet, [*rules, rule]):
            causes.append(cause)
    return tuple(causes)


def _cause(sheet: CostGraph, rules: Sequence[DrawCriterion]) -> Cause | None:
    edges = [
        (i, j, 0)
        for i, j, _ in sheet.edges
        if sheet.is_held(couple := sheet.couple(i, j))
        or not any(rule.cost(*couple) for rule in rules)
    ]
    near: list[list[int]] = [[] for _ in sheet.seats]
    for i, j, _ in edges:
        near[i].append(j)
        near[j].append(i)
    mate = opponents(solve(len(near), edges, 1))
    needy = outer_seats(near, mate)
    if not needy:
        return None
    choice = {j for i in needy for j in near[i]} - needy
    circles = sorted(_circles(near, needy), key=lambda circle: (len(circle), sorted(circle)))
    if len(circles[-1]) > 1:
        needy -= circles.pop()  # the others alone are already too many
    players, others = _numbers(sheet, needy), _numbers(sheet, choice)
    sentence = _sentence(sheet.names, rules[-1].name, players, others, len(circles))
    return Cause(rules[-1].name, players, others, sentence)


def _numbers(sheet: CostGraph, seats: set[int]) -> tuple[int, ...]:
    return tuple(entrant.number if (entrant := sheet.seats[i]) else BYE for i in sorted(seats))


def _sentence(
    names: Mapping[int, str],
    rule: str,
    players: Sequence[int],
    others: Sequence[int],
    circles: int,
) -> Said:
    words = criterion_words(rule)
    without = (
        note(RemarkKind.WITHOUT_ANY_PAIR, rule=words)
        if rule.startswith(SAME)
        else note(RemarkKind.WITHOUT_ANY, rule=words)
    )
    who, whom = (
        _some(names, players),
        note(RemarkKind.ONLY, some=_some(names, others)) if others else note(RemarkKind.NOBODY),
    )
    if players == (BYE,):
        return note(RemarkKind.NOBODY_FOR_BYE, without=without)
    if circles == len(players):
        return note(RemarkKind.LEFT_TO_MEET, without=without, who=who, whom=whom)
    shape = (
        note(RemarkKind.ODD_NUMBER)
        if circles == 1
        else note(RemarkKind.ODD_CIRCLES, circles=circles)
    )
    return note(RemarkKind.LEFT_OUTSIDE, without=without, who=who, shape=shape, whom=whom)


def _some(names: Mapping[int, str], numbers: Sequence[int]) -> tuple[str, ...]:
    words = [note(RemarkKind.THE_BYE) if number == BYE else names[number] for number in numbers]
    if len(words) > MOST_NAMES:
        words[MOST_NAMES:] = [note(RemarkKind.OTHERS, words=len(words) - MOST_NAMES)]
    return tuple(words)


def _circles(near: Sequence[Sequence[int]], needy: set[int]) -> Iterator[set[int]]:
    """Yield the groups of ``needy`` seats, which have too few possible opponents. Seats that could
    be paired with each other are in the same group.
    """
    left = set(needy)
    while left:
        circle = {left.pop()}
        waiting = list(circle)
        while waiting:
            reached = left.intersection(near[waiting.pop()])
            left -= reached
            circle |= reached
            waiting += reached
        yield circle


def outer_seats(near: Sequence[Sequence[int]], mate: Mapping[int, int]) -> set[int]:
    """Return the seats that some largest matching leaves empty; ``mate`` is one largest matching.

    This is Edmonds' search from all empty seats at once. It finds every seat that it reaches in an
    even number of steps, and every seat on a circle of odd length.
    """
    roots = [seat for seat in range(len(near)) if seat not in mate]
    base = list(range(len(near)))
    came: dict[int, int] = {}
    outer = set(roots)
    waiting = deque(roots)
    while waiting:
        seat = waiting.popleft()
        for other in near[seat]:
            if base[seat] == base[other] or mate.get(seat) == other:
                continue
            if other in outer:
                fresh = _contract(seat, other, base, came, mate) - outer
                outer |= fresh
                waiting.extend(sorted(fresh))
            elif other not in came:
                came[other] = seat
                outer.add(mate[other])
                waiting.append(mate[other])
    return outer


def _contract(
    end: int, other: int, base: list[int], came: dict[int, int], mate: Mapping[int, int]
) -> set[int]:
    """Merge the circle that closes between two outer seats of a tree into one base; return its
    seats.
    """
    top = _meeting(end, other, base, came, mate)
    bases = set()
    for start, across in ((end, other), (other, end)):
        seat, child = start, across
        while base[seat] != top:
            partner = mate[seat]
            bases |= {base[seat], base[partner]}
            came[seat] = child
            child = partner
            seat = came[partner]
    circle = {seat for seat in range(len(base)) if base[seat] in bases}
    for seat in circle:
        base[seat] = top
    return circle


def _meeting(
    end: int, other: int, base: Sequence[int], came: Mapping[int, int], mate: Mapping[int, int]
) -> int:
    """Return the seat at which the paths of two seats to their root meet."""
    passed = set()
    seat = base[end]
    passed.add(seat)
    while seat in mate:
        seat = base[came[mate[seat]]]
        passed.add(seat)
    seat = base[other]
    while seat not in passed:
        seat = base[came[mate[seat]]]
    return seat
