"""The Hourglass, a Deathclock on an Arduino: text at 9600 8N1.

Clock to host, once a second while it runs; player 1 is our left:
    <0|1> MM:SS points CR LF     the player whose time runs, time left, scenario points 0-5
    ~ CR LF  paused by its button      $ CR LF  reset by a long press      dc CR LF |  double click
Host to clock, without a line end; the clock waits a second for more digits:
    name~name%minutes minutes mode      mode 0: Deathclock; it is stopped and ready
    |                                   starts it if it is stopped, stops it if it runs

A stopped clock sends nothing and answers no question, so a frozen one is noticed only when it
should run. A clock that has just started also sends nothing and waits for its configuration.
Opening its port may restart it. So a clock that was set before, and is silent after its port
was opened, is taken for one that waits.
"""

import re

from msgspec import Struct

from app.clock.drivers.driver import (
    Abilities,
    Cleared,
    Doubted,
    Failed,
    Hand,
    Identified,
    Message,
    OrderDone,
    Reading,
    Restarted,
    ScoredAtClock,
    Started,
    Stopped,
)
from app.clock.drivers.plausibility import PlausibilityFilter
from app.clock.drivers.text_lines import Lines
from app.engine.language import say

COUNT = rb"[01] \d{1,3}:[0-5]\d [0-5]"
TOLD = re.compile(rb"([~$|]*)(%s)?([~$|]*)" % COUNT)
"""Matches a line of the clock, which holds several signs if line ends were lost. A ``$`` among
other bytes is a 4 with one bit flipped, because the clock sends its ``$`` on a line alone.
"""
LONGEST = 40
SLACK_MS = 2000
QUIET_MS = 2500  # after this long a silence it no longer runs
WAKES_MS = 5000  # two seconds in its boot loader, then a line each second if it runs
PARSING_MS = 1500
TICK_MS = 250
MINUTE_MS = 60_000
MOST_MINUTES = 99
NAME = 8

WHOLE_MINUTES = say("This clock can be set to whole minutes only, 1 to 99.")
NOT_STARTED = say("The clock did not start. Press its pause button.")
NOT_STOPPED = say("The clock did not stop. Press its pause button.")
OTHER_SIDE = say("The clock counts for the other side. Flip its switch.")
NOT_KNOWN = say("Set the clock first, so that its state is known.")
QUIET = say("No signal from the clock. It may be paused, or its cable unplugged.")
ABLE = Abilities(holds_time=True, sets=True, runs=True, lag_ms=1000)


class Count(Struct, frozen=True):
    """One line: the side that counts, its time left and its points."""

    hand: Hand
    left_ms: int
    points: int


def read_hourglass_line(line: bytes) -> Count | None:
    if re.fullmatch(COUNT, line) is None:
        return None
    side, minutes, seconds, points = map(int, re.split(b"[ :]", line))
    hand = Hand.RIGHT if side else Hand.LEFT
    return Count(hand, (minutes * 60 + seconds) * 1000, points)


def config(names: tuple[str, str], left_minutes: int, right_minutes: int) -> bytes:
    left, right = (re.sub("[^ -$&-{}]", "", name)[:NAME] for name in names)
    return f"{left}~{right}%{left_minutes} {right_minutes} 0".encode("ascii")


class Hourglass:
    """The driver of an Hourglass. The clock cannot be asked what it is. It is identified by the
    first line that it sends, or when we set it.
    """

    product = "Hourglass"
    baud = 9600

    def __init__(self, names: tuple[str, str] = ("Left", "Right")) -> None:
        self.dead = ""
        self._names = names
        self._belief = PlausibilityFilter(SLACK_MS, 1000, careful=False, steady=True)
        self._times: dict[Hand, int] = {}
        self._points: dict[Hand, int] = {}
        self._open = False
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self._lines = Lines(LONGEST)
        self._introduced = False
        self._running: bool | None = None  # None: unknown
        self._wakes_ms: int | None = None  # if it stays silent until then, it was restarted
        self._quiet = False  # its silence was reported
        self._now_ms = self._line_ms = now_ms
        self._free_ms = now_ms
        self._waiting: tuple[str, Hand | None, int] | None = None  # asked, wanted side, until
        self._out: list[bytes] = []
        self._queued: list[Message] = []

    def opened(self, now_ms: int) -> list[Message]:
        self._begin(now_ms)
        self._open = True
        if self._times:
            self._wakes_ms = now_ms + WAKES_MS
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        if not self._open:
            return []
        messages: list[Message] = []
        for line in self._lines.feed(data):
            messages += self._told(line, now_ms)
        return messages + self.tick(now_ms)

    def excuse(self, late_ms: int) -> None:
        self._line_ms += late_ms
        if self._wakes_ms is not None:
            self._wakes_ms += late_ms
        if self._waiting is not None:
            request, hand, until_ms = self._waiting
            self._waiting = (request, hand, until_ms + late_ms)

    def tick(self, now_ms: int) -> list[Message]:
        self._now_ms = now_ms
        messages, self._queued = self._queued, []
        if self._wakes_ms is not None and now_ms >= self._wakes_ms:
            self._wakes_ms = None
            messages.append(Restarted(now_ms))
        if self._waiting is not None and now_ms >= self._waiting[2]:
            messages += self._waited(*self._waiting[:2], now_ms)
        elif self._running and self._waiting is None and now_ms - self._line_ms >= QUIET_MS:
            self._running, self._quiet = None, True
            messages.append(Doubted(now_ms, QUIET, lasting=True))
        return messages

    def due_ms(self) -> int | None:
        if not self._open:
            return None
        return self._now_ms if self._queued else self._now_ms + TICK_MS

    def to_send(self) -> bytes:
        if self._now_ms < self._free_ms or not self._out:
            return b""
        out = self._out.pop(0)
        if len(out) > 1:
            self._free_ms = self._now_ms + PARSING_MS
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Set the times in whole minutes, which begins a new game. The answer is named "set"."""
        left, left_rest = divmod(left_ms, MINUTE_MS)
        right, right_rest = divmod(right_ms, MINUTE_MS)
        whole = not (left_rest or right_rest)
        if not whole or not (1 <= left <= MOST_MINUTES and 1 <= right <= MOST_MINUTES):
            self._queued.append(Failed(now_ms, "set", WHOLE_MINUTES))
            return
        self._overtake(now_ms)
        self._wakes_ms = None
        self._out = [config(self._names, left, right)]
        self._times = {Hand.LEFT: left_ms, Hand.RIGHT: right_ms}
        self._points.clear()
        self._waiting = ("set", None, now_ms + PARSING_MS)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Run or stop the clock. The clock has only one command, which toggles between the two. So
        the command is sent only if the clock's state is known, and never twice. The switch on the
        clock decides which side counts. The answer is named "run" or "stop".
        """
        order = "stop" if hand is None else "run"
        if self._running is None:
            self._queued.append(Failed(now_ms, order, NOT_KNOWN))
        elif self._running is (hand is not None):
            self._queued.append(OrderDone(now_ms, order))
        else:
            self._overtake(now_ms)
            self._out = [*self._out[:1], b"|"]
            sent_ms = max(now_ms, self._free_ms) + (PARSING_MS if len(self._out) > 1 else 0)
            self._waiting = (order, hand, sent_ms + QUIET_MS)

    def _overtake(self, now_ms: int) -> None:
        """Count the order that is under way as done, because a newer one follows and the clock
        obeys its orders one after the other.
        """
        if self._waiting is not None:
            order = self._waiting[0]
            self._queued += self._set(now_ms) if order == "set" else [OrderDone(now_ms, order)]

    def identify(self, now_ms: int) -> None:
        """Do nothing: the clock can neither blink nor beep."""

    def _introduce(self) -> list[Message]:
        if self._introduced:
            return []
        self._introduced = True
        return [Identified(self.product, "", "", ABLE)]

    def _speaks(self, now_ms: int) -> list[Message]:
        """Withdraw the notice of silence, because bytes have arrived."""
        self._wakes_ms = None
        quiet, self._quiet = self._quiet, False
        return [Cleared(now_ms, QUIET)] if quiet else []

    def _told(self, line: bytes, now_ms: int) -> list[Message]:
        """Take in a line. A sign of a pause counts even if it follows a piece of another line."""
        told = TOLD.fullmatch(line)
        if told is None:
            return self._sign(b"~", now_ms) if line.endswith(b"~") else []
        before, count, after = told.groups(b"")
        messages = [one for sign in before for one in self._sign(bytes([sign]), now_ms)]
        messages += self._line(count, now_ms)
        return messages + [one for sign in after for one in self._sign(bytes([sign]), now_ms)]

    def _sign(self, sign: bytes, now_ms: int) -> list[Message]:
        messages = self._speaks(now_ms)
        if sign == b"$":
            self._running = None
            return [*messages, Restarted(now_ms)]
        if sign == b"|" or self._running is False:
            return messages
        return [*messages, *self._stands(now_ms, by_us=False)]

    def _stands(self, now_ms: int, by_us: bool) -> list[Message]:
        self._running = False
        last = self._belief.last
        if last is None:
            return [] if by_us else [Stopped(now_ms)]
        reading = Reading(now_ms, last.left_ms, last.right_ms, None, last.fallen)
        if by_us:
            self._belief.adopt(reading)
            return [reading]
        return self._belief.hear(reading)

    def _line(self, line: bytes, now_ms: int) -> list[Message]:
        count = read_hourglass_line(line)
        if count is None:
            return []
        messages = [*self._introduce(), *self._speaks(now_ms)]
        ran, self._running = self._running, True
        self._line_ms = now_ms
        if count.points != self._points.get(count.hand, 0):
            messages.append(ScoredAtClock(now_ms, count.hand, count.points))
        self._points[count.hand] = count.points
        self._times[count.hand] = count.left_ms
        if len(self._times) < 2:
            messages += [] if ran else [Started(now_ms, count.hand)]
        else:
            times = (self._times[Hand.LEFT], self._times[Hand.RIGHT])
            if self._belief.last is None:  # the other side had the first turn
                self._belief.adopt(Reading(now_ms, *times, count.hand.other if ran else None))
            messages += self._belief.hear(Reading(now_ms, *times, count.hand))
        if self._waiting is not None and self._waiting[0] == "run":
            wanted, self._waiting = self._waiting[1], None
            right = wanted is count.hand
            messages.append(
                OrderDone(now_ms, "run") if right else Failed(now_ms, "run", OTHER_SIDE)
            )
        return messages

    def _waited(self, order: str, wanted: Hand | None, now_ms: int) -> list[Message]:
        self._waiting = None
        if order == "set":
            return self._set(now_ms)
        if wanted is not None:
            return [Failed(now_ms, order, NOT_STARTED)]
        if now_ms - self._line_ms < QUIET_MS // 2:
            return [Failed(now_ms, order, NOT_STOPPED)]
        return [OrderDone(now_ms, order), *self._stands(now_ms, by_us=True)]

    def _set(self, now_ms: int) -> list[Message]:
        """Regard the clock as stopped, showing the times that it was sent, because it has had
        enough time to obey.
        """
        reading = Reading(now_ms, self._times[Hand.LEFT], self._times[Hand.RIGHT], None)
        self._belief.adopt(reading)
        self._running = False
        return [*self._introduce(), OrderDone(now_ms, "set"), reading]
