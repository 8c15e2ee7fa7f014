"""One table's game as the fold of its marks: turns, interrupts, claims, clock-out, counting.

Marks fold in order of time. A mark that makes no sense where it stands is passed over, so a late
mark or an undone ruling can never break a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from app.engine import turns
from app.engine.deathclock import DeathClock
from app.engine.packet import Terms
from app.engine.results import How, Result
from app.engine.side import Pair, Side
from app.engine.table_events import Claim, Mark, PauseCause, Question, TurnScored

UNANSWERED: Pair[bool | None] = Pair(None, None)


@dataclass(frozen=True, slots=True)
class Pause:
    since_ms: int
    cause: PauseCause
    reason: str
    gap_ms: int = 0


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A claim waiting for the opponent, with the clock as it stood when it was made."""

    by: Side
    claim: Claim
    side: Side
    at_ms: int
    clock: DeathClock


@dataclass(frozen=True, slots=True)
class Flag:
    """A fallen flag that waits for an answer."""

    side: Side
    at_ms: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How play ended in ``step``. ``how`` None: nobody had won, the table is counted.

    ``length``: the packet's last turn was played, so leading on control points is a scenario win.
    ``disagreed``: the players answered the clock-out question differently. ``ruled``: the EO's.
    """

    at_ms: int
    step: int
    winner: Side | None = None
    how: How | None = None
    length: bool = False
    casters_gone: bool = False
    disagreed: bool = False
    ruled: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Tally:
    apd: Pair[int]
    casters: Pair[int] | None
    presence: Pair[int] | None


@dataclass(frozen=True, slots=True)
class Play:
    """A table at the instant of its last mark.

    ``flag`` has stopped the game and waits to be settled; ``overrun`` are sides whose flag fell
    in an event where play goes on. ``step_paused_ms`` is the clock's pause when the step began.
    """

    clock: DeathClock | None = None
    first: Side = Side.RED
    step: int = 0
    step_since_ms: int = 0
    step_paused_ms: int = 0
    last_step: int | None = None
    interrupted: bool = False
    pause: Pause | None = None
    eo_paused_ms: int = 0
    scores: Mapping[int, TurnScored] = field(default_factory=dict)
    claim: OpenClaim | None = None
    flag: Flag | None = None
    overrun: tuple[Side, ...] = ()
    answers: Pair[bool | None] = UNANSWERED
    judge_called: bool = False
    tally: Tally | None = None
    ending: Ending | None = None

    @property
    def owner(self) -> Side:
        """Whose phase or turn it is."""
        return turns.owner(self.first, self.step)

    @property
    def runner(self) -> Side:
        """Whose clock runs when nobody paused it."""
        return self.owner.other if self.interrupted else self.owner

    @property
    def in_progress(self) -> bool:
        """Started, not ended, no flag to settle; possibly paused."""
        return self.clock is not None and self.ending is None and self.flag is None

    @property
    def ticking(self) -> bool:
        return self.in_progress and self.pause is None

    @property
    def confirmed(self) -> bool:
        """Whether both players have agreed to the table's result."""
        return self.ending is not None and all(self.answers)

    @property
    def question(self) -> Question | None:
        """What the players have to answer now."""
        if self.claim is not None:
            return Question.CLAIM
        if self.flag is not None:
            return Question.CLOCK_OUT
        return Question.RESULT if self.ending is not None else None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the event: its terms, its marks in order of time and what they amount to.

    ``reported`` is the EO's own report and outranks the table's.
    """

    number: int
    round_number: int
    table: int
    players: Pair[int]
    terms: Terms
    marks: tuple[Mark, ...] = ()
    play: Play = Play()
    reported: Result | None = None

    @property
    def points(self) -> Pair[int]:
        """Control points: of the finished turns, and of the last one once play has ended."""
        play = self.play
        steps = play.step if play.ending is None else play.ending.step + 1
        return turns.control_points(self.terms, play.first, play.scores, steps)


def deadline(game: Game) -> int | None:
    """The instant at which a flag will fall at this table; None when it would change nothing."""
    return None if game.reported is not None else flag_due(game.play)


def flag_due(play: Play) -> int | None:
    """The same whatever the EO reported: his report never writes to a clock."""
    if play.clock is None or not play.ticking or play.clock.running in play.overrun:
        return None
    return play.clock.deadline()


def step_elapsed(play: Play, now_ms: int) -> int:
    """Milliseconds this phase or turn has lasted, pauses left out."""
    if play.clock is None:
        return 0
    paused = play.clock.paused(now_ms) - play.step_paused_ms
    return max(now_ms - play.step_since_ms - paused, 0)


def expected_end(game: Game, now_ms: int) -> int | None:
    """Start of the first deployment, both clocks and what the EO paused (`rules.md` 5.6).

    The clocks count as the EO has set them, so a gap counted as played moves nothing.
    """
    play = game.play
    if play.clock is None:
        return None
    return play.clock.started_ms + sum(play.clock.allotted_ms) + eo_paused(play, now_ms)


def eo_paused(play: Play, now_ms: int) -> int:
    """Milliseconds the EO has kept this table's clock paused."""
    return play.eo_paused_ms + (max(now_ms - play.pause.since_ms, 0) if play.pause else 0)


def stopped(play: Play, ending: Ending) -> Play:
    """Play ended: the clock stands from the ending's instant on."""
    return replace(
        play,
        clock=play.clock.run(None, ending.at_ms) if play.clock else None,
        ending=ending,
        claim=None,
        flag=None,
        pause=None,
        eo_paused_ms=eo_paused(play, ending.at_ms),
        interrupted=False,
        answers=UNANSWERED,
    )


def give_clock(play: Play, at_ms: int) -> Play:
    """From ``at_ms`` on the clock runs for whoever should have it."""
    return replace(play, clock=play.clock and play.clock.run(play.runner, at_ms))


def end_step(terms: Terms, play: Play, at_ms: int) -> Play:
    """The phase or turn is over: the opponent's clock runs, or the game has had its last turn."""
    ended, last = play.step, turns.length(terms) - 1
    play = replace(
        play,
        step=ended + 1,
        step_since_ms=at_ms,
        step_paused_ms=play.clock.paused(at_ms) if play.clock else 0,
        interrupted=False,
        claim=None,
    )
    play = won_on_points(terms, play, at_ms)
    if play.ending is not None:
        return play
    if ended >= last or (play.last_step is not None and ended >= play.last_step):
        return stopped(play, Ending(at_ms, ended, length=ended >= last))
    return give_clock(play, at_ms)


def won_on_points(terms: Terms, play: Play, at_ms: int) -> Play:
    """Ends a game in progress whose finished turns put a side the scenario lead ahead."""
    leader = turns.leader(terms, play.first, play.scores, play.step)
    if leader is None or not play.in_progress:
        return play
    winner, step = leader
    return stopped(play, Ending(at_ms, step, winner, How.SCENARIO))
