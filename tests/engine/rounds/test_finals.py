"""Finals tables: who sits there, and the places that they give."""

from app.engine.acts.commands import Refused
from app.engine.acts.draw import ChangePlan, SetPairing, TakeOut
from app.engine.acts.players import AddPlayers, CheckIn, DisqualifyPlayer, DropPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.acts.setup import ChangeSettings, CreateEvent
from app.engine.acts.table import StartClock
from app.engine.acts.undo import Undo
from app.engine.draw.wishes import HallTable, Plan, SetPair
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.rounds.edit import arrangement, swap_players
from app.engine.rounds.field import finalists
from app.engine.side import Side
from app.engine.standings.ranking import standings
from app.engine.standings.scores import field_size, planned_field, planned_rounds
from app.engine.state import Stage, State
from app.views.event.standings import StandingsColumn, standing_rows
from app.views.round.notices import notices_of
from tests.engine.event import PACKETS, Desk, registered, settings
from tests.engine.rounds.cuts import FINALS, by_number, drawn, go, pairs, places
from tests.remarked import in_words


def finals_of(players: int, rounds: int = 2) -> Desk:
    """Before the last round: the better a player the lower their number."""
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
    notes = [row.cell(StandingsColumn.NOTE) for row in standing_rows(desk.state)]
    assert notes == ["By the finals tables"] * 3 + [""] * 5
    rest = standings(desk.state)[3:]
    assert [(one.tp, one.sos, one.cp) for one in rest] == sorted(
        ((one.tp, one.sos, one.cp) for one in rest), reverse=True
    )


def test_army_points_do_not_break_ties_after_the_finals() -> None:
    desk = finals_of(8)
    desk.do(EnterPairings(((1, 2), (3, 4), (5, 6), (7, 8)), None))
    go(desk)
    for table in (1, 2, 3, 4):
        desk.report(table, Side.RED, cp=(2, 0), apd=(10 * table, table))
    # 5 and 7 have a point, opponents with two, and as many control points; 6 and 8 likewise none.
    assert places(desk) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 7), (7, 6), (7, 8)]
    assert [standing.shared for standing in standings(desk.state)] == [False] * 4 + [True] * 4


def test_finals_tables_changed_by_hand_give_no_places_until_restored() -> None:
    desk = finals_of(8)
    drawn(desk)
    as_drawn = arrangement(desk.state, desk.state.rounds[-1])
    said = "The best do not meet at finals tables: this round ranks like any other."
    assert said not in notices_of(desk.state, desk.state.rounds[-1])
    desk.do(swap_players(as_drawn, 7, 8).command())
    assert desk.state.rounds[-1].finals == (5, 6)
    desk.do(swap_players(as_drawn, 1, 5).command("a favour"), insist=True)
    assert desk.state.rounds[-1].finals == ()
    assert said in notices_of(desk.state, desk.state.rounds[-1])
    go(desk)
    for game in desk.state.games_of(desk.state.rounds[-1]):
        desk.report(game.table, Side.RED, cp=(game.table, 0))
    order = [
        (standing.tp, standing.sos, standing.cp, standing.apd) for standing in standings(desk.state)
    ]
    assert order == sorted(order, reverse=True)
    while desk.state.rounds[-1].stage is not Stage.DRAWN:
        desk.do(Undo(), insist=True)
    desk.do(as_drawn.command("as it was"), insist=True)
    latest = desk.state.rounds[-1]
    assert [{*desk.state.games[final].players} for final in latest.finals] == [{1, 2}, {3, 4}]
    assert fold(desk.records).rounds == desk.state.rounds


def test_a_broken_final_gives_no_places_to_the_players_of_the_other_one() -> None:
    desk = finals_of(8)
    drawn(desk)
    desk.do(PublishRound())
    desk.do(TakeOut(1), insist=True)
    assert desk.state.rounds[-1].finals == ()
    desk.do(StartRound(), insist=True)
    for game in desk.state.games_of(desk.state.rounds[-1]):
        desk.report(game.table, Side.RED, cp=(3, 0))
    points = [standing.tp for standing in standings(desk.state)]
    assert points == sorted(points, reverse=True)


def test_a_final_missing_from_an_older_log_gives_no_places() -> None:
    desk = finals_of(8)
    drawn(desk)
    by_number(desk)
    last = desk.state.rounds[-1]
    lost = replace(desk.state, rounds=(desk.state.rounds[0], replace(last, finals=(99, 6))))
    assert [standing.number for standing in standings(lost)][:2] == [1, 3]


def test_a_tied_final_keeps_the_better_placed_player_ahead() -> None:
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


def test_with_few_players_or_a_bye_there_are_as_many_finals_as_possible() -> None:
    desk = finals_of(5)
    event = drawn(desk, insist=True)
    assert len(event.finals) == 2
    assert event.bye is not None
    desk = finals_of(3)
    event = drawn(desk, insist=True)
    assert (len(event.finals), len(event.seatings)) == (1, 1)
    by_number(desk)
    assert [number for _, number in places(desk)][:2] == [1, 3]


def test_pairs_set_by_hand_are_finals_only_if_the_best_players_meet() -> None:
    desk = finals_of(8)
    desk.do(EnterPairings(((5, 6), (4, 3), (2, 1), (7, 8)), None))
    assert desk.state.rounds[-1].finals == (7, 6)
    desk.do(EnterPairings(((1, 3), (2, 4), (5, 6), (7, 8)), None))
    assert desk.state.rounds[-1].finals == ()


def test_finalists_play_a_rematch_if_necessary() -> None:
    desk = registered(4, replace(FINALS, rounds=2))
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    go(desk)
    desk.report(1, Side.RED, cp=(3, 2))
    desk.report(2, None, How.TIE, cp=(1, 0))
    desk.do(FinishRound())
    event = drawn(desk, insist=True)
    assert pairs(event)[0] == (1, 2)
    assert "Anna and Ben meet again: the finals tables pair by place." in in_words(event.gave_way)


def test_another_round_after_the_finals_makes_them_an_ordinary_round() -> None:
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
    points = [standing.tp for standing in standings(desk.state)]
    assert points == sorted(points, reverse=True)


def test_the_finals_tables_are_the_first_tables_in_use() -> None:
    desk = finals_of(8)
    halls = tuple(HallTable(number, "", number != 1) for number in range(1, 7))
    desk.do(ChangePlan(Plan(tables=halls)))
    event = drawn(desk)
    assert pairs(event)[:2] == [(1, 2), (3, 4)]
    assert [seating.table for seating in event.seatings[:2]] == [2, 3]


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
    assert [desk.state.games[final].table for final in latest.finals] == [1, 2]


def test_a_final_that_is_a_rematch_is_reported_only_once() -> None:
    desk = registered(4, replace(FINALS, rounds=2))
    desk.do(EnterPairings(((1, 2), (3, 4)), None))
    by_number(desk)
    top = finalists(desk.state, 2)
    event = drawn(desk)
    met = {frozenset((1, 2)), frozenset((3, 4))}
    again = [one for one in (frozenset(top[:2]), frozenset(top[2:])) if one in met]
    assert len([one for one in in_words(event.gave_way) if "by place" in one]) == len(again)
    assert not [one for one in in_words(event.gave_way) if "it was set so" in one]


def test_finalists_forbidden_to_meet_are_drawn_normally_and_have_no_final() -> None:
    desk = finals_of(8)
    desk.do(SetPairing(SetPair(1, 2, False, "A quarrel")))
    event = drawn(desk)
    assert (1, 2) not in pairs(event)
    assert (3, 4) in pairs(event)
    assert {1, 2} == {*event.paired_down}
    assert event.finals == ()
    assert sorted(seating.table for seating in event.seatings) == [1, 2, 3, 4]


def test_the_planned_rounds_come_from_the_settings_or_else_the_packet() -> None:
    assert planned_rounds(State()) == 0
    assert planned_rounds(registered(34).state) == 6
    assert planned_rounds(registered(34, settings(rounds=4)).state) == 4
    desk = finals_of(5, 0)
    desk.do(DropPlayer(1))
    desk.do(DropPlayer(2))
    assert planned_rounds(desk.state) == 3


def test_the_planned_rounds_are_for_registered_players_until_somebody_checks_in() -> None:
    desk = registered(12)
    desk.do(CheckIn(tuple(range(1, 13)), present=False))
    assert (planned_field(desk.state), planned_rounds(desk.state)) == (12, 4)
    desk.do(DropPlayer(12))
    assert planned_field(desk.state) == 11
    desk.do(CheckIn((1, 2, 3, 4, 5, 6)))
    assert (planned_field(desk.state), planned_rounds(desk.state)) == (6, 3)


def test_team_events_plan_rounds_by_the_number_of_teams() -> None:
    desk = registered(18, replace(settings(), team_seats=3))
    assert (planned_field(desk.state), planned_rounds(desk.state)) == (6, 3)


def test_an_incomplete_team_counts_towards_the_number_of_rounds() -> None:
    """26 players of teams of three are nine teams, the last with two."""
    desk = Desk()
    desk.do(CreateEvent(replace(settings(), team_seats=3), PACKETS["sr2017"]))
    entries = tuple(Entry(f"P{n}", team=f"Team {n // 3}") for n in range(26))
    desk.do(AddPlayers(entries))
    assert (planned_field(desk.state), planned_rounds(desk.state)) == (9, 4)
    desk.do(CheckIn(tuple(range(1, 27))))
    assert planned_field(desk.state) == 9
    desk.do(CheckIn((25, 26), present=False))
    assert (planned_field(desk.state), planned_rounds(desk.state)) == (8, 3)


def test_the_packets_number_of_rounds_may_be_typed_with_finals_tables() -> None:
    packet = PACKETS["sr2015"]
    five = replace(settings(rounds=5), packet="sr2015")
    with_finals = replace(five, finals_tables=True)
    desk = registered(20, five, packet)
    desk.do(ChangeSettings(with_finals, packet))
    small = registered(16, five, packet)
    asked = small.ask(ChangeSettings(with_finals, packet))
    assert isinstance(asked, Refused)
    assert asked.insistable
    assert "Leave Rounds at “As the packet says”" in asked.sentence


def test_the_field_is_everybody_in_round_1_or_before_it_all_who_have_not_left() -> None:
    desk = registered(5)
    desk.do(DropPlayer(5))
    assert field_size(desk.state) == 4
    desk.do(DrawRound(1))
    desk.do(DropPlayer(4), insist=True)
    assert field_size(desk.state) == 4


def test_a_player_with_the_bye_in_round_1_is_part_of_the_field() -> None:
    desk = registered(9)
    desk.do(DrawRound(1))
    assert (planned_field(desk.state), planned_rounds(desk.state)) == (9, 4)
    assert field_size(desk.state) == 9
