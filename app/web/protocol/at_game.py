"""What an act needs to know of its game."""

from dataclasses import dataclass
from typing import Protocol

from app.engine.side import Pair


class AtGame(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def round_number(self) -> int: ...
    @property
    def players(self) -> Pair[int]: ...


@dataclass(frozen=True, slots=True)
class KeptGame:
    """Of a game that was not told yet."""

    number: int
    round_number: int
    players: Pair[int]
