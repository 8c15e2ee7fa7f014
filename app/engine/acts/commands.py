"""Everything that can be asked of an event, in the imperative. The desk adds when and by whom."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.draw import DrawCommand
from app.engine.acts.late import LateCommand
from app.engine.acts.room import ActAtTables
from app.engine.acts.table import TableCommand
from app.engine.armies.army_list import ArmyList
from app.engine.draw.request import DrawResult
from app.engine.formats.settings import CheckInItem, Entry, Result, Settings
from app.engine.packet.packet import Packet
from app.engine.side import Side
from app.engine.terrain.layout import Layout


@dataclass(frozen=True, slots=True)
class CreateEvent:
    settings: Settings
    packet: Packet


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """With ``shown``, what the asker saw, only what differs from it is changed."""

    settings: Settings
    packet: Packet
    shown: tuple[Settings, Packet] | None = None


@dataclass(frozen=True, slots=True)
class AddPlayers:
    entries: tuple[Entry, ...]


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
class TickOff:
    """At the check-in desk."""

    numbers: tuple[int, ...]
    item: CheckInItem
    done: bool = True


@dataclass(frozen=True, slots=True)
class ChooseList:
    """The list, from 1, that a player has in a round or that his bye counts for."""

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
class DropPlayer:
    number: int


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
class DrawRound:
    """Draw the next round. ``scenario`` None rolls one not yet played.

    ``again`` draws the latest round anew though it is public already; games that have begun stay.
    ``why`` it is drawn again. ``worked``: this very draw, worked out before.
    """

    seed: int
    scenario: int | None = None
    again: bool = False
    why: str = ""
    worked: DrawResult | None = None


@dataclass(frozen=True, slots=True)
class EnterPairings:
    """Pairings set by hand or read from a file, best table first; ``again`` as in DrawRound.

    ``scenario`` 0: not known. ``more_byes``: who has a bye beside ``bye``, as in a played event.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    scenario: int | None = None
    tables: tuple[int, ...] = ()
    again: bool = False
    more_byes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ChooseScenario:
    scenario: int


@dataclass(frozen=True, slots=True)
class PublishRound:
    pass


@dataclass(frozen=True, slots=True)
class StartRound:
    """``secret``: a random number that the round's variable length is rolled from."""

    secret: int = 0


@dataclass(frozen=True, slots=True)
class SetRoundLength:
    """The EO's own roll: minutes from the round's start to dice down."""

    length_ms: int


@dataclass(frozen=True, slots=True)
class CallDiceDown:
    """The round clock's or the EO's."""


@dataclass(frozen=True, slots=True)
class FinishRound:
    pass


@dataclass(frozen=True, slots=True)
class SetTerrain:
    """A table's terrain for the rest of the event; a layout without pieces takes it away."""

    table: int
    layout: Layout


@dataclass(frozen=True, slots=True)
class SetTerrains:
    """The same for several tables at once, each with its number: one act."""

    layouts: tuple[tuple[int, Layout], ...]


@dataclass(frozen=True, slots=True)
class ReportResult:
    game: int
    result: Result


@dataclass(frozen=True, slots=True)
class AwardNoShow:
    game: int
    absent: Side


@dataclass(frozen=True, slots=True)
class BreakTie:
    """Put level players in an order, best first; all who are level with them must be named."""

    numbers: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class GiveAward:
    """The EO's choice; None takes it back."""

    award: str
    number: int | None


@dataclass(frozen=True, slots=True)
class OpenVote:
    """Begin a blind vote, or a second ballot among those tied in the one before.

    ``candidates`` empty: everybody, or the tied.
    """

    award: str
    candidates: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CastBallot:
    award: str
    voter: int
    choice: int


@dataclass(frozen=True, slots=True)
class CloseVote:
    award: str


@dataclass(frozen=True, slots=True)
class NoticeGap:
    """The program was not running, or the machine slept, between the two instants."""

    from_ms: int
    to_ms: int


@dataclass(frozen=True, slots=True)
class Undo:
    pass


@dataclass(frozen=True, slots=True)
class Redo:
    pass


ResultCommand: TypeAlias = ReportResult | AwardNoShow

AwardCommand: TypeAlias = BreakTie | GiveAward | OpenVote | CastBallot | CloseVote

RoundCommand: TypeAlias = (
    DrawRound
    | EnterPairings
    | ChooseScenario
    | PublishRound
    | StartRound
    | SetRoundLength
    | CallDiceDown
    | FinishRound
)

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

Command: TypeAlias = (
    CreateEvent
    | ChangeSettings
    | PlayerCommand
    | RoundCommand
    | ResultCommand
    | DrawCommand
    | AwardCommand
    | TableCommand
    | LateCommand
    | SetTerrain
    | SetTerrains
    | NoticeGap
    | ActAtTables
    | Undo
    | Redo
)


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a command was not carried out. ``insistable``: the EO may say "do it anyway".

    ``consequences``: what then follows, to be confirmed by itself.
    """

    sentence: str
    insistable: bool = False
    consequences: str = ""
