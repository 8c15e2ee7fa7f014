"""What can have happened to prizes, votes and ties, in the past tense."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class TieBroken:
    """The EO's order of players who are level after that round, best first."""

    after_round: int
    numbers: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class AwardGiven:
    """By the EO's choice; None takes it back."""

    award: str
    number: int | None


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """``ballot`` 2 and more are votes among the tied of the one before."""

    award: str
    ballot: int
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BallotCast:
    """Whom the voter chose is a secret; a later ballot of the same voter replaces it."""

    award: str
    voter: int
    choice: int


@dataclass(frozen=True, slots=True)
class VoteClosed:
    award: str


AwardChange: TypeAlias = TieBroken | AwardGiven | VoteOpened | BallotCast | VoteClosed
