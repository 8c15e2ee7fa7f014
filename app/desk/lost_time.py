"""Stretches of time in which the program did not run: the computer slept, or the program was
suspended.
"""

from collections.abc import Callable

from app.clock.timeline import Gap, Timeline
from app.desk.event import EventAtDesk
from app.desk.replies import Reply
from app.engine.acts.commands import Command, NoticeGap, NotSaved, Refused
from app.engine.acts.table import ClockPaused
from app.engine.language import plural, say
from app.engine.text import clock_words

SLEPT = say("This computer slept for {time}.")
STOPPED = say("Flagfall was stopped for {time}.")
ASK = say(
    "{clocks} since then. On the Round page, count the gap or ignore it, for all tables at once or"
    " one by one."
)


class LostTime:
    """Writes a row for each gap before any other row is written. Used in the desk's thread only."""

    def __init__(
        self,
        event: EventAtDesk,
        timeline: Timeline,
        write: Callable[[Command, int], Reply],
        notify: Callable[[str], None],
    ) -> None:
        """Look for gaps in ``timeline``. ``notify`` is called with a sentence for the organizer."""
        self._event = event
        self._timeline = timeline
        self._write = write
        self._notify = notify
        self._unwritten: list[Gap] = []

    @property
    def is_unwritten(self) -> bool:
        """True if a gap could not be written yet. Nothing else may be written before it."""
        return bool(self._unwritten)

    def look(self) -> bool:
        """Look for gaps and write them. Return whether there were any, even if they could not be
        written. Raise the exceptions of ``write``.
        """
        while gap := self._timeline.look_for_gap():
            self._unwritten.append(gap)
        if (shared := self._event.log.shared) is not None and shared.others:
            self._unwritten.clear()  # the clocks went on at the other stations
        if not self._unwritten:
            return False
        while self._unwritten:
            gap = self._unwritten[0]
            reply = self._write(NoticeGap(gap.from_ms, gap.to_ms), gap.to_ms)
            if isinstance(reply, NotSaved):
                return True
            del self._unwritten[0]
            self._ask_about(gap, reply)
        return True

    def _ask_about(self, gap: Gap, reply: Reply) -> None:
        """Ask one question for the whole room if the gap stopped any clock."""
        rows = () if isinstance(reply, Refused) else reply
        standing = sum(isinstance(row.event, ClockPaused) for row in rows)
        if standing:
            what = (SLEPT if gap.asleep else STOPPED).format(
                time=clock_words(gap.to_ms - gap.from_ms)
            )
            clocks = plural(standing, "One clock has not run", "{count} clocks have not run")
            self._notify(f"{what} {ASK.format(clocks=clocks)}")
