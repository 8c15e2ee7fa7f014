"""The criteria of a draw: the one table that costs, explanations, log and checks read."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from app.engine.draw.dice import DICE_BITS, Dice
from app.engine.draw.matching import WIDEST_BITS
from app.engine.draw.values import (
    BYE,
    Apart,
    Couple,
    DrawConstraints,
    Entrant,
    Kind,
    group_words,
)
from app.engine.language import TextTable, mark_text, plural, say, template

SHORT_DICE_BITS = 24

WIDE_PLAYERS = 160
"""Up to here a sheet too wide for the fast solver goes to the slow one, which takes seconds."""

FORBIDDEN = mark_text("forbidden pair")
REMATCH = mark_text("rematch")
SECOND_BYE = mark_text("second bye")
BYE_ABOVE_LOWEST = mark_text("bye above the lowest group")
PAIR_DOWN_AGAIN = mark_text("repeated pair-down")
PUBLISHED_CHANGED = mark_text("published pair changed")
CROSSINGS = "crossings"
"""In files; players say pair-downs."""
SAME = "same "

Cost: TypeAlias = Callable[[Entrant, Entrant | None], int]
"""What a pair costs, the player with more points first; None is the bye."""


class Grade(IntEnum):
    """How much it takes to do it by hand all the same."""

    NOTE = 0
    CONFIRM = 1
    CONFIRM_TWICE = 2


@dataclass(frozen=True, slots=True)
class DrawCriterion:
    """One thing the draw keeps small. Any of it outweighs everything in later criteria."""

    name: str
    """Files keep it: `criterion_words` is what is read."""
    cost: Cost
    bound: int
    """No draw's costs add up to more."""
    fact: str = ""
    """What to say of a pair that has a cost; {first}, {second} are its players."""
    reason: str = ""
    """Why the draw did it all the same. Empty: nothing that would have to be excused."""
    grade: Grade = Grade.NOTE
    tp: int | None = None
    """Only pairs whose better player has so many points can have a cost; None: any."""

    def said_of(self, couple: Couple, names: Mapping[int, str]) -> str:
        """Return the fact, without its full stop."""
        first, second = couple
        opponent = say("the bye") if second is None else names[second.number]
        return self.fact.format(first=names[first.number], second=opponent)


def criterion_words(name: str) -> str:
    """Return a criterion's name in the reader's language."""
    if name.startswith(SAME):
        return say("same {kind}", kind=say(name.removeprefix(SAME)))
    what, _, group = name.partition(" from ")
    if what != CROSSINGS:
        return say(what)
    if not group:
        return say("pair-downs")
    return say("pair-downs from {group}", group=group_words(group))


def change_words(name: str, before: int, after: int) -> str:
    """Return a criterion that comes out otherwise: "1 rematch instead of 0"."""
    return say("{counted} instead of {before}", counted=_describe_count(name, after), before=before)


def _describe_count(name: str, count: int) -> str:
    """Return what a draw has of a criterion, as a player says it."""
    if name.startswith(SAME):
        kind = say(name.removeprefix(SAME))
        return plural(
            count,
            "{count} pair to keep apart ({kind})",
            "{count} pairs to keep apart ({kind})",
            kind=kind,
        )
    if name == FORBIDDEN:
        return plural(count, "{count} forbidden pair", "{count} forbidden pairs")
    if name == REMATCH:
        return plural(count, "{count} rematch", "{count} rematches")
    if name == SECOND_BYE:
        return plural(count, "{count} repeated bye", "{count} repeated byes")
    if name == BYE_ABOVE_LOWEST:
        return plural(count, "the bye {count} group too high", "the bye {count} groups too high")
    if name == PAIR_DOWN_AGAIN:
        return plural(count, "{count} repeated pair-down", "{count} repeated pair-downs")
    if name == PUBLISHED_CHANGED:
        return plural(count, "{count} published pair changed", "{count} published pairs changed")
    group = name.partition(" from ")[2]
    if not group:
        return say("a pair-down total of {count}", count=count)
    return plural(
        count,
        "those with {group} paired down {count} group together",
        "those with {group} paired down {count} groups together",
        group=group_words(group),
    )


KEPT_APART = TextTable(
    {
        Kind.CLUB: say("{first} and {second} of one club meet"),
        Kind.TRAVEL: say("{first} and {second}, who travelled together, meet"),
        Kind.FAMILY: say("{first} and {second} of one family meet"),
        Kind.REGION: say("{first} and {second} of one region meet"),
        Kind.CASTER: template("{first} and {second} meet and share a caster"),
        Kind.FACTION: say("{first} and {second} of one faction meet"),
        Kind.REQUEST: say("{first} and {second} meet against a request"),
    }
)


def criteria(
    field: Sequence[Entrant], dice: Dice, wishes: DrawConstraints, round_number: int
) -> tuple[DrawCriterion, ...]:
    """Return what this field's draw is judged by, the strictest first.

    Crossings between groups count group by group from the top. Where that is too wide for the
    fast solver and the field too large for the slow one, they count together, a longer way down
    for its square: every other criterion keeps its place, and the optimum is exact by this shorter
    table too, but a crossing higher up no longer outweighs one further down.
    """
    ranks = {tp: rank for rank, tp in enumerate(sorted({e.tp for e in field}, reverse=True))}
    present = {entrant.number for entrant in field}
    rematch, second_bye, *rules = _rules(field, ranks)
    published = _list_published_criterion(present, wishes)
    above = (*_forbidden(present, wishes), rematch, second_bye, *published, *rules)
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
    """Return how wide a whole draw's cost is as one number."""
    return sum(rule.bound.bit_length() for rule in ladder)


def shifts(ladder: Sequence[DrawCriterion]) -> Iterator[tuple[DrawCriterion, int]]:
    """Yield each criterion with the place of its bits, wide enough that no sum spills over."""
    shift = bits_of(ladder)
    for rule in ladder:
        shift -= rule.bound.bit_length()
        yield rule, shift


def total(rule: DrawCriterion, couples: Iterable[Couple]) -> int:
    """Return what a whole draw has of one criterion."""
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
            say("{first} is paired with {second}, which is forbidden"),
            say("the pairs that are set and forbidden leave nothing else"),
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
            say("{first} and {second} meet again"),
            say("not everybody could be given a new opponent"),
            Grade.CONFIRM_TWICE,
        ),
        DrawCriterion(
            SECOND_BYE,
            _second_bye,
            odd * max((e.byes for e in field), default=0),
            say("{first} has a bye again"),
            say("everybody else has had as many or would leave a rematch behind"),
            Grade.CONFIRM,
        ),
        DrawCriterion(
            BYE_ABOVE_LOWEST,
            above_lowest,
            odd * (len(ranks) - 1),
            say("{first} has the bye from above the lowest group"),
            say("everybody below has had more byes or would leave a rematch behind"),
            Grade.CONFIRM,
        ),
        DrawCriterion(
            PAIR_DOWN_AGAIN,
            _repeated_pair_down,
            sum(e.paired_down for e in field),
            say("{first} is paired down again, to {second}"),
            say("any other draw breaks a stricter rule or pairs somebody down again as well"),
            Grade.CONFIRM,
        ),
    )


def _rematch(first: Entrant, second: Entrant | None) -> int:
    return int(second is not None and (second.number in first.met or first.number in second.met))


def _second_bye(player: Entrant, opponent: Entrant | None) -> int:
    return player.byes if opponent is None else 0


def _repeated_pair_down(first: Entrant, second: Entrant | None) -> int:
    return first.paired_down if second is not None and first.tp > second.tp else 0


def _list_published_criterion(
    present: set[int], wishes: DrawConstraints
) -> Iterator[DrawCriterion]:
    known = {frozenset(pair) for pair in wishes.published if {*pair} - {BYE} <= present}

    def changed(first: Entrant, second: Entrant | None) -> int:
        return int(frozenset((first.number, BYE if second is None else second.number)) not in known)

    if known:
        yield DrawCriterion(
            PUBLISHED_CHANGED,
            changed,
            (len(present) + 1) // 2,
            say("{first} against {second} is new"),
            grade=Grade.CONFIRM,
        )


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
            say("{first} is paired down to {second}"),
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
        say("{first} is paired down to {second}"),
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
            say("keeping them apart breaks a stricter rule or brings others together"),
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
