"""Everything that can be asked of one table, in the imperative."""

from dataclasses import dataclass
from typing import TypeAlias

from app.engine.acts.chess_clock import DeviceCommand
from app.engine.acts.table_events import Claim, Holding, PauseCause, Question
from app.engine.armies.army import Losses
from app.engine.armies.losses import LossChanges
from app.engine.formats.settings import How
from app.engine.side import Pair, Side


@dataclass(frozen=True, slots=True)
class WithdrawResult:
    game: int
    reason: str


@dataclass(frozen=True, slots=True)
class Rule:
    """The EO's ruling on a game: who wins and how; None is a tie."""

    game: int
    winner: Side | None
    how: How
    reason: str


@dataclass(frozen=True, slots=True)
class ReopenGame:
    game: int
    reason: str


@dataclass(frozen=True, slots=True)
class StartClock:
    """``by_lever``: the clock on the table runs already; no list is waited for any more."""

    game: int
    first: Side
    by_lever: bool = False


@dataclass(frozen=True, slots=True)
class Tap:
    """``side`` hit his own half: ends his phase or turn, or gives an interrupt's clock back."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class Interrupt:
    game: int


@dataclass(frozen=True, slots=True)
class HandBack:
    game: int


@dataclass(frozen=True, slots=True)
class PauseClock:
    game: int
    reason: str
    cause: PauseCause = PauseCause.EO


@dataclass(frozen=True, slots=True)
class ResumeClock:
    game: int


@dataclass(frozen=True, slots=True)
class AdjustClock:
    game: int
    side: Side
    delta_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class NoticeFlag:
    """The flag watch's: look whether a clock ran out."""

    game: int


@dataclass(frozen=True, slots=True)
class CountGap:
    """Charge the gap to the side whose clock ran, and go on."""

    game: int


@dataclass(frozen=True, slots=True)
class ScoreTurn:
    """``points`` overrule what the holdings come to; with a ``reason``. ``caster_left``: the kill
    box destroyed a caster whose player has another one.
    """

    game: int
    by: Side | None
    step: int
    holdings: tuple[Holding, ...]
    kill_box: bool = False
    points: Pair[int] | None = None
    reason: str = ""
    caster_left: bool = False


@dataclass(frozen=True, slots=True)
class RemoveElement:
    """Which of the scenario's vanishing elements has left the table."""

    game: int
    by: Side | None
    key: str


@dataclass(frozen=True, slots=True)
class TakeExtension:
    """``side`` lengthens his turn."""

    game: int
    side: Side


@dataclass(frozen=True, slots=True)
class PutDiceDown:
    """The EO's, at one table that was started or reopened after dice down."""

    game: int


@dataclass(frozen=True, slots=True)
class MakeClaim:
    game: int
    by: Side
    claim: Claim
    side: Side


@dataclass(frozen=True, slots=True)
class Answer:
    game: int
    side: Side
    question: Question
    agrees: bool


@dataclass(frozen=True, slots=True)
class CallJudge:
    game: int
    side: Side | None


@dataclass(frozen=True, slots=True)
class DismissJudge:
    game: int


@dataclass(frozen=True, slots=True)
class EnterTally:
    game: int
    by: Side | None
    apd: Pair[int]
    casters: Pair[int] | None = None
    presence: Pair[int] | None = None


@dataclass(frozen=True, slots=True)
class CountLosses:
    """What has become of ``side``'s army, whole."""

    game: int
    by: Side | None
    side: Side
    losses: Losses


@dataclass(frozen=True, slots=True)
class ChangeLosses:
    """What was tapped off ``side``'s army, or taken back."""

    game: int
    by: Side | None
    side: Side
    changes: LossChanges


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
