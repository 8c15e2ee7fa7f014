"""The day's plan from the format, and what really happened. All times are minutes from midnight."""

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.event_view import longest_round
from app.engine.scores import planned_rounds
from app.engine.state import State

DAY = 24 * 60


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A round. ``end`` 0 where nothing limits it; ``pause``: minutes to the next one.

    ``began`` and ``ended``: what happened; ``expected``: its start as things stand now.
    """

    number: int
    start: int
    end: int
    pause: int
    expected: int
    began: int | None = None
    ended: int | None = None

    @property
    def late(self) -> int:
        """Minutes behind the plan, negative when ahead."""
        return (self.expected if self.began is None else self.began) - self.start


def day_plan(state: State, minute_of: Callable[[int], int]) -> tuple[PlanRow, ...]:
    """``minute_of`` tells the minute of the day of an instant on the event's timeline."""
    settings, packet = state.settings, state.packet
    if settings is None or packet is None:
        return ()
    length = longest_round(packet, settings)
    breaks = {one.after_round: one.minutes for one in settings.breaks}
    happened = {one.number: one for one in state.rounds}
    rows: list[PlanRow] = []
    start = expected = settings.starts
    for number in range(1, planned_rounds(state) + 1):
        pause = max(breaks.get(number, 0), settings.turnaround)
        one = happened.get(number)
        began = minute_of(one.started_ms) if one and one.started_ms is not None else None
        ended = minute_of(one.finished_ms) if one and one.finished_ms is not None else None
        rows.append(
            PlanRow(number, start, start + length if length else 0, pause, expected, began, ended)
        )
        start += length + pause
        now = expected if began is None else began
        expected = (now + length if ended is None else ended) + pause
    return tuple(rows)


def clock(minute: int) -> str:
    """ "9:05"; past midnight it begins again."""
    hours, minutes = divmod(minute % DAY, 60)
    return f"{hours}:{minutes:02}"


def late_words(row: PlanRow) -> str:
    if row.late == 0:
        return "on time"
    word = "late" if row.late > 0 else "ahead"
    return f"{abs(row.late)} min {word}"
