"""Commands and records of players' phones: requests, permissions and answers."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.players import Entry
from app.engine.acts.results import How, Result
from app.engine.armies.army_list import ArmyList
from app.engine.side import Side


class OpenToPhones(Command, Event, Struct, frozen=True):
    """The acts that the organizer lets players do from their phones. The latest choice counts."""

    sign_up: bool = False
    check_in: bool = False
    results: bool = True
    """True if players may report results, at tables where no clock runs."""


CLOSED = OpenToPhones()
"""The rights of phones until the organizer has chosen."""


class SignUp(Command, Struct, frozen=True):
    """A request to be entered as a player."""

    entry: Entry
    lists: tuple[ArmyList, ...] = ()


class SignedUp(Event, Struct, frozen=True):
    """A sign-up that waits for the organizer."""

    number: int
    """The number of the sign-up, from 1. It is not the registration number."""
    entry: Entry
    lists: tuple[ArmyList, ...]


class SettleSignUps(Command, Struct, frozen=True):
    """The organizer accepts or declines sign-ups."""

    numbers: tuple[int, ...]
    accept: bool = True


class SignUpsSettled(Event, Struct, frozen=True):
    """Sign-ups that no longer wait, because the organizer accepted or declined them."""

    numbers: tuple[int, ...]
    players: tuple[int, ...]
    """The registration numbers of the accepted players, in the order of ``numbers``; empty if the
    sign-ups were declined.
    """


class CheckInByPhone(Command, Event, Struct, frozen=True):
    """A player says that they are here."""

    number: int


class SendLists(Command, Struct, frozen=True):
    """A player hands in their lists, which replace the earlier ones."""

    number: int
    lists: tuple[ArmyList, ...]


class ListsSent(Event, Struct, frozen=True):
    """A player's lists were handed in. The organizer has not accepted any doubt about them."""

    number: int
    lists: tuple[ArmyList, ...]


class AskToDrop(Command, Event, Struct, frozen=True):
    """A player asks to leave the event, or withdraws that request. Only the organizer can drop the
    player.
    """

    number: int
    wanted: bool = True
    """False if the player withdrew the request or the organizer declined it."""


class ReportByPhone(Command, Struct, frozen=True):
    """A player reports the result of their own game."""

    game: int
    player: int
    result: Result


class ReportedByPhone(Event, Struct, frozen=True):
    """One player's report of their game. The result counts once both players report the same."""

    game: int
    side: Side
    """The side of the player who made the report."""
    result: Result


NOT_BY_PHONE = frozenset({How.DISQUALIFICATION, How.GAME_LOSS, How.NO_SHOW, How.UNRECORDED})
"""The endings of a game that only the organizer may report."""

BY_PHONE = (SignedUp, CheckInByPhone, ListsSent, AskToDrop, ReportedByPhone)
"""The records of what players do themselves. The organizer's undo passes over them."""
