"""What a draw costs by its criteria, and how its pairs stand."""

import pytest

from app.engine.draw.criteria import bits_of, criteria
from app.engine.draw.matching import WIDEST_BITS
from app.engine.draw.values import NO_CONSTRAINTS
from tests.engine.pairing_oracle import asked, entrant


@pytest.mark.parametrize(("players", "groups", "bits"), [(4, 2, 32), (160, 40, 32), (162, 40, 24)])
def test_in_a_field_of_over_160_players_in_many_groups_the_dice_keep_24_bits(
    players: int, groups: int, bits: int
) -> None:
    field = [entrant(number, number % groups) for number in range(1, players + 1)]

    def roll(low: int, high: int) -> int:
        return 0xA5A5A5A5

    dice = criteria(field, roll, NO_CONSTRAINTS, 2)[-1]
    cost = 0xA5A5A5A5 >> (32 - bits)
    assert (dice.name, dice.cost(*field[:2]), dice.cost(field[0], None)) == ("dice", cost, cost)


@pytest.mark.parametrize(("players", "fits"), [(162, True), (166, False)])
def test_a_large_field_is_judged_group_by_group_if_it_just_fits_the_fast_solver(
    players: int, fits: bool
) -> None:
    field = [entrant(number, number % 13) for number in range(1, players + 1)]
    rules = criteria(field, max, NO_CONSTRAINTS, 2)
    assert (rules[-2].name == "crossings from 0 TP") is fits
    assert (bits_of(rules) == WIDEST_BITS) is fits


def test_the_bye_is_listed_after_the_pairs_whoever_has_it() -> None:
    field = [entrant(number) for number in (1, 2, 3)]
    with_bye = set[int]()
    for seed in range(20):
        *pairs, (alone, nobody) = asked(field, seed=seed).couples
        assert nobody is None
        assert len(pairs) == 1
        with_bye.add(alone.number)
    assert with_bye == {1, 2, 3}
