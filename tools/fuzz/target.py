"""What one kind of case is: where it comes from, and what tries it."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tools.fuzz.mutate import mutated

ROOT = Path(__file__).resolve().parents[2]
Try = Callable[[bytes], bool]
"""Whether the case was taken for what it should be, not refused in a sentence."""


@dataclass(frozen=True, slots=True)
class Target:
    """``share`` of all cases. ``opened`` gives what tries one case; it raises what must not be."""

    name: str
    share: float
    opened: Callable[[Path], AbstractContextManager[Try]]
    seeds: Callable[[Path], Sequence[bytes]]
    words: Sequence[bytes] = ()
    guided: bool = False
    """Whether a guide that sees what is reached helps: it is Python that reads it."""
    make: Callable[[Random, Sequence[bytes]], bytes] | None = None

    def case(self, dice: Random, seeds: Sequence[bytes]) -> bytes:
        return self.make(dice, seeds) if self.make else mutated(dice, seeds, self.words)


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path
