"""Dice that give the same rolls on every machine: hashes of a key and a count."""

from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class SimulationDice:
    """The rolls that belong to ``key``, in order."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._rolls = 0

    def below(self, count: int) -> int:
        """Return a number from 0 up to, but not including, ``count``."""
        self._rolls += 1
        digest = sha256(f"{self._key}|{self._rolls}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % count

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]
