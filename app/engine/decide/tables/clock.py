"""Decisions about a table's clock: start, taps, interrupts, and the EO's hand on it."""

from collections.abc import Mapping
from typing import assert_never

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.table import (
    AdjustClock,
    Claim,
    Claimed,
    ClockPaused,
    ClockStarted,
    CountGap,
    HandBack,
    Interrupt,
    PauseCause,
    PauseClock,
    ResumeClock,
    SetTime,
    StartClock,
    TakeExtension,
    Tap,
    TurnEnded,
    TurnStarted,
)
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.state import Round, Stage
from app.engine.table import turns
from app.engine.table.game import Game, extension_fault, step_elapsed
from app.engine.table.sentences import PAUSES
from app.engine.table.turn_back import means_it, straight_back
from app.engine.text import clock_words


def start_clock(
    game: Game, round_: Round, command: StartClock, at_ms: int, *, insist: bool
) -> Decision:
    """Start a game's clock. The organizer can correct a wrong first player in the first deployment
    phase.
    """
    play = game.play
    if play.ending is not None:
        return Refused(wording.GAME_IS_DECIDED)
    deployed = play.step > turns.first_step(game.terms)
    if play.clock is not None and (play.first is command.first or deployed):
        return Refused(wording.CLOCK_STARTED_ALREADY)
    if play.clock is not None and not insist:
        return Refused(
            wording.STARTED_WITH_ANOTHER_FIRST.format(
                started=play.first.colour, first=command.first.colour
            ),
            insistable=True,
        )
    if round_.stage is not Stage.STARTED and not insist:
        return Refused(wording.ROUND_NOT_UNDER_WAY, insistable=True)
    if round_.dice_down_ms is not None and not insist:
        return Refused(
            say("Dice are down in this round. Ask the judge whether you still play."),
            insistable=True,
        )
    return (ClockStarted(game.number, at_ms, command.first, command.uncertain_ms),)


def tap(game: Game, command: Tap | Interrupt | HandBack, at_ms: int) -> Decision:
    """Return a press at the table; nobody may insist on one."""
    play = game.play
    if play.clock is None:
        return Refused(wording.CLOCK_NOT_STARTED)
    if play.ending is not None:
        return Refused(wording.OVER_COUNT_THE_TABLE)
    if play.pause is not None:
        refusal = PAUSES[play.pause.cause].refusal
        return Refused(wording.WAIT_FOR_THE_ORGANIZER.format(why=refusal))
    second = isinstance(command, Tap) and means_it(play, command.side, at_ms)
    if play.question is not None and not second:
        return Refused(wording.ANSWER_THE_QUESTION_FIRST)
    if play.clock_holds:
        return Refused(wording.CLOCK_ON_THE_TABLE_KEEPS_TIME)
    match command:
        case Tap():
            return _plunger(game, command, at_ms)
        case Interrupt():
            return _interrupt(game, command)
        case HandBack():
            if not play.interrupted:
                return Refused(wording.NO_INTERRUPT_TO_END)
            return (command,)
        case _:
            assert_never(command)


def _adjust_fault(game: Game, side: Side) -> str:
    """Return why time given to ``side`` or taken from it would change nothing; empty when it
    does.
    """
    play, kind = game.play, game.terms.time.kind
    if kind is TimingKind.UNTIMED:
        return say("This game has no time limits.")
    turn = play.step >= turns.FIRST_TURN_STEP and side is play.owner
    if kind is TimingKind.TURNS and not turn:
        return say(
            "{colour}'s next turn begins with its full time. Adjust it once it has begun.",
            colour=side.colour,
        )
    return ""


def _interrupt(game: Game, command: Interrupt) -> Decision:
    play = game.play
    if play.interrupted:
        return Refused(wording.CLOCK_RUNS_ALREADY.format(side=play.runner.colour))
    if play.step < turns.FIRST_TURN_STEP:
        return Refused(wording.NO_INTERRUPTS_IN_DEPLOYMENT)
    if play.awaits_start:
        return Refused(wording.STARTS_THE_TURN_FIRST.format(side=play.owner.colour))
    if play.dice_down_ms is not None:
        return Refused(wording.DICE_DOWN_NO_INTERRUPT)
    if game.terms.plays_past_a_flag and play.owner.other in play.overrun:
        return Refused(wording.NO_TIME_TO_INTERRUPT.format(side=play.owner.other.colour))
    return (command,)


def _plunger(game: Game, command: Tap, at_ms: int) -> Decision:
    """Return a tap on one's own half: hands an interrupt's clock back, or ends the phase or
    turn.
    """
    play, side, uncertain_ms = game.play, command.side, command.uncertain_ms
    if side is not play.runner and play.dice_down_ms is not None:
        return Refused(wording.DICE_DOWN_OTHER_TAPS.format(side=play.owner.colour))
    if side is not play.runner and play.awaits_start:
        return Refused(wording.STARTS_THE_TURN_WITH_A_TAP.format(side=play.owner.colour))
    if side is not play.runner:
        return Refused(wording.ONLY_THE_RUNNING_SIDE_TAPS.format(side=play.runner.colour))
    if play.interrupted:
        return (HandBack(game.number, at_ms=at_ms, uncertain_ms=uncertain_ms),)
    if play.awaits_start:
        return (TurnStarted(game.number, at_ms, side, uncertain_ms),)
    if straight_back(game.terms, play, side, at_ms):
        return (Claimed(game.number, at_ms, side, Claim.TURN, side.other, tapped=True),)
    minimum_ms = game.terms.time.minimum_turn_ms
    left_ms = 0 if play.dice_down_ms is not None else minimum_ms - step_elapsed(play, at_ms)
    if play.step >= turns.FIRST_TURN_STEP and left_ms > 0:
        least = minimum_ms // 1000
        return Refused(wording.TURN_LASTS_AT_LEAST.format(seconds=least, left=-(-left_ms // 1000)))
    return (TurnEnded(game.number, at_ms, side, uncertain_ms),)


def extend(game: Game, command: TakeExtension, _at_ms: int) -> Decision:
    """Give the active player a turn extension, one a game (more with reinforcements)."""
    play = game.play
    if play.clock is None or not play.in_progress:
        return Refused(wording.NO_TURN_IS_BEING_PLAYED)
    fault = extension_fault(game.terms, play, command.side)
    return Refused(fault) if fault else (command,)


def set_clock(
    game: Game,
    command: PauseClock | ResumeClock | AdjustClock | SetTime | CountGap,
    at_ms: int,
    *,
    insist: bool = False,
) -> Decision:
    """Return what the EO does to a clock that has been started."""
    if game.play.clock is None:
        return Refused(say("The clock is not started."))
    return OF_CLOCK[type(command)](game, command, at_ms, insist=insist)


def _pause(game: Game, command: PauseClock, at_ms: int, *, insist: bool) -> Decision:
    if not game.play.ticking or game.play.dice_down_ms is not None:
        return Refused(say("This clock is not running; there is nothing to pause."))
    return (ClockPaused(game.number, at_ms, command.cause, command.reason),)


def _resume(game: Game, command: ResumeClock, _at_ms: int, *, insist: bool) -> Decision:
    if game.play.pause is None:
        return Refused(say("This clock is not paused."))
    return (command,)


def _adjust(game: Game, command: AdjustClock, at_ms: int, *, insist: bool) -> Decision:
    """Take away at most what is left, so that no clock owes time that nobody sees."""
    side, given_ms = command.side, command.delta_ms
    if not command.reason.strip():
        return Refused(say("Say why the time is changed."))
    fault = _adjust_fault(game, side)
    if fault:
        return Refused(fault)
    left_ms = _left_ms(game, side, at_ms)
    if given_ms < 0 and left_ms <= 0:
        return Refused(say("{colour} has no time left to take away.", colour=side.colour))
    if given_ms < 0 and left_ms + given_ms <= 0:
        return _take_all(command, left_ms, insist=insist)
    owed_ms = 0 if _begins_anew(game, side) else max(-left_ms, 0)
    if 0 < given_ms <= owed_ms and not insist:
        return Refused(
            say(
                "{colour}’s clock is {owed} over its time, so {given} more leaves it out of time."
                " Set it to a time instead.",
                colour=side.colour,
                owed=clock_words(owed_ms),
                given=clock_words(given_ms),
            ),
            insistable=True,
        )
    return (command,)


def _take_all(command: AdjustClock, left_ms: int, *, insist: bool) -> Decision:
    if not insist:
        return Refused(
            say(
                "{colour} has only {left} left. Without it the clock runs out, which can end the"
                " game. Take all of it away?",
                colour=command.side.colour,
                left=clock_words(left_ms),
            ),
            insistable=True,
        )
    return (replace(command, delta_ms=-left_ms),)


def _begins_anew(game: Game, side: Side) -> bool:
    """Tell whether time that ``side`` is given counts from now on, however late the turn is."""
    return game.terms.time.kind is TimingKind.TURNS and side in game.play.overrun


def _left_ms(game: Game, side: Side, at_ms: int) -> int:
    clock = game.play.clock
    assert clock is not None
    return clock.remaining(side, at_ms)


def _set_time(game: Game, command: SetTime, at_ms: int, *, insist: bool) -> Decision:
    """Record the adjustment that leads to that time."""
    side = command.side
    left_ms = _left_ms(game, side, at_ms)
    if _begins_anew(game, side):
        left_ms = max(left_ms, 0)
    given_ms = max(command.left_ms, 0) - left_ms
    if not given_ms:
        return Refused(say("{colour}’s clock shows that time already.", colour=side.colour))
    adjusted = AdjustClock(game.number, side, given_ms, command.reason, at_ms=at_ms)
    return _adjust(game, adjusted, at_ms, insist=insist)


def _count_gap(game: Game, _command: CountGap, at_ms: int, *, insist: bool) -> Decision:
    play, number = game.play, game.number
    if play.pause is None or play.pause.cause is not PauseCause.GAP:
        return Refused(say("There is no gap to rule on at this table."))
    if play.awaits_start:
        return (ResumeClock(number, at_ms=at_ms),)
    if not play.pause.gap_ms:
        return Refused(say("It is not known how long the gap was. Adjust the times instead."))
    reason = wording.GAP_COUNTS_AS_PLAYED
    lost = AdjustClock(number, play.runner, -play.pause.gap_ms, reason, at_ms=at_ms)
    return (lost, ResumeClock(number, at_ms=at_ms))


OF_CLOCK: Mapping[type, Decider] = {
    PauseClock: _pause,
    ResumeClock: _resume,
    AdjustClock: _adjust,
    SetTime: _set_time,
    CountGap: _count_gap,
}
"""What the EO does to a clock that has been started; called without the state."""
