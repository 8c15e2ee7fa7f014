"""The state of a log that grows, without reading the whole log again for an undo.

The states before the organizer's latest acts are remembered as checkpoints. Undo and redo start
from the checkpoint before the act they are about. A state shares what did not change with the next
one, so a checkpoint takes little memory.

A fold may begin with a state that was stored with the log. It is taken on trust until `Proof` has
folded the rows themselves.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from app.engine.acts.events import Record
from app.engine.acts.undo import Redone, Undone
from app.engine.evolve import UndoSteps, apply_rows, evolve, is_act
from app.engine.frozen import replace
from app.engine.progress import Progress, no_progress
from app.engine.state import State

T = TypeVar("T")

FEW = 100
"""More rows at once are folded faster together than each by itself."""
UNDOINGS = (Undone, Redone)
MOST = 32
"""So many checkpoints are remembered. Of the older half every second is dropped then."""
AT_ONCE = 100
"""So many rows a proof folds at a time."""
MORE_AT_ONCE = 2_000
"""So many rows are read for undone acts, or folded, between two progress reports."""


class Checkpoint(NamedTuple):
    """The state after so many rows."""

    rows: int
    state: State


class FoldedRows(NamedTuple):
    """What the first rows of a log amount to, as it may be stored with the log."""

    rows: int
    """How many they are."""
    state: State
    hidden: Collection[int]
    """The acts among them that do not count."""


NOTHING_FOLDED = FoldedRows(0, State(), ())


class RunningFold:
    """Folds the rows given so far: `state` is what `records` amount to, the same as their
    ``fold``.
    """

    def __init__(
        self,
        records: Iterable[Record] = (),
        folded: FoldedRows = NOTHING_FOLDED,
        report_progress: Progress = no_progress,
    ) -> None:
        """``folded`` is the state after the first of these rows, and is trusted.
        ``report_progress`` is called with the part of the other rows that is done.
        """
        self.records: list[Record] = list(records)
        self._checkpoints: list[Checkpoint] = []
        self._marked_acts: tuple[UndoSteps, list[Checkpoint]] | None = None
        if not folded.rows:
            self.begin_anew(report_progress)
            return
        fresh = self.records[folded.rows :]
        del self.records[folded.rows :]
        self._steps = UndoSteps.after(folded.state, folded.hidden)
        self.state = folded.state
        self.mark()
        if fresh:
            self.add(fresh)
            self.mark()

    def folded(self) -> FoldedRows:
        """All rows so far and what they amount to."""
        return FoldedRows(len(self.records), self.state, frozenset(self._steps.hidden))

    def copied(self) -> "RunningFold":
        """The same, to be gone on with apart from this one."""
        copy = RunningFold()
        copy.records, copy.state = [*self.records], self.state
        copy._steps, copy._checkpoints = self._steps.copied(), [*self._checkpoints]
        copy.mark()
        return copy

    def begin_anew(self, report_progress: Progress = no_progress) -> State:
        """The state by the rows alone, for a fold that began with a wrong one."""
        self._steps, self._checkpoints = UndoSteps(self.records), []
        self.state = self._folded_from(Checkpoint(0, State()), report_progress)
        self.mark()
        return self.state

    def go_on_with(self, checkpoints: Sequence[Checkpoint]) -> None:
        """Checkpoints from before all that this fold remembers."""
        self._checkpoints = [*checkpoints, *self._checkpoints]

    def mark(self) -> None:
        """From now on `go_back` leads back to here."""
        self._marked, self._marked_acts = Checkpoint(len(self.records), self.state), None

    def go_back(self) -> None:
        """Forget all rows since the mark."""
        del self.records[self._marked.rows :]
        self.state = self._marked.state
        if self._marked_acts is not None:
            self._steps, self._checkpoints = self._marked_acts
        self._marked_acts = None

    def add(self, fresh: Sequence[Record]) -> State:
        """The state after these rows, too. If one cannot be applied all stays as it was."""
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
        any_act = any(is_act(row.event) for row in fresh)
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
        """The latest checkpoint after at most so many rows; later ones no longer hold."""
        del self._checkpoints[bisect_right(self._checkpoints, rows, key=_rows) :]
        return self._checkpoints[-1] if self._checkpoints else Checkpoint(0, State())

    def _folded_from(
        self, checkpoint: Checkpoint, report_progress: Progress = no_progress
    ) -> State:
        """All rows after a checkpoint, with new checkpoints before the latest acts."""
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
        for rows in _pieces(self.records[at:end], MORE_AT_ONCE):
            state = apply_rows(state, rows, self._steps.hidden)
            at += len(rows)
            report_progress(at / len(self.records))
        return state

    def _remember(self, checkpoint: Checkpoint) -> None:
        self._checkpoints.append(checkpoint)
        if len(self._checkpoints) > MOST:
            del self._checkpoints[: MOST // 2 : 2]


class Proof:
    """Holds a state that was stored with the log against the rows, some of them at a time."""

    def __init__(self, fold: RunningFold, folded: FoldedRows) -> None:
        """``fold`` began with ``folded`` and may have got more rows since, also meanwhile."""
        self._fold = fold
        self._folded = folded
        self._records = fold.records[: folded.rows]
        self._checkpoints: list[Checkpoint] = []

    def steps(self) -> Generator[None, None, bool]:
        """Work to be done a step at a time. Returns at the end whether the state was right.

        If it was, the fold undoes as fast from now on as one that has read all rows itself.
        """
        acts = UndoSteps()
        for rows in _pieces(self._records, MORE_AT_ONCE):
            for row in rows:
                acts.add(row)
            yield
        mine, at = State(), 0
        for first in (*_latest_acts(self._records, acts), len(self._records)):
            for rows in _pieces(self._records[at:first]):
                mine = apply_rows(mine, rows, acts.hidden)
                yield
            self._checkpoints.append(Checkpoint(first, mine))
            at = first
        mine = replace(mine, done=acts.can_be_undone, undone=acts.can_be_redone)
        if acts.hidden != {*self._folded.hidden} or not (yield from _equal(mine, self._folded)):
            return False
        since = self._fold.records[self._folded.rows :]
        if not any(isinstance(row.event, UNDOINGS) for row in since):
            self._fold.go_on_with(self._checkpoints)
        return True


def _equal(mine: State, folded: FoldedRows) -> Generator[None, None, bool]:
    """Game by game: there may be thousands."""
    theirs = folded.state
    if mine.games.keys() != theirs.games.keys():
        return False
    for numbers in _pieces([*mine.games]):
        if any(mine.games[number] != theirs.games[number] for number in numbers):
            return False
        yield
    return replace(mine, games={}) == replace(theirs, games={})


def _pieces(rows: Sequence[T], most: int = AT_ONCE) -> Iterator[Sequence[T]]:
    for at in range(0, len(rows), most):
        yield rows[at : at + most]


def _latest_acts(records: Sequence[Record], steps: UndoSteps) -> Iterator[int]:
    """How many rows come before each of the latest acts, in order."""
    done, undone = steps.can_be_undone, steps.can_be_redone
    for act in sorted(step.seq for step in (*done[-MOST:], *undone[-MOST:])):
        yield bisect_left(records, act, key=_number)


def _number(record: Record) -> int:
    return record.seq


def _rows(checkpoint: Checkpoint) -> int:
    return checkpoint.rows
