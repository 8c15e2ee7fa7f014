"""Undo and redo of the organizer's acts, and the questions before undo passes over others."""

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.room import RoomActed
from app.engine.acts.rounds import RoundDrawn, RoundPublished, RoundStarted
from app.engine.acts.stations.roles import Role
from app.engine.acts.table import ClockPaused, PauseCause, Ruled, RuleOnStop
from app.engine.acts.teams.match_up import ChosenInMatchUp
from app.engine.acts.undo import Redo, Redone, Undo, Undone
from app.engine.frozen import replace
from app.engine.language import marked, say
from app.engine.rounds.draw_request import pair_of
from app.engine.state import State, TableActKind, UndoStep
from app.engine.subjects.act import Context, Recorded, Request, unchanged
from app.engine.subjects.match_ups import choices
from app.engine.subjects.room.undone import undo_room
from app.engine.table.game import tables_of
from app.engine.table.marks import replay

MEANWHILE = Refused(
    say("Something else was done meanwhile, so nothing was undone or redone. Look at the history.")
)

SINCE = {
    TableActKind.START: marked(
        "You have since started the clock at {table}. Undo does not take that back: press Pause"
        " there."
    ),
    TableActKind.PAUSE: marked(
        "You have since paused {table}. Undo does not take that back: press Resume there."
    ),
    TableActKind.RESUME: marked(
        "You have since resumed {table}. Undo does not take that back: press Pause there."
    ),
    TableActKind.ADJUST: marked(
        "You have since adjusted a time at {table}. Undo does not take that back: adjust it again."
    ),
    TableActKind.JUDGE: marked(
        "You have since called the judge to {table}. Undo does not take that back: press Judge is"
        " done there."
    ),
    TableActKind.JUDGE_DONE: marked(
        "You have since pressed Judge is done at {table}. Undo does not take that back: call the"
        " judge there again."
    ),
    TableActKind.REOPEN: marked(
        "You have since reopened the game at {table}. Undo does not take that back: decide the game"
        " again."
    ),
    TableActKind.DICE_DOWN: marked(
        "You have since called dice down at {table}. That cannot be undone."
    ),
    TableActKind.TURN_BACK: marked(
        "You have since taken back the end of a turn at {table}. Undo does not take that back: the"
        " player ends the turn again."
    ),
    TableActKind.ENTRY: marked(
        "You have since entered something at {table}. Undo does not take that back: enter it again."
    ),
}
"""What the organizer did since at a table, and how it is taken back."""


def undo_doubt(state: State) -> str:
    """Return why undo may not do what the organizer expects now; empty where it does."""
    if not state.done:
        return ""
    act, latest = state.done[-1], state.table_acts.latest
    begun, since = _begun_since(state, act), _done_since(state, act)
    if begun and latest is not None and latest.kind is TableActKind.START:
        since = ""
    doubts = [doubt for doubt in (begun, since) if doubt]
    if doubts and not isinstance(act.event, RoundDrawn):
        doubts.append(say("Undo the earlier act?"))
    return " ".join(doubts)


def is_overtaken(state: State) -> bool:
    """Tell whether the organizer has acted at a table since the act that undo takes back."""
    return bool(state.done) and bool(_done_since(state, state.done[-1]))


def _done_since(state: State, act: UndoStep) -> str:
    """Return what undo passes over, as a sentence; empty for nothing that is still there."""
    latest = state.table_acts.latest
    if latest is None or latest.seq < act.seq:
        return ""
    if not latest.game:
        return say(SINCE[latest.kind]).format(table=say("all tables"))
    game = state.games.get(latest.game)
    return say(SINCE[latest.kind]).format(table=tables_of([game])) if game else ""


def _begun_since(state: State, act: UndoStep) -> str:
    """Return which games have been started in a round that undo sets back; empty for none."""
    event = act.event
    if isinstance(event, RoundDrawn):
        return _begun_since_draw(state, event)
    if not isinstance(event, RoundStarted | RoundPublished):
        return ""
    games = [
        game
        for game in state.games.values()
        if game.round_number == event.round_number and game.play.clock is not None
    ]
    if not games:
        return ""
    return say(
        "Clocks have been started at {tables}. Undo sets the round back to before its games.",
        tables=tables_of(games),
    )


def _begun_since_draw(state: State, event: RoundDrawn) -> str:
    games = [state.games[seating.game] for seating in event.seatings if seating.game in state.games]
    explanation = state.latest.explanation if state.latest else None
    still_paired = {*explanation.locked} if explanation else set()  # they were there before it
    started = [game for game in games if game.play.clock and pair_of(game) not in still_paired]
    if not started:
        return ""
    return say(
        "Clocks have been started at {tables}. Without this draw those games"
        " leave the screens; redo brings them back with their clocks.",
        tables=tables_of(started),
    )


def _undo(state: State, command: Undo, at_ms: int, *, insist: bool) -> Decision:
    if not state.done:
        return Refused(say("There is nothing to undo."))
    act = state.done[-1]
    if command.act not in {None, act.seq}:
        return MEANWHILE
    if isinstance(act.event, ChosenInMatchUp):
        fault = choices.undo_fault(state, act.event)
        if fault:
            return fault
    doubt = "" if insist else undo_doubt(state)
    if doubt:
        return Refused(doubt, insistable=True)
    if isinstance(act.event, RoomActed):
        return (*undo_room(state, act.event, at_ms), Undone(act.seq))
    if isinstance(act.event, Ruled | RuleOnStop):
        return (*_stopped_again(state, act.event), Undone(act.seq))
    return (Undone(act.seq),)


def _stopped_again(state: State, ruling: Ruled | RuleOnStop) -> tuple[Event, ...]:
    """Return a game that goes on without the ruling stands at its instant until somebody resumes
    it.
    """
    game = state.games.get(ruling.game)
    if game is None or game.play.ending is None:
        return ()
    play = replay(replace(game, marks=tuple(mark for mark in game.marks if mark != ruling))).play
    if not play.ticking or play.dice_down_ms is not None:
        return ()
    why = say("The ruling was undone")
    return (ClockPaused(game.number, ruling.at_ms, PauseCause.EO, why),)


def _redo(state: State, command: Redo, _at_ms: int, *, insist: bool) -> Decision:
    if not state.undone:
        return Refused(say("There is nothing to redo."))
    if command.act not in {None, state.undone[-1].seq}:
        return MEANWHILE
    return (Redone(state.undone[-1].seq),)


def _undone_words(event: Undone, context: Context) -> str:
    return say("Undone: {act}", act=context.act(event.act))


def _redone_words(event: Redone, context: Context) -> str:
    return say("Redone: {act}", act=context.act(event.act))


ACTS = (
    Request(Undo, decide=_undo, insist=say("&Undo"), stops_games=True),
    Recorded(
        Undone, kind="undone", by=Role.SCOREKEEPER,
        apply=unchanged, words=_undone_words, undo=None,
    ),
    Request(Redo, decide=_redo, insist=say("&Redo"), stops_games=True),
    Recorded(
        Redone, kind="redone", by=Role.SCOREKEEPER,
        apply=unchanged, words=_redone_words, undo=None,
    ),
)  # fmt: skip
"""What these rows change in the state takes the whole log: see `app.engine.evolve.fold`."""
