"""When the state of an event is read from its file, checked against the rows, and written down."""

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from app.desk.event import OpenEvent
from app.desk.log import Log
from app.engine.acts.rounds import RoundFinished, RoundStarted
from app.engine.evolve.running_fold import Proof, RunningFold
from app.engine.progress import Progress
from app.store.errors import StoreError

LEAST_ROWS = 1_000  # a shorter log is folded as soon as its state is read
OF_ROUNDS = (RoundStarted, RoundFinished)
ROWS_BETWEEN = 2_000  # a crash leaves so many rows to be folded, or a few more
PROOF_PAUSE_SECONDS = 0.01  # presses come in between


class Checkpoints:
    """Begins an event with the state in its file, holds that against the rows while nothing else is
    to be done, and writes the state down now and then. Lives in the desk's loop.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, wrong: Callable[[], None]) -> None:
        """``wrong`` is called where the state in the file was not what the rows come to."""
        self._loop = loop
        self._wrong = wrong
        self._event: OpenEvent | None = None
        self._steps: Generator[None, None, bool] | None = None
        self._rows = 0  # at the latest checkpoint

    def begin(self, log: Log[Any], report_progress: Progress) -> OpenEvent:
        """Fold the rows of ``log``. Raises StoreError for a damaged row, and what
        ``report_progress`` raises.
        """
        records = log.records()
        folded = log.read_checkpoint(records)
        if folded is None:
            fold = RunningFold(records, report_progress=report_progress)
        else:
            fold = RunningFold(records, folded)
            self._rows = folded.rows
            self._steps = Proof(fold, folded).steps()
            self._loop.call_later(PROOF_PAUSE_SECONDS, self._prove)
        self._event = OpenEvent(log, fold)
        return self._event

    def after_a_while(self) -> None:
        """Write the state down if many rows have come since, or a round has begun or ended."""
        if self._event is None:
            return
        records = self._event.records
        since = records[self._rows :]
        if len(since) >= ROWS_BETWEEN or any(isinstance(row.event, OF_ROUNDS) for row in since):
            self._keep(self._event)

    def end(self) -> None:
        """Write the last state down, before the file is closed."""
        if self._event is not None and len(self._event.records) > self._rows:
            self._keep(self._event)

    def _keep(self, event: OpenEvent) -> None:
        """Not while the state still rests on one that was not checked against the rows."""
        if self._steps is not None or len(event.records) < LEAST_ROWS:
            return
        self._rows = len(event.records)
        try:
            event.log.keep_checkpoint(event.fold.folded(), event.records)
        except Exception as error:  # it would only have saved time
            if not isinstance(error, StoreError | OSError):
                self._loop.call_exception_handler({"message": "", "exception": error})

    def _prove(self) -> None:
        assert self._steps is not None
        try:
            next(self._steps)
        except StopIteration as end:
            self._steps = None
            if not end.value:
                self._rows = 0
                if self._event is not None:
                    self._event.log.drop_checkpoint()
                self._wrong()
        else:
            self._loop.call_later(PROOF_PAUSE_SECONDS, self._prove)
