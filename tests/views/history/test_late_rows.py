"""A press that came late says so in the history, however little time it moved."""

import pytest

from app.engine.acts.events import Record
from app.engine.acts.table import TurnEnded
from app.engine.side import Side
from app.views.history.rows import describe
from tests.engine.event import start_clock, under_way


@pytest.mark.parametrize(
    ("late_ms", "more"),
    [(0, ""), (249, ""), (1_290, ", known 1.2 s later"), (62_000, ", known 1:02 later")],
)
def test_a_late_press_says_how_late_it_arrived(late_ms: int, more: str) -> None:
    desk = under_way(2)
    ended = TurnEnded(start_clock(desk), 60_000, Side.RED)
    on_time = describe(Record(9, 9, 60_000, "tablet", "Red", ended), desk.state)
    late = describe(Record(9, 9, 60_000 + late_ms, "tablet", "Red", ended), desk.state)
    assert late == on_time + more
