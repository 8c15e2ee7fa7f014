"""Late presses: which of them count without a decision, how the game would be if the others
counted, and the time that presses moved.

A press that a device hands in late is inserted at its instant. It waits for the organizer if it
would change something settled: a result that both players confirmed or the organizer ruled, a later
answer of the players, or a flag that fell after the organizer let the table play on without its
tablets. It also waits if another device of the table was in touch at that instant and showed
something else.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from app.engine import wording
from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.late import NoteMovedTime, PressesCounted, PressMark, PressSetAside
from app.engine.acts.results import How
from app.engine.acts.table import (
    AdjustClock,
    Answer,
    ClockPaused,
    EnterTally,
    FlagFell,
    Mark,
    PauseCause,
    ReopenGame,
    Ruled,
    TurnEnded,
    WithdrawResult,
)
from app.engine.frozen import replace
from app.engine.packet.timing import TimingKind
from app.engine.remarks import Reason, reason
from app.engine.side import Pair, Side
from app.engine.table.game import Game
from app.engine.table.marks import list_fallen_flags, with_mark, with_marks
from app.engine.table.verdict import final_result
from app.engine.text import clock_words

PROMPT_MS = 1_000
"""The least time moved by presses, in milliseconds, that is noted and shown. Clocks do not show
less, and part of that time is what a press takes through the network.
"""
SHOWN_TURNS = 2
"""The number of ended turns after which a table no longer shows that time was moved: one turn of
each player.
"""
NOTHING = Pair(0, 0)
Outcome: TypeAlias = tuple[object, ...]


def of_device(game: Game, device: str) -> tuple[PressSetAside, ...]:
    """Return the presses of a device that wait for the organizer. If ``device`` is empty, return
    the waiting presses of all devices.
    """
    return tuple(
        press_set_aside for press_set_aside in game.aside if device in {"", press_set_aside.device}
    )


def devices(game: Game) -> tuple[str, ...]:
    """Return the devices with presses that wait, the earliest first."""
    return tuple(dict.fromkeys(press.device for press in game.aside))


def with_presses(game: Game, presses: Iterable[PressSetAside]) -> Game:
    """Return the game as it would be if these presses had arrived in time."""
    return with_marks(game, marks_of(presses))


def marks_of(presses: Iterable[PressSetAside]) -> tuple[PressMark, ...]:
    return tuple(
        mark for press in presses for late in press.marks if (mark := late.mark) is not None
    )


def waits_for_eo(game: Game, marks: Sequence[Mark], *, doubted: bool) -> bool:
    """Tell whether these marks of a player need the organizer's consent to count."""
    after = with_marks(game, marks)
    if not marks:
        return False
    last_ms = after.marks[-1].at_ms + 1  # 1 ms later, so that it shows whose time runs
    if doubted and _times(game, last_ms) != _times(after, last_ms):
        return True
    return _changes_settled(game, after, min(map(_touches_ms, marks)))


def with_late_presses(game: Game, device: str) -> tuple[Game, int | None, tuple[FlagFell, ...]]:
    """Return the game with the device's late presses, the instant from which its clock is paused
    (None if it is not), and the flags that fell before that.

    If the game had stopped but goes on with the presses, its clock is paused from the instant at
    which the game stopped, or from the last press if that came later.
    """
    presses = of_device(game, device)
    after = with_presses(game, presses)
    stop = game.play.ending or game.play.flag
    if stop is None or not after.play.ticking:
        return after, None, ()
    stands_ms = max(stop.at_ms, *(press.at_ms for press in presses))
    after, flags = list_fallen_flags(after, stands_ms)
    if not after.play.ticking:
        return after, None, flags
    return with_mark(after, pause_at(game.number, stands_ms)), stands_ms, flags


def pause_at(game: int, at_ms: int) -> ClockPaused:
    return ClockPaused(game, at_ms, PauseCause.EO, reason(Reason.LATE_PRESSES))


def with_counted(game: Game, event: PressesCounted) -> Game:
    """Return the game after the organizer let late presses count."""
    presses = of_device(game, event.device)
    marks: tuple[Mark, ...] = marks_of(presses)
    if event.stands_ms is not None:
        marks = (*marks, pause_at(game.number, event.stands_ms))
    return without(with_marks(game, marks), event.device)


def without(game: Game, device: str) -> Game:
    """Return the game without the waiting presses of a device."""
    return replace(
        game,
        aside=tuple(
            press_set_aside for press_set_aside in game.aside if press_set_aside.device != device
        ),
    )


def _touches_ms(mark: Mark) -> int:
    """Return the earliest instant at which the mark may change the game."""
    return mark.switch_ms if isinstance(mark, RelabelPress) else mark.at_ms


def _changes_settled(before: Game, after: Game, at_ms: int) -> bool:
    result = final_result(before)
    if result is not None and final_result(after) != result:
        return True
    later = [mark for mark in before.marks if mark.at_ms >= at_ms]
    if any(isinstance(mark, (ReopenGame, WithdrawResult)) for mark in later):
        return before.play != after.play
    settled = before.alone or any(isinstance(mark, (Ruled, Answer, EnterTally)) for mark in later)
    return settled and outcome_so_far(before) != outcome_so_far(after)


def outcome_so_far(game: Game) -> Outcome:
    """Return the outcome of the game so far: its ending and points, or the fallen flags."""
    play, ending = game.play, game.play.ending
    if ending is None:
        return (play.flag, play.overrun)
    flag_ms = ending.at_ms if ending.how is How.CLOCK_OUT and not ending.ruled else None
    ended = (ending.winner, ending.how, ending.casters_gone, ending.length)
    return (*ended, flag_ms, game.points)


def _times(game: Game, at_ms: int) -> tuple[Pair[int], Pair[int]] | None:
    """Return the time that each side has used, and the total time that each side has, including
    extensions; None before the clock is started.
    """
    clock = game.play.clock
    if clock is None:
        return None
    return clock.used_by_both(at_ms), clock.allotted_ms


def compare_times(before: Game, after: Game, at_ms: int) -> Pair[int]:
    """Return by how many milliseconds each side's remaining time is longer in ``after`` than in
    ``before``, at ``at_ms``.
    """
    used, used_now = _measure_used(before, at_ms), _measure_used(after, at_ms)
    return Pair(used.red - used_now.red, used.blue - used_now.blue)


def moved_time(before: Game, after: Game, at_ms: int, device: str) -> tuple[NoteMovedTime, ...]:
    """Return the record of the time that was moved; empty if it is too little to show on a
    clock.
    """
    return note_move(after, compare_times(before, after, at_ms), at_ms, device)


def note_move(game: Game, moved: Pair[int], at_ms: int, device: str) -> tuple[NoteMovedTime, ...]:
    """Return the record of ``moved``, the milliseconds that each side has gained; empty if they are
    too few to show on a clock.
    """
    untimed = game.terms.time.kind is TimingKind.UNTIMED
    if untimed or max(abs(moved.red), abs(moved.blue)) < PROMPT_MS:
        return ()
    return (NoteMovedTime(game.number, at_ms, moved, device),)


def shown_move(game: Game) -> Pair[int]:
    """Return the moved time that the table shows: the time moved in this turn and the preceding
    one.
    """
    turns = [mark.at_ms for mark in game.marks if isinstance(mark, TurnEnded)]
    since_ms = turns[-SHOWN_TURNS] if len(turns) >= SHOWN_TURNS else 0
    recent = [move.gained_ms for move in game.moved if move.at_ms >= since_ms]
    return Pair(sum(move.red for move in recent), sum(move.blue for move in recent))


def moved_words(moved: Pair[int]) -> str:
    """Return moved time in words: "0:46 moved from Blue to Red", or what each side gained or lost;
    empty for none.
    """
    whole = moved.map(lambda ms: round(ms, -3))
    if whole == NOTHING:
        return ""
    if whole.red == -whole.blue:
        giver, taker = (Side.BLUE, Side.RED) if whole.red > 0 else (Side.RED, Side.BLUE)
        return wording.TIME_MOVED.format(
            time=clock_words(abs(whole.red)), giver=giver.colour, taker=taker.colour
        )
    return ", ".join(_side_words(side, whole.of(side)) for side in Side if whole.of(side))


def undo_moved_time(game: Game, move: NoteMovedTime, at_ms: int) -> tuple[AdjustClock, ...]:
    """Return the adjustments that reverse ``move``."""
    return tuple(
        AdjustClock(
            game.number, side, -move.gained_ms.of(side), wording.LATE_TIME_PUT_BACK, at_ms=at_ms
        )
        for side in Side
        if move.gained_ms.of(side)
    )


def _side_words(side: Side, ms: int) -> str:
    words = wording.TIME_GAINED if ms > 0 else wording.TIME_LOST
    return words.format(side=side.colour, time=clock_words(abs(ms)))


def _measure_used(game: Game, at_ms: int) -> Pair[int]:
    clock = game.play.clock
    return clock.used_by_both(at_ms) if clock else NOTHING
