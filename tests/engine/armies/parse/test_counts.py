"""What a list says of itself: its points and how many of each kind it has."""

import pytest

from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.parse.counts import (
    WrittenCounts,
    dearest_solos,
    differences,
    is_sum,
    sum_difference,
    written_sums,
)


@pytest.mark.parametrize(
    ("line", "sums"),
    [
        ("Total: 75", {75}),
        ("Total: 25", {25}),
        ("Total: 24", set()),
        ("75/75 Army", {75}),
        ("20/25 points", {20}),
        ("20/24 points", set()),
        ("103 (75+28) total", {103, 75, 28}),
        ("= 75", {75}),
        ("75", set()),
        ("Haley 75 points", set()),
        ("Bonus: 28 points", set()),
        ("Total with bonus: 103", {103}),
        ("Sum: 1234", set()),
        ("Total: 75" + "." * 111, {75}),
        ("Total: 75" + "." * 112, set()),
    ],
)
def test_points_totals_written_in_a_line_are_found(line: str, sums: set[int]) -> None:
    assert written_sums(line) == sums
    assert is_sum(line) is bool(sums)


def test_a_differing_sum_is_reported_against_the_nearest_sum_read() -> None:
    army = (ArmyRow("Haley", Kind.CASTER, 28), ArmyRow("Lancer", Kind.JACK, 40))
    assert sum_difference("Total: 40", army) == ""
    assert sum_difference("Lancer", army) == ""
    assert sum_difference("Total: 41", (ArmyRow("Lancer", Kind.JACK, None),)) == ""
    said = sum_difference("103 (75+30) total", army)
    assert said.startswith("103 points written, ")


def test_written_counts_are_compared_with_the_entries_read() -> None:
    counts = WrittenCounts.of("Warjacks : 2  Solo(s): 1 Battle Engines: 1/2 Units: 0")
    assert counts.of_kind == (
        (Kind.JACK, 2), (Kind.SOLO, 1), (Kind.ENGINE, 1), (Kind.UNIT, 0)
    )  # fmt: skip
    assert counts.engines == 1
    army = (ArmyRow("Lancer", Kind.JACK, 10), ArmyRow("Rhupert", Kind.SOLO, 5))
    said = [*differences(counts, army)]
    assert len(said) == 2
    assert said[0].endswith(": 2 written, 1 read.")
    assert said[1].endswith(": 1 written, 0 read.")
    assert WrittenCounts.of("Lancer").engines == 0


def test_the_dearest_solos_come_first() -> None:
    army = (
        ArmyRow("a", Kind.SOLO, 5), ArmyRow("b", Kind.UNIT, 20), ArmyRow("c", Kind.SOLO, 9),
        ArmyRow("d", Kind.SOLO, None), ArmyRow("e", Kind.SOLO, 7),
    )  # fmt: skip
    assert [row.name for row in dearest_solos(army, 2)] == ["c", "e"]
    assert [row.name for row in dearest_solos(army, 9)] == ["c", "e", "a"]
