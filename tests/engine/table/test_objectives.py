"""Objectives chosen for a game: after the lists, revealed together, another one each round."""

from app.engine.acts.players import ChooseList, EnterArmy
from app.engine.acts.results import How
from app.engine.acts.rounds import EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.table import ChooseObjective, StartClock
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.frozen import replace
from app.engine.side import Pair, Side
from app.engine.table.objectives import element_name, objective_of
from app.views.table.briefing import scenario_briefing
from app.views.table.scoring_pad import pad
from app.views.table.table import SECRET, table_view
from tests.engine.event import PACKETS, Desk, settings, under_way

RED, BLUE = Side.RED, Side.BLUE


def desk_of(packet: str, scenario: str) -> Desk:
    chosen = PACKETS[packet]
    number = next(one.number for one in chosen.scenarios if one.name == scenario)
    return under_way(2, replace(settings(75), packet=packet), number, packet=chosen)


def choose(desk: Desk, side: Side, name: str, by: Side | None = RED) -> ChooseObjective:
    return ChooseObjective(desk.game().number, None if by is None else side, side, name)


def names(desk: Desk) -> list[str]:
    return [
        element_name(element, desk.game().play) for element in desk.game().terms.scenario.elements
    ]


def test_a_choice_of_objective_is_secret_until_both_have_chosen() -> None:
    desk = desk_of("sr2017", "The Pit II")
    desk.do(choose(desk, RED, "Armory"))
    assert table_view(desk.state, desk.game()).play.objectives == Pair(SECRET, "")
    assert objective_of(desk.game().play, RED) == ""
    desk.do(choose(desk, RED, "Stockpile"))
    desk.do(choose(desk, BLUE, "Fuel Cache"))
    view = table_view(desk.state, desk.game())
    assert view.play.objectives == Pair("Stockpile", "Fuel Cache")
    assert objective_of(desk.game().play, BLUE) == "Fuel Cache"
    assert "already shown" in desk.refused(choose(desk, RED, "Armory"))


def test_scoring_pads_name_the_objective_card_and_its_owner() -> None:
    desk = desk_of("sr2017", "The Pit II")
    desk.do(choose(desk, RED, "Armory"))
    assert "First player’s objective" in names(desk)
    desk.do(choose(desk, BLUE, "Stockpile"))
    desk.do(StartClock(desk.game().number, BLUE))
    assert names(desk)[-2:] == [
        "First player’s objective: Stockpile",
        "Second player’s objective: Armory",
    ]
    rows = [row.name for row in pad(desk.game(), 7).rows]
    assert "Second player’s objective: Armory" in rows


def test_a_chosen_objective_is_shown_when_play_begins_and_the_organizer_may_change_it() -> None:
    desk = desk_of("sr2017", "The Pit II")
    desk.do(choose(desk, RED, "Armory"))
    desk.do(StartClock(desk.game().number, RED))
    assert names(desk)[-2:] == ["First player’s objective: Armory", "Second player’s objective"]
    assert "already shown" in desk.refused(choose(desk, BLUE, "Armory"))
    desk.do(choose(desk, BLUE, "Armory", by=None))
    assert desk.game().play.objectives == Pair("Armory", "Armory")
    desk.do(choose(desk, BLUE, "", by=None))
    assert desk.game().play.objectives == Pair("Armory", "")


def test_an_objective_of_another_packet_needs_the_organizer_to_insist() -> None:
    desk = desk_of("sr2017", "The Pit II")
    refusal = desk.refused(choose(desk, RED, "Bunker"))
    assert refusal == (
        "This packet has no objective “Bunker”. It has Armory, Fuel Cache and Stockpile."
    )
    assert desk.doubted(choose(desk, RED, "Bunker", by=None)) == refusal
    assert desk.game().play.objectives == Pair("Bunker", "")


def test_no_objective_can_be_chosen_in_a_scenario_without_a_choice() -> None:
    without = desk_of("sr2017", "Outlast")
    assert without.game().terms.objectives_offered == ()
    assert "Nobody chooses" in without.refused(choose(without, RED, "Armory"))
    named = desk_of("sr2014", "Two Fronts")
    assert named.game().terms.objectives_offered == ()
    assert table_view(named.state, named.game()).objectives == ()
    six = desk_of("sr2015", "Two Fronts")
    assert len(table_view(six.state, six.game()).objectives) == 6


def test_a_neutral_objective_shows_no_players_card() -> None:
    desk = desk_of("sr2014", "Process of Elimination")
    assert "Left objective" in names(desk)


def test_lists_must_be_chosen_before_objectives() -> None:
    desk = desk_of("sr2017", "The Pit II")
    lists = tuple(
        ArmyList((ArmyRow(name, Kind.CASTER, 29), ArmyRow("Jack", Kind.JACK, 99)))
        for name in ("Haley", "Nemo")
    )
    red = desk.game().players.red
    desk.do(EnterArmy(red, lists), insist=True)
    assert desk.refused(choose(desk, RED, "Armory")) != ""
    desk.do(ChooseList(1, red, 1))
    desk.do(choose(desk, RED, "Armory"))


def test_objectives_are_chosen_again_in_the_next_round() -> None:
    desk = desk_of("sr2017", "The Pit II")
    for side in Side:
        desk.do(choose(desk, side, "Armory"))
    desk.report(1, RED, How.SCENARIO, (6, 0))
    desk.do(FinishRound(), insist=True)
    first, second, *_ = desk.state.players
    desk.do(EnterPairings(((first, second),), None, 2), insist=True)
    desk.do(PublishRound(), insist=True)
    desk.do(StartRound(), insist=True)
    assert desk.game().round_number == 2
    assert desk.game().play.objectives == Pair("", "")


def test_the_briefing_describes_only_the_chosen_objective_cards() -> None:
    desk = desk_of("sr2017", "The Pit II")
    desk.do(choose(desk, RED, "Armory"))
    desk.do(StartClock(desk.game().number, RED))
    parts = scenario_briefing(desk.game().terms, desk.game().play).parts
    (card,) = next(part.lines for part in parts if part.title == "Objectives")
    assert card.startswith("Red: Armory: ")
