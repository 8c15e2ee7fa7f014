"""Late-round draws by the thousand, each held against oracles that share no code with the draw."""

from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from app.engine.draw.values import NO_CONSTRAINTS, DrawConstraints, Entrant
from app.engine.frozen import replace
from tests.engine.pairing_oracle import (
    any_wishes,
    best_by_masks,
    drawn,
    event,
    every_pairing,
    holds,
    merits,
    pairing_of,
    rolled,
    second_opinion,
    unordered,
)

FEWEST, BRUTE_FORCE, MASKS = 4, 10, 18
"""Up to so many players every pairing is tried; up to so many, every set of seats."""


class DrawCase(Struct, frozen=True):
    """A field late in its event: odd or even, after byes, pair-downs, drops and late entries."""

    seed: int
    round_number: int
    field: tuple[Entrant, ...]
    wishes: DrawConstraints


def cases(count: int, first_seed: int, *, most: int = MASKS) -> Iterator[DrawCase]:
    """One in five is larger than ``BRUTE_FORCE``; every other one has wishes of the organizer."""
    for seed in range(first_seed, first_seed + count):
        dice = Random(f"draw case {seed}")
        large = most > BRUTE_FORCE and seed % 5 == 0
        sizes = (BRUTE_FORCE + 1, most) if large else (FEWEST, BRUTE_FORCE)
        players, rounds = dice.randint(*sizes), dice.randint(2, 7)
        past = event(players, rounds, seed, drops=seed % 3 != 0, late=seed % 4 == 0)
        field = [one for one in past if len(one) >= FEWEST][-1][:players]
        wishes = any_wishes(field, dice) if seed % 2 else NO_CONSTRAINTS
        yield DrawCase(seed, rounds + 1, tuple(field), wishes)


def fault(case: DrawCase) -> str:
    """What is wrong with the draw of this case; empty: nothing."""
    mine = _drawn(case)
    if mine != _best(case):
        return "the oracle’s draw is better"
    theirs = second_opinion(case.field, case.seed, case.wishes, round_number=case.round_number)
    if mine != theirs:
        return "networkx pairs otherwise"
    mixed = Random(case.seed).sample(case.field, len(case.field))
    if mine != _drawn(replace(case, field=tuple(mixed))):
        return "the order the players come in matters"
    gone = tuple(
        replace(entrant, met=entrant.met | {900 + entrant.number}) for entrant in case.field
    )
    if mine != _drawn(replace(case, field=gone)):
        return "somebody who has left matters"
    return "" if _relabelled(case) else "other numbers make it better or worse"


def _drawn(case: DrawCase) -> set[frozenset[int]]:
    found = drawn(case.field, case.seed, case.round_number, wishes=case.wishes)
    return unordered(pairing_of(case.field, found))


def _best(case: DrawCase) -> set[frozenset[int]]:
    field, seed, wishes, number = case.field, case.seed, case.wishes, case.round_number
    if len(field) > BRUTE_FORCE:
        return best_by_masks(field, seed, wishes, number)[1]
    best = min(
        (one for one in every_pairing(field) if holds(wishes, one)),
        key=lambda one: (
            merits(field, one, wishes, round_number=number),
            rolled(seed, one, round_number=number),
        ),
    )
    return unordered(best)


def _relabelled(case: DrawCase) -> bool:
    """Whether the draw is as good when everybody has another number."""
    numbers = [entrant.number for entrant in case.field]
    new = dict(zip(numbers, Random(case.seed).sample(range(1, 60), len(numbers)), strict=True))
    field = [_renumbered(entrant, new) for entrant in case.field]
    before = _merits(case.field, case.seed, case.round_number)
    return before == _merits(field, case.seed, case.round_number)


def _renumbered(one: Entrant, new: dict[int, int]) -> Entrant:
    met = frozenset(new[number] for number in one.met if number in new)
    return replace(one, number=new[one.number], met=met)


def _merits(field: Sequence[Entrant], seed: int, round_number: int) -> list[int]:
    return merits(field, pairing_of(field, drawn(field, seed, round_number)))
