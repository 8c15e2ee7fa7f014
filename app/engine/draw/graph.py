"""The weighted graph of a draw: the field in order, the criteria, and the cost of every pair."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from app.engine.draw.criteria import DrawCriterion, bits_of, criteria, shifts
from app.engine.draw.dice import Dice, rolled_dice
from app.engine.draw.matching import Edge, solve
from app.engine.draw.values import (
    BYE,
    Couple,
    DrawConstraints,
    Entrant,
    Numbers,
    Occasion,
    opponents,
)
from app.engine.language import say

FULL_PLAYERS = 300
"""Above this a sheet is thinned first: the likeliest opponents only."""

LIKELY = 16
"""How many likely opponents a player of a thinned sheet has in his own group and in the next."""


@dataclass(frozen=True, slots=True)
class CostGraph:
    """What every pair of the draw would cost."""

    occasion: Occasion
    field: tuple[Entrant, ...]
    seats: tuple[Entrant | None, ...]
    """The players of the draw, best first, with the bye as None if their number is odd."""
    names: Mapping[int, str]
    wishes: DrawConstraints
    held: Mapping[int, int]
    """Who is bound to whom, both ways, by forced pairs that can hold."""
    impossible: tuple[str, ...]
    ladder: tuple[DrawCriterion, ...]
    edges: tuple[Edge, ...]
    thin: bool = False

    def couple(self, first: int, second: int) -> Couple:
        """The couple of two seats, the lower seat first."""
        return self.field[first], self.seats[second]

    def is_held(self, couple: Couple) -> bool:
        """Whether the organizer set this pair or bye."""
        return couple[0].number in self.held

    def excuse(self, rule: DrawCriterion, couple: Couple) -> str:
        """A sentence for a couple that breaks a rule, and why it does."""
        reason = say("it was set so") if self.is_held(couple) else rule.reason
        return f"{rule.said_of(couple, self.names)}: {reason}."

    def seat(self, number: int) -> int:
        """Where a player, or BYE, sits. Raises ValueError for who is not in the draw."""
        seats = [BYE if seat is None else seat.number for seat in self.seats]
        return seats.index(number)


def build_graph(
    entrants: Sequence[Entrant],
    occasion: Occasion,
    names: Mapping[int, str],
    wishes: DrawConstraints,
    *,
    thin: bool,
    bare: bool = False,
) -> CostGraph:
    """The sheet for one draw. The order the players come in does not matter."""
    dice = rolled_dice(
        occasion.seed,
        occasion.round_number,
        occasion.attempt,
        [entrant.number for entrant in entrants],
    )
    field = tuple(sorted(entrants, key=lambda e: (-e.tp, dice(e.number, e.number), e.number)))
    seats = (*field, None) if len(field) % 2 else field
    held, impossible = _held(field, wishes, names)
    ladder = criteria(field, dice, wishes, occasion.round_number)
    likely = _likely(field, len(seats), dice) | _held_seats(seats, held) if thin else None
    edges = () if bare else tuple(_edges(field, seats, ladder, held, likely))
    return CostGraph(
        occasion, field, seats, names, wishes, held, impossible, ladder, edges, likely is not None
    )


def couples_of(
    sheet: CostGraph, keep: Callable[[int, int], bool] | None = None
) -> tuple[Couple, ...] | None:
    """The cheapest couples in the order of their better player, the bye last.

    ``keep`` leaves out pairs of seats. None if what is left cannot seat everybody, as may be
    on a thinned sheet.
    """
    edges: Sequence[Edge] = sheet.edges
    if keep:
        edges = [edge for edge in edges if keep(edge[0], edge[1])]
    matched = solve(len(sheet.seats), edges, bits_of(sheet.ladder))
    if 2 * len(matched) < len(sheet.seats):
        return None
    return tuple(sorted((sheet.couple(*pair) for pair in matched), key=_standing))


def unthinned(sheet: CostGraph) -> CostGraph:
    """The same sheet with every possible pair on it."""
    return build_graph(sheet.field, sheet.occasion, sheet.names, sheet.wishes, thin=False)


def with_pair(sheet: CostGraph, player: int, other: int) -> CostGraph:
    """The sheet on which these two numbers meet whatever the organizer wished of them."""
    free = tuple(pair for pair in sheet.wishes.forced if not {player, other} & {*pair} - {BYE})
    if BYE in (player, other):
        free = tuple(pair for pair in free if BYE not in pair)
    bound = opponents([(player, other), *_accepted(sheet, free)])
    drawn = {(i, j) for i, j, _ in sheet.edges}
    likely = drawn | _held_seats(sheet.seats, bound) if sheet.thin else None
    edges = tuple(_edges(sheet.field, sheet.seats, sheet.ladder, bound, likely))
    return replace(sheet, held=bound, edges=edges)


def _accepted(sheet: CostGraph, pairs: Sequence[Numbers]) -> list[Numbers]:
    return [pair for pair in pairs if sheet.held.get(pair[0]) == pair[1]]


def _held_seats(seats: Sequence[Entrant | None], held: Mapping[int, int]) -> set[Numbers]:
    places = {seat.number if seat else BYE: place for place, seat in enumerate(seats)}
    return {
        (places[player], places[other])
        for player, other in held.items()
        if places[player] < places[other]
    }


def _standing(couple: Couple) -> tuple[bool, int, int]:
    first, second = couple
    return (True, 0, 0) if second is None else (False, -first.tp, -second.tp)


def _held(
    field: Sequence[Entrant], wishes: DrawConstraints, names: Mapping[int, str]
) -> tuple[dict[int, int], tuple[str, ...]]:
    """The forced pairs that can hold together, and a sentence for each that cannot."""
    present = {entrant.number for entrant in field}
    banned = {frozenset(pair) for pair in wishes.forbidden}
    odd = bool(len(field) % 2)
    held: dict[int, int] = {}
    sentences = []
    for player, other in dict.fromkeys(wishes.forced):
        pair = pair_words(player, other, names)
        taken = next((n for n in (player, other) if n in held), None)
        if absent := [n for n in (player, other) if n != BYE and n not in present]:
            sentences.append(
                say(
                    "{pair} is impossible: {name} is not in this draw.",
                    pair=pair,
                    name=name_of(absent[0], names),
                )
            )
        elif player == other:
            sentences.append(say("{pair} is impossible: it takes two.", pair=pair))
        elif BYE in (player, other) and not odd:
            sentences.append(say("{pair} is impossible: the number of players is even.", pair=pair))
        elif frozenset((player, other)) in banned:
            sentences.append(say("{pair} is both set and forbidden; it was left out.", pair=pair))
        elif taken is not None and held.get(player) != other:
            first = pair_words(taken, held[taken], names)
            sentences.append(
                say(
                    "{pair} is impossible beside {first}, which was set first.",
                    pair=pair,
                    first=first,
                )
            )
        else:
            held |= {player: other, other: player}
    return held, tuple(sentences)


def pair_words(player: int, other: int, names: Mapping[int, str]) -> str:
    """ "Anna against Ben", or "The bye for Anna"."""
    if BYE in (player, other):
        return say("The bye for {name}", name=name_of(player or other, names))
    return say("{name} against {name_2}", name=name_of(player, names), name_2=name_of(other, names))


def name_of(number: int, names: Mapping[int, str]) -> str:
    """The name, or what to call a number that has none."""
    return names.get(number, say("player {number}", number=number))


def _edges(
    field: Sequence[Entrant],
    seats: Sequence[Entrant | None],
    ladder: Sequence[DrawCriterion],
    held: Mapping[int, int],
    likely: Collection[Numbers] | None,
) -> Iterator[Edge]:
    """Every possible couple of seats with its cost: one number, the strictest rule leftmost."""
    rules = [(rule, shift) for rule, shift in shifts(ladder) if rule.bound]
    for i, first in enumerate(field):
        mate = held.get(first.number)
        costs = [(rule.cost, shift) for rule, shift in rules if rule.tp in (None, first.tp)]
        for j in range(i + 1, len(seats)):
            second = seats[j]
            if likely is not None and (i, j) not in likely:
                continue
            number = BYE if second is None else second.number
            if mate == number if mate is not None else number not in held:
                yield i, j, sum([cost(first, second) << shift for cost, shift in costs])


def _likely(field: Sequence[Entrant], seats: int, dice: Dice) -> set[Numbers]:
    """For every player the luckiest opponents not yet met, in his own group and the next.

    The bye stays open to everybody.
    """
    groups: dict[int, list[int]] = {}
    for seat, player in enumerate(field):
        groups.setdefault(player.tp, []).append(seat)
    ladder = list(groups.values())
    likely: set[Numbers] = set()
    for own, lower in zip(ladder, [*ladder[1:], []], strict=True):
        for i in own:
            number, met = field[i].number, field[i].met
            for group in (own, lower):
                rolls = [
                    (dice(number, field[j].number), j)
                    for j in group
                    if j != i and field[j].number not in met
                ]
                likely |= {(min(i, j), max(i, j)) for _, j in sorted(rolls)[:LIKELY]}
    if seats > len(field):
        likely |= {(i, seats - 1) for i in range(len(field))}
    return likely


def bare_graph(
    entrants: Sequence[Entrant],
    occasion: Occasion,
    names: Mapping[int, str],
    wishes: DrawConstraints,
) -> CostGraph:
    """A sheet to judge pairs by, without what every possible pair would cost."""
    return build_graph(entrants, occasion, names, wishes, thin=False, bare=True)
