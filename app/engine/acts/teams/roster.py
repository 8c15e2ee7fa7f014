"""The teams themselves: who is in them, who leads them, in which order they sit."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


@dataclass(frozen=True, slots=True)
class Team:
    """A team's data beyond the name in its players' entries."""

    name: str
    nation: str = ""
    captain: int = 0
    """The captain's number; 0 for whoever has the first seat (our decision)."""
    players: tuple[int, ...] = ()
    """Its players by seat. Those beyond the seats of a match are substitutes."""


@dataclass(frozen=True, slots=True)
class EnterTeam(Command, Event):
    """Enters a team, or changes one: its players are those of ``team`` and nobody else."""

    team: Team
    was: str = ""
    """The name of the team that is changed, empty for a new one. Another name of it is its
    players' as well.
    """


@dataclass(frozen=True, slots=True)
class SeatPlayer(Command, Event):
    """Gives a player a seat of a team. In their own team they change places with whoever sits
    there; in another one the players from there on move back by a seat.
    """

    number: int
    team: str
    """The team's name; empty for a player without one."""
    seat: int = 0
    """From 1; 0 for the last."""


@dataclass(frozen=True, slots=True)
class SubstitutePlayer(Command):
    """A player comes into the seat of another, for the rounds that are not drawn yet."""

    gone: int
    came: int
    leaves: bool = False
    """Whether the one who gives up the seat leaves the event."""
    at_once: bool = False
    """Whether they change in the round that is drawn or under way as well."""


@dataclass(frozen=True, slots=True)
class PlayerSubstituted(Event):
    gone: int
    came: int
    from_round: int
    """The first round in which the one who came has the seat."""


@dataclass(frozen=True, slots=True)
class DropTeam(Command):
    team: str


@dataclass(frozen=True, slots=True)
class TeamDropped(Event):
    team: str
    numbers: tuple[int, ...]
    """Its players who were still in the event."""
    after_round: int


@dataclass(frozen=True, slots=True)
class ReadmitTeam(Command):
    team: str


@dataclass(frozen=True, slots=True)
class TeamReadmitted(Event):
    team: str
    numbers: tuple[int, ...]
    """Its players who left last, all together."""
