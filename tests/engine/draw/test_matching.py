"""The draw against oracles that share no code with it: every pairing tried, and a second solver."""

from collections import Counter
from functools import partial
from itertools import combinations
from random import Random

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draw.criteria import bits_of, criteria
from app.engine.draw.matching import WIDEST_BITS, solve
from app.engine.draw.values import NO_CONSTRAINTS, Draw, Entrant
from app.engine.frozen import replace
from tests.engine.pairing_oracle import (
    any_fields,
    drawn,
    entrant,
    event,
    every_pairing,
    merits,
    nobody_meets_again,
    pairing_of,
    played_fields,
    rolled,
    second_opinion,
    unordered,
)

slowly = partial(settings, deadline=None)


def plain(result: Draw) -> Draw:
    return replace(result, merits=())


@pytest.mark.long
@slowly(max_examples=150)
@given(any_fields() | played_fields(), st.integers(0, 2**64))
def test_the_draw_is_the_best_of_all_pairings(field: list[Entrant], seed: int) -> None:
    best = min(every_pairing(field), key=lambda p: (merits(field, p), rolled(seed, p)))
    mine = pairing_of(field, drawn(field, seed))
    assert merits(field, mine) == merits(field, best)
    assert unordered(mine) == unordered(best)


@pytest.mark.parametrize("seed", range(6))
def test_the_draw_of_a_few_small_events_is_the_best_of_all_pairings(seed: int) -> None:
    for field in event(4 + seed % 4, 6, seed):
        best = min(every_pairing(field), key=lambda p: (merits(field, p), rolled(seed, p)))
        assert unordered(pairing_of(field, drawn(field, seed))) == unordered(best)


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(16, 6), (17, 6), (32, 5), (33, 7), (40, 6)])
def test_a_second_solver_finds_the_same_pairing(players: int, rounds: int) -> None:
    for seed in range(3):
        *_, field = event(players, rounds, seed)
        mine = unordered(pairing_of(field, drawn(field, seed)))
        assert mine == second_opinion(field, seed)


@pytest.mark.long
@pytest.mark.parametrize("players", [40, 41])
def test_costs_too_wide_for_the_fast_solver_go_to_the_slow_one(players: int) -> None:
    field = [entrant(n, tp=n, met=[n ^ 1, n ^ 3], paired_down=n % 2) for n in range(players)[1:]]
    assert bits_of(criteria(field, max, NO_CONSTRAINTS, 1)) > WIDEST_BITS
    mine = unordered(pairing_of(field, drawn(field, seed=5)))
    assert mine == second_opinion(field, 5)


@pytest.mark.long
def test_large_fields_with_too_many_groups_count_crossings_together() -> None:
    field = [entrant(n, tp=n // 5, met=[n ^ 1, n ^ 3], paired_down=n % 2) for n in range(162)[1:]]
    assert [rule.name for rule in criteria(field, max, NO_CONSTRAINTS, 1)][-2:] == [
        "crossings",
        "dice",
    ]
    mine = unordered(pairing_of(field, drawn(field, seed=5)))
    assert mine == second_opinion(field, 5, together=True)


def test_256_players_after_nine_rounds_are_still_judged_group_by_group() -> None:
    field = [entrant(n, n.bit_count() + n % 3, range(9), 0, n % 3) for n in range(1, 257)]
    assert "crossings from 9 TP" in [rule.name for rule in criteria(field, max, NO_CONSTRAINTS, 1)]


@pytest.mark.parametrize("bits", [WIDEST_BITS, WIDEST_BITS + 1, 300])
def test_costs_of_any_width_are_solved_correctly(bits: int) -> None:
    dice = Random(1)
    for players in (6, 10, 24):
        edges = [(a, b, dice.getrandbits(bits)) for a, b in combinations(range(players), 2)]
        graph = networkx.Graph()
        graph.add_weighted_edges_from((a, b, -cost) for a, b, cost in edges)
        theirs = networkx.max_weight_matching(graph, maxcardinality=True)
        assert {*solve(players, edges, bits)} == {(min(p), max(p)) for p in theirs}


@pytest.mark.parametrize("bits", [WIDEST_BITS, WIDEST_BITS + 1])
def test_the_solver_handles_pairs_of_the_highest_cost(bits: int) -> None:
    for seed in range(30, 40):
        dice, dearest = Random(seed), 2**bits - 1
        edges = [
            (one, other, dice.choice((0, dearest, dice.randrange(dearest))))
            for one, other in combinations(range(15), 2)
        ]
        costs = {(one, other): cost for one, other, cost in edges}
        graph = networkx.Graph()
        graph.add_weighted_edges_from((one, other, -cost) for one, other, cost in edges)
        theirs = networkx.max_weight_matching(graph, maxcardinality=True)
        cheapest = sum(costs[min(pair), max(pair)] for pair in theirs)
        assert sum(costs[pair] for pair in solve(15, edges, bits)) == cheapest


@pytest.mark.parametrize("bits", [20, WIDEST_BITS + 1])
def test_as_many_players_as_possible_are_matched_whatever_the_cost(bits: int) -> None:
    dearest = 2**bits - 1
    assert solve(4, [(0, 1, dearest), (1, 2, 0), (2, 3, 0)], bits) == [(0, 1), (2, 3)]
    assert solve(4, [(0, 1, 0), (1, 2, 0), (2, 3, dearest)], bits) == [(0, 1), (2, 3)]


@slowly(max_examples=60)
@given(any_fields(most=7))
def test_no_pairing_costs_more_than_a_criterions_bound(field: list[Entrant]) -> None:
    standing = sorted(field, key=lambda player: -player.tp)
    for rule in criteria(standing, lambda a, b: 2**32 - 1, NO_CONSTRAINTS, 1):
        for pairing in every_pairing(standing):
            assert sum(rule.cost(one, other) for one, other in pairing) <= rule.bound


@slowly()
@given(any_fields(), st.randoms(use_true_random=False))
def test_the_order_the_players_come_in_does_not_matter(field: list[Entrant], mix: Random) -> None:
    shuffled = mix.sample(field, len(field))
    assert drawn(shuffled) == drawn(field)


@slowly()
@given(any_fields(), st.permutations(range(1, 61)))
def test_renumbering_the_players_does_not_change_the_quality_of_the_draw(
    field: list[Entrant], new: list[int]
) -> None:
    other = [
        replace(p, number=new[p.number - 1], met=frozenset(new[n - 1] for n in p.met))
        for p in field
    ]
    mine, theirs = pairing_of(field, drawn(field)), pairing_of(other, drawn(other))
    assert merits(field, mine) == merits(other, theirs)


def test_a_group_of_even_size_is_drawn_as_if_it_were_alone() -> None:
    top, rest = [entrant(n, tp=2) for n in range(1, 9)], [entrant(n) for n in range(9, 21)]
    assert drawn(top + rest).pairs == drawn(top).pairs + drawn(rest).pairs


@slowly(max_examples=200)
@given(played_fields())
def test_there_is_no_rematch_while_one_can_be_avoided(field: list[Entrant]) -> None:
    avoidable = any(map(nobody_meets_again, every_pairing(field)))
    assert nobody_meets_again(pairing_of(field, drawn(field))) == avoidable


@slowly(max_examples=200)
@given(played_fields())
def test_the_bye_goes_to_the_lowest_group_and_to_nobody_twice_if_possible(
    field: list[Entrant],
) -> None:
    lowest = min((player.tp for player in field), default=0)
    worthy = [
        player.number
        for player in field
        if (player.tp, player.byes) == (lowest, 0)
        and any(map(nobody_meets_again, every_pairing([p for p in field if p != player])))
    ]
    result = drawn(field)
    assert (result.bye is not None) == (len(field) % 2 == 1)
    assert result.bye is None or not worthy or result.bye in worthy


@pytest.mark.long
@pytest.mark.parametrize("players", range(4, 11))
def test_small_fields_can_still_be_drawn_long_after_opponents_run_out(
    players: int,
) -> None:
    for field in event(players, 12, seed=players):
        result = drawn(field)
        seated = [number for pair in result.pairs for number in pair]
        seated += [] if result.bye is None else [result.bye]
        assert sorted(seated) == [player.number for player in field]
        broken = any(merits(field, pairing_of(field, result))[:6])
        assert bool(result.gave_way) == broken


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (12, 4), (16, 4), (31, 5), (64, 6)])
def test_no_strict_rule_gives_way_in_an_event_of_the_packets_length(
    players: int, rounds: int
) -> None:
    for seed in range(3):
        *fields_drawn, _ = event(players, rounds, seed)
        for field in fields_drawn:
            assert merits(field, pairing_of(field, drawn(field)))[:5] == [0] * 5


def test_fields_of_none_one_and_two_players_are_drawn() -> None:
    assert plain(drawn([])) == Draw((), None, (), ())
    assert plain(drawn([entrant(7)])) == Draw((), 7, (), ())
    assert {frozenset(pair) for pair in drawn([entrant(7), entrant(3)]).pairs} == {
        frozenset({3, 7})
    }


def test_an_odd_group_sends_one_player_to_the_next_group_and_no_farther() -> None:
    field = [entrant(1, 2), entrant(2, 1), entrant(3, 1), entrant(4, 0)]
    for seed in range(20):
        result = drawn(field, seed)
        assert result.pairs in {((1, 2), (3, 4)), ((1, 3), (2, 4))}
        assert result.paired_down == (1, result.pairs[1][0])


def test_a_player_who_was_paired_down_before_is_spared_another_pair_down() -> None:
    field = [entrant(1, 1, paired_down=1), entrant(2, 1, paired_down=1), entrant(3, 1), entrant(4)]
    result = drawn(field)
    assert (result.paired_down, result.gave_way) == ((3,), ())


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ([entrant(1, 1), entrant(2, met=[1])], "P1 and P2 meet again: not everybody"),
        ([entrant(1, byes=1)], "P1 has a bye again: everybody else"),
        (
            [entrant(1, 1, met=[2]), entrant(2, met=[1], byes=1), entrant(3, 1, byes=1)],
            "P1 has the bye from above the lowest group: everybody below",
        ),
        ([entrant(1, 1, paired_down=1), entrant(2)], "P1 is paired down again, to P2: any other"),
    ],
)
def test_the_draw_says_which_rule_gave_way_and_for_whom(
    field: list[Entrant], sentence: str
) -> None:
    (said,) = drawn(field).gave_way
    assert said.startswith(sentence)


def test_pairs_are_ordered_by_the_better_players_points_then_the_others() -> None:
    field = [entrant(number, tp) for number, tp in enumerate((0, 0, 1, 1, 1, 2, 2, 2), start=1)]
    couples = pairing_of(field, drawn(field))
    points = [(one.tp, other.tp) for one, other in couples if other is not None]
    assert points == [(2, 2), (2, 1), (1, 1), (0, 0)]
    leader_met_the_second_group = [entrant(1, 3, [2, 3]), entrant(2, 2), entrant(3, 2), entrant(4)]
    assert drawn(leader_met_the_second_group).pairs[0] == (1, 4)


def unevenness(counts: Counter[object], cells: int) -> float:
    """Pearson's chi-squared against equal chances."""
    expected = counts.total() / cells
    seen = sum((n - expected) ** 2 / expected for n in counts.values())
    return seen + (cells - len(counts)) * expected


@pytest.mark.long
def test_every_pairing_every_seat_and_every_table_is_as_likely_as_any_other() -> None:
    field = [entrant(number) for number in range(1, 7)]
    draws = [drawn(field, seed) for seed in range(3000)]
    pairings = Counter[object](frozenset(map(frozenset, d.pairs)) for d in draws)
    listed_first = Counter[object](d.pairs[0][0] for d in draws)
    last_table = Counter[object](d.pairs[-1][1] for d in draws)
    byes = Counter[object](drawn(field[:5], seed).bye for seed in range(3000))
    assert unevenness(pairings, 15) < 45  # 14 degrees of freedom: one in 20,000
    assert unevenness(listed_first, 6) < 28
    assert unevenness(last_table, 6) < 28
    assert unevenness(byes, 5) < 25


def test_a_change_of_seed_or_round_or_attempt_gives_another_draw() -> None:
    field = [entrant(number) for number in range(1, 33)]
    draws = {drawn(field), drawn(field, seed=2), drawn(field, round_number=2)}
    assert len(draws | {drawn(field, attempt=2), drawn(field)}) == 4


def test_a_published_draw_comes_out_the_same_on_any_machine() -> None:
    field = [entrant(number, int(number < 6)) for number in range(1, 9)]
    result = plain(drawn(field, seed=2017, round_number=4, attempt=2))
    assert result == Draw(((4, 5), (1, 2), (3, 7), (6, 8)), None, (3,), ())
