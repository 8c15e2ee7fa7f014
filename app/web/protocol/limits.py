"""Limits on the size, content and rate of messages."""

from typing import Annotated, TypeVar

from msgspec import Meta

from app.clock.allowance import Allowance

T = TypeVar("T")

MESSAGE_BYTES = 32_768
PHOTO_PART_BYTES = 20_000
"""The most bytes of one part of a photo. Encoded in a message, they become a third more."""
MARKS_A_SECOND = 5
MARKS_IN_ONE_GO = 600  # a long day without the network
MARKS_AT_ONCE = 50
DAY_MS = 86_400_000

Number = Annotated[int, Meta(ge=0, le=9999)]
Serial = Annotated[int, Meta(ge=0, le=2**53)]
Instant = Annotated[int, Meta(ge=0, le=2**53)]
Span = Annotated[int, Meta(ge=-DAY_MS, le=DAY_MS)]
Uncertain = Annotated[int, Meta(ge=0, le=DAY_MS)]
Stamp = Annotated[float, Meta(ge=0, le=2**53)]
Text = Annotated[str, Meta(max_length=300)]
Key = Annotated[str, Meta(max_length=60)]
Few = Annotated[tuple[T, ...], Meta(max_length=200)]


def marks_allowance(now_s: float) -> Allowance:
    return Allowance(now_s, MARKS_IN_ONE_GO, MARKS_A_SECOND, MARKS_IN_ONE_GO)
