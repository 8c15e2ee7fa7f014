"""Sony Buzz! handsets on their receiver: what one HID report says. No I/O.

Report, bits 0-19 of the three bytes 2-4, lowest first; handset h has bits 5h to 5h+4:
    xx xx | hhhhh hhhhh hhhhh hhhhh ....      red, yellow, green, orange, blue
Lamps, to the receiver:   00   L1   L2   L3   L4   00   00      FF on, 00 off
"""

from dataclasses import dataclass
from enum import Enum

HANDSETS = 4


class Colour(Enum):
    RED = 0
    YELLOW = 1
    GREEN = 2
    ORANGE = 3
    BLUE = 4


@dataclass(frozen=True, slots=True)
class Button:
    """``handset`` 0 to 3."""

    handset: int
    colour: Colour


def held(report: bytes) -> frozenset[Button] | None:
    """The buttons that are down; None when this is no report of such a receiver."""
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
    """The report that lights the handsets in ``lit`` and darkens the others."""
    return bytes([0, *(0xFF * (handset in lit) for handset in range(HANDSETS)), 0, 0])


class BuzzReports:
    """Reports in, fresh presses out. What is down in the first report was not pressed now."""

    def __init__(self) -> None:
        self._held: frozenset[Button] | None = None

    def feed(self, report: bytes) -> list[Button]:
        now = held(report)
        if now is None:
            return []
        before, self._held = self._held, now
        if before is None:
            return []
        fresh = now - before
        return sorted(fresh, key=lambda one: (one.handset, one.colour.value))
