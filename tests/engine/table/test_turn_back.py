"""Turns ended by mistake and taken back: no time is made or lost, and it is whose it would be."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.acts.chess_clock import HoldTime
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    BringReinforcements,
    Claim,
    Claimed,
    ClockPaused,
    ClockStarted,
    HandBack,
    Interrupt,
    Mark,
    PauseCause,
    Question,
    ResumeClock,
    TakeBackTurn,
    TurnEnded,
)
from app.engine.armies.army import ArmyRow, Kind
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, GameRules
from app.engine.packet.timing import TimingKind
from app.engine.side import Pair, Side
from app.engine.table.game import Ending, Flag, Play, eo_paused, step_elapsed
from app.engine.table.marks import advance
from app.engine.table.turn_back import last_ended, means_it, straight_back, turn_back_fault
from tests.engine.random_marks import TERMS

SECOND = 1000
STEPS = ("lend", "back", "pause", "resume", "adjust", "deny", *("end", "ask", "agree", "EO") * 3)
"""Turns that end and are taken back come up more often than what happens meanwhile."""


def mark_for(what: str, play: Play, at_ms: int, asker: Side) -> Mark:
    ended = play.ended[-1].at_ms if play.ended else 0
    answerer = play.claim.by.other if play.claim else asker
    marks: dict[str, Mark] = {
        "end": TurnEnded(1, at_ms, play.owner),
        "ask": Claimed(1, at_ms, asker, Claim.TURN, play.owner.other),
        "agree": Answer(1, answerer, Question.CLAIM, agrees=True, at_ms=at_ms),
        "deny": Answer(1, answerer, Question.CLAIM, agrees=False, at_ms=at_ms),
        "EO": TakeBackTurn(1, ended, at_ms=at_ms),
        "lend": Interrupt(1, at_ms=at_ms),
        "back": HandBack(1, at_ms=at_ms),
        "pause": ClockPaused(1, at_ms, PauseCause.EO, ""),
        "resume": ResumeClock(1, at_ms=at_ms),
        "adjust": AdjustClock(1, asker, 7 * SECOND, "", at_ms=at_ms),
    }
    return marks[what]


acts = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 90 * SECOND), st.sampled_from(Side)),
    min_size=20,
    max_size=60,
)


@settings(deadline=None)
@given(acts, st.sampled_from(ClockOut))
def test_taking_back_turns_never_creates_or_loses_time(
    steps: list[tuple[str, int, Side]], clock_out: ClockOut
) -> None:
    terms, at_ms = TERMS[clock_out], 1000
    play = advance(terms, Play(), ClockStarted(1, at_ms, Side.RED))
    for what, later_ms, asker in steps:
        at_ms += later_ms
        play = advance(terms, play, mark_for(what, play, at_ms, asker))
        clock = play.clock
        assert clock is not None
        now_ms = at_ms + later_ms // 2
        used = {side: clock.used(side, now_ms) for side in Side}
        assert sum(used.values()) + clock.paused(now_ms) == clock.elapsed(now_ms)
        assert clock.elapsed(now_ms) == now_ms - 1000
        assert min(used.values()) >= 0
        assert 0 <= step_elapsed(play, now_ms) <= now_ms - 1000
        assert (clock.running is not None) == play.ticking


@settings(deadline=None)
@given(acts, st.integers(0, 600 * SECOND), st.integers(0, 600 * SECOND))
def test_a_turn_taken_back_by_the_organizer_continues_as_if_nobody_had_tapped(
    steps: list[tuple[str, int, Side]], tapped_ms: int, taken_ms: int
) -> None:
    terms, at_ms = TERMS[ClockOut.WARN], 1000
    play = advance(terms, Play(), ClockStarted(1, at_ms, Side.RED))
    for what, later_ms, asker in steps:
        at_ms += later_ms
        play = advance(terms, play, mark_for(what, play, at_ms, asker))
    tap_ms = at_ms + tapped_ms
    after = advance(terms, play, TurnEnded(1, tap_ms, play.owner))
    if after is play or after.ending is not None:
        return
    now_ms = tap_ms + taken_ms
    back = advance(terms, after, TakeBackTurn(1, tap_ms, at_ms=now_ms))
    assert play.clock is not None
    assert back.clock is not None
    assert (back.step, back.owner, back.runner) == (play.step, play.owner, play.runner)
    for side in Side:
        assert back.clock.used(side, now_ms) == play.clock.used(side, now_ms)
        assert back.clock.remaining(side, now_ms) == play.clock.remaining(side, now_ms)
    assert back.clock.paused(now_ms) == play.clock.paused(now_ms)
    assert step_elapsed(back, now_ms) == step_elapsed(play, now_ms)


def test_taking_back_a_turn_other_than_the_last_changes_nothing() -> None:
    terms = TERMS[ClockOut.PACKET]
    play = advance(terms, Play(), ClockStarted(1, 0, Side.RED))
    play = advance(terms, play, TurnEnded(1, 5 * SECOND, Side.RED))
    assert last_ended(play) is not None
    assert advance(terms, play, TakeBackTurn(1, 4 * SECOND, at_ms=9 * SECOND)) is play


@pytest.mark.parametrize("claim", [Claim.TURN, Claim.CASTER])
def test_a_turn_can_be_claimed_back_only_once_it_has_ended(claim: Claim) -> None:
    terms = TERMS[ClockOut.PACKET]
    play = advance(terms, Play(), ClockStarted(1, 0, Side.RED))
    asked = advance(terms, play, Claimed(1, SECOND, Side.RED, claim, Side.BLUE))
    assert (asked.claim is None) is (claim is Claim.TURN)


def two_turns(clock_out: ClockOut = ClockOut.PACKET) -> Play:
    """Red's tap of 5 s ago has given Blue the clock."""
    terms = TERMS[clock_out]
    play = advance(terms, Play(), ClockStarted(1, 0, Side.RED))
    return advance(terms, play, TurnEnded(1, 5 * SECOND, Side.RED))


@pytest.mark.parametrize(
    ("by_its_turn", "ruled", "goes_on"),
    [(True, False, True), (True, True, False), (False, False, False), (False, True, False)],
)
def test_a_game_goes_on_if_its_last_turn_ended_it_and_nobody_ruled_on_it(
    by_its_turn: bool, ruled: bool, goes_on: bool
) -> None:
    play = two_turns()
    step = play.ended[-1].step if by_its_turn else play.step
    over = replace(play, ending=Ending(5 * SECOND, step, ruled=ruled))
    assert (last_ended(over) is not None) is goes_on
    back = advance(TERMS[ClockOut.PACKET], over, TakeBackTurn(1, 5 * SECOND, at_ms=7 * SECOND))
    assert (back.ending is None) is goes_on


@pytest.mark.parametrize(
    ("stopped_ms", "stood_ms"), [(None, 0), (6 * SECOND, 3 * SECOND), (10 * SECOND, 0)]
)
@pytest.mark.parametrize("by_flag", [False, True])
def test_the_time_after_the_end_of_a_game_that_goes_on_was_a_pause(
    stopped_ms: int | None, stood_ms: int, by_flag: bool
) -> None:
    terms, play = TERMS[ClockOut.WARN], two_turns(ClockOut.WARN)
    paused = advance(terms, play, ClockPaused(1, 5 * SECOND, PauseCause.EO, ""))
    play = advance(terms, paused, ResumeClock(1, at_ms=6 * SECOND))
    if stopped_ms is not None and by_flag:
        play = advance(terms, play, Claimed(1, 6 * SECOND, Side.RED, Claim.TURN, Side.RED))
        play = replace(play, flag=Flag(Side.BLUE, stopped_ms))
    elif stopped_ms is not None:
        play = replace(play, ending=Ending(stopped_ms, play.ended[-1].step))
    back = advance(terms, play, TakeBackTurn(1, 5 * SECOND, at_ms=9 * SECOND))
    assert (back.owner, back.ending, back.flag) == (Side.RED, None, None)
    assert eo_paused(back, 20 * SECOND) == SECOND + stood_ms


def test_reinforcements_that_arrived_since_are_lost_when_the_turn_is_taken_back() -> None:
    terms, play = TERMS[ClockOut.PACKET], two_turns()
    came = (ArmyRow("Lancer", Kind.JACK, 8),)
    play = advance(terms, play, BringReinforcements(1, None, Side.BLUE, came, at_ms=6 * SECOND))
    fault = turn_back_fault(terms, play, Side.RED, 7 * SECOND)
    assert fault == "Blue’s reinforcements have come since. Call the judge."
    back = advance(terms, play, TakeBackTurn(1, 5 * SECOND, at_ms=7 * SECOND))
    assert back.reinforcements.blue == ()
    assert back.reinforced.blue is None


@pytest.mark.parametrize(("step", "stay"), [(0, True), (1, False)])
def test_reinforcements_from_before_stay_when_a_turn_is_taken_back(step: int, stay: bool) -> None:
    terms, play = TERMS[ClockOut.PACKET], two_turns()
    came = (ArmyRow("Lancer", Kind.JACK, 8),)
    play = replace(play, reinforcements=Pair((), came), reinforced=Pair(None, step))
    back = advance(terms, play, TakeBackTurn(1, 5 * SECOND, at_ms=7 * SECOND))
    assert back.reinforcements.blue == (came if stay else ())


def test_the_clock_runs_for_the_player_whose_turn_was_taken_back() -> None:
    play = two_turns()
    back = advance(TERMS[ClockOut.PACKET], play, TakeBackTurn(1, 5 * SECOND, at_ms=7 * SECOND))
    assert back.clock is not None
    assert back.clock.running is Side.RED
    assert back.clock.used(Side.RED, 9 * SECOND) == 9 * SECOND


def test_no_clock_runs_if_a_turn_is_taken_back_during_a_pause() -> None:
    terms = TERMS[ClockOut.PACKET]
    play = advance(terms, two_turns(), ClockPaused(1, 6 * SECOND, PauseCause.EO, ""))
    back = advance(terms, play, TakeBackTurn(1, 5 * SECOND, at_ms=7 * SECOND))
    assert back.clock is not None
    assert back.clock.running is None
    assert back.clock.used(Side.RED, 9 * SECOND) == 6 * SECOND


def test_a_confirmed_result_is_a_reason_not_to_take_back_a_turn() -> None:
    terms, play = TERMS[ClockOut.PACKET], two_turns()
    last = play.ended[-1]
    over = replace(
        play,
        ending=Ending(5 * SECOND, last.step),
        answers=Pair(True, True),
    )
    fault = turn_back_fault(terms, over, Side.RED, 7 * SECOND)
    assert fault == "The result is confirmed. Call the judge."


def test_where_no_game_is_lost_on_time_a_turn_can_be_taken_back_however_late() -> None:
    hours_ms = 10_000 * SECOND
    untimed = replace(
        TERMS[ClockOut.LOSE], time=replace(TERMS[ClockOut.LOSE].time, kind=TimingKind.UNTIMED)
    )
    assert turn_back_fault(untimed, two_turns(), Side.RED, hours_ms) == ""
    warned = TERMS[ClockOut.WARN]
    assert turn_back_fault(warned, two_turns(), Side.RED, hours_ms) == ""
    lost = TERMS[ClockOut.LOSE]
    assert turn_back_fault(lost, two_turns(), Side.RED, hours_ms).startswith("166:35 have passed")


def test_a_claim_on_a_turn_is_closed_even_if_a_physical_clock_took_over() -> None:
    terms, play = TERMS[ClockOut.PACKET], two_turns()
    play = advance(terms, play, Claimed(1, 6 * SECOND, Side.RED, Claim.TURN, Side.RED))
    play = advance(terms, play, HoldTime(1, by_clock=True, at_ms=7 * SECOND))
    agreed = Answer(1, Side.BLUE, Question.CLAIM, agrees=True, at_ms=8 * SECOND)
    after = advance(terms, play, agreed)
    assert after.claim is None
    assert (after.step, after.owner) == (1, Side.BLUE)


@pytest.mark.parametrize(("last", "then"), [(2, 0), (1, 0), (None, None)])
def test_a_turn_taken_back_as_the_last_turn_remains_the_last(
    last: int | None, then: int | None
) -> None:
    play = replace(two_turns(), last_step=last)
    back = advance(TERMS[ClockOut.PACKET], play, TakeBackTurn(1, 5 * SECOND, at_ms=7 * SECOND))
    assert (back.step, back.last_step) == (0, then)


def blue_to_move(step: int, minimum_turn_ms: int) -> tuple[GameRules, Play, int]:
    """The rules, a game in which so many phases and turns of half a minute are over, and when the
    last one ended.
    """
    terms = TERMS[ClockOut.WARN]
    terms = replace(terms, time=replace(terms.time, minimum_turn_ms=minimum_turn_ms))
    play = advance(terms, Play(), ClockStarted(1, 0, Side.RED))
    at_ms = 0
    while play.step < step:
        at_ms += 30 * SECOND
        play = advance(terms, play, TurnEnded(1, at_ms, play.owner))
    return terms, play, at_ms


@pytest.mark.parametrize(
    ("step", "minimum_ms", "later_ms", "is_asked"),
    [
        (4, 0, 14_999, True),
        (4, 0, 15_000, False),
        (3, 0, 14_999, False),
        (4, 9_000, 8_999, False),
        (5, 9_000, 8_999, True),
        (5, 9_000, 9_000, False),
    ],
)
def test_an_immediate_tap_back_is_asked_about_only_in_turns_and_while_they_are_short(
    step: int, minimum_ms: int, later_ms: int, is_asked: bool
) -> None:
    terms, play, at_ms = blue_to_move(step, minimum_ms)
    assert straight_back(terms, play, play.owner, at_ms + later_ms) is is_asked
    asked = Claimed(1, at_ms, play.owner, Claim.TURN, play.owner.other)
    claimed = advance(terms, play, asked)
    assert not straight_back(terms, claimed, play.owner, at_ms + later_ms)
    over = replace(play, dice_down_ms=at_ms)
    assert not straight_back(terms, over, play.owner, at_ms + later_ms)


@pytest.mark.parametrize(
    ("tapped", "later_ms", "is_meant"),
    [(True, 500, True), (True, 499, False), (False, 500, False)],
)
def test_a_second_tap_counts_as_intended_half_a_second_after_the_first(
    tapped: bool, later_ms: int, is_meant: bool
) -> None:
    terms, play, at_ms = blue_to_move(4, 0)
    side = play.owner
    asked = Claimed(1, at_ms + SECOND, side, Claim.TURN, side.other, tapped=tapped)
    play = advance(terms, play, asked)
    now_ms = at_ms + SECOND + later_ms
    assert means_it(play, side, now_ms) is is_meant
    assert not means_it(play, side.other, now_ms)
    assert not means_it(replace(play, flag=Flag(side, now_ms)), side, now_ms)


def test_a_turn_can_be_taken_back_only_while_its_player_has_enough_time_left() -> None:
    terms, play = TERMS[ClockOut.LOSE], two_turns(ClockOut.LOSE)
    assert play.clock is not None
    left_ms = play.clock.remaining(Side.RED, 5 * SECOND)
    assert turn_back_fault(terms, play, Side.RED, 5 * SECOND + left_ms - 1) == ""
    assert "have passed" in turn_back_fault(terms, play, Side.RED, 5 * SECOND + left_ms)


def test_denying_a_claim_keeps_the_turns_before_it() -> None:
    terms = TERMS[ClockOut.PACKET]
    play = advance(terms, two_turns(), TurnEnded(1, 20 * SECOND, Side.BLUE))
    play = advance(terms, play, Claimed(1, 21 * SECOND, Side.BLUE, Claim.TURN, Side.BLUE))
    no = Answer(1, Side.RED, Question.CLAIM, agrees=False, at_ms=22 * SECOND)
    play = advance(terms, play, no)
    play = advance(terms, play, TakeBackTurn(1, 20 * SECOND, at_ms=30 * SECOND))
    assert play.owner is Side.BLUE
    play = advance(terms, play, TakeBackTurn(1, 5 * SECOND, at_ms=31 * SECOND))
    assert play.owner is Side.RED


@pytest.mark.parametrize(("side", "stays"), [(Side.RED, True), (Side.BLUE, False)])
def test_a_flag_fallen_since_is_lifted_only_if_it_is_of_the_turns_player(
    side: Side, stays: bool
) -> None:
    terms, play = TERMS[ClockOut.WARN], replace(two_turns(ClockOut.WARN), overrun=(side,))
    back = advance(terms, play, TakeBackTurn(1, 5 * SECOND, at_ms=9 * SECOND))
    assert back.owner is Side.RED
    assert back.overrun == ((side,) if stays else ())
