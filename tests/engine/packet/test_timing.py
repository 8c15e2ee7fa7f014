"""Clocks, turns and rounds by army size."""

import pytest

from app.engine.frozen import replace
from app.engine.packet.timing import (
    Extensions,
    Limits,
    RoundTime,
    TableTime,
    TimeRow,
    Timing,
    TimingKind,
    base_minutes,
    extension_minutes,
    round_length,
    row_for_size,
    table_time,
)
from app.engine.side import Pair

MINUTE = 60_000
ROWS = (
    TimeRow(25, clock=30, round=60, turn=5),
    TimeRow(50, clock=45, reinforced_clock=50, round=90, turn=7, extension=4),
    TimeRow(75, clock=60, round=120, reinforced_round=130, turn=10, extension=5),
)
TURNS = Timing("turns", "Timed turns", TimingKind.TURNS, ROWS, dice_down=True)
CLOCKS = Timing("clock", "Deathclock", TimingKind.DEATHCLOCK, ROWS)


def limits(shift: int = 0, extensions: Extensions = Extensions.TABLE) -> Limits:
    return Limits("x", "X", shift, extensions)


@pytest.mark.parametrize(
    ("size", "shift", "row"),
    [
        (25, 0, 25), (26, 0, 50), (50, 0, 50), (75, 0, 75), (50, 1, 75), (50, -1, 25), (75, 1, 75),
        (25, -1, 25), (25, 9, 75),
    ],
)  # fmt: skip
def test_an_unlisted_size_uses_the_next_larger_row_and_a_variant_may_shift_it(
    size: int, shift: int, row: int
) -> None:
    assert row_for_size(TURNS, size, limits(shift)).size == row
    if not shift:
        assert row_for_size(TURNS, size, None).size == row


def test_a_size_beyond_the_table_has_no_times() -> None:
    assert row_for_size(TURNS, 76, None) == TimeRow(76)
    assert table_time(CLOCKS, 76, None, extensions=True, reinforced=False).clock_ms == 0


@pytest.mark.parametrize(
    ("size", "extensions", "minutes"),
    [
        (25, Extensions.TABLE, 0), (50, Extensions.TABLE, 4), (50, Extensions.NEVER, 0),
        (25, Extensions.ALWAYS, 5), (50, Extensions.ALWAYS, 4),
    ],
)  # fmt: skip
def test_extensions_follow_the_table_unless_always_or_never_given(
    size: int, extensions: Extensions, minutes: int
) -> None:
    assert extension_minutes(TURNS, size, limits(extensions=extensions)) == minutes


def time(
    timing: Timing, size: int = 50, *, extensions: bool = True, reinforced: bool = False
) -> TableTime:
    return table_time(timing, size, None, extensions=extensions, reinforced=reinforced)


def test_only_timed_turns_have_extensions_and_only_if_chosen() -> None:
    assert (time(TURNS).extension_ms, time(TURNS).extensions) == (4 * MINUTE, 1)
    for without in (time(CLOCKS), time(TURNS, extensions=False), time(TURNS, 25)):
        assert (without.extension_ms, without.extensions) == (0, 0)
    assert time(TURNS).turn_ms == 7 * MINUTE


def test_reinforcements_may_add_clock_time_and_extensions() -> None:
    assert time(CLOCKS).allotted_ms == Pair(45 * MINUTE, 45 * MINUTE)
    assert time(CLOCKS, reinforced=True).clock_ms == 50 * MINUTE
    assert time(CLOCKS, 75, reinforced=True).clock_ms == 60 * MINUTE
    twice = replace(TURNS, reinforced_extensions=2, reinforced_from=75)
    assert time(twice, 75, reinforced=True).extensions == 2
    assert time(twice, 75).extensions == 1
    assert time(twice, 50, reinforced=True).extensions == 1


def test_all_other_timing_rules_come_from_the_packet() -> None:
    timing = replace(
        CLOCKS, minimum_turn_seconds=90, play_on_below_minutes=7, clock_out_loses=True,
        clock_out_kills=False, pause_excuses=False, player_starts_turn=True, pauses_lose=3,
        clock_out_scores=True,
    )  # fmt: skip
    found = time(timing)
    assert (found.minimum_turn_ms, found.play_on_below_ms) == (90_000, 7 * MINUTE)
    assert (found.clock_out_loses, found.clock_out_kills, found.pause_excuses) == (
        True,
        False,
        False,
    )
    assert (found.player_starts_turn, found.pauses_lose, found.clock_out_scores) == (True, 3, True)
    assert (found.timing, found.dice_down, time(TURNS).dice_down) == ("clock", False, True)


def length(
    timing: Timing, roll: tuple[int, int], *, size: int = 50, reinforced: bool = False
) -> int:
    return round_length(timing, size, None, reinforced=reinforced, roll=roll) // MINUTE


def test_a_round_without_dice_down_has_no_length() -> None:
    assert length(CLOCKS, (1, 1)) == 0
    assert length(TURNS, (3, 6)) == 90


@pytest.mark.parametrize(
    ("roll", "minutes"),
    [((1, 1), 86), ((3, 3), 78), ((1, 4), 94), ((3, 6), 102), ((2, 3), 82), ((2, 4), 98)],
)
def test_a_secret_roll_shortens_or_lengthens_a_round_in_steps(
    roll: tuple[int, int], minutes: int
) -> None:
    assert length(replace(TURNS, variable=True), roll) == minutes
    tens = replace(TURNS, variable=True, variable_minutes=10)
    assert length(tens, roll) == 90 + (minutes - 90) // 4 * 10


def test_reinforcements_lengthen_a_round_by_their_own_length_or_by_extensions() -> None:
    assert base_minutes(TURNS, ROWS[2], reinforced=False) == 120
    assert base_minutes(TURNS, ROWS[2], reinforced=True) == 130
    assert base_minutes(TURNS, ROWS[1], reinforced=True) == 90
    more = replace(TURNS, most_extensions=3, reinforced_extensions=2)
    assert base_minutes(more, ROWS[1], reinforced=True) == 98
    assert base_minutes(more, ROWS[1], reinforced=False) == 90
    assert length(replace(more, variable=True), (3, 6), reinforced=True) == 102
    assert length(replace(more, variable=True), (1, 6), reinforced=True) == 102
    assert length(replace(more, variable=True), (1, 1), reinforced=True) == 94
    assert length(replace(more, variable=True), (3, 6)) == 102


def test_a_rounds_secret_roll_combines_a_d3_and_a_d6() -> None:
    timing = replace(TURNS, variable=True)
    round_time = RoundTime(timing, 50, None, reinforced=False, usual=time(timing))
    lengths = [round_time.length_ms(secret) // MINUTE for secret in range(18)]
    assert lengths == [86, 82, 78] * 3 + [94, 98, 102] * 3
    assert round_time.length_ms(18) == round_time.length_ms(0)
