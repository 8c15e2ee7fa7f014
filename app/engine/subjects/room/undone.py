"""Undoes an act at many tables.

Players' presses are never undone: undo only does something at tables where nobody has touched the
clock since.
"""

from collections.abc import Callable, Mapping

from app.engine.acts.events import Event
from app.engine.acts.results import How
from app.engine.acts.room import RoomAct, RoomActed
from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    FlagFell,
    PauseCause,
    ReopenGame,
    ResumeClock,
)
from app.engine.language import say
from app.engine.remarks import Reason, reason
from app.engine.state import State
from app.engine.table.game import Game
from app.engine.table.marks import as_of

GIVEN_BACK = say("The gap no longer counts as played")
TAKEN_BACK = reason(Reason.START_TAKEN_BACK)
NOT_GIVEN = say("The time given is taken back")


def undo_room(state: State, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Return the records that undo the act at tables whose clocks nobody has touched since."""
    undo = _UNDO[acted.act]
    games = [state.games[number] for number in acted.games if number in state.games]
    return tuple(event for game in games for event in undo(game, acted, at_ms))


def flag_that_ended(game: Game) -> FlagFell | None:
    """Return the flag that ended the game or that waits for the players' answer; None if there is
    none.
    """
    ending, result = game.play.ending, game.reported
    ended = ending is not None and ending.how is How.CLOCK_OUT
    if result is not None and result.how is not How.CLOCK_OUT:
        return None
    if game.play.flag is None and not ended:
        return None
    return next((mark for mark in reversed(game.marks) if isinstance(mark, FlagFell)), None)


def _resume_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Resume the clock if it is still paused because of that act."""
    pause = game.play.pause
    same = pause is not None and pause.cause is PauseCause.EO and pause.since_ms == acted.at_ms
    return (ResumeClock(game.number, at_ms=at_ms),) if same else ()


def _pause_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    if not _is_untouched(game, acted):
        return ()
    return (ClockPaused(game.number, at_ms, PauseCause.EO, acted.reason),)


def _ask_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Pause the clock again, so that the gap waits for a ruling once more."""
    before = as_of(game, acted.at_ms - 1).play.pause
    if before is None or not _is_untouched(game, acted):
        return ()
    known = before.gap_known
    return (ClockPaused(game.number, at_ms, PauseCause.GAP, "", before.gap_ms, known),)


def _give_back(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Give the time of the gap back to its player. A game that ended because of the gap is
    reopened, with its clock paused.
    """
    taken = next(
        (
            mark
            for mark in game.marks
            if isinstance(mark, AdjustClock) and mark.at_ms == acted.at_ms
        ),
        None,
    )
    if taken is None:
        return ()
    back = AdjustClock(game.number, taken.side, -taken.delta_ms, GIVEN_BACK, at_ms=at_ms)
    flag = flag_that_ended(game)
    if flag is None or flag.at_ms < acted.at_ms or flag.side is not taken.side:
        return (back,)
    return (ReopenGame(game.number, GIVEN_BACK, at_ms=at_ms), back)


def _start_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Give the running side all its used time back and pause the clock, so that the first player
    can still be corrected.
    """
    clock = game.play.clock
    if clock is None or not _is_untouched(game, acted):
        return ()
    paused = ClockPaused(game.number, at_ms, PauseCause.EO, TAKEN_BACK)
    side, used_ms = game.play.runner, clock.used(game.play.runner, at_ms)
    if not used_ms:
        return (paused,)
    return (paused, AdjustClock(game.number, side, used_ms, TAKEN_BACK, at_ms=at_ms))


def _take_time_back(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Take the given time back from each player who has more time left than that. A player with
    less keeps it, so that no game ends.
    """
    clock = game.play.clock
    if clock is None or not game.play.in_progress:
        return ()
    return tuple(
        AdjustClock(game.number, mark.side, -mark.delta_ms, NOT_GIVEN, at_ms=at_ms)
        for mark in game.marks
        if isinstance(mark, AdjustClock)
        and mark.at_ms == acted.at_ms
        and clock.remaining(mark.side, at_ms) > mark.delta_ms
    )


def _is_untouched(game: Game, acted: RoomActed) -> bool:
    """Tell whether the clock has run since that act without any press."""
    return game.play.ticking and game.marks[-1].at_ms == acted.at_ms


def _nothing(_game: Game, _acted: RoomActed, _at_ms: int) -> tuple[Event, ...]:
    return ()


Undo = Callable[[Game, RoomActed, int], tuple[Event, ...]]
_UNDO: Mapping[RoomAct, Undo] = {
    RoomAct.PAUSE: _resume_again,
    RoomAct.RESUME: _pause_again,
    RoomAct.COUNT_GAP: _give_back,
    RoomAct.IGNORE_GAP: _ask_again,
    RoomAct.START: _start_again,
    RoomAct.GIVE_TIME: _take_time_back,
    RoomAct.ACCEPT: _nothing,  # an undone report no longer counts
}
