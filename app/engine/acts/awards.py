"""Commands and records of awards, votes and ties."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


class BreakTie(Command, Struct, frozen=True):
    """A request to put level players in an order, best first. It must name every player who is
    level with them.
    """

    numbers: tuple[int, ...]
    reason: str


class TieBroken(Event, Struct, frozen=True):
    """The organizer's order of players who were level after a round, best first."""

    after_round: int
    numbers: tuple[int, ...]
    reason: str


class GiveAward(Command, Event, Struct, frozen=True):
    """The organizer's choice of the winner of an award. If ``number`` is None, the earlier choice
    is withdrawn.
    """

    award: str
    number: int | None


class OpenVote(Command, Struct, frozen=True):
    """A request for a blind vote, or for another ballot among the players who tied in the last
    one.
    """

    award: str
    candidates: tuple[int, ...] = ()
    """The players who can be voted for. Empty means every player or, in a further ballot, the tied
    players.
    """


class VoteOpened(Event, Struct, frozen=True):
    """A ballot has begun."""

    award: str
    ballot: int
    """The number of the ballot: 1 for the first, 2 or more for further ballots among tied
    players.
    """
    candidates: tuple[int, ...]


class CastBallot(Command, Event, Struct, frozen=True):
    """A player's secret vote; a later ballot by the same voter replaces it."""

    award: str
    voter: int
    choice: int


class CloseVote(Command, Event, Struct, frozen=True):
    award: str
