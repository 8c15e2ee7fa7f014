"""One kind of cases: where they come from, and what tries them."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random

from msgspec import Struct

from tools.fuzz.mutate import mutated

ROOT = Path(__file__).resolve().parents[2]
Try = Callable[[bytes], bool]
"""A function that tests a case and tells whether it was accepted as valid input, not refused with a
sentence.
"""


class Target(Struct, frozen=True):
    """A kind of input. ``share`` is the share of all cases that have this kind. ``opened`` yields a
    function that tests one case and raises an error if the program fails.
    """

    name: str
    share: float
    opened: Callable[[Path], AbstractContextManager[Try]]
    seeds: Callable[[Path], Sequence[bytes]]
    words: Sequence[bytes] = ()
    guided: bool = False
    """True if coverage can guide the search, because Python code reads the input."""
    make: Callable[[Random, Sequence[bytes]], bytes] | None = None

    def case(self, dice: Random, seeds: Sequence[bytes]) -> bytes:
        return self.make(dice, seeds) if self.make else mutated(dice, seeds, self.words)


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path
