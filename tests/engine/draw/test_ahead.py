"""Small fields with many rounds: no draw leaves a later round a rematch that could be avoided."""

from itertools import combinations

import pytest

from app.engine.draw.ahead import can_go_on, look_ahead
from app.engine.draw.criteria import LATER_REMATCH
from app.engine.draw.explain import what_if
from app.engine.draw.solve import solve_draw
from app.engine.draw.values import NO_CONSTRAINTS, DrawConstraints, Entrant, Occasion
from tests.engine.draw.small_fields import play_as_many_rounds_as_there_are_opponents, second_byes


@pytest.mark.long
@pytest.mark.parametrize("players", range(4, 11))
@pytest.mark.parametrize("seed", range(4))
def test_everybody_meets_everybody_once_in_a_full_round_robin(players: int, seed: int) -> None:
    desk, rematches = play_as_many_rounds_as_there_are_opponents(players, seed)
    assert rematches == 0
    assert second_byes(desk) == 0


def free(players: int, *without: tuple[int, int]) -> frozenset[frozenset[int]]:
    every = {frozenset(pair) for pair in combinations(range(1, players + 1), 2)}
    return frozenset(every - {frozenset(pair) for pair in without})


def test_two_closed_groups_of_three_players_leave_no_further_round() -> None:
    rings = [(one, other) for one in (1, 2, 3) for other in (4, 5, 6)]
    assert can_go_on(free(6), 5)
    assert not can_go_on(free(6, *rings), 1)
    assert not can_go_on(free(6), 6)
    assert can_go_on(free(6), 0)
    assert can_go_on(free(6), 6, most_steps=3)  # undecided by then


def entrant(number: int, *met: int, tp: int = 0, byes: int = 0) -> Entrant:
    return Entrant(number, tp, frozenset(met), byes, 0)


NAMES = {number: f"P{number}" for number in range(1, 12)}
SIX = [
    entrant(1, 5, 6, tp=2), entrant(4, 2, 3, tp=2), entrant(2, 4, 6, tp=1),
    entrant(5, 1, 3, tp=1), entrant(3, 4, 5), entrant(6, 1, 2),
]  # fmt: skip
GROUPS = ((1, 4), (2, 5), (3, 6))
"""What the points ask for; two rings of three are left after it."""


def test_the_best_draw_gives_way_to_keep_later_rounds_possible() -> None:
    pairs = look_ahead(SIX, Occasion(3, 7, 1), NAMES, NO_CONSTRAINTS, 2)
    assert len(pairs) == 3
    assert {*map(frozenset, pairs)} != {*map(frozenset, GROUPS)}
    met = [(each.number, other) for each in SIX for other in each.met]
    assert can_go_on(free(6, *met, *pairs), 2)
    assert not can_go_on(free(6, *met, *GROUPS), 2)


def test_looking_ahead_keeps_a_set_pair_or_does_nothing() -> None:
    for forced, expected in ((((1, 4),), True), (((1, 6),), False), (GROUPS, False)):
        pairs = look_ahead(SIX, Occasion(3, 7, 1), NAMES, DrawConstraints(forced=forced), 2)
        assert (frozenset(forced[0]) in map(frozenset, pairs)) is expected
        assert bool(pairs) is expected


def test_the_explanation_names_pairs_kept_for_later_rounds() -> None:
    pairs = look_ahead(SIX, Occasion(3, 7, 1), NAMES, NO_CONSTRAINTS, 2)
    found = solve_draw(SIX, Occasion(3, 7, 1), NAMES, DrawConstraints(ahead=pairs))
    assert {*map(frozenset, found.draw.pairs)} == {*map(frozenset, pairs)}
    missing = next(pair for pair in GROUPS if frozenset(pair) not in map(frozenset, pairs))
    answer = what_if(found, *missing)
    assert any(change.name == LATER_REMATCH for change in answer.changes)
    assert "may leave a rematch for a later round" in str(answer.sentence)


@pytest.mark.parametrize(
    ("field", "rounds_left"),
    [
        (SIX, 0),
        ([entrant(number) for number in range(1, 12)], 3),
        ([entrant(1, 2), entrant(2, 1)], 1),
    ],
    ids=["the last round", "a larger field", "nobody new"],
)
def test_looking_ahead_is_skipped_where_it_cannot_help(
    field: list[Entrant], rounds_left: int
) -> None:
    assert look_ahead(field, Occasion(3, 7, 1), NAMES, NO_CONSTRAINTS, rounds_left) == ()
