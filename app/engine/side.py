"""The two sides of a table, and pairs of values. No rules here."""

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Generic, TypeVar

from msgspec import Struct

from app.engine.language import mark_text, say

T = TypeVar("T")
U = TypeVar("U")


class Side(Enum):
    """A side of a table. Red is the player listed first in the pairing, Blue the other.

    The colour says where a player sits, not who has the first turn.
    """

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> "Side":
        return Side.BLUE if self is Side.RED else Side.RED

    @property
    def colour(self) -> str:
        """The word a sentence uses for this side."""
        return say(self.actor)

    @property
    def actor(self) -> str:
        """The name of the side as an actor in records; files contain it."""
        return _ACTORS[self]


_ACTORS = {Side.RED: mark_text("Red"), Side.BLUE: mark_text("Blue")}


class Pair(Struct, Generic[T], frozen=True):
    """A value for each side."""

    red: T
    blue: T

    def of(self, side: Side) -> T:
        return self.red if side is Side.RED else self.blue

    def side_of(self, value: T) -> Side:
        """Return the side that has ``value``: Red if both have it, and Blue if neither has."""
        return Side.RED if self.red == value else Side.BLUE

    def put(self, side: Side, value: T) -> "Pair[T]":
        """Return a pair in which ``side`` has this value."""
        return Pair(value, self.blue) if side is Side.RED else Pair(self.red, value)

    def map(self, change: Callable[[T], U]) -> "Pair[U]":
        return Pair(change(self.red), change(self.blue))

    def __iter__(self) -> Iterator[T]:
        yield self.red
        yield self.blue
