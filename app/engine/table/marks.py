"""How each mark changes a table's play: ``advance`` is the whole of it, mark by mark."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import assert_never

from app.engine.acts.chess_clock import AdoptTimes, HoldTime, RelabelPress
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    CallJudge,
    ChangeLosses,
    Claimed,
    ClockPaused,
    ClockStarted,
    CountLosses,
    DismissJudge,
    EnterTally,
    FlagFell,
    HandBack,
    Interrupt,
    Mark,
    PauseCause,
    PutDiceDown,
    RemoveElement,
    ReopenGame,
    ResumeClock,
    Ruled,
    ScoreTurn,
    TakeExtension,
    TurnEnded,
    TurnStarted,
    WithdrawResult,
)
from app.engine.armies.losses import with_changes
from app.engine.frozen import replace
from app.engine.packet.packet import ClockOut, GameRules
from app.engine.side import Side
from app.engine.table import deathclock, turns
from app.engine.table.chess_clock import Switch, readings, reread, switch_in
from app.engine.table.claims import answered, claimed
from app.engine.table.clock_marks import clock_set, dice_down, extended
from app.engine.table.clock_out import flag_fell
from app.engine.table.game import (
    UNANSWERED,
    Ending,
    Game,
    Pause,
    Play,
    Tally,
    end_step,
    give_clock,
    stopped,
    won_by_scoring,
)


def with_mark(game: Game, mark: Mark) -> Game:
    """The game with one more mark, put in its place in time."""
    return with_marks(game, (mark,))


def with_marks(game: Game, marks: Sequence[Mark]) -> Game:
    """The game with more marks, in the order in which they arrive."""
    placed, play, late = [*game.marks], game.play, False
    for mark in marks:
        if placed and mark.at_ms < placed[-1].at_ms:
            placed.insert(bisect_right(placed, mark.at_ms, key=lambda earlier: earlier.at_ms), mark)
            late = True
        else:
            placed.append(mark)
            play = advance(game.terms, play, mark)
            late = late or isinstance(mark, RelabelPress)
    game = replace(game, marks=tuple(placed), play=play)
    return replay(game) if late else game


def as_of(game: Game, at_ms: int) -> Game:
    """The game as it was at ``at_ms``, for a mark that arrives late."""
    if not game.marks or game.marks[-1].at_ms <= at_ms:
        return game
    return replay(replace(game, marks=tuple(mark for mark in game.marks if mark.at_ms <= at_ms)))


def replay(game: Game) -> Game:
    """The game with its play read anew from its marks."""
    if readings(game.marks):
        return replace(game, play=reread(game.terms, game.marks, advance)[0])
    play = Play()
    for mark in game.marks:
        play = advance(game.terms, play, mark)
    return replace(game, play=play)


def as_read(game: Game) -> tuple[Mark, ...]:
    """The marks with every switch of the clock as it is read now."""
    return reread(game.terms, game.marks, advance)[1] if readings(game.marks) else game.marks


def switch_at(game: Game, at_ms: int) -> Switch | None:
    """The switch of the clock in a turn made at ``at_ms``, as it is read now."""
    return switch_in(game.terms, as_read(game), at_ms)


def advance(terms: GameRules, play: Play, mark: Mark) -> Play:
    """One mark further. A mark out of place leaves the play as it is."""
    match mark:
        case ClockStarted():
            return _started(terms, play, mark)
        case TurnStarted() | TurnEnded() | Interrupt() | HandBack():
            return _tapped(terms, play, mark) if play.ticking else play
        case ClockPaused() | ResumeClock() | AdjustClock():
            return clock_set(terms, play, mark)
        case FlagFell():
            return flag_fell(terms, play, mark)
        case TakeExtension():
            return extended(terms, play, mark)
        case PutDiceDown():
            return dice_down(play, mark)
        case RemoveElement():
            return replace(play, removed=mark.key)
        case HoldTime() | AdoptTimes():
            return _held(play, mark)
        case RelabelPress():
            return play  # see `app.engine.table.chess_clock`
        case CountLosses():
            return replace(play, losses=play.losses.put(mark.side, mark.losses))
        case ChangeLosses():
            after = with_changes(play.losses.of(mark.side), mark.changes)
            return replace(play, losses=play.losses.put(mark.side, after))
        case ScoreTurn() | EnterTally():
            return _counted(terms, play, mark)
        case Claimed():
            return claimed(play, mark)
        case Answer():
            return answered(terms, play, mark)
        case CallJudge():
            return replace(play, judge_called=True)
        case DismissJudge():
            return replace(play, judge_called=False, disputed=None)
        case Ruled() | ReopenGame() | WithdrawResult():
            return _ruled(play, mark)
        case _:
            assert_never(mark)


def _started(terms: GameRules, play: Play, mark: ClockStarted) -> Play:
    """In the first deployment phase the clocks may be started anew with the other player first."""
    begins = turns.first_step(terms)
    if play.step > begins or play.ending is not None:
        return play
    if play.clock and play.first is mark.first:
        return play
    clock = deathclock.start(terms.time.allotted_ms, mark.first, mark.at_ms)
    return Play(
        clock=clock,
        first=mark.first,
        step=begins,
        step_since_ms=mark.at_ms,
        judge_called=play.judge_called,
        disputed=play.disputed,
        clock_holds=play.clock_holds,
        clock_left=play.clock_left,
    )


def _held(play: Play, mark: HoldTime | AdoptTimes) -> Play:
    """Who keeps the time, and what the clock on the table says of it."""
    match mark:
        case HoldTime():
            held = replace(play, clock_holds=mark.by_clock, clock_left=not mark.by_clock)
            return replace(held, awaits_start=play.awaits_start and not mark.by_clock)
        case AdoptTimes():
            clock = play.clock
            for side in Side:
                clock = clock and clock.allot(side, mark.left_ms.of(side), mark.at_ms)
            return replace(play, clock=clock)
        case _:
            assert_never(mark)


def _tapped(
    terms: GameRules, play: Play, mark: TurnStarted | TurnEnded | Interrupt | HandBack
) -> Play:
    match mark:
        case TurnStarted():
            if not play.awaits_start or mark.side is not play.owner:
                return play
            return give_clock(replace(play, awaits_start=False), mark.at_ms)
        case TurnEnded():
            in_turn = mark.side is play.owner and not play.interrupted
            return end_step(terms, play, mark.at_ms) if in_turn else play
        case Interrupt():
            out_of_time = terms.clock_out is ClockOut.LAST_TURN and play.owner.other in play.overrun
            if play.interrupted or play.awaits_start or out_of_time:
                return play
            return give_clock(play, mark.at_ms, interrupted=True)
        case HandBack():
            if not play.interrupted:
                return play
            return give_clock(play, mark.at_ms, interrupted=False)
        case _:
            assert_never(mark)


def _counted(terms: GameRules, play: Play, mark: ScoreTurn | EnterTally) -> Play:
    """New numbers ask the players again; the finished turns' may win at once.

    A result both have confirmed stays confirmed when the EO corrects a number.
    """
    answers = play.answers if mark.by is None and play.confirmed else UNANSWERED
    match mark:
        case EnterTally() if play.ending is None:
            return replace(play, answers=answers)
        case ScoreTurn():
            play = replace(play, answers=answers, scores={**play.scores, mark.step: mark})
            finished = mark.step < play.step
            return won_by_scoring(terms, play, mark.at_ms) if finished else play
        case EnterTally():
            return replace(
                play, answers=answers, tally=Tally(mark.apd, mark.casters, mark.presence)
            )
        case _:
            assert_never(mark)


def _ruled(play: Play, mark: Ruled | ReopenGame | WithdrawResult) -> Play:
    """The EO's word on the game."""
    match mark:
        case Ruled(winner=winner, how=how, reason=reason, army_points=points):
            before = play.ending or Ending(mark.at_ms, play.step)
            ending = Ending(
                before.at_ms,
                before.step,
                winner,
                how,
                ruled=True,
                reason=reason,
                army_points=points,
            )
            return replace(stopped(play, ending), judge_called=False, disputed=None)
        case ReopenGame():
            return _reopened(play, mark)
        case WithdrawResult():
            return replace(play, answers=UNANSWERED)
        case _:
            assert_never(mark)


def _reopened(play: Play, mark: ReopenGame) -> Play:
    """Play goes on from the present step, the clock paused until the EO resumes it."""
    ending = play.ending
    stop = ending or play.flag
    if play.clock is None or stop is None:
        return play
    return replace(
        play,
        clock=play.clock.run(None, mark.at_ms),
        step=ending.step if ending and ending.how is None else play.step,
        ending=None,
        flag=None,
        claim=None,
        last_step=None,
        dice_down_ms=None,
        overrun=(),
        answers=UNANSWERED,
        tally=None,
        pause=Pause(stop.at_ms, PauseCause.EO, mark.reason),
    )
