"""The day's plan from the settings, and the actual times. All times are minutes after midnight."""

from collections.abc import Callable

from msgspec import Struct

from app.engine.formats.times import longest_round
from app.engine.language import say
from app.engine.packet.timing import MINUTE_MS
from app.engine.standings.scores import planned_rounds
from app.engine.state import Round, State

DAY = 24 * 60
FORGOTTEN = 12 * 60
"""The minutes after which a round or a break no longer delays the plan, because the file is opened
on another day.
"""

ANOTHER_TIME = 6 * 60
"""From this many minutes on, a round is not called late or ahead, because somebody is probably
trying the program at another time of the day.
"""

ON_TIME = 5
"""The most minutes that are not called late or ahead."""


class PlanRow(Struct, frozen=True):
    """A round in the day's plan. Times are minutes after midnight; those from `DAY` on are in the
    following night.
    """

    number: int
    start: int
    end: int
    """The planned end; 0 if nothing limits the round."""
    pause: int
    """The minutes until the next round."""
    expected: int
    """The start that is now expected."""
    began: int | None = None
    """The actual start; None before the round has begun."""
    ended: int | None = None
    """The actual end; None before the round has ended."""
    unplanned: bool = False
    """True if the start cannot be planned because nothing limits the round before."""
    waits: bool = False
    """True if the start is still open because the preceding round is not over."""
    over: int = 0
    """The minutes by which the round exceeds its time, also while the round is under way."""

    @property
    def length(self) -> int:
        """The planned minutes of the round; 0 if nothing limits it."""
        return self.end - self.start if self.end else 0

    @property
    def late(self) -> int:
        """The minutes by which the round is behind the plan; negative if it is ahead."""
        return (self.expected if self.began is None else self.began) - self.start


def day_plan(state: State, minute_of: Callable[[int], int], now_ms: int = 0) -> tuple[PlanRow, ...]:
    """Return the day's plan. ``minute_of`` converts an instant on the event's timeline to the
    minute of the day. ``now_ms`` is the present instant: a round or break that overruns delays all
    later rounds.
    """
    settings, packet = state.settings, state.packet
    if settings is None or packet is None:
        return ()
    length = longest_round(packet, settings)
    breaks = {break_.after_round: break_.minutes for break_ in settings.breaks}
    happened = {round_.number: round_ for round_ in state.rounds}
    rows: list[PlanRow] = []
    start = expected = settings.starts
    waits = False
    for number in range(1, planned_rounds(state) + 1):
        pause = max(breaks.get(number, 0), settings.turnaround)
        round_ = happened.get(number)
        began, ended = _find_course(round_, start, length, minute_of)
        lasts = length
        if began is not None and ended is not None:
            lasts = ended - began
        elif round_ and round_.started_ms is not None:
            lasts = max(length, _minutes(round_.started_ms, now_ms))
        rows.append(
            PlanRow(
                number, start, start + length if length else 0, pause, expected, began, ended,
                unplanned=number > 1 and not length,
                waits=waits and began is None,
                over=max(lasts - length, 0) if length else 0,
            )
        )  # fmt: skip
        waits = not length and ended is None
        start += length + pause
        expected = (expected if began is None else began) + lasts + pause
        if round_ and round_.finished_ms is not None and ended is not None:
            expected = max(expected, ended + _minutes(round_.finished_ms, now_ms))
    return tuple(rows)


def _find_course(
    round_: Round | None, start: int, length: int, minute_of: Callable[[int], int]
) -> tuple[int | None, int | None]:
    """Return the actual start and end of a round, as minutes of the planned day."""
    began = ended = None
    if round_ and round_.started_ms is not None:
        began = _nearest(minute_of(round_.started_ms), start)
    if round_ and round_.finished_ms is not None:
        lasted = round_.finished_ms - (round_.started_ms or round_.finished_ms)
        due = start + length if began is None else began + lasted // MINUTE_MS
        ended = _nearest(minute_of(round_.finished_ms), due)
    return began, ended


def _minutes(since_ms: int, now_ms: int) -> int:
    """Return the minutes from ``since_ms`` to ``now_ms``; 0 if they are too many to be a delay."""
    minutes = max(now_ms - since_ms, 0) // MINUTE_MS
    return minutes if minutes < FORGOTTEN else 0


def _nearest(minute: int, planned: int) -> int:
    """Return the minute of the day, moved by whole days to be as close as possible to
    ``planned``.
    """
    return minute + DAY * round((planned - minute) / DAY)


def clock(minute: int) -> str:
    """Return the time of day: "09:05". After midnight the time starts again at 00:00."""
    hours, minutes = divmod(minute % DAY, 60)
    return f"{hours:02}:{minutes:02}"


def time_span(start: int, minutes: int) -> str:
    """Return a span of time: "09:05–11:05", or "09:05, open end" if ``minutes`` is 0."""
    return (
        f"{clock(start)}–{clock(start + minutes)}"
        if minutes
        else say("{clock}, open end", clock=clock(start))
    )


def planned_words(row: PlanRow) -> str:
    return row_after_words(row) if row.unplanned else time_span(row.start, row.length)


def row_after_words(row: PlanRow) -> str:
    """Return the start in words if its time is not known: "after round 1"."""
    return say("after round {number}", number=row.number - 1)


def expected_words(row: PlanRow) -> str:
    """Return the expected times of a round, given the course of the day so far; "–" if the round is
    over.
    """
    if row.ended is not None:
        return "–"
    if row.waits:
        return row_after_words(row)
    begins = row.expected if row.began is None else row.began
    return time_span(begins, row.length + row.over)


def late_words(row: PlanRow) -> str:
    """Return how late a round started and how long it took: "12 min late", "5 h 6 min ahead, 25 min
    over", "as planned". Return "outside the plan" if it was played at another time of the day.
    """
    if abs(row.late) > ANOTHER_TIME and not row.unplanned:
        return say("outside the plan")
    parts = []
    if abs(row.late) > ON_TIME and not row.unplanned:
        parts.append(
            f"{_hours_words(abs(row.late))} {say('late') if row.late > 0 else say('ahead')}"
        )
    if row.over > ON_TIME:
        parts.append(say("{hours} over", hours=_hours_words(row.over)))
    return ", ".join(parts) or ("–" if row.unplanned else say("as planned"))


def _hours_words(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return " ".join(
        part
        for part in (
            say("{hours} h", hours=hours) * bool(hours),
            say("{rest} min", rest=rest) * bool(rest),
        )
        if part
    )
