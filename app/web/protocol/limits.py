"""How big a message and what is in it may be, and how often one may come."""

from dataclasses import dataclass
from typing import Annotated, TypeVar

from msgspec import Meta

T = TypeVar("T")

MESSAGE_BYTES = 32_768
A_SECOND = 20
AT_ONCE = 60
MARKS_A_SECOND = 5
MARKS_IN_ONE_GO = 600  # a long day without the network
MARKS_AT_ONCE = 50
DAY_MS = 86_400_000

Number = Annotated[int, Meta(ge=0, le=9999)]
Serial = Annotated[int, Meta(ge=0, le=2**53)]
Instant = Annotated[int, Meta(ge=0, le=2**53)]
Span = Annotated[int, Meta(ge=-DAY_MS, le=DAY_MS)]
Stamp = Annotated[float, Meta(ge=0, le=2**53)]
Text = Annotated[str, Meta(max_length=300)]
Key = Annotated[str, Meta(max_length=60)]
Few = Annotated[tuple[T, ...], Meta(max_length=200)]


@dataclass(slots=True)
class Allowance:
    """A device's messages or a table's marks: so many at once, so many a second in the long run."""

    since_s: float
    at_once: int = AT_ONCE
    a_second: int = A_SECOND
    left: float = AT_ONCE

    def spend(self, now_s: float, count: int = 1) -> bool:
        """Whether ``count`` more are let through at ``now_s`` of any steady clock."""
        self.left = min(self.left + (now_s - self.since_s) * self.a_second, self.at_once)
        self.since_s = now_s
        if self.left < count:
            return False
        self.left -= count
        return True


def marks_allowance(now_s: float) -> Allowance:
    return Allowance(now_s, MARKS_IN_ONE_GO, MARKS_A_SECOND, MARKS_IN_ONE_GO)
