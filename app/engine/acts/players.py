"""Commands and records of players' entries."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.armies.army_list import ArmyList
from app.engine.formats.settings import CheckInItem

MOST_LETTERS = 200
"""Of each field of an entry. Files of earlier versions may have more."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's data on the sign-up sheet."""

    name: str
    club: str = ""
    faction: str = ""
    team: str = ""

    @property
    def words(self) -> tuple[str, str, str, str]:
        """What is written in each field, in their order."""
        return (self.name, self.club, self.faction, self.team)

    @property
    def too_long(self) -> bool:
        """Whether a field has more than ``MOST_LETTERS``."""
        return any(len(words) > MOST_LETTERS for words in self.words)


@dataclass(frozen=True, slots=True)
class AddPlayers:
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class PlayersAdded:
    """Entries with their permanent registration numbers."""

    players: tuple[tuple[int, Entry], ...]


@dataclass(frozen=True, slots=True)
class EditPlayer:
    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class EnterArmy:
    """A player's lists; none takes them away."""

    number: int
    lists: tuple[ArmyList, ...]


@dataclass(frozen=True, slots=True)
class ArmyEntered:
    """A player's lists were entered or taken away."""

    number: int
    lists: tuple[ArmyList, ...]
    """Empty if they were taken away."""
    accepted: tuple[str, ...] = ()
    """Doubts that the organizer accepted, as sentences."""


@dataclass(frozen=True, slots=True)
class TickOff:
    """Checks an item off at the check-in desk: paid, painted, handed in."""

    numbers: tuple[int, ...]
    item: CheckInItem
    done: bool = True
    """False takes it back."""


@dataclass(frozen=True, slots=True)
class ChooseList:
    """Chooses the list that a player plays in a round, or that their bye counts for."""

    round_number: int
    player: int
    chosen: int
    """The list, from 1."""
    at_table: bool = False
    """Whether the player chose it at the table, so that the organizer's undo leaves it alone."""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Checks players in or out."""

    numbers: tuple[int, ...]
    present: bool = True
    """Whether they are checked in."""


@dataclass(frozen=True, slots=True)
class PlayersCheckedIn:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayersCheckedOut:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DropPlayer:
    number: int


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    number: int
    after_round: int


@dataclass(frozen=True, slots=True)
class ReadmitPlayer:
    number: int


@dataclass(frozen=True, slots=True)
class DisqualifyPlayer:
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class WarnPlayer:
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerWarned:
    number: int
    round_number: int
    reason: str


PlayerCommand: TypeAlias = (
    AddPlayers
    | EditPlayer
    | EnterArmy
    | TickOff
    | ChooseList
    | CheckIn
    | DropPlayer
    | ReadmitPlayer
    | DisqualifyPlayer
    | WarnPlayer
)


PlayerChange: TypeAlias = (
    EditPlayer | ArmyEntered | PlayerDropped | ReadmitPlayer | DisqualifyPlayer | PlayerWarned
)
