"""Which scenario a round plays: rolled, chosen, or in the organizer's order."""

from dataclasses import replace

from app.engine.commands import (
    ChangeSettings,
    ChooseScenario,
    DrawRound,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.results import Settings
from tests.engine.event import PACKETS, Desk, registered

SR2012 = PACKETS["sr2012"]
CHOSEN = Settings("Open", "sr2012", 50, 1)


def after_a_round_of(scenario: int) -> Desk:
    desk = registered(8, CHOSEN, SR2012)
    for step in (DrawRound(7, scenario), PublishRound(), StartRound(), FinishRound()):
        desk.do(step, insist=True)
    return desk


def test_a_second_scenario_of_a_group_waits_for_the_other_groups_or_the_organizer_insists() -> None:
    desk = after_a_round_of(2)
    said = "Round 1 had a scenario of the group Center already"
    assert said in str(desk.ask(DrawRound(8, 1)))
    desk.do(DrawRound(8, 4), insist=True)
    assert said in desk.doubted(ChooseScenario(3))


def test_who_insisted_on_a_scenario_is_not_asked_again_when_he_draws_again() -> None:
    for scenario in (2, 3):  # played already; another of its group
        desk = after_a_round_of(2)
        desk.do(DrawRound(8, scenario), insist=True)
        desk.do(DrawRound(9, scenario))
        assert desk.state.rounds[-1].scenario == scenario


def test_the_organizers_own_order_knows_no_groups() -> None:
    desk = after_a_round_of(2)
    ordered = replace(CHOSEN, scenarios=(2, 3, 4), in_order=True)
    desk.do(ChangeSettings(ordered, SR2012))
    desk.do(DrawRound(8), insist=True)
    assert desk.state.rounds[-1].scenario == 3
    desk.do(ChooseScenario(4))
    desk.do(ChooseScenario(3))
