"""The state of a log that grows, without reading the whole log again for an undo.

The states before the organizer's latest acts are remembered as checkpoints. Undo and redo start
from the checkpoint before the act they are about. A state shares what did not change with the next
one, so a checkpoint takes little memory.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from app.engine.acts.events import Record
from app.engine.acts.undo import Redone, Undone
from app.engine.evolve import UndoSteps, apply_rows, evolve
from app.engine.frozen import replace
from app.engine.progress import Progress, no_progress
from app.engine.state import State
from app.engine.subjects.every import is_undoable

FEW = 100
"""More rows at once are folded faster together than each by itself."""
UNDOINGS = (Undone, Redone)
MOST = 32
"""So many checkpoints are remembered. Of the older half every second is dropped then."""
AT_ONCE = 2_000
"""So many rows are read for undone acts, or folded, between two progress reports."""


class Checkpoint(NamedTuple):
    """The state after so many rows."""

    rows: int
    state: State


class RunningFold:
    """Folds the rows given so far: `state` is what `records` amount to, the same as their
    ``fold``.
    """

    def __init__(
        self,
        records: Iterable[Record] = (),
        report_progress: Progress = no_progress,
    ) -> None:
        """Begin to fold these rows. ``report_progress`` is called with the part that is done."""
        self.records: list[Record] = list(records)
        self._checkpoints: list[Checkpoint] = []
        self._marked_acts: tuple[UndoSteps, list[Checkpoint]] | None = None
        self._steps = UndoSteps(self.records)
        self.state = self._folded_from(Checkpoint(0, State()), report_progress)
        self.mark()

    def copied(self) -> "RunningFold":
        """Return the same, to be gone on with apart from this one."""
        copy = RunningFold()
        copy.records, copy.state = [*self.records], self.state
        copy._steps, copy._checkpoints = self._steps.copied(), [*self._checkpoints]
        copy.mark()
        return copy

    def mark(self) -> None:
        """Let `go_back` lead back to here from now on."""
        self._marked, self._marked_acts = Checkpoint(len(self.records), self.state), None

    def go_back(self) -> None:
        """Forget all rows since the mark."""
        del self.records[self._marked.rows :]
        self.state = self._marked.state
        if self._marked_acts is not None:
            self._steps, self._checkpoints = self._marked_acts
        self._marked_acts = None

    def add(self, fresh: Sequence[Record]) -> State:
        """Add these rows, and return the state after them. If one cannot be applied all stays as it
        was.
        """
        rows, state = len(self.records), self.state
        try:
            return self._added(fresh)
        except Exception:
            del self.records[rows:]
            self.state, self._steps, self._checkpoints = state, UndoSteps(self.records), []
            raise

    def _added(self, fresh: Sequence[Record]) -> State:
        before = len(self.records)
        self.records.extend(fresh)
        acts = [row.event.act for row in fresh if isinstance(row.event, UNDOINGS)]
        any_act = any(is_undoable(row.event) for row in fresh)
        if acts or any_act:  # no press is
            self._marked_acts = self._marked_acts or (self._steps.copied(), [*self._checkpoints])
            for row in fresh:
                self._steps.add(row)
        if acts:
            first = bisect_left(self.records, min(acts), key=_number)
            self.state = self._folded_from(self._checkpoint_at(min(first, before)))
            return self.state
        if len(fresh) > FEW:
            self.state = self._folded_from(Checkpoint(before, self.state))
            return self.state
        if any_act and fresh[0].seq == fresh[0].act:
            self._remember(Checkpoint(before, self.state))
        for row in fresh:
            self.state = evolve(self.state, row)
        return self.state

    def _checkpoint_at(self, rows: int) -> Checkpoint:
        """Return the latest checkpoint after at most so many rows; later ones no longer hold."""
        del self._checkpoints[bisect_right(self._checkpoints, rows, key=_rows) :]
        return self._checkpoints[-1] if self._checkpoints else Checkpoint(0, State())

    def _folded_from(
        self, checkpoint: Checkpoint, report_progress: Progress = no_progress
    ) -> State:
        """Apply all rows after a checkpoint, with new checkpoints before the latest acts."""
        at, state = checkpoint
        for first in _latest_acts(self.records, self._steps):
            if first > at:
                state = self._applied(state, at, first, report_progress)
                self._remember(Checkpoint(first, state))
                at = first
        state = self._applied(state, at, len(self.records), report_progress)
        done, undone = self._steps.can_be_undone, self._steps.can_be_redone
        return replace(state, done=done, undone=undone)

    def _applied(self, state: State, at: int, end: int, report_progress: Progress) -> State:
        for rows in _pieces(self.records[at:end]):
            state = apply_rows(state, rows, self._steps.hidden)
            at += len(rows)
            report_progress(at / len(self.records))
        return state

    def _remember(self, checkpoint: Checkpoint) -> None:
        self._checkpoints.append(checkpoint)
        if len(self._checkpoints) > MOST:
            del self._checkpoints[: MOST // 2 : 2]


def _pieces(rows: Sequence[Record]) -> Iterator[Sequence[Record]]:
    for at in range(0, len(rows), AT_ONCE):
        yield rows[at : at + AT_ONCE]


def _latest_acts(records: Sequence[Record], steps: UndoSteps) -> Iterator[int]:
    """Yield how many rows come before each of the latest acts, in order."""
    done, undone = steps.can_be_undone, steps.can_be_redone
    for act in sorted(step.seq for step in (*done[-MOST:], *undone[-MOST:])):
        yield bisect_left(records, act, key=_number)


def _number(record: Record) -> int:
    return record.seq


def _rows(checkpoint: Checkpoint) -> int:
    return checkpoint.rows
