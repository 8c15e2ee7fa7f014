"""A round's secret length, by every roll of its two dice (SR2012, SR2014, SR2015)."""

from collections import Counter

import pytest

from app.engine.formats.settings import Settings
from app.engine.formats.terms import round_time
from app.engine.packet.timing import MINUTE_MS, round_length
from tests.engine.event import PACKETS

LESS = {(d3, d6): -d3 for d3 in (1, 2, 3) for d6 in (1, 2, 3)}
MORE = {(d3, d6): d3 for d3 in (1, 2, 3) for d6 in (4, 5, 6)}
STEPS = {**LESS, **MORE}
REINFORCED = {-3: -1, -2: 0, -1: 1, 1: 3, 2: 3, 3: 3}


@pytest.mark.parametrize(
    ("key", "size", "base", "step"),
    [
        ("sr2012", 35, 70, 3),
        ("sr2012", 50, 100, 5),
        ("sr2014", 15, 30, 5),
        ("sr2014", 50, 100, 5),
        ("sr2015", 75, 120, 5),
    ],
)
def test_a_roll_up_to_three_subtracts_the_other_die_and_a_higher_one_adds_it(
    key: str, size: int, base: int, step: int
) -> None:
    timing = PACKETS[key].timings[0]
    for roll, steps in STEPS.items():
        length_ms = round_length(timing, size, None, reinforced=False, roll=roll)
        assert length_ms == (base + steps * step) * MINUTE_MS, roll


@pytest.mark.parametrize(("size", "base", "extension"), [(15, 30, 1), (50, 100, 5), (200, 250, 12)])
def test_reinforcements_add_two_extensions_up_to_three_in_all(
    size: int, base: int, extension: int
) -> None:
    timing = PACKETS["sr2012"].timings[0]
    for roll, steps in STEPS.items():
        length_ms = round_length(timing, size, None, reinforced=True, roll=roll)
        assert length_ms == (base + REINFORCED[steps] * extension) * MINUTE_MS, roll


@pytest.mark.parametrize(
    ("size", "base"),
    [(25, 50), (35, 70), (50, 110), (75, 130), (100, 160), (150, 210), (200, 260)],
)
def test_sr2014_reinforcements_have_their_own_base_lengths(size: int, base: int) -> None:
    timing = PACKETS["sr2014"].timings[0]
    for roll, steps in STEPS.items():
        length_ms = round_length(timing, size, None, reinforced=True, roll=roll)
        assert length_ms == (base + steps * 5) * MINUTE_MS, roll


def test_every_secret_roll_is_equally_likely() -> None:
    time = round_time(PACKETS["sr2014"], Settings("Open", "sr2014", 50, 1), 1)
    lengths = Counter(time.length_ms(secret) // MINUTE_MS for secret in range(1800))
    assert lengths == dict.fromkeys((85, 90, 95, 105, 110, 115), 300)


def test_a_fixed_round_has_its_length_whatever_the_dice() -> None:
    packet = PACKETS["sr2017"]
    classic = packet.timing("classic")
    assert {round_length(classic, 75, None, reinforced=False, roll=roll) for roll in STEPS} == {
        100 * MINUTE_MS
    }
