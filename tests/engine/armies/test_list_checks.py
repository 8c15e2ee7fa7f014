"""Good and bad lists of every packet, as players hand them in, and what is said against them."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import ArmyList, lists_fault
from app.engine.armies.crucible import CRUCIBLE
from app.engine.armies.list_checks import (
    called_more,
    describe_list,
    list_doubts,
    lists_wanted,
    look_ups,
    parse_list_words,
)
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.packet.keywords import Group
from tests.engine.event import PACKETS

JACKS = Kind.JACK


def caster(name: str = "Haley 1", bonus: int = 6) -> ArmyRow:
    return ArmyRow(name, Kind.CASTER, bonus)


def jack(points: int, name: str = "Lancer") -> ArmyRow:
    return ArmyRow(name, Kind.JACK, points)


def solo(points: int, name: str = "Journeyman", *, character: bool = False) -> ArmyRow:
    return ArmyRow(name, Kind.SOLO, points, character=character)


def unit(points: int, name: str = "Long Gunners") -> ArmyRow:
    return ArmyRow(name, Kind.UNIT, points, 10)


def army(points: int, bonus: int = 6, name: str = "Haley 1", *more: ArmyRow) -> Army:
    """A caster, jacks for more than the bonus, a unit for the rest of ``points``."""
    jacks = bonus + 4
    spent = jacks + sum(row.points or 0 for row in more)
    return (caster(name, bonus), jack(jacks), unit(points - spent), *more)


class Case(Struct, frozen=True, dict=True):
    """Lists of an event and what is said of them: each text once, nothing else."""

    about: str
    packet: str
    size: int
    lists: tuple[ArmyList, ...]
    said: tuple[str, ...] = ()
    variants: tuple[tuple[str, int], ...] = ()
    faction: str = ""


def one(cost: int, bonus: int = 6, **fields: Any) -> tuple[ArmyList, ...]:
    return (replace(ArmyList(army(cost, bonus)), **fields),)


ALEXIA, ALEXIA2 = "Alexia, Mistress of the Witchfire", "Alexia Ciannor & the Risen"
EIRYSS, EIRYSS2 = "Eiryss, Mage Hunter of Ios", "Eiryss, Angel of Retribution"


def pair(first: Army, second: Army, **fields: Any) -> tuple[ArmyList, ...]:
    lists = (ArmyList(first), ArmyList(second))
    return tuple(replace(each, **fields) for each in lists)


def with_solo(name: str, caster_name: str, bonus: int = 6, points: int = 56) -> Army:
    return army(points, bonus, caster_name, solo(3, name, character=True))


def points_cases() -> Iterator[Case]:
    yield Case("the packets’ example at the top", "sr2014", 50, one(57, 7))
    yield Case("the packets’ example at the bottom", "sr2014", 50, one(55, 7))
    yield Case("a point over", "sr2014", 50, one(58, 7), ("58 points; with",))
    yield Case("a point short", "sr2014", 50, one(54, 7), ("needs 55 to 57",))
    yield Case("2012 at the top", "sr2012", 35, one(41))
    yield Case("2012 short", "sr2012", 35, one(38), ("needs 39 to 41",))
    yield Case("2015 at the bottom", "sr2015", 25, one(29))
    yield Case("2015 over", "sr2015", 25, one(32), ("needs 29 to 31",))
    yield Case("2017 may fall short by four", "sr2017", 75, one(100, 29))
    yield Case("2017 at the top", "sr2017", 75, one(104, 29))
    yield Case("2017 five short", "sr2017", 75, one(99, 29), ("needs 100 to 104",))
    yield Case("2017 over", "sr2017", 75, one(105, 29), ("needs 100 to 104",))
    thin = (caster("Haley 2", 6), jack(4), unit(52))
    yield Case(
        "bonus for infantry", "sr2015", 50, (ArmyList(thin),), ("pay only for jacks and beasts",)
    )
    none = (caster("Haley 2", 6), unit(56))
    yield Case("a bonus for nothing", "sr2015", 50, (ArmyList(none),), ("pay for nothing else",))
    two = (caster("Haley 2", 6), caster("Sloan 1", 5), jack(15), unit(96))
    yield Case("two casters bring both bonuses", "sr2014", 100, (ArmyList(two),))
    free = (*army(55, 6), ArmyRow("Acolyte", Kind.SOLO))
    yield Case("an entry without a cost", "sr2014", 50, (ArmyList(free),))
    gift = (*army(56, 6), ArmyRow("Acolyte", Kind.SOLO, 5, free=True))
    yield Case("a free card", "sr2014", 50, (ArmyList(gift),))
    walker = (caster(), jack(5), ArmyRow("Charger", JACKS, 5, free=True), unit(51))
    only = ("which cost 5: everything else costs 51 points",)
    yield Case("a free jack takes no bonus", "sr2014", 50, (ArmyList(walker),), only)
    leader = (caster(),)
    yield Case("the caster alone", "sr2014", 50, (ArmyList(leader),))
    yield Case("caster and written points", "sr2014", 50, (ArmyList(leader, points=56),))
    over = (ArmyList(leader, points=60),)
    yield Case("too many written points", "sr2014", 50, over, ("60 points; with",))
    yield Case("the sum disagrees", "sr2014", 50, one(56, points=54), ("add up to 56",))
    yield Case("the sum agrees", "sr2014", 50, one(56, points=56))


def leader_cases() -> Iterator[Case]:
    nobody = (ArmyList((unit(50),)),)
    yield Case("no caster", "sr2014", 50, nobody, ("List 1 has no caster",))
    again = (
        ArmyList((*army(53), solo(3, EIRYSS, character=True), solo(0, EIRYSS, character=True))),
    )
    yield Case("a character twice in an army", "sr2014", 50, again, ("only once",))
    yield Case("two lists", "sr2014", 50, pair(army(56), army(55, 5, "Sloan 1")))
    same = pair(army(56), army(56))
    yield Case("one caster in both", "sr2014", 50, same, ("Haley 1 leads lists 1 and 2",))
    yield Case("one caster in both, 2017", "sr2017", 75, pair(army(81), army(81)), ("leads",))
    shared = pair(with_solo(EIRYSS, "Haley 1"), with_solo(EIRYSS, "Sloan 1"))
    yield Case("a character in both", "sr2015", 50, shared, ("is in lists 1 and 2",))
    typed = pair(with_solo("Ol' Rowdy", "Haley 1"), with_solo("Ol’  ROWDY", "Sloan 1"))
    yield Case("written another way", "sr2015", 50, typed, ("is in lists 1 and 2",))
    later = tuple(ArmyList(with_solo(EIRYSS, name, 6, 81)) for name in ("Haley 1", "Sloan 1"))
    yield Case("2017 lets characters be in both", "sr2017", 75, later)
    key = (("character-restrictions", 0),)
    yield Case("but not restricted", "sr2017", 75, later, ("character) is in",), key)
    versions = pair(with_solo(EIRYSS, "Haley 1"), with_solo(EIRYSS2, "Sloan 1"))
    yield Case("another version of a character", "sr2012", 50, versions)
    key = (("characters-restricted", 0),)
    yield Case("no version of it", "sr2012", 50, versions, ("is in lists 1 and 2",), key)
    alexias = pair(with_solo(ALEXIA, "Haley 1"), with_solo(ALEXIA2, "Sloan 1"))
    yield Case("two Alexias", "sr2012", 50, alexias)
    yield Case("the packet’s two Alexias", "sr2012", 50, alexias, ("is in lists 1 and 2",), key)
    ranks = pair(with_solo("Captain Haley", "Sloan 1"), with_solo("Major Haley", "Darius 1"))
    yield Case("two ranks of one person", "sr2012", 50, ranks, ("is in lists 1 and 2",), key)
    key = (("modern-warfare", 0),)
    older = (f"{ALEXIA2} is an older version: only {ALEXIA} is allowed",)
    old_one = pair(with_solo(ALEXIA2, "Haley 1"), army(55, 5, "Sloan 1"))
    yield Case("the older Alexia", "sr2012", 50, old_one, older, key)
    new_one = pair(with_solo(ALEXIA, "Haley 1"), army(55, 5, "Sloan 1"))
    yield Case("the newest Alexia", "sr2012", 50, new_one, (), key)
    both_alexias = (f"{ALEXIA} and {ALEXIA2} are versions of one character",)
    yield Case("two Alexias, one is old", "sr2012", 50, alexias, both_alexias, key)
    only = (f"{EIRYSS} and {EIRYSS2} are versions of one character",)
    yield Case("two versions, one is old", "sr2012", 50, versions, only, key)
    yield Case("one version", "sr2012", 50, pair(army(56), army(55, 5, "Sloan 1")), (), key)
    free = (("unrestricted-characters", 0),)
    yield Case("characters unrestricted", "sr2012", 50, shared, (), free)
    three = (*pair(army(56), army(55, 5, "Sloan 1")), ArmyList(army(54, 4, "Darius 1")))
    yield Case("three lists", "sr2014", 50, three, ("at most 2 lists, not 3",))
    often = (("divide-and-conquer", 3),)
    yield Case("each three times", "sr2014", 50, three, ("at most 2 lists, not 3",), often)
    yield Case("three required", "sr2014", 50, three, (), (("x-lists", 3),))
    short = ("Everybody brings 3 lists, not 2",)
    yield Case("two of three", "sr2014", 50, three[:2], short, (("x-lists", 3),))


def faction_cases() -> Iterator[Case]:
    two = pair(army(56), army(55, 5, "Sloan 1"), faction="Cygnar")
    yield Case("one faction", "sr2014", 50, two, faction="cygnar")
    mixed = (two[0], replace(two[1], faction="Cryx"))
    yield Case("two factions", "sr2014", 50, mixed, ("of one faction, not of Cygnar and Cryx",))
    yield Case("registered otherwise", "sr2014", 50, two, ("with Khador",), faction="Khador")
    only = (("battlegroup-only", 0),)
    group = (ArmyList((caster(), jack(10), jack(46, "Stormwall"))),)
    yield Case("a battlegroup", "sr2014", 50, group, (), only)
    yield Case("a unit in it", "sr2014", 50, one(56), ("without Long Gunners",), only)
    bare = (ArmyList((caster("Haley 1", 29), jack(27))),)
    yield Case("battlegroup size", "sr2017", 0, bare)
    fat = (ArmyList((caster("Haley 1", 29), jack(33))),)
    yield Case("over the battlegroup size", "sr2017", 0, fat, ("needs 25 to 29",))
    exact = (ArmyList((caster("Haley 1", 29), jack(20), unit(8))),)
    said = ("without Long Gunners", "everything else costs 8 points, and 0 are allowed")
    yield Case("a unit at battlegroup size", "sr2017", 0, exact, said)
    tier = (("theme-forces", 2),)
    force = one(56, theme="Sons of the Tempest", tier=2)
    yield Case("a theme force", "sr2014", 50, force, (), tier)
    weak = one(56, theme="Sons of the Tempest", tier=1)
    yield Case("of too low a tier", "sr2014", 50, weak, ("tier 2 or higher",), tier)
    yield Case("no theme", "sr2014", 50, one(56), ("tier 2 or higher",), tier)
    nameless = one(56, tier=3)
    yield Case("a tier of no theme", "sr2014", 50, nameless, ("tier 2 or higher",), tier)
    themed = pair(with_solo(EIRYSS, "Haley 1"), with_solo(EIRYSS, "Sloan 1"), theme="One", tier=3)
    yield Case("one theme, one character", "sr2014", 50, themed, ("is in lists",), tier)
    apart = (themed[0], replace(themed[1], theme="Other"))
    yield Case("themes of their own", "sr2014", 50, apart, (), tier)
    third = ArmyList(army(55, 5, "Nemo 1"), theme="One", tier=3)
    three = (("theme-forces", 2), ("x-lists", 3))
    yield Case("two of three themes, one character", "sr2014", 50, (*apart, third), (), three)
    again = (*apart, ArmyList(with_solo(EIRYSS, "Nemo 1"), theme="One", tier=3))
    said = ("is in lists 1 and 3",)
    yield Case("a character twice in one of two themes", "sr2014", 50, again, said, three)


def beside_cases() -> Iterator[Case]:
    special = (("specialists", 0),)
    ten, twelve = (solo(10, "Stormblades"),), (solo(12, "Stormblades"),)
    yield Case("specialists", "sr2014", 50, one(56, specialists=ten), (), special)
    over = ("12 points of specialists, 10 are allowed",)
    yield Case("too many", "sr2014", 50, one(56, specialists=twelve), over, special)
    yield Case("not announced", "sr2014", 50, one(56, specialists=ten), ("not played",))
    none = ("5 points of specialists, 0 are allowed",)
    five = one(21, specialists=(solo(5),))
    yield Case("at a size without", "sr2014", 15, five, none, special)
    led = one(56, specialists=(caster("Sloan 1", 5),))
    yield Case("a caster among them", "sr2014", 50, led, ("leads the army",), special)
    yield Case("2017", "sr2017", 75, one(81, specialists=(solo(20),)), (), special)
    gift = (replace(solo(12), free=True),)
    yield Case("a free specialist", "sr2014", 50, one(56, specialists=gift), (), special)
    large = one(81, specialists=(replace(solo(21), free=True),))
    over = ("21 points of specialists, 20 are allowed",)
    yield Case("which counts in 2017", "sr2017", 75, large, over, special)
    sent = (unit(10, "Trenchers"),)
    yield Case("reinforcements", "sr2012", 50, one(56, reinforcements=sent))
    much = (unit(11, "Trenchers"),)
    said = ("11 points of reinforcements, 10 are allowed",)
    yield Case("too many of them", "sr2012", 50, one(56, reinforcements=much), said)
    later = caster("Sloan 1", 5)
    second = one(56, reinforcements=(later, jack(15)))
    said = ("15 points of reinforcements, 10 are", "Sloan 1 cannot be among the reinforcements")
    yield Case("a caster among them", "sr2012", 50, second, said)
    more = (("warcaster-reinforcements", 0),)
    yield Case("a caster who may come later", "sr2012", 50, second, (), more)
    fuller = one(56, reinforcements=(later, jack(21)))
    said = ("21 points of reinforcements, 20 are allowed",)
    yield Case("who brings too much", "sr2012", 50, fuller, said, more)
    bare = one(56, reinforcements=(ArmyRow("Sloan 1", Kind.CASTER), jack(15)))
    yield Case("who has no bonus", "sr2012", 50, bare, (), more)
    full = one(56, reinforcements=(ArmyRow("Sloan 1", Kind.CASTER), jack(16)))
    said = ("16 points of reinforcements, 15 are allowed",)
    yield Case("who has no bonus and too much", "sr2012", 50, full, said, more)
    no = (("no-reinforcements", 0),)
    yield Case("none at this event", "sr2012", 50, one(56, reinforcements=sent), ("not",), no)
    yield Case("an objective", "sr2017", 75, one(81, objective="Fuel cache"))
    bad = ("Steamroller 2017 knows Armory, Fuel Cache and Stockpile, not Bunker",)
    yield Case("of another packet", "sr2017", 75, one(81, objective="Bunker"), bad)
    without = ("has no objectives",)
    yield Case("where there are none", "sr2012", 50, one(56, objective="Bunker"), without)


CASES = [*points_cases(), *leader_cases(), *faction_cases(), *beside_cases()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.packet} {case.about}")
def test_lists_are_checked_by_packet_and_variants(case: Case) -> None:
    packet = PACKETS[case.packet]
    settings = Settings("Open", case.packet, case.size, 1)
    for key, number in case.variants:
        settings = put_in_force(packet, settings, key, *[number] * bool(number))
    doubts = list_doubts(packet, settings, case.lists, case.faction)
    assert len(doubts) == len(case.said), doubts
    for said in case.said:
        assert any(said in doubt for doubt in doubts), doubts
    assert all(doubt[0].isupper() and doubt.endswith(".") for doubt in doubts)


def test_at_least_twenty_good_and_twenty_bad_lists_are_tested() -> None:
    assert len([case for case in CASES if case.said]) >= 20
    assert len([case for case in CASES if not case.said]) >= 20


def test_without_lists_there_is_nothing_to_say() -> None:
    assert list_doubts(PACKETS["sr2017"], Settings("", "sr2017", 75, 1), ()) == ()


def test_a_list_is_called_by_its_number_and_its_name_or_casters() -> None:
    lists = (ArmyList(army(56)), ArmyList(name="Storm"), ArmyList())
    assert [describe_list(lists, number) for number in (1, 2, 3)] == [
        "List 1 (Haley 1)",
        "List 2 (Storm)",
        "List 3",
    ]


def test_a_lists_name_is_shown_with_its_casters_and_theme() -> None:
    haley = ArmyRow("Haley 2", Kind.CASTER, 29)
    assert called_more(ArmyList((haley,))) == ""  # its caster is in its name already
    assert called_more(ArmyList((haley,), name="Storm")) == "Haley 2"
    assert (
        called_more(ArmyList((haley,), name="Storm", theme="Heavy Metal"))
        == "Haley 2 · Heavy Metal"
    )


def test_a_lists_description_can_be_read_back() -> None:
    lists = (ArmyList(army(56)), ArmyList(name="Storm (new)"), ArmyList())
    notices = [parse_list_words(describe_list(lists, number)) for number in (1, 2, 3)]
    assert notices == [(1, "Haley 1"), (2, "Storm (new)"), (3, "")]


def test_a_variant_may_require_a_number_of_lists() -> None:
    packet, settings = PACKETS["sr2014"], Settings("", "sr2014", 50, 1)
    assert lists_wanted(packet, settings) == 0
    assert lists_wanted(packet, put_in_force(packet, settings, "x-lists", 3)) == 3


def test_impossible_lists_are_not_taken_at_all() -> None:
    assert lists_fault(()) == ""
    assert lists_fault((ArmyList(),) * 8) == ""
    assert "at most 8" in lists_fault((ArmyList(),) * 9)
    assert "tier" in lists_fault((ArmyList(tier=10),))
    assert "points" in lists_fault((ArmyList(points=1000),))
    assert "needs a name" in lists_fault((ArmyList(specialists=(ArmyRow(" ", JACKS),)),))


def test_every_keyword_about_lists_is_covered_by_a_test_case() -> None:
    """Divide and Conquer allows no more lists; which are played: tests of list_play."""
    judged = {key for case in CASES for key, _ in case.variants} | {CRUCIBLE}  # test_crucible
    keywords = {
        keyword.key
        for packet in PACKETS.values()
        for keyword in packet.variants
        if keyword.group is Group.LISTS
    }
    assert keywords <= judged


def test_exact_points_are_required_if_lists_may_not_fall_short() -> None:
    packet = PACKETS["sr2014"]
    exact = replace(packet, lists=replace(packet.lists, short=0))
    (doubt,) = list_doubts(exact, Settings("Open", "sr2014", 50, 1), one(55, 7))
    assert doubt.endswith("needs exactly 57.")


def test_a_list_without_entry_points_is_checked_only_by_its_sheets_total() -> None:
    rows = (caster(), ArmyRow("Lancer", JACKS), ArmyRow("Long Gunners", Kind.UNIT, None, 10))
    sr2015 = PACKETS["sr2015"]

    def said(points: int) -> tuple[str, ...]:
        return list_doubts(
            sr2015, Settings("Open", "sr2015", 50, 1), (ArmyList(rows, points=points),)
        )

    assert said(0) == (
        "List 1 (Haley 1): its entries have no points, so its size cannot be checked.",
    )
    assert said(56) == ()
    assert said(60) == (
        "List 1 (Haley 1): 60 points; with the caster’s bonus of 6 it needs 54 to 56.",
    )


def current(points: int = 75, *casters: str, cards: int = 5, **fields: Any) -> ArmyList:
    """A list of the current edition."""
    rows = (*(ArmyRow(name, Kind.CASTER) for name in casters or ("Bo Reed",)), solo(points))
    names = tuple(f"Card {number}" for number in range(cards))
    return ArmyList(rows, cards=names, **fields)


def now(*lists: ArmyList, size: int = 75) -> tuple[str, ...]:
    packet = PACKETS["sr2026"]
    return list_doubts(packet, Settings("Open", "sr2026", size, 7), lists)


def test_a_current_edition_list_may_be_up_to_four_points_under_its_size():
    assert now(current()) == now(current(71)) == now(replace(current(), points=75)) == ()
    assert now(current(70)) == ("List 1 (Bo Reed): 70 points; it needs 71 to 75.",)
    assert now(current(76)) == ("List 1 (Bo Reed): 76 points; it needs 71 to 75.",)
    assert now(replace(current(), points=100)) == (
        "List 1 (Bo Reed): it was made for 100 points, this event is played with 75.",
    )
    unpriced = replace(current(), army=(ArmyRow("Bo Reed", Kind.CASTER), ArmyRow("X", Kind.SOLO)))
    assert now(unpriced) == (
        "List 1 (Bo Reed): its entries have no points, so its size cannot be checked.",
    )


def test_a_list_with_command_cards_needs_exactly_five():
    assert now(current(cards=0)) == ()
    assert now(current(cards=1)) == ("List 1 (Bo Reed) has 1 command card; 5 are needed.",)
    assert now(current(cards=6)) == ("List 1 (Bo Reed) has 6 command cards; 5 are needed.",)


def test_two_casters_may_lead_only_a_list_of_100_points():
    assert now(current(100, "Ada", "Bo"), size=100) == ()
    assert now(current(75, "Ada", "Bo")) == (
        "List 1 (Ada & Bo) has 2 casters; at 75 points only 1 is allowed.",
    )
    assert now(current(100, "Ada", "Bo", "Cleo"), size=100) == (
        "List 1 (Ada & Bo & Cleo) has 3 casters; at 100 points at most 2 are allowed.",
    )


def test_a_list_of_another_edition_is_reported_as_such():
    earlier = ArmyList((caster(), jack(40), solo(35)), tier=2)
    bonus, tier = now(earlier)
    assert bonus == (
        "List 1 (Haley 1) is a list of another edition: its caster brings 6 points, and under"
        " Steamroller 2026 none does. Ask for a list of this edition."
    )
    assert tier == (
        "List 1 (Haley 1) is a list of another edition: Steamroller 2026 has no tiers. Ask for a"
        " list of this edition."
    )
    doubts = list_doubts(PACKETS["sr2017"], Settings("Open", "sr2017", 75, 7), (current(),))
    assert doubts == (
        "List 1 (Bo Reed) is a list of another edition: Steamroller 2017 has no command cards. Ask"
        " for a list of this edition.",
    )


def test_two_current_edition_lists_need_one_army_and_different_leaders():
    first = current(75, "Ada", theme="Kithguard")
    assert now(first, current(75, "Bo", theme="Kithguard")) == ()
    same, *_ = now(first, current(75, "Ada", theme="Kithguard"))
    assert "Ada leads lists 1 and 2" in same
    (other,) = now(first, current(75, "Bo", theme="Shadowflame Shard"))
    assert "one army" in other


def test_what_only_the_organizer_can_know_is_reported_for_each_army():
    packet = PACKETS["sr2026"]
    lists = (current(theme="Kithguard"), current(theme="Kithguard"))
    general, army = look_ups(packet, lists)
    assert "field allowances" in general
    assert "5 command cards" in general
    assert army == "Is Kithguard an army of the Prime Arena? Flagfall does not know."
    assert list(look_ups(packet, (current(),))) == [general]
    assert list(look_ups(packet, ())) == list(look_ups(PACKETS["sr2017"], lists)) == []
