"""Commands and records of one table."""

from enum import Enum

from msgspec import Struct

from app.engine.acts import NOT_YET
from app.engine.acts.commands import Command
from app.engine.acts.events import Event
from app.engine.acts.results import How
from app.engine.armies.army import Army, Losses
from app.engine.armies.losses import LossChanges
from app.engine.armies.racks import Racks
from app.engine.packet.scenario import Held
from app.engine.side import Pair, Side


class Claim(Enum):
    """A player's statement about the game, which counts once the opponent agrees. All except `TURN`
    end the game.
    """

    CASTER = "caster"  # the caster(s) of ``side`` are destroyed
    BOTH_CASTERS = "both_casters"
    SCENARIO = "scenario"  # ``side`` has the scenario win with the present turn's scoring
    CONCESSION = "concession"  # ``side`` concedes
    BATTLEGROUP = "battlegroup"  # the last warjack or warbeast of ``side`` is gone
    NO_MODELS = "no_models"  # ``side`` has no models left
    OVER = "over"  # the game is over, and the points decide
    WON = "won"  # the players agree that ``side`` has won
    DRAWN = "drawn"  # the players agree that the game is a tie
    TURN = "turn"  # the turn of ``side`` was ended by mistake and goes on


class Question(Enum):
    """A question to both players."""

    CLAIM = "claim"
    CLOCK_OUT = "clock_out"
    RESULT = "result"


class TableCommand(Command):
    """A command to one table."""

    __slots__ = ()
    game: int


class Mark(Event):
    """A record of one game. The state of a game follows from its marks in order of time."""

    __slots__ = ()
    game: int
    at_ms: int


class _OfGame(Struct, frozen=True):
    """The field of a `RequestedMark` that may be given by position. The fields that a struct adds
    itself are either all positional or all keyword-only.
    """

    game: int


class RequestedMark(_OfGame, TableCommand, Mark, frozen=True, kw_only=True):
    """A mark that is recorded exactly as it was requested, with the instant of the decision."""

    at_ms: int = NOT_YET


class PauseCause(Enum):
    EO = "eo"
    CLOCK = "clock"  # somebody stopped the clock that stands on the table
    TABLE = "table"  # somebody pressed the pause button there
    PROGRAM = "program"  # the clock on the table failed
    GAP = "gap"  # the machine slept or the program was not running


class Holding(Struct, frozen=True):
    """The way in which a side holds an element or meets a condition at the end of a turn."""

    key: str
    """The key of the element or condition in the scenario."""
    side: Side
    held: Held = Held.CONTROLLED


class Counted(Struct, frozen=True):
    """A change to an element at the end of a turn: countdown tokens removed before the scoring, a
    token added after the scoring, or inches that the element moved.
    """

    key: str
    """The key of the element in the scenario."""
    number: int


class StartClock(TableCommand, Struct, frozen=True):
    """A request to start a game's clock."""

    game: int
    first: Side
    by_lever: bool = False
    """True if the chess clock on the table already runs. The game then starts even if a list is
    missing.
    """
    uncertain_ms: int = 0
    """The milliseconds by which the instant may be off, earlier or later; 0 if not known."""


class ClockStarted(Mark, Struct, frozen=True):
    game: int
    at_ms: int
    first: Side
    uncertain_ms: int = 0
    """The milliseconds by which the instant may be off, earlier or later; 0 if not known."""


class Tap(TableCommand, Struct, frozen=True):
    """A player taps their own half of the screen. That ends their phase or turn, or gives back the
    clock after an interrupt.
    """

    game: int
    side: Side
    """The side whose half was tapped."""
    uncertain_ms: int = 0
    """The milliseconds by which the instant of the press may be off, earlier or later; 0 if that is
    not known.
    """


class TurnStarted(Mark, Struct, frozen=True):
    """Continuous effects are resolved, and the turn's time starts to run."""

    game: int
    at_ms: int
    side: Side
    """The side whose turn starts."""
    uncertain_ms: int = 0


class TurnEnded(Mark, Struct, frozen=True):
    """A deployment phase or turn is over."""

    game: int
    at_ms: int
    side: Side
    """The side whose phase or turn ended."""
    uncertain_ms: int = 0


class Interrupt(RequestedMark, frozen=True, kw_only=True):
    """The active player gave the clock to the inactive one; the turn goes on."""

    uncertain_ms: int = 0


class HandBack(RequestedMark, frozen=True, kw_only=True):
    """The inactive player gives the clock back after an interrupt."""

    uncertain_ms: int = 0


class PauseClock(TableCommand, Struct, frozen=True):
    game: int
    reason: str
    cause: PauseCause = PauseCause.EO


class ClockPaused(Mark, Struct, frozen=True):
    """The clock of a game was paused."""

    game: int
    at_ms: int
    cause: PauseCause
    reason: str
    gap_ms: int = 0
    """The length of the gap in time, in milliseconds; 0 if the length is unknown, or if the pause
    is not for a gap.
    """
    gap_known: bool = True
    """True if the length of the gap is certain; False if it comes from the computer's clock alone,
    which somebody may have set.
    """


class ResumeClock(RequestedMark, frozen=True):
    """The clock of a game goes on after a pause."""


class AdjustClock(RequestedMark, frozen=True):
    side: Side
    delta_ms: int
    reason: str


class SetTime(TableCommand, Struct, frozen=True):
    """A request to set the time that a side has left. It is recorded as an `AdjustClock`."""

    game: int
    side: Side
    left_ms: int
    """The time left, counted from the instant of the act."""
    reason: str


class NoticeFlag(TableCommand, Struct, frozen=True):
    """The flag watch asks the engine to check whether a clock has run out."""

    game: int


class FlagFell(Mark, Struct, frozen=True):
    """A side has used up its time."""

    game: int
    at_ms: int
    """The instant at which the time ran out, not the instant at which the program noticed the
    flag.
    """
    side: Side


class CountGap(TableCommand, Struct, frozen=True):
    """Charge the gap to the side whose clock ran, and go on."""

    game: int


class ScoreTurn(RequestedMark, frozen=True):
    """The scoring at the end of a turn. It replaces an earlier scoring of the same turn."""

    by: Side | None
    """The side of the player who entered this; None for the organizer."""
    step: int
    """The number of the turn, as in `app.engine.table.turns`."""
    holdings: tuple[Holding, ...]
    kill_box: bool = False
    """True if the turn's player ended the turn in the kill box."""
    points: Pair[int] | None = None
    """The points that the organizer sets in place of the points for the holdings."""
    reason: str = ""
    """The organizer's reason for setting the points."""
    caster_left: bool = False
    """True if the kill box destroyed a caster and the player still has another one."""
    counted: tuple[Counted, ...] = ()

    @property
    def overrules(self) -> bool:
        """Tell whether the organizer set the points and gave a reason. Such points hold until they
        are withdrawn.
        """
        return self.by is None and self.points is not None and bool(self.reason)


class RemoveElement(RequestedMark, frozen=True):
    """The choice of the vanishing element that has left the table (`Scenario.vanishing`). It
    replaces an earlier choice.
    """

    by: Side | None
    """The side of the player who entered this; None for the organizer."""
    key: str


class TakeExtension(RequestedMark, frozen=True):
    """The active player lengthens their turn by the packet's extension."""

    side: Side


class PutDiceDown(RequestedMark, frozen=True):
    """The round's time is over: the turn in progress is the last, and no clock runs any more.

    `CallDiceDown` puts dice down at every table. With this request, the organizer can put dice down
    at a single table that was started or reopened afterwards.
    """


class MakeClaim(TableCommand, Struct, frozen=True):
    game: int
    by: Side
    claim: Claim
    side: Side


class Claimed(Mark, Struct, frozen=True):
    """A player claimed that the game is over, or that a turn is not over."""

    game: int
    at_ms: int
    by: Side
    claim: Claim
    side: Side
    army_points: int = 0
    """The worth of the list of a player who concedes; 0 if it is not known."""
    tapped: bool = False
    """True if the claim comes from a tap right after the opponent's, so that the player is asked to
    say what the tap means.
    """


class Answer(RequestedMark, frozen=True):
    side: Side
    question: Question
    agrees: bool


class CallJudge(RequestedMark, frozen=True):
    side: Side | None


class DismissJudge(RequestedMark, frozen=True):
    """The call for the judge is answered."""


class EnterTally(RequestedMark, frozen=True):
    """The count after the game."""

    by: Side | None
    apd: Pair[int]
    """Army points that each side destroyed."""
    casters: Pair[int] | None = None
    """Casters that each side has left, where a tiebreak needs them."""
    presence: Pair[int] | None = None
    """The points that each side has on the table, if a tiebreak needs them
    (`Tiebreak.on_table`).
    """


class CountLosses(RequestedMark, frozen=True):
    """The losses of a side so far. This count replaces an earlier one."""

    by: Side | None
    """The side of the player who counted; None for the organizer."""
    side: Side
    """The side whose army this is."""
    losses: Losses


class ChangeLosses(RequestedMark, frozen=True):
    """Losses of a side that were marked or withdrawn. They are combined with changes that other
    people make.
    """

    by: Side | None
    side: Side
    """The side whose army this is."""
    changes: LossChanges


class SwapSpecialists(RequestedMark, frozen=True):
    """The cards that a side leaves out of its list for this game, and the specialists that replace
    them; both empty for no swap. The swap is secret until both players have chosen. It replaces an
    earlier choice.
    """

    by: Side | None
    """The side of the player who entered this; None for the organizer."""
    side: Side
    """The side whose list this is."""
    out: Army
    added: Army


class ChooseObjective(RequestedMark, frozen=True):
    """The objective that a side brings to this game (SR2015 and SR2017, Objectives). The objective
    is secret until both sides have chosen. It replaces an earlier choice.
    """

    by: Side | None
    """The side of the player who entered this; None for the organizer."""
    side: Side
    name: str
    """The card's name; empty for none."""


class ChooseSpells(RequestedMark, frozen=True):
    """The spells in a side's spell racks (SR2026, Recording the Game). The spells are secret until
    both sides have chosen. They replace an earlier choice.
    """

    by: Side | None
    """The side of the player who entered this; None for the organizer."""
    side: Side
    racks: Racks
    """One rack for each Leader. An empty tuple withdraws the choice."""


class BringReinforcements(RequestedMark, frozen=True):
    """The reinforcements that a side has placed on the table. They replace an earlier entry."""

    by: Side | None
    """The side of the player who entered this; None for the organizer."""
    side: Side
    rows: Army


class Rule(TableCommand, Struct, frozen=True):
    """The organizer's ruling on a game: the winner, or None for a tie, and how the game was won."""

    game: int
    winner: Side | None
    how: How
    reason: str


class Ruled(Mark, Struct, frozen=True):
    """The organizer decided the game. This outranks the table's result."""

    game: int
    at_ms: int
    winner: Side | None
    """The winner; None for a tie."""
    how: How
    reason: str
    army_points: int = 0
    """The worth of the loser's list; 0 if it is not known."""


class RuleOnStop(RequestedMark, frozen=True):
    """The organizer says who stopped a clock that no player may stop. The first stop is a warning;
    a later one may cost the player the game.
    """

    side: Side | None
    """The side that stopped the clock; None if nobody is at fault."""


class ReopenGame(RequestedMark, frozen=True):
    """The organizer lets an ended game go on. Its clock is paused until the organizer resumes
    it.
    """

    reason: str


class WithdrawResult(RequestedMark, frozen=True):
    """The result of a game is withdrawn, and both players are asked for it again."""

    reason: str


class TakeBackTurn(RequestedMark, frozen=True):
    """The organizer takes back the end of a turn. The player whose turn it was is charged with the
    time since then.
    """

    ended_ms: int
    """The instant at which the turn ended."""
