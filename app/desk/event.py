"""An open event: its log, and what the log's rows amount to."""

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
        """This computer as the rows name it, for the other stations."""

    @property
    def state(self) -> State:
        """Return the state, including acts that are decided and not yet written."""
        return self.fold.state

    @property
    def records(self) -> list[Record]:
        return self.fold.records

    def read_on(self, shared: Shared[Any]) -> list[Record]:
        """Fold what other stations have written since, and return it. It is not published yet.
        Raises StoreError.
        """
        records = shared.read_on()
        if records:
            self.fold.add(records)
            self.fold.mark()
        return records
