"""Changes the state by an event. It never fails, whatever the log contains."""

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from app.engine.acts.events import ORGANIZER, Event, Record
from app.engine.acts.table import Mark
from app.engine.acts.undo import Redone, Undone
from app.engine.evolve.table_acts import with_row
from app.engine.frozen import replace
from app.engine.progress import Progress, no_progress
from app.engine.state import State, UndoStep
from app.engine.subjects.every import ALWAYS, EVOLVERS, is_undoable, undoing_of
from app.engine.subjects.table.changes import apply_marks

AT_ONCE = 2_000
"""The number of rows that are folded between two progress reports."""


def fold(records: Sequence[Record], report_progress: Progress = no_progress) -> State:
    """Return the state after all rows of a log in order, without undone acts.

    For a log that grows, use ``running_fold.RunningFold``.
    """
    steps, state = UndoSteps(records), State()
    for at in range(0, len(records), AT_ONCE):
        state = apply_rows(state, records[at : at + AT_ONCE], steps.hidden)
        report_progress(min(at + AT_ONCE, len(records)) / len(records))
    return replace(state, done=steps.can_be_undone, undone=steps.can_be_redone)


def apply_rows(state: State, records: Iterable[Record], hidden: Collection[int]) -> State:
    """Apply these rows, except for acts that are hidden. The lists of acts that can be undone or
    redone stay as they are.
    """
    table_acts = state.table_acts
    for are_marks, group in groupby(records, lambda row: isinstance(row.event, Mark)):
        rows = [*group]
        for row in rows:
            if row.actor == ORGANIZER:
                table_acts = with_row(table_acts, row)
        if are_marks:
            active = [row for row in rows if row.act not in hidden or not is_undoable(row.event)]
            state = apply_marks(state, [row.event for row in active if isinstance(row.event, Mark)])
            continue
        for row in rows:
            state = _apply_always(state, row.event)
            state = state if row.act in hidden else _apply(state, row.event)
    return state if table_acts is state.table_acts else replace(state, table_acts=table_acts)


def evolve(state: State, record: Record) -> State:
    """Apply one more event. This function does not handle undo and redo, which need the whole log:
    see ``fold``.
    """
    state = _apply(_apply_always(state, record.event), record.event)
    if record.actor == ORGANIZER:
        state = replace(state, table_acts=with_row(state.table_acts, record))
    if not is_undoable(record.event) or (state.done and state.done[-1].seq == record.act):
        return state
    return replace(state, done=(*state.done, UndoStep(record.act, record.event)), undone=())


def pressed_games(records: Iterable[Record]) -> frozenset[int] | None:
    """Return the games that these rows change, if all rows are marks; None if the rows may change
    any game.
    """
    games = set[int]()
    for record in records:
        if not isinstance(record.event, Mark):
            return None
        games.add(record.event.game)
    return frozenset(games)


class UndoSteps:
    """The acts of the rows that were added: those that can be undone, those that can be redone, and
    all that no longer count (``hidden``).
    """

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._done: dict[int, UndoStep] = {}
        self._undone: dict[int, UndoStep] = {}
        self.hidden: set[int] = set()
        for record in records:
            self.add(record)

    def copied(self) -> "UndoSteps":
        """Return an independent copy."""
        copy = UndoSteps()
        copy._done, copy._undone = {**self._done}, {**self._undone}
        copy.hidden = {*self.hidden}
        return copy

    @property
    def can_be_undone(self) -> tuple[UndoStep, ...]:
        return tuple(self._done.values())

    @property
    def can_be_redone(self) -> tuple[UndoStep, ...]:
        return tuple(self._undone.values())

    def add(self, record: Record) -> None:
        match record.event:
            case Undone(seq) if seq in self._done:
                act = self._done.pop(seq)
                if undoing_of(act.event).can_be_redone:
                    self._undone[seq] = act
                self.hidden.add(seq)
            case Redone(seq) if seq in self._undone:
                self._done[seq] = self._undone.pop(seq)
                self.hidden.discard(seq)
            case event if is_undoable(event) and record.act not in self._done:
                self._done[record.act] = UndoStep(record.act, event)
                self._undone.clear()
            case _:
                pass


def _apply_always(state: State, event: Event) -> State:
    """Apply the effect that an event has even if its act is undone."""
    always = ALWAYS.get(type(event))
    return always(state, event) if always else state


def _apply(state: State, event: Event) -> State:
    return EVOLVERS[type(event)](state, event)
