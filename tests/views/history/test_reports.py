"""Reports of results, also where rows of a station take the place of others."""

from app.engine.acts.events import Event, Record
from app.engine.acts.players import PlayerWarned
from app.engine.acts.results import How, ReportResult, Result
from app.engine.acts.undo import Redone, Undone
from app.engine.side import Pair, Side
from app.views.history.reports import Reports

RED = ReportResult(1, Result(Side.RED, How.SCENARIO, Pair(5, 0), Pair(0, 0)))
BLUE = ReportResult(1, Result(Side.BLUE, How.SCENARIO, Pair(0, 5), Pair(0, 0)))


def row(seq: int, event: Event) -> Record:
    return Record(seq, seq, seq, "desk", "EO", event)


def told(reports: Reports) -> list[tuple[int, bool]]:
    return [(report.record.seq, report.undone) for report in reports.of(1)]


def test_an_undone_report_is_marked_until_it_is_done_again() -> None:
    reports = Reports([row(1, RED), row(2, BLUE), row(3, Undone(2))])
    assert told(reports) == [(1, False), (2, True)]
    reports.learn([row(4, Redone(2))])
    assert told(reports) == [(1, False), (2, False)]


def test_rows_that_replace_others_are_used_instead_of_them() -> None:
    reports = Reports([row(1, RED), row(2, BLUE), row(3, Undone(1))])
    reports.learn([row(2, PlayerWarned(1, 1, "late")), row(3, BLUE)])
    assert told(reports) == [(1, False), (3, False)]
    reports.learn([])
    assert told(reports) == [(1, False), (3, False)]
