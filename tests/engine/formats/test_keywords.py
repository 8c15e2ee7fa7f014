"""Every keyword, announced: it changes what its packet says and nothing else."""

from typing import Any

import pytest
from msgspec import Struct

from app.engine.formats.keywords import (
    clashes,
    describe_keyword,
    explain_keyword,
    in_force,
    put_in_force,
    withdraw,
)
from app.engine.formats.settings import Settings
from app.engine.formats.terms import round_time, terms_for
from app.engine.formats.times import times_words
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword, Artifice
from app.engine.packet.packet import Packet, Tiebreak
from app.engine.packet.ranking import RankingColumn, Schedule
from app.store.packets.files import packets

PACKETS = packets()
TP, SOS, CP, APD = RankingColumn.TP, RankingColumn.SOS, RankingColumn.CP, RankingColumn.APD
KILLS = RankingColumn.ASSASSINATIONS
MINUTE = 60_000
EVERY = [(key, keyword.key) for key, packet in PACKETS.items() for keyword in packet.variants]

# Each keyword's X, where it has one.
NUMBERS = {
    "x-lists": (2,),
    "theme-forces": (3,),
    "x-rounds": (3,),
    "cut": (4,),
    "scenarios": (2, 1),
}

# What the settings become; a keyword that is not here is only kept with the event.
SETS: dict[str, dict[str, object]] = {
    "x-rounds": {"rounds": 3},
    "cut": {"cut": 4},
    "scenarios": {"scenarios": (2, 1), "scenarios_public": True},
    "relaxed": {"limits": "relaxed"},
    "casual": {"limits": "casual"},
    "hardcore": {"limits": "hardcore"},
    "frenzy": {"limits": "frenzy"},
    "no-extensions": {"extensions": False},
    "chess-clocks": {"timing": "chess-clocks"},
    "death-clock": {"timing": "death-clock"},
    "no-time-limits": {"timing": "untimed"},
    "classic": {"timing": "classic"},
    "classic-casual": {"timing": "classic", "limits": "casual"},
    "classic-relaxed": {"timing": "classic", "limits": "relaxed"},
    "classic-hardcore": {"timing": "classic", "limits": "hardcore"},
    "classic-frenzy": {"timing": "classic", "limits": "frenzy"},
    "classic-no-extensions": {"timing": "classic", "extensions": False},
    "no-kill-box": {"kill_box": False},
    "no-reinforcements": {"reinforcements": False},
    "artifice-kill-box": {"artifices": (Artifice.KILL_BOX,)},
    "artifice-reinforcements": {"artifices": (Artifice.REINFORCEMENTS,)},
    "no-assassination": {"assassination": False},
    "no-tiebreakers": {"tiebreakers": False},
    "battlegroup-destroyed": {"battlegroup": True},
    "assassin": {"order": (TP, KILLS, CP)},
    "control-points": {"order": (TP, CP, APD, SOS)},
    "destruction": {"order": (TP, APD, CP, SOS)},
    "large-event": {"schedule": Schedule.OVER_ROUNDS},
    "finals-tables": {"finals_tables": True},
}
OWN_SETS: dict[tuple[str, str], dict[str, object]] = {
    ("sr2012", "assassin"): {"order": (TP, KILLS, APD, CP)},
    ("sr2017", "assassin"): {"order": (TP, KILLS, CP, SOS)},
    ("sr2017-rumble", "assassin"): {"order": (TP, KILLS, CP, SOS)},
    ("sr2012", "large-event"): {"schedule": Schedule.OVER_GAMES},
    ("sr2014", "large-event"): {"schedule": Schedule.OVER_GAMES},
    ("sr2014", "commanders-crucible"): {
        "variants": (AnnouncedKeyword("commanders-crucible", (2,)),),
        "rounds": 2,
    },
}

# What of a game's terms becomes different in one scenario or another.
TERMS = {
    "no-kill-box": {"scenario.kill_box"},
    "artifice-kill-box": {"scenario.kill_box"},
    "no-reinforcements": {"scenario.reinforcements", "time.extensions"},
    "artifice-reinforcements": {"scenario.reinforcements", "time.extensions"},
    "no-assassination": {"victory.assassination"},
    "no-tiebreakers": {"victory.unfinished"},
    "battlegroup-destroyed": {"victory.battlegroup"},
}
OWN_TERMS = {
    ("sr2014", "artifice-reinforcements"): {
        "scenario.reinforcements",
        "scenario.deployment",
        "time.extensions",
    },
    ("sr2012", "no-assassination"): {"victory.assassination", "kill_box.destroys"},
    ("sr2017", "no-tiebreakers"): {
        "victory.unfinished",
        "victory.at_length",
        "victory.dice_down_is_length",
    },
    ("sr2017-rumble", "no-tiebreakers"): {
        "victory.unfinished",
        "victory.at_length",
        "victory.dice_down_is_length",
    },
}

# Timing keywords: the words of the times at 50 points, and the round's length without dice.
TIMES = {
    ("sr2012", "relaxed"): ("15 minutes a turn, one extension of 7", 150),
    ("sr2012", "casual"): ("12 minutes a turn, one extension of 6", 120),
    ("sr2012", "hardcore"): ("7 minutes a turn, one extension of 3", 70),
    ("sr2012", "frenzy"): ("5 minutes a turn, one extension of 2", 50),
    ("sr2012", "no-extensions"): ("10 minutes a turn, no extensions", 100),
    ("sr2012", "chess-clocks"): ("53 minutes on each clock", 100),
    ("sr2012", "death-clock"): ("53 minutes on each clock", 0),
    ("sr2014", "relaxed"): ("15 minutes a turn, one extension of 5", 150),
    ("sr2014", "casual"): ("12 minutes a turn, one extension of 5", 120),
    ("sr2014", "hardcore"): ("7 minutes a turn, one extension of 5", 70),
    ("sr2014", "frenzy"): ("5 minutes a turn, no extensions", 50),
    ("sr2014", "no-extensions"): ("10 minutes a turn, no extensions", 100),
    ("sr2014", "death-clock"): ("60 minutes on each clock", 0),
    ("sr2015", "relaxed"): ("15 minutes a turn, one extension of 5", 150),
    ("sr2015", "casual"): ("12 minutes a turn, one extension of 5", 120),
    ("sr2015", "hardcore"): ("7 minutes a turn, no extensions", 70),
    ("sr2015", "frenzy"): ("5 minutes a turn, no extensions", 50),
    ("sr2015", "no-extensions"): ("10 minutes a turn, no extensions", 100),
    ("sr2015", "death-clock"): ("60 minutes on each clock", 0),
    **{
        (key, f"classic{name}"): times
        for key in ("sr2017", "sr2017-rumble")
        for name, times in {
            "": ("7 minutes a turn, one extension of 5", 70),
            "-casual": ("10 minutes a turn, one extension of 5", 100),
            "-relaxed": ("12 minutes a turn, one extension of 5", 120),
            "-hardcore": ("5 minutes a turn, no extensions", 50),
            "-frenzy": ("3 minutes a turn, no extensions", 30),
            "-no-extensions": ("7 minutes a turn, no extensions", 70),
        }.items()
    },
    **{
        (key, "no-time-limits"): ("No time limits", 0)
        for key, packet in PACKETS.items()
        if packet.variant("no-time-limits")
    },
}


def base(key: str) -> Settings:
    return Settings("Open", key, 50, 1)


def announced(key: str, variant: str) -> tuple[Packet, Settings]:
    packet = PACKETS[key]
    return packet, put_in_force(
        packet, base(key), variant, *NUMBERS.get(variant, x(packet, variant))
    )


def x(packet: Packet, variant: str) -> tuple[int, ...]:
    found = packet.variant(variant)
    assert found is not None
    return (2,) if found.asks.value == "number" else ()


def differing(one: Any, other: Any, path: str = "") -> set[str]:
    """The paths of the fields in which two values are not the same."""
    if one == other:
        return set()
    if not isinstance(one, Struct) or type(one) is not type(other):
        return {path}
    return {
        found
        for name in one.__struct_fields__
        for found in differing(
            getattr(one, name), getattr(other, name), f"{path}.{name}".strip(".")
        )
    }


@pytest.mark.long
@pytest.mark.parametrize(("key", "variant"), EVERY, ids="-".join)
def test_a_keyword_sets_what_it_says_and_nothing_else(key: str, variant: str) -> None:
    packet, settings = announced(key, variant)
    sets = OWN_SETS.get((key, variant), SETS.get(variant, {}))
    if not sets:
        numbers = NUMBERS.get(variant, x(packet, variant))
        sets = {"variants": (AnnouncedKeyword(variant, numbers),)}
    assert settings == replace(base(key), **sets)


@pytest.mark.long
@pytest.mark.parametrize(("key", "variant"), EVERY, ids="-".join)
def test_a_keyword_changes_its_own_part_of_a_game_and_nothing_else(key: str, variant: str) -> None:
    packet, settings = announced(key, variant)
    found = {
        path
        for number in (0, *(scenario.number for scenario in packet.scenarios))
        for path in differing(
            terms_for(packet, base(key), number), terms_for(packet, settings, number)
        )
    }
    if (key, variant) in TIMES:
        assert {path.partition(".")[0] for path in found} <= {"time"}
        assert found
    else:
        expected = OWN_TERMS.get((key, variant), TERMS.get(variant, set()))
        assert found == expected


@pytest.mark.parametrize(("where", "told"), TIMES.items(), ids=lambda one: "-".join(map(str, one)))
def test_a_timing_keyword_gives_the_times_of_the_packet(
    where: tuple[str, str], told: tuple[str, int]
) -> None:
    packet, settings = announced(*where)
    timing = packet.timing(settings.timing)
    no_dice = replace(timing, variable=False)
    fixed = replace(packet, timings=tuple(no_dice if o is timing else o for o in packet.timings))
    length = round_time(fixed, settings, 0).length_ms(0) // MINUTE
    assert (times_words(terms_for(packet, settings, 0).time), length) == told


@pytest.mark.long
@pytest.mark.parametrize(("key", "variant"), EVERY, ids="-".join)
def test_an_announced_keyword_is_the_only_one_in_force_and_can_be_withdrawn(
    key: str, variant: str
) -> None:
    packet, settings = announced(key, variant)
    (one,) = in_force(packet, settings)
    assert one == AnnouncedKeyword(variant, NUMBERS.get(variant, x(packet, variant)))
    assert "{X}" not in describe_keyword(packet, one) + explain_keyword(packet, one)
    assert explain_keyword(packet, one).endswith(".")
    assert withdraw(packet, settings, variant) == base(key)


def test_each_packet_has_its_number_of_keywords() -> None:
    counts = {key: len(packet.variants) for key, packet in PACKETS.items()}
    assert counts == {
        "sr2012": 31,
        "sr2014": 28,
        "sr2015": 24,
        "sr2017": 21,
        "sr2017-rumble": 20,
        "sr2026": 1,
        "points": 0,
    }
    assert {key for _, key in EVERY} >= {*SETS, *TERMS}


def test_an_unknown_keyword_changes_nothing() -> None:
    packet = PACKETS["sr2017"]
    settings = put_in_force(packet, base("sr2017"), "hailstorm", 3)
    assert settings == withdraw(packet, settings, "hailstorm") == base("sr2017")
    unknown = AnnouncedKeyword("hailstorm")
    assert (describe_keyword(packet, unknown), explain_keyword(packet, unknown)) == (
        "hailstorm",
        "",
    )


def test_a_keyword_is_in_force_whenever_its_setting_is_made() -> None:
    settings = replace(base("sr2014"), limits="frenzy", rounds=4, order=(TP, CP, APD, SOS))
    packet = PACKETS["sr2014"]
    names = [describe_keyword(packet, keyword) for keyword in in_force(packet, settings)]
    assert names == ["4-Round Event", "Frenzy Time Limits", "Control Point Scoring"]


def test_a_ranking_keyword_replaces_another() -> None:
    packet, settings = announced("sr2015", "assassin")
    settings = put_in_force(packet, settings, "destruction")
    assert [keyword.key for keyword in in_force(packet, settings)] == ["destruction"]


def test_a_keyword_included_in_another_is_not_listed_separately() -> None:
    packet, settings = announced("sr2017", "classic-casual")
    settings = put_in_force(packet, settings, "classic")
    assert [keyword.key for keyword in in_force(packet, settings)] == ["classic-casual"]
    settings = put_in_force(packet, settings, "no-tiebreakers")
    assert clashes(packet, settings) == ()


def test_withdrawing_one_keyword_leaves_the_others() -> None:
    packet, settings = announced("sr2012", "artifice-kill-box")
    for key in ("artifice-reinforcements", "characters-restricted"):
        settings = put_in_force(packet, settings, key)
    settings = withdraw(packet, settings, "artifice-kill-box")
    assert settings.artifices == (Artifice.REINFORCEMENTS,)
    assert [keyword.key for keyword in settings.variants] == ["characters-restricted"]
    packet, settings = announced("sr2017", "classic-no-extensions")
    settings = put_in_force(packet, settings, "classic-casual")
    settings = withdraw(packet, settings, "classic-casual")
    assert (settings.timing, settings.limits, settings.extensions) == ("classic", "", False)


def test_without_tiebreakers_leading_at_the_packets_length_still_wins() -> None:
    packet, settings = announced("sr2017", "no-tiebreakers")
    victory = terms_for(packet, settings, 1).victory
    assert (victory.at_length, victory.unfinished) == ((Tiebreak.CONTROL_POINTS,), ())


def test_classic_time_limits_leave_the_deathclock_alone() -> None:
    packet = PACKETS["sr2017"]
    settings = replace(base("sr2017"), limits="relaxed")
    assert terms_for(packet, settings, 1) == terms_for(packet, base("sr2017"), 1)
