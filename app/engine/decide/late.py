"""Decisions about late presses, of devices that were out of touch."""

from collections.abc import Mapping

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decider, Decision
from app.engine.acts.events import Event
from app.engine.acts.late import (
    PRESS_MARKS,
    CountPresses,
    HandIn,
    LateCommand,
    LeaveOutPresses,
    LeaveOutTablets,
    NoteMovedTime,
    PressesCounted,
    PressSetAside,
    PutTimeBack,
    late_mark,
)
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.state import Stage, State
from app.engine.subjects.table.clock import set_clock
from app.engine.subjects.table.rows import decide_table
from app.engine.table.game import Game
from app.engine.table.late_presses import (
    devices,
    moved_time,
    of_device,
    put_back,
    waits_for_eo,
    with_late_presses,
    with_presses,
    without,
)
from app.engine.table.verdict import final_result

NO_GAME = Refused(say("That game is not in this event any more."))
NONE_WAIT = Refused(say("No late presses wait at this table."))
NOTHING_MOVED = Refused(say("That time was put back already."))
OVER = Refused(say("This game is over, so no time can be put back. Rule on it, or reopen it."))


def _decide(state: State, command: LateCommand, at_ms: int, *, insist: bool) -> Decision:
    game = state.games.get(command.game)
    if game is None:
        return NO_GAME
    return OF_GAME[type(command)](state, game, command, at_ms)


def _handed_in(state: State, game: Game, command: HandIn, at_ms: int) -> Decision:
    """Return the press as any other, or set aside for the EO. What was made after a press that
    waits already is decided by the game as it would be with that one, and waits with it.
    """
    waiting = of_device(game, command.device) if command.follows else ()
    before = _before_its_end(state, game, at_ms)
    then = before or state
    if waiting:
        games = with_changes(state.games, {game.number: with_presses(game, waiting)})
        decision = decide_table(replace(then, games=games), command.press, at_ms, insist=False)
    else:
        decision = decide_table(then, command.press, at_ms, insist=False)
    if isinstance(decision, Refused):
        return decision
    marks = tuple(late_mark(mark) for mark in decision if isinstance(mark, PRESS_MARKS))
    if len(marks) < len(decision):  # a call for the judge, a count of losses: they change no time
        return decide_table(state, command.press, at_ms, insist=False)
    if waiting or before or _must_wait(game, command, decision, at_ms):
        return (PressSetAside(game.number, at_ms, command.device, marks),)
    return decision


def _before_its_end(state: State, game: Game, at_ms: int) -> State | None:
    """Return the event with the game's round under way; None if that had ended before ``at_ms``."""
    round_ = state.round_of(game)
    if round_.stage is not Stage.FINISHED or at_ms > (round_.finished_ms or 0):
        return None
    earlier = replace(round_, stage=Stage.STARTED, finished_ms=None)
    rounds = (earlier if other is round_ else other for other in state.rounds)
    return replace(state, rounds=tuple(rounds))


def _must_wait(game: Game, command: HandIn, marks: tuple[Event, ...], at_ms: int) -> bool:
    last_ms = game.marks[-1].at_ms if game.marks else 0
    late = at_ms < last_ms or isinstance(command.press, RelabelPress)
    if not late and not command.doubted:
        return False
    placed = [mark for mark in marks if isinstance(mark, PRESS_MARKS)]
    return waits_for_eo(game, placed, doubted=command.doubted)


def _left_out(_state: State, game: Game, command: LeaveOutPresses, _at_ms: int) -> Decision:
    waiting = [device for device in devices(game) if command.device in {"", device}]
    return tuple(LeaveOutPresses(game.number, device) for device in waiting) or NONE_WAIT


def _without_tablets(_state: State, game: Game, command: LeaveOutTablets, _at_ms: int) -> Decision:
    if game.alone:
        return Refused(say("This table goes on without its tablets already."))
    return (command,)


def _counted(state: State, game: Game, command: CountPresses, at_ms: int) -> Decision:
    events: list[Event] = []
    before, result = game, final_result(game)
    for device in devices(game):
        if command.device in {"", device}:
            after, stands_ms, flags = with_late_presses(game, device)
            events += (PressesCounted(game.number, device, stands_ms), *flags)
            game = without(after, device)
    if not events:
        return NONE_WAIT
    stage = state.round_of(game).stage
    if stage is Stage.FINISHED and final_result(game) != result:
        return Refused(
            say(
                "Round {round_number} is finished, and its results change only by correction."
                " Correct this one if these presses are right, then leave them out.",
                round_number=game.round_number,
            )
        )
    return (*events, *moved_time(before, game, at_ms, command.device))


def _noted(_state: State, _game: Game, command: NoteMovedTime, _at_ms: int) -> Decision:
    return (command,)


def _put_back(state: State, command: PutTimeBack, at_ms: int, *, insist: bool) -> Decision:
    """Return whose turn it is stays as it is: what was played since cannot be played again. Where
    turns are timed, only the present turn has time to give or take.
    """
    game = state.games.get(command.game)
    move = (
        next((move for move in game.moved if move.at_ms == command.moved_ms), None)
        if game
        else None
    )
    if game is None or move is None:
        return NOTHING_MOVED
    if not game.play.in_progress:
        return OVER
    events: list[Event] = []
    decision: Decision = NOTHING_MOVED
    for adjustment in put_back(game, move, at_ms):
        decision = set_clock(game, adjustment, at_ms, insist=insist)
        if not isinstance(decision, Refused):
            events += decision
        elif decision.insistable:
            return decision
    return (*events, command) if events else decision


OF_GAME: Mapping[type, Decider] = {
    HandIn: _handed_in,
    CountPresses: _counted,
    LeaveOutPresses: _left_out,
    LeaveOutTablets: _without_tablets,
    NoteMovedTime: _noted,
}
"""What is asked about one game, which must be there."""


DECIDERS: Mapping[type, Decider] = {
    **dict.fromkeys(OF_GAME, _decide),
    PutTimeBack: _put_back,
}
