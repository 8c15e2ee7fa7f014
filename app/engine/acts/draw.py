"""What can be asked of draws, tables and entries beside the draw itself, in the imperative."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.draw.values import Numbers
from app.engine.draw.wishes import Plan, SetPair, Ties


@dataclass(frozen=True, slots=True)
class ChangePlan:
    plan: Plan


@dataclass(frozen=True, slots=True)
class ChangeTies:
    number: int
    ties: Ties


@dataclass(frozen=True, slots=True)
class SetPairing:
    """Two to meet or not to meet; with a reason. A lock holds a pair of the draw under review."""

    pair: SetPair


@dataclass(frozen=True, slots=True)
class FreePairing:
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class EditPairings:
    """The round's pairs as they shall be, each with its table, in any order."""

    pairs: tuple[Numbers, ...]
    tables: tuple[int, ...]
    bye: int | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SeatLate:
    """Somebody who came late plays the round that is drawn or under way: against the bye."""

    number: int


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Somebody of a drawn round leaves the event; no pair but his own changes."""

    number: int


@dataclass(frozen=True, slots=True)
class MergePlayers:
    """``gone`` is the same person as ``kept``."""

    kept: int
    gone: int


DrawCommand: TypeAlias = (
    ChangePlan
    | ChangeTies
    | SetPairing
    | FreePairing
    | EditPairings
    | SeatLate
    | TakeOut
    | MergePlayers
)
