"""The "upd" clock of the ROS chess robot: lines at 9600 8N1, times in milliseconds.

Clock to host, every second and on each change:
    upd w <ms> b <ms> t white|black p true|false a true|false     times, turn, paused, no flag
    btn w true|false b true|false                                 the plungers, now
    ack    rej <why>
Host to clock:
    set w <ms> b <ms>    pause    resume          up to seven digits; more overflows its memory
    rst <ms> <ms>        both times, the increment, white's turn; ends "a false"

Only its plungers and rst decide whose turn it is: rst makes it white's, and a plunger also counts
while the clock is paused. The clock is not alive ("a false") before the first rst and after a flag;
set does not change that. A restarted board shows 0 on both sides and gives no other sign of it.
"""

import re
from collections import deque

from msgspec import Struct

from app.clock.drivers.driver import (
    Abilities,
    Failed,
    Hand,
    Identified,
    Message,
    OrderDone,
    Reading,
    Restarted,
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
MOST_WAITING = 16
PROOFS = 4  # a stopped time is sent every second and may lose the same digits each time

NOBODY = say("No clock answers here.")
GONE = say("The clock no longer answers.")
TOO_LONG = say("This clock takes at most 2:46:39. Choose shorter times.")
NO_ANSWER = say("The clock did not answer. Try again.")
REJECTED = say("The clock refused. Try again, or set it by hand.")
OTHER_SIDE = say(
    "The clock would run for its {turn} side. Press its {turn} plunger: it changes to the {wanted}"
    " side, and the game goes on."
)
BUSY = say("The clock is still busy with earlier orders. Wait a moment, then try again.")
ABLE = Abilities(holds_time=True, sets=True, runs=True, resolution_ms=1, lag_ms=150)


class Update(Struct, frozen=True):
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


class Order(Struct, frozen=True):
    line: bytes
    request: str = ""
    hides: bool = False
    """True if the clock may show other times than the game's until this order is done."""


PAUSE = Order(b"pause\n")
RESUME = Order(b"resume\n", "run")
RESET = Order(b"rst %d 0\n" % MOST_MS, hides=True)  # with no time at all it would be a flag


def set_order(white_ms: int, black_ms: int, request: str = "") -> Order:
    return Order(b"set w %d b %d\n" % (white_ms, black_ms), request, hides=True)


class UpdClock:
    """The driver of the "upd" clock. ``white`` is the side that the clock calls white."""

    product = say("ROS clock")
    baud = 9600

    def __init__(self, white: Hand = Hand.LEFT) -> None:
        self.dead = ""
        self._white = white
        self._belief = PlausibilityFilter(SLACK_MS, 150, careful=False, proofs=PROOFS, steady=True)
        self._open = False
        self._begin(0)

    def _begin(self, now_ms: int) -> None:
        self.dead = ""
        self._lines = Lines(LONGEST)
        self._introduced = False
        self._shown: Update | None = None
        self._shown_ms = now_ms
        self._asked_ms: tuple[int, int] | None = None  # white's and black's, of the latest set
        self._wanted: Hand | None = None  # who runs as soon as somebody has pressed
        self._now_ms = self._alive_ms = now_ms
        self._waiting: deque[Order] = deque()
        self._current: Order | None = None
        self._sent_ms = self._sends = 0
        self._adopting = False  # a command was done: the next line shows what it did
        self._out = bytearray()
        self._queued: list[Message] = []

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

    def excuse(self, late_ms: int) -> None:
        self._alive_ms += late_ms
        self._sent_ms += late_ms

    def tick(self, now_ms: int) -> list[Message]:
        self._now_ms = now_ms
        if not self._open or self.dead:
            return []
        silent_ms = now_ms - self._alive_ms
        if silent_ms >= (SILENT_MS if self._introduced else BOOT_MS + NOBODY_MS):
            self.dead = GONE if self._introduced else NOBODY
            lost = [order.request for order in self._orders if order.request]
            self._queued += [Failed(now_ms, request, self.dead) for request in lost]
        self._step(now_ms)
        messages, self._queued = self._queued, []
        return messages

    def due_ms(self) -> int | None:
        if not self._open or self.dead:
            return None
        return self._now_ms if self._queued else self._now_ms + TICK_MS

    def to_send(self) -> bytes:
        out = bytes(self._out)
        self._out.clear()
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Set the times in milliseconds. A running clock is paused first. The answer is named
        "set".
        """
        if not (0 <= left_ms <= MOST_MS and 0 <= right_ms <= MOST_MS):
            self._queued.append(Failed(now_ms, "set", TOO_LONG))
            return
        white_ms, black_ms = left_ms, right_ms
        if self._white is Hand.RIGHT:
            white_ms, black_ms = right_ms, left_ms
        self._wanted, self._asked_ms = None, (white_ms, black_ms)
        shown = self._shown
        lifeless = shown is not None and not shown.alive
        if lifeless:
            self._order(RESET, now_ms)
        if lifeless or shown is None or not shown.paused or RESUME in self._orders:
            self._order(PAUSE, now_ms)
        self._order(set_order(white_ms, black_ms, "set"), now_ms)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Run or stop the clock. It can be run for the side whose turn it is, and can be started
        anew for White. In any other case a player must press a plunger. The answer is named "run"
        or "stop".
        """
        self._wanted = None
        if hand is None:
            self._order(Order(b"pause\n", "stop"), now_ms)
            return
        turn = self._turn_then
        if hand is not turn and hand is self._white and (times := self._times_then) is not None:
            self._asked_ms = times
            self._order(RESET, now_ms)
            self._order(PAUSE, now_ms)
            self._order(set_order(*times), now_ms)
        elif hand is not turn:
            self._wanted = hand
            words = {"turn": say(hand.other.value), "wanted": say(hand.value)}
            self._queued.append(Failed(now_ms, "run", OTHER_SIDE.format(**words), goes_on=True))
            return
        self._order(RESUME, now_ms)

    @property
    def _orders(self) -> list[Order]:
        """The orders that the clock has not answered yet."""
        return [order for order in (self._current, *self._waiting) if order is not None]

    @property
    def _turn_then(self) -> Hand | None:
        """The side whose turn it is once the clock has carried out all our orders."""
        if RESET in self._orders:
            return self._white
        if self._shown is None:
            return None
        return self._white if self._shown.white_turn else self._white.other

    @property
    def _times_then(self) -> tuple[int, int] | None:
        """White's and Black's times once all our orders are done; None while they run or are
        unknown.
        """
        if any(order.hides for order in self._orders):
            return self._asked_ms
        shown = self._shown
        return (shown.white_ms, shown.black_ms) if shown is not None and shown.paused else None

    def identify(self, now_ms: int) -> None:
        """Do nothing: the clock can neither blink nor beep."""

    def _order(self, order: Order, now_ms: int) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._queued.append(Failed(now_ms, order.request, BUSY))
        else:
            self._waiting.append(order)

    def _step(self, now_ms: int) -> None:
        """Send the next order, or send the same one again if the clock did not answer it. Repeating
        an order does no harm.
        """
        if not self._introduced:
            return
        if self._current is not None and now_ms - self._sent_ms < ANSWER_MS:
            return
        if self._current is not None and self._sends >= SENDS:
            self._queued += self._not_done(self._current, NO_ANSWER, now_ms)
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
        if not good:
            return self._not_done(order, REJECTED, now_ms)
        return [OrderDone(now_ms, order.request)] if order.request else []

    def _not_done(self, order: Order, why: str, now_ms: int) -> list[Message]:
        """Report an order as failed. If the order was only a step towards setting the game's times,
        report the order of which it was a step.
        """
        if order.hides:
            while not order.request and self._waiting:
                order = self._waiting.popleft()
        return [Failed(now_ms, order.request, why)] if order.request else []

    def _update(self, update: Update, now_ms: int) -> list[Message]:
        messages: list[Message] = []
        if not self._introduced:
            self._introduced = True
            messages.append(Identified(self.product, "", "", ABLE))
        anew = self._is_anew(update, now_ms)
        self._shown, self._shown_ms = update, now_ms
        if self._current is RESET and update.alive and update.white_turn:
            self._current = None  # done, though its answer was lost
        turn = self._white if update.white_turn else self._white.other
        left_ms, right_ms = update.white_ms, update.black_ms
        if self._white is Hand.RIGHT:
            left_ms, right_ms = right_ms, left_ms
        running = None if update.paused or not update.alive else turn
        fallen = None if update.alive else turn
        reading = Reading(now_ms, left_ms, right_ms, running, fallen)
        if any(order.hides for order in self._orders):
            return messages  # these may be the old times or the new ones
        if anew:
            self._wanted, self._adopting = None, False
            self._belief.adopt(reading)
            return [*messages, Restarted(now_ms), reading]
        if self._wanted is turn and running is None and update.alive:  # somebody has pressed
            self._order(RESUME, now_ms)
        if running is not None or self._wanted is turn:
            self._wanted = None
        if not self._adopting:
            return messages + self._belief.hear(reading)
        before, self._adopting = self._belief.last, False
        self._belief.adopt(reading)
        if running is not None and (before is None or before.running is None):
            messages.append(Started(now_ms, running))
        return [*messages, reading]

    def _is_anew(self, update: Update, now_ms: int) -> bool:
        """Tell whether the clock has restarted: both times are 0 but cannot have run out since they
        were last shown.
        """
        before = self._shown
        if before is None or update.white_ms or update.black_ms:
            return False
        if self._adopting and self._asked_ms == (0, 0):
            return False
        passed_ms = now_ms - self._shown_ms
        return before.white_ms + before.black_ms > passed_ms + SLACK_MS
