"""The match-up of two teams in a round: what captains and the desk choose, and what is recorded."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.rounds import Seating
from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class ChooseInMatchUp(Command):
    """A captain chooses, or the desk for them."""

    match: int
    """The first table of the match, in the latest round."""
    side: Side
    step: int
    """As in `app.engine.match_up.progress.Ask`, so that a late tap changes no other step."""
    chosen: tuple[int, ...]
    """As in `app.engine.match_up.progress.Choice`."""
    captain: int = 0
    """The captain's number, from their own phone; 0 for the desk."""


class MatchUpChange(Event):
    """A record of who of two teams meets whom."""

    __slots__ = ()
    round_number: int
    match: int
    seatings: tuple[Seating, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChosenInMatchUp(MatchUpChange):
    """A choice in a match-up. Secret as long as `Progress.seen_by` hides it."""

    round_number: int
    match: int
    side: Side
    step: int
    chosen: tuple[int, ...]
    captain: int
    seatings: tuple[Seating, ...] = ()
    """The match's games, where this choice completed it."""
    byes: tuple[int, ...] = ()
    """Players of both teams who have nobody opposite, where this choice completed it."""


@dataclass(frozen=True, slots=True)
class TypeMatchUp(Command):
    """The desk types who meets whom in a match."""

    match: int
    pairs: tuple[Pair[int], ...]
    """The player of the match's first team first; without pairs everybody meets by seat."""
    tables: tuple[int, ...] = ()
    """Of the pairs; empty for the match's own in order."""


@dataclass(frozen=True, slots=True)
class MatchUpTyped(MatchUpChange):
    """Who meets whom in a match, by the desk."""

    round_number: int
    match: int
    seatings: tuple[Seating, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBackInMatchUp(Command):
    """Takes back the latest choice of a match-up, or what the desk typed of it."""

    match: int


@dataclass(frozen=True, slots=True)
class TakenBackInMatchUp(MatchUpChange):
    round_number: int
    match: int
    seatings: tuple[Seating, ...]
    """The match's games by seat again, until the match-up is complete."""
    byes: tuple[int, ...] = ()
