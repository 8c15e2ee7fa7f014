"""Marks out of place, as late or doubled presses bring them: they leave the play as it is."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from app.engine.acts.results import How
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    Claim,
    Claimed,
    ClockPaused,
    ClockStarted,
    EnterTally,
    HandBack,
    Interrupt,
    Mark,
    PauseCause,
    PutDiceDown,
    Question,
    ReopenGame,
    ResumeClock,
    Ruled,
    TakeExtension,
    TurnEnded,
)
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut
from app.engine.side import Pair, Side
from app.engine.table.game import Play
from app.engine.table.marks import ADVANCE, advance
from tests.engine.act_tables import acts_of
from tests.engine.random_marks import TERMS

SECOND = 1000
STARTED = ClockStarted(1, 0, Side.RED)
DEPLOYED = TurnEnded(1, 60 * SECOND, Side.RED)
INTERRUPTED = Interrupt(1, at_ms=70 * SECOND)
PAUSED = ClockPaused(1, 80 * SECOND, PauseCause.EO, "", 0)
CLAIMED = Claimed(1, 90 * SECOND, Side.RED, Claim.CASTER, Side.BLUE)
RULED = Ruled(1, 95 * SECOND, Side.RED, How.CONCESSION, "")
NOW_MS = 100 * SECOND


def test_every_mark_has_a_handler_and_nothing_else_has() -> None:
    assert set(ADVANCE) == acts_of(Mark)


def played(marks: Sequence[Mark]) -> Play:
    play = Play()
    for mark in marks:
        play = advance(TERMS[ClockOut.PACKET], play, mark)
    return play


@pytest.mark.parametrize(
    ("before", "mark"),
    [
        pytest.param([STARTED, DEPLOYED], ClockStarted(1, NOW_MS, Side.BLUE), id="started again"),
        pytest.param([STARTED], ClockStarted(1, NOW_MS, Side.RED), id="started twice alike"),
        pytest.param([STARTED], HandBack(1, at_ms=NOW_MS), id="handed back, not interrupted"),
        pytest.param([STARTED, INTERRUPTED], Interrupt(1, at_ms=NOW_MS), id="interrupted twice"),
        pytest.param([STARTED], TurnEnded(1, NOW_MS, Side.BLUE), id="ended by the other"),
        pytest.param([STARTED, PAUSED], TurnEnded(1, NOW_MS, Side.RED), id="ended while paused"),
        pytest.param([], PutDiceDown(1, at_ms=NOW_MS), id="dice down before the clock"),
        pytest.param([], AdjustClock(1, Side.RED, 1000, "", at_ms=NOW_MS), id="adjusted before"),
        pytest.param(
            [STARTED, PAUSED], ClockPaused(1, NOW_MS, PauseCause.EO, "", 0), id="paused twice"
        ),
        pytest.param([STARTED], ResumeClock(1, at_ms=NOW_MS), id="resumed, not paused"),
        pytest.param(
            [STARTED],
            EnterTally(1, Side.RED, Pair(1, 2), None, None, at_ms=NOW_MS),
            id="counted in play",
        ),
        pytest.param([STARTED], ReopenGame(1, "", at_ms=NOW_MS), id="reopened, not ended"),
        pytest.param([], Claimed(1, NOW_MS, Side.RED, Claim.CASTER, Side.BLUE), id="claimed early"),
        pytest.param(
            [STARTED, CLAIMED],
            Claimed(1, NOW_MS, Side.BLUE, Claim.CASTER, Side.RED),
            id="claimed on a claim",
        ),
        pytest.param(
            [STARTED, RULED],
            Claimed(1, NOW_MS, Side.BLUE, Claim.CASTER, Side.RED),
            id="claimed after the end",
        ),
        pytest.param(
            [STARTED, CLAIMED],
            Answer(1, Side.BLUE, Question.RESULT, True, at_ms=NOW_MS),
            id="an answer to another question",
        ),
        pytest.param(
            [STARTED, CLAIMED],
            Answer(1, Side.RED, Question.CLAIM, True, at_ms=NOW_MS),
            id="the claimant agrees with himself",
        ),
        pytest.param([], TakeExtension(1, Side.RED, at_ms=NOW_MS), id="extended before"),
        pytest.param([STARTED], TakeExtension(1, Side.RED, at_ms=NOW_MS), id="no turn is timed"),
        pytest.param([], Interrupt(1, at_ms=NOW_MS), id="interrupted before"),
        pytest.param([], HandBack(1, at_ms=NOW_MS), id="handed back before"),
        pytest.param([], ResumeClock(1, at_ms=NOW_MS), id="resumed before"),
        pytest.param([], TurnEnded(1, NOW_MS, Side.RED), id="ended before"),
        pytest.param([STARTED, RULED], TurnEnded(1, NOW_MS, Side.RED), id="ended after the end"),
        pytest.param([STARTED, RULED], Interrupt(1, at_ms=NOW_MS), id="interrupted after the end"),
    ],
)
def test_a_mark_out_of_place_changes_nothing(before: Sequence[Mark], mark: Mark) -> None:
    play = played(before)
    assert advance(TERMS[ClockOut.PACKET], play, mark) == play


def test_a_player_out_of_time_cannot_interrupt_unless_a_flag_is_only_a_warning() -> None:
    play = replace(played([STARTED, DEPLOYED]), overrun=(Side.RED,))
    assert play.owner is Side.BLUE
    interrupt = Interrupt(1, at_ms=NOW_MS)
    assert advance(TERMS[ClockOut.LAST_TURN], play, interrupt) == play
    assert advance(TERMS[ClockOut.WARN], play, interrupt).interrupted


def test_the_same_marks_in_their_proper_place_change_the_play() -> None:
    marks = (STARTED, DEPLOYED, INTERRUPTED, PAUSED, CLAIMED, RULED)
    plays = [played(marks[:count]) for count in range(len(marks) + 1)]
    assert all(one != after for one, after in pairwise(plays))
