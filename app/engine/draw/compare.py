"""A draw changed by hand against the program's own: what differs and what is worse."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from app.engine.draw.criteria import DrawCriterion, Grade, change_words, total
from app.engine.draw.explain import Change, changes
from app.engine.draw.graph import name_of, pair_words
from app.engine.draw.solve import Solution, merits
from app.engine.draw.values import BYE, Couple, Entrant, Numbers, opponents
from app.engine.language import plural, say
from app.engine.text import join_words, sentence


@dataclass(frozen=True, slots=True)
class Difference:
    """One player whose opponent is another one than in the program's draw."""

    player: int
    drawn: int | None
    """BYE for the bye, None for nobody."""
    edited: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something to say about an edited draw, and how much it takes to go on."""

    grade: Grade
    players: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Changed pairings against the program's own draw."""

    differences: tuple[Difference, ...]
    """What changes for each player; empty for the program's own draw."""
    changes: tuple[Change, ...]
    faults: tuple[Fault, ...]
    """What the pairings break, worst first."""

    @property
    def grade(self) -> Grade:
        """The confirmation that publishing this requires."""
        return max((fault.grade for fault in self.faults), default=Grade.NOTE)


def compare(
    drawn: Solution,
    pairs: Sequence[Numbers],
    bye: int | None,
    *,
    more_byes: Collection[int] = (),
    came: Collection[int] = (),
    left: Collection[int] = (),
) -> Comparison:
    """Return an edited draw, in whatever order, finished or not, against the program's own. Beside
    ``bye``, ``more_byes`` have one.

    Since then ``came`` have arrived and ``left`` are gone: nothing odd if they play, or do not.
    """
    byes = [*([] if bye is None else [bye]), *more_byes]
    couples = tuple(edited_couples(drawn, pairs, byes))
    mine = opponents(drawn.draw.couples)
    theirs = opponents((*pairs, *((player, BYE) for player in byes)))
    faults = [
        *_seating(drawn, pairs, byes, came, left),
        *_given_up(drawn, theirs),
        *_criteria(drawn, couples),
    ]
    changed = changes(drawn.draw.merits, merits(drawn.sheet, couples))
    differences = tuple(
        Difference(entrant.number, mine.get(entrant.number), theirs.get(entrant.number), note)
        for entrant in drawn.sheet.field
        if (note := _difference(drawn, entrant.number, mine, theirs))
    )
    if differences and not changed and not faults:
        note = say("As good as the program's own draw by every rule; only the dice differ.")
        faults = [Fault(Grade.NOTE, (), note)]
    faults.sort(key=lambda fault: -fault.grade)
    return Comparison(differences, changed, tuple(faults))


def edited_couples(
    drawn: Solution, pairs: Sequence[Numbers], byes: Sequence[int]
) -> Iterator[Couple]:
    """Yield the pairs that two players of the draw make, the better one first."""
    seats = {entrant.number: seat for seat, entrant in enumerate(drawn.sheet.field)}
    for player, other in pairs:
        if player in seats and other in seats and player != other:
            first, second = sorted((seats[player], seats[other]))
            yield drawn.sheet.field[first], drawn.sheet.field[second]
    for bye in byes:
        if bye in seats:
            yield drawn.sheet.field[seats[bye]], None


def _difference(drawn: Solution, number: int, mine: dict[int, int], theirs: dict[int, int]) -> str:
    """Return what changes for one player; the three others of a swap have their own."""
    before, after = mine.get(number), theirs.get(number)
    if before == after:
        return ""
    return sentence(
        say(
            "{game} instead of {opponent}",
            game=_game(drawn, number, after),
            opponent=_opponent(drawn, before),
        )
    )


def _game(drawn: Solution, number: int, opponent: int | None) -> str:
    name = drawn.sheet.names[number]
    if opponent in (None, BYE):
        return say("{name} has {opponent}", name=name, opponent=_opponent(drawn, opponent))
    return say("{name} meets {opponent}", name=name, opponent=_opponent(drawn, opponent))


def _opponent(drawn: Solution, number: int | None) -> str:
    if number is None:
        return say("no game")
    return say("the bye") if number == BYE else name_of(number, drawn.sheet.names)


def _seating(
    drawn: Solution,
    pairs: Sequence[Numbers],
    byes: Sequence[int],
    came: Collection[int],
    left: Collection[int],
) -> Iterator[Fault]:
    """Yield who is there twice, not at all, or without being in the draw."""
    times_seated = Counter([*(player for pair in pairs for player in pair), *byes])
    present = [entrant.number for entrant in drawn.sheet.field]
    for number, times in times_seated.items():
        if times > 1:
            words = say("{opponent} is in the pairings twice.", opponent=_opponent(drawn, number))
            yield Fault(Grade.CONFIRM_TWICE, (number,), words)
        if number not in present and number not in came:
            words = say(
                "{opponent} would play without being in this draw.",
                opponent=_opponent(drawn, number),
            )
            yield Fault(Grade.CONFIRM_TWICE, (number,), words)
    if out := tuple(
        number for number in present if number not in times_seated and number not in left
    ):
        words = plural(
            len(out),
            "{names} has no game and no bye.",
            "{names} have no game and no bye.",
            names=join_words(drawn.sheet.names[number] for number in out),
        )
        yield Fault(Grade.CONFIRM_TWICE, out, words)


def _given_up(drawn: Solution, theirs: dict[int, int]) -> Iterator[Fault]:
    for player, other in drawn.sheet.wishes.forced:
        held = drawn.sheet.held.get(player) == other
        if held and theirs.get(player or other) != (other if player else player):
            pair = pair_words(player, other, drawn.sheet.names)
            words = say("{pair} was set and is no longer paired.", pair=pair)
            yield Fault(Grade.CONFIRM, (player, other), words)


def _criteria(drawn: Solution, couples: Sequence[Couple]) -> Iterator[Fault]:
    """Yield each new pair that costs something: as grave as its rule, if the draw as a whole is
    worse.
    """
    own = {_numbers(couple) for couple in drawn.couples}
    for rule in drawn.sheet.ladder[:-1]:
        before, after = total(rule, drawn.couples), total(rule, couples)
        for couple in couples:
            if rule.cost(*couple) and _numbers(couple) not in own:
                yield _fault(drawn, rule, couple, before, after)


def _fault(drawn: Solution, rule: DrawCriterion, couple: Couple, before: int, after: int) -> Fault:
    first, second = couple
    players = (first.number,) if second is None else (first.number, second.number)
    breach = rule.said_of(couple, drawn.sheet.names)
    if after > before:
        return Fault(
            rule.grade,
            players,
            say(
                "{breach}; {change}.",
                breach=breach,
                change=change_words(rule.name, before, after),
            ),
        )
    return Fault(
        Grade.NOTE, players, say("{breach}; the program's draw has as much of it.", breach=breach)
    )


def _numbers(couple: tuple[Entrant, Entrant | None]) -> frozenset[int]:
    first, second = couple
    return frozenset((first.number, BYE if second is None else second.number))
