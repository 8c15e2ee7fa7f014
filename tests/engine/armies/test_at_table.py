"""SR2014, SR2015 and SR2017, Specialists; SR2012 and SR2014, Reinforcements."""

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.players import EnterArmy
from app.engine.acts.table import BringReinforcements, PauseCause, PauseClock, SwapSpecialists, Tap
from app.engine.armies.army import Army, ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.at_table import (
    Swap,
    reinforcement_doubts,
    swap_cards,
    swap_doubts,
    to_check,
)
from app.engine.armies.list_checks import specialists_played
from app.engine.formats.keywords import put_in_force
from app.engine.frozen import replace
from app.engine.players.list_choice import has_cards, list_choice, list_look_ups
from app.engine.rounds.stops import stop_calls
from app.engine.side import Side
from app.engine.subjects.table.rows import decide_table
from app.engine.table import turns
from tests.engine.event import PACKETS, latest, settings, start_clock, under_way
from tests.engine.script_words import rows

LIST = rows(
    "Haley caster 6, Stormclad jack 10, Long Gunners unit 10 x10, Long Gunner Officer attachment 2,"
    " Storm Lances unit 11 x5, Squire solo 2"
)


def names(army: Army) -> list[str]:
    return [row.name for row in army]


@pytest.mark.parametrize(
    ("out", "added", "army"),
    [
        ("", "Hunter jack 6", "Haley Stormclad Hunter"),
        ("", "Junior solo 3, Hunter jack 6", "Haley Stormclad … Squire Junior Hunter"),
        ("", "Gun Mages unit 6 x6, Officer attachment 2", "… Squire Gun Mages Officer"),
        (
            "",
            "Long Sergeant attachment 1",
            "… Long Gunner Officer Long Sergeant Storm Lances Squire",
        ),
        ("", "Standard attachment 1", "… Storm Lances Standard Squire"),
        ("", "Ranger unit 5 x6, Hunter jack 6", "… Squire Ranger Hunter"),
        ("", "Ranger unit 5 x6, Rhupert solo 2", "… Squire Ranger Rhupert"),
        ("squire solo 9", "", "… Storm Lances"),
    ],
)
def test_specialists_swapped_in_are_placed_where_they_belong(
    out: str, added: str, army: str
) -> None:
    played = names(swap_cards(LIST, Swap(rows(out), rows(added))))
    before, _, after = army.partition("…")
    assert " ".join(played).startswith(before.strip())
    assert " ".join(played).endswith(after.strip())


def test_cards_can_join_an_army_without_a_caster_or_unit() -> None:
    assert names(swap_cards((), Swap((), rows("Hunter jack 6, Officer attachment 2")))) == [
        "Hunter",
        "Officer",
    ]
    assert names(swap_cards((), Swap((), rows("Officer attachment 2, Hunter jack 6")))) == [
        "Hunter",
        "Officer",
    ]


def test_swapping_out_a_card_that_is_not_in_the_army_changes_nothing() -> None:
    assert swap_cards(LIST, Swap(rows("Thorn jack 8"))) == LIST


def test_a_swap_is_reported_in_words() -> None:
    hunter, squire = rows("Hunter jack 6"), rows("Squire solo 2")
    assert Swap().words == "no specialists"
    assert Swap(squire, hunter).words == "Hunter for Squire"
    assert Swap((), hunter).words == "Hunter added"
    assert Swap(squire).words == "nothing for Squire"


def test_swapping_out_a_unit_that_has_an_attachment_is_questioned() -> None:
    packet = PACKETS["sr2015"]
    chosen = put_in_force(packet, replace(settings(25), packet="sr2015"), "specialists")
    army_list = ArmyList(rows("Haley caster 6, Long Gunners unit 26 x10, Officer attachment 3"))
    swap = Swap(rows("Long Gunners unit 26 x10"))
    doubts = [*swap_doubts(packet, chosen, army_list, swap)]
    assert doubts[0] == "Officer has no unit to be attached to."
    assert [*swap_doubts(packet, chosen, army_list, Swap())] == []


def test_an_army_that_only_loses_a_card_is_checked_again() -> None:
    packet = PACKETS["sr2015"]
    chosen = put_in_force(packet, replace(settings(25), packet="sr2015"), "specialists")
    army_list = ArmyList(rows("Haley caster 6, Stormclad jack 25, Squire solo 6"))
    doubts = [*swap_doubts(packet, chosen, army_list, Swap(rows("Squire solo 6")))]
    assert doubts == ["After the swap: 25 points; with the caster’s bonus of 6 it needs 29 to 31."]


def test_a_specialist_comes_in_only_once() -> None:
    packet = PACKETS["sr2015"]
    chosen = put_in_force(packet, replace(settings(25), packet="sr2015"), "specialists")
    hunter = rows("Hunter jack 6")
    army_list = ArmyList(rows("Haley caster 6, Stormclad jack 25"), specialists=hunter)
    doubts = [*swap_doubts(packet, chosen, army_list, Swap((), (*hunter, *hunter)))]
    assert "Hunter is not among the specialists of this list." in doubts


def test_reinforcements_of_a_player_without_a_list_are_questioned() -> None:
    packet = PACKETS["sr2012"]
    chosen = replace(settings(50), packet="sr2012")
    doubts = [*reinforcement_doubts(packet, chosen, None, rows("Hunter jack 6"))]
    assert doubts == ["Hunter is not among the reinforcements of this list."]


def test_a_second_caster_brings_points_of_its_own() -> None:
    """SR2012, Warcaster Reinforcements: five more than the caster's own."""
    packet = PACKETS["sr2012"]
    chosen = put_in_force(
        packet, replace(settings(50), packet="sr2012"), "warcaster-reinforcements"
    )
    came = (ArmyRow("Nemo", Kind.CASTER, 6), *rows("Hunter jack 21"))
    army_list = ArmyList(LIST, reinforcements=came)
    assert [*reinforcement_doubts(packet, chosen, army_list, came)] == []
    more = (*came[:1], *rows("Hunter jack 22"))
    over = ArmyList(LIST, reinforcements=more)
    assert [*reinforcement_doubts(packet, chosen, over, more)] == [
        "22 points of reinforcements, 21 are allowed."
    ]
    bare = (ArmyRow("Nemo", Kind.CASTER), *rows("Hunter jack 16"))
    assert [*reinforcement_doubts(packet, chosen, ArmyList(LIST, reinforcements=bare), bare)] == [
        "16 points of reinforcements, 15 are allowed."
    ]


def test_an_event_has_specialists_only_if_they_are_announced() -> None:
    packet = PACKETS["sr2015"]
    plain = replace(settings(50), packet="sr2015")
    assert not specialists_played(packet, plain)
    assert specialists_played(packet, put_in_force(packet, plain, "specialists"))
    assert specialists_played(None, None)


def test_the_caster_cannot_be_swapped_out() -> None:
    packet = PACKETS["sr2015"]
    chosen = put_in_force(packet, replace(settings(25), packet="sr2015"), "specialists")
    army_list = ArmyList(rows("Haley caster 6, Stormclad jack 25"))
    doubts = [*swap_doubts(packet, chosen, army_list, Swap(army_list.casters))]
    assert doubts[0] == "Haley leads the army and stays in it."


def test_cards_are_entered_only_for_a_list_that_has_them() -> None:
    packet = PACKETS["sr2012"]
    bunkers = next(scenario.number for scenario in packet.scenarios if scenario.name == "Bunkers")
    desk = under_way(2, replace(settings(50), packet="sr2012"), bunkers, packet=packet)
    red, blue = desk.game().players
    later = ArmyList(rows("Haley caster 6"), reinforcements=rows("Hunter jack 6"))
    desk.do(EnterArmy(red, (later,)), insist=True)
    assert has_cards(desk.state, desk.game(), Side.RED)
    assert not has_cards(desk.state, desk.game(), Side.BLUE)
    desk.do(EnterArmy(blue, (ArmyList(rows("Kaya caster 5")),)), insist=True)
    assert not has_cards(desk.state, desk.game(), Side.BLUE)
    assert list_choice(desk.state, desk.game()).red.reinforcements == (), "the game has not begun"
    start_clock(desk)
    assert list_choice(desk.state, desk.game()).red.reinforcements == later.reinforcements


def test_a_table_with_a_result_is_not_asked_why_its_clock_stopped() -> None:
    """SR2015, Death Clock."""
    packet = PACKETS["sr2015"]
    chosen = replace(settings(50), packet="sr2015", timing="death-clock")
    desk = under_way(2, chosen, 1, packet=packet)
    number = start_clock(desk)
    desk.do(PauseClock(number, "", PauseCause.TABLE))
    assert stop_calls(desk.state, latest(desk))
    desk.report(1, Side.RED)
    assert stop_calls(desk.state, latest(desk)) == ()


def test_without_a_packet_at_hand_the_rules_for_cards_are_left_to_the_desk() -> None:
    packet = PACKETS["sr2012"]
    bunkers = next(scenario.number for scenario in packet.scenarios if scenario.name == "Bunkers")
    desk = under_way(2, replace(settings(50), packet="sr2012"), bunkers, packet=packet)
    red = desk.game().players.red
    desk.do(EnterArmy(red, (ArmyList(LIST),)), insist=True)
    known = replace(desk.state, packet=None, settings=None)
    other = rows("Thunderhead jack 12")
    swap = SwapSpecialists(1, Side.RED, Side.RED, (), other)
    assert not isinstance(decide_table(known, swap, 0, insist=False), Refused)
    start_clock(desk)
    while desk.game().play.step < turns.FIRST_TURN_STEP + 2:
        desk.now_ms += 60_000  # a tap straight back would be a question
        desk.do(Tap(1, desk.game().play.runner))
    known = replace(desk.state, packet=None, settings=None)
    came = BringReinforcements(1, Side.RED, Side.RED, other)
    assert not isinstance(decide_table(known, came, desk.now_ms, insist=False), Refused)
    assert isinstance(decide_table(desk.state, came, desk.now_ms, insist=False), Refused)


def test_a_character_may_be_at_a_table_only_once_reinforcements_included() -> None:
    """SR2012 and SR2014, Reinforcements: they follow the field allowance of their list."""
    packet = PACKETS["sr2014"]
    chosen = replace(settings(50), packet="sr2014")
    thorn = replace(rows("Thorn jack 5")[0], character=True)
    hunter = rows("Hunter jack 5")
    twice = "Thorn can be in an army only once, reinforcements included (field allowance C)."

    def doubts(army: Army, came: Army, swap: Swap | None = None) -> list[str]:
        army_list = ArmyList(army, specialists=(thorn,), reinforcements=came)
        return [*reinforcement_doubts(packet, chosen, army_list, came, swap)]

    assert doubts((*LIST, thorn), (thorn,)) == [twice]
    assert doubts(LIST, (thorn,)) == []
    assert doubts(LIST, (thorn,), Swap(added=(thorn,))) == [twice]
    assert doubts((*LIST, thorn), (thorn,), Swap(out=(thorn,))) == []
    assert doubts((*LIST, *hunter), hunter) == [], "how many Hunters there may be is not known"


def test_reinforcements_include_a_caster_only_if_the_event_allows_it() -> None:
    packet = PACKETS["sr2012"]
    plain = replace(settings(50), packet="sr2012")
    nemo = rows("Nemo caster 6")
    army_list = ArmyList(LIST, reinforcements=nemo)
    assert [*reinforcement_doubts(packet, plain, army_list, nemo)] == [
        "Nemo cannot come as a reinforcement: a caster leads the army."
    ]
    led = put_in_force(packet, plain, "warcaster-reinforcements")
    assert [*reinforcement_doubts(packet, led, army_list, nemo)] == []


def test_reinforcements_of_a_battlegroup_event_are_battlegroups() -> None:
    packet = PACKETS["sr2014"]
    chosen = put_in_force(packet, replace(settings(50), packet="sr2014"), "battlegroup-only")
    came = rows("Hunter jack 3, Squire solo 2")
    army_list = ArmyList(LIST, reinforcements=came)
    assert [*reinforcement_doubts(packet, chosen, army_list, came)] == [
        "Only battlegroups are played, without Squire."
    ]
    only = ArmyList(LIST, reinforcements=came[:1])
    assert [*reinforcement_doubts(packet, chosen, only, came[:1])] == []


def test_rules_flagfall_cannot_check_for_the_army_at_the_table_are_reported() -> None:
    """Field allowances, themes and tiers are on cards and in army books."""
    hunter, squire = rows("Hunter jack 6"), rows("Squire solo 2")
    plain = ArmyList((*LIST, *hunter))
    assert [*to_check(plain, None, ())] == []
    assert [*to_check(plain, Swap(squire, rows("Thorn jack 2")), ())] == []
    assert [*to_check(plain, Swap(squire, hunter), hunter)] == [
        "Hunter is in the army 3 times now. Check the field allowance on the card."
    ]
    unique = replace(hunter[0], character=True)
    assert [*to_check(plain, None, (unique,))] == [], "that is no question"
    themed = replace(plain, theme="Storm Division", tier=4)
    assert [*to_check(themed, Swap(), ())] == []
    assert [*to_check(themed, Swap(squire, hunter[:0]), ())] == [
        "Check that the army still meets tier 4 without Squire. Only what also meets it may"
        " replace them."
    ]
    assert [*to_check(themed, None, rows("Rhupert solo 2"))] == [
        "Rhupert: check that Storm Division allows it."
    ]
    bare = replace(themed, tier=0)
    assert [*to_check(bare, Swap(squire), ())] == []


def test_what_to_look_up_is_reported_once_both_players_named_their_specialists() -> None:
    packet = PACKETS["sr2015"]
    chosen = put_in_force(packet, replace(settings(50), packet="sr2015"), "specialists")
    desk = under_way(2, chosen, packet=packet)
    red, blue = desk.game().players
    army_list = ArmyList(LIST, specialists=rows("Stormclad jack 2"))
    assert list_look_ups(desk.state, desk.game(), Side.RED) == (), "no list is known"
    for player in (red, blue):
        desk.do(EnterArmy(player, (army_list,)), insist=True)
    swap = SwapSpecialists(1, None, Side.RED, rows("Squire solo 2"), army_list.specialists)
    desk.do(swap, insist=True)
    assert list_look_ups(desk.state, desk.game(), Side.RED) == (), "Blue has not said yet"
    choice = list_choice(desk.state, desk.game()).red
    assert (choice.specialists, choice.swap) == (army_list.specialists, "")
    assert {row.name for row in choice.army} == {row.name for row in LIST[1:]}
    desk.do(SwapSpecialists(1, None, Side.BLUE, (), ()), insist=True)
    choice = list_choice(desk.state, desk.game()).red
    assert (choice.specialists, choice.army) == ((), ())
    assert "Stormclad" in choice.swap
    (sentence,) = list_look_ups(desk.state, desk.game(), Side.RED)
    assert sentence.startswith("Stormclad is in the army 2 times now.")
    assert list_look_ups(desk.state, desk.game(), Side.BLUE) == ()


def test_a_free_card_may_be_swapped_out_if_the_packet_recalculates_discounts() -> None:
    """SR2017, Specialists: recalculate discounts. SR2014 and SR2015: free models stay."""
    army_list = ArmyList(
        rows("Haley caster 6, Stormclad jack 31, Rangers unit 22 x6, Free Jack jack 4 free"),
        specialists=rows("Squire solo 2, Boomhowler solo 5"),
    )
    free, (squire, boomhowler) = army_list.army[-1:], army_list.specialists
    doubts = {}
    for key in ("sr2015", "sr2017"):
        packet = PACKETS[key]
        chosen = put_in_force(packet, replace(settings(50), packet=key), "specialists")
        doubts[key] = [
            [*swap_doubts(packet, chosen, army_list, Swap(free, (card,)))]
            for card in (squire, boomhowler)
        ]
    assert doubts["sr2017"][0] == []
    (over,) = doubts["sr2017"][1]
    assert over.startswith("After the swap: 58 points;")
    assert all("Free Jack is free" in each[0] for each in doubts["sr2015"])


def test_a_specialist_is_never_free_if_the_packet_recalculates_discounts() -> None:
    """SR2017, Specialists: only what is in the main list is free or discounted."""
    army_list = ArmyList(
        rows("Haley caster 6, Stormclad jack 31, Rangers unit 23 x6, Squire solo 2"),
        specialists=rows("Boomhowler solo 5 free"),
    )
    swap = Swap(army_list.army[-1:], army_list.specialists)
    doubts = {}
    for key in ("sr2015", "sr2017"):
        packet = PACKETS[key]
        chosen = put_in_force(packet, replace(settings(50), packet=key), "specialists")
        doubts[key] = [*swap_doubts(packet, chosen, army_list, swap)]
    assert doubts["sr2015"] == []
    (over,) = doubts["sr2017"]
    assert over.startswith("After the swap: 59 points;")


def test_the_organizer_is_warned_of_early_reinforcements_and_can_correct_them() -> None:
    packet = PACKETS["sr2012"]
    bunkers = next(scenario.number for scenario in packet.scenarios if scenario.name == "Bunkers")
    desk = under_way(2, replace(settings(50), packet="sr2012"), bunkers, packet=packet)
    start_clock(desk)
    came = BringReinforcements(1, None, Side.RED, rows("Hunter jack 6"))
    assert "second turn or later" in desk.doubted(came)
    assert desk.do(replace(came, rows=()))


def test_a_reinforcement_comes_only_once() -> None:
    packet, hunter = PACKETS["sr2014"], rows("Hunter jack 5")
    chosen = replace(settings(50), packet="sr2014")
    army_list = ArmyList(LIST, reinforcements=hunter)
    doubts = [*reinforcement_doubts(packet, chosen, army_list, (*hunter, *hunter))]
    assert doubts == ["Hunter is not among the reinforcements of this list."]
