"""Acts of late presses, from devices that were out of touch."""

from collections.abc import Callable
from typing import TypeVar

from app.engine.acts.chess_clock import RelabelPress
from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.late import (
    PRESS_MARKS,
    CountPresses,
    HandIn,
    LeaveOutPresses,
    LeaveOutTablets,
    NoteMovedTime,
    PressesCounted,
    PressSetAside,
    PutTimeBack,
    late_mark,
)
from app.engine.acts.stations.roles import Role
from app.engine.frozen import replace, with_changes
from app.engine.language import say
from app.engine.state import Stage, State
from app.engine.subjects.act import Act, Apply, Decide, Reach, Recorded, Request
from app.engine.subjects.table.clock import set_clock
from app.engine.subjects.table.rows import decide_table, mark_words
from app.engine.subjects.table.sentences import AtTable, at_table_template
from app.engine.table.game import Game
from app.engine.table.late_presses import (
    devices,
    marks_of,
    moved_time,
    moved_words,
    of_device,
    undo_moved_time,
    waits_for_eo,
    with_counted,
    with_late_presses,
    with_presses,
    without,
)
from app.engine.table.sentences import NameOf
from app.engine.table.verdict import final_result

C = TypeVar("C", HandIn, CountPresses, LeaveOutPresses, LeaveOutTablets, NoteMovedTime)
E = TypeVar(
    "E", PressSetAside, PressesCounted, LeaveOutPresses, LeaveOutTablets, NoteMovedTime, PutTimeBack
)

NO_GAME = Refused(say("That game is no longer in this event."))
NONE_WAIT = Refused(say("No late presses wait at this table."))
NOTHING_MOVED = Refused(say("That time has already been given back."))
OVER = Refused(say("This game is over, so no time can be given back. Rule on it, or reopen it."))


def _of_game(rule: Callable[[State, Game, C, int], Decision]) -> Decide[C]:
    """Return the decider of a command to one game, which must exist."""

    def decide(state: State, command: C, at_ms: int, /, *, insist: bool) -> Decision:
        game = state.games.get(command.game)
        return NO_GAME if game is None else rule(state, game, command, at_ms)

    return decide


def _handed_in(state: State, game: Game, command: HandIn, at_ms: int) -> Decision:
    """Decide the press like any other, or set it aside for the organizer. If earlier presses
    already wait, the press waits with them, and is decided as if they counted.
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
    if len(marks) < len(decision):  # a call for the judge or a count of losses changes no time
        return decide_table(state, command.press, at_ms, insist=False)
    if waiting or before or _must_wait(game, command, decision, at_ms):
        return (PressSetAside(game.number, at_ms, command.device, marks),)
    return decision


def _before_its_end(state: State, game: Game, at_ms: int) -> State | None:
    """Return the state in which the game's round is still under way, if the round has ended but had
    not at ``at_ms``; None otherwise.
    """
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
        return Refused(say("This table is already going on without its tablets."))
    return (command,)


def _count(state: State, game: Game, command: CountPresses, at_ms: int) -> Decision:
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
                "Round {round_number} is finished, so its result can only be corrected. If these"
                " presses are right, correct the result first, then leave them out.",
                round_number=game.round_number,
            )
        )
    return (*events, *moved_time(before, game, at_ms, command.device))


def _note(_state: State, _game: Game, command: NoteMovedTime, _at_ms: int) -> Decision:
    return (command,)


def _put_back(state: State, command: PutTimeBack, at_ms: int, *, insist: bool) -> Decision:
    """Reverse the time that late presses moved. The turn stays with its player, because the play
    that followed the presses cannot be repeated. In timed turns, time can only be given or taken in
    the present turn.
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
    for adjustment in undo_moved_time(game, move, at_ms):
        decision = set_clock(game, adjustment, at_ms, insist=insist)
        if not isinstance(decision, Refused):
            events += decision
        elif decision.insistable:
            return decision
    return (*events, command) if events else decision


def _to_game(change: Callable[[Game, E], Game]) -> Apply[E]:
    """Return the function that applies an event to its game, if the game exists."""

    def apply(state: State, event: E) -> State:
        game = state.games.get(event.game)
        if game is None:
            return state
        return replace(state, games=with_changes(state.games, {event.game: change(game, event)}))

    return apply


def _with_aside(game: Game, event: PressSetAside) -> Game:
    return replace(game, aside=(*game.aside, event))


def _without_presses(game: Game, event: LeaveOutPresses) -> Game:
    return without(game, event.device)


def _alone(game: Game, _event: LeaveOutTablets) -> Game:
    return replace(game, alone=True)


def _with_move(game: Game, event: NoteMovedTime) -> Game:
    return replace(game, moved=(*game.moved, event))


def _without_move(game: Game, event: PutTimeBack) -> Game:
    return replace(game, moved=tuple(move for move in game.moved if move.at_ms != event.moved_ms))


def _moved_words(event: NoteMovedTime, _name: NameOf, _game: Game | None) -> str:
    return say("{moved}: presses came late", moved=moved_words(event.gained_ms))


def _aside_words(event: PressSetAside, name: NameOf, game: Game | None) -> str:
    pressed = "; ".join(mark_words(mark, name, game) for mark in marks_of((event,)))
    return say("late press waits for the organizer: {pressed}", pressed=pressed)


def _counted_words(event: PressesCounted, _name: NameOf, _game: Game | None) -> str:
    if event.stands_ms is None:
        return say("late presses count")
    return say("late presses count, the clock paused")


ACTS = (
    Request(HandIn, decide=_of_game(_handed_in), insist=None, for_good=True),
    Recorded(
        PressSetAside, kind="press_set_aside", by=Role.SCOREKEEPER, reach=Reach.ONE_GAME,
        apply=_to_game(_with_aside), words=AtTable(_aside_words), undo=None,
    ),
    Act(
        CountPresses, PressesCounted, kind="presses_counted", by=Role.JUDGE, reach=Reach.ONE_GAME,
        decide=_of_game(_count), apply=_to_game(with_counted), words=AtTable(_counted_words),
        undo=say("counting the late presses at {table}"), insist=None,
    ),
    Act(
        LeaveOutPresses, LeaveOutPresses, kind="presses_left_out", by=Role.JUDGE,
        reach=Reach.ONE_GAME, decide=_of_game(_left_out), apply=_to_game(_without_presses),
        words=at_table_template(say("late presses left out")),
        undo=say("leaving out the late presses at {table}"), insist=None,
    ),
    Act(
        LeaveOutTablets, LeaveOutTablets, kind="tablets_left_out", by=Role.JUDGE,
        reach=Reach.ONE_GAME, decide=_of_game(_without_tablets), apply=_to_game(_alone),
        words=at_table_template(say("goes on without its tablets")),
        undo=say("going on without tablets at {table}"), insist=None,
    ),
    Act(
        NoteMovedTime, NoteMovedTime, kind="time_moved", by=Role.SCOREKEEPER, reach=Reach.ONE_GAME,
        decide=_of_game(_note), apply=_to_game(_with_move), words=AtTable(_moved_words),
        undo=None, insist=None,
    ),
    Act(
        PutTimeBack, PutTimeBack, kind="time_put_back", by=Role.JUDGE, reach=Reach.ONE_GAME,
        decide=_put_back, apply=_to_game(_without_move),
        words=at_table_template(say("the time that late presses moved is given back")),
        undo=None, insist=None,
    ),
)  # fmt: skip
