"""Which scenario a round plays: rolled, chosen, or in the organizer's order."""

from app.engine.acts.rounds import ChooseScenario, DrawRound, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.formats.settings import Settings
from app.engine.frozen import replace
from app.engine.side import Side
from tests.engine.event import PACKETS, Desk, registered, settings, under_way

SR2012, SR2014 = PACKETS["sr2012"], PACKETS["sr2014"]
TWO_FRONTS, FIRE_SUPPORT = 2, 12
CHOSEN = Settings("Open", "sr2012", 50, 1)


def after_a_round_of(scenario: int) -> Desk:
    desk = registered(8, CHOSEN, SR2012)
    for step in (DrawRound(7, scenario), PublishRound(), StartRound(), FinishRound()):
        desk.do(step, insist=True)
    return desk


def test_repeating_a_scenario_group_early_needs_the_organizer_to_insist() -> None:
    desk = after_a_round_of(2)
    said = "Round 1 already had a scenario of the group Center"
    assert said in str(desk.ask(DrawRound(8, 1)))
    desk.do(DrawRound(8, 4), insist=True)
    assert said in desk.doubted(ChooseScenario(3))


def test_a_scenario_once_insisted_on_is_not_questioned_at_a_redraw() -> None:
    for scenario in (2, 3):  # played already; another of its group
        desk = after_a_round_of(2)
        desk.do(DrawRound(8, scenario), insist=True)
        desk.do(DrawRound(9, scenario))
        assert desk.state.rounds[-1].scenario == scenario


def test_a_scenario_not_of_the_event_is_used_if_the_organizer_insists() -> None:
    desk = registered(4, replace(CHOSEN, scenarios=(2, 3)), SR2012)
    assert "is not played at this event" in desk.doubted(DrawRound(7, 4))
    assert desk.state.rounds[-1].scenario == 4


def test_the_organizers_own_order_ignores_scenario_groups() -> None:
    desk = after_a_round_of(2)
    ordered = replace(CHOSEN, scenarios=(2, 3, 4), in_order=True)
    desk.do(ChangeSettings(ordered, SR2012))
    desk.do(DrawRound(8), insist=True)
    assert desk.state.rounds[-1].scenario == 3
    desk.do(ChooseScenario(4))
    desk.do(ChooseScenario(3))


def begun() -> Desk:
    """Five players in round 1 of SR2014; the first table plays."""
    chosen = replace(settings(35), packet="sr2014", timing="")
    desk = under_way(5, chosen, TWO_FRONTS, packet=SR2014)
    desk.do(StartClock(1, Side.RED))
    return desk


def test_the_scenario_of_a_running_round_is_corrected_if_the_organizer_insists() -> None:
    """The wrong sheet was handed out: time and size stay, and so does what was scored."""
    desk = begun()
    smaller = replace(settings(35), packet="sr2014", timing="", size=15)
    desk.do(ChangeSettings(smaller, SR2014))
    before = desk.state.games[1]
    assert "is under way" in desk.doubted(ChooseScenario(FIRE_SUPPORT))
    game, round_ = desk.state.games[1], desk.state.rounds[0]
    assert (game.terms.scenario.number, round_.scenario) == (FIRE_SUPPORT, FIRE_SUPPORT)
    assert replace(game.terms, scenario=before.terms.scenario) == before.terms
    assert (game.marks, game.play.clock) == (before.marks, before.play.clock)
    assert round_.bye is not None
    assert (round_.bye.cp, round_.bye.apd) == (3, 18)
    desk.do(Undo())
    assert desk.state.games[1] == before


def test_a_corrected_scenario_brings_the_time_for_its_reinforcements() -> None:
    desk = under_way(4, CHOSEN, 1, packet=SR2012)
    other = next(
        scenario.number
        for scenario in SR2012.scenarios
        if scenario.reinforcements != desk.state.games[1].terms.scenario.reinforcements
    )
    extensions = desk.state.games[1].terms.time.extensions
    length_ms = desk.state.rounds[0].length_ms
    desk.do(ChooseScenario(other), insist=True)
    assert {extensions, desk.state.games[1].terms.time.extensions} == {1, 2}
    assert desk.state.rounds[0].length_ms == length_ms


def test_the_scenario_of_a_finished_round_cannot_change() -> None:
    desk = after_a_round_of(2)
    assert "until the round is finished" in str(desk.ask(ChooseScenario(4), insist=True))
