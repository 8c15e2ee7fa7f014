"""Sends the public parts of the event to the server, in the background, whenever there is a
network.

The parts to send follow from the event and from the server's own marks, so nothing can be lost:
parts that could not be sent are sent later, even after a restart. Parts that the server has are not
sent again.
"""

import threading
from collections.abc import Callable

from app.engine.state import State
from app.store.online.book import Part
from app.web.online.channel import MOST_BYTES, VERSION, Ask, Push
from app.web.online.line import Line, NotReached, Refusal
from app.web.online.parts import changed_parts, parts_of
from app.web.online.progress import Progress, Sending

PACE_S = 2.0
"""The seconds between two messages. A long pause does no harm, because taps at tables change
nothing public.
"""
LATER_S = (2.0, 5.0, 10.0, 20.0, 30.0)
"""The pauses after each failed attempt in a row; the last one repeats."""
AT_ONCE = MOST_BYTES // 4
"""The most letters of the parts in one message."""


class Uplink:
    """A thread that sends the event. It calls ``tell`` whenever the progress changes."""

    def __init__(
        self, line: Line, tell: Callable[[Progress], None], *, pace_s: float = PACE_S
    ) -> None:
        self._line, self._tell, self._pace_s = line, tell, pace_s
        self._news = threading.Event()
        self._ended = threading.Event()
        self._state: State | None = None
        self._told = Progress()
        self._failures = 0
        self._there: dict[str, str] | None = None
        self._last = 0
        self._thread = threading.Thread(target=self._run, name="uplink", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def show(self, state: State) -> None:
        """Take the current event, to be sent soon. Any thread may call this, and it returns at
        once.
        """
        self._state = state
        self._news.set()

    def try_now(self) -> None:
        """Try again now instead of after the pause."""
        self._failures = 0
        self._news.set()

    def end(self) -> None:
        """Stop the thread. Parts that are not sent yet are sent after the next start."""
        self._ended.set()
        self._news.set()
        self._line.end()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            pause_s = self._try_to_send()
            if pause_s is None:
                self._news.wait()
            else:
                self._news.wait(pause_s)
            self._news.clear()
            self._ended.wait(self._pace_s)

    def _try_to_send(self) -> float | None:
        """Send until the server has everything. Return the seconds until the next attempt; None if
        nothing is left to do.
        """
        try:
            while not self._ended.is_set() and not self._send_next():
                pass
        except NotReached as error:
            self._there = None
            pause_s = LATER_S[min(self._failures, len(LATER_S) - 1)] * self._pace_s / PACE_S
            self._failures += 1
            self._report(Sending.WAITS, str(error))
            return pause_s
        except Refusal as error:
            self._there = None
            self._report(Sending.STOPPED, str(error))
            return LATER_S[-1]
        self._failures = 0
        return None

    def _send_next(self) -> bool:
        """Send some of the parts that the server lacks, and tell whether the server now has
        everything. Raises NotReached or Refusal, as `Line.say` does.
        """
        state = self._state
        if self._there is None:
            answer = self._line.say(Ask(VERSION, 0))
            self._there, self._last = answer.marks, answer.last
            self._told = Progress(total=answer.total)
        if state is None or state.settings is None:
            return True
        changed = changed_parts(parts_of(state), self._there)
        if not changed:
            self._report(Sending.DONE)
            return True
        some = _at_once(changed)
        self._report(Sending.WORKING, left=len(changed))
        pairs = tuple((part.key, part.body) for part in some)
        answer = self._line.say(Push(VERSION, 0, self._last + 1, pairs))
        self._there, self._last = answer.marks, answer.last
        left = len(changed) - len(some)
        if answer.no or left:
            return False
        self._report(Sending.DONE, total=answer.total)
        return True

    def _report(
        self, sending: Sending, sentence: str = "", left: int | None = None, total: int = -1
    ) -> None:
        before = self._told
        if left is None:
            left = before.left if sending is Sending.WAITS else 0
        now = Progress(sending, sentence, left, before.total if total < 0 else total)
        if now != before:
            self._told = now
            self._tell(now)


def _at_once(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return as many parts as one message can hold, at least one."""
    size = 0
    for place, part in enumerate(parts):
        size += len(part.body)
        if size > AT_ONCE and place:
            return parts[:place]
    return parts
