"""A draw changed by hand against the program's own."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw.compare import Comparison, Fault, compare
from app.engine.draw.criteria import Grade
from app.engine.draw.values import BYE, Apart, DrawConstraints, Entrant, Kind
from tests.engine.pairing_oracle import asked, drawn, entrant, merits, pairing_of, played_fields


def test_the_programs_own_draw_shows_no_differences() -> None:
    own = asked([entrant(number) for number in range(1, 8)])
    found = compare(own, [pair[::-1] for pair in own.draw.pairs], own.draw.bye)
    assert (found.differences, found.changes, found.faults) == ((), (), ())
    assert found.grade is Grade.NOTE


def test_a_swap_among_equals_is_a_note() -> None:
    own = asked([entrant(number) for number in range(1, 5)])
    (a, b), (c, d) = own.draw.pairs
    found = compare(own, [(a, c), (b, d)], None)
    assert {
        difference.player: (difference.drawn, difference.edited) for difference in found.differences
    } == {
        a: (b, c),
        b: (a, d),
        c: (d, a),
        d: (c, b),
    }
    assert f"P{a} meets P{c} instead of P{b}." in {
        difference.sentence for difference in found.differences
    }
    said = "As good as the program’s own draw by every rule; only the dice differ."
    assert found.faults == (Fault(Grade.NOTE, (), said),)


def test_a_rematch_set_by_hand_must_be_confirmed_twice() -> None:
    own = asked([entrant(1, met=[2]), entrant(2, met=[1]), entrant(3), entrant(4)])
    found = compare(own, [(1, 2), (3, 4)], None)
    assert found.grade is Grade.CONFIRM_TWICE
    (fault,) = found.faults
    assert {*fault.players} == {1, 2}
    assert fault.sentence.endswith(" meet again; 1 rematch instead of 0.")
    assert [change.words for change in found.changes] == ["1 rematch instead of 0"]


def test_a_different_rematch_is_only_a_note_if_a_rematch_is_unavoidable() -> None:
    field = [entrant(n, met=[1, 2, 3, 4]) for n in range(1, 5)]
    own = asked(field)
    (a, b), (c, d) = own.draw.pairs
    found = compare(own, [(a, c), (b, d)], None)
    assert found.grade is Grade.NOTE
    assert all("the program’s own draw has the same." in fault.sentence for fault in found.faults)


def test_byes_pair_downs_and_club_pairings_are_graded() -> None:
    field = [entrant(1, 1), entrant(2, 1), entrant(3), entrant(4), entrant(5, byes=1)]
    own = asked(field)
    again = compare(own, [(1, 2), (3, 4)], 5)
    assert [fault.grade for fault in again.faults] == [Grade.CONFIRM]
    assert again.faults[0].sentence == "P5 has a bye again; 1 repeated bye instead of 0."
    other = next(n for n in (3, 4) if n != own.draw.bye)
    down = compare(own, [(1, other), (2, 5)], own.draw.bye)
    assert [fault.grade for fault in down.faults] == [Grade.CONFIRM] * 2
    assert "is paired down to P" in down.faults[0].sentence
    field = [entrant(number) for number in range(1, 5)]
    club = Apart(Kind.CLUB, {1: frozenset("x"), 2: frozenset("x")})
    own = asked(field, wishes=DrawConstraints(apart=(club,)))
    assert compare(own, [(1, 2), (3, 4)], None).faults[0].grade is Grade.NOTE


def test_duplicate_missing_and_unknown_players_must_be_confirmed_twice() -> None:
    own = asked([entrant(number) for number in range(1, 6)])
    found = compare(own, [(1, 2), (2, 2), (3, 77), (4000, 1)], BYE)
    sentences = [fault.sentence for fault in found.faults if fault.grade is Grade.CONFIRM_TWICE]
    assert "P2 is in the pairings twice." in sentences
    assert "P77 would play without being in this draw." in sentences
    assert "player 4000 would play without being in this draw." in sentences
    assert any(one.endswith("have no game and no bye.") for one in sentences)
    one = compare(own, [(1, 2), (3, 4)], None)
    assert [fault.sentence for fault in one.faults] == ["P5 has no game and no bye."]
    differences = {difference.player: difference.sentence for difference in one.differences}
    assert differences.keys() >= ({5} if own.draw.bye != 5 else set())
    assert all(text.startswith("P") and text.endswith(".") for text in differences.values())


def test_players_who_lose_their_game_or_gain_a_bye_are_reported() -> None:
    own = asked([entrant(number) for number in range(1, 6)])
    bye = own.draw.bye
    (a, b), (c, d) = own.draw.pairs
    found = compare(own, [(a, bye or 0), (c, d)], b)
    said = {difference.player: difference.sentence for difference in found.differences}
    assert said[b] == f"P{b} has the bye instead of P{a}."
    assert said[bye or 0] == f"P{bye} meets P{a} instead of the bye."
    found = compare(own, [(c, d)], bye)
    assert found.differences[0].sentence == f"P{a} has no game instead of P{b}."


def test_more_byes_than_needed_must_be_confirmed() -> None:
    own = asked([entrant(number) for number in range(1, 5)])
    pair, (a, b) = own.draw.pairs
    found = compare(own, [pair], a, more_byes=[b])
    (fault,) = found.faults
    assert (fault.grade, {*fault.players}) == (Grade.CONFIRM, {a, b})
    assert fault.sentence == f"2 byes too many: P{a} and P{b}."
    assert compare(own, [pair], a, left=[b]).grade is Grade.NOTE
    five = asked([entrant(number) for number in range(1, 6)])
    bye = five.draw.bye or 0
    (a, b), pair = five.draw.pairs
    sentences = [fault.sentence for fault in compare(five, [pair], bye, more_byes=[a]).faults]
    assert f"1 bye too many: P{bye} and P{a}." in sentences


def test_giving_up_a_set_pair_must_be_confirmed() -> None:
    field = [entrant(number) for number in range(1, 6)]
    own = asked(field, wishes=DrawConstraints(forced=((1, 2), (BYE, 3))))
    assert compare(own, own.draw.pairs, own.draw.bye).faults == ()
    found = compare(own, [(1, 3), (4, 5)], 2)
    assert [fault.sentence for fault in found.faults if fault.grade is Grade.CONFIRM] == [
        "P1 against P2 was set and is no longer paired.",
        "The bye for P3 was set and is no longer paired.",
    ]


def test_a_forbidden_pair_and_a_change_after_publishing_are_graded() -> None:
    field = [entrant(number) for number in range(1, 5)]
    own = asked(field, wishes=DrawConstraints(forbidden=((1, 2),), published=((1, 3), (2, 4))))
    assert {frozenset(pair) for pair in own.draw.pairs} == {frozenset((1, 3)), frozenset((2, 4))}
    found = compare(own, [(1, 2), (3, 4)], None)
    assert [fault.grade for fault in found.faults] == [
        Grade.CONFIRM_TWICE,
        Grade.CONFIRM,
        Grade.CONFIRM,
    ]


@settings(deadline=None, max_examples=100)
@given(played_fields(), st.integers(0, 2**16))
def test_changes_are_the_differences_between_the_draws_merits(
    field: list[Entrant], seed: int
) -> None:
    own = asked(field, seed, 3)
    other = drawn(field, seed + 1, 3)
    pairs = list(other.pairs)
    Random(seed).shuffle(pairs)
    found = compare(own, pairs, other.bye)
    mine = merits(field, pairing_of(field, own.draw))
    theirs = merits(field, pairing_of(field, other))
    assert bool(found.changes) == (mine != theirs)
    assert found.grade is Grade.NOTE  # both are best by every rule


def test_the_worst_fault_decides_what_publishing_requires() -> None:
    faults = [Fault(grade, (1,), "a sentence") for grade in Grade]
    for several in (faults, faults[::-1]):
        assert Comparison((), (), tuple(several)).grade is Grade.CONFIRM_TWICE
    assert Comparison((), (), ()).grade is Grade.NOTE
