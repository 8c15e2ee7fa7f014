"""One game as a timeline: its stretches are the clock's own times, its marks in words."""

from datetime import datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from app.engine.acts.chess_clock import AdoptTimes, HoldTime, PressLever
from app.engine.acts.late import PressSetAside, late_mark
from app.engine.acts.phones import ReportByPhone
from app.engine.acts.results import How, Result
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    Claim,
    Claimed,
    ClockPaused,
    DismissJudge,
    EnterTally,
    HandBack,
    Holding,
    Interrupt,
    MakeClaim,
    NoticeFlag,
    PauseCause,
    PauseClock,
    PutDiceDown,
    Question,
    ResumeClock,
    Rule,
    ScoreTurn,
    StartClock,
    Tap,
    TurnEnded,
    WithdrawResult,
)
from app.engine.acts.undo import Redo, Undo
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.state import State
from app.engine.table.deadlines import deadline
from app.engine.table.game import Game
from app.engine.table.marks import with_mark
from app.reports.timeline_sheet import timeline_svg
from app.views.history.reports import Reports
from app.views.table.timeline import GameTimeline, Stretch, timeline
from tests.engine.event import MINUTE, Desk, play_turns, settings, under_way
from tests.engine.random_marks import TERMS, random_marks

RED, BLUE = Side.RED, Side.BLUE
RECORDING = Path(__file__).parents[2] / "data" / "dgt_board_recording.txt"


def drawn(desk: Desk) -> GameTimeline:
    return timeline(desk.state, desk.game(), desk.now_ms)


def words(desk: Desk) -> list[str]:
    return [mark.words for mark in drawn(desk).marks]


def sums_are_the_clocks(state: State, game: Game, now_ms: int) -> bool:
    """Also that the stretches follow each other without a hole."""
    shown, clock = timeline(state, game, now_ms), game.play.clock
    if clock is None:
        return shown.rows == ()
    end_ms = max(clock.since_ms, now_ms) if game.play.ticking else clock.since_ms
    every = sorted(
        (each for row in shown.rows for each in row.stretches), key=lambda each: each.start_ms
    )
    ends = [clock.started_ms, *(each.end_ms for each in every)]
    assert [each.start_ms for each in every] == ends[:-1]
    assert ends[-1] == end_ms
    assert shown.used_ms(None) == clock.paused(end_ms)
    return all(shown.used_ms(side) == clock.used(side, end_ms) for side in Side)


def test_the_timeline_stops_once_the_desk_has_a_result() -> None:
    desk = play_turns(under_way(2), 7)
    last = drawn(desk)
    desk.report(1, RED)
    desk.now_ms += 60 * MINUTE
    assert drawn(desk).rows == last.rows


def test_each_timeline_turn_has_its_times_score_and_remaining_time() -> None:
    desk = play_turns(under_way(2), 7)
    desk.do(ScoreTurn(1, BLUE, 7, (Holding("zone-1", BLUE),)))
    desk.now_ms += 30_000
    rows = drawn(desk).rows
    assert [row.name for row in rows][3:] == [
        "Blue’s advance deployment",
        "Red’s turn 1",
        "Blue’s turn 1",
        "Red’s turn 2",
        "Blue’s turn 2",
    ]
    assert rows[4].stretches == (Stretch(RED, 4 * MINUTE, 5 * MINUTE),)
    assert rows[4].left_ms == Pair(57 * MINUTE, 58 * MINUTE)
    assert [row.score for row in rows] == [*[None] * 4, *[Pair(0, 0)] * 3, Pair(0, 1)]
    assert rows[7].used_ms(BLUE) == 30_000
    assert rows[7].left_ms == Pair(56 * MINUTE, 57 * MINUTE - 30_000)
    assert sums_are_the_clocks(desk.state, desk.game(), desk.now_ms)


def test_interrupts_and_pauses_are_shown_in_the_turn_they_happened_in() -> None:
    desk = play_turns(under_way(2), 4)
    desk.do(Interrupt(1), desk.now_ms + 5_000)
    desk.do(HandBack(1), desk.now_ms + 8_000)
    desk.do(PauseClock(1, "lunch"), desk.now_ms + 20_000)
    desk.do(ResumeClock(1), desk.now_ms + 50_000)
    desk.now_ms += 60_000
    (row,) = [row for row in drawn(desk).rows if row.step == 4]
    assert [(each.side, each.length_ms) for each in row.stretches] == [
        (RED, 5_000),
        (BLUE, 3_000),
        (RED, 12_000),
        (None, 30_000),
        (RED, 10_000),
    ]
    assert words(desk)[1:] == [
        "clock lent to the opponent",
        "clock paused (lunch)",
        "clock resumed",
    ]
    assert {mark.step for mark in drawn(desk).marks[1:]} == {4}


@pytest.mark.parametrize(("after_ms", "stood"), [(20_000, ()), (25_000, ((None, 5_000),))])
def test_a_time_gap_counted_as_played_belongs_to_the_player_whose_clock_ran(
    after_ms: int, stood: tuple[tuple[None, int], ...]
) -> None:
    desk = play_turns(under_way(2), 5)
    desk.now_ms += 10_000
    game = desk.game()
    pause = ClockPaused(1, desk.now_ms, PauseCause.GAP, "", gap_ms=20_000)
    game = with_mark(game, pause)
    at_ms = desk.now_ms + after_ms
    game = with_mark(game, AdjustClock(1, BLUE, -20_000, "counted", at_ms=at_ms))
    rows = timeline(desk.state, game, at_ms).rows
    lengths = [(each.side, each.length_ms) for each in rows[-1].stretches]
    assert lengths == [(BLUE, 10_000), (BLUE, 20_000), *stood]
    assert sums_are_the_clocks(desk.state, game, at_ms)


def test_an_agreed_claim_ends_the_game_at_the_time_it_was_made() -> None:
    desk = play_turns(under_way(2), 4)
    desk.now_ms += 10_000
    desk.do(MakeClaim(1, RED, Claim.CASTER, BLUE))
    desk.now_ms += 40_000
    desk.do(Answer(1, BLUE, Question.CLAIM, agrees=True))
    shown = drawn(desk)
    assert shown.rows[-1].used_ms(RED) == 10_000
    assert shown.decided[0].startswith("Anna wins by assassination")
    assert sums_are_the_clocks(desk.state, desk.game(), desk.now_ms)


@pytest.mark.parametrize("before_ms", [0, 3_000])
def test_a_pause_after_an_agreed_claim_was_made_is_not_part_of_the_game(
    before_ms: int,
) -> None:
    desk = play_turns(under_way(2), 4)
    desk.now_ms += 10_000
    game = with_mark(desk.game(), Claimed(1, desk.now_ms, RED, Claim.CASTER, BLUE))
    pause = ClockPaused(1, desk.now_ms + before_ms, PauseCause.EO, "")
    answer = Answer(1, BLUE, Question.CLAIM, agrees=True, at_ms=desk.now_ms + 9_000)
    game = with_mark(with_mark(game, pause), ResumeClock(1, at_ms=desk.now_ms + 8_000))
    game = with_mark(game, answer)
    assert game.play.ending is not None
    row = timeline(desk.state, game, 0).rows[-1]
    assert row.stretches == (Stretch(RED, desk.now_ms - 10_000, desk.now_ms),)
    assert sums_are_the_clocks(desk.state, game, desk.now_ms)


def test_a_clock_that_ran_out_is_shown_with_the_rule() -> None:
    desk = play_turns(under_way(2), 4)
    at_ms = deadline(desk.game())
    assert at_ms is not None
    desk.now_ms = at_ms
    desk.do(NoticeFlag(1))
    if desk.game().play.ending is None:
        desk.do(Answer(1, RED, Question.CLOCK_OUT, agrees=False))
        desk.do(Answer(1, BLUE, Question.CLOCK_OUT, agrees=False))
    shown = drawn(desk)
    assert shown.rows[-1].left_ms.red == 0
    assert "Anna’s clock ran out" in words(desk)
    assert shown.decided[0].startswith("Ben wins")
    assert shown.decided[1:] == (
        "The players have not both confirmed it.",
        "Rule of the packet: a player whose clock runs out loses the game.",
    )


def test_a_result_that_both_confirmed_is_shown_once() -> None:
    desk = play_turns(under_way(2), 4)
    desk.do(MakeClaim(1, RED, Claim.CONCESSION, RED))
    desk.do(Answer(1, BLUE, Question.CLAIM, agrees=True))
    desk.do(EnterTally(1, None, Pair(1, 2)), insist=True)
    for side in Side:
        desk.do(Answer(1, side, Question.RESULT, agrees=True))
    (told,) = drawn(desk).decided
    assert told.startswith("Ben wins by concession")


def test_a_house_rule_about_the_clock_is_named() -> None:
    desk = play_turns(under_way(2, settings(clock_out=ClockOut.LOSE)), 4)
    at_ms = deadline(desk.game())
    assert at_ms is not None
    desk.do(NoticeFlag(1), at_ms)
    assert drawn(desk).decided[-1] == "Rule of this event: a player whose clock runs out loses."


def test_the_timeline_names_dice_down_comparisons_and_the_reason_of_a_ruling() -> None:
    desk = play_turns(under_way(2), 6)
    desk.do(PutDiceDown(1), desk.now_ms + 1_000, insist=True)
    desk.now_ms += 2_000
    desk.do(Tap(1, RED))
    desk.do(EnterTally(1, None, Pair(20, 10)), insist=True)
    shown = drawn(desk)
    assert shown.decided[0].startswith("Anna wins")
    assert shown.decided[-1].startswith("How the packet decides: ")
    assert "dice down" in words(desk)
    desk.do(Rule(1, BLUE, How.SCENARIO, "misread"), insist=True)
    ruled = drawn(desk).decided[0]
    assert ruled.startswith("Ben wins by scenario")
    assert "misread" in ruled


def test_a_different_desk_result_still_shows_the_tables_own_result() -> None:
    desk = play_turns(under_way(2), 4)
    desk.do(MakeClaim(1, RED, Claim.CONCESSION, RED))
    desk.do(Answer(1, BLUE, Question.CLAIM, agrees=True))
    desk.report(1, RED)
    said = drawn(desk).decided
    assert said[0] == "Anna wins by scenario, CP 0–0, AP 0–0."
    assert said[1].startswith("At the table: Ben wins")
    assert said[2].startswith("How the packet decides: ")
    assert len(said) == 3


def test_a_game_without_a_clock_has_no_rows() -> None:
    desk = under_way(2)
    shown = drawn(desk)
    assert (shown.began_ms, shown.rows, shown.marks) == (None, (), ())
    assert shown.decided == ("The game has no result yet.",)
    desk.do(CallJudge(1, RED))
    assert drawn(desk).marks[0].step is None
    svg = timeline_svg(drawn(desk))
    assert "The clock was never started" in svg
    game = replace(
        desk.game(), phoned=Pair(Result(RED, How.SCENARIO, Pair(5, 0), Pair(1, 1)), None)
    )
    assert "Ben has to confirm it" in timeline(desk.state, game, 0).decided[0]


def test_only_timeline_events_relevant_to_disputes_are_numbered() -> None:
    desk = play_turns(under_way(2), 8)
    desk.do(ScoreTurn(1, RED, 7, (Holding("zone-1", BLUE),)))
    desk.do(ScoreTurn(1, RED, 7, (Holding("zone-1", RED),)))
    desk.do(ScoreTurn(1, None, 7, (), points=Pair(1, 0), reason="seen"), insist=True)
    desk.do(CallJudge(1, BLUE))
    desk.do(DismissJudge(1))
    game = with_mark(desk.game(), TurnEnded(1, desk.now_ms + 1, BLUE))
    late = PressSetAside(1, desk.now_ms, "x", (late_mark(TurnEnded(1, desk.now_ms + 2, RED)),))
    empty = replace(late, marks=(replace(late.marks[0], turn_ended=None),))
    shown = timeline(desk.state, replace(game, aside=(late, empty)), desk.now_ms)
    assert [mark.words for mark in shown.marks] == [
        "clock started, Anna goes first",
        "Ben’s turn 2 scored: Rectangle 1 for Anna",
        "Ben’s turn 2 scored: 1–0 as entered (seen)",
        "Ben called the judge",
        "the judge is done",
        "Ben tapped",
        "waits for you, not counted: Anna tapped",
    ]
    assert [mark.number for mark in shown.marks] == list(range(1, 8))
    assert shown.marks[-1].step is None
    at_ms = shown.marks[-1].at_ms
    assert shown.marks[-1].shown_ms == desk.state.shown_ms(at_ms)
    assert f"{datetime.fromtimestamp(at_ms / 1000):%H:%M:%S}" in timeline_svg(shown)


def test_a_clocks_own_times_are_shown_if_they_differ() -> None:
    desk = under_way(2)
    desk.do(HoldTime(1, by_clock=True))
    desk.do(StartClock(1, RED))
    desk.do(AdoptTimes(1, Pair(3_599_500, 3_600_000)))
    desk.do(AdoptTimes(1, Pair(3_000_000, 3_600_000)))
    told = [word for word in words(desk) if word.startswith("the clock says")]
    assert told == ["the clock says 50:00 and 1:00:00 left"]
    before = with_mark(under_way(2).game(), AdoptTimes(1, Pair(1, 1), at_ms=5))
    assert timeline(desk.state, before, 0).marks == ()


@pytest.mark.parametrize("clock_out", ClockOut)
def test_after_any_sequence_of_events_the_stretches_add_up_to_the_clock_times(
    clock_out: ClockOut,
) -> None:
    state = under_way(2).state
    for seed in range(25):
        game = Game(1, 1, 1, Pair(1, 2), TERMS[clock_out])
        for mark in random_marks(Random(seed), 60):
            game = with_mark(game, mark)
        assert sums_are_the_clocks(state, game, game.marks[-1].at_ms + 777)
        timeline_svg(timeline(state, game, 0))


def test_a_real_clocks_recording_adds_up_to_the_seconds_it_shows() -> None:
    """One time message a second; bit 1 of its status says whose time falls."""
    frames = [bytes.fromhex(line) for line in RECORDING.read_text("ascii").splitlines()]
    falls = [BLUE if frame[9] & 2 else RED for frame in frames if frame[0] == 0x8D]
    desk = under_way(2)
    desk.do(HoldTime(1, by_clock=True))
    desk.do(StartClock(1, falls[0]))
    for before, side in pairwise(falls):
        desk.now_ms += 1000
        if side is not before:
            desk.do(PressLever(1, before))
    shown = drawn(desk)
    assert [shown.used_ms(side) for side in Side] == [
        1000 * falls[:-1].count(side) for side in Side
    ]
    assert shown.used_ms(None) == 0
    assert sums_are_the_clocks(desk.state, desk.game(), desk.now_ms)
    assert timeline_svg(shown).count("<rect") > 57


def test_names_are_escaped_in_the_timeline_drawing() -> None:
    desk = play_turns(under_way(2), 5)
    shown = replace(drawn(desk), names=Pair("<b>&" * 30, "Ben"))
    assert "<b>" not in timeline_svg(shown)
    assert "&lt;b&gt;&amp;" in timeline_svg(shown)


def reported(desk: Desk) -> GameTimeline:
    reports = Reports(desk.records).of(desk.game().number)
    return timeline(desk.state, desk.game(), desk.now_ms, reports)


def told(desk: Desk) -> list[str]:
    return [mark.words for mark in reported(desk).marks if "result" in mark.words]


def test_each_result_is_shown_with_who_entered_it_and_when() -> None:
    desk = under_way(2)
    desk.now_ms += MINUTE
    desk.report(1, RED, How.SCENARIO, (5, 3), (20, 10))
    desk.now_ms += MINUTE
    desk.report(1, BLUE, How.CLOCK_OUT, (5, 3), (20, 10))
    first, second = reported(desk).marks
    numbers = "CP 5–3, AP 20–10"
    assert first.words == f"result entered: Anna wins by scenario, {numbers} (Organizer, Desk)"
    assert second.words == f"result corrected: Ben wins by clock-out, {numbers} (Organizer, Desk)"
    assert second.at_ms - first.at_ms == MINUTE
    assert first.step is second.step is None
    assert "Ben wins by clock-out" in reported(desk).decided[0]
    assert reported(desk).decided[1].startswith(("Rule of", "Rule of the packet"))
    desk.do(Undo())
    assert told(desk)[1].endswith("(Organizer, Desk), undone")
    assert "Anna wins by scenario" in reported(desk).decided[0]
    assert reported(desk).decided[1].startswith("How the packet decides: ")
    desk.do(Redo())
    assert not told(desk)[1].endswith("undone")


def test_a_result_entered_after_a_withdrawn_one_is_not_called_a_correction() -> None:
    desk = under_way(2)
    desk.report(1, RED)
    desk.do(Undo())
    desk.report(1, RED)
    desk.now_ms += MINUTE
    desk.do(WithdrawResult(1, reason="Another table"))
    desk.now_ms += MINUTE
    desk.report(1, BLUE)
    assert [words.partition(":")[0] for words in told(desk)] == [
        "result entered",
        "result entered",
        "result taken back (Another table)",
        "result entered",
    ]


def test_phone_reports_are_shown_and_a_later_desk_result_is_called_a_correction() -> None:
    desk = under_way(2)
    won = Result(RED, How.ASSASSINATION, Pair(1, 0), Pair(9, 3))
    for number in desk.game().players:
        desk.do(ReportByPhone(1, number, won))
    desk.report(1, BLUE)
    said = [mark.words.partition(":")[0] for mark in reported(desk).marks]
    assert said == ["Anna reported by phone", "Ben reported by phone", "result corrected"]


def test_a_started_clock_that_nobody_pressed_is_not_called_never_started() -> None:
    desk = under_way(2)
    assert "The clock was never started" in timeline_svg(drawn(desk))
    desk.do(StartClock(1, RED))
    desk.now_ms += MINUTE
    desk.report(1, RED)
    svg = timeline_svg(drawn(desk))
    assert "The clock was never started" not in svg
    assert "Nobody pressed the clock after it was started" in svg


def test_a_press_at_an_uncertain_time_has_a_bar_and_an_explanation() -> None:
    desk = play_turns(under_way(2), 4)
    assert drawn(desk).uncertain_words == ""
    desk.do(Interrupt(1, uncertain_ms=1_200), desk.now_ms + 30_000)
    desk.do(HandBack(1, uncertain_ms=99), desk.now_ms + 38_000)
    desk.do(Tap(1, RED, 1_000), desk.now_ms + 98_000)
    desk.do(Tap(1, BLUE, 130_000), desk.now_ms + 398_000)
    shown = drawn(desk)
    assert [(press.step, press.uncertain_ms) for press in shown.uncertain] == [
        (4, 1_200),
        (4, 1_000),
        (5, 130_000),
    ]
    assert words(desk)[1] == "clock lent to the opponent (±1.2 s)"
    assert "by ±2:10 at worst" in shown.uncertain_words
    svg = timeline_svg(shown)
    assert svg.count("±1.2 s</text>") == svg.count("±1.0 s</text>") == 1
    assert "±2:10</text>" in svg
    assert "Presses with ±" in svg


def test_a_late_press_awaiting_a_decision_shows_its_uncertainty() -> None:
    desk = play_turns(under_way(2), 4)
    ended = TurnEnded(1, desk.now_ms + 2, RED, 2_500)
    desk.do(Interrupt(1))
    late = PressSetAside(1, desk.now_ms, "x", (late_mark(ended),))
    game = replace(desk.game(), aside=(late,))
    shown = timeline(desk.state, game, desk.now_ms)
    assert [mark.words for mark in shown.marks if "(±2.5 s)" in mark.words]
