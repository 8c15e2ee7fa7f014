"""The weighted graph of a draw: the players in order, the criteria, and the cost of every pair."""

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from app.engine.draw.criteria import DrawCriterion, bits_of, criteria, list_shifts
from app.engine.draw.dice import DICE_BITS, RolledDice, rolled_dice
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
from app.engine.frozen import replace
from app.engine.remarks import RemarkKind, Said, note

FULL_PLAYERS = 300
"""The most players of a draw whose graph has all pairs from the start. With more players, only the
likeliest pairs are tried first.
"""

LIKELY = 16
"""The number of likely opponents of each player, in their own group and in the next one."""


CANDIDATES = 3 * LIKELY
"""The mean number of opponents in a group who are considered as likely ones."""


class CostGraph(Struct, frozen=True, dict=True):
    """The cost of every pair of a draw, computed on demand."""

    occasion: Occasion
    field: tuple[Entrant, ...]
    seats: tuple[Entrant | None, ...]
    """The players of the draw, best first, followed by None for the bye if their number is odd."""
    names: Mapping[int, str]
    wishes: DrawConstraints
    held: Mapping[int, int]
    """The two numbers of every forced pair that can be kept, each mapped to the other."""
    impossible: tuple[Said, ...]
    ladder: tuple[DrawCriterion, ...]
    dice: RolledDice
    thin: bool = False
    """True if the graph has only the likeliest pairs."""

    @cached_property
    def likely(self) -> frozenset[Numbers] | None:
        """The pairs of seats in a thin graph; None if the graph has all pairs."""
        if not self.thin:
            return None
        return _likely(self.field, len(self.seats), self.dice) | held_seats(self.seats, self.held)

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """Every possible pair of seats with its cost."""
        return tuple(_edges(self.field, self.seats, self.ladder, self.held, self.likely))

    def couple(self, first: int, second: int) -> Couple:
        """Return the couple of two seats, the lower seat first."""
        return self.field[first], self.seats[second]

    def is_held(self, couple: Couple) -> bool:
        """Tell whether the organizer set this pair or bye."""
        return couple[0].number in self.held

    def excuse(self, rule: DrawCriterion, couple: Couple) -> Said:
        """Return the sentence about a couple that breaks a rule, with the reason."""
        reason = RemarkKind.SET_SO if self.is_held(couple) or not rule.reason else rule.reason
        fact = rule.said_of(couple, self.names)
        return note(RemarkKind.BECAUSE, fact=fact, reason=note(reason))

    def seat(self, number: int) -> int:
        """Return the seat of a player or of BYE. Raises ValueError for a player who is not in the
        draw.
        """
        seats = [BYE if seat is None else seat.number for seat in self.seats]
        return seats.index(number)


def build_graph(
    entrants: Sequence[Entrant],
    occasion: Occasion,
    names: Mapping[int, str],
    wishes: DrawConstraints,
    *,
    thin: bool,
) -> CostGraph:
    """Return the graph of one draw. The order of the entrants does not matter."""
    dice = rolled_dice(
        occasion.seed,
        occasion.round_number,
        occasion.attempt,
        [entrant.number for entrant in entrants],
    )
    field = tuple(sorted(entrants, key=lambda e: (-e.tp, dice(e.number, e.number), e.number)))
    seats = (*field, None) if len(field) % 2 else field
    held, impossible = _find_forced_pairs(field, wishes, names)
    ladder = criteria(field, dice, wishes, occasion.round_number)
    return CostGraph(occasion, field, seats, names, wishes, held, impossible, ladder, dice, thin)


def couples_of(
    sheet: CostGraph, keep: Callable[[int, int], bool] | None = None
) -> tuple[Couple, ...] | None:
    """Return the cheapest couples, in the order of their better player and with the bye last.

    ``keep`` tells which pairs of seats may be used. Return None if these pairs cannot seat
    everybody, which may happen in a thin graph.
    """
    edges: Sequence[Edge] = sheet.edges
    if keep:
        edges = [edge for edge in edges if keep(edge[0], edge[1])]
    matched = solve(len(sheet.seats), edges, bits_of(sheet.ladder))
    if 2 * len(matched) < len(sheet.seats):
        return None
    return by_standing(sheet, matched)


def by_standing(sheet: CostGraph, pairs: Iterable[Numbers]) -> tuple[Couple, ...]:
    """Return the couples of these pairs of seats in the order of their better player, the bye
    last.
    """
    return tuple(sorted((sheet.couple(*pair) for pair in sorted(pairs)), key=_standing))


def restore_pairs(sheet: CostGraph) -> CostGraph:
    """Return the graph with every possible pair."""
    return replace(sheet, thin=False)


def with_pair(sheet: CostGraph, player: int, other: int) -> CostGraph:
    """Return the graph in which these two numbers must meet. The organizer's forced pairs that
    contradict this pair are dropped.
    """
    free = tuple(pair for pair in sheet.wishes.forced if not {player, other} & {*pair} - {BYE})
    if BYE in (player, other):
        free = tuple(pair for pair in free if BYE not in pair)
    bound = opponents([(player, other), *_keep_accepted(sheet, free)])
    return replace(sheet, held=bound)


def _keep_accepted(sheet: CostGraph, pairs: Sequence[Numbers]) -> list[Numbers]:
    return [pair for pair in pairs if sheet.held.get(pair[0]) == pair[1]]


def held_seats(seats: Sequence[Entrant | None], held: Mapping[int, int]) -> set[Numbers]:
    """Return the pairs of seats that are bound to meet."""
    places = {seat.number if seat else BYE: place for place, seat in enumerate(seats)}
    return {
        (places[player], places[other])
        for player, other in held.items()
        if places[player] < places[other]
    }


def _standing(couple: Couple) -> tuple[bool, int, int]:
    first, second = couple
    return (True, 0, 0) if second is None else (False, -first.tp, -second.tp)


def _find_forced_pairs(
    field: Sequence[Entrant], wishes: DrawConstraints, names: Mapping[int, str]
) -> tuple[dict[int, int], tuple[Said, ...]]:
    """Return the forced pairs that can hold together, as a mapping in both directions, and a
    sentence for each pair that cannot.
    """
    present = {entrant.number for entrant in field}
    banned = {frozenset(pair) for pair in wishes.forbidden}
    odd = bool(len(field) % 2)
    held: dict[int, int] = {}
    sentences: list[Said] = []
    for player, other in dict.fromkeys(wishes.forced):
        pair = pair_words(player, other, names)
        taken = next((n for n in (player, other) if n in held), None)
        if absent := [n for n in (player, other) if n != BYE and n not in present]:
            sentences.append(
                note(RemarkKind.NOT_IN_DRAW, pair=pair, name=name_of(absent[0], names))
            )
        elif player == other:
            sentences.append(note(RemarkKind.TAKES_TWO, pair=pair))
        elif BYE in (player, other) and not odd:
            sentences.append(note(RemarkKind.EVEN_NUMBER, pair=pair))
        elif frozenset((player, other)) in banned:
            sentences.append(note(RemarkKind.SET_AND_FORBIDDEN, pair=pair))
        elif taken is not None and held.get(player) != other:
            first = pair_words(taken, held[taken], names)
            sentences.append(note(RemarkKind.CONFLICTS, pair=pair, first=first))
        else:
            held |= {player: other, other: player}
    return held, tuple(sentences)


def pair_words(player: int, other: int, names: Mapping[int, str]) -> Said:
    """Return the pair in words: "Anna against Ben", "The bye for Anna"."""
    if BYE in (player, other):
        return note(RemarkKind.BYE_FOR, name=name_of(player or other, names))
    return note(RemarkKind.AGAINST, name=name_of(player, names), name_2=name_of(other, names))


def name_of(number: int, names: Mapping[int, str]) -> str:
    """Return the player's name, or words for a number without a name."""
    return names[number] if number in names else note(RemarkKind.PLAYER_NUMBER, number=number)


def _edges(
    field: Sequence[Entrant],
    seats: Sequence[Entrant | None],
    ladder: Sequence[DrawCriterion],
    held: Mapping[int, int],
    likely: Collection[Numbers] | None,
) -> Iterator[Edge]:
    """Yield every possible pair of seats with its cost as one number, with the strictest criterion
    in the highest bits.
    """
    rules = [(rule, shift) for rule, shift in list_shifts(ladder) if rule.bound]
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


def _likely(field: Sequence[Entrant], seats: int, dice: RolledDice) -> frozenset[Numbers]:
    """Return, for every player, the pairs with the lowest rolls among the opponents whom they have
    not met, in their own group and in the next one. Every player can have the bye.
    """
    groups: dict[int, list[int]] = {}
    for seat, player in enumerate(field):
        groups.setdefault(player.tp, []).append(seat)
    ladder = list(groups.values())
    likely: set[Numbers] = set()
    for own, lower in zip(ladder, [*ladder[1:], []], strict=True):
        likely.update(_luckiest(field, own, own, dice))
        likely.update(_luckiest(field, own, lower, dice))
    if seats > len(field):
        likely |= {(i, seats - 1) for i in range(len(field))}
    return frozenset(likely)


def _luckiest(
    field: Sequence[Entrant], own: Sequence[int], group: Sequence[int], dice: RolledDice
) -> Iterator[Numbers]:
    """Yield the pairs with the lowest rolls between each seat of ``own`` and seats of this group,
    leaving out pairs that have met.

    Only low rolls are looked at first, because these nearly always give enough pairs.
    """
    lucky = CANDIDATES * 2**DICE_BITS // max(1, len(group))
    rolls = _rolls_under(lucky, field, own, group, dice)
    for i in own:
        entrant = field[i]
        new = [(roll, j) for roll, j in rolls[i] if field[j].number not in entrant.met]
        if len(new) < LIKELY and lucky < 2**DICE_BITS:
            new = [
                (dice(entrant.number, field[j].number), j)
                for j in group
                if j != i and field[j].number not in entrant.met
            ]
        for _, j in sorted(new)[:LIKELY]:
            yield (i, j) if i < j else (j, i)


def _rolls_under(
    limit: int,
    field: Sequence[Entrant],
    own: Sequence[int],
    group: Sequence[int],
    dice: RolledDice,
) -> dict[int, list[Numbers]]:
    """Return for each seat of ``own`` its rolls below ``limit`` with the seats of the group."""
    rolls: dict[int, list[Numbers]] = {i: [] for i in own}
    seat_of = {field[i].number: i for i in (*own, *group)}
    chosen, numbers = (sorted(field[i].number for i in side) for side in (group, own))
    for number in numbers:
        seat, row = seat_of[number], dice.row(number)
        higher = chosen[bisect(chosen, number) :]
        rolls[seat] += [(row[other], seat_of[other]) for other in higher if row[other] < limit]
    for number in chosen:
        seat, row = seat_of[number], dice.row(number)
        for other in numbers[bisect(numbers, number) :]:
            if row[other] < limit:
                rolls[seat_of[other]].append((row[other], seat))
    return rolls
