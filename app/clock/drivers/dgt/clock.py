"""Finds the events in the time messages of a DGT clock, on one board or on a bus, and checks that
the clock really shows the times it was set to.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from app.clock.drivers.dgt import words
from app.clock.drivers.dgt.bytes import Times
from app.clock.drivers.dgt.send_queue import Target
from app.clock.drivers.driver import (
    Fact,
    Failed,
    Hand,
    Message,
    Noted,
    OrderDone,
    Reading,
    Started,
)
from app.clock.drivers.plausibility import PlausibilityFilter

SLACK_MS = 2000
STALE_MS = 2000  # for this long after it is set, the clock may still report its old times
PROOF_MS = 6000
ASK_MS = 1000
FIRST_ASK_MS = 400
MOST_FALL_MS = 3000  # between two messages of a clock that sends every second


class Proof(Struct):
    """New times that a clock has accepted but has yet to show."""

    request: str
    target: Target
    since_ms: int
    ask_ms: int
    """The instant at which to ask the clock for its time next."""
    late_ms: int = 0
    """The milliseconds since the clock accepted the times during which nobody listened to it."""

    def is_pressed_by(self, reading: Reading) -> bool:
        """Tell whether ``reading`` shows that the clock ran as agreed and its player then
        pressed.
        """
        return self.target.pressed_by(reading, reading.at_ms - self.since_ms)


class DgtClock:
    """A DGT clock as its board reports it. ``ask`` requests a time message. ``careful`` means that
    the line has no checksum.
    """

    def __init__(self, switches: words.Switches, ask: Callable[[], None], careful: bool) -> None:
        self.belief = PlausibilityFilter(SLACK_MS, late_ms=1000, careful=careful)
        self.plugged: bool | None = None
        self.reading: Reading | None = None
        """The content of the clock's last time message, whether it was believed or not."""
        self._switches = switches
        self._ask = ask
        self._looks = 2 if careful else 1
        self._bare = 0  # messages in a row that said there is no clock
        self._battery_low = False
        self._proof: Proof | None = None
        self._stood: Target | None = None
        self._watched: Times | None = None  # the last message of a clock that ran
        self._against = 0  # messages in a row in which the wrong side's time fell
        self._disobeys: Hand | None = None  # the lever's side, if the clock does not obey it
        self._down: Hand | None = None  # the lever before the times on their way were sent

    def begin(self) -> None:
        """Begin on a new line. The last believed reading is kept, because the clock went on by
        itself.
        """
        self.belief.forget_question()
        self.plugged, self._bare, self._battery_low = None, 0, False
        self._proof = self._stood = None
        self._watched, self._against, self._disobeys = None, 0, None
        self._down = None

    @property
    def running(self) -> bool:
        last = self.belief.last
        return last is not None and last.running is not None and last.fallen is None

    @property
    def target(self) -> Target | None:
        """The times that the clock shows or is about to show."""
        if self._proof is not None:
            return self._proof.target
        last = self.belief.last
        return None if last is None else Target(last.left_ms or 0, last.right_ms or 0, None)

    def prove(self, order: str, target: Target, now_ms: int) -> list[Message]:
        """Note that the clock has agreed to show ``target``, which replaces anything it agreed to
        before.
        """
        overtaken = self._proof
        self._proof = Proof(order, target, now_ms, now_ms + FIRST_ASK_MS)
        return [] if overtaken is None else [OrderDone(now_ms, overtaken.request)]

    def hear(self, times: Times, expected: Sequence[Target], now_ms: int) -> list[Message]:
        """Take in a time message. The times in ``expected`` are on their way to the clock, so a
        message that already shows one of them comes too early.
        """
        if not times.plugged:
            return self._no_clock(now_ms)
        messages: list[Message] = []
        if self.plugged is False:
            messages.append(Noted(now_ms, Fact.PLUGGED))
        self.plugged, self._bare = True, 0
        if times.battery_low is not self._battery_low:
            self._battery_low = times.battery_low
            fact = Fact.BATTERY_LOW if times.battery_low else Fact.BATTERY_FINE
            messages.append(Noted(now_ms, fact))
        self._watch_lever(times)
        reading = self.reading = self._reading(times, now_ms)
        moved = self._down not in {None, times.down}
        early = any(
            target.shown_by(reading, 0) or (moved and target.pressed_by(reading, 0))
            for target in expected
        )
        if self._proof is not None:
            if moved and self._proof.is_pressed_by(reading):
                self._down = times.down
                return messages + self._pressed(self._proof, reading, self._odd(times))
            return messages + self._compare(self._proof, reading, self._odd(times), early=early)
        if not expected:
            self._down = times.down
        if early or self._against == 1:
            return messages
        return messages + self._believe(reading, self._odd(times))

    def _odd(self, times: Times) -> str:
        return words.ODD_LEVER if self._disobeys is not None else words.oddity(times)

    def _watch_lever(self, times: Times) -> None:
        """Check that the lever decides whose time runs down.

        A clock that was set without its lever runs for one side only, wherever the lever is. Two
        messages in a row in which the wrong side's time fell prove that. After a single one, the
        cause may also be two missed presses, and the next message shows which.
        """
        old, self._watched = self._watched, times if times.running else None
        if times.down is not self._disobeys:
            self._disobeys = None
        if old is None or not times.running or old.down is not times.down:
            self._against = 0
            return
        fell = {Hand.LEFT: old.left_ms - times.left_ms, Hand.RIGHT: old.right_ms - times.right_ms}
        stands, runs = fell[times.down], fell[times.active]
        if runs > 0:
            self._against, self._disobeys = 0, None
        elif runs == 0 and 0 < stands <= MOST_FALL_MS:
            self._against += 1
            if self._against > 1:
                self._disobeys = times.down
        elif runs or stands:
            self._against = 0

    def excuse(self, late_ms: int) -> None:
        """Wait ``late_ms`` longer for the clock to show its new times, because nobody listened."""
        if self._proof is not None:
            self._proof.late_ms += late_ms

    def unfinished(self) -> list[str]:
        return [] if self._proof is None else [self._proof.request]

    def tick(self, now_ms: int) -> list[Message]:
        proof = self._proof
        if proof is None:
            return []
        if now_ms - proof.since_ms - proof.late_ms > PROOF_MS:
            self._proof = None
            return [Failed(now_ms, proof.request, words.NOT_APPLIED)]
        if now_ms >= proof.ask_ms:
            proof.ask_ms = now_ms + ASK_MS
            self._ask()
        return []

    def _no_clock(self, now_ms: int) -> list[Message]:
        self._bare += 1
        if self.plugged is False:
            return []
        if self._bare < self._looks:
            self._ask()
            return []
        self.plugged = False
        return [Noted(now_ms, Fact.UNPLUGGED)]

    def _reading(self, times: Times, now_ms: int) -> Reading:
        active = times.active.other if self._disobeys is times.down else times.active
        running = active if times.running else None
        if self._stood == Target(times.left_ms, times.right_ms, None):
            running = None
        else:
            self._stood = None
        fallen = self.belief.last.fallen if self.belief.last else None
        flags = {Hand.LEFT: times.left_flag, Hand.RIGHT: times.right_flag}
        if fallen is None or not flags[fallen]:
            fallen = next((hand for hand in Hand if flags[hand]), None)
        return Reading(now_ms, times.left_ms, times.right_ms, running, fallen)

    def _believe(self, reading: Reading, odd: str) -> list[Message]:
        messages = self.belief.hear(reading, odd)
        if self.belief.asking:
            self._ask()
        return messages

    def _compare(self, proof: Proof, reading: Reading, odd: str, *, early: bool) -> list[Message]:
        target, elapsed_ms = proof.target, reading.at_ms - proof.since_ms
        if target.hand is None and self._switches.stands_with_run_bit:
            reading = Reading(reading.at_ms, reading.left_ms, reading.right_ms, None)
        if target.shown_by(reading, elapsed_ms):
            return self._applied(proof, reading)
        if early or elapsed_ms <= STALE_MS:
            return []
        self._proof = None
        failed = Failed(reading.at_ms, proof.request, words.NOT_APPLIED)
        return [failed, *self._believe(reading, odd)]

    def _pressed(self, proof: Proof, reading: Reading, odd: str) -> list[Message]:
        """Note that the clock ran as agreed, although no message showed it, and then note the
        press.
        """
        target = proof.target
        began = Reading(proof.since_ms, target.left_ms, target.right_ms, target.hand)
        return [*self._applied(proof, began)[:-1], *self._believe(reading, odd)]

    def _applied(self, proof: Proof, reading: Reading) -> list[Message]:
        self._proof = None
        before = self.belief.last
        self.belief.adopt(reading)
        if reading.running is None and self._switches.stands_with_run_bit:
            self._stood = Target(reading.left_ms or 0, reading.right_ms or 0, None)
        messages: list[Message] = [OrderDone(reading.at_ms, proof.request)]
        if reading.running is not None and (before is None or before.running != reading.running):
            messages.append(Started(reading.at_ms, reading.running))
        return [*messages, reading]
