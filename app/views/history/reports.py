"""The reports of each game's result with author and time, including replaced ones."""

from collections.abc import Iterable

from msgspec import Struct

from app.engine.acts.events import Record
from app.engine.acts.phones import ReportedByPhone
from app.engine.acts.results import ReportResult
from app.engine.acts.undo import Redone, Undone
from app.engine.frozen import replace


class Report(Struct, frozen=True):
    """A row of the log that reports a result."""

    record: Record
    event: ReportResult | ReportedByPhone
    undone: bool
    """True if the report no longer counts because it was undone."""


class Reports:
    """The reports of all games so far."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._reports: dict[int, list[Report]] = {}
        self._undone: set[int] = set()
        self._rows: list[Record] = []  # the rows that are reports, or that undo or redo an act
        self.learn(records)

    def learn(self, records: Iterable[Record]) -> None:
        """Learn rows in their order. Rows that were learned before are forgotten from the number of
        the first new row on.
        """
        rows = [*records]
        if rows and self._rows and rows[0].seq <= self._rows[-1].seq:
            kept = [row for row in self._rows if row.seq < rows[0].seq]
            self._reports, self._undone, self._rows = {}, set(), []
            self.learn(kept)
        for record in rows:
            event = record.event
            if isinstance(event, ReportResult | ReportedByPhone | Undone | Redone):
                self._rows.append(record)
            if isinstance(event, ReportResult | ReportedByPhone):
                report = Report(record, event, undone=False)
                self._reports.setdefault(event.game, []).append(report)
            elif isinstance(event, Undone):
                self._undone.add(event.act)
            elif isinstance(event, Redone):
                self._undone.discard(event.act)

    def of(self, game: int) -> tuple[Report, ...]:
        """Return the reports of a game in their order."""
        reports = self._reports.get(game, ())
        return tuple(
            replace(report, undone=report.record.act in self._undone) for report in reports
        )
