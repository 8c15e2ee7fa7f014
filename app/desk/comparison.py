"""Compares the event as the stations show it. Every minute each station announces a digest of its
own state.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from app.desk.event import EventAtDesk
from app.desk.log import Shared
from app.engine.language import say
from app.engine.state import State
from app.store.exports.digest import state_digest

BEATS = 60
"""The number of beats, one a second, between two announcements."""
REMEMBERED = 120
"""The number of the latest states that are kept, to compare with stations that announce an earlier
one.
"""
DIFFERENT = say(
    "This station and {station} show this event differently, although both have read row {rows}."
    " Close the event at both and open it again: Flagfall reads it from the server again, and"
    " nothing in it is lost. Then look over the latest results and clocks."
)


class EventComparison:
    """Compares the event at this station with the event at other stations. Used in the desk's
    thread only.
    """

    def __init__(self, event: EventAtDesk, log: Shared[Any], notify: Callable[[str], None]) -> None:
        """Compare ``event``. ``notify`` is called with a sentence for the organizer."""
        self._event = event
        self._log = log
        self._notify = notify
        self._states: deque[tuple[int, State]] = deque(maxlen=REMEMBERED)
        self._different: set[str] = set()
        self._beats = 0

    def remember(self, *, replaced: bool = False) -> None:
        """Note new rows of the event; if ``replaced``, some of them replace earlier ones."""
        log = self._log
        if replaced:
            self._states.clear()
        if log.station and not log.waiting:
            self._states.append((log.shared_rows, self._event.state))

    def beat(self) -> None:
        """Announce the digest once a minute. The desk calls this once a second. Raise StoreError if
        the digest cannot be sent.
        """
        log = self._log
        self._beats = (self._beats + 1) % BEATS
        if not self._beats and log.others and not log.is_away:
            log.announce_digest(log.shared_rows, state_digest(self._event.state))

    def compare(self, station: str, rows: int, theirs: str) -> None:
        """Compare this station's state after ``rows`` rows with ``theirs``, the digest of another
        station. A difference is shown once, and again only if both have agreed in between.
        """
        self.remember()
        states = (state for known, state in reversed(self._states) if known == rows)
        mine = next(states, None)
        if mine is None:
            return
        if state_digest(mine) == theirs:
            self._different.discard(station)
        elif station not in self._different:
            self._different.add(station)
            self._notify(DIFFERENT.format(station=station, rows=rows))
