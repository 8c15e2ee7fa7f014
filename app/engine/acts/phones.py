"""Commands and records of players' phones: requests, permissions and answers."""

from dataclasses import dataclass

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.armies.army_list import ArmyList
from app.engine.side import Side


@dataclass(frozen=True, slots=True)
class OpenToPhones(Command, Event):
    """What players may do from their phones. The organizer says it; the last one counts."""

    sign_up: bool = False
    check_in: bool = False
    results: bool = True
    """Where no clock runs at the table."""


CLOSED = OpenToPhones()
"""Until the organizer has said anything."""


@dataclass(frozen=True, slots=True)
class SignUp(Command):
    """A request to be entered as a player."""

    entry: Entry
    lists: tuple[ArmyList, ...] = ()


@dataclass(frozen=True, slots=True)
class SignedUp(Event):
    """A sign-up that waits for the organizer."""

    number: int
    """Of the sign-up, from 1; not the registration number."""
    entry: Entry
    lists: tuple[ArmyList, ...]


@dataclass(frozen=True, slots=True)
class SettleSignUps(Command):
    """The organizer enters those who signed up, or declines."""

    numbers: tuple[int, ...]
    accept: bool = True


@dataclass(frozen=True, slots=True)
class SignUpsSettled(Event):
    """Sign-ups no longer wait."""

    numbers: tuple[int, ...]
    players: tuple[int, ...]
    """Their registration numbers in the same order; empty where they were declined."""


@dataclass(frozen=True, slots=True)
class CheckInByPhone(Command, Event):
    """A player says that they are here."""

    number: int


@dataclass(frozen=True, slots=True)
class SendLists(Command):
    """A player hands in their lists; they take the place of the ones before."""

    number: int
    lists: tuple[ArmyList, ...]


@dataclass(frozen=True, slots=True)
class ListsSent(Event):
    """A player handed in lists. No doubt about them is accepted."""

    number: int
    lists: tuple[ArmyList, ...]


@dataclass(frozen=True, slots=True)
class AskToDrop(Command, Event):
    """A player wants to leave the event, or no longer does. The organizer drops them."""

    number: int
    wanted: bool = True
    """False also where the organizer declines."""


@dataclass(frozen=True, slots=True)
class ReportByPhone(Command):
    """A player reports the result of their own game."""

    game: int
    player: int
    result: Result


@dataclass(frozen=True, slots=True)
class ReportedByPhone(Event):
    """What one player says of their game. The result counts once both say the same."""

    game: int
    side: Side
    """Who said it."""
    result: Result


NOT_BY_PHONE = frozenset({How.DISQUALIFICATION, How.GAME_LOSS, How.NO_SHOW, How.UNRECORDED})
"""What only the organizer says of a game."""

BY_PHONE = (SignedUp, CheckInByPhone, ListsSent, AskToDrop, ReportedByPhone)
"""What players do themselves: the organizer's undo leaves it alone."""
