"""The "upd" clock of the ROS chess robot: lines at 9600 8N1, times in milliseconds.

Clock to host, every second and on each change:
    upd w <ms> b <ms> t white|black p true|false a true|false     times, turn, paused, no flag
    btn w true|false b true|false                                 the plungers as they are
    ack    rej <why>
Host to clock:
    set w <ms> b <ms>    pause    resume          up to seven digits; more overflows its memory
"""

import re
from collections import deque
from dataclasses import dataclass

from app.clock.drivers.driver import (
    Abilities,
    Done,
    Failed,
    Hand,
    Identified,
    Message,
    Reading,
    Started,
)
from app.clock.drivers.plausibility import PlausibilityFilter
from app.clock.drivers.text_lines import Lines
from app.engine.language import say

LONGEST = 100
MOST_MS = 9_999_999
BOOT_MS = 5000
NOBODY_MS = 5000
SILENT_MS = 2500  # it speaks every second
ANSWER_MS = 1000
SENDS = 3
TICK_MS = 250
SLACK_MS = 1000
MOST_WAITING = 8

NOBODY = say("No clock answers here.")
GONE = say("The clock does not answer any more.")
TOO_LONG = say("This clock takes at most 2:46:39. Choose shorter times.")
NO_ANSWER = say("The clock did not answer. Try again.")
REJECTED = say("The clock refused. Try again, or set it by hand.")
OTHER_SIDE = say("The clock can only go on for the side whose turn it was. Press its plunger.")
BUSY = say("The clock is still busy with earlier orders. Wait a moment, then try again.")
ABLE = Abilities(holds_time=True, sets=True, runs=True, resolution_ms=1, lag_ms=150)


@dataclass(frozen=True, slots=True)
class Update:
    white_ms: int
    black_ms: int
    white_turn: bool
    paused: bool
    alive: bool


def read_line(line: bytes) -> Update | None:
    number, truth = rb"(\d{1,9})", rb"(true|false)"
    turn = rb"(white|black)"
    form = rb" ".join([rb"upd w", number, rb"b", number, rb"t", turn, rb"p", truth, rb"a", truth])
    match = re.fullmatch(form, line)
    if match is None:
        return None
    white, black, whose, paused, alive = match.groups()
    return Update(int(white), int(black), whose == b"white", paused == b"true", alive == b"true")


@dataclass(frozen=True, slots=True)
class Order:
    line: bytes
    request: str = ""


class UpdClock:
    """The driver. ``white`` is the side of the clock that it calls white."""

    product = say("ROS clock")
    baud = 9600

    def __init__(self, white: Hand = Hand.LEFT) -> None:
        self.dead = ""
        self._white = white
        self._belief = PlausibilityFilter(SLACK_MS, late_ms=150, careful=False)
        self._open = False
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self.dead = ""
        self._lines = Lines(LONGEST)
        self._introduced = False
        self._turn: Hand | None = None
        self._now_ms = self._alive_ms = now_ms
        self._waiting: deque[Order] = deque()
        self._current: Order | None = None
        self._sent_ms = self._sends = 0
        self._adopting = False  # a command was done: the next line shows what it did
        self._out = bytearray()
        self._told: list[Message] = []

    def opened(self, now_ms: int) -> list[Message]:
        self._begin(now_ms)
        self._open = True
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        if not self._open or self.dead:
            return []
        messages: list[Message] = []
        for line in self._lines.feed(data):
            if line == b"ack" or line.startswith(b"rej"):
                messages += self._answered(line == b"ack", now_ms)
            elif (update := read_line(line)) is not None:
                self._alive_ms = now_ms
                messages += self._update(update, now_ms)
        return messages + self.tick(now_ms)

    def tick(self, now_ms: int) -> list[Message]:
        self._now_ms = now_ms
        if not self._open or self.dead:
            return []
        silent_ms = now_ms - self._alive_ms
        if silent_ms >= (SILENT_MS if self._introduced else BOOT_MS + NOBODY_MS):
            self.dead = GONE if self._introduced else NOBODY
            lost = [order for order in [self._current, *self._waiting] if order and order.request]
            self._told += [Failed(now_ms, order.request, self.dead) for order in lost]
        self._step(now_ms)
        messages, self._told = self._told, []
        return messages

    def due_ms(self) -> int | None:
        if not self._open or self.dead:
            return None
        return self._now_ms if self._told else self._now_ms + TICK_MS

    def to_send(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Milliseconds; a running clock is paused first; asked as "set"."""
        if not (0 <= left_ms <= MOST_MS and 0 <= right_ms <= MOST_MS):
            self._told.append(Failed(now_ms, "set", TOO_LONG))
            return
        white_ms, black_ms = left_ms, right_ms
        if self._white is Hand.RIGHT:
            white_ms, black_ms = right_ms, left_ms
        if self._belief.last is None or self._belief.last.running is not None:
            self._order(Order(b"pause\n"), now_ms)
        self._order(Order(b"set w %d b %d\n" % (white_ms, black_ms), "set"), now_ms)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Goes on only for the side whose turn it was; asked as "run" or "stop"."""
        if hand is None:
            self._order(Order(b"pause\n", "stop"), now_ms)
        elif hand is not self._turn:
            self._told.append(Failed(now_ms, "run", OTHER_SIDE))
        else:
            self._order(Order(b"resume\n", "run"), now_ms)

    def identify(self, now_ms: int) -> None:
        """It can neither blink nor beep."""

    def _order(self, order: Order, now_ms: int) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._told.append(Failed(now_ms, order.request, BUSY))
        else:
            self._waiting.append(order)

    def _step(self, now_ms: int) -> None:
        """Sends, and sends again: to pause or set twice does no harm."""
        if not self._introduced:
            return
        if self._current is not None and now_ms - self._sent_ms < ANSWER_MS:
            return
        if self._current is not None and self._sends >= SENDS:
            if self._current.request:
                self._told.append(Failed(now_ms, self._current.request, NO_ANSWER))
            self._current = None
        if self._current is None:
            if not self._waiting:
                return
            self._current, self._sends = self._waiting.popleft(), 0
        self._sends += 1
        self._sent_ms = now_ms
        self._out += self._current.line

    def _answered(self, good: bool, now_ms: int) -> list[Message]:
        order, self._current = self._current, None
        if order is None:
            return []
        self._adopting = self._adopting or good
        if not order.request:
            return []
        return [Done(now_ms, order.request) if good else Failed(now_ms, order.request, REJECTED)]

    def _update(self, update: Update, now_ms: int) -> list[Message]:
        messages: list[Message] = []
        if not self._introduced:
            self._introduced = True
            messages.append(Identified(self.product, "", "", ABLE))
        self._turn = self._white if update.white_turn else self._white.other
        left_ms, right_ms = update.white_ms, update.black_ms
        if self._white is Hand.RIGHT:
            left_ms, right_ms = right_ms, left_ms
        running = None if update.paused or not update.alive else self._turn
        fallen = None if update.alive else self._turn
        reading = Reading(now_ms, left_ms, right_ms, running, fallen)
        orders = [self._current, *self._waiting]
        if any(order is not None and order.request == "set" for order in orders):
            return messages  # these may be the old times or the new ones
        if not self._adopting:
            return messages + self._belief.hear(reading)
        before, self._adopting = self._belief.last, False
        self._belief.adopt(reading)
        if running is not None and (before is None or before.running is None):
            messages.append(Started(now_ms, running))
        return [*messages, reading]
