"""The format builder's rows: what is ticked, what clashes, what a tick changes."""

import pytest

from app.engine.formats.keywords import with_preset
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.packet import Packet
from app.views.event.format import (
    KeywordRow,
    format_rows,
    preset_rows,
    swap_to,
    under,
    with_keyword,
)
from app.views.event.settings_words import announcement
from tests.engine.event import MINUTE, PACKETS

ALL = tuple(PACKETS.values())
SR2017, SR2014, SR2012 = PACKETS["sr2017"], PACKETS["sr2014"], PACKETS["sr2012"]
RUMBLE = PACKETS["sr2017-rumble"]


def plain(packet: Packet, size: int = 50) -> Settings:
    return Settings("Open", packet.key, size, 1)


def rows(packet: Packet, settings: Settings) -> dict[str, KeywordRow]:
    return {row.key: row for group in format_rows(packet, settings, ALL) for row in group.rows}


def test_every_keyword_is_listed_in_its_packets_group() -> None:
    for packet in ALL:
        groups = format_rows(packet, plain(packet), ALL)
        shown = [row.key for group in groups for row in group.rows]
        offered = [keyword.key for keyword in packet.variants]
        idle = {"relaxed", "casual", "hardcore", "frenzy", "no-extensions"}
        assert set(offered) - set(shown) <= idle
        assert all(group.rows for group in groups)
    titles = [group.title for group in format_rows(SR2017, plain(SR2017), ALL)]
    assert titles == [
        "Army lists",
        "Game",
        "Painting",
        "Number of rounds",
        "Timing",
        "Victory",
        "Final standings",
    ]


def test_ticking_a_keyword_sets_a_sensible_default_number() -> None:
    settings = with_keyword(SR2017, plain(SR2017), "cut", on=True)
    assert rows(SR2017, settings)["cut"].name == "Cut to Top 4"
    assert (rows(SR2017, settings)["cut"].on, rows(SR2017, settings)["cut"].number) == (True, 4)
    settings = with_keyword(SR2017, settings, "cut", on=True, x=8)
    assert settings.cut == 8
    settings = with_keyword(SR2017, settings, "x-rounds", on=True)
    assert settings.rounds == 3
    settings = with_keyword(SR2014, plain(SR2014), "x-lists", on=True)
    assert announcement(SR2014, settings) == "50-point Steamroller 2014: 2 Lists Required"
    settings = with_keyword(SR2014, settings, "x-lists", on=False)
    assert settings == plain(SR2014)
    assert with_keyword(SR2014, settings, "no-such-word", on=True) == settings
    assert with_keyword(SR2014, settings, "scenarios", on=True) == settings


def test_both_of_two_clashing_keywords_show_the_clash() -> None:
    settings = with_keyword(SR2017, plain(SR2017), "finals-tables", on=True)
    settings = with_keyword(SR2017, settings, "cut", on=True)
    found = rows(SR2017, settings)
    assert "Finals Tables" in found["cut"].against
    assert found["cut"].against == found["finals-tables"].against
    assert found["specialists"].against == ""


def test_a_keyword_included_in_another_is_ticked_with_it() -> None:
    settings = with_keyword(SR2017, plain(SR2017), "classic-hardcore", on=True)
    found = rows(SR2017, settings)
    assert (found["classic"].on, found["classic"].included) == (
        True,
        "Classic Hardcore Time Limits",
    )


def test_limits_that_would_change_nothing_are_not_offered() -> None:
    assert "hardcore" in rows(SR2014, plain(SR2014))
    clocks = with_keyword(SR2014, plain(SR2014), "death-clock", on=True)
    assert not {"hardcore", "no-extensions"} & rows(SR2014, clocks).keys()
    held = with_keyword(SR2014, replace(plain(SR2014), limits="hardcore"), "death-clock", on=True)
    assert rows(SR2014, held)["hardcore"].on


def test_rumble_switches_to_its_own_packet_and_back() -> None:
    settings = with_keyword(SR2017, plain(SR2017, 75), "specialists", on=True)
    assert swap_to(SR2017, "rumble", ALL, on=True) is RUMBLE
    assert swap_to(SR2017, "cut", ALL, on=True) is None
    assert swap_to(SR2017, "none", ALL, on=True) is None
    small = under(RUMBLE, replace(settings, timing="classic", limits="none", scenarios=(1,)))
    assert (small.packet, small.size, small.timing) == ("sr2017-rumble", 50, "classic")
    assert (small.limits, small.scenarios, small.variants) == ("", (), settings.variants)
    assert rows(RUMBLE, small)["rumble"].on
    assert swap_to(RUMBLE, "rumble", ALL, on=False) is SR2017
    assert under(SR2012, replace(small, timing="death")).timing == ""


def test_presets_say_what_size_of_event_they_are_meant_for() -> None:
    settings = plain(SR2012)
    hardcore, hours, casual, masters = preset_rows(SR2012, settings, 16)
    assert hardcore.meant == "32 players or more, 35 or 50 points"
    assert hardcore.says.startswith("1 List Required, Hardcore Painting Required, Hardcore Time")
    assert (hardcore.fits, hours.fits, casual.meant) == (False, True, "")
    assert hours.ours == ""
    assert casual.ours.startswith("The preset leaves out Scenario Scoring.")
    assert masters.meant == "32 players or more, 35, 50 or 75 points"
    assert preset_rows(SR2012, settings, 0)[0].fits
    assert not preset_rows(SR2012, plain(SR2012, 15), 0)[0].fits
    preset = SR2012.presets[1]
    with_it = with_preset(SR2012, settings, preset)
    assert [row.on for row in preset_rows(SR2012, with_it, 0)] == [False, True, False, False]
    single = replace(SR2012, presets=(replace(preset, sizes=(50,)),))
    assert preset_rows(single, settings, 0)[0].meant == "50 points"


def test_time_limits_combine_with_player_clocks_only_in_sr2012() -> None:
    clocks = with_keyword(SR2012, plain(SR2012), "death-clock", on=True)
    assert {"relaxed", "casual", "hardcore", "frenzy"} <= rows(SR2012, clocks).keys()
    assert "no-extensions" not in rows(SR2012, clocks)
    hardcore = with_keyword(SR2012, clocks, "hardcore", on=True)
    assert rows(SR2012, hardcore)["hardcore"].on
    assert terms_for(SR2012, replace(hardcore, size=50), 1).time.clock_ms == 38 * MINUTE
    untimed = with_keyword(SR2012, plain(SR2012), "no-time-limits", on=True)
    assert "hardcore" not in rows(SR2012, untimed)


@pytest.mark.parametrize(
    ("lists", "rounds", "said"),
    [
        (2, 4, ""),
        (3, 5, "Divide and Conquer (2): 3 lists at least 2 times each need 6 rounds"),
        (4, 0, "Divide and Conquer (2): 4 lists at least 2 times each need 8 rounds"),
        (0, 3, "Divide and Conquer (2): 2 lists at least 2 times each need 4 rounds"),
    ],
)
def test_an_unsatisfiable_divide_and_conquer_is_flagged(lists: int, rounds: int, said: str) -> None:
    settings = with_keyword(SR2014, plain(SR2014), "divide-and-conquer", on=True, x=2)
    if lists:
        settings = with_keyword(SR2014, settings, "x-lists", on=True, x=lists)
    row = rows(SR2014, replace(settings, rounds=rounds))["divide-and-conquer"]
    assert row.against.startswith(said)
    assert bool(row.against) is bool(said)


def test_divide_and_conquer_with_even_shares_needs_a_round_for_each_list() -> None:
    settings = with_keyword(SR2012, plain(SR2012), "divide-and-conquer", on=True)
    settings = with_keyword(SR2012, settings, "x-lists", on=True, x=4)
    row = rows(SR2012, replace(settings, rounds=3))["divide-and-conquer"]
    assert "4 lists at least 1 time each need 4 rounds, and the event has 3 at most" in row.against
