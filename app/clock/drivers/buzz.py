"""Sony Buzz! handsets on their receiver: the contents of their HID reports. No I/O.

Report, bits 0-19 of the three bytes 2-4, lowest first; handset h has bits 5h to 5h+4:
    xx xx | hhhhh hhhhh hhhhh hhhhh ....      red, yellow, green, orange, blue
Lamps, to the receiver:   00   L1   L2   L3   L4   00   00      FF on, 00 off
"""

from enum import Enum

from msgspec import Struct

from app.clock.drivers.driver import (
    Abilities,
    Hand,
    Identified,
    Message,
    PauseAsked,
    Placed,
    Pressed,
    Reading,
)
from app.engine.language import say

HANDSETS = 4


class Colour(Enum):
    RED = 0
    YELLOW = 1
    GREEN = 2
    ORANGE = 3
    BLUE = 4


class Button(Struct, frozen=True):
    """One button of a handset."""

    handset: int
    """The number of the handset, from 0 to 3."""
    colour: Colour


def read_buttons_down(report: bytes) -> frozenset[Button] | None:
    """Return the buttons that are down; None if the bytes are no report of a Buzz! receiver."""
    if len(report) < 5:
        return None
    bits = int.from_bytes(report[2:5], "little")
    return frozenset(
        Button(handset, colour)
        for handset in range(HANDSETS)
        for colour in Colour
        if bits >> (5 * handset + colour.value) & 1
    )


def lamps(lit: set[int]) -> bytes:
    """Return the report that lights the handsets in ``lit`` and darkens the others."""
    return bytes([0, *(0xFF * (handset in lit) for handset in range(HANDSETS)), 0, 0])


class BuzzReports:
    """Turns reports into new presses. Buttons that are down in the first report do not count as
    pressed.
    """

    def __init__(self) -> None:
        self._held: frozenset[Button] | None = None

    def feed(self, report: bytes) -> list[Button]:
        now = read_buttons_down(report)
        if now is None:
            return []
        before, self._held = self._held, now
        if before is None:
            return []
        fresh = now - before
        return sorted(fresh, key=lambda button: (button.handset, button.colour.value))


ABLE = Abilities(holds_time=False, lights=True, identifies=True, lag_ms=50)
AWAKE_MS = 5000  # wireless handsets may fall asleep if nothing is sent to them
BLINK_MS = 250
BLINKS = 12
NONE_DOWN = bytes(5)
HANDS = (Hand.LEFT, Hand.RIGHT)


class BuzzPair:
    """Two handsets of the receiver's four: ``first`` and the next one."""

    def __init__(self, first: int) -> None:
        self._first = first
        self._lit: Hand | None = None
        self._blinks = 0
        self._blink_ms: int | None = None

    @property
    def words(self) -> str:
        return say("Buzz! {first} and {second}", first=self._first + 1, second=self._first + 2)

    @property
    def lit(self) -> set[int]:
        """The handsets whose lamps are on now."""
        if self._blink_ms is not None:
            both = {self._first, self._first + 1}
            return both if self._blinks % 2 == 0 else set()
        return {self._first + HANDS.index(self._lit)} if self._lit else set()

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Do nothing: these devices keep no time."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        self._lit = hand

    def identify(self, now_ms: int) -> None:
        self._blinks, self._blink_ms = 0, now_ms + BLINK_MS

    def due_ms(self) -> int | None:
        return self._blink_ms

    def tick(self, now_ms: int) -> None:
        if self._blink_ms is not None and now_ms >= self._blink_ms:
            self._blinks += 1
            self._blink_ms = now_ms + BLINK_MS if self._blinks < BLINKS else None

    def pressed(self, handset: int, colour: Colour, now_ms: int) -> list[Message]:
        if colour is Colour.RED:
            return [Pressed(now_ms, HANDS[handset - self._first])]
        return [PauseAsked(now_ms)] if colour is Colour.BLUE else []


class BuzzReceiver:
    product = "Buzz! handsets"
    baud = 0
    dead = ""

    def __init__(self) -> None:
        self._pairs = (BuzzPair(0), BuzzPair(2))
        self._reports = BuzzReports()
        self._shown: bytes | None = None
        self._speak_ms: int | None = None

    @property
    def clocks(self) -> dict[str, BuzzPair]:
        return {str(number): pair for number, pair in enumerate(self._pairs, start=1)}

    def opened(self, now_ms: int) -> list[Placed]:
        self._reports, self._shown = BuzzReports(), None
        self._reports.feed(NONE_DOWN)  # a receiver speaks only of changes: its first is a press
        self._speak_ms = now_ms + AWAKE_MS
        placed: list[Placed] = []
        for place, pair in self.clocks.items():
            placed.append(Placed(place, Identified(pair.words, "", "", ABLE)))
            placed.append(Placed(place, Reading(now_ms, None, None, None)))
        return placed

    def receive(self, data: bytes, now_ms: int) -> list[Placed]:
        """Read ``data``, which is exactly one report."""
        placed: list[Placed] = []
        for button in self._reports.feed(data):
            table = button.handset // 2
            presses = self._pairs[table].pressed(button.handset, button.colour, now_ms)
            placed += [Placed(str(table + 1), button) for button in presses]
        return placed

    def excuse(self, late_ms: int) -> None:
        """Do nothing: a receiver only speaks when a button is pressed, so its silence means
        nothing.
        """

    def tick(self, now_ms: int) -> list[Placed]:
        for pair in self._pairs:
            pair.tick(now_ms)
        if self._speak_ms is not None and now_ms >= self._speak_ms:
            self._shown, self._speak_ms = None, now_ms + AWAKE_MS
        return []

    def due_ms(self) -> int | None:
        due = [self._speak_ms, *(pair.due_ms() for pair in self._pairs)]
        return min((at for at in due if at is not None), default=None)

    def to_send(self) -> bytes:
        """Return the report for the lamps when it has changed, and also every few seconds so that
        the handsets do not fall asleep.
        """
        report = lamps(set().union(*(pair.lit for pair in self._pairs)))
        if self._speak_ms is None or report == self._shown:
            return b""
        self._shown = report
        return report
