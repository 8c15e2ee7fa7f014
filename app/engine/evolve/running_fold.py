"""The state of a log that grows, without reading the whole log again for an undo.

Checkpoints hold the states before the organizer's latest acts, and milestones one state every
thousand rows or so. Undo and redo start from the checkpoint before their act and fold only the
games that the act concerns. The state before an undo is remembered too, so that a redo can look it
up. States share their unchanged parts, so a checkpoint takes little memory.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from app.engine.acts.events import Record
from app.engine.evolve import UndoSteps, apply_rows, evolve
from app.engine.evolve.parts import UNDOINGS, refold_parts
from app.engine.frozen import pause_collection, replace
from app.engine.progress import Progress, no_progress
from app.engine.state import State
from app.engine.subjects.every import is_undoable

FEW = 100
"""The most new rows that are folded one by one; more are faster together."""
MOST = 32
"""The most checkpoints before acts. When there are more, every second one of the older half is
dropped.
"""
SINCE = 200
"""The most rows that are folded on top of a remembered state with the same hidden acts."""
AT_ONCE = 2_000
"""The number of rows that are folded between two progress reports."""
APART = 1_000
"""The least number of rows between two milestones."""


class Checkpoint(NamedTuple):
    """The state after the first ``rows`` rows."""

    rows: int
    state: State


class Turning(NamedTuple):
    """The state before an undo or a redo, and the acts that were hidden then."""

    checkpoint: Checkpoint
    hidden: frozenset[int]


class Checkpoints:
    """The states from which the fold can continue: those before the latest acts, which are thinned
    out with age; milestones along the whole log; and those before the latest undos and redos, which
    can be used again if the same acts are hidden.
    """

    def __init__(
        self,
        acts: Iterable[Checkpoint] = (),
        milestones: Iterable[Checkpoint] = (),
        turnings: Iterable[Turning] = (),
    ) -> None:
        self._acts, self._milestones, self._turnings = [*acts], [*milestones], [*turnings]

    def copied(self) -> "Checkpoints":
        return Checkpoints(self._acts, self._milestones, self._turnings)

    def remember_turning(self, turning: Turning) -> None:
        """Remember the state before an undo or a redo."""
        self._turnings = [*self._turnings[1 - MOST :], turning]

    def last_with(self, hidden: Collection[int], rows: int) -> Checkpoint | None:
        """Return the latest state before an undo or redo with the same acts hidden, if it has at
        least ``rows`` rows; None if there is none.
        """
        for checkpoint, then_hidden in reversed(self._turnings):
            if checkpoint.rows >= rows and then_hidden == hidden:
                return checkpoint
        return None

    def remember_act(self, checkpoint: Checkpoint) -> None:
        """Remember the state before an act."""
        self._acts.append(checkpoint)
        if len(self._acts) > MOST:
            del self._acts[: MOST // 2 : 2]

    def pass_by(self, checkpoint: Checkpoint) -> None:
        """Keep a checkpoint as a milestone if the last milestone is far enough away."""
        if checkpoint.rows >= self.next_milestone:
            self._milestones.append(checkpoint)

    @property
    def next_milestone(self) -> int:
        """The least number of rows of the next milestone."""
        return (self._milestones[-1].rows if self._milestones else 0) + APART

    def go_back_to(self, rows: int) -> Checkpoint:
        """Drop all checkpoints after more than ``rows`` rows, because they no longer hold. Return
        the latest remaining one.
        """
        for remembered in (self._acts, self._milestones):
            del remembered[bisect_right(remembered, rows, key=_rows) :]
        latest = (*self._acts[-1:], *self._milestones[-1:], Checkpoint(0, State()))
        return max(latest, key=_rows)


class RunningFold:
    """The state of a log that grows: `state` is always what ``fold`` returns for `records`."""

    def __init__(
        self,
        records: Iterable[Record] = (),
        report_progress: Progress = no_progress,
    ) -> None:
        """Fold these rows. ``report_progress`` is called with the share that is done, from 0 to
        1.
        """
        self.records: list[Record] = list(records)
        self._checkpoints = Checkpoints()
        self._marked_acts: tuple[UndoSteps, Checkpoints] | None = None
        self._steps = UndoSteps(self.records)
        with pause_collection():
            self.state = self._folded_from(Checkpoint(0, State()), report_progress)
        self.mark()

    def copied(self) -> "RunningFold":
        """Return an independent copy."""
        copy = RunningFold()
        copy.records, copy.state = [*self.records], self.state
        copy._steps, copy._checkpoints = self._steps.copied(), self._checkpoints.copied()
        copy.mark()
        return copy

    def mark(self) -> None:
        """Note the present rows and state, so that `go_back` can return to them."""
        self._marked, self._marked_acts = Checkpoint(len(self.records), self.state), None

    def go_back(self) -> None:
        """Forget all rows added since the mark."""
        del self.records[self._marked.rows :]
        self.state = self._marked.state
        if self._marked_acts is not None:
            self._steps, self._checkpoints = self._marked_acts
        self._checkpoints.go_back_to(self._marked.rows)
        self._marked_acts = None

    def add(self, fresh: Sequence[Record]) -> State:
        """Add these rows, and return the state after them. If one of them cannot be applied,
        nothing changes.
        """
        rows, state, checkpoints = len(self.records), self.state, self._checkpoints.copied()
        try:
            return self._added(fresh)
        except Exception:
            del self.records[rows:]
            self.state, self._steps = state, UndoSteps(self.records)
            self._checkpoints = checkpoints
            raise

    def _added(self, fresh: Sequence[Record]) -> State:
        before = len(self.records)
        self.records.extend(fresh)
        acts = [row.event.act for row in fresh if isinstance(row.event, UNDOINGS)]
        any_act = any(is_undoable(row.event) for row in fresh)
        hidden = frozenset(self._steps.hidden) if acts else frozenset()
        if acts or any_act:  # false for presses, which undo never takes back
            self._marked_acts = self._marked_acts or (
                self._steps.copied(),
                self._checkpoints.copied(),
            )
            for row in fresh:
                self._steps.add(row)
        if acts:
            first = min(bisect_left(self.records, min(acts), key=_number), before)
            then = Turning(Checkpoint(before, self.state), hidden)
            if first == before:  # the acts are among the new rows
                self._checkpoints.remember_act(then.checkpoint)
            self._checkpoints.remember_turning(then)
            self.state = self._turn_acts(first, then)
            return self.state
        if len(fresh) > FEW:
            self.state = self._folded_from(Checkpoint(before, self.state))
            return self.state
        self._checkpoints.pass_by(Checkpoint(before, self.state))
        if any_act and fresh[0].seq == fresh[0].act:
            self._checkpoints.remember_act(Checkpoint(before, self.state))
        for row in fresh:
            self.state = evolve(self.state, row)
        return self.state

    def _turn_acts(self, first: int, before: Turning) -> State:
        """Return the state after all rows. The rows after the state in ``before`` undo or redo
        acts, and ``first`` is the number of rows before the earliest of these acts.
        """
        hidden, many = self._steps.hidden, len(self.records)
        same = self._checkpoints.last_with(hidden, many - SINCE)
        if same is not None:
            self._checkpoints.go_back_to(first)
            fresh = self.records[same.rows :]
            return self._with_steps(apply_rows(same.state, fresh, hidden))
        then = self._state_after(first)
        fresh_rows = many - before.checkpoint.rows
        state = refold_parts(
            then.state,
            self.state,
            self.records[first:],
            fresh_rows,
            hidden_before=before.hidden,
            hidden=hidden,
        )
        return self._folded_from(then) if state is None else self._with_steps(state)

    def _state_after(self, rows: int) -> Checkpoint:
        """Return the state after ``rows`` rows, and keep checkpoints at the acts on the way."""
        at, state = self._checkpoints.go_back_to(rows)
        if at == rows:
            return Checkpoint(at, state)
        for place in (*_latest_acts(self.records, self._steps), rows):
            if at < place <= rows:
                state = self._applied(state, at, place, no_progress)
                self._checkpoints.remember_act(Checkpoint(place, state))
                at = place
        return Checkpoint(at, state)

    def _folded_from(
        self, checkpoint: Checkpoint, report_progress: Progress = no_progress
    ) -> State:
        """Return the state after all rows, folded from a checkpoint, and keep new checkpoints
        before the latest acts.
        """
        at, state = checkpoint
        for first in _latest_acts(self.records, self._steps):
            if first > at:
                state = self._applied(state, at, first, report_progress)
                self._checkpoints.remember_act(Checkpoint(first, state))
                at = first
        state = self._applied(state, at, len(self.records), report_progress)
        return self._with_steps(state)

    def _with_steps(self, state: State) -> State:
        done, undone = self._steps.can_be_undone, self._steps.can_be_redone
        return replace(state, done=done, undone=undone)

    def _applied(self, state: State, at: int, end: int, report_progress: Progress) -> State:
        while at < end:
            upto = min(end, at + AT_ONCE, max(self._checkpoints.next_milestone, at + 1))
            state = apply_rows(state, self.records[at:upto], self._steps.hidden)
            at = upto
            self._checkpoints.pass_by(Checkpoint(at, state))
            report_progress(at / len(self.records))
        return state


def _latest_acts(records: Sequence[Record], steps: UndoSteps) -> Iterator[int]:
    """Yield the number of rows before each of the latest acts, in order."""
    done, undone = steps.can_be_undone, steps.can_be_redone
    for act in sorted(step.seq for step in (*done[-MOST:], *undone[-MOST:])):
        yield bisect_left(records, act, key=_number)


def _number(record: Record) -> int:
    return record.seq


def _rows(checkpoint: Checkpoint) -> int:
    return checkpoint.rows
