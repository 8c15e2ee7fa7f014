"""What can have happened to draws, tables and entries beside the draw itself, in the past tense."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.draw.values import Merit, Numbers
from app.engine.draw.wishes import ApartRule, Plan, SetPair, Ties
from app.engine.side import Pair


@dataclass(frozen=True, slots=True)
class PlanChanged:
    plan: Plan


@dataclass(frozen=True, slots=True)
class TiesChanged:
    number: int
    ties: Ties


@dataclass(frozen=True, slots=True)
class PairSet:
    """Replaces what was set before of the same two."""

    pair: SetPair


@dataclass(frozen=True, slots=True)
class PairFreed:
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class DrawTold:
    """How the draw in the row before came about: what it was asked for and how good it is.

    ``couples`` are its pairs, the player with the bye as a pair with 0; ``locked`` those that were
    held because play had begun. ``merits`` are every criterion but the dice, the strictest first.
    """

    round_number: int
    couples: tuple[Numbers, ...]
    locked: tuple[Numbers, ...]
    forced: tuple[Numbers, ...]
    forbidden: tuple[Numbers, ...]
    apart: tuple[ApartRule, ...]
    merits: tuple[Merit, ...]
    impossible: tuple[str, ...]
    causes: tuple[str, ...]
    tables: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Place:
    """A game of a round: its number in the event, its table, and who sits where."""

    game: int
    table: int
    players: Pair[int]


@dataclass(frozen=True, slots=True)
class PairingsChanged:
    """By hand, after the draw. Games not named stay as they are, with their clocks and results.

    ``places`` are new games, and games that moved under their own number. ``differences`` to the
    program's own draw and ``faults`` are sentences.
    """

    round_number: int
    gone: tuple[int, ...]
    places: tuple[Place, ...]
    bye: int | None
    paired_down: tuple[int, ...]
    differences: tuple[str, ...]
    faults: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class PlayersMerged:
    """Two entries were one player: everything of ``gone`` is now ``kept``'s."""

    kept: int
    gone: int


DrawChange: TypeAlias = (
    PlanChanged | TiesChanged | PairSet | PairFreed | DrawTold | PairingsChanged | PlayersMerged
)
