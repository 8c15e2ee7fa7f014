"""Cut to Top X (SR2017) and Finals Tables, who is drawn and which places they change."""

from app.engine.acts.awards import BreakTie
from app.engine.acts.draw import ChangePlan, ChangeTies
from app.engine.acts.players import DropPlayer, ReadmitPlayer
from app.engine.acts.results import How
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.draw.values import Numbers
from app.engine.draw.wishes import HallTable, Plan, PlayerGroups
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.rounds.draw_round import make_draw_request
from app.engine.rounds.field import cut_players, field, list_undefeated
from app.engine.side import Side
from app.engine.standings.ranking import before_round, sole_leader, standings
from app.views.event.awards import ties_to_break
from app.views.event.event import next_step
from app.views.pages import DeskPage
from app.views.round.round import next_draw
from tests.engine.event import Desk, registered, settings
from tests.engine.rounds.cuts import FOUR, by_number, cut_of_eight, drawn, go, pairs, places


def test_the_cut_comes_when_few_enough_are_undefeated() -> None:
    desk = registered(16, FOUR)
    assert cut_players(desk.state) == ()
    desk.do(EnterPairings(tuple((n, n + 8) for n in range(1, 9)), None))
    by_number(desk)
    assert len(list_undefeated(desk.state)) == 8
    assert cut_players(desk.state) == ()
    assert len(field(desk.state)) == 16
    desk.do(EnterPairings(tuple((n, n + 4) for n in (1, 2, 3, 4, 9, 10, 11, 12)), None))
    by_number(desk)
    assert cut_players(desk.state) == (1, 2, 3, 4)
    assert field(desk.state) == (1, 2, 3, 4)


def test_a_player_who_left_and_came_back_lost_the_round_in_between() -> None:
    desk = registered(8)
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    by_number(desk)
    desk.do(DropPlayer(1), insist=True)
    desk.do(DropPlayer(8), insist=True)
    desk.do(EnterPairings(((2, 3), (4, 5), (6, 7)), None))
    by_number(desk)
    desk.do(ReadmitPlayer(1))
    assert list_undefeated(desk.state) == (2, 4)


def test_the_cut_pairs_first_with_last_and_then_winners_with_winners() -> None:
    desk = cut_of_eight()
    event = drawn(desk)
    assert event.cut == (1, 2, 3, 4)
    assert pairs(event) == [(1, 4), (2, 3)]
    assert (event.bye, event.paired_down) == (None, ())
    by_number(desk)
    event = drawn(desk)
    assert event.cut == (1, 2, 3, 4)
    assert pairs(event) == [(1, 2), (3, 4)]
    by_number(desk)
    assert sole_leader(desk.state) == 1


def test_games_in_the_cut_change_only_the_places_within_it() -> None:
    desk = cut_of_eight()
    before = standings(desk.state)
    drawn(desk)
    go(desk)
    desk.report(1, Side.BLUE, cp=(0, 9), apd=(0, 75))
    desk.report(2, Side.BLUE, cp=(0, 1))
    after = standings(desk.state)
    assert [one.number for one in after[:4]] == [4, 3, 1, 2]
    assert after[4:] == before[4:]


def level_outside_the_cut() -> Desk:
    """1 to 4 play on; 5 to 8 are level in everything."""
    desk = registered(8, FOUR)
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    go(desk)
    for table in (1, 2, 3, 4):
        desk.report(table, Side.RED, cp=(table, 0))
    desk.do(FinishRound())
    return desk


def test_a_tie_outside_the_cut_once_broken_by_hand_stays_broken() -> None:
    desk = level_outside_the_cut()
    drawn(desk)
    by_number(desk)
    assert places(desk)[4:] == [(5, 5), (5, 6), (5, 7), (5, 8)]
    desk.do(BreakTie((8, 7, 6, 5), "dice"))
    ordered = [(5, 8), (6, 7), (7, 6), (8, 5)]
    assert places(desk)[4:] == ordered
    assert all(5 not in level for level in ties_to_break(desk.state))
    desk.do(Undo())
    assert places(desk)[4:] == [(5, 5), (5, 6), (5, 7), (5, 8)]
    desk.do(Redo())
    drawn(desk)
    by_number(desk)
    assert places(desk)[4:] == ordered
    assert standings(fold(desk.records)) == standings(desk.state)
    desk.do(BreakTie((5, 6, 7, 8), "a better die"))
    assert places(desk)[4:] == [(5, 5), (6, 6), (7, 7), (8, 8)]


def test_an_order_set_by_hand_at_the_cut_outlasts_it() -> None:
    desk = level_outside_the_cut()
    desk.do(BreakTie((8, 7, 6, 5), "dice"))
    drawn(desk)
    by_number(desk)
    assert places(desk)[4:] == [(5, 8), (6, 7), (7, 6), (8, 5)]


def test_players_outside_the_cut_are_no_longer_drawn() -> None:
    desk = cut_of_eight()
    drawn(desk)
    by_number(desk)
    desk.do(DropPlayer(8))
    assert places(desk)[-1] == (5, 8)
    event = drawn(desk)
    assert {number for pair in pairs(event) for number in pair} == {1, 2, 3, 4}


def test_in_a_cut_with_an_odd_number_the_lowest_gets_the_bye_then_another() -> None:
    desk = cut_of_eight()
    drawn(desk)
    by_number(desk)
    desk.do(DropPlayer(2))
    event = drawn(desk)
    assert event.bye == 4
    assert pairs(event) == [(1, 3)]
    by_number(desk)
    event = drawn(desk, insist=True)
    assert event.bye == 3


def test_extra_rounds_of_the_cut_pair_players_who_have_not_met_in_it() -> None:
    desk = cut_of_eight()
    for expected in ([(1, 4), (2, 3)], [(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        assert pairs(drawn(desk, insist=True)) == expected
        by_number(desk)


def test_a_tie_in_the_cut_counts_as_a_win_for_neither_player() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.report(1, None, How.TIE)
    desk.report(2, Side.BLUE)
    desk.do(FinishRound())
    assert pairs(drawn(desk, insist=True)) == [(3, 4), (2, 1)]


def test_inside_the_cut_the_draw_may_be_by_lot() -> None:
    desk = registered(8, replace(FOUR, cut_by_seed=False))
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    by_number(desk)
    found = {frozenset(map(frozenset, pairs(drawn(desk, seed=seed)))) for seed in range(1, 30)}
    assert len(found) == 3
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)


def test_players_tied_across_the_cut_line_must_be_separated_first() -> None:
    desk = registered(6, replace(settings(), cut=4))
    desk.do(EnterPairings(((1, 4), (2, 5), (3, 6)), None))
    go(desk)
    for table in (1, 2, 3):
        desk.report(table, Side.RED)
    desk.do(FinishRound())
    said = "Dan, Eve and Finn are tied, and the next round depends on who is ahead: break the"
    assert desk.refused(DrawRound(1)) == f"{said} tie first."
    desk.do(BreakTie((6, 5, 4), "dice"))
    assert drawn(desk).cut == (1, 2, 3, 6)


def test_a_small_event_is_not_cut() -> None:
    desk = registered(4, FOUR)
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    by_number(desk)
    assert cut_players(desk.state) == ()


def test_no_round_is_drawn_when_only_one_player_of_the_cut_is_left() -> None:
    desk = registered(4, replace(settings(), cut=2))
    drawn(desk, insist=True)
    by_number(desk)
    drawn(desk, insist=True)
    assert desk.state.rounds[-1].cut == (1, 2)
    go(desk)
    desk.report(1, None, How.TIE)
    desk.do(FinishRound())
    desk.do(DropPlayer(1))
    words = desk.refused(DrawRound(3), insist=True)
    left = "Only Ben is left in the cut"
    assert words == f"{left}: the event is decided."
    step = next_step(desk.state)
    assert (step.sentence, step.page) == (words, DeskPage.STANDINGS)
    coming = next_draw(desk.state)
    assert (coming.over, coming.checked_in, coming.decided) == (left, 1, True)
    desk.do(DropPlayer(2))
    assert next_step(desk.state).sentence == "Nobody is left in the cut: the event is decided."


def test_the_preview_of_the_next_draw_counts_only_players_in_the_cut() -> None:
    desk = registered(6, replace(settings(), cut=4))
    drawn(desk, insist=True)
    by_number(desk)
    assert cut_players(desk.state)
    coming = next_draw(desk.state)
    assert (coming.checked_in, coming.absent, coming.bye) == (4, (), False)
    assert coming.is_cut


def test_the_cut_by_seed_is_played_at_tables_in_use() -> None:
    desk = cut_of_eight()
    halls = tuple(HallTable(number, "", number != 1) for number in range(1, 7))
    desk.do(ChangePlan(Plan(tables=halls)))
    event = drawn(desk)
    assert pairs(event) == [(1, 4), (2, 3)]
    assert [seating.table for seating in event.seatings] == [2, 3]


def test_a_cut_by_seed_sits_at_reserved_tables() -> None:
    desk = cut_of_eight()
    desk.do(ChangePlan(Plan(tables=tuple(HallTable(number) for number in range(1, 7)))))
    desk.do(ChangeTies(3, PlayerGroups(tables=(5,), tables_for="access")))
    event = drawn(desk)
    assert pairs(event) == [(1, 4), (2, 3)]
    assert [seating.table for seating in event.seatings] == [1, 5]


def test_the_state_before_a_round_contains_none_of_its_games() -> None:
    desk = registered(4)
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    by_number(desk)
    desk.do(EnterPairings(((1, 3), (2, 4)), None))
    first = before_round(desk.state, 2)
    assert {game.round_number for game in first.games.values()} == {1}
    assert [round_.number for round_ in first.rounds] == [1]
    assert before_round(desk.state, 1).games == {}


def test_cuts_and_finals_are_paired_by_place_without_looking_ahead() -> None:
    desk = registered(6, settings(rounds=5))
    for met in (((3, 4), (1, 5), (6, 2)), ((1, 4), (5, 6), (2, 3))):
        desk.do(EnterPairings(met, None), insist=True)
        by_number(desk)

    def ahead(**chosen: object) -> tuple[Numbers, ...]:
        state = desk.state
        changed = replace(state, settings=replace(state.settings, **chosen))
        return make_draw_request(changed, DrawRound(7)).wishes.ahead

    assert ahead() != ()
    assert ahead(cut=4) == ()
    assert ahead(finals_tables=True) == ()
