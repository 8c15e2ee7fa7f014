import random

import pytest

from app.engine.acts.commands import NoticeGap, Refused
from app.engine.acts.phones import ReportByPhone
from app.engine.acts.players import DropPlayer
from app.engine.acts.results import How, Result
from app.engine.acts.room import ActAtTables, RoomAct
from app.engine.acts.table import (
    AdjustClock,
    CallJudge,
    NoticeFlag,
    PauseClock,
    ResumeClock,
    StartClock,
    Tap,
)
from app.engine.side import Pair, Side
from app.engine.subjects.room.tables import at_tables
from app.engine.table.deadlines import flag_due
from app.views.event.event import next_step
from app.views.round.hall import NO_HALL, acted_words, hall_view, left_out_words, many_view
from tests.engine.event import MINUTE, Desk, registered, under_way


def running(tables: int) -> Desk:
    desk = under_way(2 * tables)
    for game in tuple(desk.state.games.values()):
        desk.do(StartClock(game.number, Side.RED), 0)
    return desk


def test_acts_for_all_tables_exist_only_while_a_round_is_under_way() -> None:
    assert hall_view(registered(2).state, 0) is NO_HALL
    assert hall_view(under_way(2).state, 0).tables == {RoomAct.START: 1}


def test_each_room_act_gives_the_number_of_tables_it_would_affect() -> None:
    desk = running(3)
    desk.do(PauseClock(desk.game(1).number, "a dispute"), MINUTE)
    assert hall_view(desk.state, MINUTE).tables == {
        RoomAct.PAUSE: 2,
        RoomAct.RESUME: 1,
        RoomAct.GIVE_TIME: 3,
    }


def test_paused_clocks_are_summarized_with_their_common_reason() -> None:
    desk = running(3)
    desk.do(PauseClock(desk.game(1).number, "a dispute"), MINUTE)
    assert hall_view(desk.state, MINUTE).standing == ""
    desk.do(ActAtTables(RoomAct.PAUSE), 2 * MINUTE)
    assert hall_view(desk.state, 2 * MINUTE).standing == (
        "Clocks are paused at 3 tables: a dispute"
    )
    assert next_step(desk.state).sentence == (
        "Clocks are paused at 3 tables: a dispute. Round 1 is under way, 3 games still out."
    )


def test_paused_clocks_with_different_reasons_are_summarized_without_one() -> None:
    desk = running(2)
    for table in (1, 2):
        desk.do(PauseClock(desk.game(table).number, f"reason {table}"), MINUTE)
    assert hall_view(desk.state, MINUTE).standing == "Clocks are paused at 2 tables"


def test_a_clock_whose_time_is_up_can_no_longer_be_paused() -> None:
    """Even before anything has reported the flag."""
    desk = running(2)
    desk.do(AdjustClock(desk.game(1).number, Side.RED, -50 * MINUTE, "a late start"), MINUTE)
    table_1, table_2 = (desk.game(table).number for table in (1, 2))
    up_ms = flag_due(desk.game(1).terms, desk.game(1).play)
    assert up_ms is not None
    assert hall_view(desk.state, up_ms - 1).games[RoomAct.PAUSE] == (table_1, table_2)
    assert hall_view(desk.state, up_ms).games[RoomAct.PAUSE] == (table_2,)


def test_a_time_gap_at_several_tables_is_one_question() -> None:
    desk = running(3)
    desk.do(NoticeGap(5 * MINUTE, 11 * MINUTE), 11 * MINUTE)
    hall = hall_view(desk.state, 11 * MINUTE)
    assert hall.gap == "Nobody kept the time at 3 tables for 6:00. Does it count?"
    assert hall.tables[RoomAct.COUNT_GAP] == hall.tables[RoomAct.IGNORE_GAP] == 3
    desk = running(2)
    desk.do(Tap(desk.game(1).number, Side.RED), 6 * MINUTE)
    desk.do(NoticeGap(5 * MINUTE, 11 * MINUTE), 11 * MINUTE)
    hall = hall_view(desk.state, 11 * MINUTE)
    assert hall.gap == "Nobody kept the time at 2 tables for 5:00 to 6:00. Does it count?"


def test_a_time_gap_of_uncertain_length_tells_the_organizer_to_ask_the_players() -> None:
    desk = running(2)
    desk.do(NoticeGap(5 * MINUTE, 11 * MINUTE, known=False), 11 * MINUTE)
    assert hall_view(desk.state, 11 * MINUTE).gap == (
        "Nobody kept the time at 2 tables. It is not certain for how long: ask the players."
    )


def test_chosen_tables_offer_possible_acts_and_name_tables_left_out() -> None:
    desk = under_way(8)
    games = tuple(desk.game(table).number for table in (1, 2, 3, 4))
    for number in games[:2]:
        desk.do(StartClock(number, Side.RED), 0)
    desk.report(3, Side.RED)
    many = many_view(desk.state, (*games[:3], 99), MINUTE)
    assert many.tables == (1, 2, 3)
    assert many.acts[RoomAct.PAUSE] == games[:2]
    assert many.left_out[RoomAct.PAUSE] == "Left out: table 3. The game has its result."
    assert RoomAct.START not in many.acts
    pause = ActAtTables(RoomAct.PAUSE, games, "fire alarm")
    before = desk.state
    rows = desk.do(pause, MINUTE)
    assert acted_words(before, pause, rows) == (
        "Clocks paused at 2 tables: fire alarm. Left out: table 3. The game has its result."
        " Left out: table 4. The clock is not started."
    )
    resume = ActAtTables(RoomAct.RESUME)
    assert acted_words(desk.state, resume, desk.do(resume, MINUTE)) == "Clocks resumed at 2 tables."


def test_a_table_with_a_phone_result_can_be_accepted_but_is_not_started_with_the_rest() -> None:
    desk = under_way(4)
    game = desk.game(1)
    won = Result(Side.RED, How.SCENARIO, Pair(5, 1), Pair(20, 10))
    desk.do(ReportByPhone(game.number, game.players.red, won))
    assert hall_view(desk.state, 0).tables == {RoomAct.START: 1, RoomAct.ACCEPT: 1}
    many = many_view(desk.state, desk.state.games, 0)
    assert many.acts[RoomAct.START] == (desk.game(2).number,)
    assert many.left_out[RoomAct.START] == (
        "Left out: table 1. A player has reported the result by phone."
    )
    start = ActAtTables(RoomAct.START, (), firsts=tuple((number, Side.RED) for number in (1, 2)))
    desk.do(start, 0)
    assert desk.game(1).play.clock is None
    assert desk.game(2).play.clock is not None


def test_choosing_all_tables_leaves_none_out() -> None:
    desk = under_way(4)
    many = many_view(desk.state, desk.state.games, 0)
    assert many.left_out == {RoomAct.START: ""}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_cached_table_acts_match_what_each_act_would_really_do(seed: int) -> None:
    """Table by table, at every instant, against asking each act anew."""
    desk, dice = under_way(12), random.Random(seed)
    games = tuple(desk.state.games)
    for _ in range(60):
        desk.now_ms += dice.choice((1, 7_000, 4 * MINUTE))
        game = dice.choice(games)
        side = dice.choice((Side.RED, Side.BLUE))
        desk.ask(
            dice.choice(
                (
                    StartClock(game, side),
                    Tap(game, side),
                    PauseClock(game, "a dispute"),
                    ResumeClock(game),
                    AdjustClock(game, side, -50 * MINUTE, "a dispute"),
                    NoticeFlag(game),
                    NoticeGap(desk.now_ms - 5_000, desk.now_ms),
                    CallJudge(game, side),
                    DropPlayer(dice.randint(1, 12)),
                )
            )
        )
        for at_ms in (desk.now_ms, desk.now_ms + 20 * MINUTE):
            hall = hall_view(desk.state, at_ms)
            for act in RoomAct:
                firsts = tuple((number, Side.RED) for number in games)
                asked = ActAtTables(act, reason="?", firsts=firsts, delta_ms=1)
                tables = [*at_tables(desk.state, asked, at_ms)]
                doing = [t.game.number for t in tables if not isinstance(t.done, Refused)]
                assert list(hall.games.get(act, ())) == doing, (act, at_ms)
                some = [table for table in tables if table.game.number in games[:4]]
                left: dict[str, list[int]] = {}
                for table in some:
                    if isinstance(table.done, Refused):
                        left.setdefault(table.done.sentence, []).append(table.game.table)
                done = tuple(t.game.number for t in some if not isinstance(t.done, Refused))
                many = many_view(desk.state, games[:4], at_ms)
                assert many.acts.get(act, ()) == done, (act, at_ms)
                assert many.left_out.get(act, "") == (left_out_words(left) if done else "")
