"""The draw itself: the best of all pairings, and the rules that had to give way."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from app.engine.draw.criteria import FORBIDDEN, total
from app.engine.draw.graph import FULL_PLAYERS, CostGraph, build_graph, couples_of, restore_pairs
from app.engine.draw.least import least_draw
from app.engine.draw.obstruction import obstructions
from app.engine.draw.values import (
    NO_CONSTRAINTS,
    Couple,
    Draw,
    DrawConstraints,
    Entrant,
    Merit,
    Numbers,
    Occasion,
    ValueStep,
)
from app.engine.remarks import Said


class Solution(Struct, frozen=True):
    """A draw with the graph on which it was decided, so that it can be explained."""

    sheet: CostGraph
    couples: tuple[Couple, ...]
    draw: Draw


def draw(
    entrants: Sequence[Entrant],
    *,
    round_number: int,
    seed: int,
    attempt: int,
    names: Mapping[int, str],
    wishes: DrawConstraints = NO_CONSTRAINTS,
) -> Draw:
    """Pair everybody, or all but one. There is a draw for every field and history.

    Players meet opponents with equal tournament points, at random, and nobody twice; a group of odd
    size pairs one player down, and nobody is paired down more than once (all packets, Pairing). If
    the field does not allow that, the least strict rule gives way, as seldom as possible. The same
    players, round, seed, attempt and wishes give the same draw on any machine, in whatever order
    the players come.
    """
    return solve_draw(entrants, Occasion(round_number, seed, attempt), names, wishes).draw


def solve_draw(
    entrants: Sequence[Entrant],
    occasion: Occasion,
    names: Mapping[int, str],
    wishes: DrawConstraints = NO_CONSTRAINTS,
    *,
    full_players: int = FULL_PLAYERS,
    on_step: Callable[[ValueStep], object] = id,
) -> Solution:
    """Return the draw with all that is needed to explain it.

    First, a draw is looked for in which every criterion has its least value. Above ``full_players``
    players that search weighs only the likeliest opponents, and is repeated with all opponents if
    it fails. The search succeeds if no rule and no wish gives way and every odd group sends just
    one player to the next: only the dice could then make another draw better. If the search fails,
    the draw is solved in full.
    """
    thin = len(entrants) > full_players
    on_step(ValueStep.LIKELY if thin else ValueStep.EVERYBODY)
    sheet = build_graph(entrants, occasion, names, wishes, thin=thin)
    couples = least_draw(sheet)
    if thin and couples is None:
        on_step(ValueStep.EVERYBODY)
        sheet = restore_pairs(sheet)
        couples = least_draw(sheet)
    if couples is None:
        couples = couples_of(sheet) or ()
    return Solution(sheet, couples, _describe_draw(sheet, couples))


def merits(sheet: CostGraph, couples: Sequence[Couple]) -> tuple[Merit, ...]:
    """Return the couples' value in every criterion except the dice, the strictest first."""
    return tuple(Merit(rule.name, total(rule, couples)) for rule in sheet.ladder[:-1])


def _describe_draw(sheet: CostGraph, couples: Sequence[Couple]) -> Draw:
    tables = [(first, second) for first, second in couples if second is not None]
    return Draw(
        pairs=tuple(_seat_pair(sheet.wishes, first, second) for first, second in tables),
        bye=next((player.number for player, second in couples if second is None), None),
        paired_down=tuple(first.number for first, second in tables if first.tp > second.tp),
        gave_way=tuple(_gave_way(sheet, couples)),
        impossible=(*sheet.impossible, *_broken(sheet, couples)),
        merits=merits(sheet, couples),
        causes=obstructions(sheet, couples),
    )


def _seat_pair(wishes: DrawConstraints, first: Entrant, second: Entrant) -> Numbers:
    other_way = (second.number, first.number)
    if first.tp == second.tp and other_way in (*wishes.forced, *wishes.published):
        return other_way
    return first.number, second.number


def _gave_way(sheet: CostGraph, couples: Sequence[Couple]) -> Iterator[Said]:
    for rule in sheet.ladder:
        for couple in couples:
            if rule.reason and rule.name != FORBIDDEN and rule.cost(*couple):
                yield sheet.excuse(rule, couple)


def _broken(sheet: CostGraph, couples: Sequence[Couple]) -> Iterator[Said]:
    for rule in sheet.ladder:
        for couple in couples:
            if rule.name == FORBIDDEN and rule.cost(*couple):
                yield sheet.excuse(rule, couple)
