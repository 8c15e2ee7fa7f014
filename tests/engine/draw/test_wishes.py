"""The organizer's wishes: forced, forbidden, kept apart, kept as published; alone and together."""

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw.solve import draw
from app.engine.draw.values import BYE, Apart, Draw, DrawConstraints, Entrant, Kind, Numbers
from app.engine.frozen import replace
from tests.engine.pairing_oracle import (
    any_fields,
    any_wishes,
    asked,
    best_by_masks,
    drawn,
    entrant,
    event,
    every_pairing,
    holds,
    merits,
    pairing_of,
    played_fields,
    rolled,
    second_opinion,
    unordered,
)

slowly = partial(settings, deadline=None)


def couples(result: Draw) -> set[frozenset[int]]:
    return {frozenset(pair) for pair in result.couples}


def apart(kind: Kind, *groups: Sequence[int], first_round_only: bool = False) -> Apart:
    words = {
        number: frozenset({str(word)}) for word, group in enumerate(groups) for number in group
    }
    return Apart(kind, words, first_round_only)


@pytest.mark.long
@slowly(max_examples=300)
@given(any_fields() | played_fields(), st.integers(0, 2**32), st.integers(1, 2))
def test_the_draw_is_the_best_of_all_pairings_with_the_forced_pairs(
    field: list[Entrant], seed: int, round_number: int
) -> None:
    wishes = any_wishes(field, Random(seed))
    result = drawn(field, seed, round_number, wishes=wishes)
    mine = pairing_of(field, result)
    judged = partial(merits, field, wishes=wishes, round_number=round_number)
    best = min(
        (pairing for pairing in every_pairing(field) if holds(wishes, pairing)),
        key=lambda p: (judged(p), rolled(seed, p, round_number=round_number)),
    )
    assert judged(mine) == judged(best)
    assert unordered(mine) == unordered(best)
    assert [merit.value for merit in result.merits if merit.value] == [n for n in judged(mine) if n]
    assert bool(result.impossible) == bool(judged(mine)[0])


@pytest.mark.parametrize("players", [11, 12, 13])
def test_up_to_thirteen_players_another_method_finds_the_same_draw(players: int) -> None:
    for seed in range(4):
        *_, field = event(players, 5, seed, drops=True, late=True)
        wishes = any_wishes(field, Random(seed))
        best, pairs = best_by_masks(field, seed, wishes, 6)
        result = drawn(field, seed, 6, wishes=wishes)
        assert couples(result) == pairs
        mine = pairing_of(field, result)
        assert merits(field, mine, wishes, round_number=6) == [*best[:-1]]


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(24, 5), (33, 6), (48, 6)])
def test_a_second_solver_agrees_about_wishes_in_larger_fields(players: int, rounds: int) -> None:
    for seed in range(3):
        *_, field = event(players, rounds, seed)
        wishes = replace(any_wishes(field, Random(seed)), forced=())
        mine = pairing_of(field, drawn(field, seed, wishes=wishes))
        assert unordered(mine) == second_opinion(field, seed, wishes)


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 7, 12, 31])
def test_every_pair_can_be_forced_and_every_pair_forbidden(players: int) -> None:
    *_, field = event(players, 3, seed=players)
    numbers = [player.number for player in field] + [BYE] * (players % 2)
    for pair in list(combinations(numbers, 2))[:60]:
        assert frozenset(pair) in couples(drawn(field, wishes=DrawConstraints(forced=(pair,))))
        assert frozenset(pair) not in couples(
            drawn(field, wishes=DrawConstraints(forbidden=(pair,)))
        )


def test_a_volunteer_has_the_bye_whatever_their_points() -> None:
    field = [entrant(n, tp=n // 3) for n in range(1, 8)]
    result = drawn(field, wishes=DrawConstraints(forced=((BYE, 7),)))
    assert result.bye == 7
    assert result.impossible == ()
    assert result.gave_way == ("P7 has the bye from above the lowest group: it was set so.",)
    assert result.causes == ()


def test_a_rematch_is_explained_by_the_pair_having_been_set() -> None:
    field = [entrant(1, met=[2]), entrant(2, met=[1]), entrant(3), entrant(4)]
    result = drawn(field, wishes=DrawConstraints(forced=((1, 2),)))
    assert result.gave_way in {
        ("P1 and P2 meet again: it was set so.",),
        ("P2 and P1 meet again: it was set so.",),
    }
    assert result.causes == ()


@pytest.mark.parametrize(
    ("players", "wishes", "said"),
    [
        (
            4,
            [(1, 2), (2, 3)],
            "P2 against P3 conflicts with P2 against P1, which was",
        ),
        (5, [(1, BYE), (2, BYE)], "The bye for P2 conflicts with The bye for P1, which"),
        (4, [(1, BYE)], "The bye for P1 is impossible: the number of players is even."),
        (4, [(1, 9)], "P1 against P9 is impossible: P9 is not in this draw."),
        (4, [(1, 5000)], "P1 against player 5000 is impossible: player 5000 is not in this draw."),
        (4, [(1, 1)], "P1 against P1 is impossible: a pair takes two."),
        (4, [(1, 4)], "P1 against P4 is both set and forbidden; it was left out."),
    ],
)
def test_impossible_forced_pairs_are_named_and_the_rest_is_drawn(
    players: int, wishes: Sequence[Numbers], said: str
) -> None:
    field = [entrant(number) for number in range(1, players + 1)]
    result = drawn(field, wishes=DrawConstraints(forced=tuple(wishes), forbidden=((1, 4),)))
    assert len(result.impossible) == 1
    assert result.impossible[0].startswith(said)
    assert sorted(n for pair in result.couples for n in pair if n) == list(range(1, players + 1))


def test_a_pair_may_be_forced_twice() -> None:
    field = [entrant(number) for number in range(1, 5)]
    result = drawn(field, wishes=DrawConstraints(forced=((1, 2), (2, 1), (1, 2))))
    assert result.impossible == ()
    assert frozenset((1, 2)) in couples(result)


def test_unavoidable_forbidden_pairs_are_as_few_as_possible_and_are_named() -> None:
    field = [entrant(number) for number in range(1, 5)]
    wishes = DrawConstraints(forbidden=((1, 2), (1, 3), (1, 4)))
    result = drawn(field, wishes=wishes)
    (sentence,) = result.impossible
    assert sentence.startswith("P")
    assert (
        "which is forbidden: the pairs that are set and forbidden leave nothing else." in sentence
    )
    assert result.gave_way == ()
    assert result.causes[0].rule == "forbidden pair"
    assert result.causes[0].players == (1,)
    assert result.causes[0].sentence == "Without any forbidden pair P1 had nobody left to meet."


def test_locked_pairs_stay_and_the_rest_is_drawn_anew() -> None:
    *_, field = event(30, 3, seed=1)
    first = drawn(field)
    locked = first.pairs[:9]
    again = drawn(field, attempt=2, wishes=DrawConstraints().locking(*locked))
    assert {*locked} <= {*again.pairs}
    assert again.pairs != first.pairs
    everything = drawn(field, attempt=3, wishes=DrawConstraints().locking(*first.couples))
    assert {*everything.couples} == {*first.couples}


def test_a_withdrawal_after_publishing_changes_no_other_pair() -> None:
    for players in (12, 13, 16, 17, 24, 25, 64, 65):
        *_, field = event(players, 4, seed=players)
        told = drawn(field, seed=3, round_number=5)
        gone = told.pairs[1][0]
        left = [player for player in field if player.number != gone]
        repaired = drawn(left, 3, 5, 2, DrawConstraints(published=told.couples))
        (partner,) = [player for player in field if player.number == told.pairs[1][1]]
        if told.bye in partner.met or (told.bye is None and partner.byes):
            continue
        touched = {gone, told.pairs[1][1], told.bye}
        stayed = {frozenset(pair) for pair in told.couples if not {*pair} & touched}
        assert stayed <= couples(repaired)


def test_clubs_are_kept_apart_only_in_the_first_round_if_wanted() -> None:
    field = [entrant(number) for number in range(1, 13)]
    club = apart(Kind.CLUB, range(1, 7), first_round_only=True)
    together = [
        sum(
            bool(club.shared(*pair))
            for seed in range(9)
            for pair in drawn(
                field, seed, round_number, wishes=DrawConstraints(apart=(club,))
            ).pairs
        )
        for round_number in (1, 2)
    ]
    assert together[0] == 0
    assert together[1] > 0


def test_keeping_apart_never_costs_a_rematch_or_a_pair_down() -> None:
    for seed in range(5):
        *_, field = event(18, 4, seed)
        wishes = DrawConstraints(apart=(apart(Kind.TRAVEL, range(1, 10), range(10, 19)),))
        with_, without = drawn(field, seed, 5, wishes=wishes), drawn(field, seed, 5)
        assert with_.merits[:-1] == without.merits


@pytest.mark.parametrize("kind", list(Kind))
def test_a_pair_that_could_not_be_kept_apart_is_named(kind: Kind) -> None:
    field = [entrant(1), entrant(2)]
    result = drawn(field, wishes=DrawConstraints(apart=(apart(kind, [1, 2]),)))
    (sentence,) = result.gave_way
    assert "P1 and P2" in sentence or "P2 and P1" in sentence
    assert sentence.endswith(
        ": keeping them apart breaks a stricter rule or brings others together."
    )
    assert result.merits[-1].name == f"same {kind.value}"


def test_the_first_of_two_wishes_weighs_more() -> None:
    field = [entrant(number) for number in range(1, 5)]
    club, town = apart(Kind.CLUB, [1, 2], [3, 4]), apart(Kind.REGION, [1, 3], [2, 4])
    caster = apart(Kind.CASTER, [1, 4], [2, 3])
    for order, met in (
        ((club, town, caster), (1, 4)),
        ((caster, club, town), (1, 3)),
        ((town, caster, club), (1, 2)),
    ):
        result = drawn(field, wishes=DrawConstraints(apart=order))
        assert frozenset(met) in couples(result)


def test_the_shorthand_function_makes_the_same_draw() -> None:
    field = [entrant(number) for number in range(1, 8)]
    names = {number: f"P{number}" for number in range(1, 8)}
    wishes = DrawConstraints(forbidden=((1, 2),))
    short = draw(field, round_number=1, seed=4, attempt=1, names=names, wishes=wishes)
    assert short == asked(field, 4, wishes=wishes).draw


def test_the_only_two_players_meet_despite_a_ban_and_this_is_reported() -> None:
    result = drawn([entrant(1), entrant(2)], wishes=DrawConstraints(forbidden=((1, 2),)))
    assert couples(result) == {frozenset((1, 2))}
    (said,) = result.impossible
    assert said.startswith("P2 is paired with P1, which is forbidden")
