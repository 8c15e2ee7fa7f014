"""A DGT XL or DGT 3000 behind a DGT board in single-board mode. The bytes are in `bytes`.

The clock keeps the time and we listen. It reports whole seconds, up to a second late, and does not
say when its lever moved. To open, we send 40, 4D (which a board answers), 45 and 4B, then VERSION
to the clock.
"""

from enum import Enum

from msgspec import Struct

from app.clock.drivers.dgt import bytes as dgt
from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.bytes import SEND_CLOCK, SERIAL
from app.clock.drivers.dgt.clock import DgtClock
from app.clock.drivers.dgt.send_queue import (
    ANSWER_MS,
    SLOW_ANSWER_MS,
    Order,
    SendVerdict,
    Slot,
    Target,
)
from app.clock.drivers.driver import (
    Cleared,
    Doubted,
    Fact,
    Failed,
    Hand,
    Identified,
    Message,
    Noted,
    OrderDone,
    Touched,
)
from app.engine.language import say

AGAIN_MS = 600
ALIVE_MS, QUIET_MS, QUERY_MS = 1250, 1400, 1900
GONE_MS, BABBLE_MS = 2500, 5000  # without a byte; without a word that means something
SLOW_MS = 8000  # without a byte on a line that is not known to be quick
BURST_MS, QUICK_MS, QUICK_GAPS = 200, 2600, 5
"""A line counts as quick after this many gaps between its bytes that are longer than a burst and
shorter than the limit. Over Bluetooth, bytes that were sent over three seconds may arrive in one
burst. A board on a quick line counts as lost before a gap can make the line slow again.
"""


class Pulse(Struct):
    """The instants of the last byte, message and time message; no request is sent before
    ``ask_ms``.
    """

    byte_ms: int
    word_ms: int
    time_ms: int
    ask_ms: int
    quick: int = 0
    """The number of gaps in a row that were as short as on a quick line."""

    @staticmethod
    def begin(now_ms: int) -> "Pulse":
        return Pulse(now_ms, now_ms, now_ms, now_ms)

    def hear_bytes(self, now_ms: int) -> None:
        gap_ms, self.byte_ms = now_ms - self.byte_ms, now_ms
        if gap_ms >= QUICK_MS:
            self.quick = 0
        elif gap_ms >= BURST_MS:
            self.quick += 1

    def excuse(self, late_ms: int) -> None:
        """Do not count ``late_ms`` as silence."""
        self.byte_ms += late_ms
        self.word_ms += late_ms
        self.time_ms += late_ms

    @property
    def is_quick(self) -> bool:
        return self.quick >= QUICK_GAPS

    @property
    def gone_ms(self) -> int:
        """Return the instant at which the board counts as lost if it sends nothing until then."""
        if not self.is_quick:
            return min(self.byte_ms, self.word_ms) + SLOW_MS
        return min(self.byte_ms + GONE_MS, self.word_ms + BABBLE_MS)

    def question(self, now_ms: int, *, runs: bool, doubts: bool, busy: bool) -> int | None:
        """Return the next request to the board; None if none is needed. ``doubts`` means that a
        time must be confirmed, and ``busy`` that an answer is expected.
        """
        if now_ms < self.ask_ms:
            return None
        silent_ms = now_ms - self.word_ms
        untimed_ms = now_ms - self.time_ms if runs else silent_ms
        if silent_ms >= QUERY_MS:
            byte = SERIAL
        elif untimed_ms >= QUIET_MS or doubts:
            byte = SEND_CLOCK
        elif not runs and silent_ms >= ALIVE_MS and not busy:
            byte = SERIAL
        else:
            return None
        self.ask_ms = now_ms + AGAIN_MS
        return byte


DRAIN_MS = 500
REPLY_MS = 1000
LAST_REPLY_MS = 1500  # with it, a line that is three seconds late has brought the first answer
LONG_SERIAL_MS = 300  # boards with five digits do not answer
BOARD_TRIES = 3
PROBE_MS = 5000
TICK_MS = 250
MUTE_MS = 10_000
BATTERY_MS = 300_000
NAME_MS = 3000
LOW_PERCENT, NO_PERCENT = 15, 0x7F


class Stage(Enum):
    CLOSED = "closed"
    DRAIN = "letting old bytes pass"
    BOARD = "asking the board"
    SERIAL = "asking its number"
    LONG_SERIAL = "asking whether its number is longer"
    READY = "listening"


MET = frozenset({Stage.SERIAL, Stage.LONG_SERIAL, Stage.READY})


class DgtBoard:
    """The driver of a DGT board in single-board mode and its clock. ``switches`` says what is
    assumed where the behaviour of these clocks is not known for certain.
    """

    baud = 9600

    def __init__(self, switches: words.Switches | None = None) -> None:
        self._switches = switches or words.Switches()
        self._clock = self._new_clock()
        self._known_uid = ""
        self._begin(0)
        self._stage = Stage.CLOSED

    def _new_clock(self) -> DgtClock:
        return DgtClock(self._switches, self._ask_time, careful=True)

    def _begin(self, now_ms: int) -> None:
        self.dead, self.product = "", words.BOARD
        self._down: Hand | None = None  # of a stopped clock
        self._frames, self._slot = dgt.Frames(), Slot()
        self._stage, self._until_ms, self._tries = Stage.DRAIN, now_ms + DRAIN_MS, 0
        self._pulse = Pulse.begin(now_ms)
        self._now_ms = self._probe_ms = self._battery_ms = now_ms
        self._end_ms: int | None = None
        self._uid = self._firmware = ""
        self._introduced = self._mute = False
        self._out = bytearray()
        self._queued: list[Message] = []
        self._untold: list[Message] = []

    def opened(self, now_ms: int) -> list[Message]:
        self._begin(now_ms)
        self._clock.begin()
        return []

    @property
    def met(self) -> bool:
        """True if a board has answered."""
        return self._stage in MET and not self.dead

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        if self._stage in (Stage.CLOSED, Stage.DRAIN) or self.dead:
            return self.tick(now_ms)
        messages: list[Message] = []
        if data:
            self._pulse.hear_bytes(now_ms)
        for frame in self._frames.feed(data, now_ms):
            self._pulse.word_ms = now_ms
            messages += self._frame(frame, now_ms)
        if self._frames.dumping:
            self._pulse.word_ms = now_ms
        return messages + self.tick(now_ms)

    def excuse(self, late_ms: int) -> None:
        self._pulse.excuse(late_ms)
        self._until_ms += late_ms
        self._slot.excuse(late_ms)
        self._clock.excuse(late_ms)

    def tick(self, now_ms: int) -> list[Message]:
        self._now_ms = now_ms
        if self._stage is Stage.CLOSED or self.dead:
            return []
        messages, self._queued = self._queued, []
        if self._stage is Stage.READY:
            messages += self._watch(now_ms)
        elif now_ms >= self._until_ms:
            self._next_stage(now_ms)
        self._slot.answer_ms = ANSWER_MS if self._pulse.is_quick else SLOW_ANSWER_MS
        code, unanswered = self._slot.step(now_ms)
        self._out += code
        if unanswered is not None:
            messages += self._settle(*unanswered, 0, now_ms)
        return messages

    def due_ms(self) -> int | None:
        if self._stage is Stage.CLOSED or self.dead:
            return None
        if self._queued:
            return self._now_ms
        slot_ms = self._slot.due_ms
        own_ms = self._until_ms
        if self._stage is Stage.READY:
            own_ms = min(self._now_ms + TICK_MS, self._pulse.gone_ms)
        return own_ms if slot_ms is None else min(own_ms, slot_ms)

    def to_send(self) -> bytes:
        out, self._out = bytes(self._out), bytearray()
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Set the times in whole seconds, at most 9:59:59 a side. The answer is named "set"."""
        target = Target(dgt.shown_ms(left_ms), dgt.shown_ms(right_ms), None)
        self._set("set", target, now_ms)

    def run(self, hand: Hand | None, now_ms: int) -> None:
        """Run or stop the clock, by sending the clock's own times to it again in whole seconds. The
        answer is named "run" or "stop".
        """
        order = "stop" if hand is None else "run"
        target = next(reversed(self._slot.targets), self._clock.target)
        if target is None:
            self._queued.append(Failed(now_ms, order, words.NO_TIMES))
        else:
            self._set(order, Target(target.left_ms, target.right_ms, hand), now_ms)

    def identify(self, now_ms: int) -> None:
        """Show a word on a stopped DGT 3000; make other clocks beep. The answer is named
        "identify".
        """
        if self.product == words.DGT_3000 and not self._clock.running:
            self._order(Order(dgt.show_text("FLAGFALL", 3), "identify"), now_ms)
            self._end_ms = now_ms + NAME_MS
        else:
            self._order(Order(dgt.beep(1024), "identify"), now_ms)

    def _set(self, order: str, target: Target, now_ms: int) -> None:
        if words.too_long(target.left_ms, target.right_ms):
            self._queued.append(Failed(now_ms, order, words.TOO_LONG))
        elif not words.abilities_of_board(self.product, self._switches).sets:
            self._queued.append(Failed(now_ms, order, words.NOT_SETTABLE))
        else:
            flags = dgt.STANDS
            if target.hand is not None:
                runs = dgt.LEFT_RUNS if target.hand is Hand.LEFT else dgt.RIGHT_RUNS
                flags = runs | dgt.LEVER_SWITCHES
            code = dgt.set_and_run(target.left_ms, target.right_ms, flags)
            if order == "set":
                self._queued += [OrderDone(now_ms, text) for text in self._slot.overtake()]
            self._order(Order(code, order, target=target), now_ms)

    def _order(self, order: Order, now_ms: int) -> None:
        if not self._slot.order(order):
            self._queued.append(Failed(now_ms, order.request, words.BUSY))

    def _ask_time(self) -> None:
        self._slot.ask(dgt.SEND_CLOCK)

    def _next_stage(self, now_ms: int) -> None:
        asks_serial = self._stage is Stage.SERIAL
        if self._stage is Stage.LONG_SERIAL:
            self._listen(now_ms)
        elif asks_serial and self._tries >= BOARD_TRIES:
            self._uid = self._known_uid  # it was reported before, on the same socket
            self._listen(now_ms)
        elif self._tries >= BOARD_TRIES:
            self.dead = words.NOT_A_BOARD
        else:
            if self._stage is Stage.DRAIN:
                self._stage = Stage.BOARD
                self._slot.ask(dgt.RESET)
            self._tries += 1
            self._slot.ask(dgt.SERIAL if asks_serial else dgt.VERSION)
            last = self._tries >= BOARD_TRIES
            self._until_ms = now_ms + (LAST_REPLY_MS if last else REPLY_MS)

    def _listen(self, now_ms: int) -> None:
        if self._known_uid not in {"", self._uid}:  # another board: its clock is another one
            self._clock = self._new_clock()
        self._known_uid = self._uid
        self._stage = Stage.READY
        self._pulse = Pulse.begin(now_ms)
        self._slot.ask(dgt.UPDATE_NICE)

    def _probe(self, now_ms: int) -> None:
        """Ask whether a clock is there, and which model it is."""
        if not self._slot.busy:
            self._slot.order(Order(dgt.clock_command(dgt.CLOCK_VERSION), tries=3))
        self._probe_ms = now_ms + PROBE_MS

    def _frame(self, frame: dgt.Frame, now_ms: int) -> list[Message]:
        if frame.kind == dgt.VERSION_IS and self._stage is Stage.BOARD:
            self._firmware = f"board {frame.data[0]}.{frame.data[1]:02}"
            self._stage, self._tries, self._until_ms = Stage.SERIAL, 1, now_ms + REPLY_MS
            self._slot.ask(dgt.SERIAL)
        elif frame.kind == dgt.SERIAL_IS and self._stage is Stage.SERIAL:
            self._uid = dgt.read_number(frame.data)
            self._stage, self._until_ms = Stage.LONG_SERIAL, now_ms + LONG_SERIAL_MS
            self._slot.ask(dgt.LONG_SERIAL)
        elif frame.kind == dgt.LONG_SERIAL_IS and self._stage in {Stage.SERIAL, Stage.LONG_SERIAL}:
            number = dgt.read_number(frame.data)
            if number.lstrip("0") != self._uid.lstrip("0"):
                self._uid = number or self._uid
            self._listen(now_ms)
        elif frame.kind == dgt.BATTERY_IS and frame.data[0] != NO_PERCENT:
            low = frame.data[0] < LOW_PERCENT
            fact = Fact.BATTERY_LOW if low else Fact.BATTERY_FINE
            return [Noted(now_ms, fact, say("board {percent} %", percent=frame.data[0]))]
        elif frame.kind == dgt.CLOCK and self._stage is Stage.READY:
            return self._answered(dgt.read_clock(frame.data), now_ms)
        return []

    def _answered(self, answer: dgt.Times | dgt.Answer | dgt.Nothing, now_ms: int) -> list[Message]:
        if isinstance(answer, dgt.Answer):
            notice = answer.command == dgt.NOT_IN_MODE and self._switches.notice_refuses
            settled = self._slot.refuse() if notice else self._slot.settle(answer, now_ms)
            return [] if settled is None else self._settle(*settled, answer.value, now_ms)
        if answer is dgt.Nothing.UNREADABLE:
            self._ask_time()
        if isinstance(answer, dgt.Nothing):
            return []
        was_there, was_mute = self._clock.plugged, self._mute
        self._pulse.time_ms, self._mute = now_ms, False
        messages: list[Message] = [Cleared(now_ms, words.SILENT)] if was_mute else []
        messages += self._clock.hear(answer, self._slot.targets, now_ms)
        if answer.plugged and self._clock.reading is not None:
            self._slot.hear_times(self._clock.reading)
        stands = answer.plugged and not answer.running
        if stands and self._down not in {None, answer.down}:
            messages = [*messages, Touched(now_ms, answer.down)]
        self._down = answer.down if stands else None
        if was_there is not self._clock.plugged:
            if self._clock.plugged and self.product == words.BOARD:
                self._probe(now_ms)
            if not self._clock.plugged:
                self.product = words.BOARD
        if not self._introduced:  # nobody listens before that
            self._untold += messages
            bare = self._clock.plugged is False
            return self._identified(SendVerdict.SILENT, 0, now_ms) if bare else []
        return messages

    def _settle(self, order: Order, verdict: SendVerdict, value: int, now_ms: int) -> list[Message]:
        if order.command == dgt.CLOCK_VERSION:
            return self._identified(verdict, value, now_ms)
        if not order.request:
            return []
        if verdict is not SendVerdict.DONE:
            refused = verdict is SendVerdict.REFUSED
            why = words.wrong_mode(self.product, self._switches) if refused else words.NO_ANSWER
            return [Failed(now_ms, order.request, why)]
        if order.target is None:
            return [OrderDone(now_ms, order.request)]
        if self._switches.end_after_set:
            self._slot.order(Order(dgt.clock_command(dgt.END)))
        return self._clock.prove(order.request, order.target, now_ms)

    def _identified(self, verdict: SendVerdict, value: int, now_ms: int) -> list[Message]:
        firmware = self._firmware
        messages: list[Message] = []
        if verdict is SendVerdict.DONE:
            self.product = words.product_of(value)
            firmware += f", clock {value >> 4}.{value & 15:02}"
            self._ask_time()
        elif self._introduced:
            return []
        elif self._clock.plugged is None:
            messages.append(Noted(now_ms, Fact.UNPLUGGED))
            self._clock.plugged = False
        self._introduced = True
        able = words.abilities_of_board(self.product, self._switches)
        kin = words.BEHIND_A_BOARD
        messages, self._untold = [*messages, *self._untold], []
        return [Identified(self.product, self._uid, firmware, able, kin), *messages]

    def _watch(self, now_ms: int) -> list[Message]:
        """Send the request that is due, and report a board that has fallen silent."""
        if now_ms >= self._pulse.gone_ms:
            self.dead = words.GONE
            lost = self._clock.unfinished() + self._slot.unfinished()
            return [Failed(now_ms, order, words.GONE) for order in lost]
        if self.product == words.BOARD and now_ms >= self._probe_ms:
            self._probe(now_ms)
        if self._end_ms is not None and now_ms >= self._end_ms:
            self._end_ms = None
            self._slot.order(Order(dgt.clock_command(dgt.END)))
        if self._switches.board_battery and now_ms >= self._battery_ms:
            self._battery_ms = now_ms + BATTERY_MS
            self._slot.ask(dgt.BATTERY)
        runs, doubts = self._clock.running, self._clock.belief.asking
        byte = self._pulse.question(now_ms, runs=runs, doubts=doubts, busy=self._slot.busy)
        if byte is not None:
            self._slot.ask(byte)
        messages = self._clock.tick(now_ms)
        if runs and not self._mute and now_ms - self._pulse.time_ms >= MUTE_MS:
            self._mute = True
            messages.append(Doubted(now_ms, words.SILENT, lasting=True))
        return messages
