"""What the scripts of `rules` cannot say: the pad's presses, and what a log may hold by mistake."""

import pytest

from app.engine.acts.commands import Refused
from app.engine.acts.players import EnterArmy
from app.engine.acts.results import How
from app.engine.acts.table import (
    Holding,
    RemoveElement,
    Rule,
    ScoreTurn,
    StartClock,
    Tap,
)
from app.engine.armies.army import ArmyRow, Kind
from app.engine.armies.army_list import ArmyList
from app.engine.formats.terms import terms_for
from app.engine.frozen import replace
from app.engine.packet.scenario import Held, Win
from app.engine.side import Pair, Side
from app.engine.subjects.table.score_faults import domination_fault
from app.engine.table import scoring
from app.engine.table.scoring import NO_POINTS
from app.views.table.scoring_pad import (
    TurnPoints,
    correctable,
    describe_points,
    pad,
    press_holding,
    win_words,
)
from tests.engine.event import MINUTE, PACKETS, Desk, settings, under_way

RED, BLUE = Side.RED, Side.BLUE


def playing(key: str, name: str, steps: int) -> Desk:
    packet = PACKETS[key]
    number = next(scenario.number for scenario in packet.scenarios if scenario.name == name)
    desk = under_way(2, settings(75), number, packet=packet)
    desk.do(StartClock(1, RED))
    for step in range(steps):
        desk.now_ms += MINUTE
        desk.do(Tap(1, RED if step % 2 == 0 else BLUE))
        if desk.game().play.awaits_start:
            desk.do(Tap(1, desk.game().play.owner))
    return desk


def test_scoring_an_element_replaces_what_contradicts_it() -> None:
    held = press_holding((), "zone", RED, Held.CONTESTED)
    held = press_holding(held, "zone", BLUE, Held.CONTESTED)
    assert held == (
        Holding("zone", RED, Held.CONTESTED),
        Holding("zone", BLUE, Held.CONTESTED),
    )
    held = press_holding(held, "zone", BLUE, Held.DOMINATED)
    assert held == (Holding("zone", BLUE, Held.DOMINATED),)
    held = press_holding(held, "flag", RED, Held.CONTROLLED)
    assert press_holding(held, "zone", BLUE, Held.DOMINATED) == (Holding("flag", RED),)
    assert press_holding(held, "flag", None, None) == (Holding("zone", BLUE, Held.DOMINATED),)
    assert press_holding(held, "zone", RED, Held.CONTESTED)[-1] == Holding(
        "zone", RED, Held.CONTESTED
    )


def test_the_scoring_pad_offers_only_what_a_side_can_score() -> None:
    rows = {row.key: row for row in pad(playing("sr2014", "Close Quarters", 8).game(), 8).rows}
    both = (Held.CONTROLLED, Held.DOMINATED)
    assert rows["flag-first"].offers == Pair((Held.DOMINATED,), both)
    assert not rows["flag-first"].plain
    rows = {row.key: row for row in pad(playing("sr2012", "Sacrifice", 8).game(), 8).rows}
    assert set(rows) == {"zone", "model-at-flag"}
    assert rows["model-at-flag"].offers == Pair((Held.MET,), (Held.MET,))
    assert rows["model-at-flag"].kind is None
    assert rows["zone"].plain
    rows = {row.key: row for row in pad(playing("sr2012", "Close Quarters", 8).game(), 8).rows}
    assert rows["zone-for-first"].offers == Pair((Held.CONTROLLED,), ())


def test_the_pad_asks_which_element_is_removed_and_a_mistake_can_be_corrected() -> None:
    desk = playing("sr2014", "Incursion", 8)
    asked = (("flag-left", "Left flag"), ("flag-right", "Right flag"))
    assert pad(desk.game(), 8).vanishing == asked
    desk.do(RemoveElement(1, BLUE, "flag-right"))
    assert (pad(desk.game(), 8).vanishing, pad(desk.game(), 8).removed) == (asked, "flag-right")
    desk.do(RemoveElement(1, None, "flag-left"))
    assert pad(desk.game(), 8).removed == "flag-left"
    assert [row.key for row in pad(desk.game(), 8).rows] == ["flag-centre", "flag-right"]
    assert pad(playing("sr2014", "Incursion", 5).game(), 5).vanishing == ()


@pytest.mark.parametrize(
    ("win", "said"),
    [
        (Win(6, 6), "6 ahead wins"),
        (Win(5, 1), "5 points and a lead win"),
        (Win(2, 0), "First to 2 wins"),
    ],
)
def test_the_conditions_of_a_scenario_win_are_put_into_words(win: Win, said: str) -> None:
    assert win_words(win) == said


def test_scoring_something_that_is_not_in_the_scenario_is_refused() -> None:
    desk = playing("sr2012", "Sacrifice", 7)
    there = Holding("caster-at-flag", BLUE, Held.MET)
    assert desk.refused(ScoreTurn(1, BLUE, 7, (there,))).startswith("Sacrifice has no condition")
    gone = Holding("flag-9", BLUE)
    assert desk.refused(ScoreTurn(1, BLUE, 7, (gone,))).startswith("Sacrifice has no element")
    less = ScoreTurn(1, BLUE, 7, (), points=Pair(-1, 0), reason="x")
    assert desk.refused(less) == "Control points cannot be negative."


def test_a_way_to_win_may_need_domination_and_a_destroyed_element_stays_destroyed() -> None:
    terms = terms_for(PACKETS["sr2012"], settings(), 15)
    zone = ScoreTurn(1, None, 9, (Holding("zone", BLUE, Held.DOMINATED),), False, at_ms=0)
    fell = Holding("objective-first", BLUE, Held.DESTROYED)
    scores = {7: ScoreTurn(1, None, 7, (fell,), False, at_ms=0), 9: zone}
    assert scoring.control_points(terms, RED, scores, 8) == Pair(0, 0)
    assert scoring.control_points(terms, RED, scores, 10) == Pair(0, 1)
    assert scoring.step_points(terms, RED, scores, 9) == Pair(0, 1)


def test_a_side_dominates_no_more_elements_than_it_has_casters() -> None:
    desk = playing("sr2014", "Process of Elimination", 7)
    casters = tuple(ArmyRow(name, Kind.CASTER, 5) for name in ("Haley", "Stryker"))
    desk.do(EnterArmy(desk.game().players.red, (ArmyList(casters),)), insist=True)
    both = ("zone-left", "zone-right")
    red = tuple(Holding(key, RED, Held.DOMINATED) for key in both)
    blue = tuple(Holding(key, BLUE, Held.DOMINATED) for key in both)
    desk.do(ScoreTurn(1, RED, 7, red))
    assert desk.refused(ScoreTurn(1, BLUE, 7, blue)) == (
        "One caster dominates one element. Blue has Left zone and Right zone: choose one."
    )
    assert desk.doubted(ScoreTurn(1, None, 7, blue)).startswith("One caster dominates")
    assert desk.game().play.scores[7].holdings == blue
    third = Holding("objective-left", RED, Held.DOMINATED)
    assert domination_fault(desk.game(), (*red, third), Pair(2, 1)) == (
        "2 casters dominate 2 elements. Red has Left zone, Right zone and Left objective: choose 2."
    )


def test_an_impossible_way_to_win_is_not_offered() -> None:
    terms = terms_for(PACKETS["sr2012"], settings(), 3)
    assert not scoring.can_win(terms, RED, {}, 7, BLUE)
    held = ScoreTurn(1, None, 7, (Holding("zone", BLUE),), False, at_ms=0)
    assert scoring.can_win(terms, RED, {7: held}, 9, BLUE)
    assert not scoring.can_win(terms, RED, {}, 6, RED)
    recon = terms_for(PACKETS["sr2015"], settings(), 8)
    assert scoring.can_win(recon, RED, {}, 7, BLUE)
    behind = ScoreTurn(1, None, 7, (), False, at_ms=0, points=Pair(50, 0), reason="asked")
    assert scoring.winning(recon).lead
    assert not scoring.can_win(recon, RED, {7: behind}, 9, BLUE)


def test_a_turn_gives_no_more_points_than_the_scenario_allows_to_win_by() -> None:
    desk = playing("sr2012", "Process of Elimination", 8)
    terms = desk.game().terms
    assert not scoring.can_win(terms, RED, {}, 7, BLUE)
    without_limit = replace(terms, scenario=replace(terms.scenario, most_a_turn=0))
    assert scoring.can_win(without_limit, RED, {}, 7, BLUE)
    held = ScoreTurn(1, None, 7, (Holding("zone-left", BLUE),), False, at_ms=0)
    assert scoring.can_win(terms, RED, {7: held}, 9, BLUE)


def test_a_side_may_win_by_a_way_that_gives_its_last_point() -> None:
    terms = terms_for(PACKETS["sr2012"], settings(), 17)
    needs = (Holding("flag-for-second", BLUE), Holding("zone-for-second", BLUE, Held.CONTESTED))
    met = ScoreTurn(1, None, 7, needs, False, at_ms=0)
    assert scoring.control_points(terms, RED, {7: met}, 8) == Pair(0, 1)
    assert not scoring.can_win(terms, RED, {}, 7, BLUE)
    assert scoring.can_win(terms, RED, {7: met}, 9, BLUE)


def set_points(step: int, red: int, blue: int) -> ScoreTurn:
    """A turn whose points the organizer has set."""
    return ScoreTurn(1, None, step, (), at_ms=0, points=Pair(red, blue), reason="asked")


def test_an_objective_that_is_destroyed_gives_nobody_another_point_to_win_by() -> None:
    terms = terms_for(PACKETS["sr2014"], settings(), 1)
    before = set_points(7, 0, 2)
    assert scoring.can_win(terms, RED, {7: before}, 9, BLUE)
    destroyed = (Holding("objective-first", BLUE, Held.DESTROYED),)
    gone = replace(before, holdings=destroyed)
    assert not scoring.can_win(terms, RED, {7: gone}, 9, BLUE)


@pytest.mark.parametrize(
    ("flag", "red_can", "blue_can"), [("flag-first", True, False), ("flag-second", False, True)]
)
def test_only_the_player_who_owns_a_flag_can_win_by_the_point_that_it_takes_away(
    flag: str, red_can: bool, blue_can: bool
) -> None:
    terms = terms_for(PACKETS["sr2014"], settings(), 3)
    elements = tuple(one for one in terms.scenario.elements if one.key in {"zone", flag})
    terms = replace(terms, scenario=replace(terms.scenario, elements=elements))

    def can_win(step: int, side: Side) -> bool:
        """Tell whether the side can win if the zone and the flag bring it level."""
        most = sum(
            max(scoring.points_for(element, RED, side, held) for held in Held)
            for element in elements
        )
        level = NO_POINTS.put(side, 5).put(side.other, 5 + most)
        return scoring.can_win(terms, RED, {7: set_points(7, *level)}, step, side)

    assert (can_win(8, RED), can_win(9, BLUE)) == (red_can, blue_can)


def test_a_flag_takes_no_points_from_a_player_who_has_none() -> None:
    terms = terms_for(PACKETS["sr2014"], settings(), 3)
    scenario = replace(terms.scenario, win=Win(points=5, lead=5))
    terms = replace(terms, scenario=scenario)
    most = 4  # by the zone and by Red's flag
    assert not scoring.can_win(terms, RED, {7: set_points(7, 0, 4 - most)}, 9, BLUE)
    assert scoring.can_win(terms, RED, {7: set_points(7, 0, 5 - most)}, 9, BLUE)


def test_after_both_have_reached_the_win_a_player_can_win_only_by_as_many_points_again() -> None:
    terms = terms_for(PACKETS["sr2012"], settings(), 8)
    assert terms.scenario.win == Win(points=2, lead=1)
    both = set_points(7, 2, 2)
    assert not scoring.can_win(terms, RED, {7: both}, 9, BLUE)
    assert scoring.can_win(terms, RED, {7: both, 9: set_points(9, 0, 1)}, 11, BLUE)


def overruled(points: Pair[int]) -> Desk:
    """Blue scored their second turn; the organizer has set its points."""
    desk = playing("sr2012", "Process of Elimination", 8)
    held = (Holding("zone-left", BLUE),)
    desk.do(ScoreTurn(1, BLUE, 7, held))
    desk.do(ScoreTurn(1, None, 7, held, points=points, reason="Red contested"))
    return desk


def test_the_organizers_points_stay_until_they_are_withdrawn() -> None:
    desk = overruled(Pair(0, 0))
    said = desk.refused(ScoreTurn(1, BLUE, 7, (Holding("zone-left", BLUE),)))
    assert said == "The organizer has set this turn’s points. Call the judge if they are wrong."
    assert desk.game().points == Pair(0, 0)
    assert pad(desk.game(), 7).ruling == "Red contested"
    desk.do(ScoreTurn(1, None, 7, (Holding("zone-left", BLUE),)))
    assert pad(desk.game(), 7).ruling == ""
    assert desk.game().points == Pair(0, 1)
    desk.do(ScoreTurn(1, BLUE, 7, ()))
    assert desk.game().points == Pair(0, 0)


def test_points_of_the_current_turn_are_kept_apart_until_it_ends() -> None:
    desk = playing("sr2012", "Process of Elimination", 7)
    assert desk.game().turn_points == Pair(0, 0)
    desk.do(ScoreTurn(1, BLUE, 7, (Holding("zone-left", BLUE),)))
    assert (desk.game().points, desk.game().turn_points) == (Pair(0, 0), Pair(0, 1))
    assert describe_points(0, desk.game().turn_points.blue) == "CP 0 (+1 this turn)"
    assert describe_points(0, desk.game().turn_points.red) == "CP 0"
    desk.do(Tap(1, BLUE))
    assert (desk.game().points, desk.game().turn_points) == (Pair(0, 1), Pair(0, 0))
    desk.do(Rule(desk.game().number, Side.RED, How.SCENARIO, "why"))
    assert desk.game().turn_points == Pair(0, 0)


@pytest.mark.parametrize("given", [0, 1])
def test_a_one_time_zone_is_spent_by_an_overruled_turn_only_if_it_gave_points(given: int) -> None:
    desk = overruled(Pair(0, given))
    for side in (RED, BLUE):
        desk.now_ms += MINUTE
        desk.do(Tap(1, side))
    answer = desk.ask(ScoreTurn(1, BLUE, 9, (Holding("zone-left", BLUE),)))
    assert isinstance(answer, Refused) is bool(given)


def test_correcting_a_finished_turn_starts_from_its_current_points() -> None:
    desk = playing("sr2012", "Process of Elimination", 8)
    desk.do(ScoreTurn(1, BLUE, 7, (Holding("zone-left", BLUE),)))
    desk.do(ScoreTurn(1, None, 8, (), points=Pair(1, 0), reason="in his own turn"))
    assert correctable(desk.game()) == (TurnPoints(7, "Blue’s turn 2", Pair(0, 1), False),)
    desk.now_ms += MINUTE
    desk.do(Tap(1, RED))
    assert [turn.points for turn in correctable(desk.game())] == [Pair(1, 0), Pair(0, 1)]
    assert [turn.overruled for turn in correctable(desk.game())] == [True, False]
    desk.do(Rule(1, None, How.TIE, "fire alarm"))
    assert [turn.step for turn in correctable(desk.game())] == [9, 8, 7]


def test_players_enter_points_by_hand_if_no_scoring_elements_are_known() -> None:
    known = pad(playing("sr2014", "Close Quarters", 8).game(), 8)
    assert not known.by_hand
    assert replace(known, scenario=replace(known.scenario, elements=())).by_hand
