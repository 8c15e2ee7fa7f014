"""The dice of a match-up: a hash of what the event records, the same on every machine."""

from collections.abc import Iterator, Sequence
from hashlib import shake_256

from app.engine.side import Pair, Side

FACES = 6


def roll(key: str, times: int) -> tuple[Pair[int], Side]:
    """Return a die for each captain, rolled again while the dice are equal, and the side with the
    higher die. ``times`` is the number of rolls before this one in the match-up.
    """
    dice = next(dice for dice in _rolls(f"{key}|roll|{times}") if dice.red != dice.blue)
    return dice, Side.RED if dice.red > dice.blue else Side.BLUE


def lot(key: str, players: Sequence[int]) -> tuple[int, ...]:
    """Return the players in random order."""
    return tuple(sorted(players, key=lambda n: shake_256(f"{key}|lot|{n}".encode()).digest(8)))


def _rolls(key: str) -> Iterator[Pair[int]]:
    """Yield an endless series of rolls."""
    throw = 0
    while True:
        red, blue = (
            int.from_bytes(shake_256(f"{key}|{throw}|{side}".encode()).digest(8), "big") % FACES + 1
            for side in ("red", "blue")
        )
        yield Pair(red, blue)
        throw += 1
