"""The draw's dice: a hash of what the event records, the same on every machine and version."""

from collections.abc import Callable, Sequence
from hashlib import shake_256
from typing import TypeAlias

from app.engine.draw.values import BYE

DICE_BITS = 32

Dice: TypeAlias = Callable[[int, int], int]
"""The roll of two numbers, in either order, DICE_BITS wide; a number with itself is its lot."""


def rolled_dice(seed: int, round_number: int, attempt: int, numbers: Sequence[int]) -> Dice:
    """Roll for every two numbers: the lower one's stream of bytes, read at the higher one."""
    size = DICE_BITS // 8
    length = size * (max(numbers, default=BYE) + 1)
    key = f"{seed}|{round_number}|{attempt}"
    streams = {n: shake_256(f"{key}|{n}".encode()).digest(length) for n in (BYE, *numbers)}

    def roll(player: int, other: int) -> int:
        low, high = (player, other) if player < other else (other, player)
        return int.from_bytes(streams[low][size * high : size * (high + 1)], "big")

    return roll
