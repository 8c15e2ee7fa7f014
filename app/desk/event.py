"""An open event: its log, and the state that follows from the log's rows."""

from typing import Any

from app.desk.log import Log, Shared
from app.engine.acts.events import Record
from app.engine.evolve.running_fold import RunningFold
from app.engine.state import State

HERE = "desk"
"""The station of an act that is done at this computer."""
PROGRAM = "Flagfall"
"""The actor of an act that the program does by itself."""


class EventAtDesk:
    """An open event. Used in the desk's thread only."""

    def __init__(self, log: Log[Any], fold: RunningFold) -> None:
        self.log = log
        self.fold = fold
        self.station = HERE if log.shared is None else f"{HERE} {log.shared.station}".rstrip()
        """The name of this computer in the rows, for the other stations."""

    @property
    def state(self) -> State:
        """The state, including acts that are decided but not yet written."""
        return self.fold.state

    @property
    def records(self) -> list[Record]:
        return self.fold.records

    def read_on(self, shared: Shared[Any]) -> list[Record]:
        """Take in the new rows of other stations without publishing them, and return them. Raise
        StoreError if they cannot be read.
        """
        records = shared.read_on()
        if records:
            self.fold.add(records)
            self.fold.mark()
        return records
