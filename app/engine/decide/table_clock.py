"""Decisions about a table's clock: start, taps, interrupts, and the EO's hand on it."""

from collections.abc import Mapping
from typing import assert_never

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    ClockStarted,
    CountGap,
    HandBack,
    Interrupt,
    PauseCause,
    PauseClock,
    ResumeClock,
    StartClock,
    TakeExtension,
    Tap,
    TurnEnded,
    TurnStarted,
)
from app.engine.packet.packet import ClockOut
from app.engine.packet.timing import TimingKind
from app.engine.side import Side
from app.engine.state import Round, Stage
from app.engine.table import turns
from app.engine.table.game import Game, extension_fault, step_elapsed
from app.engine.table.sentences import PAUSES


def start_clock(
    game: Game, round_: Round, command: StartClock, at_ms: int, *, insist: bool
) -> Decision:
    """A wrong first player can be put right in his first deployment phase, by the EO."""
    play = game.play
    if play.ending is not None:
        return Refused("This game is decided. Call the judge if it should be played.")
    deployed = play.step > turns.first_step(game.terms)
    if play.clock is not None and (play.first is command.first or deployed):
        return Refused("The clock has been started already.")
    if play.clock is not None and not insist:
        return Refused(
            f"{play.first.colour} was started as the first player. To start both clocks anew with"
            f" {command.first.colour} first, call the judge.",
            insistable=True,
        )
    if round_.stage is not Stage.STARTED and not insist:
        return Refused(
            "The round is not under way. Wait for the organizer's word.", insistable=True
        )
    if round_.dice_down_ms is not None and not insist:
        return Refused(
            "Dice are down in this round. Call the judge, who says whether you still play.",
            insistable=True,
        )
    return (ClockStarted(game.number, at_ms, command.first),)


def tap(game: Game, command: Tap | Interrupt | HandBack, at_ms: int) -> Decision:
    """A press at the table; nobody may insist on one."""
    play = game.play
    if play.clock is None:
        return Refused("The clock is not started. Choose who goes first.")
    if play.ending is not None:
        return Refused("The game is over. Count the table and confirm the result.")
    if play.pause is not None:
        refusal = PAUSES[play.pause.cause].refusal
        return Refused(f"{refusal}. Wait until the organizer starts it again.")
    if play.question is not None:
        return Refused("Answer the question on the screen first.")
    if play.clock_holds:
        return Refused("The clock on the table keeps the time. Press that one.")
    match command:
        case Tap():
            return _plunger(game, command.side, at_ms)
        case Interrupt():
            return _interrupt(game, command)
        case HandBack():
            if not play.interrupted:
                return Refused("There is no interrupt to end.")
            return (command,)
        case _:
            assert_never(command)


def _adjust_fault(game: Game, side: Side) -> str:
    """Why time given to ``side`` or taken from him would change nothing; empty when it does."""
    play, kind = game.play, game.terms.time.kind
    if kind is TimingKind.UNTIMED:
        return "This game has no time limits."
    turn = play.step >= turns.FIRST_TURN_STEP and side is play.owner
    if kind is TimingKind.TURNS and not turn:
        return f"{side.colour}'s next turn begins with its full time. Adjust it once it has begun."
    return ""


def _interrupt(game: Game, command: Interrupt) -> Decision:
    play = game.play
    if play.interrupted:
        return Refused(f"{play.runner.colour}'s clock runs already. Hand it back first.")
    if play.step < turns.FIRST_TURN_STEP:
        return Refused("There are no interrupts in deployment.")
    if play.awaits_start:
        return Refused(f"Nobody's time runs. {play.owner.colour} starts the turn first.")
    if play.dice_down_ms is not None:
        return Refused("Dice are down: no clock runs any more. End the turn when it is done.")
    if game.terms.clock_out is ClockOut.LAST_TURN and play.owner.other in play.overrun:
        return Refused(f"{play.owner.other.colour} has no time left to interrupt with.")
    return (command,)


def _plunger(game: Game, side: Side, at_ms: int) -> Decision:
    """A tap on one's own half: hands an interrupt's clock back, or ends the phase or turn."""
    play = game.play
    if side is not play.runner and play.dice_down_ms is not None:
        return Refused(f"Dice are down. {play.owner.colour} finishes the last turn and taps.")
    if side is not play.runner and play.awaits_start:
        return Refused(f"Nobody's time runs. {play.owner.colour} starts the turn with a tap.")
    if side is not play.runner:
        return Refused(f"{play.runner.colour}'s clock is running. Only {play.runner.colour} taps.")
    if play.interrupted:
        return (HandBack(game.number, at_ms=at_ms),)
    if play.awaits_start:
        return (TurnStarted(game.number, at_ms, side),)
    minimum_ms = game.terms.time.minimum_turn_ms
    left_ms = 0 if play.dice_down_ms is not None else minimum_ms - step_elapsed(play, at_ms)
    if play.step >= turns.FIRST_TURN_STEP and left_ms > 0:
        least = minimum_ms // 1000
        return Refused(f"A turn lasts at least {least} seconds: {-(-left_ms // 1000)} to go.")
    return (TurnEnded(game.number, at_ms, side),)


def extend(game: Game, command: TakeExtension, _at_ms: int) -> Decision:
    """A turn extension is the active player's, once a game (more with reinforcements)."""
    play = game.play
    if play.clock is None or not play.in_progress:
        return Refused("No turn is being played.")
    fault = extension_fault(game.terms, play, command.side)
    return Refused(fault) if fault else (command,)


def set_clock(
    game: Game, command: PauseClock | ResumeClock | AdjustClock | CountGap, at_ms: int
) -> Decision:
    """What the EO does to a clock that has been started."""
    if game.play.clock is None:
        return Refused("The clock is not started.")
    return OF_CLOCK[type(command)](game, command, at_ms)


def _pause(game: Game, command: PauseClock, at_ms: int) -> Decision:
    if not game.play.ticking or game.play.dice_down_ms is not None:
        return Refused("This clock is not running; there is nothing to pause.")
    return (ClockPaused(game.number, at_ms, command.cause, command.reason),)


def _resume(game: Game, command: ResumeClock, _at_ms: int) -> Decision:
    if game.play.pause is None:
        return Refused("This clock is not paused.")
    return (command,)


def _adjust(game: Game, command: AdjustClock, _at_ms: int) -> Decision:
    if not command.reason.strip():
        return Refused("Say why the time is changed.")
    fault = _adjust_fault(game, command.side)
    return Refused(fault) if fault else (command,)


def _count_gap(game: Game, _command: CountGap, at_ms: int) -> Decision:
    play, number = game.play, game.number
    if play.pause is None or play.pause.cause is not PauseCause.GAP:
        return Refused("There is no gap to rule on at this table.")
    if play.awaits_start:
        return (ResumeClock(number, at_ms=at_ms),)
    reason = "The gap counts as played"
    lost = AdjustClock(number, play.runner, -play.pause.gap_ms, reason, at_ms=at_ms)
    return (lost, ResumeClock(number, at_ms=at_ms))


OF_CLOCK: Mapping[type, Decider] = {
    PauseClock: _pause,
    ResumeClock: _resume,
    AdjustClock: _adjust,
    CountGap: _count_gap,
}
"""What the EO does to a clock that has been started; called without the state."""
