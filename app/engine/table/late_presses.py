"""Late presses: which of them count by themselves, and the game with the others counted.

A press that a device hands over late is put in its place in time. It waits for the EO instead where
it would change what is settled: a result that both players confirmed or the EO ruled, what players
answered since, or a flag that fell after the EO had the table go on without its tablets.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.late import PressesCounted, PressMark, PressSetAside
from app.engine.acts.results import How
from app.engine.acts.table import (
    Answer,
    ClockPaused,
    EnterTally,
    FlagFell,
    Mark,
    PauseCause,
    ReopenGame,
    Ruled,
    WithdrawResult,
)
from app.engine.frozen import replace
from app.engine.language import say
from app.engine.side import Pair, Side
from app.engine.table.flags import fallen
from app.engine.table.game import Game
from app.engine.table.marks import with_mark, with_marks
from app.engine.table.verdict import final_result

REASON = say("Late presses count")
Outcome: TypeAlias = tuple[object, ...]


def of_device(game: Game, device: str) -> tuple[PressSetAside, ...]:
    """The presses of a device that wait for the EO; everybody's where ``device`` is empty."""
    return tuple(
        press_set_aside for press_set_aside in game.aside if device in {"", press_set_aside.device}
    )


def devices(game: Game) -> tuple[str, ...]:
    """Those with presses that wait, the earliest first."""
    return tuple(dict.fromkeys(press.device for press in game.aside))


def with_presses(game: Game, presses: Iterable[PressSetAside]) -> Game:
    """The game as it would be if these had come in time."""
    return with_marks(game, marks_of(presses))


def marks_of(presses: Iterable[PressSetAside]) -> tuple[PressMark, ...]:
    return tuple(
        mark for press in presses for late in press.marks if (mark := late.mark) is not None
    )


def waits_for_eo(game: Game, marks: Sequence[Mark], *, doubted: bool) -> bool:
    """Whether these marks of a player may not count without the EO."""
    after = with_marks(game, marks)
    if not marks:
        return False
    last_ms = after.marks[-1].at_ms + 1  # whoever's time runs then has it
    if doubted and _used(game, last_ms) != _used(after, last_ms):
        return True
    return _changes_settled(game, after, min(map(_touches_ms, marks)))


def with_late_presses(game: Game, device: str) -> tuple[Game, int | None, tuple[FlagFell, ...]]:
    """The game with the device's late presses, since when its clock stands, and the flags that
    fell before that. The clock of a game that goes on stands since the table stopped.
    """
    presses = of_device(game, device)
    after = with_presses(game, presses)
    stop = game.play.ending or game.play.flag
    if stop is None or not after.play.ticking:
        return after, None, ()
    stands_ms = max(stop.at_ms, *(press.at_ms for press in presses))
    after, flags = fallen(after, stands_ms)
    if not after.play.ticking:
        return after, None, flags
    return with_mark(after, pause_at(game.number, stands_ms)), stands_ms, flags


def pause_at(game: int, at_ms: int) -> ClockPaused:
    return ClockPaused(game, at_ms, PauseCause.EO, REASON)


def with_counted(game: Game, event: PressesCounted) -> Game:
    """The game after the EO had late presses count."""
    presses = of_device(game, event.device)
    marks: tuple[Mark, ...] = marks_of(presses)
    if event.stands_ms is not None:
        marks = (*marks, pause_at(game.number, event.stands_ms))
    return without(with_marks(game, marks), event.device)


def without(game: Game, device: str) -> Game:
    """The game when a device's presses wait no more."""
    return replace(
        game,
        aside=tuple(
            press_set_aside for press_set_aside in game.aside if press_set_aside.device != device
        ),
    )


def _touches_ms(mark: Mark) -> int:
    """From when on the mark may change the game."""
    return mark.switch_ms if isinstance(mark, RelabelPress) else mark.at_ms


def _changes_settled(before: Game, after: Game, at_ms: int) -> bool:
    result = final_result(before)
    if result is not None and final_result(after) != result:
        return True
    later = [mark for mark in before.marks if mark.at_ms >= at_ms]
    if any(isinstance(mark, (ReopenGame, WithdrawResult)) for mark in later):
        return before.play != after.play
    settled = before.alone or any(isinstance(mark, (Ruled, Answer, EnterTally)) for mark in later)
    return settled and outcome(before) != outcome(after)


def outcome(game: Game) -> Outcome:
    """How the game has come out so far: its end and the points it counts for, the flags fallen."""
    play, ending = game.play, game.play.ending
    if ending is None:
        return (play.flag, play.overrun)
    flag_ms = ending.at_ms if ending.how is How.CLOCK_OUT and not ending.ruled else None
    ended = (ending.winner, ending.how, ending.casters_gone, ending.length)
    return (*ended, flag_ms, game.points)


def _used(game: Game, at_ms: int) -> Pair[int] | None:
    clock = game.play.clock
    return Pair(*(clock.used(side, at_ms) for side in Side)) if clock else None
