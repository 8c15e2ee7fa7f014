"""A tap that a window was too busy to hand in at once counts from when it was made, and the time
that it moves is noted, so that both players see it.
"""

from pathlib import Path

import pytest

from app.engine.acts.events import Record
from app.engine.acts.late import NoteMovedTime
from app.engine.acts.table import StartClock, Tap, TurnEnded
from app.engine.side import Pair, Side
from tests.events import Event


@pytest.mark.parametrize(("late_ms", "noted"), [(0, []), (900, []), (1_500, [1_500])])
def test_clock_time_moved_by_a_late_tap_is_recorded(
    tmp_path: Path, late_ms: int, noted: list[int]
) -> None:
    event = Event(tmp_path / "event.flagfall")
    try:
        event.register(4)
        event.start()
        number = event.game(1).number
        event.do(StartClock(number, Side.RED))
        event.move_by(600_000)
        now_ms = event.timeline.now_ms()
        reply = event.desk.submit(Tap(number, Side.RED), at_ms=now_ms - late_ms).result(60)
        assert isinstance(reply, tuple)
        (tapped,) = (row for row in reply if isinstance(row, Record))
        assert tapped.at_ms == now_ms
        assert isinstance(tapped.event, TurnEnded)
        assert tapped.event.at_ms == now_ms - late_ms
        moves = event.game(1).moved
        assert [move.gained_ms for move in moves] == [Pair(ms, -ms) for ms in noted]
        assert all(isinstance(move, NoteMovedTime) for move in moves)
    finally:
        event.close()
