"""A player leaves the event while their game of the round has not begun."""

import pytest

from app.engine.acts.draw import PairingsChanged, TakeOut
from app.engine.acts.players import DropPlayer, PlayerDropped
from app.engine.acts.results import How, ReportResult
from app.engine.acts.rounds import (
    DrawRound,
    EnterPairings,
    FinishRound,
    PublishRound,
    StartRound,
)
from app.engine.acts.undo import Undo
from app.engine.side import Pair, Side
from app.engine.state import Status
from app.engine.table.verdict import final_result
from app.views.round.leaving import ways_to_leave
from app.views.round.room_display import room_display
from tests.engine.event import Desk, registered, start_clock, under_way
from tests.engine.standings.test_matches import team_event


def published(players: int, *pairs: tuple[int, int], bye: int | None = None) -> Desk:
    desk = registered(players)
    desk.do(EnterPairings(pairs, bye), insist=True)
    desk.do(PublishRound(), insist=True)
    return desk


def walls(desk: Desk) -> str:
    """All words on the wall."""
    return repr(room_display(desk.state, str).slides)


def test_dropping_a_player_before_their_game_asks_what_becomes_of_it() -> None:
    desk = published(4, (1, 2), (3, 4))
    words = desk.refused(DropPlayer(1))
    assert words == "Anna is to play Ben at table 1. What becomes of that game?"
    desk.do(StartRound())
    assert "table 1" in desk.refused(DropPlayer(2))
    assert "table 1" in desk.doubted(DropPlayer(2))
    assert desk.state.players[2].status is Status.DROPPED
    assert final_result(desk.game(1)) is None


def test_dropping_a_player_and_awarding_the_opponent_a_win_is_one_act() -> None:
    desk = published(4, (1, 2), (3, 4))
    rows = desk.do(DropPlayer(2, opponent_wins=True))
    assert [type(row) for row in rows] == [ReportResult, PlayerDropped]
    result = final_result(desk.game(1))
    assert result is not None
    assert (result.winner, result.how, result.cp) == (Side.RED, How.NO_SHOW, Pair(3, 0))
    desk.do(Undo())
    assert final_result(desk.game(1)) is None
    assert not desk.state.players[2].status.has_left


def test_the_ways_to_leave_name_who_gets_the_bye_or_plays_whom() -> None:
    even = published(4, (1, 2), (3, 4))
    ways = ways_to_leave(even.state, DropPlayer(1))
    assert [(way.words, way.command) for way in ways] == [
        ("Ben &wins, as over a no-show", DropPlayer(1, opponent_wins=True)),
        ("Ben has the &bye", TakeOut(1)),
    ]
    odd = published(5, (1, 2), (3, 4), bye=5)
    _, meets = ways_to_leave(odd.state, DropPlayer(1))
    assert meets.words == "Ben &plays Eve, who has the bye"
    rows = odd.do(meets.command, insist=True)
    assert any(isinstance(row, PairingsChanged) for row in rows)
    assert {*odd.game(1).players} == {2, 5}


def test_the_posted_pairings_follow_what_becomes_of_the_game() -> None:
    desk = published(4, (1, 2), (3, 4))
    assert "Anna" in walls(desk)
    desk.do(TakeOut(1), insist=True)
    assert "Anna" not in walls(desk)
    assert "bye" in walls(desk).casefold()


def test_no_win_is_offered_when_a_player_leaves_an_unpublished_draw() -> None:
    desk = registered(4)
    desk.do(DrawRound(7, 3))
    (way,) = ways_to_leave(desk.state, DropPlayer(1))
    assert isinstance(way.command, TakeOut)


@pytest.mark.parametrize("begun", ["played", "reported"])
def test_leaving_raises_no_question_once_the_game_has_begun_or_is_over(begun: str) -> None:
    desk = under_way(4)
    if begun == "played":
        start_clock(desk)
    else:
        desk.report(1, Side.RED)
    player = desk.game(1).players.red
    assert ways_to_leave(desk.state, DropPlayer(player)) == ()
    desk.do(DropPlayer(player))


def test_leaving_raises_no_question_between_rounds_or_with_the_bye() -> None:
    desk = registered(5)
    desk.do(DropPlayer(4))
    desk = published(5, (1, 2), (3, 4), bye=5)
    assert ways_to_leave(desk.state, DropPlayer(5)) == ()
    desk.do(DropPlayer(5))


def test_in_a_team_event_only_a_win_is_offered_when_a_player_leaves() -> None:
    desk = team_event()
    desk.do(DrawRound(7, 3), insist=True)
    desk.do(PublishRound(), insist=True)
    player = desk.game(1).players.red
    (way,) = ways_to_leave(desk.state, DropPlayer(player))
    assert way.command == DropPlayer(player, opponent_wins=True)


def test_ways_to_leave_are_offered_only_when_dropping_a_player() -> None:
    desk = published(4, (1, 2), (3, 4))
    assert ways_to_leave(desk.state, TakeOut(1)) == ()


def test_a_player_taken_out_of_a_draw_left_after_the_latest_round_played() -> None:
    desk = under_way(6)
    for number in (1, 2):
        for table in (1, 2, 3):
            desk.report(table, Side.RED)
        desk.do(FinishRound())
        desk.do(DrawRound(number, scenario=None), insist=True)
        if number == 1:
            desk.do(PublishRound())
            desk.do(StartRound())
    gone, *_ = desk.do(TakeOut(3), insist=True)
    assert gone == PlayerDropped(3, 2)
