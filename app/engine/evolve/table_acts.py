"""Keeps track of the organizer's acts at tables that undo does not take back."""

from app.engine.acts.events import Event, Record
from app.engine.acts.undo import Redone, Undone
from app.engine.state import TableAct, TableActKind, TableActs
from app.engine.subjects.every import RECORDS, is_undoable


def with_row(acts: TableActs, record: Record) -> TableActs:
    """Return the organizer's acts at tables after one more row, whether or not the row's act still
    counts.
    """
    kind = _kind(record.event)
    undoable = isinstance(record.event, Undone | Redone) or is_undoable(record.event)
    if kind is None and not undoable:
        return acts
    if record.act != acts.act:
        acts = TableActs(record.act, latest=acts.latest, before=acts.latest)
    if acts.undoable:
        return acts
    if undoable:
        return TableActs(record.act, undoable=True, latest=acts.before, before=acts.before)
    if acts.latest is not None and acts.latest.seq == record.act:
        return acts
    assert kind is not None
    latest = TableAct(record.act, kind, getattr(record.event, "game", 0))
    return TableActs(record.act, latest=latest, before=acts.before)


def _kind(event: Event) -> TableActKind | None:
    """Return the kind of the organizer's act at a table; None for an event that players enter or
    the program notices.
    """
    act = RECORDS[type(event)]
    return act.passed_over if act.passed_over_if is None or act.passed_over_if(event) else None
