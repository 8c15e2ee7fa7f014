from app.engine.acts.players import AddPlayers, CheckIn, DisqualifyPlayer, DropPlayer, Entry
from app.engine.acts.results import How
from app.engine.acts.rounds import DrawRound, EnterPairings, FinishRound, PublishRound, StartRound
from app.engine.frozen import replace
from app.engine.packet.ranking import RankingColumn
from app.engine.side import Side
from app.engine.standings.ranking import sole_leader, standings
from app.engine.standings.scores import Standing
from app.engine.state import State
from tests.engine.event import Desk, registered, under_way


def play(desk: Desk, pairs: tuple[tuple[int, int], ...], bye: int | None = None) -> None:
    """A round of these pairs, under way; the first of each pair is Red."""
    desk.do(EnterPairings(pairs, bye), insist=True)
    desk.do(PublishRound())
    desk.do(StartRound())


def rows(desk: Desk) -> dict[int, Standing]:
    return {row.number: row for row in standings(desk.state)}


def places(desk: Desk) -> list[tuple[int, int]]:
    return [(row.place, row.number) for row in standings(desk.state)]


def test_tournament_points_come_first() -> None:
    desk = registered(4)
    play(desk, ((1, 2), (3, 4)))
    desk.report(1, Side.BLUE, cp=(0, 1))
    desk.report(2, None, How.TIE, cp=(9, 9), apd=(75, 75))
    # A tie is worth no more than a loss, and the loser at least met a winner.
    assert places(desk) == [(1, 2), (2, 1), (3, 3), (3, 4)]
    assert [(row.wins, row.ties, row.losses) for row in standings(desk.state)] == [
        (1, 0, 0),
        (0, 0, 1),
        (0, 1, 0),
        (0, 1, 0),
    ]


def test_strength_of_schedule_ranks_second_by_the_opponents_current_points() -> None:
    desk = registered(6)
    play(desk, ((1, 2), (3, 4), (5, 6)))
    for table in (1, 2, 3):
        desk.report(table, Side.RED, cp=(9 if table == 3 else 0, 0))
    play(desk, ((1, 3), (2, 5), (4, 6)))
    for table in (1, 2, 3):
        desk.report(table, Side.RED)
    assert {n: row.sos for n, row in rows(desk).items()} == {1: 2, 2: 3, 3: 3, 4: 1, 5: 1, 6: 2}
    assert [(met.number, met.tp) for met in rows(desk)[2].met] == [(1, 2), (5, 1)]
    # 5 has nine control points more than 2 and 3, but met weaker opponents.
    assert places(desk) == [(1, 1), (2, 2), (2, 3), (4, 5), (5, 4), (6, 6)]


def test_a_result_leaves_unaffected_rows_of_the_standings_the_same_objects() -> None:
    desk = registered(8)
    play(desk, ((1, 2), (3, 4), (5, 6), (7, 8)))
    for table in (1, 2, 3, 4):
        desk.report(table, Side.RED)
    before = rows(desk)
    desk.report(4, Side.RED, cp=(1, 0))  # 7 is last of the winners, before 8 and after 5
    after = rows(desk)
    assert after[7].cp == before[7].cp + 1
    desk.report(4, Side.RED)
    again = rows(desk)
    assert again == before
    assert all(again[number] is before[number] for number in (2, 4, 6))


def test_control_points_rank_third_and_army_points_fourth() -> None:
    desk = registered(6)
    play(desk, ((1, 2), (3, 4), (5, 6)))
    desk.report(1, Side.RED, cp=(3, 0), apd=(10, 0))
    desk.report(2, Side.RED, cp=(3, 1), apd=(20, 0))
    desk.report(3, Side.RED, cp=(5, 1), apd=(0, 5))
    assert places(desk) == [(1, 5), (2, 3), (3, 1), (4, 6), (5, 4), (6, 2)]


def test_players_tied_on_everything_share_a_place() -> None:
    desk = registered(6)
    play(desk, ((1, 2), (3, 4), (5, 6)))
    for table in (1, 2, 3):
        desk.report(table, Side.RED)
    assert places(desk) == [(1, 1), (1, 3), (1, 5), (4, 2), (4, 4), (4, 6)]
    assert all(row.shared for row in standings(desk.state))


def test_a_bye_scores_once_the_round_has_started_but_adds_no_strength_of_schedule() -> None:
    desk = registered(3)
    desk.do(EnterPairings(((1, 2),), 3))
    assert rows(desk)[3].tp == 0
    desk.do(PublishRound())
    desk.do(StartRound())
    bye = rows(desk)[3]
    assert (bye.tp, bye.cp, bye.apd, bye.byes, bye.wins, bye.sos) == (1, 3, 38, 1, 0, 0)
    assert bye.met == ()


def test_a_no_show_does_not_count_as_having_met() -> None:
    desk = registered(4)
    play(desk, ((1, 2), (3, 4)))
    desk.report(1, Side.RED, How.NO_SHOW, cp=(3, 0), apd=(38, 0))
    desk.report(2, Side.RED)
    absent = rows(desk)[2]
    assert (absent.tp, absent.losses, absent.sos) == (0, 1, 0)
    assert rows(desk)[1].met == ()
    assert rows(desk)[1].wins == 1


def test_a_clock_out_counts_as_an_assassination() -> None:
    desk = registered(6)
    play(desk, ((1, 2), (3, 4), (5, 6)))
    desk.report(1, Side.RED, How.ASSASSINATION)
    desk.report(2, Side.BLUE, How.CLOCK_OUT)
    desk.report(3, Side.RED, How.SCENARIO)
    assert [rows(desk)[n].assassinations for n in range(1, 7)] == [1, 0, 0, 1, 0, 0]


def test_a_game_without_a_result_counts_for_nobody() -> None:
    desk = under_way(4)
    desk.do(FinishRound(), insist=True)
    assert {(row.tp, row.losses) for row in standings(desk.state)} == {(0, 0)}


def test_disqualified_players_are_unranked_but_still_count_for_their_opponents() -> None:
    desk = registered(4)
    play(desk, ((1, 2), (3, 4)))
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    desk.do(DisqualifyPlayer(1, "abuse"), insist=True)
    assert places(desk) == [(1, 3), (2, 2), (2, 4), (0, 1)]
    assert rows(desk)[2].sos == 1


def test_a_dropped_player_keeps_the_place_their_points_earn() -> None:
    desk = under_way(4)
    desk.report(1, Side.RED)
    desk.report(2, Side.RED)
    winner = desk.game(1).players.red
    desk.do(DropPlayer(winner))
    assert rows(desk)[winner].place == 1


def test_a_player_who_never_came_has_no_place() -> None:
    desk = registered(4)
    desk.do(AddPlayers((Entry("Eve"),)))
    desk.do(DropPlayer(4))
    desk.do(CheckIn((3,), present=False))
    assert sorted(rows(desk)) == [1, 2]
    desk.do(CheckIn((3,)))
    play(desk, ((1, 2),), 3)
    desk.report(1, Side.RED)
    desk.do(FinishRound())
    desk.do(DropPlayer(3))
    assert sorted(rows(desk)) == [1, 2, 3]


def test_the_ranking_order_comes_from_the_packet() -> None:
    desk = registered(4)
    play(desk, ((1, 2), (3, 4)))
    desk.report(1, Side.RED, cp=(0, 0))
    desk.report(2, Side.BLUE, cp=(8, 0))
    assert places(desk)[-1] == (4, 2)
    packet = desk.state.packet
    assert packet is not None
    by_cp = replace(packet, standings=(RankingColumn.CP, RankingColumn.TP))
    state = replace(desk.state, packet=by_cp)
    assert [row.number for row in standings(state)] == [3, 1, 4, 2]


def test_one_player_ahead_of_all_others_is_the_sole_leader() -> None:
    desk = registered(4)
    play(desk, ((1, 2), (3, 4)))
    desk.report(1, Side.RED)
    assert sole_leader(desk.state) == 1
    desk.report(2, Side.BLUE)
    assert sole_leader(desk.state) is None
    assert sole_leader(State()) is None


def test_a_player_missing_from_the_log_has_no_row_in_the_standings() -> None:
    desk = under_way(3)
    desk.report(1, Side.RED)
    assert standings(replace(desk.state, players={})) == ()


def test_standings_are_the_same_however_often_they_are_computed() -> None:
    desk = under_way(8)
    for table, side in zip(range(1, 5), (Side.RED, Side.BLUE) * 2, strict=True):
        desk.report(table, side, cp=(table, 1))
    desk.do(DrawRound(5))
    assert standings(replace(desk.state)) == standings(desk.state)
