"""The match-up of two teams in a round: the choices of captains and the desk, and their records."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.rounds import Seating
from app.engine.side import Pair, Side


class ChooseInMatchUp(Command, Struct, frozen=True):
    """A choice in a match-up, by a captain, or by the desk in place of a captain."""

    match: int
    """The number of the match's first table, in the latest round."""
    side: Side
    step: int
    """The number of the step, as in `app.engine.match_up.progress.Ask`, so that a late tap cannot
    change another step.
    """
    chosen: tuple[int, ...]
    """The choice, as in `app.engine.match_up.progress.Choice`."""
    captain: int = 0
    """The captain's number if the choice came from their phone; 0 for the desk."""


class MatchUpChange(Event):
    """A record that changes which players of two teams meet."""

    __slots__ = ()
    round_number: int
    match: int
    seatings: tuple[Seating, ...]
    byes: tuple[int, ...]


class ChosenInMatchUp(MatchUpChange, Struct, frozen=True):
    """A choice in a match-up. It is secret as long as `Progress.seen_by` hides it."""

    round_number: int
    match: int
    side: Side
    step: int
    chosen: tuple[int, ...]
    captain: int
    seatings: tuple[Seating, ...] = ()
    """The match's games, if this choice completed the match-up."""
    byes: tuple[int, ...] = ()
    """The players of both teams without an opponent, if this choice completed the match-up."""


class TypeMatchUp(Command, Struct, frozen=True):
    """The desk enters the pairs of a match."""

    match: int
    pairs: tuple[Pair[int], ...]
    """The pairs, with the player of the match's first team first. Without pairs the players meet by
    seat.
    """
    tables: tuple[int, ...] = ()
    """The tables of the pairs; empty for the match's own tables in order."""


class MatchUpTyped(MatchUpChange, Struct, frozen=True):
    """The desk entered the pairs of a match."""

    round_number: int
    match: int
    seatings: tuple[Seating, ...]
    byes: tuple[int, ...] = ()


class TakeBackInMatchUp(Command, Struct, frozen=True):
    """A request to withdraw the latest choice of a match-up, or all pairs if the desk entered
    them.
    """

    match: int


class TakenBackInMatchUp(MatchUpChange, Struct, frozen=True):
    round_number: int
    match: int
    seatings: tuple[Seating, ...]
    """The match's games, by seat again until the match-up is complete."""
    byes: tuple[int, ...] = ()
