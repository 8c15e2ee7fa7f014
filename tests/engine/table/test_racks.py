"""Spells of the racks (SR2026): chosen after the lists, in secret, shown together."""

import pytest

from app.engine.acts.players import ChooseList, EnterArmy
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.table import ChooseSpells, StartClock
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.armies.racks import Rack, parse_spells
from app.engine.frozen import replace
from app.engine.players.list_choice import has_cards, list_choice, racks_to_fill
from app.engine.side import Pair, Side
from app.engine.table.racks import racks_lines
from app.views.event.facts import fact_tables
from app.views.event.record import record
from app.views.history.rows import describe
from app.views.table.table import SECRET, table_view
from tests.engine.event import PACKETS, Desk, settings, under_way

RED, BLUE = Side.RED, Side.BLUE
RUSH = (Rack("Orla", ("Rush", "Fury")),)
SNIPE = (Rack("Reed", ("Snipe",)),)


def army_list(*leaders: str) -> ArmyList:
    casters = tuple(ArmyRow(name, Kind.CASTER, None) for name in leaders)
    return ArmyList((*casters, ArmyRow("Vorn Beast", Kind.JACK, 75)))


def desk_of(red: tuple[ArmyList, ...], blue: tuple[ArmyList, ...], packet: str = "sr2026") -> Desk:
    chosen = PACKETS[packet]
    desk = under_way(2, replace(settings(75), packet=packet), 1, packet=chosen)
    for side, lists in ((RED, red), (BLUE, blue)):
        desk.do(EnterArmy(desk.game().players.of(side), lists), insist=True)
    return desk


@pytest.fixture
def desk() -> Desk:
    return desk_of((army_list("Orla"),), (army_list("Reed"),))


def choose(desk: Desk, side: Side, racks: tuple[Rack, ...], *, eo: bool = False) -> ChooseSpells:
    return ChooseSpells(desk.game().number, None if eo else side, side, racks)


def shown(desk: Desk) -> Pair[tuple[Rack, ...]]:
    return table_view(desk.state, desk.game()).play.racks


def test_spells_are_secret_until_both_have_chosen(desk: Desk) -> None:
    assert list_choice(desk.state, desk.game()).red.casters == ("Orla",)
    desk.do(choose(desk, RED, (Rack("Orla", ("Snipe",)),)))
    desk.do(choose(desk, RED, (Rack("Orla", (" Rush\u200b", "", "Fury")),)))
    assert shown(desk) == Pair((Rack(SECRET),), ())
    assert not spell_rows(desk)
    desk.do(choose(desk, BLUE, SNIPE))
    assert shown(desk) == Pair(RUSH, SNIPE)
    assert list_choice(desk.state, desk.game()).red.casters == ()
    assert desk.refused(choose(desk, RED, RUSH)) == (
        "The spells are already shown. Ask the organizer to change them."
    )
    assert spell_rows(desk) == [
        (1, "Orla", "Rush"), (1, "Orla", "Fury"), (2, "Reed", "Snipe"),
    ]  # fmt: skip


def spell_rows(desk: Desk) -> list[tuple[object, ...]]:
    every = {table.key: table for table in fact_tables(desk.state)}
    players = desk.game().players
    numbers = {players.red: 1, players.blue: 2}
    return [(numbers[row[3]], *row[5:]) for row in every["spells"].rows]  # type: ignore[index]


def test_lists_must_be_chosen_before_spells() -> None:
    two = (army_list("Orla"), army_list("Hala"))
    desk = desk_of(two, (army_list("Reed"),))
    assert list_choice(desk.state, desk.game()).blue.casters == ()
    assert desk.refused(choose(desk, BLUE, SNIPE)) == (
        "Choose the lists first. Spells are chosen after that."
    )
    desk.do(ChooseList(1, desk.game().players.red, 2))
    assert list_choice(desk.state, desk.game()).red.casters == ("Hala",)
    desk.do(choose(desk, BLUE, SNIPE))


def test_chosen_spells_are_shown_when_play_begins_and_the_organizer_may_change_them(
    desk: Desk,
) -> None:
    desk.do(choose(desk, RED, RUSH))
    red = desk.game().players.red
    assert record(desk.state, red).rows[0].cards == ""
    desk.do(StartClock(desk.game().number, RED))
    assert shown(desk) == Pair(RUSH, ())
    assert record(desk.state, red).rows[0].cards == "Spells: Orla: Rush, Fury."
    assert "already shown" in desk.refused(choose(desk, BLUE, SNIPE))
    desk.do(choose(desk, BLUE, SNIPE, eo=True))
    assert desk.game().play.racks == Pair(RUSH, SNIPE)
    desk.do(choose(desk, BLUE, (), eo=True))
    assert desk.game().play.racks == Pair(RUSH, ())


@pytest.mark.parametrize(
    ("racks", "sentence"),
    [
        ((Rack("Reed", ("Rush",)),), "Reed does not lead the list that is played."),
        (
            (Rack("Orla", ("Rush",)), Rack("Orla", ("Fury",))),
            "Orla does not lead the list that is played.",
        ),
        (
            (Rack("Orla", ("Rush", "Fury", "rush")),),
            "Twice in the same rack: rush. Name each spell once.",
        ),
        (
            (Rack("Orla", tuple(f"Spell {number}" for number in range(13))),),
            "Too many spells for one rack. Name at most 12.",
        ),
        (
            (Rack("Orla", ("Rush and " * 9 + "all",)),),
            "A spell’s name is too long: “Rush and Rush and R…”. Put each spell on its own line.",
        ),
    ],
)
def test_an_impossible_spell_rack_needs_the_organizer_to_insist(
    desk: Desk, racks: tuple[Rack, ...], sentence: str
) -> None:
    assert desk.refused(choose(desk, RED, racks)) == sentence
    assert desk.doubted(choose(desk, RED, racks, eo=True)) == sentence
    assert desk.game().play.racks.red == racks


def test_a_packet_without_spell_racks_refuses_spells() -> None:
    desk = desk_of((army_list("Orla"),), (army_list("Reed"),), "sr2017")
    assert list_choice(desk.state, desk.game()).red.casters == ()
    assert desk.refused(choose(desk, RED, RUSH)) == "This packet has no spell racks."
    assert not has_cards(desk.state, desk.game(), RED)
    desk.doubted(choose(desk, RED, RUSH, eo=True))
    assert has_cards(desk.state, desk.game(), RED), "what was entered can be taken back"


def test_a_list_that_names_no_leader_has_one_rack_without_a_name() -> None:
    desk = desk_of((army_list(),), ())
    assert racks_to_fill(desk.state, desk.game(), RED) == ("",)
    assert racks_to_fill(desk.state, desk.game(), BLUE) == (), "the list is not known"
    desk.do(choose(desk, RED, (Rack("", ("Rush",)),)))
    desk.do(StartClock(desk.game().number, RED))
    assert [rack.words for rack in shown(desk).red] == ["Rush"]


def test_two_leaders_each_have_a_spell_rack() -> None:
    desk = desk_of((army_list("Orla", "Hala"),), (army_list("Reed"),))
    both = (Rack("Orla", ("Rush",)), Rack("Hala"))
    desk.do(choose(desk, RED, both))
    rows = [describe(row, desk.state) for row in desk.records[-1:]]
    assert rows[0].endswith("’s spells: Orla: Rush; Hala: no spells")


def test_the_history_says_that_a_choice_of_spells_was_taken_back(desk: Desk) -> None:
    desk.do(choose(desk, RED, RUSH))
    desk.do(choose(desk, RED, ()))
    assert describe(desk.records[-1], desk.state).endswith("’s choice of spells taken back")


def test_the_next_round_offers_a_players_earlier_spells_for_the_same_leaders(desk: Desk) -> None:
    desk.do(choose(desk, RED, RUSH))
    desk.do(StartClock(desk.game().number, RED))
    desk.report(1, RED, How.SCENARIO, (6, 0))
    desk.do(FinishRound(), insist=True)
    red, blue = desk.game().players
    desk.do(EnterPairings(((blue, red),), None, 2), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    game = desk.game()
    assert game.round_number == 2
    assert game.play.racks == Pair((), ())
    choices = {side: list_choice(desk.state, game).of(side) for side in Side}
    again = next(side for side in Side if game.players.of(side) == red)
    assert (choices[again].racks_round, choices[again].racks) == (1, RUSH)
    assert (choices[again.other].racks_round, choices[again.other].racks) == (0, ())


def test_spells_chosen_at_another_table_are_not_offered() -> None:
    chosen = PACKETS["sr2026"]
    desk = under_way(4, replace(settings(75), packet="sr2026"), 1, packet=chosen)
    for number in range(1, 5):
        desk.do(EnterArmy(number, (army_list("Orla"),)), insist=True)
    (mine, _), (red, blue) = desk.game(1).players, desk.game(2).players
    desk.do(ChooseSpells(desk.game(1).number, RED, RED, RUSH))
    for table in (1, 2):
        desk.do(StartClock(desk.game(table).number, RED))
        desk.report(table, RED, How.SCENARIO, (6, 0))
    desk.do(FinishRound(), insist=True)
    other = desk.state.round(1)
    assert other is not None
    first, second = (desk.state.games[number].players for number in other.games)
    pairs = ((first.red, second.red), (first.blue, second.blue))
    desk.do(EnterPairings(pairs, None, 2), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    offered = {
        game.players.of(side): list_choice(desk.state, game).of(side).racks
        for game in desk.state.games.values()
        if game.round_number == 2
        for side in Side
    }
    assert offered == {mine: RUSH, first.blue: (), red: (), blue: ()}


def test_each_sides_spells_are_written_as_a_sentence_once_shown(desk: Desk) -> None:
    desk.do(choose(desk, RED, RUSH))
    assert [*racks_lines(desk.game().play, Side)] == []
    desk.do(choose(desk, BLUE, SNIPE))
    assert [*racks_lines(desk.game().play, Side)] == [
        "Red’s spells: Orla: Rush, Fury.",
        "Blue’s spells: Reed: Snipe.",
    ]
    assert [*racks_lines(desk.game().play, (BLUE,))] == ["Blue’s spells: Reed: Snipe."]


def test_spells_may_be_typed_on_separate_lines_or_with_commas() -> None:
    assert parse_spells(" Rush\nFury,  Snipe ;;\n") == ("Rush", "Fury", "Snipe")


@pytest.mark.parametrize(("number", "offered"), [(1, (1, RUSH)), (2, (0, ()))])
def test_spells_chosen_for_other_leaders_are_not_offered(
    number: int, offered: tuple[int, tuple[Rack, ...]]
) -> None:
    desk = desk_of((army_list("Orla"), army_list("Hala")), (army_list("Reed"),))
    red, blue = desk.game().players
    desk.do(ChooseList(1, red, 1))
    desk.do(choose(desk, RED, RUSH))
    desk.do(StartClock(desk.game().number, RED))
    desk.report(1, RED, How.SCENARIO, (6, 0))
    desk.do(FinishRound(), insist=True)
    desk.do(EnterPairings(((red, blue),), None, 2), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    desk.do(ChooseList(2, red, number), insist=True)
    choice = list_choice(desk.state, desk.game()).red
    assert (choice.racks_round, choice.racks) == offered


def test_the_current_choice_of_spells_is_not_offered_as_an_earlier_one(desk: Desk) -> None:
    desk.do(choose(desk, RED, RUSH))
    choice = list_choice(desk.state, desk.game()).red
    assert (choice.casters, choice.racks_round, choice.racks) == (("Orla",), 0, ())
