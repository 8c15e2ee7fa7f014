"""The players: what can be asked about entries and what is recorded of them."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.armies.army_list import ArmyList
from app.engine.formats.settings import CheckInItem


@dataclass(frozen=True, slots=True)
class Entry:
    """What a player writes on the sign-up sheet."""

    name: str
    club: str = ""
    faction: str = ""
    team: str = ""


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
    """A player's lists, none to take them away. ``accepted``: what the EO let pass of them."""

    number: int
    lists: tuple[ArmyList, ...]
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TickOff:
    """At the check-in desk: paid, painted, handed in; ``done`` False takes it back."""

    numbers: tuple[int, ...]
    item: CheckInItem
    done: bool = True


@dataclass(frozen=True, slots=True)
class ChooseList:
    """The list, from 1, that a player has in a round or that their bye counts for.

    ``at_table``: by the player, and so nothing for the EO's undo.
    """

    round_number: int
    player: int
    chosen: int
    at_table: bool = False


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Here (``present``) or not here after all."""

    numbers: tuple[int, ...]
    present: bool = True


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
