"""Compares the event's time with the computer's clock, which may be wrong or may be set."""

from collections.abc import Callable, Sequence

from app.engine.acts.events import Record
from app.engine.language import plural, say
from app.engine.state import State
from app.engine.text import clock_words

APART_MS = 120_000
"""The smallest difference between the event's time and the computer's clock that is shown, in
milliseconds.
"""
DAY_MS = 86_400_000
BEHIND = say("This computer’s clock is {time} behind the event’s time.")
AHEAD = say("This computer’s clock is {time} ahead of the event’s time.")
APART = say(
    "No game is affected. Check the computer’s date and time; if they are right now, correct the"
    " event’s times."
)


def apart_words(apart_ms: int) -> str:
    """Return the organizer's notice that the event's time is ``apart_ms`` ahead of the computer's
    clock, or behind it if that is negative.
    """
    days = abs(apart_ms) // DAY_MS
    by = (
        plural(days, "{count} day", "{count} days")
        if days > 1
        else clock_words(round(abs(apart_ms), -3))
    )
    return f"{(BEHIND if apart_ms > 0 else AHEAD).format(time=by)} {APART}"


def behind_ms(state: State, records: Sequence[Record], wall_ms: int) -> int:
    """Return by how many milliseconds the timeline must be behind a clock that shows ``wall_ms``.
    This is for an event whose times were corrected. The clock is that of this computer or of the
    server.

    The clock was wrong at the correction. Since then it may have been set right, or it may still be
    as wrong. Of the two possibilities the one that leaves the shorter time since the last row is
    assumed, so that no game loses time.
    """
    right_ms, then_ahead_ms = state.shift_ms, state.computer_ahead_ms
    same_ms = right_ms + then_ahead_ms  # the clock is as wrong as it was
    if abs(then_ahead_ms) < APART_MS:
        return same_ms
    last_ms = max((record.at_ms for record in records), default=0)
    possible = [by_ms for by_ms in (right_ms, same_ms) if wall_ms - by_ms >= last_ms]
    return max(possible, default=min(right_ms, same_ms))


class ClockComparison:
    """Notices that the computer's clock was set, or was wrong when the event began."""

    def __init__(self, notify: Callable[[str, int], None]) -> None:
        """Begin to compare. ``notify`` is called with a sentence for the organizer and the
        difference in milliseconds.
        """
        self._notify = notify
        self._shown_ms = 0

    def compare(self, apart_ms: int) -> None:
        """Compare the event's time with the computer's clock; the event's time is ``apart_ms``
        ahead. A difference is shown once, and again only when it has changed.
        """
        if abs(apart_ms) < APART_MS:
            self._shown_ms = 0
        elif abs(apart_ms - self._shown_ms) >= APART_MS:
            self._shown_ms = apart_ms
            self._notify(apart_words(apart_ms), apart_ms)
