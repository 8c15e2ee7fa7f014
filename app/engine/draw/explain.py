"""Explains a draw: solves it again with a pair forced or forbidden, and compares the results.

Each answer requires another draw, so a table of answers has to be filled in the background.
"""

from collections.abc import Iterator, Sequence
from enum import Enum

from msgspec import Struct

from app.engine.draw.alternatives import Keep, Nearby, best_with, nearby, solved_with
from app.engine.draw.criteria import PAIR_DOWN_AGAIN, REMATCH, SAME, DrawCriterion, change_words
from app.engine.draw.graph import CostGraph, couples_of, pair_words, restore_pairs, with_pair
from app.engine.draw.solve import Solution, merits
from app.engine.draw.values import BYE, Couple, Entrant, Merit, Numbers
from app.engine.language import plural, say
from app.engine.text import join_words


class Change(Struct, frozen=True):
    """A criterion whose value differs between two draws."""

    name: str
    before: int
    after: int

    @property
    def words(self) -> str:
        """The change in words: "1 rematch instead of 0"."""
        return change_words(self.name, self.before, self.after)


class WhatIf(Struct, frozen=True):
    """Other pairings, in which two players meet, compared with the present ones. ``merits`` are
    those of the other pairings.

    The first of ``changes`` decides. If the other pairings are the best draw with that pair, the
    first change is for the worse; without changes, both are equally good and only the dice decided.
    """

    pair: Numbers
    changes: tuple[Change, ...]
    new: tuple[Numbers, ...]
    gone: tuple[Numbers, ...]
    given_up: tuple[str, ...]
    """Wishes of the organizer that the other pairings cannot meet."""
    sentence: str
    merits: tuple[Merit, ...]


class Topic(Enum):
    """A fact of the draw that a player may question."""

    PAIR_DOWN = "pair-down"
    BYE = "bye"
    REMATCH = "rematch"
    APART = "kept apart"


class Question(Struct, frozen=True):
    """Something in the draw that calls for a reason, and a short reason."""

    topic: Topic
    pair: Numbers
    sentence: str


class Alternative(Struct, frozen=True):
    """Another player who could take the place that a question is about, and the ways in which the
    best draw with that player there is worse.
    """

    player: int
    """The player who would be paired down or have the bye instead, or whom the first player of the
    pair would meet.
    """
    changes: tuple[Change, ...]
    sentence: str


def what_if(drawn: Solution, player: int, other: int) -> WhatIf:
    """Return the best draw in which these two meet; BYE stands for the bye.

    Raises ValueError for a player who is not in the draw, or for BYE if the number of players is
    even.
    """
    first, second = sorted((drawn.sheet.seat(player), drawn.sheet.seat(other)))
    sheet, couples = _with(drawn.sheet, first, second)
    then = merits(drawn.sheet, couples)
    changed = changes(drawn.draw.merits, then)
    before, after = _numbers(drawn.couples), _numbers(couples)
    given_up = tuple(
        say("{pair} was set and is no longer paired.", pair=pair_words(*pair, sheet.names))
        for pair in drawn.sheet.wishes.forced
        if drawn.sheet.held.get(pair[0]) == pair[1] and sheet.held.get(pair[0]) != pair[1]
    )
    return WhatIf(
        pair=(player, other),
        changes=changed,
        new=only_in(after, before),
        gone=only_in(before, after),
        given_up=given_up,
        sentence=_verdict(changed, same=not only_in(after, before)),
        merits=then,
    )


def questions(drawn: Solution) -> tuple[Question, ...]:
    """Return a question for every pair-down, the bye, every rematch, and every pair that was to be
    kept apart.
    """
    result = []
    for couple in drawn.couples:
        pair = _pair(couple)
        first, second = couple
        if second is None:
            result.append(Question(Topic.BYE, pair, _why_bye(drawn, first)))
            continue
        if first.tp > second.tp:
            result.append(Question(Topic.PAIR_DOWN, pair, _why_down(drawn, first, second)))
        for rule in drawn.sheet.ladder:
            topic = _topic(rule)
            if topic and rule.cost(*couple):
                result.append(Question(topic, pair, drawn.sheet.excuse(rule, couple)))
    return tuple(result)


def alternatives(drawn: Solution, question: Question) -> Iterator[Alternative]:
    """Yield the alternatives to the subject of a question, in the order of the field. Each
    alternative may require another draw.
    """
    near = nearby(drawn)
    lower = _like(near, question.pair[1]) if question.topic is Topic.PAIR_DOWN else ()
    for player in candidates(drawn, question):
        if question.topic is Topic.PAIR_DOWN:
            best = _best_down(near, player, question.pair[0], lower)
        else:
            best = _best_meeting(near, question, player)
        changed = changes(drawn.draw.merits, best)
        yield Alternative(player, changed, _verdict(changed, same=False))


def _best_down(
    near: Nearby, player: int, instead_of: int, lower: Sequence[int]
) -> tuple[Merit, ...]:
    """Return the merits of the best draw in which ``player`` is paired down and ``instead_of`` is
    not.
    """
    seat, other = near.seats[player], near.seats[instead_of]
    again = near.sheet.field[seat].paired_down
    at_least = [again * (rule.name == PAIR_DOWN_AGAIN) for rule in near.sheet.ladder[:-1]]
    keep = _going_down(near.sheet, seat, other)
    pairs = ((seat, i) for i in lower)
    return best_with(near, pairs, keep, at_least, (other,)) or _best_within(near, keep)


def _best_meeting(near: Nearby, question: Question, player: int) -> tuple[Merit, ...]:
    """Return the merits of the best draw in which ``player`` takes the place of one of the
    question's pair.
    """
    first, second = question.pair
    numbers = (player, BYE) if second == BYE else (first, player)
    left, other = sorted(near.seats[number] for number in numbers)
    couple, keep = near.sheet.couple(left, other), _meeting(left, other)
    at_least = [rule.cost(*couple) for rule in near.sheet.ladder[:-1]]
    return best_with(near, [(left, other)], keep, at_least) or _best_within(near, keep)


def _best_within(near: Nearby, keep: Keep) -> tuple[Merit, ...]:
    best = solved_with(near, keep)
    if best is None:
        couples = couples_of(restore_pairs(near.sheet), keep)
        best = merits(near.sheet, couples or ())
    return best


def _like(near: Nearby, number: int) -> list[int]:
    """Return the seats of this player and then of the other free players with as many points."""
    own = near.seats[number]
    tp = near.sheet.field[own].tp
    free = [
        seat
        for seat, entrant in enumerate(near.sheet.field)
        if entrant.tp == tp and entrant.number not in near.sheet.held
    ]
    return sorted(free, key=lambda seat: seat != own)


def candidates(drawn: Solution, question: Question) -> tuple[int, ...]:
    """Return the players who could take the place that the question is about. Players in pairs that
    the organizer set are left out.
    """
    first, second = question.pair
    field = {entrant.number: entrant for entrant in drawn.sheet.field}
    free = [entrant for entrant in drawn.sheet.field if entrant.number not in drawn.sheet.held]
    me = field[first]
    if first in drawn.sheet.held:
        return ()
    if question.topic is Topic.PAIR_DOWN:
        down = {*drawn.draw.paired_down, drawn.draw.bye}
        entrants = [
            entrant for entrant in free if entrant.tp == me.tp and entrant.number not in down
        ]
    elif question.topic is Topic.BYE:
        lowest = drawn.sheet.field[-1].tp
        entrants = [entrant for entrant in free if entrant.tp == lowest and entrant != me]
    else:
        others = [entrant for entrant in free if entrant.number not in {first, second}]
        new = [
            entrant
            for entrant in others
            if entrant.number not in me.met and first not in entrant.met
        ]
        near = field[second].tp
        entrants = (
            new
            if question.topic is Topic.REMATCH
            else [entrant for entrant in new if entrant.tp == near]
        )
    return tuple(entrant.number for entrant in entrants)


def _with(sheet: CostGraph, first: int, second: int) -> tuple[CostGraph, tuple[Couple, ...]]:
    """Return the best draw in which these two seats meet, with its graph. There is always such a
    draw.
    """

    keep = _meeting(first, second)
    numbers = _pair(sheet.couple(first, second))
    couples = None
    if not sheet.held.keys() & {*numbers}:
        couples = couples_of(sheet, keep)
    if couples is None:
        bound = with_pair(sheet, *numbers)
        couples = couples_of(bound)
        if couples is None:
            bound = with_pair(restore_pairs(sheet), *numbers)
        sheet = bound
    return sheet, couples or couples_of(sheet) or ()


def _meeting(first: int, second: int) -> Keep:
    """Return a test that only allows draws in which these two seats meet."""

    def keep(i: int, j: int) -> bool:
        return (i, j) == (first, second) or not {i, j} & {first, second}

    return keep


def _going_down(sheet: CostGraph, seat: int, other: int) -> Keep:
    """Return a test that only allows draws in which ``seat`` is paired down and ``other`` is
    not.
    """
    tp = sheet.field[seat].tp

    def lower(i: int) -> bool:
        opponent = sheet.seats[i]
        return opponent is not None and opponent.tp < tp

    def keep(i: int, j: int) -> bool:
        return (i != seat or lower(j)) and j != seat and (i != other or not lower(j))

    return keep


def changes(before: Sequence[Merit], after: Sequence[Merit]) -> tuple[Change, ...]:
    """Return the criteria in which two draws differ, the strictest first."""
    return tuple(
        Change(old.name, old.value, new.value)
        for old, new in zip(before, after, strict=True)
        if old.value != new.value
    )


def _verdict(changed: Sequence[Change], *, same: bool) -> str:
    if same:
        return say("This is the draw.")
    if not changed:
        return say("Just as good by every rule; the dice decided.")
    return say("Worse: {changed}.", changed=changed[0].words)


def _topic(rule: DrawCriterion) -> Topic | None:
    if rule.name == REMATCH:
        return Topic.REMATCH
    return Topic.APART if rule.name.startswith(SAME) else None


def _why_bye(drawn: Solution, player: Entrant) -> str:
    name = drawn.sheet.names[player.number]
    if player.number in drawn.sheet.held:
        return say("{name} has the bye because you set it that way.", name=name)
    size = len(drawn.sheet.field)
    group = [entrant for entrant in drawn.sheet.field if entrant.tp == player.tp]
    where = say("the lowest group") if group[-1] == drawn.sheet.field[-1] else say("a higher group")
    odd = say("{size} is an odd number of players.", size=size)
    if player.is_team:
        odd = say("{size} is an odd number of teams.", size=size)
    return say(
        "{odd} {name} has the bye, out of {where}: {members} with {points}.",
        odd=odd,
        name=name,
        where=where,
        members=_members(len(group), player),
        points=player.points_words,
    )


def _members(count: int, one: Entrant) -> str:
    if one.is_team:
        return plural(count, "{count} team", "{count} teams")
    return plural(count, "{count} player", "{count} players")


def _why_down(drawn: Solution, first: Entrant, second: Entrant) -> str:
    names = drawn.sheet.names
    goes = say(
        "{name} goes down to {opponent} with {points}",
        name=names[first.number],
        opponent=names[second.number],
        points=second.points_words,
    )
    if first.number in drawn.sheet.held:
        return say("{goes} because you set it that way.", goes=goes)
    size = sum(entrant.tp == first.tp for entrant in drawn.sheet.field)
    came = [
        names[entrant.number]
        for entrant, other in drawn.couples
        if other and entrant.tp > first.tp == other.tp
    ]
    bye = [
        names[entrant.number]
        for entrant, other in drawn.couples
        if other is None and entrant.tp == first.tp
    ]
    left = size - len(came) - len(bye)
    reason = plural(
        size,
        "{count} player had {points}",
        "{count} players had {points}",
        points=first.points_words,
    )
    if first.is_team:
        reason = plural(
            size,
            "{count} team had {points}",
            "{count} teams had {points}",
            points=first.points_words,
        )
    if came:
        reason = say("{reason}, {came} came down to them", reason=reason, came=join_words(came))
    if bye:
        reason = say("{reason}, {bye} had the bye", reason=reason, bye=join_words(bye))
    if left % 2:
        return say("{reason}: an odd number to pair. {goes}.", reason=reason, goes=goes)
    return say(
        "{reason}: they could not all be paired among themselves. {goes}.", reason=reason, goes=goes
    )


def _pair(couple: Couple) -> Numbers:
    first, second = couple
    return first.number, BYE if second is None else second.number


def _numbers(couples: Sequence[Couple]) -> tuple[Numbers, ...]:
    return tuple(_pair(couple) for couple in couples)


def only_in(some: Sequence[Numbers], others: Sequence[Numbers]) -> tuple[Numbers, ...]:
    """Return the pairs of ``some`` that are not among the others, either way round."""
    known = {frozenset(pair) for pair in others}
    return tuple(pair for pair in some if frozenset(pair) not in known)
