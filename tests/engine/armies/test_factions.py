"""Factions and armies of the packets, however people spell them."""

import pytest

from app.engine.acts.phones import OpenToPhones, SendLists, SignUp
from app.engine.acts.players import AddPlayers, CheckIn, EditPlayer, EnterArmy, Entry
from app.engine.acts.setup import CreateEvent
from app.engine.armies.army_list import ArmyList
from app.engine.armies.factions import (
    armies_of,
    faction_of,
    factions_of,
    find_meant,
    match_spelling,
    respell,
)
from app.engine.frozen import replace
from app.engine.players.entries import meant_entry, spelled_entry
from tests.engine.event import PACKETS, Desk, settings

MK4 = factions_of(PACKETS["sr2026"])
NAMES = tuple(each.name for each in MK4)
EARLIER = tuple(each.name for each in factions_of(PACKETS["sr2017"]))


def desk() -> Desk:
    desk = Desk()
    desk.do(CreateEvent(replace(settings(), packet="sr2026"), PACKETS["sr2026"]))
    return desk


def test_every_packet_has_the_factions_of_its_edition():
    assert factions_of(None) == ()
    assert len(NAMES) == len(set(NAMES)) == 18
    assert sum(len(each.armies) for each in MK4) == len(set(armies_of(MK4))) == 39
    for key in ("sr2012", "sr2014", "sr2015", "sr2017", "sr2017-rumble"):
        names = tuple(each.name for each in factions_of(PACKETS[key]))
        assert names == EARLIER
        assert armies_of(factions_of(PACKETS[key])) == ()
    assert len(EARLIER) == 15
    assert set(NAMES) - set(EARLIER) == {"Dusk", "Khymaera", "Menoth", "Orgoth", "Southern Kriels"}


def test_a_faction_has_its_armies_and_an_army_its_faction():
    assert armies_of(MK4, "southern kriels") == ("Brineblood Marauders", "Kithguard")
    assert armies_of(MK4, "Infernals") == ()
    assert armies_of(MK4, "Ours") == armies_of(MK4)
    assert faction_of(MK4, "kithguard") == "Southern Kriels"
    assert faction_of(MK4, "Ours") == faction_of(MK4, "") == ""


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("khador", "Khador"),
        (" TROLLBLOOD ", "Trollbloods"),
        ("Southern  Kriel", "Southern Kriels"),
        ("Devourers host", "Devourer's Host"),
        ("Dragon’s Host", "Dragon's Host"),
        ("Winter-Korps", "Winter Korps"),
        ("Legion", "Legion"),
        ("Ours", "Ours"),
        ("", ""),
        ("...", "..."),
    ],
)
def test_a_variant_spelling_is_recognized_as_the_name(words: str, name: str):
    assert match_spelling(words, (*NAMES, *armies_of(MK4))) == name


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Legion", "Legion of Everblight"),
        ("Circle", "Circle Orboros"),
        ("Mercs", "Mercenaries"),
        ("Retri", "Retribution of Scyrah"),
        ("Protectorate", "Protectorate of Menoth"),
        ("Menoth", "Protectorate of Menoth"),
        ("Cygnarr", "Cygnar"),
        ("Kador", "Khador"),
        ("Cir", "Circle Orboros"),
        ("Ci", "Ci"),
        ("Crabyx", "Cryx"),
        ("Crabbyx", "Crabbyx"),
        ("Troolbloods", "Trollbloods"),
        ("The Skorne Empire", "Skorne"),
        ("Crucible", "Crucible Guard"),
        ("C", "C"),
        ("Warriors of the Old Faith", "Warriors of the Old Faith"),
        ("Orcs & Goblins", "Orcs & Goblins"),
        ("of the", "of the"),
        ("", ""),
        ("khador", "Khador"),
    ],
)
def test_a_shortened_or_misspelled_name_is_resolved_if_it_can_mean_only_one(words: str, name: str):
    assert find_meant(words, EARLIER) == name


def test_a_name_that_could_mean_several_stays_as_it_is():
    assert find_meant("Storm", armies_of(MK4)) == "Storm"
    assert find_meant("Storm Leg", armies_of(MK4)) == "Storm Legion"
    assert find_meant("Infermis", ("Infernis", "Infermas")) == "Infermis"


def test_recorded_factions_and_armies_take_the_packets_spelling():
    event = desk()
    event.do(AddPlayers((Entry("Anna", faction="southern kriel"), Entry("Ben", faction="Ours"))))
    assert [player.entry.faction for player in event.state.players.values()] == [
        "Southern Kriels",
        "Ours",
    ]
    event.do(EditPlayer(2, Entry("Ben", faction="DUSK")))
    assert event.state.players[2].entry.faction == "Dusk"
    lists = (ArmyList(faction="dusk", theme="House kallyss"), ArmyList(theme="Our own"))
    event.do(EnterArmy(2, lists), insist=True)
    first, second = event.state.players[2].lists
    assert (first.faction, first.theme, second.theme) == ("Dusk", "House Kallyss", "Our own")


def test_factions_and_armies_sent_from_phones_take_the_packets_spelling():
    event = desk()
    event.do(OpenToPhones(sign_up=True, check_in=True))
    event.do(SignUp(Entry("Cleo", faction="skornes"), (ArmyList(theme="masters of War"),)))
    applicant = event.state.applicants[1]
    assert applicant.entry.faction == "Skorne"
    assert applicant.lists[0].theme == "Masters of War"
    event.do(AddPlayers((Entry("Anna"),)))
    event.do(CheckIn((1,)))
    event.do(SendLists(1, (ArmyList(theme="masters of War"),)))
    assert event.state.players[1].lists[0].theme == "Masters of War"


def test_a_lists_army_is_respelled_even_without_its_faction():
    assert respell(ArmyList(theme="KITHGUARD"), MK4) == ArmyList(theme="Kithguard")


def test_an_imported_entry_gets_the_names_that_were_most_likely_meant():
    written = Entry("Anna", faction="Ours", army="Storm")
    assert meant_entry(written, MK4) == written
    assert meant_entry(Entry("Anna", faction="Southern", army="kithgard"), MK4) == Entry(
        "Anna", faction="Southern Kriels", army="Kithguard"
    )
    assert spelled_entry(Entry("Anna", faction="Legion"), MK4).faction == "Legion"
