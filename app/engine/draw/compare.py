"""Compares a draw that was changed by hand with the program's own."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from app.engine.draw.criteria import DrawCriterion, Grade, change_words, total
from app.engine.draw.explain import Change, changes
from app.engine.draw.graph import name_of, pair_words
from app.engine.draw.solve import Solution, merits
from app.engine.draw.values import BYE, Couple, Entrant, Numbers, opponents
from app.engine.remarks import RemarkKind, Said, note
from app.engine.text import sentence


class Difference(Struct, frozen=True):
    """A player with another opponent than in the program's draw."""

    player: int
    drawn: int | None
    """The opponent in the program's draw; BYE for the bye, None for no game."""
    edited: int | None
    words: Said
    """The difference in words, without a full stop."""

    @property
    def sentence(self) -> str:
        return sentence(self.words)


class Fault(Struct, frozen=True):
    """A fault of an edited draw, and how strongly the organizer must confirm it."""

    grade: Grade
    players: tuple[int, ...]
    sentence: Said


class Comparison(Struct, frozen=True):
    """The differences between edited pairings and the program's own draw."""

    differences: tuple[Difference, ...]
    """The changes for each player; empty if the pairings are the program's own."""
    changes: tuple[Change, ...]
    faults: tuple[Fault, ...]
    """The faults of the pairings, the worst first."""

    @property
    def grade(self) -> Grade:
        """The confirmation that publishing the pairings requires."""
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
    """Compare an edited draw, in any order and finished or not, with the program's own. ``bye`` and
    ``more_byes`` have the bye.

    Since the draw, the players of ``came`` have arrived and those of ``left`` have gone. It is no
    fault if players who arrived play, or if players who left do not.
    """
    byes = [*([] if bye is None else [bye]), *more_byes]
    couples = tuple(edited_couples(drawn, pairs, byes))
    mine = opponents(drawn.draw.couples)
    theirs = opponents((*pairs, *((player, BYE) for player in byes)))
    faults = [
        *_seating(drawn, pairs, byes, came, left),
        *_extra_byes(drawn, couples, left),
        *_given_up(drawn, theirs),
        *_criteria(drawn, couples),
    ]
    changed = changes(drawn.draw.merits, merits(drawn.sheet, couples))
    differences = tuple(
        Difference(entrant.number, mine.get(entrant.number), theirs.get(entrant.number), words)
        for entrant in drawn.sheet.field
        if (words := _difference(drawn, entrant.number, mine, theirs))
    )
    if differences and not changed and not faults:
        faults = [Fault(Grade.NOTE, (), note(RemarkKind.AS_GOOD))]
    faults.sort(key=lambda fault: -fault.grade)
    return Comparison(differences, changed, tuple(faults))


def edited_couples(
    drawn: Solution, pairs: Sequence[Numbers], byes: Sequence[int]
) -> Iterator[Couple]:
    """Yield the pairs in which both players are in the draw, the better player first, and the
    byes.
    """
    seats = {entrant.number: seat for seat, entrant in enumerate(drawn.sheet.field)}
    for player, other in pairs:
        if player in seats and other in seats and player != other:
            first, second = sorted((seats[player], seats[other]))
            yield drawn.sheet.field[first], drawn.sheet.field[second]
    for bye in byes:
        if bye in seats:
            yield drawn.sheet.field[seats[bye]], None


def _difference(
    drawn: Solution, number: int, mine: dict[int, int], theirs: dict[int, int]
) -> Said | None:
    """Return the difference for one player in words; None if there is none."""
    before, after = mine.get(number), theirs.get(number)
    if before == after:
        return None
    return note(
        RemarkKind.GAME_INSTEAD, game=_game(drawn, number, after), opponent=_opponent(drawn, before)
    )


def _game(drawn: Solution, number: int, opponent: int | None) -> Said:
    name = drawn.sheet.names[number]
    if opponent in (None, BYE):
        return note(RemarkKind.HAS, name=name, opponent=_opponent(drawn, opponent))
    return note(RemarkKind.MEETS, name=name, opponent=_opponent(drawn, opponent))


def _opponent(drawn: Solution, number: int | None) -> str:
    if number is None:
        return note(RemarkKind.NO_GAME)
    return note(RemarkKind.THE_BYE) if number == BYE else name_of(number, drawn.sheet.names)


def _seating(
    drawn: Solution,
    pairs: Sequence[Numbers],
    byes: Sequence[int],
    came: Collection[int],
    left: Collection[int],
) -> Iterator[Fault]:
    """Yield a fault for each player who is seated twice or not at all, or who is not in the
    draw.
    """
    times_seated = Counter([*(player for pair in pairs for player in pair), *byes])
    present = [entrant.number for entrant in drawn.sheet.field]
    for number, times in times_seated.items():
        if times > 1:
            words = note(RemarkKind.IN_TWICE, opponent=_opponent(drawn, number))
            yield Fault(Grade.CONFIRM_TWICE, (number,), words)
        if number not in present and number not in came:
            words = note(RemarkKind.NOT_OF_DRAW, opponent=_opponent(drawn, number))
            yield Fault(Grade.CONFIRM_TWICE, (number,), words)
    if out := tuple(
        number for number in present if number not in times_seated and number not in left
    ):
        words = note(
            RemarkKind.NO_GAME_NO_BYE,
            count=len(out),
            names=(drawn.sheet.names[number] for number in out),
        )
        yield Fault(Grade.CONFIRM_TWICE, out, words)


def _extra_byes(
    drawn: Solution, couples: Sequence[Couple], left: Collection[int]
) -> Iterator[Fault]:
    """Yield a fault if there are more byes than in the program's own draw. One more is expected for
    each player who left, because that player's opponent may now have a bye.
    """
    needed = sum(second is None for _, second in drawn.couples)
    needed += sum(entrant.number in left for entrant in drawn.sheet.field)
    byes = tuple(first.number for first, second in couples if second is None)
    if len(byes) > needed:
        names = (drawn.sheet.names[number] for number in byes)
        words = note(RemarkKind.TOO_MANY_BYES, count=len(byes) - needed, names=names)
        yield Fault(Grade.CONFIRM, byes, words)


def _given_up(drawn: Solution, theirs: dict[int, int]) -> Iterator[Fault]:
    for player, other in drawn.sheet.wishes.forced:
        held = drawn.sheet.held.get(player) == other
        if held and theirs.get(player or other) != (other if player else player):
            pair = pair_words(player, other, drawn.sheet.names)
            words = note(RemarkKind.NO_LONGER_PAIRED, pair=pair)
            yield Fault(Grade.CONFIRM, (player, other), words)


def _criteria(drawn: Solution, couples: Sequence[Couple]) -> Iterator[Fault]:
    """Yield a fault for each new pair that costs something. The fault is as grave as the criterion
    if the draw as a whole gets worse, and only a note otherwise.
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
            note(RemarkKind.BREACH, breach=breach, change=change_words(rule.name, before, after)),
        )
    return Fault(Grade.NOTE, players, note(RemarkKind.BREACH_OF_BOTH, breach=breach))


def _numbers(couple: tuple[Entrant, Entrant | None]) -> frozenset[int]:
    first, second = couple
    return frozenset((first.number, BYE if second is None else second.number))
