"""The variants of SR2014's appendix (1 February 2014), by its sections."""

import pytest

from app.engine.formats.keywords import (
    clashes,
    describe_keyword,
    in_force,
    including,
    put_in_force,
    withdraw,
)
from app.engine.formats.settings import Settings
from app.engine.formats.terms import terms_for
from app.engine.formats.times import longest_round, setting_words, times_words
from app.engine.frozen import replace
from app.engine.packet.keywords import AnnouncedKeyword, Artifice, Group
from app.engine.packet.timing import TimingKind
from app.views.event.settings_words import announcement, settings_sheet
from tests.engine.event import PACKETS

SR2014 = PACKETS["sr2014"]
OPEN = Settings("Open", "sr2014", 50, 1)
REINFORCED = put_in_force(SR2014, OPEN, "artifice-reinforcements")
NAMES = {
    Group.LISTS: "{X} List(s) Required · Battlegroup Only · Characters Unrestricted"
    " · Commander’s Crucible ({X}) · Divide and Conquer ({X}) · Specialists"
    " · Theme Forces: Tier {X} Required",
    Group.PAINTING: "Basic Painting Required · Hardcore Painting Required",
    Group.ROUNDS: "{X}-Round Event",
    Group.TIMING: "Relaxed Time Limits · Casual Time Limits · Hardcore Time Limits"
    " · Frenzy Time Limits · Death Clock · No Extensions · No Time Limits",
    Group.SCENARIOS: "Kill Box: YES · Reinforcements · Scenarios",
    Group.VICTORY: "Mangled Metal · No Assassination Victory · No Tiebreakers",
    Group.STANDINGS: "Assassin Scoring · Control Point Scoring · Destruction Scoring"
    " · Large Event Scoring · Finals Tables",
}


@pytest.mark.parametrize(("group", "names"), NAMES.items())
def test_the_variants_and_their_groups_are_those_of_the_appendix(group: Group, names: str) -> None:
    variants = [variant.name for variant in SR2014.variants if variant.group is group]
    assert " · ".join(variants) == names


def test_kill_box_yes_gives_every_scenario_the_kill_box() -> None:
    settings = put_in_force(SR2014, OPEN, "artifice-kill-box")
    assert {scenario.kill_box for scenario in SR2014.scenarios} == {True, False}
    played = [terms_for(SR2014, settings, scenario.number) for scenario in SR2014.scenarios]
    assert all(terms.scenario.kill_box for terms in played)


def test_reinforcements_give_every_scenario_flank_deployment() -> None:
    for scenario in SR2014.scenarios:
        usual = terms_for(SR2014, OPEN, scenario.number).scenario
        played = terms_for(SR2014, REINFORCED, scenario.number).scenario
        assert (usual.deployment, usual.reinforcements) == ("standard", False)
        assert (played.deployment, played.reinforcements) == ("flank", True)


@pytest.mark.parametrize(
    ("size", "words", "minutes"),
    [
        (25, "5 minutes a turn, no extensions", 50),
        (35, "7 minutes a turn, 2 extensions of 5", 70),
        (50, "10 minutes a turn, 2 extensions of 5", 110),
        (200, "25 minutes a turn, 2 extensions of 5", 260),
    ],
)
def test_reinforcements_set_the_times_of_each_size(size: int, words: str, minutes: int) -> None:
    settings = replace(REINFORCED, size=size)
    assert times_words(terms_for(SR2014, settings, 5).time) == words
    assert setting_words(SR2014, settings).startswith(f"{words}; dice down after {minutes} min")
    assert longest_round(SR2014, settings) == minutes + 3 * 5, "the d3 by which dice add to it"


def test_reinforcements_have_their_own_death_clock_times() -> None:
    settings = put_in_force(SR2014, REINFORCED, "death-clock")
    time = terms_for(SR2014, settings, 5).time
    assert (time.kind, times_words(time)) == (TimingKind.DEATHCLOCK, "65 minutes on each clock")
    assert longest_round(SR2014, settings) == 130
    assert longest_round(SR2014, replace(settings, artifices=())) == 120
    assert setting_words(SR2014, settings) == "65 minutes on each clock"


def test_sr2012_extensions_lengthen_the_planned_round() -> None:
    packet = PACKETS["sr2012"]
    settings = Settings("Open", "sr2012", 50, 1, artifices=(Artifice.REINFORCEMENTS,))
    assert longest_round(packet, settings) == 115, "never beyond three extensions"
    assert longest_round(packet, replace(settings, timing="death-clock")) == 106


@pytest.mark.parametrize(
    ("key", "size", "least", "said"),
    [
        ("artifice-reinforcements", 15, 25, "Reinforcements: it is for 25 points or more."),
        ("commanders-crucible", 25, 35, "Commander’s Crucible (4): it is for 35 points or more."),
    ],
)
def test_a_variant_for_larger_armies_is_reported_below_its_size(
    key: str, size: int, least: int, said: str
) -> None:
    settings = put_in_force(SR2014, replace(OPEN, size=size), key, 4)
    assert said in clashes(SR2014, settings)
    for fits in (least, 50):
        assert clashes(SR2014, replace(settings, size=fits)) == ()


def test_the_crucible_sets_the_rounds() -> None:
    settings = put_in_force(SR2014, OPEN, "commanders-crucible", 4)
    assert settings.rounds == 4
    assert in_force(SR2014, settings) == (AnnouncedKeyword("commanders-crucible", (4,)),)
    assert including(SR2014, settings, "x-rounds") == "Commander’s Crucible (4)"
    assert clashes(SR2014, settings) == ()
    assert withdraw(SR2014, settings, "commanders-crucible") == OPEN
    assert withdraw(SR2014, settings, "x-rounds") == settings
    other = put_in_force(SR2014, settings, "commanders-crucible", 5)
    assert (other.rounds, other.variants) == (5, (AnnouncedKeyword("commanders-crucible", (5,)),))


def test_a_number_of_rounds_other_than_the_crucibles_is_reported() -> None:
    settings = put_in_force(SR2014, OPEN, "commanders-crucible", 4)
    said = "Commander’s Crucible (4): the event is set to 3 rounds."
    assert said in clashes(SR2014, replace(settings, rounds=3))
    said = "Commander’s Crucible (4): the event is set to no number of rounds."
    assert said in clashes(SR2014, replace(settings, rounds=0))
    bare = replace(OPEN, variants=(AnnouncedKeyword("commanders-crucible"),))
    assert describe_keyword(SR2014, in_force(SR2014, bare)[0]) == "Commander’s Crucible (X)"


def test_the_announcement_names_the_appendixs_keywords() -> None:
    settings = put_in_force(SR2014, REINFORCED, "commanders-crucible", 4)
    for key in ("artifice-kill-box", "battlegroup-destroyed"):
        settings = put_in_force(SR2014, settings, key)
    assert announcement(SR2014, settings) == (
        "50-point Steamroller 2014: Commander’s Crucible (4), Kill Box: YES, Reinforcements,"
        " Mangled Metal"
    )
    rows = settings_sheet(SR2014, settings)
    says = {row.keyword: row.says for row in rows}
    assert says["Commander’s Crucible (4)"].startswith("4 rounds. Everybody brings one support")
    assert says["Reinforcements"].endswith("10 army points at this size.")
    times = next(row.keyword for row in rows if row.group == Group.TIMING.title)
    assert "dice down after 110 minutes" in times
