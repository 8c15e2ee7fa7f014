"""Decides acts at many tables at once. Tables where the act makes no sense are left out."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from app.engine import wording
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.results import ReportResult, Result
from app.engine.acts.room import ActAtTables, RoomAct, RoomActed
from app.engine.acts.table import (
    AdjustClock,
    CountGap,
    DismissJudge,
    PauseCause,
    PauseClock,
    ReopenGame,
    ResumeClock,
    StartClock,
)
from app.engine.language import say
from app.engine.players.list_choice import list_fault
from app.engine.side import Side
from app.engine.state import Stage, State
from app.engine.subjects.act import Request
from app.engine.subjects.room.undone import flag_that_ended
from app.engine.subjects.table.clock import set_clock
from app.engine.subjects.table.presses import start_clock
from app.engine.table.game import NOT_PHONED, Game
from app.engine.table.marks import as_of, list_fallen_flags
from app.engine.table.verdict import final_result, table_result

NOTHING = {
    RoomAct.PAUSE: say("No clock is running."),
    RoomAct.RESUME: say("You have not paused any clock."),
    RoomAct.COUNT_GAP: say("No table is waiting for a ruling on a time gap."),
    RoomAct.IGNORE_GAP: say("No table is waiting for a ruling on a time gap."),
    RoomAct.TAKE_BACK_FLAGS: say("No game was ended by its clock."),
    RoomAct.ACCEPT: say("No result is confirmed by one player alone."),
    RoomAct.START: say("No game is waiting to start."),
    RoomAct.GIVE_TIME: say("No player here can be given time."),
}
NEED_REASON = (RoomAct.TAKE_BACK_FLAGS, RoomAct.GIVE_TIME)
RESTORED = say("Time before the fault")
HAS_RESULT = Refused(say("The game has its result."))


class RoomAtTable(Struct, frozen=True):
    """The result of an act at one of many tables: the flags that have fallen there, and the act's
    rows or a refusal.
    """

    game: Game
    flags: tuple[Event, ...]
    done: Decision


def at_tables(state: State, command: ActAtTables, at_ms: int) -> Iterator[RoomAtTable]:
    """Return the result of the act at each table."""
    return (do_at_table(state, game, command, at_ms) for game in _games(state, command))


def do_at_table(state: State, game: Game, command: ActAtTables, at_ms: int) -> RoomAtTable:
    """Carry out the act at one table whose round is under way."""
    _, flags = list_fallen_flags(as_of(game, at_ms), at_ms)
    if flags:
        return RoomAtTable(game, flags, Refused(say("The clock has just run out.")))
    return RoomAtTable(game, (), _DO[command.act](state, game, command, at_ms))


def _decide(state: State, command: ActAtTables, at_ms: int, *, insist: bool) -> Decision:
    """Return a row that names the act and its tables, followed by the rows of each table."""
    if command.act in NEED_REASON and not command.reason.strip():
        return Refused(say("Say why: it goes into the history."))
    if command.act is RoomAct.GIVE_TIME and command.delta_ms <= 0:
        return Refused(say("How much time? Enter minutes or seconds."))
    rows: list[Event] = []
    games: list[int] = []
    for table in at_tables(state, command, at_ms):
        rows += table.flags
        if not isinstance(table.done, Refused):
            games.append(table.game.number)
            rows += table.done
    if not games:
        return Refused(NOTHING[command.act])
    return (RoomActed(at_ms, command.act, tuple(games), command.reason.strip()), *rows)


def _games(state: State, command: ActAtTables) -> list[Game]:
    """Return those of the act's games whose round is under way, in the order of their tables."""
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


def _pause(_state: State, game: Game, command: ActAtTables, at_ms: int) -> Decision:
    if final_result(game) is not None:
        return HAS_RESULT
    return set_clock(game, PauseClock(game.number, command.reason.strip()), at_ms)


def _resume(_state: State, game: Game, command: ActAtTables, at_ms: int) -> Decision:
    """Resume a clock. If the organizer chose the table, it does not matter who paused it; otherwise
    only clocks that the organizer paused are resumed.
    """
    pause = game.play.pause
    if pause is not None and pause.cause is PauseCause.GAP:
        return Refused(say("It is waiting for your ruling on a time gap."))
    if pause is not None and pause.cause is not PauseCause.EO and not command.games:
        return Refused(say("Its clock was not paused by you."))
    return set_clock(game, ResumeClock(game.number, at_ms=at_ms), at_ms)


def _count_gap(_state: State, game: Game, _command: ActAtTables, at_ms: int) -> Decision:
    return set_clock(game, CountGap(game.number), at_ms)


def _ignore_gap(_state: State, game: Game, _command: ActAtTables, at_ms: int) -> Decision:
    pause = game.play.pause
    if pause is None or pause.cause is not PauseCause.GAP:
        return Refused(say("There is no gap to rule on at this table."))
    return (ResumeClock(game.number, at_ms=at_ms),)


def _take_back_flag(_state: State, game: Game, command: ActAtTables, at_ms: int) -> Decision:
    """Take back a flag that fell because of a fault: the game goes on with the times from before
    the fault, and its clock is paused. Time that the organizer has since given to the other player
    stays.
    """
    flag, since_ms = flag_that_ended(game), command.since_ms
    if flag is None or game.play.clock is None or (since_ms is not None and flag.at_ms < since_ms):
        return Refused(say("The clock did not end this game."))
    at = game.marks.index(flag)
    before, since = game.marks[:at], game.marks[at:]
    given_ms = sum(
        mark.delta_ms
        for mark in since
        if isinstance(mark, AdjustClock) and mark.side is flag.side.other
    )
    right_ms = before[-1].at_ms if since_ms is None else since_ms
    right = as_of(game, right_ms).play.clock
    rows: list[Event] = [ReopenGame(game.number, command.reason.strip(), at_ms=at_ms)]
    for side in Side:
        left_ms = game.play.clock.remaining(side, at_ms)
        kept_ms = given_ms if side is flag.side.other else 0
        lost_ms = right.remaining(side, right_ms) + kept_ms - left_ms if right is not None else 0
        if lost_ms:
            rows.append(AdjustClock(game.number, side, lost_ms, RESTORED, at_ms=at_ms))
    return tuple(rows)


def _said_by_one(game: Game) -> Result | None:
    """Return the result that only one of the players has confirmed or reported by phone; None if
    there is none.
    """
    if game.play.clock is None and game.play.ending is None:
        phoned = [result for result in game.phoned if result is not None]
        return phoned[0] if len(phoned) == 1 else None
    return table_result(game) if [*game.play.answers].count(True) == 1 else None


def _accept(_state: State, game: Game, _command: ActAtTables, at_ms: int) -> Decision:
    if final_result(game) is not None:
        return HAS_RESULT
    result = _said_by_one(game)
    if result is None:
        return Refused(say("No player has confirmed a result alone."))
    reported = ReportResult(game.number, result)
    return (
        (reported, DismissJudge(game.number, at_ms=at_ms))
        if game.play.judge_called
        else (reported,)
    )


def _start(state: State, game: Game, command: ActAtTables, at_ms: int) -> Decision:
    """Start the clock as at a single table, if the lists are chosen and dice are not down."""
    if game.play.clock is not None:
        return Refused(wording.CLOCK_STARTED_ALREADY)
    if final_result(game) is not None:
        return HAS_RESULT
    if game.phoned != NOT_PHONED:
        return Refused(say("A player has reported the result by phone."))
    first = dict(command.firsts).get(game.number)
    if first is None:
        return Refused(say("The table is asked who goes first."))
    fault = list_fault(state, game)
    start = StartClock(game.number, first)
    return (
        Refused(fault)
        if fault
        else start_clock(game, state.round_of(game), start, at_ms, insist=False)
    )


def _give_time(_state: State, game: Game, command: ActAtTables, at_ms: int) -> Decision:
    """Give time to both players, or in timed turns only to the player whose turn it is."""
    if final_result(game) is not None:
        return HAS_RESULT
    if game.play.flag is not None:
        return Refused(say("The clock ran out here. Decide this game first."))
    if game.play.clock is not None and not game.play.in_progress:
        return Refused(say("The game is over."))
    why = command.reason.strip()
    given = [
        set_clock(
            game,
            AdjustClock(game.number, side, command.delta_ms, why, at_ms=at_ms),
            at_ms,
            insist=True,
        )
        for side in Side
    ]
    rows = tuple(row for each in given if not isinstance(each, Refused) for row in each)
    return rows or given[0]


Do = Callable[[State, Game, ActAtTables, int], Decision]
_DO: dict[RoomAct, Do] = {
    RoomAct.PAUSE: _pause,
    RoomAct.RESUME: _resume,
    RoomAct.COUNT_GAP: _count_gap,
    RoomAct.IGNORE_GAP: _ignore_gap,
    RoomAct.TAKE_BACK_FLAGS: _take_back_flag,
    RoomAct.ACCEPT: _accept,
    RoomAct.START: _start,
    RoomAct.GIVE_TIME: _give_time,
}

ACTS = (Request(ActAtTables, decide=_decide, insist=None),)
