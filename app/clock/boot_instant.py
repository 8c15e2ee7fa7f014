"""An instant of the event's time, together with the reading of a counter of this computer that
started at boot.

The counter keeps running while the program does not, and nobody can set it. A program that is
started again on the same boot therefore knows how much time has passed, even if somebody has set
the wall clock.
"""

import re

from msgspec import Struct

TEXT = re.compile(r"([0-9]{1,15}) ([0-9]{1,15}) ([0-9a-f]{1,64})")


class BootInstant(Struct, frozen=True):
    """An instant on a computer's counter: at ``at_ms`` of the event's time the counter showed
    ``counter_ms``, on the boot named ``boot``.
    """

    at_ms: int
    counter_ms: int
    boot: str

    def later_ms(self, counter_ms: int, boot: str) -> int | None:
        """Return the event's time at which the counter shows ``counter_ms``. Return None on another
        boot, or if the counter went back.
        """
        if not boot or boot != self.boot or counter_ms < self.counter_ms:
            return None
        return self.at_ms + counter_ms - self.counter_ms


def keep_instant(instant: BootInstant) -> str:
    """Return the text that a file holds for an instant."""
    return f"{instant.at_ms} {instant.counter_ms} {instant.boot}"


def instant_of(text: str) -> BootInstant | None:
    """Return the instant that `keep_instant` wrote; None for any other text."""
    match = TEXT.fullmatch(text)
    return BootInstant(int(match[1]), int(match[2]), match[3]) if match else None
