"""Presses that a device hands over late: which count, which wait, and that none is lost."""

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec import Struct

from app.engine.acts.commands import Command, Refused
from app.engine.acts.events import Record
from app.engine.acts.late import (
    CountPresses,
    HandIn,
    LateMark,
    LeaveOutPresses,
    LeaveOutTablets,
    NoteMovedTime,
    PressSetAside,
    PutTimeBack,
)
from app.engine.acts.results import How
from app.engine.acts.rounds import FinishRound
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    EnterTally,
    NoticeFlag,
    Question,
    ReopenGame,
    Rule,
    StartClock,
    TableCommand,
    Tap,
    WithdrawResult,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.decide import decide
from app.engine.evolve import evolve, fold
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.game import Ending, Flag, Game
from app.engine.table.late_presses import (
    marks_of,
    moved_time,
    moved_words,
    outcome_so_far,
    waits_for_eo,
)
from app.engine.table.verdict import final_result
from app.views.history.rows import describe, table_of
from app.views.history.words import act_words
from app.views.table.late_presses import describe_late_row, late_rows
from app.views.table.organizer_acts import (
    OrganizerAction,
    OrganizerAnswers,
    acts,
    command,
    open_words,
)
from app.views.table.table import TableCondition, table_view
from tests.engine.event import MINUTE, Desk, settings, under_way

PROMPT_MS = 1_000
RED, BLUE = Side.RED, Side.BLUE
TABLET = "1-00000000"
NOBODY = Pair(0, 0)


def late(press: TableCommand, *, doubted: bool = False, device: str = TABLET) -> HandIn:
    return HandIn(press.game, press, device, follows=True, doubted=doubted)


def flagged() -> Desk:
    """Red was started, and Red's hour was over at minute 60."""
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(NoticeFlag(1), 60 * MINUTE)
    return desk


def confirm(desk: Desk, at_ms: int) -> None:
    desk.do(EnterTally(1, RED, Pair(10, 20)), at_ms)
    for side in Side:
        desk.do(Answer(1, side, Question.RESULT, True), at_ms)


def confirmed() -> Desk:
    desk = flagged()
    confirm(desk, 62 * MINUTE)
    return desk


def test_a_confirmed_flag_stands_until_the_organizer_counts_the_late_press() -> None:
    desk = confirmed()
    before = final_result(desk.game())
    assert before is not None
    assert (before.winner, before.how) == (BLUE, How.CLOCK_OUT)

    (aside,) = desk.do(late(Tap(1, RED)), 50 * MINUTE)

    assert isinstance(aside, PressSetAside)
    assert final_result(desk.game()) == before
    view = table_view(desk.state, desk.game())
    assert view.condition is TableCondition.LATE
    assert view.stands is TableCondition.DONE
    (row,) = view.late
    assert "wins by assassination" in row.now
    assert row.then == "the game goes on in Ben’s deployment; Dan has 10:00 and Ben has 50:00 left"
    assert "late press" in describe_late_row(row)

    desk.do(CountPresses(1, TABLET))

    play = desk.game().play
    assert final_result(desk.game()) is None
    assert play.ending is None
    assert play.clock is not None
    assert play.pause is not None
    assert play.pause.since_ms == 60 * MINUTE
    assert [play.clock.remaining(side, 90 * MINUTE) for side in Side] == [10 * MINUTE, 50 * MINUTE]
    assert desk.state == fold(desk.records)


def test_discarded_late_presses_change_nothing_and_undo_brings_them_back() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    before = desk.game().play
    desk.do(LeaveOutPresses(1))
    assert desk.game().aside == ()
    assert desk.game().play == before
    desk.do(Undo())
    assert len(desk.game().aside) == 1
    desk.do(Redo())
    assert desk.game().aside == ()
    assert "No late presses" in desk.refused(LeaveOutPresses(1))
    assert "No late presses" in desk.refused(CountPresses(1))


def test_undoing_counted_late_presses_reopens_the_question() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 10 * MINUTE)
    before = desk.game().play
    desk.do(CountPresses(1))
    assert desk.game().play.ending is None
    desk.do(Undo())
    assert desk.game().play == before
    assert len(desk.game().aside) == 1


def test_presses_after_a_waiting_press_wait_with_it() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    desk.do(late(Tap(1, BLUE)), 55 * MINUTE)
    assert "Only Red taps" in desk.refused(late(Tap(1, BLUE)), 56 * MINUTE)
    desk.do(late(Tap(1, RED)), 63 * MINUTE)
    assert [press.at_ms // MINUTE for press in desk.game().aside] == [50, 55, 63]
    (row,) = late_rows(desk.game(), lambda side: side.colour)
    assert (row.presses, row.first_ms, row.last_ms) == (3, 50 * MINUTE, 63 * MINUTE)
    desk.do(CountPresses(1))
    play = desk.game().play
    assert play.clock is not None
    assert play.step == 3
    assert play.pause is not None
    assert play.pause.since_ms == 63 * MINUTE
    assert [play.clock.used(side, 99 * MINUTE) // MINUTE for side in Side] == [58, 5]


def test_a_reconnected_device_plays_on_despite_its_waiting_presses() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(late(Tap(1, RED), doubted=True), 2 * MINUTE)
    assert len(desk.game().aside) == 1
    desk.do(HandIn(1, Tap(1, RED), TABLET), 30 * MINUTE)
    assert desk.game().play.step == 1
    assert len(desk.game().aside) == 1


def test_counted_presses_may_bring_the_other_players_flag_down() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(AdjustClock(1, BLUE, -10 * MINUTE, "late to the table"), 0)
    desk.do(NoticeFlag(1), 60 * MINUTE)
    confirm(desk, 62 * MINUTE)
    desk.do(late(Tap(1, RED)), MINUTE)
    (row,) = late_rows(desk.game(), lambda side: side.colour)
    assert row.then.startswith("Red wins by assassination") or "enter army points" in row.then
    desk.do(CountPresses(1))
    ending = desk.game().play.ending
    assert ending is not None
    assert (ending.at_ms, ending.winner) == (51 * MINUTE, RED)


def test_a_tally_from_a_late_device_waits_but_a_judge_call_does_not() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), MINUTE)
    desk.do(late(EnterTally(1, RED, NOBODY)), 64 * MINUTE)  # by then Blue's flag had fallen there
    desk.do(late(CallJudge(1, RED)), 65 * MINUTE)
    assert desk.game().play.judge_called
    assert [len(press.marks) for press in desk.game().aside] == [1, 2]
    desk.do(CountPresses(1))
    ending = desk.game().play.ending
    assert ending is not None
    assert (ending.at_ms, ending.winner) == (61 * MINUTE, RED)


def test_a_late_press_corrects_a_flag_that_nobody_has_acted_on() -> None:
    desk = flagged()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    assert desk.game().play.ending is None
    assert desk.game().aside == ()


def test_a_late_press_against_a_flag_that_one_player_has_acted_on_waits() -> None:
    desk = flagged()
    desk.do(EnterTally(1, RED, Pair(10, 20)), 62 * MINUTE)
    desk.do(CallJudge(1, RED), 63 * MINUTE)
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    ending = desk.game().play.ending
    assert ending is not None
    assert ending.how is How.CLOCK_OUT
    assert len(desk.game().aside) == 1


def test_a_late_press_against_a_flag_the_organizer_let_fall_waits() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(LeaveOutTablets(1), 61 * MINUTE)
    assert "already" in desk.refused(LeaveOutTablets(1))
    desk.do(NoticeFlag(1), 62 * MINUTE)
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    ending = desk.game().play.ending
    assert ending is not None
    assert ending.how is How.CLOCK_OUT
    assert len(desk.game().aside) == 1
    desk.do(LeaveOutPresses(1))
    desk.do(Undo())
    desk.do(Undo())
    assert not desk.game().alone


def test_late_presses_do_not_override_a_ruling_reopening_or_withdrawn_result() -> None:
    desk = flagged()
    desk.do(Rule(1, RED, How.ASSASSINATION, "the dice were cocked"), 61 * MINUTE)
    desk.do(late(Tap(1, RED)), 50 * MINUTE)  # who won does not change by it
    ending = desk.game().play.ending
    assert ending is not None
    assert (ending.winner, ending.how, ending.ruled) == (RED, How.ASSASSINATION, True)

    desk = flagged()
    desk.do(ReopenGame(1, "the clock was not theirs"), 61 * MINUTE)
    before = desk.game().play
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    assert desk.game().play == before
    assert len(desk.game().aside) == 1

    desk = confirmed()
    desk.do(WithdrawResult(1, "asked for it"), 63 * MINUTE)
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    assert len(desk.game().aside) == 1


def test_a_doubtful_late_press_moves_no_time_without_the_organizer() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(late(Tap(1, RED), doubted=True), 2 * MINUTE)
    assert desk.game().play.step == 0
    (row,) = late_rows(desk.game(), lambda side: side.colour)
    times = "Red has 58:00 and Blue has 1:00:00 left"
    assert row.then == f"the game goes on in Blue’s deployment; {times}"
    desk.do(LeaveOutPresses(1, TABLET))
    desk.do(late(CallJudge(1, None), doubted=True), 2 * MINUTE)
    assert desk.game().play.judge_called


def test_a_doubtful_device_cannot_start_a_clock_in_the_past() -> None:
    desk = under_way(4)
    desk.do(late(StartClock(1, BLUE), doubted=True), 2 * MINUTE)
    assert desk.game().play.clock is None
    (row,) = late_rows(desk.game(), lambda side: side.colour)
    assert row.now == "the clock is not started"
    desk.do(CountPresses(1))
    assert desk.game().play.clock is not None
    assert desk.game().play.pause is None


def test_the_history_and_undo_menu_name_the_game_of_late_presses() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    desk.do(LeaveOutPresses(1))
    desk.do(LeaveOutTablets(1))
    desk.do(Undo())
    desk.do(Undo())
    desk.do(CountPresses(1))
    said = [describe(record, desk.state) for record in desk.records]
    assert any("late press waits for the organizer: " in one for one in said)
    assert any(one.endswith("late presses left out") for one in said)
    assert any(one.endswith("goes on without its tablets") for one in said)
    assert any(one.endswith("late presses count, the clock paused") for one in said)
    assert all(
        table_of(record, desk.state) == 1
        for record in desk.records
        if isinstance(record.event, PressSetAside)
    )
    assert act_words(desk.state, desk.state.done[-1].event).startswith("counting the late presses")


def test_the_organizer_is_offered_to_count_or_discard_a_tables_late_presses() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    game = desk.game()
    latest = desk.state.latest
    assert latest is not None
    offered = acts(game, latest.stage)
    assert {OrganizerAction.COUNT_PRESSES, OrganizerAction.LEAVE_OUT} <= set(offered)
    view = table_view(desk.state, game)
    assert "late press" in open_words(view)
    desk.do(command(OrganizerAction.LEAVE_OUT, game, OrganizerAnswers()))
    desk.do(Undo())
    desk.do(command(OrganizerAction.COUNT_PRESSES, game, OrganizerAnswers()))
    assert desk.game().aside == ()


def test_presses_that_reopen_a_game_do_not_count_once_the_round_is_finished() -> None:
    desk = confirmed()
    desk.report(2, RED)
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    desk.do(FinishRound())
    assert "is finished" in desk.refused(CountPresses(1))


def over() -> Desk:
    """Blue has won by Red's flag, Red table 2; the round was finished at minute 70."""
    desk = confirmed()
    desk.report(2, RED)
    desk.do(FinishRound(), 70 * MINUTE)
    return desk


def test_a_press_from_before_the_end_of_its_round_waits_for_the_organizer() -> None:
    desk = over()
    before = final_result(desk.game())
    (aside,) = desk.do(late(Tap(1, RED)), 50 * MINUTE)
    assert isinstance(aside, PressSetAside)
    (second,) = desk.do(late(Tap(1, BLUE)), 55 * MINUTE)
    assert isinstance(second, PressSetAside)
    (row,) = table_view(desk.state, desk.game()).late
    assert row.presses == 2
    assert final_result(desk.game()) == before
    desk.do(LeaveOutPresses(1, TABLET))
    assert desk.game().aside == ()
    assert final_result(desk.game()) == before
    assert desk.state == fold(desk.records)


def test_a_press_after_the_end_of_its_round_is_refused() -> None:
    assert "Round 1 is finished" in over().refused(late(Tap(1, RED)), 70 * MINUTE + 1)


def test_a_press_at_the_very_moment_its_round_was_finished_waits() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.report(1, RED)
    desk.report(2, RED)
    desk.do(FinishRound(), 30 * MINUTE)
    (aside,) = desk.do(late(Tap(1, RED)), 30 * MINUTE)
    assert isinstance(aside, PressSetAside)


def test_late_presses_do_not_change_the_result_of_a_finished_round() -> None:
    desk = over()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    said = desk.refused(CountPresses(1))
    assert said == (
        "Round 1 is finished, so its result can only be corrected. If these presses are right,"
        " correct the result first, then leave them out."
    )


def test_late_presses_count_if_a_finished_rounds_result_does_not_change() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.report(1, RED)
    desk.report(2, RED)
    desk.do(FinishRound(), 70 * MINUTE)
    (aside,) = desk.do(late(Tap(1, RED)), 30 * MINUTE)
    assert isinstance(aside, PressSetAside)
    result = final_result(desk.game())
    desk.do(CountPresses(1))
    assert final_result(desk.game()) == result
    clock = desk.game().play.clock
    assert clock is not None
    assert clock.used(RED, 30 * MINUTE) == 30 * MINUTE


def test_late_presses_of_two_devices_can_be_decided_separately_or_together() -> None:
    other = "1-11111111"
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    desk.do(late(Tap(1, RED), device=other), 51 * MINUTE)
    assert len(late_rows(desk.game(), lambda side: side.colour)) == 2
    desk.do(LeaveOutPresses(1, other))
    assert [press.device for press in desk.game().aside] == [TABLET]
    desk.do(Undo())
    desk.do(CountPresses(1))
    assert desk.game().aside == ()
    assert desk.game().play.step == 1  # the second tap is Red's too, and out of place


def test_late_press_rows_without_a_game_or_a_mark_change_nothing() -> None:
    desk = confirmed()
    before = desk.state
    gone = Record(99, 99, 0, "", "", PressSetAside(77, 0, TABLET, ()))
    assert evolve(before, gone) == before
    assert LateMark().mark is None
    assert marks_of((PressSetAside(1, 0, TABLET, (LateMark(),)),)) == ()
    assert "no longer in this event" in desk.refused(CountPresses(77))
    assert describe(gone, desk.state).startswith("A table no longer there: ")


def test_late_presses_of_one_device_can_be_counted_without_the_others() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    desk.do(late(Tap(1, RED), device="1-11111111"), 51 * MINUTE)
    desk.do(CountPresses(1, "1-11111111"))
    assert [press.device for press in desk.game().aside] == [TABLET]
    assert desk.game().play.step == 1


def test_the_effect_of_a_late_press_is_shown_with_an_open_flag_and_no_time_limit() -> None:
    desk = confirmed()
    desk.do(late(Tap(1, RED)), 50 * MINUTE)
    game = desk.game()
    asked = replace(game.play, ending=None, flag=Flag(RED, FLAG_MS))
    (row,) = late_rows(replace(game, play=asked), lambda side: side.colour)
    assert row.now == "Red’s clock has run out, and the players are asked"
    untimed = replace(game.terms, time=replace(game.terms.time, kind=TimingKind.UNTIMED))
    (row,) = late_rows(replace(game, terms=untimed), lambda side: side.colour)
    assert row.then == "the game goes on in Blue’s deployment"


def test_an_act_without_marks_never_waits_for_the_organizer() -> None:
    assert not waits_for_eo(confirmed().game(), (), doubted=True)


# Every order of press, flag, confirmation, ruling and return.

FLAG_MS = 60 * MINUTE


def answer(side: Side) -> Command:
    return Answer(1, side, Question.RESULT, True)


MOVES: dict[str, tuple[Command, int | None]] = {
    "press": (late(Tap(1, RED)), 50 * MINUTE),
    "next press": (late(Tap(1, BLUE)), 55 * MINUTE),
    "flag": (NoticeFlag(1), None),
    "tally": (EnterTally(1, RED, Pair(10, 20)), None),
    "red confirms": (answer(RED), None),
    "blue confirms": (answer(BLUE), None),
    "on without tablets": (LeaveOutTablets(1), None),
    "ruling": (Rule(1, RED, How.ASSASSINATION, "seen by the judge"), None),
    "reopening": (ReopenGame(1, "wrong clock"), None),
    "count": (CountPresses(1), None),
    "leave out": (LeaveOutPresses(1), None),
    "return": (HandIn(1, Tap(1, BLUE), TABLET), None),  # a device that is in touch again is pressed
}
BY_THE_EO = {"ruling", "reopening", "count", "leave out", "on without tablets"}


class Reached(Struct):
    """Where some of the moves lead: ``ways`` of their orders do, ``moves`` is one of these."""

    moves: tuple[str, ...]
    state: State
    ways: int = 1


def walks(
    state: State, names: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], State, State, bool, int]]:
    """Every order of the moves: those made, the event before the last and after it, whether the
    last was carried out, and how many orders this stands for. Two that lead to equal events are
    gone on with as one.
    """
    reached = [Reached((), state)]
    for number, _ in enumerate(names, start=1):
        now_ms = FLAG_MS + number * MINUTE
        found: dict[object, list[Reached]] = {}
        for old, name in product(reached, names):
            if name in old.moves:
                continue
            asked, stamp_ms = MOVES[name]
            decision = decide(old.state, asked, now_ms if stamp_ms is None else stamp_ms)
            after, done = old.state, not isinstance(decision, Refused)
            if not isinstance(decision, Refused):
                for event in decision:
                    after = evolve(after, Record(0, 0, now_ms, "", "", event))
            new, game = Reached((*old.moves, name), after, old.ways), after.games[1]
            yield new.moves, old.state, after, done, old.ways
            alike = found.setdefault((frozenset(new.moves), game.marks, game.aside), [])
            for other in alike:
                if other.state == after:
                    other.ways += old.ways
                    break
            else:
                alike.append(new)
        reached = [each for alike in found.values() for each in alike]


def check(names: tuple[str, ...], clock_out: ClockOut = ClockOut.PACKET) -> tuple[int, int, int]:
    """Walks, presses that counted at once, presses that waited."""
    desk = under_way(4, settings(clock_out=clock_out))
    desk.do(StartClock(1, RED), 0)
    seen = counted = waited = 0
    for moves, before, after, done, ways in walks(desk.state, names):
        seen += ways
        last, old, new = moves[-1], before.games[1], after.games[1]
        if last not in {"press", "next press"}:
            assert last in BY_THE_EO or final_result(old) is None or same(old, new), moves
            continue
        assert len(new.aside) == len(old.aside) + int(done and new.marks == old.marks), moves
        counted += ways * (new.marks != old.marks)
        waited += ways * (len(new.aside) > len(old.aside))
        if final_result(old) is not None:
            assert same(old, new), moves
        if old.play.ending is not None and old.play.ending.ruled:
            assert new.play.ending is not None, moves
            assert new.play.ending.ruled, moves
            assert new.play.ending.winner is old.play.ending.winner, moves
            assert new.points == old.points, moves
        if old.alone and (old.play.flag or old.play.ending):
            assert outcome_so_far(old) == outcome_so_far(new), moves
        if old.play.pause is not None and "reopening" in moves:
            assert new.play.pause is not None, moves
    return seen, counted, waited


def same(old: Game, new: Game) -> bool:
    return final_result(old) == final_result(new)


@pytest.mark.long
def test_a_late_press_never_changes_a_settled_result_in_any_order_of_moves() -> None:
    names = ("press", "next press", "flag", "tally", "red confirms", "blue confirms", "count")
    seen, counted, waited = check(names)
    assert seen == 13_699
    assert counted > 100
    assert waited > 100


@pytest.mark.long
def test_a_late_press_never_changes_an_organizers_ruling_in_any_order_of_moves() -> None:
    names = (
        "press",
        "next press",
        "flag",
        "on without tablets",
        "ruling",
        "reopening",
        "leave out",
    )
    seen, counted, waited = check(names)
    assert seen == 13_699
    assert counted > 100
    assert waited > 100


@pytest.mark.long
def test_a_late_press_never_changes_confirmed_or_ruled_games_in_any_order() -> None:
    names = ("press", "flag", "tally", "red confirms", "blue confirms", "ruling", "return")
    seen, counted, waited = check(names)
    assert seen == 13_699
    assert counted > 100
    assert waited > 100


@pytest.mark.long
@pytest.mark.parametrize("clock_out", list(ClockOut))
def test_a_late_press_never_changes_a_settled_result_in_any_order_of_eight_moves(
    clock_out: ClockOut,
) -> None:
    names = (
        "press", "next press", "flag", "tally", "red confirms", "blue confirms",
        "on without tablets", "reopening",
    )  # fmt: skip
    seen, counted, waited = check(names, clock_out)
    assert seen == 109_600
    assert counted > 100
    assert waited > 100


# Time that late presses moved: shown, and put back.


def moved(desk: Desk, gained_ms: Pair[int], at_minute: int) -> None:
    desk.do(NoteMovedTime(1, at_minute * MINUTE, gained_ms, TABLET), at_minute * MINUTE)


def clock_at(desk: Desk, minute: int) -> list[int]:
    clock = desk.game().play.clock
    assert clock is not None
    return [clock.remaining(side, minute * MINUTE) // 1000 for side in Side]


def test_a_doubtful_late_press_waits_and_the_time_it_moves_is_reported() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(late(Tap(1, RED), doubted=True), 2 * MINUTE)
    assert table_view(desk.state, desk.game()).moved == ""
    desk.do(CountPresses(1), 5 * MINUTE)
    view = table_view(desk.state, desk.game())
    assert view.moved == "3:00 moved from Blue to Red: presses came late"
    assert "Late presses: 3:00 moved from Blue to Red." in open_words(view)
    desk.do(Undo())
    assert desk.game().moved == ()


def test_the_organizer_can_put_back_time_that_late_presses_moved() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(Tap(1, RED), 10 * MINUTE)
    moved(desk, Pair(46_000, -46_000), 11)
    latest = desk.state.latest
    assert latest is not None
    assert OrganizerAction.PUT_TIME_BACK in acts(desk.game(), latest.stage)
    before = clock_at(desk, 12)
    desk.do(command(OrganizerAction.PUT_TIME_BACK, desk.game(), OrganizerAnswers()), 12 * MINUTE)
    assert clock_at(desk, 12) == [before[0] - 46, before[1] + 46]
    assert desk.game().moved == ()
    assert table_view(desk.state, desk.game()).moved == ""
    assert "already" in desk.refused(PutTimeBack(1, 11 * MINUTE))
    assert "already" in desk.refused(PutTimeBack(77, 0))
    said = [describe(record, desk.state) for record in desk.records]
    assert any(one.endswith("0:46 moved from Blue to Red: presses came late") for one in said)
    assert any(one.endswith("the time that late presses moved is given back") for one in said)
    assert desk.state == fold(desk.records)


def test_putting_time_back_that_makes_a_flag_fall_needs_insistence() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    moved(desk, Pair(46_000, -46_000), 59)
    assert "only 0:30 left" in desk.refused(PutTimeBack(1, 59 * MINUTE), 59 * MINUTE + 30_000)


def test_no_time_can_be_put_back_after_the_game() -> None:
    desk = confirmed()
    moved(desk, Pair(0, -3_000), 63)
    assert "game is over" in desk.refused(PutTimeBack(1, 63 * MINUTE))


def test_time_moved_by_late_presses_is_shown_until_each_player_ended_a_turn() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    moved(desk, Pair(46_000, -46_000), 1)
    for minute, side in ((2, RED), (3, BLUE)):
        assert table_view(desk.state, desk.game()).moved
        desk.do(Tap(1, side), minute * MINUTE)
    assert table_view(desk.state, desk.game()).moved == ""
    assert len(table_view(desk.state, desk.game()).moves) == 1


def test_moved_time_states_what_each_side_gained_or_lost() -> None:
    assert moved_words(Pair(0, -3_000)) == "Blue has 0:03 less"
    assert moved_words(Pair(5_000, -3_000)) == "Red has 0:05 more, Blue has 0:03 less"
    assert moved_words(Pair(400, -400)) == ""
    assert moved_words(Pair(-4_000, 4_000)) == "0:04 moved from Red to Blue"


def test_moved_time_too_small_to_see_is_not_reported() -> None:
    desk = under_way(4)
    before = desk.game()
    desk.do(StartClock(1, RED), 0)
    after = desk.game()
    (move,) = moved_time(before, after, MINUTE, TABLET)
    assert move.gained_ms == Pair(-MINUTE, 0)
    assert moved_time(before, after, PROMPT_MS - 1, TABLET) == ()
    (enough,) = moved_time(before, after, PROMPT_MS, TABLET)
    assert enough.gained_ms == Pair(-PROMPT_MS, 0)
    untimed = replace(after.terms, time=replace(after.terms.time, kind=TimingKind.UNTIMED))
    assert moved_time(before, replace(after, terms=untimed), MINUTE, TABLET) == ()


def test_with_timed_turns_no_time_is_put_back_for_a_turn_not_in_play() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    moved(desk, Pair(46_000, -46_000), 1)
    game = desk.game()
    timed = replace(game.terms, time=replace(game.terms.time, kind=TimingKind.TURNS))
    state = replace(desk.state, games={**desk.state.games, 1: replace(game, terms=timed)})
    refused = decide(state, PutTimeBack(1, MINUTE), 2 * MINUTE)
    assert isinstance(refused, Refused)
    assert "next turn begins with its full time" in refused.sentence


@pytest.mark.parametrize(
    ("how", "ruled", "counts"),
    [
        (How.CLOCK_OUT, False, True),
        (How.CLOCK_OUT, True, False),
        (How.SCENARIO, False, False),
        (How.SCENARIO, True, False),
    ],
)
def test_the_time_of_an_ending_is_part_of_the_outcome_only_for_a_clock_out(
    how: How, ruled: bool, counts: bool
) -> None:
    game = flagged().game()

    def ended(at_ms: int) -> Game:
        ending = Ending(at_ms, 1, BLUE, how, ruled=ruled)
        return replace(game, play=replace(game.play, ending=ending))

    earlier, later = outcome_so_far(ended(MINUTE)), outcome_so_far(ended(2 * MINUTE))
    assert (earlier != later) is counts


def test_time_moved_at_the_end_of_a_turn_is_shown_for_each_players_next_turn() -> None:
    desk = under_way(4)
    desk.do(StartClock(1, RED), 0)
    desk.do(Tap(1, RED), 2 * MINUTE)
    moved(desk, Pair(46_000, -46_000), 2)
    desk.do(Tap(1, BLUE), 3 * MINUTE)
    assert table_view(desk.state, desk.game()).moved
    desk.do(Tap(1, RED), 4 * MINUTE)
    assert table_view(desk.state, desk.game()).moved == ""
