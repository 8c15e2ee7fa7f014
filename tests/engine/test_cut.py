"""Cut to Top X (SR2017) and Finals Tables, who is drawn and which places they change."""

from dataclasses import replace

from app.engine.awards_view import ties_to_break
from app.engine.commands import (
    BreakTie,
    ChangeSettings,
    CheckIn,
    DisqualifyPlayer,
    DrawRound,
    DropPlayer,
    EnterPairings,
    FinishRound,
    PublishRound,
    Redo,
    StartRound,
    Undo,
)
from app.engine.draw_commands import ChangePlan, ChangeTies, SetPairing, TakeOut
from app.engine.edit_pairs import arrangement, swapped
from app.engine.event_view import next_step
from app.engine.events import RoundDrawn
from app.engine.evolve import fold
from app.engine.plan import HallTable, Plan, SetPair, Ties
from app.engine.results import How
from app.engine.round_notices import notices_of
from app.engine.round_plan import cut_players, field, finalists, undefeated
from app.engine.round_view import next_draw
from app.engine.scores import planned_rounds
from app.engine.side import Side
from app.engine.standings import sole_leader, standings
from app.engine.state import Stage, State
from app.engine.table_commands import StartClock
from tests.engine.event import SR2017, Desk, registered, settings

FOUR = replace(settings(), cut=4)
FINALS = replace(settings(), finals_tables=True)


def go(desk: Desk) -> None:
    desk.do(PublishRound())
    desk.do(StartRound())


def by_number(desk: Desk, *, until: int = 99) -> None:
    """A round in which the lower number wins, with a control point a number below 20."""
    go(desk)
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest):
        side = Side.RED if game.players.red < game.players.blue else Side.BLUE
        points = 20 - game.players.of(side)
        cp = (points, 0) if side is Side.RED else (0, points)
        desk.report(game.table, side, cp=cp)
    desk.do(FinishRound())


def drawn(desk: Desk, *, seed: int = 7, insist: bool = False) -> RoundDrawn:
    event = desk.do(DrawRound(seed), insist=insist)[0]
    assert isinstance(event, RoundDrawn)
    return event


def pairs(event: RoundDrawn) -> list[tuple[int, int]]:
    return [(one.players.red, one.players.blue) for one in event.seatings]


def places(desk: Desk) -> list[tuple[int, int]]:
    return [(one.place, one.number) for one in standings(desk.state)]


def cut_of_eight() -> Desk:
    """Eight players after one round: 1 to 4 are undefeated."""
    desk = registered(8, FOUR)
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    by_number(desk)
    return desk


def test_the_cut_comes_when_few_enough_are_undefeated() -> None:
    desk = registered(16, FOUR)
    assert cut_players(desk.state) == ()
    desk.do(EnterPairings(tuple((n, n + 8) for n in range(1, 9)), None))
    by_number(desk)
    assert len(undefeated(desk.state)) == 8
    assert cut_players(desk.state) == ()
    assert len(field(desk.state)) == 16
    desk.do(EnterPairings(tuple((n, n + 4) for n in (1, 2, 3, 4, 9, 10, 11, 12)), None))
    by_number(desk)
    assert cut_players(desk.state) == (1, 2, 3, 4)
    assert field(desk.state) == (1, 2, 3, 4)


def test_the_cut_pairs_first_with_last_and_winners_go_on_with_winners() -> None:
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


def test_only_the_places_in_the_cut_change() -> None:
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


def test_a_tie_outside_the_cut_is_broken_by_hand_before_or_after_it_and_for_good() -> None:
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


def test_who_is_disqualified_in_the_cut_lets_all_others_move_up() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.do(DisqualifyPlayer(4, "abuse"), insist=True)
    assert places(desk)[:5] == [(1, 1), (2, 2), (3, 3), (4, 5), (4, 6)]
    assert places(desk)[-1] == (0, 4)


def test_nobody_outside_the_cut_is_drawn_any_more() -> None:
    desk = cut_of_eight()
    drawn(desk)
    by_number(desk)
    desk.do(DropPlayer(8))
    assert places(desk)[-1] == (5, 8)
    event = drawn(desk)
    assert {number for pair in pairs(event) for number in pair} == {1, 2, 3, 4}


def test_who_leaves_before_the_cut_gives_his_place_in_it_to_the_next() -> None:
    desk = cut_of_eight()
    desk.do(DropPlayer(2))
    assert cut_players(desk.state) == (1, 3, 4, 5)
    assert "are level, and the next round depends" in desk.refused(DrawRound(1))
    assert pairs(drawn(desk, insist=True)) == [(1, 5), (3, 4)]
    assert desk.state.rounds[1].gave_way == ("Anna and Eve meet again: the cut pairs by seed.",)


def test_with_an_odd_number_left_the_lowest_has_the_bye_then_another() -> None:
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


def test_the_winner_of_the_cut_meets_those_not_yet_met_there() -> None:
    desk = cut_of_eight()
    for expected in ([(1, 4), (2, 3)], [(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        assert pairs(drawn(desk, insist=True)) == expected
        by_number(desk)


def test_a_tie_in_the_cut_is_no_win_there() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.report(1, None, How.TIE)
    desk.report(2, Side.BLUE)
    desk.do(FinishRound())
    assert pairs(drawn(desk, insist=True)) == [(3, 4), (2, 1)]


def test_a_drawn_cut_can_be_drawn_again() -> None:
    desk = cut_of_eight()
    drawn(desk)
    assert drawn(desk).cut == (1, 2, 3, 4)
    go(desk)
    desk.report(1, Side.RED)
    assert "table 1 have begun and stay" in desk.doubted(DrawRound(3, again=True))
    assert desk.game(1).reported is not None
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)


def test_inside_the_cut_the_draw_may_be_by_lot() -> None:
    desk = registered(8, replace(FOUR, cut_by_seed=False))
    desk.do(EnterPairings(((1, 5), (2, 6), (3, 7), (4, 8)), None))
    by_number(desk)
    found = {frozenset(map(frozenset, pairs(drawn(desk, seed=seed)))) for seed in range(1, 30)}
    assert len(found) == 3
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)


def test_pairings_by_hand_keep_to_the_cut_or_the_organizer_insists() -> None:
    desk = cut_of_eight()
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)
    assert desk.state.rounds[-1].paired_down == ()
    everybody = EnterPairings(((1, 2), (3, 4), (5, 6), (7, 8)), None)
    doubt = desk.doubted(everybody)
    assert doubt == "Eve, Finn, Gus and Hal would play after the cut without being in it."
    assert desk.state.rounds[-1].cut == ()
    by_number(desk)
    assert cut_players(desk.state) == (1, 3, 2, 4)


def test_once_cut_the_event_stays_cut_whoever_is_paired() -> None:
    desk = cut_of_eight()
    drawn(desk)
    by_number(desk)
    desk.do(EnterPairings(((1, 5), (2, 3)), None), insist=True)
    assert desk.state.rounds[-1].cut == (1, 2, 3, 4)
    desk.do(ChangeSettings(settings(), SR2017))
    assert field(desk.state) == (1, 2, 3, 4)
    desk.do(CheckIn((3,), present=False))
    assert field(desk.state) == (1, 2, 4)


def test_players_who_are_level_at_the_line_are_told_apart_first() -> None:
    desk = registered(6, replace(settings(), cut=4))
    desk.do(EnterPairings(((1, 4), (2, 5), (3, 6)), None))
    go(desk)
    for table in (1, 2, 3):
        desk.report(table, Side.RED)
    desk.do(FinishRound())
    said = "Dan, Eve and Finn are level, and the next round depends on who is ahead: break the"
    assert desk.refused(DrawRound(1)) == f"{said} tie first."
    desk.do(BreakTie((6, 5, 4), "dice"))
    assert drawn(desk).cut == (1, 2, 3, 6)


def test_a_small_event_is_not_cut() -> None:
    desk = registered(4, FOUR)
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    by_number(desk)
    assert cut_players(desk.state) == ()


def finals_of(players: int, rounds: int = 2) -> Desk:
    """Before the last round: the better a player the lower his number."""
    desk = registered(players, replace(FINALS, rounds=rounds))
    half = players // 2
    bye = players if players % 2 else None
    desk.do(EnterPairings(tuple((n, n + half) for n in range(1, half + 1)), bye))
    by_number(desk)
    return desk


def test_the_last_round_has_two_finals_tables() -> None:
    desk = finals_of(8)
    assert finalists(desk.state, 1) == ()
    assert finalists(desk.state, 2) == (1, 2, 3, 4)
    event = drawn(desk)
    assert pairs(event)[:2] == [(1, 2), (3, 4)]
    assert event.finals == (5, 6)
    assert len(event.seatings) == 4
    assert len({number for pair in pairs(event) for number in pair}) == 8


def test_the_finals_tables_give_the_first_three_places() -> None:
    desk = finals_of(8)
    drawn(desk)
    go(desk)
    desk.report(1, Side.BLUE, cp=(0, 1))
    assert places(desk)[0] == (1, 2)
    desk.report(2, Side.BLUE, cp=(0, 1))
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest)[2:]:
        desk.report(game.table, Side.RED, cp=(50, 0), apd=(90, 0))
    # 2 beat 1, 4 beat 3. The others by TP, then SoS: 3 has as much as anybody there.
    assert [number for _, number in places(desk)][:3] == [2, 1, 4]
    rest = standings(desk.state)[3:]
    assert [(one.tp, one.sos, one.cp) for one in rest] == sorted(
        ((one.tp, one.sos, one.cp) for one in rest), reverse=True
    )


def test_after_the_finals_army_points_rank_nobody() -> None:
    desk = finals_of(8)
    desk.do(EnterPairings(((1, 2), (3, 4), (5, 6), (7, 8)), None))
    go(desk)
    for table in (1, 2, 3, 4):
        desk.report(table, Side.RED, cp=(2, 0), apd=(10 * table, table))
    # 5 and 7 have a point, opponents with two, and as many control points; 6 and 8 likewise none.
    assert places(desk) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 7), (7, 6), (7, 8)]
    assert [one.shared for one in standings(desk.state)] == [False] * 4 + [True] * 4


def test_finals_tables_changed_by_hand_give_nobody_a_place_unless_they_are_set_right_again() -> (
    None
):
    desk = finals_of(8)
    drawn(desk)
    as_drawn = arrangement(desk.state, desk.state.rounds[-1])
    said = "The best do not meet at finals tables: this round ranks like any other."
    assert said not in notices_of(desk.state, desk.state.rounds[-1])
    desk.do(swapped(as_drawn, 7, 8).command())
    assert desk.state.rounds[-1].finals == (5, 6)
    desk.do(swapped(as_drawn, 1, 5).command("a favour"), insist=True)
    assert desk.state.rounds[-1].finals == ()
    assert said in notices_of(desk.state, desk.state.rounds[-1])
    go(desk)
    for game in desk.state.games_of(desk.state.rounds[-1]):
        desk.report(game.table, Side.RED, cp=(game.table, 0))
    order = [(one.tp, one.sos, one.cp, one.apd) for one in standings(desk.state)]
    assert order == sorted(order, reverse=True)
    while desk.state.rounds[-1].stage is not Stage.DRAWN:
        desk.do(Undo(), insist=True)
    desk.do(as_drawn.command("as it was"), insist=True)
    latest = desk.state.rounds[-1]
    assert [{*desk.state.games[one].players} for one in latest.finals] == [{1, 2}, {3, 4}]
    assert fold(desk.records).rounds == desk.state.rounds


def test_a_final_that_a_player_was_taken_out_of_lifts_nobody_from_the_other_one() -> None:
    desk = finals_of(8)
    drawn(desk)
    desk.do(PublishRound())
    desk.do(TakeOut(1), insist=True)
    assert desk.state.rounds[-1].finals == ()
    desk.do(StartRound(), insist=True)
    for game in desk.state.games_of(desk.state.rounds[-1]):
        desk.report(game.table, Side.RED, cp=(3, 0))
    points = [one.tp for one in standings(desk.state)]
    assert points == sorted(points, reverse=True)


def test_a_final_lost_from_an_older_log_is_no_final() -> None:
    desk = finals_of(8)
    drawn(desk)
    by_number(desk)
    last = desk.state.rounds[-1]
    lost = replace(desk.state, rounds=(desk.state.rounds[0], replace(last, finals=(99, 6))))
    assert [one.number for one in standings(lost)][:2] == [1, 3]


def test_a_tied_final_leaves_the_better_placed_before() -> None:
    desk = finals_of(8)
    drawn(desk)
    go(desk)
    latest = desk.state.latest
    assert latest is not None
    for game in desk.state.games_of(latest):
        desk.report(game.table, None, How.TIE)
    assert [number for _, number in places(desk)][:3] == [1, 2, 3]


def test_a_finalist_who_is_disqualified_has_no_place() -> None:
    desk = finals_of(8)
    drawn(desk)
    by_number(desk)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    assert places(desk)[:2] == [(1, 2), (2, 3)]


def test_with_a_bye_and_few_players_there_is_what_there_can_be() -> None:
    desk = finals_of(5)
    event = drawn(desk, insist=True)
    assert len(event.finals) == 2
    assert event.bye is not None
    desk = finals_of(3)
    event = drawn(desk, insist=True)
    assert (len(event.finals), len(event.seatings)) == (1, 1)
    by_number(desk)
    assert [number for _, number in places(desk)][:2] == [1, 3]


def test_finals_set_by_hand_are_finals_if_their_pairs_are() -> None:
    desk = finals_of(8)
    desk.do(EnterPairings(((5, 6), (4, 3), (2, 1), (7, 8)), None))
    assert desk.state.rounds[-1].finals == (7, 6)
    desk.do(EnterPairings(((1, 3), (2, 4), (5, 6), (7, 8)), None))
    assert desk.state.rounds[-1].finals == ()


def test_finalists_meet_again_if_they_must() -> None:
    desk = registered(4, replace(FINALS, rounds=2))
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    go(desk)
    desk.report(1, Side.RED, cp=(3, 2))
    desk.report(2, None, How.TIE, cp=(1, 0))
    desk.do(FinishRound())
    event = drawn(desk, insist=True)
    assert pairs(event)[0] == (1, 2)
    assert "Anna and Ben meet again: the finals tables pair by place." in event.gave_way


def test_a_round_after_the_finals_makes_them_a_round_like_others() -> None:
    desk = finals_of(8)
    drawn(desk)
    go(desk)
    for table in (1, 2, 3, 4):
        desk.report(table, Side.BLUE, cp=(0, 1))
    desk.do(FinishRound())
    first_three = [number for _, number in places(desk)][:3]
    event = drawn(desk, insist=True)
    assert event.finals == ()
    assert [number for _, number in places(desk)][:3] == first_three
    by_number(desk)
    points = [one.tp for one in standings(desk.state)]
    assert points == sorted(points, reverse=True)


def test_the_planned_rounds_are_the_settings_or_the_packets() -> None:
    assert planned_rounds(State()) == 0
    assert planned_rounds(registered(34).state) == 6
    assert planned_rounds(registered(34, settings(rounds=4)).state) == 4
    desk = finals_of(5, 0)
    desk.do(DropPlayer(1))
    desk.do(DropPlayer(2))
    assert planned_rounds(desk.state) == 3


def test_the_finals_tables_are_the_first_that_are_in_use() -> None:
    desk = finals_of(8)
    halls = tuple(HallTable(number, "", number != 1) for number in range(1, 7))
    desk.do(ChangePlan(Plan(tables=halls)))
    event = drawn(desk)
    assert pairs(event)[:2] == [(1, 2), (3, 4)]
    assert [one.table for one in event.seatings[:2]] == [2, 3]


def test_a_final_that_has_begun_stays_when_the_round_is_drawn_again() -> None:
    desk = finals_of(8)
    drawn(desk)
    go(desk)
    first = desk.game(1)
    desk.do(StartClock(first.number, Side.RED))
    desk.do(DrawRound(5, again=True), insist=True)
    latest = desk.state.latest
    assert latest is not None
    assert latest.games[0] == first.number
    assert desk.game(1).play.clock is not None
    assert len(latest.finals) == 2


def test_a_final_that_is_a_rematch_says_so_once() -> None:
    desk = registered(4, replace(FINALS, rounds=2))
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    by_number(desk)
    top = finalists(desk.state, 2)
    event = drawn(desk)
    met = {frozenset((1, 2)), frozenset((3, 4))}
    again = [one for one in (frozenset(top[:2]), frozenset(top[2:])) if one in met]
    assert len([one for one in event.gave_way if "by place" in one]) == len(again)
    assert not [one for one in event.gave_way if "it was set so" in one]


def test_nobody_is_drawn_when_one_of_the_cut_is_left() -> None:
    desk = registered(4, replace(settings(), cut=2))
    drawn(desk, insist=True)
    by_number(desk)
    drawn(desk, insist=True)
    assert desk.state.rounds[-1].cut == (1, 2)
    go(desk)
    desk.report(1, None, How.TIE)
    desk.do(FinishRound())
    desk.do(DropPlayer(1))
    said = desk.refused(DrawRound(3), insist=True)
    left = "Ben alone is left of the cut"
    assert said == f"{left}: the event is decided."
    step = next_step(desk.state)
    assert (step.sentence, step.page) == (said, "Standings")
    coming = next_draw(desk.state)
    assert (coming.over, coming.here, coming.decided) == (left, 1, True)
    desk.do(DropPlayer(2))
    assert next_step(desk.state).sentence == "Nobody is left of the cut: the event is decided."


def test_the_coming_draw_counts_those_of_the_cut_alone() -> None:
    desk = registered(6, replace(settings(), cut=4))
    drawn(desk, insist=True)
    by_number(desk)
    assert cut_players(desk.state)
    coming = next_draw(desk.state)
    assert (coming.here, coming.absent, coming.bye) == (4, (), False)
    assert coming.is_cut


def test_finalists_forbidden_to_meet_are_drawn_like_others_and_their_table_too() -> None:
    desk = finals_of(8)
    desk.do(SetPairing(SetPair(1, 2, False, "A quarrel")))
    event = drawn(desk)
    assert (1, 2) not in pairs(event)
    assert (3, 4) in pairs(event)
    assert {1, 2} == {*event.paired_down}
    assert event.finals == ()
    assert sorted(one.table for one in event.seatings) == [1, 2, 3, 4]


def test_the_cut_by_seed_is_played_at_tables_in_use() -> None:
    desk = cut_of_eight()
    halls = tuple(HallTable(number, "", number != 1) for number in range(1, 7))
    desk.do(ChangePlan(Plan(tables=halls)))
    event = drawn(desk)
    assert pairs(event) == [(1, 4), (2, 3)]
    assert [one.table for one in event.seatings] == [2, 3]


def test_who_leaves_after_his_game_in_the_cut_leaves_it_a_cut() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.report(1, Side.RED)
    kept = desk.game(1)
    desk.do(DropPlayer(kept.players.blue))
    desk.do(ChangeSettings(replace(FOUR, cut_by_seed=False), SR2017))
    event = desk.do(DrawRound(9, again=True), insist=True)[0]
    assert isinstance(event, RoundDrawn)
    assert desk.game(1) == kept
    assert event.cut == (1, 2, 3, 4)
    assert event.bye is None
    assert {*map(frozenset, pairs(event))} == {frozenset((1, 4)), frozenset((2, 3))}


def test_a_cut_by_seed_drawn_again_keeps_the_games_that_have_begun() -> None:
    desk = cut_of_eight()
    drawn(desk)
    go(desk)
    desk.report(1, Side.RED)
    kept = desk.game(1)
    desk.do(DropPlayer(3))
    assert "table 1 have begun and stay" in desk.doubted(DrawRound(9, again=True))
    assert desk.game(1) == kept
    assert {*desk.game(2).players} == {2, 5}
    assert desk.state.rounds[-1].cut == (1, 2, 4, 5)


def test_a_cut_by_seed_sits_at_reserved_tables() -> None:
    desk = cut_of_eight()
    desk.do(ChangePlan(Plan(tables=tuple(HallTable(number) for number in range(1, 7)))))
    desk.do(ChangeTies(3, Ties(tables=(5,), tables_for="access")))
    event = drawn(desk)
    assert pairs(event) == [(1, 4), (2, 3)]
    assert [one.table for one in event.seatings] == [1, 5]
