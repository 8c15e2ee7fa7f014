"""Undo and redo of the organizer's acts, and the questions before undo passes over other acts."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from app.engine.acts.commands import Refused
from app.engine.acts.decision import Decision
from app.engine.acts.events import Event
from app.engine.acts.stations.roles import Role
from app.engine.acts.undo import Redo, Redone, Undo, Undone
from app.engine.language import mark_text, say
from app.engine.state import State, TableActKind, UndoStep
from app.engine.subjects.act import AnyAct, Context, Reach, Recorded, Request, Undoing, leave_state
from app.engine.table.game import tables_of

UndoingOf: TypeAlias = Callable[[Event], Undoing[Any]]
"""Returns the effects of undoing an event."""

MEANWHILE = Refused(
    say("Something else was done meanwhile, so nothing was undone or redone. Look at the history.")
)

SINCE = {
    TableActKind.START: mark_text(
        "You have since started the clock at {table}. Undo does not take that back: press Pause"
        " there."
    ),
    TableActKind.PAUSE: mark_text(
        "You have since paused {table}. Undo does not take that back: press Resume there."
    ),
    TableActKind.RESUME: mark_text(
        "You have since resumed {table}. Undo does not take that back: press Pause there."
    ),
    TableActKind.ADJUST: mark_text(
        "You have since adjusted a time at {table}. Undo does not take that back: adjust it again."
    ),
    TableActKind.JUDGE: mark_text(
        "You have since called the judge to {table}. Undo does not take that back: press Judge is"
        " done there."
    ),
    TableActKind.JUDGE_DONE: mark_text(
        "You have since pressed Judge is done at {table}. Undo does not take that back: call the"
        " judge there again."
    ),
    TableActKind.REOPEN: mark_text(
        "You have since reopened the game at {table}. Undo does not take that back: decide the game"
        " again."
    ),
    TableActKind.DICE_DOWN: mark_text(
        "You have since called dice down at {table}. That cannot be undone."
    ),
    TableActKind.TURN_BACK: mark_text(
        "You have since taken back the end of a turn at {table}. Undo does not take that back:"
        " have the player end the turn again."
    ),
    TableActKind.ENTRY: mark_text(
        "You have since entered something at {table}. Undo does not take that back: enter it again."
    ),
}
"""The sentences about acts that the organizer has since done at a table, each with the way to
reverse the act.
"""


def undo_doubt(state: State, undoing: UndoingOf) -> str:
    """Return why undo might not do what the organizer expects; empty if nothing suggests that."""
    if not state.done:
        return ""
    act, latest = state.done[-1], state.table_acts.latest
    taking_back = undoing(act.event)
    begun, since = taking_back.doubt(state, act.event), _done_since(state, act)
    if begun and latest is not None and latest.kind is TableActKind.START:
        since = ""
    doubts = [doubt for doubt in (begun, since) if doubt]
    if doubts and taking_back.asks:
        doubts.append(say("Undo the earlier action?"))
    return " ".join(doubts)


def is_overtaken(state: State) -> bool:
    """Tell whether the organizer has acted at a table since the act that undo takes back."""
    return bool(state.done) and bool(_done_since(state, state.done[-1]))


def _done_since(state: State, act: UndoStep) -> str:
    """Return a sentence about the organizer's latest act at a table, if it came after the act that
    undo takes back; empty if it did not, or if its game is gone.
    """
    latest = state.table_acts.latest
    if latest is None or latest.seq < act.seq:
        return ""
    if not latest.game:
        return say(SINCE[latest.kind]).format(table=say("all tables"))
    game = state.games.get(latest.game)
    return say(SINCE[latest.kind]).format(table=tables_of([game])) if game else ""


def _undo(state: State, command: Undo, at_ms: int, *, insist: bool, undoing: UndoingOf) -> Decision:
    if not state.done:
        return Refused(say("There is nothing to undo."))
    act = state.done[-1]
    if command.act not in {None, act.seq}:
        return MEANWHILE
    taking_back = undoing(act.event)
    if refusal := taking_back.refuse(state, act.event):
        return refusal
    doubt = "" if insist else undo_doubt(state, undoing)
    if doubt:
        return Refused(doubt, insistable=True)
    return (*taking_back.records(state, act.event, at_ms), Undone(act.seq))


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


def make_acts(undoing: UndoingOf) -> tuple[AnyAct, ...]:
    """Return the rows of undo and redo. Their effect on the state needs the whole log; see
    `app.engine.evolve.fold`.
    """
    return (
        Request(
            Undo, decide=partial(_undo, undoing=undoing), insist=say("&Undo"), stops_games=True,
        ),
        Recorded(
            Undone, kind="undone", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
            apply=leave_state, words=_undone_words, undo=None,
        ),
        Request(Redo, decide=_redo, insist=say("&Redo"), stops_games=True),
        Recorded(
            Redone, kind="redone", by=Role.SCOREKEEPER, reach=Reach.NO_GAME,
            apply=leave_state, words=_redone_words, undo=None,
        ),
    )  # fmt: skip
