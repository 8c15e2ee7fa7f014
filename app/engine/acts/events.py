"""Everything that can have happened in an event, in the past tense: the EO's acts and the marks.

Each class is one kind of log row; those of draws, of prizes and of tables are in ``draw_events``,
``award_events`` and ``table_events``.
"""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.awards import AwardChange
from app.engine.acts.draw import DrawChange
from app.engine.acts.late import LateChange
from app.engine.acts.room import RoomActed
from app.engine.acts.table import Mark
from app.engine.armies.army_list import ArmyList
from app.engine.formats.settings import CheckInItem, Entry, Result, Settings
from app.engine.packet.packet import Packet
from app.engine.side import Pair
from app.engine.terrain.layout import Layout


@dataclass(frozen=True, slots=True)
class EventCreated:
    """The packet's data goes into the log, so a file reads the same wherever it is opened."""

    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class PlayersAdded:
    """Entries with their permanent registration numbers."""

    players: tuple[tuple[int, Entry], ...]


@dataclass(frozen=True, slots=True)
class PlayerEdited:
    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class ArmyEntered:
    """A player's lists, none to take them away. ``accepted``: what the EO let pass of them."""

    number: int
    lists: tuple[ArmyList, ...]
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TickedOff:
    """At the check-in desk: paid, painted, handed in; ``done`` False takes it back."""

    numbers: tuple[int, ...]
    item: CheckInItem
    done: bool


@dataclass(frozen=True, slots=True)
class PlayersCheckedIn:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayersCheckedOut:
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    number: int
    after_round: int


@dataclass(frozen=True, slots=True)
class PlayerReadmitted:
    number: int


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class PlayerWarned:
    number: int
    round_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Seating:
    """One game of a draw: its number in the event, its table, and who sits where."""

    game: int
    table: int
    players: Pair[int]


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """Replaces an earlier draw of the same round. ``seed`` 0: pairings set by hand.

    ``scenario`` 0: not known. ``more_byes``: who has a bye beside ``bye``.

    ``finals`` and ``cut`` as in ``app.engine.state.Round``.
    """

    round_number: int
    attempt: int
    seed: int
    seatings: tuple[Seating, ...]
    bye: int | None
    paired_down: tuple[int, ...]
    gave_way: tuple[str, ...]
    scenario: int
    finals: tuple[int, ...] = ()
    cut: tuple[int, ...] = ()
    more_byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScenarioChosen:
    round_number: int
    scenario: int


@dataclass(frozen=True, slots=True)
class ListChosen:
    """Which of his lists a player has in that round, from 1, or which one his bye counts for.

    ``at_table``: by the player, and so nothing for the EO's undo.
    """

    round_number: int
    player: int
    chosen: int
    at_table: bool


@dataclass(frozen=True, slots=True)
class RoundPublished:
    round_number: int


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """``length_ms``: until dice down, 0 without one. Secret from players as every packet says."""

    round_number: int
    at_ms: int
    length_ms: int = 0


@dataclass(frozen=True, slots=True)
class RoundLengthSet:
    """The EO's own roll or correction; counted from the round's start, and as secret."""

    round_number: int
    length_ms: int


@dataclass(frozen=True, slots=True)
class DiceDownCalled:
    """At this instant at every table of the round; each has its own mark."""

    round_number: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class RoundFinished:
    round_number: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class TerrainSet:
    """What lies on a table from now on, whichever round is played there; no pieces: not known."""

    table: int
    layout: Layout


@dataclass(frozen=True, slots=True)
class TerrainsSet:
    """The same for several tables at once, each with its number."""

    layouts: tuple[tuple[int, Layout], ...]


@dataclass(frozen=True, slots=True)
class ResultReported:
    """The EO's report of a game; the last one counts."""

    game: int
    result: Result


@dataclass(frozen=True, slots=True)
class Undone:
    """The act whose first row is ``act`` no longer counts."""

    act: int


@dataclass(frozen=True, slots=True)
class Redone:
    act: int


@dataclass(frozen=True, slots=True)
class RowLost:
    """Stands for a row that a repair could not read, so that the others keep their numbers.

    ``words``: what the repair could tell of it.
    """

    words: str


PlayerChange: TypeAlias = (
    PlayerEdited
    | ArmyEntered
    | PlayerDropped
    | PlayerReadmitted
    | PlayerDisqualified
    | PlayerWarned
)

RoundChange: TypeAlias = (
    ScenarioChosen
    | ListChosen
    | RoundPublished
    | RoundStarted
    | RoundLengthSet
    | DiceDownCalled
    | RoundFinished
)

Event: TypeAlias = (
    Mark
    | EventCreated
    | SettingsChanged
    | PlayersAdded
    | PlayersCheckedIn
    | PlayersCheckedOut
    | TickedOff
    | PlayerChange
    | RoundDrawn
    | RoundChange
    | TerrainSet
    | TerrainsSet
    | ResultReported
    | RoomActed
    | DrawChange
    | AwardChange
    | LateChange
    | Undone
    | Redone
    | RowLost
)


ORGANIZER = "EO"
"""Who the organizer's commands are by."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the log. ``act`` is the ``seq`` of the first row of the same command."""

    seq: int
    act: int
    at_ms: int
    station: str
    actor: str
    event: Event
