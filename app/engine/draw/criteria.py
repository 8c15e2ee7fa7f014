"""The criteria of a draw: the one table that the costs, explanations, log and checks use."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import TypeAlias

from msgspec import Struct

from app.engine.draw.dice import DICE_BITS, Dice
from app.engine.draw.matching import WIDEST_BITS
from app.engine.draw.values import (
    BYE,
    Apart,
    Couple,
    DrawConstraints,
    Entrant,
    Kind,
    Numbers,
    group_words,
)
from app.engine.remarks import RemarkKind, Said, note

SHORT_DICE_BITS = 24

WIDE_PLAYERS = 160
"""The most players of a draw that may be solved by the slow solver, which takes seconds, if the
graph is too wide for the fast one.
"""

FORBIDDEN = "forbidden pair"
REMATCH = "rematch"
SECOND_BYE = "second bye"
BYE_ABOVE_LOWEST = "bye above the lowest group"
PAIR_DOWN_AGAIN = "repeated pair-down"
PUBLISHED_CHANGED = "published pair changed"
LATER_REMATCH = "later rematch"
CROSSINGS = "crossings"
"""The name of the criterion in files; players call it pair-downs."""
SAME = "same "

Cost: TypeAlias = Callable[[Entrant, Entrant | None], int]
"""The cost of a pair. The player with more points comes first; None stands for the bye."""


class Grade(IntEnum):
    """The strength of the confirmation that a change by hand needs from the organizer."""

    NOTE = 0
    CONFIRM = 1
    CONFIRM_TWICE = 2


class DrawCriterion(Struct, frozen=True):
    """Something that the draw keeps small. A single breach outweighs all later criteria
    together.
    """

    name: str
    """The name in files; readers see `criterion_words`."""
    cost: Cost
    bound: int
    """The most that the costs of a whole draw can add up to."""
    fact: RemarkKind | None = None
    """The remark about a pair that has a cost by this criterion."""
    reason: RemarkKind | None = None
    """The reason why the draw made a pair that breaks this criterion; None if such a pair needs no
    excuse.
    """
    grade: Grade = Grade.NOTE
    tp: int | None = None
    """The points of the better player of a pair that can have a cost; None for any."""

    def said_of(self, couple: Couple, names: Mapping[int, str]) -> Said:
        """Return the sentence about a couple, without a full stop."""
        assert self.fact is not None, "the dice break no rule"
        first, second = couple
        opponent = note(RemarkKind.THE_BYE) if second is None else names[second.number]
        return note(self.fact, first=names[first.number], second=opponent)


def criterion_words(name: str) -> Said:
    """Return a criterion's name in the reader's language."""
    if name.startswith(SAME):
        return note(RemarkKind.SAME_KIND, kind=note(SHARED[name.removeprefix(SAME)]))
    what, _, group = name.partition(" from ")
    if what != CROSSINGS:
        return note(NAMES[what])
    if not group:
        return note(RemarkKind.PAIR_DOWNS)
    return note(RemarkKind.PAIR_DOWNS_FROM, group=group_words(group))


def change_words(name: str, before: int, after: int) -> Said:
    """Return a change of a criterion in words: "1 rematch instead of 0"."""
    return note(RemarkKind.INSTEAD, counted=_describe_count(name, after), before=before)


def _describe_count(name: str, count: int) -> Said:
    """Return the value of a criterion in players' words."""
    if name.startswith(SAME):
        kind = note(SHARED[name.removeprefix(SAME)])
        return note(RemarkKind.SAME_COUNTED, count=count, kind=kind)
    if name in COUNTED:
        return note(COUNTED[name], count=count)
    group = name.partition(" from ")[2]
    if not group:
        return note(RemarkKind.PAIR_DOWNS_COUNTED, count=count)
    return note(RemarkKind.PAIR_DOWNS_FROM_COUNTED, count=count, group=group_words(group))


NAMES = {
    FORBIDDEN: RemarkKind.FORBIDDEN_PAIR,
    REMATCH: RemarkKind.REMATCH,
    SECOND_BYE: RemarkKind.SECOND_BYE,
    BYE_ABOVE_LOWEST: RemarkKind.BYE_ABOVE_LOWEST,
    PAIR_DOWN_AGAIN: RemarkKind.PAIR_DOWN_AGAIN,
    PUBLISHED_CHANGED: RemarkKind.PUBLISHED_CHANGED,
    LATER_REMATCH: RemarkKind.LATER_REMATCH,
}
COUNTED = {
    FORBIDDEN: RemarkKind.FORBIDDEN_COUNTED,
    REMATCH: RemarkKind.REMATCHES_COUNTED,
    SECOND_BYE: RemarkKind.SECOND_BYES_COUNTED,
    BYE_ABOVE_LOWEST: RemarkKind.HIGH_BYES_COUNTED,
    PAIR_DOWN_AGAIN: RemarkKind.DOWN_AGAIN_COUNTED,
    PUBLISHED_CHANGED: RemarkKind.PUBLISHED_COUNTED,
    LATER_REMATCH: RemarkKind.LATER_REMATCH_COUNTED,
}
SHARED = {
    Kind.CLUB.value: RemarkKind.KIND_CLUB,
    Kind.TRAVEL.value: RemarkKind.KIND_TRAVEL_GROUP,
    Kind.FAMILY.value: RemarkKind.KIND_FAMILY,
    Kind.REGION.value: RemarkKind.KIND_REGION,
    Kind.CASTER.value: RemarkKind.KIND_CASTER,
    Kind.FACTION.value: RemarkKind.KIND_FACTION,
    Kind.REQUEST.value: RemarkKind.KIND_REQUEST,
}
KEPT_APART = {
    Kind.CLUB: RemarkKind.OF_ONE_CLUB,
    Kind.TRAVEL: RemarkKind.TRAVELLED_TOGETHER,
    Kind.FAMILY: RemarkKind.OF_ONE_FAMILY,
    Kind.REGION: RemarkKind.OF_ONE_REGION,
    Kind.CASTER: RemarkKind.SHARE_A_CASTER,
    Kind.FACTION: RemarkKind.OF_ONE_FACTION,
    Kind.REQUEST: RemarkKind.AGAINST_A_REQUEST,
}


def criteria(
    field: Sequence[Entrant], dice: Dice, wishes: DrawConstraints, round_number: int
) -> tuple[DrawCriterion, ...]:
    """Return the criteria that judge this field's draw, the strictest first.

    Crossings between groups are counted group by group from the top. If the resulting costs are too
    wide for the fast solver and the field is too large for the slow one, all crossings are counted
    together, by the square of how far down a player goes. Every other criterion keeps its place,
    and the optimum is exact by this shorter table too, but a crossing higher up then no longer
    outweighs one further down.
    """
    ranks = {tp: rank for rank, tp in enumerate(sorted({e.tp for e in field}, reverse=True))}
    present = {entrant.number for entrant in field}
    rematch, second_bye, *rules = _rules(field, ranks)
    published = _list_other_pairs_criterion(
        PUBLISHED_CHANGED, present, wishes.published, RemarkKind.NEW_PAIR
    )
    ahead = _list_other_pairs_criterion(
        LATER_REMATCH, present, wishes.ahead, RemarkKind.LEAVES_A_REMATCH
    )
    above = (*_forbidden(present, wishes), rematch, second_bye, *ahead, *published, *rules)
    below = tuple(_kept_apart(present, wishes, round_number))
    ladder = (*above, *_crossings(field, ranks), *below, _dice_criterion(field, dice, DICE_BITS))
    if bits_of(ladder) <= WIDEST_BITS or len(field) <= WIDE_PLAYERS:
        return ladder
    return (
        *above,
        _all_crossings(field, ranks),
        *below,
        _dice_criterion(field, dice, SHORT_DICE_BITS),
    )


def bits_of(ladder: Iterable[DrawCriterion]) -> int:
    """Return the width in bits of a whole draw's cost as one number."""
    return sum(rule.bound.bit_length() for rule in ladder)


def list_shifts(ladder: Sequence[DrawCriterion]) -> Iterator[tuple[DrawCriterion, int]]:
    """Yield each criterion with the position of its bits in a cost, wide enough that no sum
    overflows.
    """
    shift = bits_of(ladder)
    for rule in ladder:
        shift -= rule.bound.bit_length()
        yield rule, shift


def total(rule: DrawCriterion, couples: Iterable[Couple]) -> int:
    """Return the sum of the couples' costs by one criterion."""
    return sum(rule.cost(first, second) for first, second in couples)


def _forbidden(present: set[int], wishes: DrawConstraints) -> Iterator[DrawCriterion]:
    pairs = {frozenset(pair) for pair in wishes.forbidden if {*pair} - {BYE} <= present}

    def forbidden(first: Entrant, second: Entrant | None) -> int:
        return int(frozenset((first.number, BYE if second is None else second.number)) in pairs)

    if pairs:
        yield DrawCriterion(
            FORBIDDEN,
            forbidden,
            min(len(pairs), (len(present) + 1) // 2),
            RemarkKind.FORBIDDEN,
            RemarkKind.NOTHING_ELSE,
            Grade.CONFIRM_TWICE,
        )


def _rules(field: Sequence[Entrant], ranks: Mapping[int, int]) -> tuple[DrawCriterion, ...]:
    odd = len(field) % 2

    def above_lowest(player: Entrant, opponent: Entrant | None) -> int:
        return len(ranks) - 1 - ranks[player.tp] if opponent is None else 0

    return (
        DrawCriterion(
            REMATCH,
            _rematch,
            len(field) // 2,
            RemarkKind.MEET_AGAIN,
            RemarkKind.NO_NEW_OPPONENT,
            Grade.CONFIRM_TWICE,
        ),
        DrawCriterion(
            SECOND_BYE,
            _second_bye,
            odd * max((e.byes for e in field), default=0),
            RemarkKind.BYE_AGAIN,
            RemarkKind.OTHERS_HAD_BYES,
            Grade.CONFIRM,
        ),
        DrawCriterion(
            BYE_ABOVE_LOWEST,
            above_lowest,
            odd * (len(ranks) - 1),
            RemarkKind.HIGH_BYE,
            RemarkKind.OTHERS_BELOW_HAD_BYES,
            Grade.CONFIRM,
        ),
        DrawCriterion(
            PAIR_DOWN_AGAIN,
            _repeated_pair_down,
            sum(e.paired_down for e in field),
            RemarkKind.DOWN_AGAIN,
            RemarkKind.STRICTER_OR_DOWN,
            Grade.CONFIRM,
        ),
    )


def _rematch(first: Entrant, second: Entrant | None) -> int:
    return int(second is not None and (second.number in first.met or first.number in second.met))


def _second_bye(player: Entrant, opponent: Entrant | None) -> int:
    return player.byes if opponent is None else 0


def _repeated_pair_down(first: Entrant, second: Entrant | None) -> int:
    return first.paired_down if second is not None and first.tp > second.tp else 0


def _list_other_pairs_criterion(
    name: str, present: set[int], pairs: Iterable[Numbers], remark: RemarkKind
) -> Iterator[DrawCriterion]:
    """Yield the criterion that counts pairs other than ``pairs``, if both players of any of these
    are here.
    """
    if known := _present_pairs(present, pairs):
        yield DrawCriterion(
            name, _is_not_of(known), (len(present) + 1) // 2, remark, grade=Grade.CONFIRM
        )


def _present_pairs(present: set[int], pairs: Iterable[Numbers]) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in pairs if {*pair} - {BYE} <= present}


def _is_not_of(pairs: set[frozenset[int]]) -> Cost:
    def cost(first: Entrant, second: Entrant | None) -> int:
        return int(frozenset((first.number, BYE if second is None else second.number)) not in pairs)

    return cost


def _crossings(field: Sequence[Entrant], ranks: Mapping[int, int]) -> Iterator[DrawCriterion]:
    sizes = Counter(entrant.tp for entrant in field)
    groups = {entrant.tp: entrant.group for entrant in field}
    below = len(field)
    for tp, rank in ranks.items():
        below -= sizes[tp]
        farthest = len(ranks) - 1 - rank
        yield DrawCriterion(
            f"{CROSSINGS} from {groups[tp]}",
            _crossing_from(tp, ranks),
            min(sizes[tp], below) * farthest,
            RemarkKind.PAIRED_DOWN,
            grade=Grade.CONFIRM,
            tp=tp,
        )


def _crossing_from(tp: int, ranks: Mapping[int, int]) -> Cost:
    def groups_crossed(first: Entrant, second: Entrant | None) -> int:
        return 0 if second is None or first.tp != tp else ranks[second.tp] - ranks[tp]

    return groups_crossed


def _all_crossings(field: Sequence[Entrant], ranks: Mapping[int, int]) -> DrawCriterion:
    def square(first: Entrant, second: Entrant | None) -> int:
        return 0 if second is None else (ranks[second.tp] - ranks[first.tp]) ** 2

    return DrawCriterion(
        CROSSINGS,
        square,
        len(field) // 2 * (len(ranks) - 1) ** 2,
        RemarkKind.PAIRED_DOWN,
        grade=Grade.CONFIRM,
    )


def _kept_apart(
    present: set[int], wishes: DrawConstraints, round_number: int
) -> Iterator[DrawCriterion]:
    for apart in wishes.apart:
        if round_number > 1 and apart.first_round_only:
            continue
        shared = Counter(word for number in present for word in apart.words.get(number, ()))
        bound = sum(
            any(shared[word] > 1 for word in apart.words.get(number, ())) for number in present
        )
        yield DrawCriterion(
            f"{SAME}{apart.kind.value}",
            _together(apart),
            bound // 2,
            KEPT_APART[apart.kind],
            RemarkKind.STRICTER_OR_TOGETHER,
        )


def _together(apart: Apart) -> Cost:
    words = apart.words
    nothing = frozenset[str]()

    def together(first: Entrant, second: Entrant | None) -> int:
        mine = words.get(first.number, nothing)
        return int(
            second is not None and bool(mine) and bool(mine & words.get(second.number, nothing))
        )

    return together


def _dice_criterion(field: Sequence[Entrant], dice: Dice, bits: int) -> DrawCriterion:
    def roll(first: Entrant, second: Entrant | None) -> int:
        return dice(first.number, BYE if second is None else second.number) >> (DICE_BITS - bits)

    return DrawCriterion("dice", roll, (len(field) + 1) // 2 * (2**bits - 1))
