"""One act of the organizer at many tables, and its undo."""

import pytest

from app.engine.acts.commands import LearnGap, NoticeGap, Refused
from app.engine.acts.phones import ReportByPhone
from app.engine.acts.players import ChooseList
from app.engine.acts.results import How, Result
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.rounds import CallDiceDown, FinishRound
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    ClockPaused,
    CountGap,
    EnterTally,
    MakeClaim,
    NoticeFlag,
    PauseCause,
    PauseClock,
    Question,
    ResumeClock,
    StartClock,
    Tap,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.evolve import fold
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.subjects.room.tables import at_tables
from app.engine.table.game import Game
from app.engine.table.verdict import final_result
from app.views.history.memory import HistoryMemory
from app.views.history.rows import describe
from app.views.history.words import act_words
from tests.engine.event import MINUTE, PACKETS, Desk, settings, start_clock, under_way
from tests.engine.players.two_lists import divided, draw

RED, BLUE = Side.RED, Side.BLUE
GAP = (5 * MINUTE, 9 * MINUTE)


def hall(tables: int = 4, **more: int) -> Desk:
    """So many tables whose clocks have been running since 0:00."""
    desk = under_way(2 * tables, settings(**more) if more else None)
    for game in tuple(desk.state.games.values()):
        desk.do(StartClock(game.number, RED), 0)
    return desk


def ticking(desk: Desk) -> list[int]:
    return sorted(game.table for game in desk.state.games.values() if game.play.ticking)


def identity_holds(game: Game, now_ms: int) -> bool:
    clock = game.play.clock
    assert clock is not None
    used = clock.used(RED, now_ms) + clock.used(BLUE, now_ms)
    return used + clock.paused(now_ms) == clock.elapsed(now_ms)


def test_pausing_or_resuming_64_tables_is_one_act_with_a_row_for_each_table() -> None:
    desk = hall(64)
    rows = desk.do(ActAtTables(RoomAct.PAUSE, reason="fire alarm"), MINUTE)
    head, *marks = rows
    assert isinstance(head, RoomActed)
    assert len(head.games) == len(marks) == 64
    assert {type(mark) for mark in marks} == {ClockPaused}
    assert ticking(desk) == []
    rows = desk.do(ActAtTables(RoomAct.RESUME), 11 * MINUTE)
    assert [type(row) for row in rows] == [RoomActed, *[ResumeClock] * 64]
    assert len(ticking(desk)) == 64
    for game in desk.state.games.values():
        assert game.play.clock is not None
        assert game.play.clock.remaining(RED, 12 * MINUTE) == 58 * MINUTE
        assert identity_holds(game, 12 * MINUTE)
    assert desk.state == fold(desk.records)


def test_only_the_chosen_tables_are_paused() -> None:
    desk = hall()
    games = (desk.game(2).number, desk.game(3).number)
    desk.do(ActAtTables(RoomAct.PAUSE, games), MINUTE)
    assert ticking(desk) == [1, 4]


def test_an_act_that_fits_no_table_is_refused_with_a_reason() -> None:
    desk = under_way(2)
    said = {act: desk.refused(ActAtTables(act, reason="why", delta_ms=MINUTE)) for act in RoomAct}
    assert said[RoomAct.PAUSE] == "No clock is running."
    assert said[RoomAct.TAKE_BACK_FLAGS] == "No game was ended by its clock."
    assert len(set(said.values())) == 7
    for act in (RoomAct.TAKE_BACK_FLAGS, RoomAct.GIVE_TIME):
        assert desk.refused(ActAtTables(act)) == "Say why: it goes into the history."
    nothing = ActAtTables(RoomAct.GIVE_TIME, reason="why")
    assert desk.refused(nothing) == "How much time? Enter minutes or seconds."


def test_a_game_with_a_result_is_not_paused() -> None:
    desk = hall()
    desk.report(1, RED)
    desk.do(ActAtTables(RoomAct.PAUSE), MINUTE)
    assert ticking(desk) == [1]
    assert final_result(desk.game(1)) is not None


def test_undoing_a_pause_resumes_only_clocks_it_paused_that_are_untouched_since() -> None:
    desk = hall()
    desk.do(PauseClock(desk.game(1).number, "a dispute"), MINUTE)
    desk.do(ActAtTables(RoomAct.PAUSE), 2 * MINUTE)
    desk.do(ResumeClock(desk.game(2).number), 3 * MINUTE)
    desk.do(PauseClock(desk.game(2).number, "a judge"), 4 * MINUTE)
    desk.do(Undo(), 5 * MINUTE, insist=True)
    assert ticking(desk) == [3, 4]
    assert all(identity_holds(game, 6 * MINUTE) for game in desk.state.games.values())
    assert desk.refused(Redo()) == "There is nothing to redo."
    assert desk.state == fold(desk.records)


def test_resume_all_skips_gaps_and_others_pauses_unless_their_tables_are_chosen() -> None:
    desk = hall()
    desk.do(ActAtTables(RoomAct.PAUSE, (desk.game(1).number,)), MINUTE)
    desk.do(NoticeGap(*GAP), GAP[1])
    desk.do(ActAtTables(RoomAct.RESUME), 10 * MINUTE)
    assert ticking(desk) == [1]
    games = tuple(desk.state.games)
    desk.refused(ActAtTables(RoomAct.RESUME, games), 11 * MINUTE)


def test_resume_all_skips_a_clock_paused_at_its_table_unless_the_table_is_chosen() -> None:
    desk = hall(2)
    number = desk.game(1).number
    desk.do(PauseClock(number, "", PauseCause.TABLE), MINUTE)
    assert desk.refused(ActAtTables(RoomAct.RESUME), 2 * MINUTE) == "You have not paused any clock."
    desk.do(ActAtTables(RoomAct.RESUME, (number,)), 2 * MINUTE)
    assert ticking(desk) == [1, 2]


def test_undoing_resume_all_pauses_only_tables_where_nobody_has_pressed() -> None:
    desk = hall()
    desk.do(ActAtTables(RoomAct.PAUSE), MINUTE)
    desk.do(ActAtTables(RoomAct.RESUME), 2 * MINUTE)
    desk.do(Tap(desk.game(1).number, RED), 3 * MINUTE)
    desk.do(Undo(), 4 * MINUTE)
    assert ticking(desk) == [1]
    assert desk.game(1).play.step == 1


def test_a_gap_in_some_games_leaves_the_others_and_those_played_on_since_running() -> None:
    desk = hall()
    games = tuple(desk.game(table).number for table in (1, 2, 3))
    desk.do(Tap(games[1], RED), GAP[0] + 1)
    desk.do(NoticeGap(*GAP, games), GAP[1])
    assert ticking(desk) == [2, 4]


def test_a_gap_in_a_game_that_has_not_begun_changes_nothing() -> None:
    desk = under_way(4)
    assert desk.ask(NoticeGap(*GAP, (desk.game(1).number,)), GAP[1]) == ()


def test_a_gap_of_unknown_length_stops_the_clocks_and_cannot_be_counted() -> None:
    """The computer's clock was set back, and says that no time has passed."""
    desk = hall(2)
    desk.do(NoticeGap(5 * MINUTE, 5 * MINUTE, known=False), 5 * MINUTE)
    assert ticking(desk) == []
    pause = desk.game(1).play.pause
    assert pause is not None
    assert (pause.gap_ms, pause.gap_known) == (0, False)
    assert "not known" in desk.refused(CountGap(desk.game(1).number), 6 * MINUTE)
    desk.do(ActAtTables(RoomAct.IGNORE_GAP), 6 * MINUTE)
    assert ticking(desk) == [1, 2]
    desk.do(Undo(), 7 * MINUTE)
    pause = desk.game(1).play.pause
    assert pause is not None
    assert not pause.gap_known


def test_a_gap_known_to_be_empty_is_ignored() -> None:
    desk = hall(2)
    assert desk.ask(NoticeGap(5 * MINUTE, 5 * MINUTE), 5 * MINUTE) == ()


def test_devices_that_kept_the_time_settle_the_length_of_a_gap() -> None:
    desk = hall(3)
    number = desk.game(3).number
    desk.do(PauseClock(number, ""), MINUTE)
    desk.do(NoticeGap(GAP[0], GAP[0], known=False), GAP[0])
    assert desk.ask(LearnGap(GAP[0]), GAP[0]) == ()
    desk.do(LearnGap(GAP[1]), GAP[1])
    pause = desk.game(1).play.pause
    assert pause is not None
    assert (pause.since_ms, pause.gap_ms, pause.gap_known) == (GAP[0], GAP[1] - GAP[0], True)
    assert desk.ask(LearnGap(2 * GAP[1]), GAP[1]) == ()
    desk.do(CountGap(desk.game(1).number), GAP[1])
    clock = desk.game(1).play.clock
    assert clock is not None
    assert clock.remaining(RED, GAP[1]) == 51 * MINUTE
    assert desk.state == fold(desk.records)


def test_a_gap_of_uncertain_length_is_counted_only_once() -> None:
    desk = hall(2)
    desk.do(NoticeGap(*GAP, known=False), GAP[1])
    number, lost_ms = desk.game(1).number, GAP[1] - GAP[0]
    desk.do(AdjustClock(number, RED, -lost_ms, "They played", at_ms=GAP[1]), GAP[1])
    pause = desk.game(1).play.pause
    assert pause is not None
    assert (pause.gap_ms, pause.gap_known) == (0, True)


def test_time_taken_before_a_gap_was_over_is_not_the_gap() -> None:
    desk = hall(2)
    desk.do(NoticeGap(*GAP), GAP[1])
    number, lost_ms = desk.game(1).number, GAP[1] - GAP[0]
    desk.do(AdjustClock(number, RED, -lost_ms, "They played"), GAP[1] - 1)
    pause = desk.game(1).play.pause
    assert pause is not None
    assert (pause.since_ms, pause.gap_ms) == (GAP[0], lost_ms)


def test_one_act_counts_a_gap_at_all_tables_and_undo_gives_it_back() -> None:
    desk = hall()
    desk.do(NoticeGap(*GAP), GAP[1])
    desk.do(ActAtTables(RoomAct.COUNT_GAP), 10 * MINUTE)
    assert ticking(desk) == [1, 2, 3, 4]
    clock = desk.game(1).play.clock
    assert clock is not None
    assert clock.remaining(RED, 10 * MINUTE) == 51 * MINUTE
    desk.do(Tap(desk.game(1).number, RED), 11 * MINUTE)
    desk.do(Undo(), 12 * MINUTE)
    assert desk.game(1).play.step == 1
    for table, left in ((1, 54), (2, 53)):
        clock = desk.game(table).play.clock
        assert clock is not None
        assert clock.remaining(RED, 12 * MINUTE) == left * MINUTE
    assert desk.state == fold(desk.records)


def test_a_game_ended_by_a_counted_gap_reopens_paused_if_the_gap_is_given_back() -> None:
    desk = hall(2, size=0)
    desk.do(Tap(desk.game(2).number, RED), 4 * MINUTE)
    desk.do(NoticeGap(5 * MINUTE, 23 * MINUTE), 23 * MINUTE)
    desk.do(ActAtTables(RoomAct.COUNT_GAP), 24 * MINUTE)
    desk.do(NoticeFlag(desk.game(1).number), 24 * MINUTE)
    assert desk.game(1).play.ending is not None
    desk.do(Undo(), 25 * MINUTE)
    game = desk.game(1)
    assert game.play.ending is None
    assert game.play.pause is not None
    assert game.play.clock is not None
    assert game.play.clock.remaining(RED, 25 * MINUTE) == 15 * MINUTE
    assert ticking(desk) == [2]


def test_undoing_an_ignored_gap_asks_again_at_tables_where_nobody_has_pressed() -> None:
    desk = hall(3)
    desk.do(NoticeGap(*GAP), GAP[1])
    desk.do(ActAtTables(RoomAct.IGNORE_GAP), GAP[1] + 1)  # as soon as can be
    desk.do(Tap(desk.game(1).number, RED), 11 * MINUTE)
    desk.do(Undo(), 12 * MINUTE)
    assert ticking(desk) == [1]
    pause = desk.game(2).play.pause
    assert pause is not None
    assert pause.gap_ms == 4 * MINUTE


def test_undoing_a_gap_act_copes_with_missing_games_and_games_never_paused() -> None:
    desk = hall(2)
    acted = RoomActed(MINUTE, RoomAct.IGNORE_GAP, (desk.game(1).number, 99))
    desk.append((acted,), MINUTE)
    desk.do(Undo(), 2 * MINUTE)
    counted = RoomActed(3 * MINUTE, RoomAct.COUNT_GAP, (desk.game(1).number,))
    desk.append((counted,), 3 * MINUTE)
    desk.do(Undo(), 4 * MINUTE)
    assert ticking(desk) == [1, 2]


@pytest.mark.parametrize("since", [None, 5 * MINUTE])
def test_flags_caused_by_a_fault_are_taken_back_with_the_earlier_times_restored(
    since: int | None,
) -> None:
    desk = hall(3, size=0)
    for table in (1, 2):
        desk.do(Tap(desk.game(table).number, RED), 5 * MINUTE)
    for game in tuple(desk.state.games.values()):
        desk.do(NoticeFlag(game.number), 30 * MINUTE)
    assert ticking(desk) == []
    flags = ActAtTables(RoomAct.TAKE_BACK_FLAGS, reason="the laptop’s clock jumped", since_ms=since)
    desk.do(flags, 31 * MINUTE)
    for table, red, blue in ((1, 15, 20), (2, 15, 20), (3, 20 if since is None else 15, 20)):
        play = desk.game(table).play
        assert play.ending is None
        assert play.pause is not None
        assert play.clock is not None
        assert play.clock.remaining(RED, 32 * MINUTE) == red * MINUTE
        assert play.clock.remaining(BLUE, 32 * MINUTE) == blue * MINUTE
        assert identity_holds(desk.game(table), 32 * MINUTE)
    assert desk.state.done[-1].event != flags  # it is no act that undo takes back
    assert not isinstance(desk.state.done[-1].event, RoomActed)


def test_taking_back_a_flag_keeps_time_since_given_to_the_other_player() -> None:
    """A gap that was counted against Red is given back after Blue's flag, before that is taken
    back.
    """
    desk = hall(1, size=0)
    number = desk.game(1).number
    desk.do(NoticeGap(2 * MINUTE, 6 * MINUTE), 6 * MINUTE)
    desk.do(ActAtTables(RoomAct.COUNT_GAP), 6 * MINUTE)
    desk.do(Tap(number, RED), 7 * MINUTE)
    desk.do(NoticeFlag(number), 28 * MINUTE)
    desk.do(Undo(), 29 * MINUTE)
    desk.do(AdjustClock(number, BLUE, MINUTE, "to mend it"), 30 * MINUTE)
    desk.do(ActAtTables(RoomAct.TAKE_BACK_FLAGS, reason="a fault"), 31 * MINUTE)
    clock = desk.game(1).play.clock
    assert clock is not None
    assert clock.remaining(RED, 32 * MINUTE) == (20 - 7 + 4) * MINUTE
    assert clock.remaining(BLUE, 32 * MINUTE) == 20 * MINUTE
    assert identity_holds(desk.game(1), 32 * MINUTE)


def test_flags_before_the_fault_and_other_endings_stand() -> None:
    desk = hall(4, size=0)
    for table in (1, 2, 3):
        desk.do(NoticeFlag(desk.game(table).number), 21 * MINUTE)
    desk.report(2, RED, How.SCENARIO)
    desk.report(3, BLUE, How.CLOCK_OUT)
    desk.do(ActAtTables(RoomAct.TAKE_BACK_FLAGS, reason="a fault", since_ms=0), 22 * MINUTE)
    assert [desk.game(table).play.ending is None for table in (1, 2, 3)] == [True, False, True]
    late = ActAtTables(RoomAct.TAKE_BACK_FLAGS, reason="a fault", since_ms=60 * MINUTE)
    assert desk.refused(late, 23 * MINUTE) == "No game was ended by its clock."


def test_pausing_all_tables_first_ends_a_game_whose_clock_has_run_out() -> None:
    desk = hall(2, size=0)
    desk.do(Tap(desk.game(2).number, RED), MINUTE)
    desk.do(ActAtTables(RoomAct.PAUSE), 20 * MINUTE)
    assert [desk.game(table).play.ending is not None for table in (1, 2)] == [True, False]
    assert ticking(desk) == []


def confirmed_by(desk: Desk, table: int, *sides: Side) -> None:
    number = desk.game(table).number
    desk.do(MakeClaim(number, RED, Claim.CONCESSION, RED), 10 * MINUTE)
    desk.do(Answer(number, BLUE, Question.CLAIM, agrees=True), 10 * MINUTE)
    desk.do(EnterTally(number, RED, Pair(5, 6)), 10 * MINUTE)
    for side in sides:
        desk.do(Answer(number, side, Question.RESULT, agrees=True), 10 * MINUTE)


def test_results_confirmed_by_one_player_are_accepted_at_all_tables() -> None:
    desk = hall()
    confirmed_by(desk, 1, RED)
    confirmed_by(desk, 2, RED, BLUE)
    confirmed_by(desk, 3)
    confirmed_by(desk, 4, BLUE)
    desk.do(CallJudge(desk.game(4).number, RED), 10 * MINUTE)
    rows = desk.do(ActAtTables(RoomAct.ACCEPT), 11 * MINUTE)
    assert isinstance(rows[0], RoomActed)
    assert len(rows[0].games) == 2
    assert [desk.game(table).reported is not None for table in (1, 2, 3, 4)] == [
        True, False, False, True,
    ]  # fmt: skip
    assert not desk.game(4).play.judge_called
    desk.do(Undo(), 12 * MINUTE)
    assert all(game.reported is None for game in desk.state.games.values())


def test_a_waiting_phone_report_is_accepted_with_the_others() -> None:
    won = Result(RED, How.ASSASSINATION, Pair(2, 1), Pair(9, 3))
    fresh = under_way(8)
    fresh.do(ReportByPhone(1, fresh.game(1).players.red, won))
    fresh.do(ReportByPhone(2, fresh.game(2).players.red, won))
    other = replace(won, how=How.SCENARIO, cp=Pair(6, 0))
    fresh.do(ReportByPhone(2, fresh.game(2).players.blue, other), insist=True)
    fresh.do(ReportByPhone(3, fresh.game(3).players.blue, won))
    start_clock(fresh, 3)
    rows = fresh.do(ActAtTables(RoomAct.ACCEPT), 11 * MINUTE)
    assert isinstance(rows[0], RoomActed)
    assert rows[0].games == (1,)
    assert fresh.game(1).reported == won
    assert [fresh.game(table).reported for table in (2, 3, 4)] == [None, None, None]


def test_acts_at_all_tables_skip_a_finished_round() -> None:
    desk = hall(2)
    for table in (1, 2):
        desk.report(table, RED)
    desk.do(FinishRound(), insist=True)
    assert desk.refused(ActAtTables(RoomAct.PAUSE)) == "No clock is running."


def test_there_are_no_flags_to_take_back_when_a_clock_out_only_warns() -> None:
    desk = under_way(2, settings(0, clock_out=ClockOut.WARN))
    desk.do(StartClock(1, RED), 0)
    desk.do(NoticeFlag(1), 21 * MINUTE)
    flags = ActAtTables(RoomAct.TAKE_BACK_FLAGS, reason="a fault")
    assert desk.refused(flags, 22 * MINUTE) == "No game was ended by its clock."


def firsts(desk: Desk, **tables: Side) -> tuple[tuple[int, Side], ...]:
    return tuple((desk.game(int(table[1:])).number, side) for table, side in tables.items())


def test_only_tables_where_it_is_known_who_goes_first_are_started_together() -> None:
    desk = under_way(8)
    desk.report(3, RED)
    start = ActAtTables(RoomAct.START, firsts=firsts(desk, t1=RED, t2=BLUE, t3=RED))
    said = {table.game.table: table.done for table in at_tables(desk.state, start, 0)}
    assert said[3] == Refused("The game has its result.")
    assert said[4] == Refused("The table is asked who goes first.")
    head, *marks = desk.do(start, 0)
    assert isinstance(head, RoomActed)
    assert head.games == (desk.game(1).number, desk.game(2).number)
    assert len(marks) == 2
    assert [desk.game(table).play.first for table in (1, 2)] == [RED, BLUE]
    assert ticking(desk) == [1, 2]
    again = ActAtTables(RoomAct.START, firsts=firsts(desk, t1=BLUE))
    assert desk.refused(again, MINUTE) == "No game is waiting to start."


def test_starting_many_tables_waits_for_list_choices_like_any_start() -> None:
    desk = divided()
    draw(desk)
    for player in desk.game(1).players:
        desk.do(ChooseList(1, player, 1))
    start = ActAtTables(RoomAct.START, firsts=firsts(desk, t1=RED, t2=RED))
    done = {table.game.table: table.done for table in at_tables(desk.state, start, 0)}
    assert not isinstance(done[1], Refused)
    assert done[2] == Refused("Red and Blue have to choose a list first.")


def test_undoing_a_start_leaves_unpressed_clocks_paused_with_their_full_time() -> None:
    desk = under_way(8)
    sides = firsts(desk, t1=RED, t2=BLUE, t3=RED, t4=RED)
    desk.do(ActAtTables(RoomAct.START, firsts=sides), 0)
    desk.do(Tap(desk.game(1).number, RED), MINUTE)
    desk.do(Undo(), 2 * MINUTE)
    assert ticking(desk) == [1]
    for table in (2, 3, 4):
        clock = desk.game(table).play.clock
        assert clock is not None
        assert [clock.remaining(side, 3 * MINUTE) for side in Side] == [60 * MINUTE] * 2
        assert identity_holds(desk.game(table), 3 * MINUTE)
    assert desk.state == fold(desk.records)


def test_undoing_a_start_at_once_adjusts_no_clock() -> None:
    desk = under_way(2)
    desk.do(ActAtTables(RoomAct.START, firsts=firsts(desk, t1=RED)), MINUTE)
    desk.do(Undo(), MINUTE)
    assert not any(isinstance(row.event, AdjustClock) for row in desk.records)
    desk.append((RoomActed(2 * MINUTE, RoomAct.START, (desk.game(1).number,)),), 2 * MINUTE)
    desk.do(Undo(), 3 * MINUTE)
    assert isinstance(desk.game(1).marks[-1], ClockPaused)


def test_time_is_given_to_both_players_of_games_in_play_and_undo_takes_it_back() -> None:
    desk = hall(5)
    desk.report(2, RED)
    confirmed_by(desk, 3)
    desk.do(PauseClock(desk.game(4).number, "a judge"), MINUTE)
    give = ActAtTables(RoomAct.GIVE_TIME, reason="fire alarm", delta_ms=5 * MINUTE)
    said = {
        table.game.table: table.done.sentence
        for table in at_tables(desk.state, give, 10 * MINUTE)
        if isinstance(table.done, Refused)
    }
    assert said == {2: "The game has its result.", 3: "The game is over."}
    desk.do(give, 10 * MINUTE)
    desk.do(Tap(desk.game(1).number, RED), 11 * MINUTE)
    clock = desk.game(1).play.clock
    assert clock is not None
    assert [clock.remaining(side, 11 * MINUTE) for side in Side] == [54 * MINUTE, 65 * MINUTE]
    desk.do(Undo(), 12 * MINUTE)
    clock = desk.game(1).play.clock
    assert clock is not None
    assert [clock.remaining(side, 12 * MINUTE) for side in Side] == [49 * MINUTE, 59 * MINUTE]
    assert desk.state == fold(desk.records)


def test_undo_leaves_given_time_where_taking_it_back_would_end_the_game() -> None:
    desk = hall(3, size=0)  # 20 minutes each
    desk.do(NoticeFlag(desk.game(3).number), 0)
    desk.do(ActAtTables(RoomAct.GIVE_TIME, reason="why", delta_ms=5 * MINUTE), 0)
    desk.do(Tap(desk.game(1).number, RED), MINUTE)
    desk.report(3, RED)
    confirmed_by(desk, 2)
    desk.do(Undo(), 21 * MINUTE)  # the report at table 3
    desk.do(Undo(), 22 * MINUTE)
    clock = desk.game(3).play.clock
    assert clock is not None
    assert [clock.remaining(side, 22 * MINUTE) for side in Side] == [3 * MINUTE, 20 * MINUTE]
    assert desk.game(3).play.ending is None


def test_undoing_given_time_leaves_games_that_have_since_ended_alone() -> None:
    desk = hall(2)
    desk.do(ActAtTables(RoomAct.GIVE_TIME, reason="why", delta_ms=5 * MINUTE), MINUTE)
    confirmed_by(desk, 2)
    before = desk.game(2).marks
    desk.do(Undo(), 3 * MINUTE)
    assert desk.game(2).marks == before
    clock = desk.game(1).play.clock
    assert clock is not None
    assert clock.remaining(BLUE, 3 * MINUTE) == 60 * MINUTE


def test_no_time_is_given_while_a_fallen_flag_awaits_an_answer() -> None:
    desk = hall(1)
    desk.do(MakeClaim(desk.game(1).number, RED, Claim.CONCESSION, RED), 50 * MINUTE)
    desk.do(NoticeFlag(desk.game(1).number), 61 * MINUTE)
    assert desk.game(1).play.flag is not None
    give = ActAtTables(RoomAct.GIVE_TIME, reason="why", delta_ms=MINUTE)
    assert desk.refused(give, 62 * MINUTE) == "No player here can be given time."
    (table,) = at_tables(desk.state, give, 62 * MINUTE)
    assert table.done == Refused("The clock ran out here. Decide this game first.")


def test_no_time_is_given_during_deployment_with_timed_turns() -> None:
    desk = under_way(
        2, replace(settings(50), packet="sr2012", timing="turns"), packet=PACKETS["sr2012"]
    )
    desk.do(StartClock(desk.game(1).number, RED), 0)
    give = ActAtTables(RoomAct.GIVE_TIME, reason="why", delta_ms=MINUTE)
    (table,) = at_tables(desk.state, give, MINUTE)
    assert isinstance(table.done, Refused)
    assert table.done.sentence.startswith("Red’s next turn begins with its full time.")


def test_a_table_whose_clock_has_just_run_out_is_skipped_with_a_reason() -> None:
    desk = hall(1, size=0)
    (table,) = at_tables(desk.state, ActAtTables(RoomAct.PAUSE), 30 * MINUTE)
    assert table.done == Refused("The clock has just run out.")


def test_undoing_given_time_copes_with_a_game_without_a_clock() -> None:
    desk = under_way(2)
    desk.append((RoomActed(0, RoomAct.GIVE_TIME, (desk.game(1).number,)),), 0)
    desk.append((RoomActed(0, RoomAct.START, (desk.game(1).number,)),), 0)
    desk.do(Undo(), MINUTE)
    desk.do(Undo(), MINUTE)
    assert desk.game(1).marks == ()


def test_the_history_and_undo_describe_an_act_at_all_tables_in_words() -> None:
    desk = hall(2)
    desk.do(ActAtTables(RoomAct.PAUSE, reason="fire alarm"), MINUTE)
    acted = desk.state.done[-1].event
    assert act_words(desk.state, acted) == "pause at 2 tables"
    record = next(row for row in desk.records if row.event == acted)
    memory = HistoryMemory()
    memory.learn(desk.records)
    assert describe(record, desk.state, memory) == "Clocks paused at 2 tables: fire alarm"
    quiet = RoomActed(0, RoomAct.RESUME, (1,))
    desk.append((quiet,), MINUTE)
    assert describe(desk.records[-1], desk.state, memory) == "Clocks resumed at 1 table"


def test_the_rows_of_one_act_share_its_number() -> None:
    desk = hall(2)
    desk.do(ActAtTables(RoomAct.PAUSE), MINUTE)
    acts = {row.act for row in desk.records[-3:]}
    assert len(acts) == 1
    assert isinstance(desk.records[-2].event, ClockPaused)
    assert not any(isinstance(row.event, AdjustClock) for row in desk.records)


@pytest.mark.parametrize(("at_ms", "left_ms"), [(20 * MINUTE, 5 * MINUTE), (20 * MINUTE - 1, 1)])
def test_undo_takes_given_time_back_only_from_a_player_with_more_than_that_left(
    at_ms: int, left_ms: int
) -> None:
    desk = hall(1, size=0)  # 20 minutes each
    desk.do(ActAtTables(RoomAct.GIVE_TIME, reason="why", delta_ms=5 * MINUTE), 0)
    desk.do(Undo(), at_ms)
    clock = desk.game().play.clock
    assert clock is not None
    assert [clock.remaining(side, at_ms) for side in Side] == [left_ms, 20 * MINUTE]


def test_no_game_is_started_at_many_tables_once_dice_are_down() -> None:
    desk = under_way(2)
    desk.do(CallDiceDown(), insist=True)
    start = ActAtTables(RoomAct.START, firsts=firsts(desk, t1=RED))
    (table,) = at_tables(desk.state, start, 0)
    assert isinstance(table.done, Refused)
    assert table.done.sentence.startswith("Dice are down in this round.")
