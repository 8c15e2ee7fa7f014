"""The teams: their players, their captains and the order of their seats."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


@dataclass(frozen=True, slots=True)
class Team:
    """A team's data beyond the name in its players' entries."""

    name: str
    nation: str = ""
    captain: int = 0
    """The captain's number; 0 makes the player in the first seat captain (our decision)."""
    players: tuple[int, ...] = ()
    """The team's players by seat. Those beyond the seats of a match are substitutes."""


@dataclass(frozen=True, slots=True)
class EnterTeam(Command, Event):
    """A new or changed team. Its players are exactly those of ``team``."""

    team: Team
    was: str = ""
    """The name of the team before the change; empty for a new team. If the name changes, the
    entries of its players change too.
    """


@dataclass(frozen=True, slots=True)
class SeatPlayer(Command, Event):
    """A player gets a seat in a team. If it is their own team, they change places with the player
    in that seat. If it is another team, the players from that seat on move back by one.
    """

    number: int
    team: str
    """The team's name; empty if the player leaves their team and joins none."""
    seat: int = 0
    """The number of the seat, from 1; 0 for the last."""


@dataclass(frozen=True, slots=True)
class SubstitutePlayer(Command):
    """A substitute takes the seat of another player, for all rounds that are not drawn yet."""

    gone: int
    came: int
    leaves: bool = False
    """True if the player who gives up the seat leaves the event."""
    at_once: bool = False
    """True if the substitution also applies to the round that is drawn or under way."""


@dataclass(frozen=True, slots=True)
class PlayerSubstituted(Event):
    gone: int
    came: int
    from_round: int
    """The first round in which the substitute has the seat."""


@dataclass(frozen=True, slots=True)
class DropTeam(Command):
    team: str


@dataclass(frozen=True, slots=True)
class TeamDropped(Event):
    team: str
    numbers: tuple[int, ...]
    """The team's players who were still in the event."""
    after_round: int


@dataclass(frozen=True, slots=True)
class ReadmitTeam(Command):
    team: str


@dataclass(frozen=True, slots=True)
class TeamReadmitted(Event):
    team: str
    numbers: tuple[int, ...]
    """The players who come back. They left the team together, and nobody has left it after them."""
