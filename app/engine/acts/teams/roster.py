"""The teams: their players, their captains and the order of their seats."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event


class Team(Struct, frozen=True):
    """A team's data beyond the name in its players' entries."""

    name: str
    nation: str = ""
    captain: int = 0
    """The captain's number; 0 makes the player in the first seat captain (our decision)."""
    players: tuple[int, ...] = ()
    """The team's players by seat. Those beyond the seats of a match are substitutes."""


class EnterTeam(Command, Event, Struct, frozen=True):
    """A new or changed team. Its players are exactly those of ``team``."""

    team: Team
    was: str = ""
    """The name of the team before the change; empty for a new team. If the name changes, the
    entries of its players change too.
    """


class SeatPlayer(Command, Event, Struct, frozen=True):
    """A player gets a seat in a team. If it is their own team, they change places with the player
    in that seat. If it is another team, the players from that seat on move back by one.
    """

    number: int
    team: str
    """The team's name; empty if the player leaves their team and joins none."""
    seat: int = 0
    """The number of the seat, from 1; 0 for the last."""


class SubstitutePlayer(Command, Struct, frozen=True):
    """A substitute takes the seat of another player, for all rounds that are not drawn yet."""

    gone: int
    came: int
    leaves: bool = False
    """True if the player who gives up the seat leaves the event."""
    at_once: bool = False
    """True if the substitution also applies to the round that is drawn or under way."""


class PlayerSubstituted(Event, Struct, frozen=True):
    gone: int
    came: int
    from_round: int
    """The first round in which the substitute has the seat."""


class DropTeam(Command, Struct, frozen=True):
    team: str


class TeamDropped(Event, Struct, frozen=True):
    team: str
    numbers: tuple[int, ...]
    """The team's players who were still in the event."""
    after_round: int


class ReadmitTeam(Command, Struct, frozen=True):
    team: str


class TeamReadmitted(Event, Struct, frozen=True):
    team: str
    numbers: tuple[int, ...]
    """The players who come back. They left the team together, and nobody has left it after them."""
