"""How big a message and what is in it may be, and how often one may come."""

from dataclasses import dataclass
from typing import Annotated, TypeVar

from msgspec import Meta

T = TypeVar("T")

MESSAGE_BYTES = 32_768
A_SECOND = 20
AT_ONCE = 60
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
    """A device's messages: ``AT_ONCE`` in one go, ``A_SECOND`` in the long run."""

    left: float = AT_ONCE
    since_s: float = 0.0

    def spend(self, now_s: float) -> bool:
        """Whether one more message is let through at ``now_s`` of any steady clock."""
        self.left = min(self.left + (now_s - self.since_s) * A_SECOND, AT_ONCE)
        self.since_s = now_s
        if self.left < 1:
            return False
        self.left -= 1
        return True
