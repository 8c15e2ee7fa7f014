"""Four Sony Buzz! handsets on their receiver, as the plungers of two tables. No I/O.

Handsets 1 and 2 are one table's, 3 and 4 another's; of each two the first is at its left. Red is
the plunger, blue the pause button. The program keeps the time; a lamp shines for whose time runs.
"""

from app.clock.drivers.buzz import BuzzReports, Colour, lamps
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

ABLE = Abilities(holds_time=False, lights=True, identifies=True, lag_ms=50)
AWAKE_MS = 5000  # handsets without a cable may fall asleep when nobody speaks to them
BLINK_MS = 250
BLINKS = 12
NONE_DOWN = bytes(5)
HANDS = (Hand.LEFT, Hand.RIGHT)


class BuzzPair:
    """Two handsets, the first of them ``first`` of the receiver's four."""

    def __init__(self, first: int) -> None:
        self._first = first
        self._lit: Hand | None = None
        self._blinks = 0
        self._blink_ms: int | None = None

    @property
    def words(self) -> str:
        return f"Buzz! {self._first + 1} and {self._first + 2}"

    @property
    def lit(self) -> set[int]:
        """The handsets whose lamps shine now."""
        if self._blink_ms is not None:
            both = {self._first, self._first + 1}
            return both if self._blinks % 2 == 0 else set()
        return {self._first + HANDS.index(self._lit)} if self._lit else set()

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """They keep no time."""

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
        found: list[Placed] = []
        for place, pair in self.clocks.items():
            found.append(Placed(place, Identified(pair.words, "", "", ABLE)))
            found.append(Placed(place, Reading(now_ms, None, None, None)))
        return found

    def receive(self, data: bytes, now_ms: int) -> list[Placed]:
        """``data`` is one report."""
        found: list[Placed] = []
        for button in self._reports.feed(data):
            table = button.handset // 2
            said = self._pairs[table].pressed(button.handset, button.colour, now_ms)
            found += [Placed(str(table + 1), one) for one in said]
        return found

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
        """The lamps, when they change, and now and then lest the handsets fall asleep."""
        report = lamps(set().union(*(pair.lit for pair in self._pairs)))
        if self._speak_ms is None or report == self._shown:
            return b""
        self._shown = report
        return report
