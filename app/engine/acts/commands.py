"""All commands to an event. The desk adds the instant and the actor."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.awards import AwardCommand
from app.engine.acts.display import DisplayCommand
from app.engine.acts.draw import DrawCommand
from app.engine.acts.late import LateCommand
from app.engine.acts.phones import PhoneCommand
from app.engine.acts.players import PlayerCommand
from app.engine.acts.results import ResultCommand
from app.engine.acts.room import ActAtTables
from app.engine.acts.rounds import RoundCommand
from app.engine.acts.setup import ChangeSettings, CreateEvent, SetTerrain, SetTerrains, ShiftTimes
from app.engine.acts.stations.aside import StationCommand
from app.engine.acts.table import TableCommand
from app.engine.acts.teams.match_up import MatchUpCommand
from app.engine.acts.teams.roster import TeamCommand
from app.engine.acts.undo import Redo, Undo


@dataclass(frozen=True, slots=True)
class NoticeGap:
    """The program was not running, or the machine slept, between the two instants."""

    from_ms: int
    to_ms: int


Command: TypeAlias = (
    CreateEvent
    | ChangeSettings
    | PlayerCommand
    | TeamCommand
    | MatchUpCommand
    | PhoneCommand
    | DisplayCommand
    | RoundCommand
    | ResultCommand
    | DrawCommand
    | AwardCommand
    | TableCommand
    | LateCommand
    | SetTerrain
    | SetTerrains
    | ShiftTimes
    | NoticeGap
    | StationCommand
    | ActAtTables
    | Undo
    | Redo
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a command was not carried out."""

    sentence: str
    insistable: bool = False
    """Whether the organizer may say "do it anyway"."""
    consequences: str = ""
    """What happens then, to be confirmed by itself; empty for nothing worth a question."""
