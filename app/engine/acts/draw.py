"""Draw settings, set pairs and changed pairings: what can be asked and what is recorded."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.rounds import Seating
from app.engine.draw.values import Merit, Numbers
from app.engine.draw.wishes import ApartRule, Plan, PlayerGroups, SetPair


@dataclass(frozen=True, slots=True)
class ChangePlan:
    plan: Plan


@dataclass(frozen=True, slots=True)
class ChangeTies:
    number: int
    ties: PlayerGroups


@dataclass(frozen=True, slots=True)
class SetPairing:
    """Two to meet or not to meet, with a reason; it replaces what was set before of the same two.

    A lock holds a pair of the draw under review.
    """

    pair: SetPair


@dataclass(frozen=True, slots=True)
class FreePairing:
    one: int
    other: int


@dataclass(frozen=True, slots=True)
class DrawExplained:
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
class PairingsChanged:
    """By hand, after the draw. Games not named stay as they are, with their clocks and results.

    ``places`` are new games, and games that moved under their own number. ``differences`` to the
    program's own draw and ``faults`` are sentences.
    """

    round_number: int
    gone: tuple[int, ...]
    places: tuple[Seating, ...]
    bye: int | None
    paired_down: tuple[int, ...]
    differences: tuple[str, ...]
    faults: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class MergePlayers:
    """``gone`` is the same person as ``kept``, who gets everything of ``gone``."""

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


DrawChange: TypeAlias = (
    ChangePlan
    | ChangeTies
    | SetPairing
    | FreePairing
    | DrawExplained
    | PairingsChanged
    | MergePlayers
)
