"""The draw that has the least of everything is the one that weighing every pair finds."""

from random import Random

import pytest

from app.engine.draw.dice import RolledDice, rolled_dice
from app.engine.draw.graph import LIKELY, build_graph, couples_of
from app.engine.draw.least import least_draw, suffices
from app.engine.draw.values import BYE, NO_CONSTRAINTS, DrawConstraints, Entrant, Numbers, Occasion
from tests.engine.pairing_oracle import NAMES, any_wishes, entrant, event

FIELDS = [(6, 2), (7, 3), (12, 4), (17, 4), (24, 5), (33, 5), (40, 6), (61, 5)]


def likely_pairs(field: list[Entrant], dice: RolledDice) -> set[Numbers]:
    """Each player's luckiest new opponents in the group and in the next, by looking at all."""
    points = sorted({player.tp for player in field}, reverse=True)
    below = dict(zip(points, [*points[1:], None], strict=True))
    pairs: set[Numbers] = set()
    for i, player in enumerate(field):
        for tp in (player.tp, below[player.tp]):
            new = [
                (dice(player.number, other.number), j)
                for j, other in enumerate(field)
                if j != i and other.tp == tp and other.number not in player.met
            ]
            pairs |= {(min(i, j), max(i, j)) for _, j in sorted(new)[:LIKELY]}
    return pairs


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), FIELDS)
@pytest.mark.parametrize("thin", [False, True])
def test_the_fast_draw_is_the_best_of_all_draws_if_there_is_one(
    players: int, rounds: int, thin: bool
) -> None:
    for number, field in enumerate(event(players, rounds, seed=players, drops=True), start=1):
        for seed in range(3):
            wishes = any_wishes(field, Random(seed)) if seed else NO_CONSTRAINTS
            sheet = build_graph(field, Occasion(number, seed, 1), NAMES, wishes, thin=thin)
            best = couples_of(sheet)
            enough = best is not None and suffices(sheet, best)
            assert least_draw(sheet) == (best if enough else None)


def test_the_fast_draw_is_the_best_when_pair_downs_are_counted_together() -> None:
    dice = Random(1)
    field = [entrant(n, tp=dice.randrange(26)) for n in range(1, 172)]
    sheet = build_graph(field, Occasion(1, 1, 1), NAMES, NO_CONSTRAINTS, thin=True)
    assert "crossings" in [rule.name for rule in sheet.ladder]
    best = couples_of(sheet)
    assert best is not None
    assert least_draw(sheet) == (best if suffices(sheet, best) else None)


def test_the_fast_draw_succeeds_in_a_late_round_of_many_players() -> None:
    *_, field = event(40, 4, seed=1)
    sheet = build_graph(field, Occasion(5, 1, 1), NAMES, NO_CONSTRAINTS, thin=False)
    couples = least_draw(sheet)
    assert couples is not None
    assert couples == couples_of(sheet)


@pytest.mark.parametrize(
    ("field", "wishes"),
    [
        ([entrant(1, 1), entrant(2, met=[1])], NO_CONSTRAINTS),  # they met
        ([entrant(1, byes=1)], NO_CONSTRAINTS),
        ([entrant(1, 2), entrant(2, 1), entrant(3)], DrawConstraints(forced=((2, 3),))),
        ([entrant(1, 1), entrant(2), entrant(3)], DrawConstraints(forced=((2, 3),))),
    ],
)
def test_there_is_no_fast_draw_if_a_rule_has_to_give_way(
    field: list[Entrant], wishes: DrawConstraints
) -> None:
    assert least_draw(build_graph(field, Occasion(2, 1, 1), NAMES, wishes, thin=False)) is None


def test_an_empty_field_and_a_fully_set_field_are_drawn_at_once() -> None:
    nobody = build_graph([], Occasion(1, 1, 1), NAMES, NO_CONSTRAINTS, thin=False)
    assert least_draw(nobody) == ()
    wishes = DrawConstraints(forced=((1, 3), (2, BYE)))
    field = [entrant(1, 2), entrant(2, 1), entrant(3)]
    couples = least_draw(build_graph(field, Occasion(2, 1, 1), NAMES, wishes, thin=False))
    assert [(one.number, other and other.number) for one, other in couples or ()] == [
        (1, 3),
        (2, None),
    ]


def test_likely_pairs_are_each_players_luckiest_regardless_of_who_has_met() -> None:
    dice = Random(1)
    met = {number: set(dice.sample(range(1, 161), 4)) for number in range(1, 161)}
    met[7] = set(range(1, 140)) - {7}  # has few new opponents left, none of them lucky
    field = [entrant(number, number % 2 + number // 150, met[number]) for number in met]
    sheet = build_graph(field, Occasion(5, 1, 1), NAMES, NO_CONSTRAINTS, thin=True)
    rolls = rolled_dice(1, 5, 1, [*met])
    assert sheet.likely == likely_pairs(list(sheet.field), rolls)
