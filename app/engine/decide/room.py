"""Decisions about many tables at once, and how such an act is undone.

Tables where the act makes no sense are left out. What players pressed is never undone: undo acts
only where nobody has touched the clock since.
"""

from collections.abc import Callable

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.results import How, ReportResult
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.table import (
    AdjustClock,
    ClockPaused,
    CountGap,
    DismissJudge,
    FlagFell,
    PauseCause,
    PauseClock,
    ReopenGame,
    ResumeClock,
)
from app.engine.decide.table_clock import set_clock
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.table.flags import fallen
from app.engine.table.game import Game
from app.engine.table.marks import as_of
from app.engine.table.verdict import final_result, table_result

NOTHING = {
    RoomAct.PAUSE: "No clock is running.",
    RoomAct.RESUME: "No clock is paused by you.",
    RoomAct.COUNT_GAP: "No table waits for a ruling on a time gap.",
    RoomAct.IGNORE_GAP: "No table waits for a ruling on a time gap.",
    RoomAct.TAKE_BACK_FLAGS: "No game was ended by its clock.",
    RoomAct.ACCEPT: "No result is confirmed by one player alone.",
}
RESTORED = "Time before the fault"
GIVEN_BACK = "The gap no longer counts as played"


def decide_room(state: State, command: ActAtTables, at_ms: int) -> Decision:
    """One row that names the act and its tables, then what was done at each table."""
    if command.act is RoomAct.TAKE_BACK_FLAGS and not command.reason.strip():
        return Refused("Say why: it goes into the history.")
    do = _DO[command.act]
    rows: list[Event] = []
    games: list[int] = []
    for game in _games(state, command):
        _, flags = fallen(as_of(game, at_ms), at_ms)
        done = () if flags else do(game, command, at_ms)
        if done:
            games.append(game.number)
        rows += (*flags, *done)
    if not games:
        return Refused(NOTHING[command.act])
    return (RoomActed(at_ms, command.act, tuple(games), command.reason.strip()), *rows)


def undo_room(state: State, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """What puts the act's tables back, where nobody has touched their clocks since."""
    undo = _UNDO[acted.act]
    games = [state.games[number] for number in acted.games if number in state.games]
    return tuple(event for game in games for event in undo(game, acted, at_ms))


def _games(state: State, command: ActAtTables) -> list[Game]:
    """Those asked for, as far as their round is under way; in order of their tables."""
    under_way = {round_.number for round_ in state.rounds if round_.stage is Stage.STARTED}
    return sorted(
        (
            game
            for game in state.games.values()
            if game.round_number in under_way
            and (not command.games or game.number in command.games)
        ),
        key=lambda game: game.table,
    )


def _taken(decision: Decision) -> tuple[Event, ...]:
    return () if isinstance(decision, Refused) else decision


def _pause(game: Game, command: ActAtTables, at_ms: int) -> tuple[Event, ...]:
    if final_result(game) is not None:
        return ()
    return _taken(set_clock(game, PauseClock(game.number, command.reason.strip()), at_ms))


def _resume(game: Game, command: ActAtTables, at_ms: int) -> tuple[Event, ...]:
    """Whatever stands, where tables were chosen; else only what the organizer paused."""
    pause = game.play.pause
    stands = pause is not None and pause.cause is not PauseCause.GAP
    mine = pause is not None and pause.cause is PauseCause.EO
    if not (mine or (stands and command.games)):
        return ()
    return _taken(set_clock(game, ResumeClock(game.number, at_ms=at_ms), at_ms))


def _count_gap(game: Game, _command: ActAtTables, at_ms: int) -> tuple[Event, ...]:
    return _taken(set_clock(game, CountGap(game.number), at_ms))


def _ignore_gap(game: Game, _command: ActAtTables, at_ms: int) -> tuple[Event, ...]:
    pause = game.play.pause
    if pause is None or pause.cause is not PauseCause.GAP:
        return ()
    return (ResumeClock(game.number, at_ms=at_ms),)


def _take_back_flag(game: Game, command: ActAtTables, at_ms: int) -> tuple[Event, ...]:
    """The game goes on with the times of before the fault; its clock stands paused."""
    flag, since_ms = _ended_by(game), command.since_ms
    if flag is None or game.play.clock is None or (since_ms is not None and flag.at_ms < since_ms):
        return ()
    before = game.marks[: game.marks.index(flag)]
    right_ms = before[-1].at_ms if since_ms is None else since_ms
    right = as_of(game, right_ms).play.clock
    rows: list[Event] = [ReopenGame(game.number, command.reason.strip(), at_ms=at_ms)]
    for side in Side:
        left_ms = game.play.clock.remaining(side, at_ms)
        lost_ms = right.remaining(side, right_ms) - left_ms if right is not None else 0
        if lost_ms:
            rows.append(AdjustClock(game.number, side, lost_ms, RESTORED, at_ms=at_ms))
    return tuple(rows)


def _ended_by(game: Game) -> FlagFell | None:
    """The flag that ended the game, or that waits for the players' answer."""
    ending, result = game.play.ending, game.reported
    ended = ending is not None and ending.how is How.CLOCK_OUT
    if result is not None and result.how is not How.CLOCK_OUT:
        return None
    if game.play.flag is None and not ended:
        return None
    return next((mark for mark in reversed(game.marks) if isinstance(mark, FlagFell)), None)


def _accept(game: Game, _command: ActAtTables, at_ms: int) -> tuple[Event, ...]:
    result, yes = table_result(game), list(game.play.answers)
    if result is None or final_result(game) is not None or yes.count(True) != 1:
        return ()
    reported = ReportResult(game.number, result)
    return (
        (reported, DismissJudge(game.number, at_ms=at_ms))
        if game.play.judge_called
        else (reported,)
    )


Do = Callable[[Game, ActAtTables, int], tuple[Event, ...]]
_DO: dict[RoomAct, Do] = {
    RoomAct.PAUSE: _pause,
    RoomAct.RESUME: _resume,
    RoomAct.COUNT_GAP: _count_gap,
    RoomAct.IGNORE_GAP: _ignore_gap,
    RoomAct.TAKE_BACK_FLAGS: _take_back_flag,
    RoomAct.ACCEPT: _accept,
}


def _resume_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """Where the pause of that act still stands."""
    pause = game.play.pause
    same = pause is not None and pause.cause is PauseCause.EO and pause.since_ms == acted.at_ms
    return (ResumeClock(game.number, at_ms=at_ms),) if same else ()


def _pause_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    if not _untouched(game, acted):
        return ()
    return (ClockPaused(game.number, at_ms, PauseCause.EO, acted.reason),)


def _ask_again(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """The gap waits for a ruling once more."""
    before = as_of(game, acted.at_ms - 1).play.pause
    if before is None or not _untouched(game, acted):
        return ()
    return (ClockPaused(game.number, at_ms, PauseCause.GAP, "", before.gap_ms),)


def _give_back(game: Game, acted: RoomActed, at_ms: int) -> tuple[Event, ...]:
    """The time of the gap goes back; a game that ended for the lack of it goes on, paused."""
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
    flag = _ended_by(game)
    if flag is None or flag.at_ms < acted.at_ms or flag.side is not taken.side:
        return (back,)
    return (ReopenGame(game.number, GIVEN_BACK, at_ms=at_ms), back)


def _untouched(game: Game, acted: RoomActed) -> bool:
    """Whether the clock runs since that act and nobody has pressed."""
    return game.play.ticking and game.marks[-1].at_ms == acted.at_ms


def _nothing(_game: Game, _acted: RoomActed, _at_ms: int) -> tuple[Event, ...]:
    return ()


Undo = Callable[[Game, RoomActed, int], tuple[Event, ...]]
_UNDO: dict[RoomAct, Undo] = {
    RoomAct.PAUSE: _resume_again,
    RoomAct.RESUME: _pause_again,
    RoomAct.COUNT_GAP: _give_back,
    RoomAct.IGNORE_GAP: _ask_again,
    RoomAct.ACCEPT: _nothing,  # a report that is undone no longer counts
}
