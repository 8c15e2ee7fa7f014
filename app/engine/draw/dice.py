"""The draw's dice: a hash of what the event records, the same on every machine and version."""

from array import array
from collections.abc import Callable, Sequence
from hashlib import shake_256
from typing import TypeAlias

from app.engine.draw.values import BYE

DICE_BITS = 32
SIZE = DICE_BITS // 8
_READ: Callable[["array[int]"], object] = array.byteswap if array("H", b"\0\1")[0] > 1 else id
"""Converts the big-endian bytes of a stream into this machine's numbers."""

Dice: TypeAlias = Callable[[int, int], int]
"""Returns the roll of two numbers, in either order, DICE_BITS wide. The roll of a number with
itself is the lot of that number.
"""


class RolledDice:
    """A roll for every pair of numbers. Each number has a stream of bytes. The roll of two numbers
    is in the stream of the lower number, at the place of the higher number.
    """

    def __init__(self, key: str, numbers: Sequence[int]) -> None:
        length = SIZE * (max(numbers, default=BYE) + 1)
        self._streams = {
            n: shake_256(f"{key}|{n}".encode()).digest(length) for n in (BYE, *numbers)
        }

    def __call__(self, player: int, other: int) -> int:
        low, high = (player, other) if player < other else (other, player)
        return int.from_bytes(self._streams[low][SIZE * high : SIZE * (high + 1)], "big")

    def row(self, number: int) -> "array[int]":
        """Return the stream of a number as an array; the roll with each higher number is at that
        number's index.
        """
        rolls = array("I", self._streams[number])
        _READ(rolls)
        return rolls


def rolled_dice(seed: int, round_number: int, attempt: int, numbers: Sequence[int]) -> RolledDice:
    """Roll for every pair of these numbers, and for each number with the bye."""
    return RolledDice(f"{seed}|{round_number}|{attempt}", numbers)
