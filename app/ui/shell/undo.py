"""Undo and redo from any page, with a message that says what was undone."""

from functools import partial
from typing import TYPE_CHECKING

from app.engine.acts.commands import Refused
from app.engine.acts.undo import Redo, Redone, Undo, Undone
from app.ui.clients.desk import DeskClient

if TYPE_CHECKING:
    from app.desk.replies import Reply
    from app.engine.state import State


def take_back(client: DeskClient, *, undo: bool) -> None:
    """Undo the latest act, or redo the act that was last undone."""
    acts = client.state.done if undo else client.state.undone
    act = acts[-1].seq if acts else None
    _ask(client, Undo(act) if undo else Redo(act))


def undo_act(client: DeskClient, act: int) -> None:
    """Undo only the act whose first row has this number."""
    _ask(client, Undo(act))


def redo_act(client: DeskClient, act: int) -> None:
    """Redo only the act whose first row has this number."""
    _ask(client, Redo(act))


def _ask(client: DeskClient, command: Undo | Redo) -> None:
    client.ask(command, then=partial(_say, client, client.state, command))


def _say(client: DeskClient, before: "State", command: Undo | Redo, reply: "Reply") -> None:
    """Show what was undone or redone, or why it was not."""
    from app.views.history.rows import describe

    if isinstance(reply, Refused):
        if reply.insistable:
            client.doubted.emit(command, reply, partial(_say, client, before, command))
        else:
            client.refused.emit(reply.sentence)
        return
    memory = client.learn_history()
    for record in reply:
        if isinstance(record.event, Undone | Redone):
            client.described.emit(f"{describe(record, before, memory)}.")
