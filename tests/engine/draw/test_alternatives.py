"""Alternatives found beside the draw are as good as those found by solving again."""

from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw import explain as why
from app.engine.draw.alternatives import best_with, nearby, solved_with
from app.engine.draw.explain import Question, Topic, alternatives, changes, questions
from app.engine.draw.graph import build_graph, couples_of
from app.engine.draw.solve import Solution, merits
from app.engine.draw.solve import solve_draw as draw
from app.engine.draw.values import BYE, NO_CONSTRAINTS, Entrant, Merit, Occasion
from app.engine.frozen import replace
from tests.engine.pairing_oracle import any_wishes, asked, entrant, event, played_fields

slowly = partial(settings, deadline=None)


def solved_again(drawn: Solution, question: Question, player: int) -> tuple[Merit, ...]:
    """What the best draw has with this player in that place, by one whole solution."""
    first, second = question.pair
    sheet = build_graph(
        drawn.sheet.field,
        drawn.sheet.occasion,
        drawn.sheet.names,
        drawn.sheet.wishes,
        thin=False,
    )
    tp = {one.number: one.tp for one in sheet.field}

    def keep(i: int, j: int) -> bool:
        numbers = [one.number if one else BYE for one in (sheet.seats[i], sheet.seats[j])]
        if question.topic is not Topic.PAIR_DOWN:
            wanted = {player, BYE} if second == BYE else {first, player}
            return {*numbers} == wanted or not {*numbers} & wanted
        for one, other in (numbers, numbers[::-1]):
            lower = other != BYE and tp.get(other, 0) < tp[first]
            if (one == player and not lower) or (one == first and lower):
                return False
        return True

    couples = couples_of(sheet, keep)
    assert couples is not None
    return merits(drawn.sheet, couples)


def agrees(drawn: Solution) -> int:
    """The rows looked at."""
    rows = 0
    for question in questions(drawn):
        for row in alternatives(drawn, question):
            best = solved_again(drawn, question, row.player)
            assert row.changes == changes(drawn.draw.merits, best), (question, row)
            rows += 1
    return rows


@slowly(max_examples=150)
@given(played_fields(), st.integers(0, 2**16))
def test_every_alternative_is_the_best_of_its_kind(field: list[Entrant], seed: int) -> None:
    agrees(asked(field, seed, 3, wishes=any_wishes(field, Random(seed))))


def keeping(pair: set[int], third: int, others: set[int]) -> Callable[[int, int], bool]:
    """One pair, and a third player with none but these others."""

    def keep(i: int, j: int) -> bool:
        couple = {i, j}
        if third in couple and not couple - {third} <= others:
            return False
        return couple == pair or not couple & pair

    return keep


@pytest.mark.long
@pytest.mark.parametrize("size", [5, 6])
def test_for_six_seats_every_alternative_draw_with_a_new_pair_is_found(size: int) -> None:
    for seed in range(300):
        dice, numbers = Random(seed), range(1, size + 1)
        met = [pair for pair in combinations(numbers, 2) if dice.random() < 0.3]
        field = [
            entrant(n, dice.randrange(2), [sum(pair) - n for pair in met if n in pair])
            for n in numbers
        ]
        drawn = asked(field, seed, 3)
        near = nearby(drawn)
        one, other, third = dice.sample(range(6), 3)
        others = {place for place in range(6) if dice.random() < 0.5}
        if near.mates[one] != other:
            keep = keeping({one, other}, third, others)
            found = best_with(near, [(one, other)], keep, [0] * len(near.places), [third])
            best = solved_with(near, keep)
            assert found == (best if best == drawn.draw.merits else None)


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(9, 4), (17, 5), (24, 7), (31, 6), (40, 5)])
def test_alternatives_of_late_rounds_are_the_best_of_their_kind(players: int, rounds: int) -> None:
    *_, field = event(players, rounds, seed=players)
    assert agrees(asked(field, round_number=rounds + 1))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_alternatives_of_many_late_rounds_are_the_best_of_their_kind(seed: int) -> None:
    dice = Random(seed)
    players, rounds = dice.randrange(6, 70), dice.randrange(3, 8)
    *_, field = event(players, min(rounds, players - 1), seed=seed)
    agrees(asked(field, seed, rounds + 1, wishes=any_wishes(field, dice)))


@pytest.mark.parametrize("seed", range(6))
def test_alternatives_of_a_few_small_events_are_the_best_of_their_kind(seed: int) -> None:
    *_, field = event(6 + seed, 4, seed=seed)
    assert agrees(asked(field, seed, 5))
    agrees(asked(field, seed, 5, wishes=any_wishes(field, Random(seed))))


@pytest.mark.long
def test_a_thinned_graph_gives_the_same_alternatives() -> None:
    *_, field = event(60, 5, seed=3)
    names = {one.number: f"P{one.number}" for one in field}
    thin = draw(field, Occasion(6, 1, 1), names, full_players=20)
    assert thin.sheet.thin
    assert agrees(thin)


def test_alternatives_a_thinned_graph_cannot_seat_are_solved_on_the_full_graph(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = [entrant(number, 2) for number in range(1, 4)]
    field += [entrant(number, 1) for number in range(4, 7)]
    drawn = asked(field)
    assert solved_with(nearby(drawn), lambda i, j: i > 0) is None
    monkeypatch.setattr(why, "best_with", lambda *_: None)
    agrees(drawn)
    monkeypatch.setattr(why, "solved_with", lambda *_: None)
    agrees(drawn)


def test_pairing_down_another_of_the_same_group_is_rated_without_solving_again() -> None:
    drawn = asked([entrant(number, tp) for number, tp in ((1, 1), (2, 1), (3, 1), (4, 0))])
    (down,) = drawn.draw.paired_down
    near = nearby(drawn)
    pair = (drawn.sheet.seat(1 if down != 1 else 2), drawn.sheet.seat(4))

    def keep(i: int, j: int) -> bool:
        return {i, j} == {*pair} or not {i, j} & {*pair}

    assert best_with(near, [pair], keep, [0] * len(near.places)) == drawn.draw.merits


def test_pairs_set_by_the_organizer_are_not_changed_in_alternatives() -> None:
    wishes = replace(NO_CONSTRAINTS, forced=((1, 2),))
    near = nearby(asked([entrant(number) for number in range(1, 7)], wishes=wishes))
    held = tuple(sorted((near.seats[1], near.seats[2])))
    assert held not in near.free
    assert len(near.free) == 2
