"""One table: everything that can be asked of it and is recorded of it."""

from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias, get_args

from app.engine.acts import NOT_YET
from app.engine.acts.chess_clock import DeviceCommand, DeviceMark
from app.engine.acts.results import How
from app.engine.armies.army import Losses
from app.engine.armies.losses import LossChanges
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side


class Claim(Enum):
    """What a player says has happened; it counts once the opponent agrees."""

    CASTER = "caster"  # the caster(s) of ``side`` are destroyed
    BOTH_CASTERS = "both_casters"
    SCENARIO = "scenario"  # ``side`` has the scenario win with the present turn's scoring
    CONCESSION = "concession"  # ``side`` concedes
    BATTLEGROUP = "battlegroup"  # the last warjack or warbeast of ``side`` is gone
    NO_MODELS = "no_models"  # ``side`` has no models left


class Question(Enum):
    """What both players are asked."""

    CLAIM = "claim"
    CLOCK_OUT = "clock_out"
    RESULT = "result"


class PauseCause(Enum):
    EO = "eo"
    CLOCK = "clock"  # somebody stopped the clock that stands on the table
    TABLE = "table"  # somebody pressed the pause button there
    PROGRAM = "program"  # the clock on the table failed
    GAP = "gap"  # the machine slept or the program was not running


@dataclass(frozen=True, slots=True)
class Holding:
    """What ``side`` has of the element or condition ``key`` at the end of a turn."""

    key: str
    side: Side
    held: Held = Held.CONTROLLED


@dataclass(frozen=True, slots=True)
class StartClock:
    """``by_lever``: the clock on the table runs already; no list is waited for any more."""

    game: int
    first: Side
    by_lever: bool = False


@dataclass(frozen=True, slots=True)
class ClockStarted:
    game: int
    at_ms: int
    first: Side


@dataclass(frozen=True, slots=True)
class Tap:
    """``side`` hit his own half: ends his phase or turn, or gives an interrupt's clock back."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """``side`` tapped: continuous effects are resolved, the turn's time runs."""

    game: int
    at_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """``side`` tapped: his deployment phase or turn is over."""

    game: int
    at_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class Interrupt:
    """The active player gave the clock to the inactive one; the turn goes on."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)


@dataclass(frozen=True, slots=True)
class HandBack:
    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)


@dataclass(frozen=True, slots=True)
class PauseClock:
    game: int
    reason: str
    cause: PauseCause = PauseCause.EO


@dataclass(frozen=True, slots=True)
class ClockPaused:
    """``gap_ms``: for a gap, how long nobody was there to keep the time."""

    game: int
    at_ms: int
    cause: PauseCause
    reason: str
    gap_ms: int = 0


@dataclass(frozen=True, slots=True)
class ResumeClock:
    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)


@dataclass(frozen=True, slots=True)
class AdjustClock:
    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    side: Side
    delta_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class NoticeFlag:
    """The flag watch's: look whether a clock ran out."""

    game: int


@dataclass(frozen=True, slots=True)
class FlagFell:
    """``side``'s time was used up at ``at_ms``, the computed deadline."""

    game: int
    at_ms: int
    side: Side


@dataclass(frozen=True, slots=True)
class CountGap:
    """Charge the gap to the side whose clock ran, and go on."""

    game: int


@dataclass(frozen=True, slots=True)
class ScoreTurn:
    """The scoring at the end of ``step`` (see ``app.engine.table.turns``); replaces an earlier one.

    ``kill_box``: the step's own player ended it in the kill box. ``by`` None is the EO.
    ``points`` overrules what the holdings come to, for ``reason``. ``caster_left``: where the kill
    box destroys a caster, its player has another one.
    """

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    step: int
    holdings: tuple[Holding, ...]
    kill_box: bool = False
    points: Pair[int] | None = None
    reason: str = ""
    caster_left: bool = False

    @property
    def overrules(self) -> bool:
        """Whether the EO set the points, for a reason; they stand until he withdraws them."""
        return self.by is None and self.points is not None and bool(self.reason)


@dataclass(frozen=True, slots=True)
class RemoveElement:
    """A scenario's vanishing element has left the table (`Scenario.vanishing`); replaces an earlier
    choice. ``by`` None is the EO.
    """

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    key: str


@dataclass(frozen=True, slots=True)
class TakeExtension:
    """The active player lengthens their turn by the packet's extension."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    side: Side


@dataclass(frozen=True, slots=True)
class PutDiceDown:
    """The round's time is over: the turn in progress is the last, and no clock runs any more.

    `CallDiceDown` puts dice down at every table. The EO asks for it at one table that was started
    or reopened after that.
    """

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)


@dataclass(frozen=True, slots=True)
class MakeClaim:
    game: int
    by: Side
    claim: Claim
    side: Side


@dataclass(frozen=True, slots=True)
class Claimed:
    """``army_points``: what the list of a player who concedes is worth, where it is known."""

    game: int
    at_ms: int
    by: Side
    claim: Claim
    side: Side
    army_points: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    side: Side
    question: Question
    agrees: bool


@dataclass(frozen=True, slots=True)
class CallJudge:
    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    side: Side | None


@dataclass(frozen=True, slots=True)
class DismissJudge:
    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)


@dataclass(frozen=True, slots=True)
class EnterTally:
    """The count after the game: army points each side destroyed and, where a tiebreak needs them,
    each side's casters left and ``presence``, the number that the packet has counted on the table
    (`Tiebreak.on_table`).
    """

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    apd: Pair[int]
    casters: Pair[int] | None = None
    presence: Pair[int] | None = None


@dataclass(frozen=True, slots=True)
class CountLosses:
    """What has become of ``side``'s army so far; replaces an earlier count. ``by`` None: the EO."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    side: Side
    losses: Losses


@dataclass(frozen=True, slots=True)
class ChangeLosses:
    """What was tapped off ``side``'s army, or taken back; counts beside what others tapped off."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    by: Side | None
    side: Side
    changes: LossChanges


@dataclass(frozen=True, slots=True)
class Rule:
    """The EO's ruling on a game: who wins and how; None is a tie."""

    game: int
    winner: Side | None
    how: How
    reason: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """The EO decided the game: ``winner`` None is a tie. Outranks what the table decided.

    ``army_points``: what the loser's list is worth, where it is known.
    """

    game: int
    at_ms: int
    winner: Side | None
    how: How
    reason: str
    army_points: int = 0


@dataclass(frozen=True, slots=True)
class ReopenGame:
    """The EO lets an ended game go on; its clock stands paused until he resumes it."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    reason: str


@dataclass(frozen=True, slots=True)
class WithdrawResult:
    """The report is taken back; both players are asked again."""

    game: int
    at_ms: int = field(default=NOT_YET, kw_only=True)
    reason: str


TableCommand: TypeAlias = (
    DeviceCommand
    | StartClock
    | Tap
    | Interrupt
    | HandBack
    | PauseClock
    | ResumeClock
    | AdjustClock
    | NoticeFlag
    | CountGap
    | ScoreTurn
    | RemoveElement
    | TakeExtension
    | PutDiceDown
    | MakeClaim
    | Answer
    | CallJudge
    | DismissJudge
    | EnterTally
    | CountLosses
    | ChangeLosses
    | Rule
    | ReopenGame
    | WithdrawResult
)


Mark: TypeAlias = (
    ClockStarted
    | TurnStarted
    | TurnEnded
    | Interrupt
    | HandBack
    | ClockPaused
    | ResumeClock
    | AdjustClock
    | FlagFell
    | DeviceMark
    | ScoreTurn
    | RemoveElement
    | TakeExtension
    | PutDiceDown
    | Claimed
    | Answer
    | CallJudge
    | DismissJudge
    | EnterTally
    | CountLosses
    | ChangeLosses
    | Ruled
    | ReopenGame
    | WithdrawResult
)

MARKS = get_args(Mark)  # the classes, for isinstance
