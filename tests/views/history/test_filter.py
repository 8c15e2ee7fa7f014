import pytest

from app.engine.acts.results import ReportResult
from app.engine.acts.rounds import RoundPublished
from app.engine.acts.table import TurnEnded
from app.engine.side import Side
from app.views.history.memory import HistoryMemory
from app.views.history.rows import Wanted, is_wanted, table_of
from tests.views.history.test_rows import STATE, WIN, row


def test_a_history_row_belongs_to_one_table_or_to_none() -> None:
    assert table_of(row(ReportResult(1, WIN)), STATE) == 4
    assert table_of(row(TurnEnded(9, 5, Side.RED)), STATE) == 0
    assert table_of(row(RoundPublished(1)), STATE) == 0


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        (Wanted(), True),
        (Wanted(organizer=True), False),
        (Wanted(table=4), True),
        (Wanted(table=5), False),
        (Wanted(text="ANN  tap"), True),
        (Wanted(text="ann paused"), False),
    ],
)
def test_the_history_filter_shows_only_matching_rows(wish: Wanted, shown: bool) -> None:
    tapped = row(TurnEnded(1, 5, Side.RED), actor="Red")
    assert is_wanted(tapped, wish, STATE, HistoryMemory(), "Table 4: Ann tapped") is shown


def test_the_organizer_filter_shows_the_organizers_acts() -> None:
    published = row(RoundPublished(1))
    assert is_wanted(published, Wanted(organizer=True), STATE, HistoryMemory(), "")
