"""Commands and records of players' entries."""

from msgspec import Struct

from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.armies.army_list import ArmyList
from app.engine.armies.models import Model
from app.engine.formats.settings import CheckInItem
from app.engine.remarks import Remark

MOST_LETTERS = 200
"""The most letters in each field of an entry. Files of earlier versions may have more."""


class Entry(Struct, frozen=True):
    """A player's data on the sign-up sheet."""

    name: str
    club: str = ""
    faction: str = ""
    team: str = ""
    army: str = ""
    """The part of the faction that the player plays, where the edition has armies."""
    nickname: str = ""
    sign_up: str = ""
    """The player's number at the sign-up site, without the number sign; empty for none."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the text of every field, in order."""
        fields = (self.name, self.club, self.faction, self.team)
        return (*fields, self.army, self.nickname, self.sign_up)

    @property
    def too_long(self) -> bool:
        """Tell whether a field has more than ``MOST_LETTERS`` letters."""
        return any(len(words) > MOST_LETTERS for words in self.words)


class AddPlayers(Command, Struct, frozen=True):
    entries: tuple[Entry, ...]


class PlayersAdded(Event, Struct, frozen=True):
    """Entries with their permanent registration numbers."""

    players: tuple[tuple[int, Entry], ...]


class EditPlayer(Command, Event, Struct, frozen=True):
    number: int
    entry: Entry


class EditPlayers(Command, Event, Struct, frozen=True):
    """Changes to several entries at once, as from an import."""

    players: tuple[tuple[int, Entry], ...]


class EnterArmy(Command, Struct, frozen=True):
    """A player's lists; an empty tuple removes them."""

    number: int
    lists: tuple[ArmyList, ...]


class SettleModels(Command, Event, Struct, frozen=True):
    """The kinds and sizes of models, for all lists of the event that do not give them."""

    models: tuple[Model, ...]


class ArmyEntered(Event, Struct, frozen=True):
    """A player's lists were entered or taken away."""

    number: int
    lists: tuple[ArmyList, ...]
    """The player's lists; empty if they were taken away."""
    accepted: tuple[Remark, ...] = ()
    """The doubts that the organizer accepted."""


class TickOff(Command, Event, Struct, frozen=True):
    """An item that the check-in desk ticks off for a player: paid, painted or handed in."""

    numbers: tuple[int, ...]
    item: CheckInItem
    done: bool = True
    """True to set the tick; False to remove it."""


class ChooseList(Command, Event, Struct, frozen=True):
    """The list that a player plays in a round; for a player with the bye, the list that counts as
    played.
    """

    round_number: int
    player: int
    chosen: int
    """The number of the list, from 1."""
    at_table: bool = False
    """True if the player chose the list at the table, so that the organizer's undo passes over the
    choice.
    """


class CheckIn(Command, Struct, frozen=True):
    """The organizer checks players in or out."""

    numbers: tuple[int, ...]
    present: bool = True
    """True to check the players in; False to check them out."""


class PlayersCheckedIn(Event, Struct, frozen=True):
    numbers: tuple[int, ...]


class PlayersCheckedOut(Event, Struct, frozen=True):
    numbers: tuple[int, ...]


class DropPlayer(Command, Struct, frozen=True):
    number: int
    opponent_wins: bool = False
    """True if the opponent wins a game that has not begun, as after a no-show."""


class PlayerDropped(Event, Struct, frozen=True):
    number: int
    after_round: int


class ReadmitPlayer(Command, Event, Struct, frozen=True):
    number: int


class DisqualifyPlayer(Command, Event, Struct, frozen=True):
    number: int
    reason: str


class WarnPlayer(Command, Struct, frozen=True):
    number: int
    reason: str


class PlayerWarned(Event, Struct, frozen=True):
    number: int
    round_number: int
    reason: str
