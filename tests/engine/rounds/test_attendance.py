"""Late arrivals and players who do not come; scenarios in the EO's order."""

from typing import Any

import pytest

from app.engine.acts.players import AddPlayers, CheckIn, DropPlayer, Entry, ReadmitPlayer
from app.engine.acts.results import AwardNoShow, How
from app.engine.acts.rounds import (
    ChooseScenario,
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.formats.keywords import put_in_force
from app.engine.formats.settings import Late, Settings
from app.engine.frozen import replace
from app.engine.rounds.field import absent, list_undefeated
from app.engine.rounds.pair_round import roll_scenario, scenarios_played
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.standings.scores import Standing, credited_byes
from app.engine.state import State
from tests.engine.event import PACKETS, Desk, registered, settings, under_way

SR2012 = PACKETS["sr2012"]


def row(desk: Desk, number: int) -> Standing:
    return next(standing for standing in standings(desk.state) if standing.number == number)


def late(how: Late) -> Desk:
    """Two rounds are over when Zoe comes."""
    desk = registered(4, replace(settings(), late=how))
    for pairs in (((1, 2), (3, 4)), ((1, 3), (2, 4))):
        desk.do(EnterPairings(pairs, None))
        desk.do(PublishRound())
        desk.do(StartRound())
        desk.report(1, Side.RED)
        desk.report(2, Side.RED)
        desk.do(FinishRound())
    desk.do(AddPlayers((Entry("Zoe"),)))
    desk.do(CheckIn((5,)))
    return desk


def test_rounds_missed_before_arriving_are_losses() -> None:
    desk = late(Late.LOSSES)
    zoe = row(desk, 5)
    assert (zoe.tp, zoe.losses, zoe.byes, zoe.cp) == (0, 2, 0, 0)
    assert 5 not in list_undefeated(desk.state)


def test_rounds_missed_before_arriving_can_be_credited_as_byes() -> None:
    zoe = row(late(Late.BYES), 5)
    assert (zoe.tp, zoe.losses, zoe.byes, zoe.cp, zoe.apd) == (2, 0, 2, 6, 76)


def test_a_missed_round_with_no_known_games_gives_nothing() -> None:
    desk = late(Late.BYES)
    zoe = next(
        standing for standing in standings(replace(desk.state, games={})) if standing.number == 5
    )
    assert (zoe.tp, zoe.byes) == (0, 0)


def test_checking_out_and_in_again_does_not_count_as_a_missed_round() -> None:
    desk = late(Late.LOSSES)
    desk.do(CheckIn((2,), present=False))
    desk.do(CheckIn((2,)))
    assert row(desk, 2).losses == 1


def test_a_player_dropped_before_arriving_and_readmitted_counts_as_late() -> None:
    desk = late(Late.LOSSES)
    desk.do(AddPlayers((Entry("Yan"),)))
    desk.do(DropPlayer(6))
    desk.do(ReadmitPlayer(6))
    assert row(desk, 6).losses == 2


def test_a_bye_in_the_round_of_arrival_is_not_a_missed_round() -> None:
    desk = registered(2)
    desk.do(DrawRound(1))
    desk.do(PublishRound())
    desk.do(StartRound())
    desk.do(AddPlayers((Entry("Zoe"),)))
    desk.do(CheckIn((3,)))
    assert row(desk, 3).losses == 1
    desk.report(1, Side.RED)
    desk.do(EnterPairings(((1, 2),), 3, again=True), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    assert (row(desk, 3).losses, row(desk, 3).byes) == (0, 1)


def no_shows(times: int, absences: int = 2) -> Desk:
    desk = registered(4, replace(settings(), absences=absences))
    for pairs in (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (3, 2)))[:times]:
        desk.do(EnterPairings(pairs, None), insist=True)
        desk.do(PublishRound())
        desk.do(StartRound())
        game = next(game for game in desk.state.games.values() if game.players.blue in {2, 3, 4})
        for table in (1, 2):
            game = desk.game(table)
            if 4 in game.players:
                side = Side.RED if game.players.red == 4 else Side.BLUE
                desk.do(AwardNoShow(game.number, side))
            else:
                desk.report(table, Side.RED)
        desk.do(FinishRound())
    return desk


def test_after_two_no_shows_the_organizer_is_asked_to_drop_the_player() -> None:
    assert absent(no_shows(1).state) == ()
    desk = no_shows(2)
    assert absent(desk.state) == (4,)
    said = "Dan did not turn up for the last games: drop them?"
    assert said in desk.refused(EnterPairings(((1, 4), (3, 2)), None))
    desk.do(DropPlayer(4))
    assert absent(desk.state) == ()
    assert absent(no_shows(3, absences=0).state) == ()
    assert absent(State()) == ()


def test_a_game_played_or_won_by_no_show_resets_the_count_of_no_shows() -> None:
    desk = no_shows(2)
    desk.do(EnterPairings(((4, 1), (3, 2)), None), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())
    assert absent(desk.state) == ()
    desk.report(1, Side.RED, How.NO_SHOW)
    assert absent(desk.state) == ()


def scenarios(**changes: Any) -> Settings:
    return replace(settings(), **changes)


def test_the_scenarios_of_the_event_are_played_in_the_organizers_order() -> None:
    desk = registered(2, scenarios(scenarios=(4, 2), in_order=True))
    assert [roll_scenario(desk.state, 7, number) for number in (1, 2, 3)] == [4, 2, 4]


def test_each_announced_scenario_is_rolled_only_once() -> None:
    desk = registered(2, scenarios(scenarios=(4, 2)))
    assert {roll_scenario(desk.state, seed, 1) for seed in range(20)} == {4, 2}
    desk.do(DrawRound(1))
    assert roll_scenario(desk.state, 7, 2) == {4: 2, 2: 4}[desk.state.rounds[0].scenario]


def test_an_announced_scenario_may_repeat_once_all_have_been_played() -> None:
    desk = registered(4, scenarios(scenarios=(4,)))
    desk.do(DrawRound(1))
    assert "not played at this event" in desk.refused(ChooseScenario(2))
    desk.do(PublishRound())
    desk.do(StartRound())
    for table in (1, 2):
        desk.report(table, Side.RED)
    desk.do(DrawRound(1, 4))
    assert desk.state.rounds[1].scenario == 4


def test_non_interactive_objectives_leave_guidons_out() -> None:
    chosen = put_in_force(SR2012, Settings("Open", "sr2012", 50, 1), "non-interactive-objectives")
    desk = registered(2, chosen, SR2012)
    assert set(range(1, 19)) - {*scenarios_played(desk.state)} == {4}
    chosen = put_in_force(SR2012, chosen, "modern-warfare")
    assert 4 not in scenarios_played(registered(2, chosen, SR2012).state)
    assert scenarios_played(State()) == ()
    assert roll_scenario(State(), 1, 1) == 0


@pytest.mark.parametrize("in_order", [True, False])
def test_when_nothing_is_left_to_play_there_is_no_scenario(in_order: bool) -> None:
    chosen = replace(
        put_in_force(SR2012, Settings("Open", "sr2012", 50, 1), "non-interactive-objectives"),
        scenarios=(4,),
        in_order=in_order,
    )
    desk = registered(2, chosen, SR2012)
    assert scenarios_played(desk.state) == ()
    rolled = roll_scenario(desk.state, 1, 1)
    assert rolled == 0


def test_a_round_under_way_keeps_its_chosen_scenario() -> None:
    assert under_way(2).state.rounds[0].scenario == 3


def test_a_round_that_is_only_drawn_has_not_been_missed_yet() -> None:
    desk = late(Late.BYES)
    desk.do(EnterPairings(((1, 4), (2, 3)), None), insist=True)
    assert credited_byes(desk.state)[5] == 2
    for step in (PublishRound(), StartRound()):
        desk.do(step, insist=True)
    assert credited_byes(desk.state)[5] == 3
