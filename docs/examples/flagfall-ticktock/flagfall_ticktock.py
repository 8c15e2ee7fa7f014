"""The Ticktock: lines at 9600 8N1.

clock:  T <L|R|-> <left> <right> LF     each second; times in seconds
        ok LF                           an order was done
host:   S<L|R|-> LF                     this side counts from now on
"""

import re

from app.clock.drivers.catalog import Product
from app.clock.drivers.driver import (
    Abilities,
    Failed,
    Hand,
    Identified,
    Message,
    OrderDone,
    Reading,
)
from app.clock.drivers.plausibility import PlausibilityFilter
from app.clock.drivers.text_lines import Lines
from app.engine.language import say

SIDES = {b"L": Hand.LEFT, b"R": Hand.RIGHT, b"-": None}
SILENT_MS = 5000
ANSWER_MS = 1000
ABLE = Abilities(holds_time=True, runs=True)


class Ticktock:
    product = "Ticktock"
    baud = 9600

    def __init__(self) -> None:
        self.dead = ""
        self._filter = PlausibilityFilter(slack_ms=2000, late_ms=1000, careful=True)
        self.opened(0)

    def opened(self, now_ms: int) -> list[Message]:
        self.dead = ""
        self._lines = Lines(longest=20)
        self._known = False
        self._heard_ms = now_ms
        self._asked: list[tuple[str, int]] = []
        self._out = b""
        return []

    def receive(self, data: bytes, now_ms: int) -> list[Message]:
        found: list[Message] = []
        for line in self._lines.feed(data):
            told = re.fullmatch(rb"T ([LR-]) (\d{1,5}) (\d{1,5})", line)
            if told:
                left_ms, right_ms = (int(one) * 1000 for one in told.groups()[1:])
                found += self._read(Reading(now_ms, left_ms, right_ms, SIDES[told[1]]))
            elif line == b"ok" and self._asked:
                found.append(OrderDone(now_ms, self._asked.pop(0)[0]))
        return found

    def _read(self, reading: Reading) -> list[Message]:
        self._heard_ms = reading.at_ms
        hello = [] if self._known else [Identified(self.product, "", "", ABLE)]
        self._known = True
        return [*hello, *self._filter.hear(reading)]

    def tick(self, now_ms: int) -> list[Message]:
        if now_ms - self._heard_ms >= SILENT_MS:
            self.dead = say("The clock no longer answers.")
        late = [request for request, due_ms in self._asked if due_ms <= now_ms]
        del self._asked[: len(late)]
        sentence = say("The clock did not answer. Try again.")
        return [Failed(now_ms, request, sentence) for request in late]

    def due_ms(self) -> int | None:
        return min([self._heard_ms + SILENT_MS, *(due_ms for _, due_ms in self._asked)])

    def to_send(self) -> bytes:
        out, self._out = self._out, b""
        return out

    def set_times(self, left_ms: int, right_ms: int, now_ms: int) -> None:
        """Do nothing: it cannot be set."""

    def run(self, hand: Hand | None, now_ms: int) -> None:
        side = {Hand.LEFT: b"L", Hand.RIGHT: b"R", None: b"-"}[hand]
        self._out += b"S" + side + b"\n"
        self._asked.append(("stop" if hand is None else "run", now_ms + ANSWER_MS))

    def identify(self, now_ms: int) -> None:
        """Do nothing: it can neither blink nor beep."""


TICKTOCK = Product("ticktock", "Ticktock", 9600, Ticktock, listens=True)
