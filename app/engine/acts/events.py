"""Everything that can be recorded of an event.

Each class is one kind of log row; most are in the modules of their subjects beside this one.
"""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.awards import AwardChange
from app.engine.acts.display import DisplayChange
from app.engine.acts.draw import DrawChange
from app.engine.acts.late import LateChange
from app.engine.acts.phones import PhoneChange
from app.engine.acts.players import (
    PlayerChange,
    PlayersAdded,
    PlayersCheckedIn,
    PlayersCheckedOut,
    TickOff,
)
from app.engine.acts.results import ReportResult
from app.engine.acts.room import RoomActed
from app.engine.acts.rounds import RoundChange, RoundDrawn
from app.engine.acts.setup import (
    CreateEvent,
    SetTerrain,
    SetTerrains,
    SettingsChanged,
    ShiftTimes,
)
from app.engine.acts.stations.aside import StationChange
from app.engine.acts.table import Mark
from app.engine.acts.teams.match_up import MatchUpChange
from app.engine.acts.teams.roster import TeamChange
from app.engine.acts.undo import Redone, Undone


@dataclass(frozen=True, slots=True)
class RowLost:
    """Stands for a row that a repair could not read, so that the others keep their numbers."""

    words: str
    """What the repair could read of it."""


Event: TypeAlias = (
    Mark
    | CreateEvent
    | SettingsChanged
    | PlayersAdded
    | PlayersCheckedIn
    | PlayersCheckedOut
    | TickOff
    | PlayerChange
    | TeamChange
    | MatchUpChange
    | PhoneChange
    | DisplayChange
    | RoundDrawn
    | RoundChange
    | SetTerrain
    | SetTerrains
    | ShiftTimes
    | ReportResult
    | RoomActed
    | DrawChange
    | AwardChange
    | LateChange
    | StationChange
    | Undone
    | Redone
    | RowLost
)


ORGANIZER = "EO"
"""Who the organizer's commands are by."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the log."""

    seq: int
    act: int
    """The `seq` of the first row of the same command."""
    at_ms: int
    station: str
    actor: str
    event: Event
