"""The queue of commands to a DGT board, at a pace that the board can take. The board's buffer has
ten bytes. The clock behind it carries out one command at a time and answers up to two seconds
later.
"""

from collections import deque
from collections.abc import Set
from enum import Enum

from msgspec import Struct

from app.clock.drivers.dgt.bytes import GOOD, REFUSED, SEND_CLOCK, SET_AND_RUN, Answer
from app.clock.drivers.driver import Hand, Reading
from app.clock.drivers.plausibility import time_of

PACE_MS = 100
COMMAND_PACE_MS = 250
ANSWER_MS, SLOW_ANSWER_MS = 2000, 4500  # on a quick line; on any other
MOST_WAITING = 4
NEAR_MS = 2000


class Target(Struct, frozen=True):
    """The times that the clock is set to, and the side that runs then."""

    left_ms: int
    right_ms: int
    hand: Hand | None

    def shown_by(self, reading: Reading, elapsed_ms: int) -> bool:
        """Tell whether a clock that was set to these times may show ``reading`` after
        ``elapsed_ms``.
        """
        ran = {self.hand} if self.hand else set[Hand]()
        return reading.running is self.hand and self._is_near(reading, elapsed_ms, ran)

    def pressed_by(self, reading: Reading, elapsed_ms: int) -> bool:
        """Tell whether a clock that ran from these times for up to ``elapsed_ms`` may show
        ``reading`` once its player has pressed.
        """
        if self.hand is None or reading.running is not self.hand.other:
            return False
        return self._is_near(reading, elapsed_ms, set(Hand))

    def _is_near(self, reading: Reading, elapsed_ms: int, ran: Set[Hand]) -> bool:
        for hand, set_ms in ((Hand.LEFT, self.left_ms), (Hand.RIGHT, self.right_ms)):
            used_ms = elapsed_ms if hand in ran else 0
            if not -NEAR_MS <= set_ms - time_of(reading, hand) <= NEAR_MS + used_ms:
                return False
        return True


class Order(Struct, frozen=True):
    """One command to the clock."""

    code: bytes
    request: str = ""
    """The name under which its sender expects the answer; empty if nobody waits for one."""
    tries: int = 4
    """The maximum number of times that the order is sent."""
    target: Target | None = None

    @property
    def command(self) -> int:
        return self.code[3]


class SendVerdict(Enum):
    DONE = "done"
    REFUSED = "refused"
    SILENT = "no answer"


class Slot:
    """The one command that the clock is working on; other commands and plain bytes wait."""

    def __init__(self) -> None:
        self.current: Order | None = None
        self.answer_ms = ANSWER_MS
        """The wait in milliseconds before times are sent again. Sending them again sets a running
        clock back by the length of this wait.
        """
        self._plain: deque[int] = deque()
        self._waiting: deque[Order] = deque()
        self._free_ms = 0
        self._resend_ms = 0
        self._tried = 0
        self._shown = False

    @property
    def due_ms(self) -> int | None:
        if self._plain or (self._waiting and self.current is None):
            return self._free_ms
        return None if self.current is None else max(self._resend_ms, self._free_ms)

    @property
    def busy(self) -> bool:
        return self.current is not None or bool(self._waiting)

    @property
    def targets(self) -> tuple[Target, ...]:
        """Return the times to which the pending orders set the clock, one after the other."""
        orders = [*self._waiting] if self.current is None else [self.current, *self._waiting]
        return tuple(order.target for order in orders if order.target is not None)

    def ask(self, byte: int) -> None:
        """Send one plain byte to the board; a byte that is already waiting is not added again."""
        if byte not in self._plain:
            self._plain.append(byte)

    def order(self, order: Order) -> bool:
        """Add an order; return False if too many wait already."""
        if len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(order)
        return True

    def overtake(self) -> list[str]:
        """Drop the waiting orders that set times, because other orders replace them. Return the
        requests of the dropped orders.
        """
        left = [job for job in self._waiting if job.target is not None]
        self._waiting = deque(job for job in self._waiting if job.target is None)
        return [order.request for order in left]

    def hear_times(self, reading: Reading) -> None:
        """Note whether the clock already shows the times of the current command, in case its answer
        was lost.
        """
        target = None if self.current is None else self.current.target
        self._shown = self._shown or (target is not None and target.shown_by(reading, 0))

    def step(self, now_ms: int) -> tuple[bytes, tuple[Order, SendVerdict] | None]:
        """Return the bytes to send now, and a command that got no answer in time, with its
        outcome.
        """
        if self.current is not None and now_ms >= self._resend_ms:
            if self._shown or self._tried >= self.current.tries:
                verdict = SendVerdict.DONE if self._shown else SendVerdict.SILENT
                order = self.current
                self._free()
                return b"", (order, verdict)
            if now_ms >= self._free_ms:
                return self._send(now_ms), None
        if now_ms < self._free_ms:
            return b"", None
        if self._plain:
            self._free_ms = now_ms + PACE_MS
            return bytes([self._plain.popleft()]), None
        if self.current is None and self._waiting:
            self.current, self._tried = self._waiting.popleft(), 0
            return self._send(now_ms), None
        return b"", None

    def excuse(self, late_ms: int) -> None:
        """Wait ``late_ms`` longer for an answer, because nobody listened."""
        self._resend_ms += late_ms

    def settle(self, answer: Answer, now_ms: int) -> tuple[Order, SendVerdict] | None:
        """Return the command that ``answer`` settles, with its outcome. Return None if the answer
        settles no command, as when it is a late answer to an earlier one.
        """
        order = self.current
        mine = order is not None and answer.command in (order.command, 0)
        if order is None or not mine or (answer.code == GOOD and answer.command == 0):
            return None
        if answer.code == GOOD:
            self._free()
            return order, SendVerdict.DONE
        if order.command == SET_AND_RUN and answer.code == REFUSED:
            self._free()
            return order, SendVerdict.REFUSED
        self._resend_ms = now_ms
        return None

    def unfinished(self) -> list[str]:
        """Return the requests of the commands that will no longer get an answer."""
        orders = [self.current, *self._waiting]
        return [order.request for order in orders if order is not None and order.request]

    def refuse(self) -> tuple[Order, SendVerdict] | None:
        """Give up an order, because the clock reported, without being asked, that it is in the
        wrong mode.
        """
        order = self.current
        if order is None or order.command != SET_AND_RUN:
            return None
        self._free()
        return order, SendVerdict.REFUSED

    def _free(self) -> None:
        self.current, self._shown = None, False

    def _send(self, now_ms: int) -> bytes:
        assert self.current is not None
        self._tried += 1
        self._free_ms = now_ms + COMMAND_PACE_MS
        self._resend_ms = now_ms + (ANSWER_MS if self.current.target is None else self.answer_ms)
        if self._tried > 1 and self.current.target is not None:
            self.ask(SEND_CLOCK)
        return self.current.code
