"""Keywords that go together or against each other, presets, and what a keyword brings along."""

import pytest

from app.engine.formats.keywords import (
    clashes,
    describe_keyword,
    extra_points,
    in_force,
    put_in_force,
    with_preset,
)
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword
from app.engine.packet.packet import RoundsFor
from tests.engine.formats.test_keywords import NUMBERS, PACKETS, announced, base


def test_announcing_a_keyword_again_changes_its_number() -> None:
    packet, settings = announced("sr2012", "x-lists")
    settings = put_in_force(packet, settings, "x-lists", 3)
    assert settings.variants == (AnnouncedKeyword("x-lists", (3,)),)


@pytest.mark.parametrize(
    ("key", "together", "said"),
    [
        (
            "sr2012",
            ["finals-tables", "assassin"],
            "Finals Tables with Assassin Scoring: The finals",
        ),
        ("sr2015", ["finals-tables", "x-rounds"], "are for events of the packet’s own number"),
        ("sr2017", ["finals-tables", "control-points"], "no other way to rank goes with them"),
        ("sr2017", ["finals-tables", "cut"], "Both say who plays for the first places"),
        ("sr2012", ["divide-and-conquer"], "Divide and Conquer asks for a fixed number of lists"),
        ("sr2017", ["no-tiebreakers"], "No Tiebreakers: It needs Classic Turn Timing."),
        ("sr2012", ["artifice-kill-box", "no-kill-box"], "One adds what the other takes away."),
        ("sr2012", ["no-time-limits", "casual"], "Untimed games have no times to change."),
        ("sr2014", ["commanders-crucible", "x-lists"], "says itself how many lists"),
        ("sr2014", ["commanders-crucible", "theme-forces"], "is played without theme forces"),
        ("sr2014", ["commanders-crucible", "battlegroup-only"], "has a support list beside"),
        ("sr2014", ["commanders-crucible", "divide-and-conquer"], "how often each battlegroup"),
        ("sr2017", ["cut", "x-rounds"], "Number of rounds: 3-Round Event and Cut to Top 4; the"),
    ],
)
def test_conflicting_keywords_are_reported_with_a_reason(
    key: str, together: list[str], said: str
) -> None:
    packet, settings = PACKETS[key], base(key)
    for one in together:
        settings = put_in_force(packet, settings, one, *NUMBERS.get(one, ()))
    assert any(said in clash for clash in clashes(packet, settings))


def test_finals_tables_allow_the_number_of_rounds_the_packet_recommends() -> None:
    """SR2012, SR2014 and SR2015, Finals Tables: for events of the recommended number of rounds."""
    for key in ("sr2012", "sr2014", "sr2015"):
        packet = PACKETS[key]
        settings = put_in_force(
            packet, put_in_force(packet, base(key), "finals-tables"), "x-rounds", 5
        )
        assert clashes(packet, settings), "nobody knows the field"
        assert clashes(packet, settings, 20) == ()
        (clash,) = clashes(packet, settings, 16)
        assert clash.startswith("Finals Tables with 5-Round Event")


def test_compatible_keywords_are_not_reported() -> None:
    packet, settings = announced("sr2012", "x-lists")
    for one in ("divide-and-conquer", "hardcore", "death-clock", "assassin", "no-kill-box"):
        settings = put_in_force(packet, settings, one)
    assert clashes(packet, settings) == ()


@pytest.mark.parametrize(
    ("key", "names"),
    [
        (
            "hardcore",
            "1 List Required, Hardcore Painting Required, Hardcore Time Limits,"
            " Scenarios: Close Quarters, Artifice: Kill Box, Assassin Scoring",
        ),
        ("limited-venue-hours", "3-Round Event, Control Point Scoring"),
        ("casual", "No Time Limits, No Caster Kill"),
        ("masters", "3 Lists Required"),
    ],
)
def test_a_preset_puts_its_keywords_in_force(key: str, names: str) -> None:
    packet = PACKETS["sr2012"]
    preset = next(preset for preset in packet.presets if preset.key == key)
    settings = with_preset(packet, base("sr2012"), preset)
    assert (
        ", ".join(describe_keyword(packet, keyword) for keyword in in_force(packet, settings))
        == names
    )
    assert clashes(packet, settings) == ()


def test_presets_say_whom_they_are_meant_for() -> None:
    told = {preset.key: (preset.players, preset.sizes) for preset in PACKETS["sr2012"].presets}
    assert told["masters"] == (32, (35, 50, 75))
    assert told["hardcore"] == (32, (35, 50))


@pytest.mark.parametrize(
    ("key", "variant", "told"),
    [
        ("sr2014", "specialists", "25:5 35:10 50:10 75:15 100:15 150:25 200:25"),
        ("sr2015", "specialists", "25:5 35:10 50:10 75:15 100:15 150:25 200:25"),
        ("sr2017", "specialists", "25:10 50:20 75:20 100:30 150:50 200:50"),
        ("sr2014", "artifice-reinforcements", "25:5 35:10 50:10 75:15 100:15 150:25 200:25"),
        (
            "sr2012",
            "artifice-reinforcements",
            "15:3 25:5 35:7 50:10 75:15 100:20 150:30 200:40",
        ),
    ],
)
def test_a_keyword_allows_its_extra_points_at_each_size(key: str, variant: str, told: str) -> None:
    packet = PACKETS[key]
    found = packet.variant(variant)
    assert found is not None
    points = {size: extra_points(found, size) for size in packet.sizes}
    assert " ".join(f"{size}:{points}" for size, points in points.items() if points) == told


def test_reinforcements_are_not_added_to_a_radial_scenario() -> None:
    packet, settings = announced("sr2012", "artifice-reinforcements")
    with_them = {
        scenario.number: terms_for(packet, settings, scenario.number).scenario.reinforcements
        for scenario in packet.scenarios
    }
    radial = {scenario.number for scenario in packet.scenarios if scenario.group == "Radial"}
    usual = {scenario.number for scenario in packet.scenarios if scenario.reinforcements}
    assert {number for number, has in with_them.items() if not has} == radial - usual


def test_the_packets_number_of_rounds_hides_no_other_conflict() -> None:
    packet, settings = announced("sr2012", "finals-tables")
    scored = replace(put_in_force(packet, settings, "assassin"), rounds=5)
    (clash,) = clashes(packet, scored, 20)
    assert clash.startswith("Finals Tables with Assassin Scoring")
    three = put_in_force(packet, settings, "x-rounds", 3)
    assert clashes(packet, three, 8) == clashes(packet, three, 1) == ()
    assert clashes(packet, three), "nobody knows the field"
    duel = replace(packet, rounds=(RoundsFor(2, 1), RoundsFor(8, 3)))
    assert clashes(duel, put_in_force(duel, settings, "x-rounds", 1), 1) == ()


@pytest.mark.parametrize(
    ("lists", "times", "rounds", "said"),
    [
        (2, 2, 4, ""),
        (2, 2, 3, "2 lists at least 2 times each need 4 rounds, and the event has 3 at"),
        (3, 1, 3, ""),
        (3, 1, 2, "3 lists at least 1 time each need 3 rounds, and the event has 2 at"),
        (4, 2, 0, "4 lists at least 2 times each need 8 rounds, and the event has 7 at"),
        (7, 1, 0, ""),
    ],
)
def test_lists_that_must_be_played_more_often_than_the_rounds_allow_are_reported(
    lists: int, times: int, rounds: int, said: str
) -> None:
    packet, settings = announced("sr2012", "x-rounds")
    settings = put_in_force(packet, settings, "x-lists", lists)
    settings = put_in_force(packet, settings, "divide-and-conquer", times)
    clash = clashes(packet, replace(settings, rounds=rounds))
    assert len(clash) == bool(said)
    assert said in "".join(clash)
